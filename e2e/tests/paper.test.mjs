/** What is really on the sheets of a printed page: its drawings, which a look at the style for print alone would not miss. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { inflateSync } from "node:zlib";
import { browserName, launch, open } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { pathOf } from "../harness/kinds.mjs";
import { serve } from "../harness/serve.mjs";
import { eventually } from "../harness/settle.mjs";

/** How many shapes a document fills or strokes: the operators `f`, `S` and `B` of its compressed streams. */
function shapes(pdf) {
  const text = pdf.toString("latin1");
  let count = 0;
  for (const { index, 0: start } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const from = index + start.length;
    let drawn;
    try {
      drawn = inflateSync(pdf.subarray(from, text.indexOf("endstream", from))).toString("latin1");
    } catch {
      continue; // A font or a picture that is packed in another way.
    }
    count += drawn.match(/^[fSB]\*?$/gm)?.length ?? 0;
  }
  return count;
}

describe("paper", { skip: browserName !== "chromium" && "only Chromium prints into a file" }, () => {
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

  for (const kind of ["home", "projects", "blog"]) {
    test(`${kind}: the pictures of its cards are there, though nobody has scrolled`, async () => {
      const came = new Set();
      const prepare = (page) => page.on("requestfinished", (request) => came.add(request.url()));
      const page = await open(browser, site.url + pathOf(kind), { prepare });
      await page.waitForLoadState("networkidle");
      const awaited = await page.$$eval("use[data-href]", (all) => all.map((one) => new URL(one.dataset.href, location.href).href.split("#")[0]));
      // A window that shows what will be printed says so first, and then waits.
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      assert.ok(await eventually(() => awaited.every((address) => came.has(address))));
      await page.waitForTimeout(500);
      const covers = page.locator(":is(.card-cover, .featured-cover) .cover");
      const all = shapes(await page.pdf());
      const many = await covers.evaluateAll((list) => list.filter((one) => one.checkVisibility()).length);
      assert.ok(many > 5, `${many} pictures`);
      await covers.evaluateAll((list) => list.map((one) => one.replaceChildren()));
      const drawn = all - shapes(await page.pdf());
      assert.ok(drawn > 10 * many, `${drawn} shapes in ${many} pictures`);
      await page.context().close();
    });
  }
});
