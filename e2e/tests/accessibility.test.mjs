import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { violations } from "../harness/axe.mjs";
import { launch, open, wake } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { addresses } from "../harness/pages.mjs";
import { serve } from "../harness/serve.mjs";

describe("accessibility", () => {
  let site;
  let browser;
  before(async () => {
    site = await serve(dist);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  const visit = (path, options) =>
    open(browser, site.url + path, { reducedMotion: "reduce", stay: path === "/" ? undefined : `${site.url}/`, ...options });

  for (const path of [...addresses(dist), "/nulle-part"]) {
    for (const width of [320, 1280]) {
      test(`${path} at ${width} px in both themes`, async () => {
        const page = await visit(path, { viewport: { width, height: 900 } });
        await wake(page);
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          assert.deepEqual(await violations(page), [], colorScheme);
        }
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(overflow, 0, "nothing sticks out sideways");
        await page.context().close();
      });
    }
  }

  test("every step of the contact form, its errors and its country list", async () => {
    const page = await visit("/contact", { viewport: { width: 320, height: 900 } });
    await wake(page);
    for (let step = 0; step < 5; step++) {
      assert.deepEqual(await violations(page), [], `step ${step + 1}`);
      await page.locator(`[data-step="${step}"] input[type=radio]`).first().click();
      await page.locator(`[data-step="${step + 1}"]:visible`).waitFor();
    }
    assert.deepEqual(await violations(page), [], "last step");
    await page.getByRole("button", { name: "Envoyer ma demande" }).click();
    await page.locator(".toast").waitFor();
    assert.deepEqual(await violations(page), [], "errors");
    await page.getByRole("button", { name: /Indicatif du pays/ }).click();
    assert.deepEqual(await violations(page), [], "country list");
    await page.context().close();
  });

  test("both steps of the eligibility form, with the verdict", async () => {
    const page = await visit("/kap-numerik", { viewport: { width: 320, height: 900 } });
    await wake(page);
    await page.getByRole("radio", { name: "Auto-entrepreneur" }).click();
    await page.getByRole("radio", { name: "Services" }).click();
    assert.deepEqual(await violations(page), [], "verdict");
    await page.getByRole("button", { name: "Continuer" }).click();
    await page.getByRole("button", { name: "Envoyer ma demande" }).click();
    await page.getByText("Ce champ est requis").first().waitFor();
    assert.deepEqual(await violations(page), [], "errors");
    await page.context().close();
  });

  test("the open menu", async () => {
    const page = await visit("/", { viewport: { width: 390, height: 800 } });
    await page.locator("[data-menu-toggle]").click();
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });

  test("at 400 % everything is still there and nothing sticks out", async () => {
    const page = await visit("/contact", { viewport: { width: 320, height: 256 } });
    await wake(page);
    await page.getByRole("radio").first().click();
    await page.locator('[data-step="1"]:visible').waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    await page.context().close();
  });
});
