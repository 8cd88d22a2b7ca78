/** The switch of `site serve` that marks each claim on an open page in the way of who vouches for it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, open } from "../harness/browser.mjs";
import { engine, serveEngine } from "../harness/engine.mjs";

const FILES = {
  "content/site.yaml": "base_url: https://example.com/base\ntitle: Claims\nlanguage: fr\n",
  "content/pages/_schema.yaml":
    'type: object\nadditionalProperties: false\nrequired: [title, route]\nx-template: page.html\nproperties:\n  title: { type: string }\n  route: { type: string }\n  lead: { type: string }\n',
  "content/pages/a.md":
    "---\ntitle: Accueil\nroute: /\nlead: \"L'aide s'arrête à 3 200 €.\"\n---\nJ'ai livré **plus de [cent projets](/b)** en *quinze* ans, dont 150 et 50 pour un client.\n\nJe réponds\nsous vingt-quatre heures.\n",
  "content/pages/b.md": "---\ntitle: Autre\nroute: /b\n---\nIci 50 ne dit rien, mais je réponds sous vingt-quatre heures à tous.\n",
  "templates/page.html":
    '<!doctype html>\n<html lang="fr"><head><meta charset="utf-8"><title>{{ entry.title }}</title><meta name="description" content="{{ entry.title }}"><link rel="canonical" href="{{ page.canonical }}"></head>\n<body><main><h1>{{ entry.title }}</h1><p>{{ entry.lead }}</p>{{ entry.body }}</main></body></html>\n',
  "content/claims.yaml": `claims:
  - { id: projets, words: "plus de [cent projets](/b)** en *quinze* ans", file: content/pages/a.md, kind: given, question: Combien ? }
  - { id: cinquante, words: "50", file: content/pages/a.md, kind: confirmed, question: Combien de clients ? }
  - { id: delai, words: "réponds sous vingt-quatre heures", file: content/pages/a.md, kind: written, question: Sous combien d'heures ? }
  - { id: aide, words: "L'aide s'arrête à 3 200 €.", file: content/pages/a.md, kind: sample, question: Combien ? }
`,
};

describe("the claims of an open page", () => {
  const folder = mkdtempSync(join(tmpdir(), "claims-"));
  let site;
  let browser;
  before(async () => {
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    site = await serveEngine({ folder, flags: ["--watch"] });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const marked = (page) =>
    page.evaluate(() =>
      Object.fromEntries(
        ["given", "confirmed", "written", "sample"].map((kind) => [kind, [...(CSS.highlights.get(`claim-${kind}`) ?? [])].map((range) => range.toString().replaceAll("\u2060", "").replace(/\s+/gu, " "))]),
      ),
    );
  /** This site has no icon, which browsers ask for all the same. */
  const faults = (page) => page.faults.filter((fault) => !/404/.test(fault));
  const NONE = { given: [], confirmed: [], written: [], sample: [] };
  const HOME = {
    given: ["plus de cent projets en quinze ans"],
    confirmed: ["50"],
    written: ["réponds sous vingt-quatre heures"],
    sample: ["L’aide s’arrête à 3 200 €."],
  };

  test("nothing is marked until it is asked for; then each claim is, across elements and typography, in its kind", async () => {
    const page = await open(browser, `${site.url}/base/`);
    const toggle = page.getByRole("button", { name: "Claims", exact: true });
    await toggle.waitFor();
    assert.equal(await toggle.getAttribute("aria-pressed"), "false");
    assert.deepEqual(await marked(page), NONE);
    await toggle.click();
    assert.deepEqual(await marked(page), HOME);
    const legend = page.getByRole("complementary", { name: "Claims" });
    for (const line of ["given 1, given by the brief", "confirmed 1,", "written 1,", "sample 1, invented"]) assert.match(await legend.innerText(), new RegExp(line));
    await legend.getByText("4 on this page").click();
    await legend.getByText("Sous combien d'heures ?").waitFor();
    assert.match(await legend.innerText(), /content\/pages\/a\.md:8/);
    assert.deepEqual(faults(page), []);
    await page.context().close();
  });

  test("it is remembered, tells pages apart, follows a save, and goes when it is switched off", async () => {
    const page = await open(browser, `${site.url}/base/`);
    await page.getByRole("button", { name: "Claims", exact: true }).click();
    await page.goto(`${site.url}/base/b`);
    await page.getByRole("button", { name: "Claims", exact: true, pressed: true }).waitFor();
    // The figure is another page's; the sentence is too long to stand here by chance.
    assert.deepEqual(await marked(page), { ...NONE, written: ["réponds sous vingt-quatre heures"] });
    await page.goto(`${site.url}/base/`);
    await page.getByRole("button", { name: "Claims", exact: true, pressed: true }).waitFor();
    assert.deepEqual(await marked(page), HOME);
    const claims = join(folder, "content/claims.yaml");
    writeFileSync(claims, FILES["content/claims.yaml"].replace("kind: sample", "kind: confirmed"));
    const text = join(folder, "content/pages/a.md");
    writeFileSync(text, FILES["content/pages/a.md"].replace("dont 150", "dont 151"));
    await page.waitForFunction(() => CSS.highlights.get("claim-sample").size === 0 && CSS.highlights.get("claim-confirmed").size === 2);
    await page.getByRole("button", { name: "Claims", exact: true }).click();
    assert.deepEqual(await marked(page), NONE);
    await page.reload();
    await page.getByRole("button", { name: "Claims", exact: true, pressed: false }).waitFor();
    assert.deepEqual(faults(page), []);
    await page.context().close();
  });

  test("nothing of it is in a build", () => {
    assert.equal(spawnSync(engine, ["build", "--quiet", "--root", folder]).status, 0);
    const files = readdirSync(join(folder, "dist"), { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    assert.ok(files.length > 1);
    for (const file of files) assert.doesNotMatch(readFileSync(join(file.parentPath ?? file.path, file.name), "utf8"), /_site\/|site-claims|Sous combien/);
  });
});
