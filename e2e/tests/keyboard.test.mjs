import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open, wake } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { walk, watchFocus } from "../harness/focus.mjs";
import { kinds } from "../harness/kinds.mjs";
import { serve } from "../harness/serve.mjs";

/** Forwards on a wide screen; backwards at 400 %, where a header that stays would cover most. */
const WALKS = [
  { key: "Tab", viewport: { width: 1280, height: 800 } },
  { key: "Shift+Tab", viewport: { width: 320, height: 256 } },
];

describe("by keyboard alone", { concurrency: 3 }, () => {
  let site;
  let browser;
  before(async () => {
    site = await serve(dist, { stays: true });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  const visit = async (path, viewport) => {
    const page = await open(browser, "about:blank", { viewport, reducedMotion: "reduce" });
    await watchFocus(page);
    await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
    await wake(page);
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    return page;
  };

  for (const { name, path } of kinds) {
    test(`${name}: the first stop leads past the header`, async () => {
      const page = await visit(path, WALKS[0].viewport);
      await page.keyboard.press("Tab");
      const link = page.locator(".skip-link");
      assert.ok(await link.evaluate((element) => element === document.activeElement));
      await page.waitForFunction(() => document.activeElement.getBoundingClientRect().top >= 0);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      const isInMain = await page.evaluate(() => document.activeElement === document.body || !document.activeElement.closest("header[data-header]"));
      assert.ok(isInMain, "the next stop is past the header");
      await page.context().close();
    });

    for (const { key, viewport } of WALKS) {
      test(`${name}: ${key} reaches everything at ${viewport.width} px, in sight and ringed`, async () => {
        const page = await visit(path, viewport);
        assert.deepEqual(await walk(page, key), []);
        await page.context().close();
      });
    }
  }
});
