import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { violations } from "../harness/axe.mjs";
import { launch, open, wake } from "../harness/browser.mjs";
import { build } from "../harness/build.mjs";
import { dist } from "../harness/engine.mjs";
import { kinds, pathOf, styleguide } from "../harness/kinds.mjs";
import { addresses } from "../harness/pages.mjs";
import { serve } from "../harness/serve.mjs";

const THEMES = ["light", "dark"];
const WIDTHS = [320, 1280];

describe("accessibility", { concurrency: 3 }, () => {
  let built;
  let site;
  let browser;
  before(async () => {
    built = build("--drafts");
    site = await serve(built.folder, { stays: true });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
    built?.remove();
  });
  const visit = async (path, width) => {
    const page = await open(browser, site.url + path, { viewport: { width, height: 900 }, reducedMotion: "reduce" });
    await wake(page);
    return page;
  };
  /** What axe finds in a theme; in other than the first by the rules of colour. */
  const foundIn = async (page, colorScheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    return (await violations(page, { colours: colorScheme !== THEMES[0] })).map((one) => `${colorScheme}: ${one}`);
  };
  /** What axe finds in both themes. */
  const found = async (page) => {
    const all = [];
    for (const theme of THEMES) all.push(...(await foundIn(page, theme)));
    return all;
  };

  const ofKinds = new Set([...kinds, styleguide].map(({ path }) => path));
  for (const path of addresses(dist).filter((path) => !ofKinds.has(path))) {
    test(`${path}, one more of its kind: narrow and light, then wide and dark`, async () => {
      const page = await visit(path, WIDTHS[0]);
      assert.deepEqual(await foundIn(page, THEMES[0]), []);
      await page.setViewportSize({ width: WIDTHS[1], height: 900 });
      assert.deepEqual(await foundIn(page, THEMES[1]), []);
      await page.context().close();
    });
  }

  for (const path of ofKinds) {
    test(`${path}, narrow and wide, in both themes`, async () => {
      const page = await visit(path, WIDTHS[0]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        assert.deepEqual(await found(page), [], `${width} px`);
      }
      await page.context().close();
    });
  }

  for (const width of WIDTHS) {
    test(`every step of the contact form, its errors and its country list at ${width} px`, async () => {
      const page = await visit("/contact", width);
      for (let step = 0; step < 5; step++) {
        assert.deepEqual(await found(page), [], `step ${step + 1}`);
        await page.locator(`[data-step="${step}"] input[type=radio]`).first().click();
        await page.locator(`[data-step="${step + 1}"]:visible`).waitFor();
      }
      assert.deepEqual(await found(page), [], "last step");
      await page.getByRole("button", { name: "Envoyer ma demande" }).click();
      await page.locator(".toast").waitFor();
      assert.deepEqual(await found(page), [], "errors");
      await page.getByRole("button", { name: /Indicatif du pays/ }).click();
      assert.deepEqual(await found(page), [], "country list");
      await page.context().close();
    });

    test(`both steps of the eligibility form, with the verdict, at ${width} px`, async () => {
      const page = await visit("/kap-numerik", width);
      await page.getByRole("radio", { name: "Auto-entrepreneur" }).click();
      await page.getByRole("radio", { name: "Services" }).click();
      assert.deepEqual(await found(page), [], "verdict");
      await page.getByRole("button", { name: "Continuer" }).click();
      await page.getByRole("button", { name: "Envoyer ma demande" }).click();
      await page.getByText("Ce champ est requis").first().waitFor();
      assert.deepEqual(await found(page), [], "errors");
      await page.context().close();
    });

    test(`every step of the agency's form at ${width} px`, async () => {
      const page = await visit("/agence-ema", width);
      for (const answer of [/SEO/, /Augmenter/, undefined]) {
        if (answer) await page.getByRole("radio", { name: answer }).first().click();
        assert.deepEqual(await found(page), [], `the step of ${answer ?? "the budget"}`);
        await page.getByRole("button", { name: "Continuer" }).click();
      }
      await page.getByRole("button", { name: "Envoyer ma demande" }).click();
      await page.getByText("Ce champ est requis").first().waitFor();
      assert.deepEqual(await found(page), [], "errors");
      await page.context().close();
    });
  }

  for (const width of WIDTHS) {
    test(`what the contact form says once it is sent, at ${width} px`, async () => {
      const page = await visit("/contact", width);
      for (let step = 0; step < 5; step++) {
        await page.locator(`[data-step="${step}"] input[type=radio]`).first().click();
        await page.locator(`[data-step="${step + 1}"]:visible`).waitFor();
      }
      await page.getByRole("textbox", { name: /Nom complet/ }).fill("Ada");
      await page.getByRole("textbox", { name: /E-mail/ }).fill("ada@exemple.re");
      // Who sends at once is taken for a robot.
      await page.waitForFunction(() => performance.now() > 3200);
      await page.getByRole("button", { name: "Envoyer ma demande" }).click();
      await page.locator("[data-thanks]").waitFor();
      assert.deepEqual(await found(page), [], "receipt");
      await page.locator("[data-thanks] summary").click();
      assert.deepEqual(await found(page), [], "what was sent");
      await page.context().close();
    });

    test(`the three states of a plate at ${width} px`, async () => {
      const page = await visit(pathOf("case-study"), width);
      for (const state of await page.locator(".plate-states input").all()) {
        await state.check({ force: true });
        assert.deepEqual(await found(page), []);
      }
      await page.context().close();
    });

    test(`a calculator with other figures, and with none that count, at ${width} px`, async () => {
      const page = await visit(pathOf("kap-numerik"), width);
      await page.locator(".calculator .chip").nth(1).click();
      assert.deepEqual(await found(page), [], "other figures");
      await page.locator(".calculator input").first().fill("-1");
      await page.locator(".calculator [aria-invalid=true]").waitFor();
      assert.deepEqual(await found(page), [], "a mistake");
      await page.context().close();
    });

    test(`lists that a filter leaves empty, at ${width} px`, async () => {
      for (const path of ["/projects", "/outils"]) {
        const page = await visit(path, width);
        await page.getByRole("searchbox").fill("anticonstitutionnellement");
        await page.locator("[data-empty]:visible").waitFor();
        assert.deepEqual(await found(page), [], path);
        await page.context().close();
      }
    });
  }

  test("the filters that a phone folds away", async () => {
    const page = await visit("/projects", 320);
    await page.locator(".filters-toggle").click();
    await page.locator(".filters-fold[data-open]").waitFor();
    assert.deepEqual(await found(page), []);
    await page.context().close();
  });

  test("the open menu", async () => {
    for (const path of ["/", "/agence-ema"]) {
      const page = await visit(path, 320);
      await page.locator("[data-menu-toggle]").click();
      assert.deepEqual(await found(page), [], path);
      await page.context().close();
    }
  });
});
