import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open, states, wake } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { addresses } from "../harness/pages.mjs";
import { serve } from "../harness/serve.mjs";

describe("every page, as production serves it", () => {
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

  for (const address of addresses(dist)) {
    test(`${address} wakes all its islands without a fault`, async () => {
      const page = await open(browser, site.url + address, { stays: true });
      await wake(page);
      for (const [name, state] of Object.entries(await states(page))) assert.equal(state, "hydrated", name);
      assert.deepEqual(page.faults, []);
      // The first image loads at once, the others when they come near.
      const images = await page.$$eval("img", (all) => all.map((one) => `${one.loading === "lazy" ? "lazy" : "eager"} ${one.fetchPriority}`));
      assert.deepEqual(images.filter((one) => one !== "lazy auto"), images.length > 0 ? ["eager high"] : []);
      await page.context().close();
    });
  }

  test("a page that is not there says so, and logs the path", async () => {
    const page = await open(browser, `${site.url}/nulle/part`);
    await page.getByText("Cette page n’existe pas").waitFor();
    assert.ok(page.faults.some((fault) => fault.includes("/nulle/part")));
    await page.getByRole("main").getByRole("link", { name: /accueil/i }).click();
    assert.equal(new URL(page.url()).pathname, "/");
    await page.context().close();
  });

  test("the agency's page leaves for the home page", async () => {
    const page = await open(browser, `${site.url}/agence-ema`);
    await page.waitForURL(`${site.url}/`);
    await page.context().close();
  });
});
