// The readers themselves: what they must find, and what they must leave alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { english, typography } from "./french.mjs";
import { decode, parse, visible } from "./html.mjs";
import { entries, fieldsOf } from "../harness/content.mjs";
import { costTables, facts } from "./sources.mjs";

test("English is found, French and names are not", () => {
  for (const text of ["Read the guide", "Made with love", "Your project", "En savoir more", "Lire this article"]) {
    assert.notDeepEqual(english(text), [], text);
  }
  for (const text of ["On lit un but, or son an", "The Mythical Man-Month", "Sur Google Play", "IT et API", "voir https://a.example/the/and", "l’on m’a dit"]) {
    assert.deepEqual(english(text), [], text);
  }
});

test("breaches of French typography are found", () => {
  const wrong = [
    "l'outil", 'dit "oui"', "Vraiment ?", "Vraiment\u00a0?", "Vraiment?", "un ; deux", "un : deux", "un: deux", "« oui »", "«oui»",
    "«\u00a0oui »", "250 000\u00a0€", "70 %", "12 €", "deux  espaces",
  ];
  for (const text of wrong) assert.notDeepEqual(typography(text), [], text);
  const right = [
    "l’outil", "Vraiment\u202f? Oui\u202f! Un\u202f; deux\u00a0: trois", "«\u00a0oui\u00a0»", "250\u202f000\u00a0€", "70\u00a0%", "?", "12:30",
    "https://a.example/?b=c", "+262 262 00 00 00", "en 2024 100 pages",
  ];
  for (const text of right) assert.deepEqual(typography(text), [], text);
});

test("a page is read as it is seen", () => {
  const body = parse('<body><p>Un <b>mot</b>&nbsp;: <code>x : y</code></p><script>let a = "<p>non</p>";</script><p hidden>deux&#x2f;trois<br>quatre</p></body>');
  assert.equal(visible(body), "Un mot\u00a0: x : y\ndeux/trois\nquatre");
  assert.equal(visible(body, { skip: (element) => element.tag === "code", stand: "\ufffc" }).split("\n")[0], "Un mot\u00a0: \ufffc");
  assert.equal(decode("&lt;&#39;&#x2F;&amp;"), "<'/&");
  assert.throws(() => parse("<p><b>un</p></b>"), /<\/p> closes <b>/);
});

test("sources are read line by line, and nothing is passed over", () => {
  assert.deepEqual(facts('# note\n- figure: "a"\n  page: "/"\n  text: ["b", "c"]\n'), [{ line: 2, figure: "a", page: "/", text: ["b", "c"] }]);
  assert.throws(() => facts("- figure: sans guillemets\n"), SyntaxError);
  assert.throws(() => facts('- figure: "a"\nun texte\n'), /facts.yaml:2/);
  const text = '---\ntitle: "Un : deux"\nresults: [Plus de mots., Autre.]\n---\n\n---\n';
  assert.deepEqual(fieldsOf(text, ".md"), { title: "Un : deux", results: ["Plus de mots.", "Autre."] });
  const reviews = entries("reviews").length;
  assert.deepEqual(facts('- text: "{reviews} avis, {reviews id=1}"\n')[0].text, `${reviews} avis, 1`);
  const table = "```component cost-table\ncaption: C\nrows:\n  - label: A\n    values: [1 200 €, 3 €]\n  - label: Total\n    values: [1 200 €, 4 €]\n    total: true\n```";
  assert.deepEqual(costTables(table)[0].rows, [
    { label: "A", values: [1200, 3], total: false },
    { label: "Total", values: [1200, 4], total: true },
  ]);
});
