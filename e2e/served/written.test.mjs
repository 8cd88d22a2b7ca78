/** What an editor may write besides what the site holds today: it is shown whole, on a screen and on paper, or refused at its line. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, open } from "../harness/browser.mjs";
import { copySite, engine } from "../harness/engine.mjs";
import { serve } from "../harness/serve.mjs";

const SEO = "seo:\n  title: Essai\n  description: Une page d'essai, dont la description est assez longue pour que les moteurs de recherche la montrent en entier.\n";
const WIDE = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900"><rect width="1600" height="900" fill="#888"/></svg>';
const table = (columns) => {
  const row = (cell) => `| ${Array.from({ length: columns }, (_, i) => cell(i)).join(" | ")} |`;
  return [row((i) => `Colonne ${i + 1}`), row(() => "---"), row((i) => `valeur ${i + 1}`), row((i) => `autre ${i + 1}`)].join("\n");
};
const ARTICLE = `---
id: 99
title: Essai
date: 2024-09-01
excerpt: Un texte d'essai, assez long pour que les moteurs de recherche le montrent en entier sous le titre de la page.
category: Tech
tags: [Essai]
author: Prénom Nom
---

\`\`\`component figures
items:
  - { value: 1 250 000 €, label: de chiffre }
  - { value: 12 500 000 €, label: de valeur }
  - { value: 70 %, label: de temps }
  - { value: 3 h, label: par jour }
\`\`\`

\`\`\`component figures
items:
  - { value: quatorze, label: personnes }
  - { value: "12", label: mois }
  - { value: 1 250 €, label: par mois }
  - { value: 3 jours, label: de pause }
  - { value: "5", label: fois }
\`\`\`

${table(7)}

${table(8)}

\`\`\`component cost-table
caption: Coût
columns: [Janvier, Février, Mars, Avril, Mai, Juin, Juillet]
rows:
  - { label: Développement, values: [72 000 €, 150 000 €, 72 000 €, 150 000 €, 72 000 €, 150 000 €, 72 000 €] }
\`\`\`

\`\`\`php
$resultat = $this->application->make(ServiceDeFacturation::class)->calculerLeMontantTotalDeLaFacture($client, $periode, $remise);
\`\`\`

\`\`\`component callout
tone: conseil
text: |
  Un paragraphe.

  Un autre :

  - un point
  - un autre
\`\`\`

\`\`\`component chart
kind: bars
title: Seize tâches
unit: jours
source: Essai.
rows:
${Array.from({ length: 16 }, (_, i) => `  - { label: Tâche ${i + 1}, values: [${i + 1}] }`).join("\n")}
\`\`\`
`;

describe("what an editor may write", () => {
  let folder;
  let site;
  let browser;
  const write = (file, text) => writeFileSync(join(folder, "content", file), text);
  const change = (file, from, to) => {
    const text = readFileSync(join(folder, "content", file), "utf8");
    assert.ok(text.includes(from), `${file} holds no \`${from}\``);
    write(file, text.replace(from, to));
  };
  const build = () => spawnSync(engine, ["build", "--quiet"], { cwd: folder, encoding: "utf8" });
  const at = (path, width, height = 900) => open(browser, site.url + path, { viewport: { width, height } });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "written-"));
    copySite(folder);
    for (const name of ["case-studies", "faq", "pages", "reviews", "services", "tools"]) write(`${name}/x.svg`, WIDE);
    change("case-studies/night974.md", "---\n", "---\nimages: [{ src: x.svg, alt: Un écran }]\n");
    write("faq/essai.yaml", 'question: Un essai ?\nanswer: "![Un écran](x.svg)"\npage: home\norder: 0\n');
    change("pages/about.yaml", "  philosophy:\n    title: Ma façon de voir le métier\n    body: |\n", "  philosophy:\n    title: Ma façon de voir le métier\n    body: |\n      ![Un écran](x.svg)\n\n");
    appendFileSync(join(folder, "content/tools/mafate.yaml"), "image: x.svg\nimage_alt: L’écran du kit\n");
    appendFileSync(join(folder, "content/reviews/application-sport.yaml"), "avatar: x.svg\navatar_alt: Une coach\n");
    write("services/essai.yaml", `title: Essai\nname: Essai\norder: 20\nicon: layers\nsummary: Un essai.\n${SEO}figures: [{ value: "1", label: essai }]\nproblems:\n  title: Des soucis\n  items: [{ problem: Lent, solution: Vite, result: Mieux }]\ntestimonial: { quote: Bien., author: Gérante, image: x.svg, image_alt: Une gérante, sample: true }\n`);
    write("articles/essai.md", ARTICLE);
    const { status, stderr } = build();
    assert.equal(status, 0, stderr);
    [site, browser] = await Promise.all([serve(join(folder, "dist"), { stays: true }), launch()]);
  });
  after(async () => {
    await browser?.close();
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("a picture keeps its shape in a gallery, an answer and a block", async () => {
    for (const path of ["/case-studies/night974", "/", "/about"]) {
      for (const width of [360, 1280]) {
        const page = await at(path, width);
        const shapes = await page.$$eval("main img[alt='Un écran']", (all) => all.map((one) => (one.clientWidth / one.clientHeight).toFixed(1)));
        assert.deepEqual(shapes, ["1.8"], `${path} at ${width} px`);
        await page.context().close();
      }
    }
  });

  test("portraits, a tool's picture and the sections of a short service are shown", async () => {
    for (const [path, alt] of [["/", "Une coach"], ["/outils", "L’écran du kit"], ["/services/essai", "Une gérante"]]) {
      const page = await at(path, 1280);
      assert.ok((await page.locator(`img[alt="${alt}"]`).count()) > 0, path);
      if (path === "/services/essai") assert.match(await page.locator("main").innerText(), /Des\ssoucis/);
      await page.context().close();
    }
  });

  test("no figure is broken", async () => {
    for (const width of [360, 768, 1280]) {
      const page = await at("/blog/essai", width);
      const broken = await page.$$eval(".figure dd", (all) => all.filter((one) => one.offsetHeight > 1.5 * Number.parseFloat(getComputedStyle(one).lineHeight)).map((one) => one.textContent));
      assert.deepEqual(broken, [], `at ${width} px`);
      await page.context().close();
    }
  });

  test("cells of wide tables stand below their heads on a phone, beside what their row is about", async () => {
    const page = await at("/blog/essai", 360);
    const strays = await page.$$eval(".prose > .table-scroll", (all) => {
      const left = (cell) => Math.round(cell.getBoundingClientRect().left);
      return all.flatMap((scroll) => {
        scroll.scrollLeft = 90;
        const [head, ...rows] = [...scroll.querySelectorAll("tr")].map((row) => [...row.cells].map(left));
        return rows.flatMap((row) => row.filter((x, i) => x !== head[i] || (i === 0 && x !== left(scroll))));
      });
    });
    assert.deepEqual(strays, []);
    await page.context().close();
  });

  test("a box holds paragraphs and a list", async () => {
    const page = await at("/blog/essai", 1280);
    assert.equal(await page.locator(".callout p").count(), 2);
    assert.deepEqual(await page.$$eval(".callout li", (all) => all.map((one) => [one.textContent, getComputedStyle(one).listStyleType])), [["un point", "disc"], ["un autre", "disc"]]);
    await page.context().close();
  });

  test("paper holds every column, whole lines of code, and a chart on one sheet", async () => {
    const page = await at("/blog/essai", 718, 1047);
    await page.emulateMedia({ media: "print" });
    const cut = await page.$$eval("pre, .prose .table-scroll", (all) => all.filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim().slice(0, 40)));
    assert.deepEqual(cut, []);
    assert.ok((await page.locator(".article-body .chart").evaluate((one) => one.offsetHeight)) < 1047);
    await page.context().close();
  });

  test("what no template shows is refused at its line", () => {
    write("services/faux.yaml", `title: Faux\nname: Faux\norder: 21\nicon: layers\nsummary: Un essai.\n${SEO}why:\n  title: Pourquoi\n  body: Un texte.\n  tags: [a]\n  items:\n    - { title: Un, percent: 12 }\ncta:\n  eyebrow: Fin\n  title: Fin\n`);
    write("pages/faux.yaml", `title: Faux\nroute: /faux\ntemplate: contact.html\n${SEO}figures: [{ value: "1", label: essai }]\nblocks:\n  timeline:\n    title: Parcours\n    items: [{ year: "2020", title: Un, text: Deux }]\n`);
    const { status, stderr } = build();
    assert.equal(status, 1);
    const told = [...stderr.matchAll(/^error\[.+?\]: (.+)\n +--> (.+)$/gm)].map(([, message, place]) => `${place.replace(/:\d+$/, "")} ${message.split(/ (?:is not|holds)/)[0]}`);
    assert.deepEqual(told.sort(), [
      "content/pages/faux.yaml:7 `figures`",
      "content/pages/faux.yaml:9 the name `timeline` in `blocks`",
      "content/services/faux.yaml:11 unknown key `body` in `why`",
      "content/services/faux.yaml:12 unknown key `tags` in `why`",
      "content/services/faux.yaml:14 unknown key `percent` in `why.items[0]`",
      "content/services/faux.yaml:16 unknown key `eyebrow` in `cta`",
    ]);
  });
});
