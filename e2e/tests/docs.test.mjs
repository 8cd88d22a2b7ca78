import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { violations } from "../harness/axe.mjs";
import { launch, open } from "../harness/browser.mjs";
import { engine, root } from "../harness/engine.mjs";
import { serve } from "../harness/serve.mjs";

const docs = resolve(import.meta.dirname, "../../docs");

/** One page of every kind, in one language or the other. */
const KINDS = [
  "/",
  "/fr/start/ten-minutes",
  "/reference/templates",
  "/reference/settings",
  "/reference/diagnostics",
  "/fr/reference/diagnostics/broken-link",
  "/design/reads-and-the-journal",
  "/fr/search?q=liens",
  "/guide/list",
];

describe("the documentation", () => {
  let site;
  let browser;
  before(async () => {
    const { status } = spawnSync(engine, ["build", "--quiet", "--root", docs], { stdio: ["ignore", "ignore", "inherit"] });
    assert.equal(status, 0);
    site = await serve(join(docs, "dist"));
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  const results = (page) => page.locator(".site-search li a");
  /** Until the search puts a page first: what was typed before may still stand there. */
  const isFirst = (page, path) => page.locator(`.site-search li:first-child a[href="${path}"]`).waitFor();

  test("axe finds nothing on any kind of page, in both themes, and no page is wider than a phone", async () => {
    for (const path of KINDS) {
      const page = await open(browser, site.url + path, { viewport: { width: 360, height: 800 }, reducedMotion: "reduce" });
      if (path.includes("?q=")) await results(page).first().waitFor();
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violations(page, { colours: colorScheme === "dark" }), [], `${path}, ${colorScheme}`);
      }
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, path);
      await page.context().close();
    }
  });

  test("Ctrl+K opens the search, which asks for its files only then, in the language of the page", async () => {
    const page = await open(browser, `${site.url}/fr/guides/lists`);
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.keyboard.press("Control+k");
    const field = page.getByRole("searchbox");
    await field.waitFor();
    await page.keyboard.type("îlot");
    await isFirst(page, "/fr/guides/islands");
    assert.ok(asked.includes("/_search/search.js"));
    assert.ok(asked.every((path) => !path.startsWith("/_search/en")), asked.join(" "));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/fr\/guides\/islands/);
    await page.keyboard.press("/");
    assert.equal(await field.isVisible(), false, "a key alone, which is dictated too, opens nothing");
    await page.keyboard.press("Control+k");
    await field.fill("broken-link");
    await isFirst(page, "/fr/reference/diagnostics/broken-link");
    // The guide of that name comes before the short pages in whose names the word is one of several.
    await field.fill("template");
    await isFirst(page, "/fr/guides/writing-templates");
    await page.keyboard.press("Escape");
    assert.equal(await field.isVisible(), false);
    await page.context().close();
  });

  test("without scripts the search is a page that says where to look, and code can be read", async () => {
    const page = await open(browser, `${site.url}/start/ten-minutes`, { javaScriptEnabled: false });
    await page.locator(".search-open").click();
    await page.waitForURL(/\/search$/);
    assert.match(await page.locator("main").textContent(), /all pages stand under “Contents”/);
    await page.context().close();
  });

  test("an unknown address shows the pages that were probably meant, and no others", async () => {
    for (const [asked, meant] of [
      ["/guides/lits", "/guides/lists"],
      ["/lists.html", "/guides/lists"],
      ["/reference/diagnostic/brokenlink", "/reference/diagnostics/broken-link"],
      ["/guides/islands/payback", "/guides/islands"],
      // The page that this host sends for it is the English one.
      ["/fr/guides/lits", "/fr/guides/lists"],
    ]) {
      const page = await open(browser, site.url + asked);
      await page.locator(".site-nearest li").first().waitFor();
      const paths = await page.locator(".site-nearest a").evaluateAll((all) => all.map((one) => one.pathname));
      assert.equal(paths[0], meant, `${asked}: ${paths}`);
      assert.ok(paths.length <= 5);
      await page.context().close();
    }
    const page = await open(browser, `${site.url}/zzzzzzzzzzzzzzzz`);
    await page.waitForLoadState("networkidle");
    assert.equal(await page.locator(".site-nearest").isVisible(), false);
    await page.context().close();
  });

  test("the language switch leads to the same page, and back", async () => {
    const page = await open(browser, `${site.url}/guides/islands`);
    await page.getByRole("link", { name: "Français" }).click();
    await page.waitForURL(/\/fr\/guides\/islands$/);
    assert.equal(await page.locator("html").getAttribute("lang"), "fr");
    await page.getByRole("link", { name: "English" }).click();
    await page.waitForURL(/[^r]\/guides\/islands$/);
    await page.context().close();
  });

  test("code is copied as it stands", async () => {
    const page = await open(browser, `${site.url}/start/ten-minutes`, { permissions: ["clipboard-read", "clipboard-write"] });
    const code = page.locator("pre.code").first();
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await code.textContent());
    await page.context().close();
  });

  test("the island of the guide is built and counts as the guide says", async () => {
    const guide = readFileSync(join(docs, "content/pages/islands.md"), "utf8");
    const [, begins] = /^```sh\nsite (.+)$/m.exec(guide);
    const [, component] = /^```tsx\n\/\/ (?:.+)\n([^]+?)^```$/m.exec(guide);
    const [, mounted] = /^```html\n([^]+?)^```$/m.exec(guide);
    const folder = mkdtempSync(join(tmpdir(), "guide-"));
    const run = (...call) => {
      const { status, stderr } = spawnSync(engine, call, { cwd: folder, encoding: "utf8" });
      assert.equal(status, 0, `${call.join(" ")}: ${stderr}`);
    };
    try {
      run("init", "blank");
      run(...begins.split(" "));
      symlinkSync(join(root, "islands/node_modules"), join(folder, "islands/node_modules"));
      mkdirSync(join(folder, "islands/Payback"));
      writeFileSync(join(folder, "islands/Payback/Payback.tsx"), component);
      writeFileSync(join(folder, "templates/index.html"), `{% extends "base.html" %}\n{% block main %}\n<h1>Payback</h1>\n${mounted}{% endblock %}\n`);
      run("build");
      const built = await serve(join(folder, "dist"));
      const page = await open(browser, built.url);
      await page.getByLabel("Gain a month").fill("3000");
      await page.getByText("Paid back in 6 months").waitFor();
      assert.deepEqual(page.faults, []);
      await page.context().close();
      await built.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("the sidebar shows where the page is, links of headings and of edits lead somewhere, and paper has the text alone", async () => {
    const page = await open(browser, `${site.url}/reference/settings`, { viewport: { width: 1280, height: 600 } });
    const current = page.locator(".contents [aria-current]");
    assert.equal(await current.textContent(), "Settings");
    assert.ok(await current.evaluate((link) => link.getBoundingClientRect().bottom < innerHeight), "the current page is in view");
    const anchors = await page.locator(".heading-link").evaluateAll((all) => all.map((one) => one.hash));
    assert.ok(anchors.length > 2 && anchors.every((hash) => hash.length > 1));
    const edited = await page.getByRole("link", { name: "Change this page" }).getAttribute("href");
    readFileSync(join(docs, edited.split("/docs/")[1]));
    await page.emulateMedia({ media: "print" });
    for (const hidden of [".top", ".contents", ".neighbours", ".copy"])
      assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
    assert.equal(await page.locator("h1").isVisible(), true);
    await page.context().close();
  });
});
