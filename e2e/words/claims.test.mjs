// Where the site's claims come from: content/claims.yaml against the files that make them.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fieldsOf, source } from "../harness/content.mjs";
import { root } from "../harness/engine.mjs";
import { facts } from "./sources.mjs";

const KINDS = ["given", "confirmed", "written", "sample"];
const KEYS = ["id", "words", "file", "kind", "question", "source", "review", "page"];
/** What is measured in these is claimed by somebody; hours of the day and minutes of reading are not. */
const FIGURE = /\d(?:[\d\s,.-]*\d)?(?:\+|\s?(?:%|€|semaines?|mois|ans\b|jours))/gu;

const text = source("claims.yaml");
const { claims } = fieldsOf(text, ".yaml");
const lineOf = (id) => text.slice(0, text.indexOf(`- id: ${id}\n`)).split("\n").length;
const told = ({ id }, problem) => `content/claims.yaml:${lineOf(id)}: ${id}: ${problem}`;
const none = (problems) => assert.ok(problems.length === 0, `\n${problems.join("\n")}`);
const plain = (words) => words.replaceAll("’", "'").replace(/\s+/gu, " ");

test("claims have what the owner needs to answer them", (t) => {
  const ids = claims.map(({ id }) => id);
  const today = new Date().toISOString().slice(0, 10);
  const problems = claims.flatMap((claim) => {
    const { id, kind, question, review } = claim;
    const wrong = [
      !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) && "the id is not in small letters with hyphens",
      ids.indexOf(id) !== ids.lastIndexOf(id) && "the id is taken",
      !KINDS.includes(kind) && `no such kind: ${kind}`,
      !/[?.]$/.test(question ?? "") && "no question",
      review !== undefined && !(/^\d{4}-\d\d-\d\d$/.test(review) && new Date(review).toISOString().startsWith(review)) && `no date: ${review}`,
      ...Object.keys(claim).filter((key) => !KEYS.includes(key)).map((key) => `no such key: ${key}`),
    ];
    return wrong.filter(Boolean).map((problem) => told(claim, problem));
  });
  for (const kind of KINDS) t.diagnostic(`${String(claims.filter((claim) => claim.kind === kind).length).padStart(4)}  ${kind}`);
  for (const claim of claims.filter(({ review }) => review < today)) t.diagnostic(told(claim, `to be read again since ${claim.review}`));
  none(problems);
});

test("the words of every claim stand in its file", () => {
  none(
    claims.flatMap((claim) => {
      const file = join(root, claim.file);
      if (!existsSync(file)) return [told(claim, `no file ${claim.file}`)];
      return plain(readFileSync(file, "utf8")).includes(plain(claim.words)) ? [] : [told(claim, `${claim.file} does not say: ${claim.words}`)];
    }),
  );
});

// `site check` warns editors who try an entry out; what stands in this project has its claim.
test("whatever is invented has its claim", { skip: process.env.SITE_ROOT ? "the samples of another site" : false }, () => {
  const files = readdirSync(join(root, "content"), { recursive: true }).filter((name) => /(?:^|\/)[^_./][^/]*\.(?:md|ya?ml)$/.test(name));
  const samples = files.filter((name) => name !== "README.md" && /^\s*sample: true$/m.test(source(name))).map((name) => `content/${name}`);
  const covered = new Set(claims.filter(({ kind }) => kind === "sample").map(({ file }) => file));
  assert.ok(samples.length > 0, "no file is marked `sample: true`");
  none(samples.filter((file) => !covered.has(file)).map((file) => `${file} is marked \`sample: true\`, and content/claims.yaml has no sample of it`));
});

test("every figure of facts.yaml is a claim, but for the choices of forms", () => {
  const claimed = new Set(claims.flatMap(({ words }) => plain(words).match(FIGURE) ?? []));
  const stated = facts().filter(({ figure }) => !/^(?:home wizard|agency form):/.test(figure));
  const problems = stated.flatMap(({ line, text = [] }) =>
    [text].flat().flatMap((one) => (plain(one).match(FIGURE) ?? []).filter((figure) => !claimed.has(figure)).map((figure) => `content/facts.yaml:${line}: no claim says ${figure}`)),
  );
  none(problems);
});
