// What a calculator gives is what the text says around it. The formulas themselves are held against `gives` by the islands' tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { entries, source } from "../harness/content.mjs";

const plain = (text) => text.replaceAll("’", "'").replace(/[\s\u00a0\u202f]+/gu, " ");
/** A number as a text may write it: `2 500,5`, with a last zero or without. */
const written = (value) => {
  const [whole, part] = String(value).split(".");
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, " ");
  return new RegExp(`(?<![\\d,])${digits}${part ? `,${part}0?` : "(?:,0)?"}(?![\\d,]\\d)`, "u");
};

test("every figure that a calculator gives stands in the text that shows it", (t) => {
  const texts = [...entries("articles").map(({ name, text }) => [name, text]), ["kap-numerik.yaml", source("pages/kap-numerik.yaml")]];
  const problems = [];
  for (const { slug, fields } of entries("calculators")) {
    const place = texts.find(([name, text]) => text.includes(`\`\`\`component calculator\nof: ${slug}\n`) || (slug === "aide" && name.startsWith("kap")));
    assert.ok(place, `no text shows content/calculators/${slug}.yaml`);
    const [name, text] = [place[0], plain(place[1])];
    const scenarios = fields.scenarios ?? [];
    const given = [["its own figures", fields.gives], ...scenarios.map(({ label, gives }) => [label, gives])];
    let count = 0;
    for (const [label, gives] of given) {
      for (const [cell, value] of Object.entries(gives ?? {})) {
        count += 1;
        if (!written(value).test(text)) problems.push(`content/calculators/${slug}.yaml: ${label}: ${cell} gives ${value}, which ${name} does not say`);
      }
    }
    t.diagnostic(`${String(count).padStart(3)} figures  ${slug}  ${name}`);
    assert.ok(count > 0);
  }
  assert.ok(problems.length === 0, `\n${problems.join("\n")}`);
});
