// One site, one voice: the lexicon, the promises, the voices and the chronology of facts.yaml against content/.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { entries, source } from "../harness/content.mjs";
import { root } from "../harness/engine.mjs";
import { facts } from "./sources.mjs";

const none = (problems) => assert.ok(problems.length === 0, `\n${problems.join("\n")}`);
const ofKind = (kind) => facts().filter((statement) => kind in statement);

/** The lines that visitors may read: those of the content's files, but for what is only about them. */
const ABOUT = new Set(["README.md", "facts.yaml", "claims.yaml"]);
const lines = readdirSync(join(root, "content"), { recursive: true })
  .filter((file) => /\.(?:md|ya?ml)$/.test(file) && !/_(?:schema|defs)\.yaml$/.test(file) && !ABOUT.has(file))
  .sort()
  .flatMap((file) => source(file).split("\n").map((text, index) => ({ file, line: index + 1, text: text.replace(/[\s\u202f\u00a0]/gu, " ") })))
  .filter(({ text }) => !/^\s*#/.test(text) || /^#+ /.test(text));

/** The places that match, those of some files only, or of all but some. */
const places = (pattern, { only, but = [] } = {}) =>
  lines.filter(({ file, text }) => (!only || only.some((start) => file.startsWith(start))) && !but.some((start) => file.startsWith(start)) && new RegExp(pattern, "u").test(text));
const at = ({ file, line }) => `content/${file}:${line}`;

test("what has one name is called by it", () => {
  none(ofKind("say").flatMap(({ say, never }) => places(never).map((place) => `${at(place)}: say « ${say} », not: ${place.text.match(new RegExp(never, "u"))[0]}`)));
});

test("promises are not made more often than they may", (t) => {
  none(
    ofKind("promise").flatMap(({ promise, words, most }) => {
      const made = places(words).flatMap((place) => [...place.text.matchAll(new RegExp(words, "gu"))].map(() => place));
      t.diagnostic(`${made.length} of ${most}  ${promise}`);
      return made.length > most ? [`${promise}: ${made.length} times, ${most} at most: ${made.map(at).join(", ")}`] : [];
    }),
  );
});

test("a page says « je » or « nous », not both", () => {
  none(ofKind("voice").flatMap(({ voice, only, but, never }) => places(never, { only, but }).map((place) => `${at(place)}: this page says « ${voice} »: ${place.text.trim().slice(0, 90)}`)));
});

test("no comma of a sentence parts it into two items of a list", () => {
  const unquoted = (text) => text.replace(/(?<=[[,] *)(?:"[^"]*"|'[^']*')(?=[,\]])/gu, "«»");
  const parted = lines.filter(({ text }) => /: \[[^\]]*, (?:qui|que|qu'|dont|où|mais|car|et|puis|donc)(?: |(?<='))/u.test(unquoted(text)));
  none(parted.map(({ text, ...place }) => `${at(place)}: write this item in quotes: ${text.trim()}`));
});

test("no article cites what was still to come", () => {
  const studies = new Map(entries("case-studies").map(({ name, slug, fields }) => [slug, { name, year: fields.year }]));
  const versions = ofKind("version");
  const problems = [];
  for (const { name, text, fields } of entries("articles")) {
    const until = fields.updated ?? fields.date;
    text.split("\n").forEach((line, index) => {
      const place = `content/articles/${name}:${index + 1}`;
      const listed = /^related_studies:/.test(line) ? fields.related_studies : [];
      const cited = [...listed, ...[...line.matchAll(/case-studies\/([a-z0-9-]+)\.md/g)].map(([, slug]) => slug)];
      // A study says its year only: it is taken as done in the middle of it.
      for (const slug of cited.filter((one) => studies.has(one))) if (`${studies.get(slug).year}-07-01` > until) problems.push(`${place}: ${slug} is of ${studies.get(slug).year}, this article of ${until}`);
      for (const { version, since } of versions) if (line.includes(version) && since > until) problems.push(`${place}: ${version} is of ${since}, this article of ${until}`);
    });
  }
  none(problems);
});
