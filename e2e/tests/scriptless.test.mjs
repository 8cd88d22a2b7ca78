/** A page without scripts shows what it begins with: nothing lies over it that a script would have taken away. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { kinds } from "../harness/kinds.mjs";
import { serve } from "../harness/serve.mjs";

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

/** Runs in the page: texts of the first screen on which something else lies, with that. */
function covered() {
  const asked = [...document.querySelectorAll("main :is(h1, p, a, label, legend)")].filter((element) => {
    // A row that is swiped cuts what stands beside it.
    if (element.closest(".swipe, .table-scroll, .carousel, svg") || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  });
  const found = asked.map((element) => {
    const [box] = element.getClientRects();
    const above = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    // Within a list a link may lie over the whole of its row.
    return above && !above.closest("main") && !above.contains(element) ? `${element.textContent.trim().slice(0, 40)} under ${above.outerHTML.slice(0, 80)}` : "";
  });
  return { count: asked.length, found: found.filter(Boolean) };
}

describe("without scripts", { concurrency: 3 }, () => {
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

  for (const { name, path } of kinds) {
    test(`nothing lies over the first screen of ${name}`, async () => {
      const page = await open(browser, site.url + path, { javaScriptEnabled: false, reducedMotion: "reduce" });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const { count, found } = await page.evaluate(covered);
        assert.ok(count > 0, `at ${size.width} there is something to read`);
        assert.deepEqual(found, [], `at ${size.width}`);
      }
      await page.context().close();
    });
  }
});
