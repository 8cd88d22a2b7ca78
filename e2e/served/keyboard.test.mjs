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

  /** The focus being off the page, its first stop leads past its header. */
  const leadsPastHeader = async (page) => {
    await page.keyboard.press("Tab");
    assert.ok(await page.locator(".skip-link").evaluate((link) => link === document.activeElement), "the first stop is the link past the header");
    await page.waitForFunction(() => document.activeElement.getBoundingClientRect().top >= 0);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const isInMain = await page.evaluate(() => document.activeElement === document.body || !document.activeElement.closest("header[data-header]"));
    assert.ok(isInMain, "the next stop is past the header");
  };

  for (const { name, path } of kinds) {
    for (const { key, viewport } of WALKS) {
      test(`${name}: ${key} reaches everything at ${viewport.width} px, in sight and ringed`, async () => {
        const page = await visit(path, viewport);
        assert.deepEqual(await walk(page, key), []);
        if (key === "Tab") await leadsPastHeader(page);
        await page.context().close();
      });
    }
  }
});
