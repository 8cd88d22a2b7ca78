/** A copy of the site that is served while its files change, and pages of it that are loaded once. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { launch, open, wake } from "./browser.mjs";
import { copySite, serveEngine } from "./engine.mjs";

/**
 * Serves a folder while `act` changes its files, and removes it. The page at `path`, which `act` is given, is loaded once and
 * has no faults; `options` are those of a page.
 */
export async function watching(folder, act, { path = "", ...options } = {}) {
  const site = await serveEngine({ folder, flags: ["--watch"] });
  const browser = await launch();
  try {
    const page = await open(browser, site.url + path, options);
    await page.evaluate(() => {
      window.mark = "the same";
    });
    await act(page);
    assert.equal(await page.evaluate(() => window.mark), "the same");
    assert.deepEqual(page.faults, []);
  } finally {
    await browser.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Serves as long as the tests around it run. A mark on a page's window tells that it was not loaded again. */
export function watched() {
  const folder = mkdtempSync(join(tmpdir(), "serve-"));
  let site;
  let browser;
  before(async () => {
    copySite(folder);
    site = await serveEngine({ folder, flags: ["--watch"] });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    folder,
    address: () => site.url,
    /** Changes a file as long as the work lasts. */
    async edited(file, from, to, work) {
      const path = join(folder, file);
      const text = readFileSync(path, "utf8");
      assert.ok(text.includes(from), `${file} has no ${from}`);
      writeFileSync(path, text.replace(from, () => to));
      try {
        return await work();
      } finally {
        writeFileSync(path, text);
      }
    },
    async visit(path, options) {
      const page = await open(browser, site.url + path, options);
      // Why it was, if it was loaded again.
      page.on("console", (message) => message.text().startsWith("the page is loaded again") && page.faults.push(message.text()));
      await wake(page);
      await page.evaluate(() => {
        window.mark = "the same";
      });
      return page;
    },
    /** Nothing went wrong, and the page was never loaded again. */
    async leave(page) {
      const mark = await page.evaluate(() => window.mark);
      assert.deepEqual({ mark, faults: page.faults }, { mark: "the same", faults: [] });
      await page.context().close();
    },
  };
}
