/** What of an open page stands around its body: the attributes of its root, and what its scripts keep of other pages. */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../harness/engine.mjs";
import { watching } from "../harness/watched.mjs";

/** Opens a page of a copy of a site that is served; `edit` changes a file of it. */
async function served(from, path, act) {
  const folder = mkdtempSync(join(tmpdir(), "around-"));
  for (const part of ["content", "templates", "public"]) {
    const source = join(root, from, part);
    if (existsSync(source)) cpSync(source, join(folder, part), { recursive: true });
  }
  const edit = (file, old, now) => {
    const text = readFileSync(join(folder, file), "utf8");
    assert.ok(text.includes(old), file);
    writeFileSync(join(folder, file), text.replace(old, now));
  };
  await watching(folder, (page) => act(page, edit), { path });
}

test("attributes of the root change where the server changed them, and stay as scripts made them elsewhere", async () => {
  await served("examples/minimal", "/", async (page, edit) => {
    await page.evaluate(() => {
      document.documentElement.classList.add("dark");
      document.documentElement.dataset.theme = "dark";
    });
    edit("templates/base.html", "<html ", '<html class="wide" data-edit="1" dir="rtl" ');
    await page.locator("html[data-edit='1']").waitFor();
    const attributes = () => page.evaluate(() => [document.documentElement.className, document.documentElement.dir, document.documentElement.dataset.theme]);
    assert.deepEqual(await attributes(), ["dark wide", "rtl", "dark"]);
    edit("templates/base.html", 'class="wide" data-edit="1" dir="rtl" ', 'data-edit="2" ');
    await page.locator("html[data-edit='2']").waitFor();
    assert.deepEqual(await attributes(), ["dark", "", "dark"]);
  });
});

test("an open search finds what came to another page meanwhile", async () => {
  await served("crates/site/tests/sites/search", "/boats/search/", async (page, edit) => {
    const ask = (word) => page.getByRole("searchbox").fill(word);
    await ask("xylophone");
    await page.getByText("No page has xylophone").waitFor();
    edit("content/pages/sailing.md", "while it is dry", "while a xylophone is played");
    const found = page.locator(".site-search li a");
    // The same words are not looked for twice.
    for (let round = 0; (await found.count()) === 0; round++) {
      assert.ok(round < 40, "it is found within ten seconds");
      await ask(round % 2 ? "xylophone" : "xylophon");
      await page.waitForTimeout(250);
    }
  });
});
