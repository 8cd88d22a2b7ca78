import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { kinds } from "../harness/kinds.mjs";
import { serve } from "../harness/serve.mjs";

const WIDTHS = Array.from({ length: 25 }, (_, i) => 320 + 40 * i);

/** Runs in the page: the words of which one part stands on a line and the rest on the next, where no hyphen is asked for. */
function broken() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  const range = document.createRange();
  const isSpoken = (element) => element !== null && (element.offsetWidth === 1 || isSpoken(element.parentElement));
  const hasLines = () => {
    const tops = [...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => top);
    return Math.max(...tops) - Math.min(...tops) > 5;
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // Where a text has one line, each of its words has; most have.
    range.selectNodeContents(node);
    if (!hasLines()) continue;
    const parent = node.parentElement;
    const isHyphened = getComputedStyle(parent).hyphens === "auto";
    if (isHyphened || parent.closest("pre, script, style, svg, math") || !parent.checkVisibility() || isSpoken(parent)) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\s\-–—/·\u200b\u00ad]{2,}/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (hasLines()) found.push(word);
    }
  }
  return found;
}

describe("no word breaks in its middle", { concurrency: 3 }, () => {
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

  for (const { name, path } of kinds) {
    test(name, async () => {
      const page = await open(browser, site.url + path, { viewport: { width: 320, height: 900 }, reducedMotion: "reduce" });
      const found = [];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const word of await page.evaluate(broken)) found.push(`${word} at ${width} px`);
      }
      assert.deepEqual(found, []);
      await page.close();
    });
  }
});
