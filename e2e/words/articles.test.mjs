// Articles and case studies: reading times, arithmetic of the cost tables, the pattern of descriptions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { find, visible, withClass } from "./html.mjs";
import { entries, fieldsOf, source } from "../harness/content.mjs";
import { kind, page, pages, words } from "./pages.mjs";
import { costTables } from "./sources.mjs";

const plain = (text) => text.replaceAll("’", "'").replace(/\s+/gu, " ").trim();

test("articles are as long as they say, at 220 words a minute", (t) => {
  const problems = [];
  const articles = entries("articles");
  assert.equal(pages.filter((of) => kind(of.path) === "article").length, articles.length);
  for (const { slug, fields } of articles) {
    const of = page(`/blog/${slug}`);
    const body = find(of.body, withClass("article-body"));
    const stated = Number(/(\d+)\smin de lecture/u.exec(visible(find(of.body, withClass("byline"))))?.[1]);
    const count = words(visible(body, { skip: (element) => element.tag === "pre" })).length;
    const minutes = count / 220;
    t.diagnostic(`${String(count).padStart(5)} words  ${minutes.toFixed(1).padStart(5)} min, says ${stated}  ${of.path}`);
    // What the build computes is rounded up to whole minutes.
    const slack = fields.reading_time ? 0.15 * stated : 1;
    if (!(Math.abs(minutes - stated) <= slack)) problems.push(`${of.path}: ${minutes.toFixed(1)} min of words, says ${stated}`);
  }
  assert.ok(problems.length === 0, `\n${problems.join("\n")}`);
});

test("totals of cost tables are the sums of their rows", (t) => {
  const problems = [];
  let tables = 0;
  for (const { name, text } of entries("articles")) {
    const fences = text.split("```component cost-table").length - 1;
    const read = costTables(text);
    assert.equal(read.length, fences, `${name}: a cost table is not read`);
    for (const { caption, rows } of read) {
      tables += 1;
      const totals = rows.filter((row) => row.total);
      if (totals.length !== 1 || rows.at(-1) !== totals[0]) problems.push(`${name}: ${caption}: one total, at the end, is wanted`);
      const parts = rows.filter((row) => !row.total);
      totals[0]?.values.forEach((value, column) => {
        const sum = parts.reduce((so, row) => so + row.values[column], 0);
        if (sum !== value || Number.isNaN(sum)) problems.push(`${name}: ${caption}: column ${column + 1} adds up to ${sum}, not ${value}`);
      });
      if (rows.some((row) => row.values.length !== totals[0]?.values.length)) problems.push(`${name}: ${caption}: rows of different lengths`);
      t.diagnostic(`${totals[0]?.values.join(" / ")}  ${caption}`);
    }
  }
  assert.ok(tables >= 4, `${tables} cost tables`);
  assert.ok(problems.length === 0, `\n${problems.join("\n")}`);
});

test("24 months cost 98 400 € with a senior, 206 200 € with juniors, 107 800 € apart", () => {
  const name = "developpeur-senior-freelance-vs-juniors-projet-logiciel";
  const { text } = entries("articles").find((entry) => entry.slug === name);
  const [senior, juniors] = costTables(text)[0].rows.at(-1).values;
  assert.deepEqual([senior, juniors, juniors - senior], [98400, 206200, 107800]);
  const shown = plain(visible(page(`/blog/${name}`).body));
  for (const figure of ["98 400 €", "206 200 €", "107 800 €"]) assert.ok(shown.includes(figure), figure);
});

test("case studies keep the pattern of titles and descriptions", () => {
  const { solutions } = fieldsOf(source("site.yaml"), ".yaml");
  const problems = [];
  for (const { name, slug, fields } of entries("case-studies")) {
    const of = page(`/case-studies/${slug}`);
    const { title, category, client, results, seo } = fields;
    const description = seo?.description ?? `Découvrez comment j'ai développé ${title}, une solution ${solutions[category]} pour ${client}. ${results[0]}`;
    if (plain(of.description) !== plain(description)) problems.push(`${name}: ${of.description}`);
    const pattern = seo?.title ?? `${title} | Étude de cas ${category} | `;
    if (!plain(of.title).startsWith(plain(pattern))) problems.push(`${name}: ${of.title}`);
  }
  assert.ok(problems.length === 0, `\n${problems.join("\n")}`);
});
