// How much texts resemble each other. Every bound is a ratio, so that another text is no mistake by itself.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { entries, source } from "../harness/content.mjs";
import { root } from "../harness/engine.mjs";

/** At most so much of the five-word runs of all studies may stand in two of them. */
const SHARED_RUNS = 0.01;
/** At most so much of the sentences may begin with the three words that begin a sentence of another study. */
const SHARED_OPENINGS = 0.05;
/** At most so much of the sentences of one study may begin with the same word. */
const SAME_FIRST_WORD = 0.25;
/** A study of fewer sentences is too short for that share to say anything. */
const FEW_SENTENCES = 12;
/** At most so often in 10,000 words may these be said. */
const BUDGETS = [
  [/sous (?:24 h|vingt-quatre heures)/giu, 2.5],
  [/devient un argument/giu, 0.2],
  [/\b(?:il fallait|devai(?:t|ent))\b/giu, 3],
  [/\btien(?:t|nent) (?:en|dans) (?!vos locaux)/giu, 3],
  [/(?<!plus )\d+\+ ans d['’]expérience/giu, 1],
];

const words = (text) => text.toLowerCase().replaceAll("’", "'").match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*'?/gu) ?? [];
/** Keys whose values are names and addresses, which studies may share. */
const NAMES = /^\s*(?:- )?(?:icon|title|category|technologies|previous|next|website|app_name|ios|android|year\w*|status|sample|type|client|duration):/;

/** The paragraphs of a study's source, each with the line where it begins. */
function paragraphs(text) {
  const found = [];
  let open = false;
  let fenced = false;
  text.split("\n").forEach((raw, index) => {
    if (raw.startsWith("```")) fenced = !fenced;
    const passedOver = fenced || raw.startsWith("```") || raw.startsWith("#") || raw.trim() === "" || raw === "---" || NAMES.test(raw);
    if (passedOver) return void (open = false);
    const line = raw.replace(/^\s*(?:- |\d+\. )?(?:[a-z_]+:\s+)?(?:[>|]-?)?/, "").replaceAll("*", "");
    const begins = !open || /^\s*(?:[-|]|\d+\.|\w+:)/.test(raw);
    if (begins) found.push({ line: index + 1, text: line });
    else found.at(-1).text += ` ${line}`;
    open = true;
  });
  return found.filter(({ text }) => words(text).length > 0);
}

const sentences = (text) => text.split(/(?<=[.!?…])\s+/u).filter((sentence) => words(sentence).length > 3);
const studies = () => entries("case-studies").map(({ name, text }) => ({ name, paragraphs: paragraphs(text) }));

/** Files the places of each key: what a study says, by what is compared. */
function placesBy(keysOf) {
  const places = new Map();
  for (const { name, paragraphs } of studies()) {
    for (const { line, text } of paragraphs) {
      for (const key of keysOf(text)) places.set(key, [...(places.get(key) ?? []), { name, line }]);
    }
  }
  return places;
}

const inSeveral = ([, at]) => new Set(at.map(({ name }) => name)).size > 1;
const told = ([key, at]) => `« ${key} »: ${at.map(({ name, line }) => `content/case-studies/${name}:${line}`).join(", ")}`;
const percent = (share) => `${(100 * share).toFixed(2)} %`;

test("studies share less than one in a hundred of their five-word runs", (t) => {
  const runs = placesBy((text) => words(text).flatMap((_, at, all) => (at + 5 <= all.length ? [all.slice(at, at + 5).join(" ")] : [])));
  const shared = [...runs].filter(inSeveral);
  const share = shared.length / runs.size;
  t.diagnostic(`${shared.length} of ${runs.size} runs, ${percent(share)}`);
  assert.ok(share < SHARED_RUNS, `\n${percent(share)} of the runs are shared\n${shared.map(told).join("\n")}`);
});

test("studies do not begin their sentences alike", (t) => {
  const openings = placesBy((text) => sentences(text).map((sentence) => words(sentence).slice(0, 3).join(" ")));
  const count = (list) => list.reduce((sum, [, at]) => sum + at.length, 0);
  const shared = [...openings].filter(inSeveral);
  const share = count(shared) / count([...openings]);
  t.diagnostic(`${count(shared)} of ${count([...openings])} sentences, ${percent(share)}`);
  assert.ok(share < SHARED_OPENINGS, `\n${percent(share)} of the sentences begin as in another study\n${shared.map(told).join("\n")}`);
});

test("no two studies open alike", () => {
  const openings = [
    ["title", ({ text }) => /\n---\n+## (.+)/.exec(text)?.[1]],
    ["first sentence", ({ text }) => words(text.split(/\n---\n+## .+\n+/)[1] ?? "").slice(0, 2).join(" ")],
    ["challenge", ({ fields }) => words(fields.challenge).slice(0, 2).join(" ")],
    ["solution", ({ fields }) => words(fields.solution).slice(0, 3).join(" ")],
  ];
  const problems = openings.flatMap(([what, read]) => {
    const all = entries("case-studies").map((entry) => ({ name: entry.name, opening: read(entry) }));
    return all.flatMap(({ name, opening }, at) =>
      all.slice(at + 1).filter((other) => other.opening === opening).map((other) => `${what} « ${opening} »: content/case-studies/${name}, ${other.name}`),
    );
  });
  assert.ok(problems.length === 0, `\n${problems.join("\n")}`);
});

test("no study begins sentence after sentence with the same word", (t) => {
  const problems = [];
  for (const { name, paragraphs } of studies()) {
    const firsts = paragraphs.flatMap(({ line, text }) => sentences(text).map((sentence) => ({ line, word: words(sentence)[0] })));
    if (firsts.length < FEW_SENTENCES) continue;
    const linesOf = (word) => firsts.filter((one) => one.word === word).map(({ line }) => line);
    const word = firsts.map((one) => one.word).reduce((most, one) => (linesOf(one).length > linesOf(most).length ? one : most));
    const at = linesOf(word);
    const share = at.length / firsts.length;
    t.diagnostic(`${percent(share).padStart(8)}  « ${word} »  ${name}`);
    if (share > SAME_FIRST_WORD) problems.push(`content/case-studies/${name}: ${percent(share)} begin with « ${word} », lines ${at.join(", ")}`);
  }
  assert.ok(problems.length === 0, `\n${problems.join("\n")}`);
});

test("what is promised or praised is not said over and over", (t) => {
  const files = readdirSync(join(root, "content"), { recursive: true }).filter((name) => /(?:^|\/)[^_./][^/]*\.(?:md|ya?ml)$/.test(name));
  const texts = files.filter((name) => !/^(?:facts\.yaml|claims\.yaml|README\.md)$/.test(name)).map((name) => ({ name, text: source(name) }));
  const total = texts.reduce((sum, { text }) => sum + words(text).length, 0);
  const problems = [];
  for (const [pattern, budget] of BUDGETS) {
    const places = texts.flatMap(({ name, text }) =>
      text.split("\n").flatMap((line, index) => (line.replace(/\s/gu, " ").match(pattern) ?? []).map(() => `content/${name}:${index + 1}`)),
    );
    const rate = (10000 * places.length) / total;
    t.diagnostic(`${places.length} in ${total} words, ${rate.toFixed(2)} in 10,000, at most ${budget}: ${pattern.source}`);
    if (rate > budget) problems.push(`${pattern.source}: ${rate.toFixed(2)} in 10,000 words, at most ${budget}\n${places.join("\n")}`);
  }
  assert.ok(problems.length === 0, `\n${problems.join("\n")}`);
});
