/** The sites that `site init` begins, in a browser: axe in both themes, nothing asked of others, no scrolling sideways, and HTML as strangers judge it. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { HtmlValidate } from "html-validate";
import { violations } from "../harness/axe.mjs";
import { launch, open } from "../harness/browser.mjs";
import { addresses } from "../harness/pages.mjs";
import { serve } from "../harness/serve.mjs";
import { begin, kinds } from "../harness/starters.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** What is wrong on each page of a site as a phone shows it, in both themes. */
async function faults(url, paths) {
  const page = await open(browser, url, { viewport: { width: 360, height: 740 }, bypassCSP: true });
  const found = [];
  page.on("request", (request) => request.url().startsWith(url) || found.push(`asks ${request.url()}`));
  for (const path of paths) {
    await page.goto(url + path);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push(`${path} scrolls sideways`);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const all = await violations(page, { colours: colorScheme === "dark" });
      found.push(...all.map((one) => `${path}, ${colorScheme}: ${one}`));
    }
  }
  found.push(...page.faults);
  await page.context().close();
  return found;
}

for (const kind of kinds) {
  describe(kind, () => {
    let dist;
    let remove = () => {};
    before(() => ({ dist, remove } = begin(kind)));
    after(() => remove());

    test("axe finds nothing, and nobody else is asked", async () => {
      const site = await serve(dist);
      try {
        assert.deepEqual(await faults(site.url, addresses(dist)), []);
      } finally {
        await site.close();
      }
    });

    test("html-validate finds no error", async () => {
      const judge = new HtmlValidate({ extends: ["html-validate:standard"] });
      const pages = readdirSync(dist, { recursive: true }).filter((file) => file.endsWith(".html"));
      const reports = await Promise.all(pages.map((page) => judge.validateString(readFileSync(join(dist, page), "utf8"), page)));
      const found = reports.flatMap(({ results }) => results).flatMap(({ filePath, messages }) => messages.map((one) => ({ filePath, ...one })));
      const errors = found.filter(({ severity }) => severity === 2);
      assert.deepEqual(errors.map((one) => `${one.filePath}:${one.line}: ${one.message} (${one.ruleId})`), []);
    });
  });
}

test("a manual is searched, and its contents open by a button on a phone", async () => {
  const { dist, remove } = begin("docs");
  const site = await serve(dist);
  const page = await open(browser, site.url, { viewport: { width: 360, height: 740 } });
  try {
    const contents = page.getByRole("navigation", { name: "Contents" });
    assert.equal(await contents.isVisible(), false);
    await page.getByRole("button", { name: "Contents" }).press("Enter");
    await contents.getByRole("searchbox").fill("numbers");
    await contents.getByRole("searchbox").press("Enter");
    await page.waitForURL("**/search?q=numbers");
    await page.locator(".site-search li a").first().waitFor();
    assert.deepEqual(page.faults, []);
  } finally {
    await page.context().close();
    await site.close();
    remove();
  }
});
