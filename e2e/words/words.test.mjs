// The words of the built pages: facts on their pages, heads, lengths, language, typography.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { english, typography } from "./french.mjs";
import { elements, find, visible, withClass } from "./html.mjs";
import { assets, kind, page, pages, props, words } from "./pages.mjs";
import { entries } from "../harness/content.mjs";
import { facts } from "./sources.mjs";
import { ADDRESSES, LEAST } from "./specified.mjs";

const plain = (text) => text.replaceAll("’", "'").replace(/\s+/gu, " ").trim();
const list = (value) => (Array.isArray(value) ? value : [value]);
const main = (of) => find(of.body, (element) => element.tag === "main");

/** Passes when there is nothing to say, else says all of it. */
const none = (problems) => assert.ok(problems.length === 0, `\n${problems.length} problems\n${problems.join("\n")}`);

/** The texts of attributes that a reader hears or sees. */
const SPOKEN = ["alt", "aria-label", "placeholder", "title", "aria-description"];
const spoken = (of) => [...elements(of.body)].flatMap((element) => SPOKEN.map((name) => element.attributes[name]).filter(Boolean));
/** The texts of the head that search engines and social networks show. */
const shown = (of) => [of.title, of.description, of.meta("og:title"), of.meta("og:description"), of.meta("og:image:alt")].filter(Boolean);

/** What calculators compute with, which is no text. */
const FORMULAS = new Set(["formula", "when"]);

/** The texts that islands get: sentences of their props, without markup. */
function given(of) {
  const found = [];
  const walk = (value) => {
    if (typeof value === "string" && /\s/.test(value) && !/^[./#]|^https?:/.test(value)) found.push(value.replace(/<[^>]*>/g, ""));
    else if (value && typeof value === "object") {
      for (const [key, one] of Object.entries(value)) if (!(FORMULAS.has(key) && typeof one === "string")) walk(one);
    }
  };
  walk(props(of));
  return found;
}

const CODE = new Set(["code", "pre", "kbd", "samp"]);
const foreign = (element) => CODE.has(element.tag) || (element.attributes.lang ?? "fr") !== "fr";
const prose = (of) => visible(of.body, { skip: foreign, stand: "\ufffc" });

before(() => assert.ok(pages.length > 40, `${pages.length} pages: build the site first, or name its folder in DIST`));

test("the site contains what the specification names", () => {
  const problems = ADDRESSES.filter((path) => !page(path)).map((path) => `${path} is neither a page nor a former address (\`aliases\`) of one`);
  for (const [collection, least] of Object.entries(LEAST)) {
    const count = entries(collection).length;
    if (count < least) problems.push(`content/${collection} has ${count} entries, at least ${least} are wanted`);
  }
  none(problems);
});

test("lists show every entry, and the rating is that of the reviews", () => {
  const problems = [];
  for (const [path, collection] of [["/projects", "projects"], ["/blog", "articles"], ["/outils", "tools"]]) {
    const shown = new Set([...elements(page(path).body)].map((element) => element.attributes["data-id"]));
    problems.push(...entries(collection).filter(({ slug }) => !shown.has(slug)).map(({ name }) => `${path} does not show content/${collection}/${name}`));
  }
  const ratings = entries("reviews").map(({ fields }) => fields.rating);
  const average = (ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length).toFixed(1).replace(".", ",");
  const stated = visible(find(page("/").body, withClass("average-value")));
  if (stated !== average) problems.push(`/: the rating is ${average}, not ${stated}`);
  none(problems);
});

test("every fact stands on its page", () => {
  const problems = [];
  const all = facts().filter(({ page: path }) => path);
  const texts = new Map(pages.map((of) => [of.path, plain(visible(of.body))]));
  for (const { line, page: path, text, near, source, asset, times, least = 1 } of all) {
    const at = `facts.yaml:${line}: ${path}`;
    const of = page(path);
    if (!of) {
      problems.push(`${at} is not a page`);
      continue;
    }
    if (source !== undefined) {
      const where = asset === "props" ? JSON.stringify(props(of)) : asset ? assets(of, asset) : of.html;
      for (const one of list(source)) {
        const found = where.split(one).length - 1;
        if (times === undefined ? found < least : found !== times) problems.push(`${at} has ${found} times: ${one}`);
      }
      continue;
    }
    const body = texts.get(of.path);
    for (const one of list(text)) {
      const wanted = plain(one);
      const places = [...body.matchAll(new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "g"))].map((match) => match.index);
      if (places.length === 0) problems.push(`${at} does not say: ${one}`);
      else if (near && !places.some((place) => body.slice(Math.max(0, place - 120), place + wanted.length + 120).includes(plain(near)))) {
        problems.push(`${at} says ${one}, but not near: ${near}`);
      }
    }
  }
  assert.ok(all.length > 100, `${all.length} facts`);
  none(problems);
});

test("titles and descriptions are unique, descriptions have 120 to 160 characters", () => {
  const problems = [];
  const indexed = pages.filter((of) => of.indexed);
  for (const [name, text] of [
    ["title", (of) => of.title],
    ["description", (of) => of.description],
    ["social title", (of) => of.meta("og:title")],
    ["social description", (of) => of.meta("og:description")],
  ]) {
    const seen = new Map();
    for (const of of indexed) {
      const value = text(of);
      if (!value) problems.push(`${of.path}: no ${name}`);
      else if (seen.has(value)) problems.push(`${of.path}: the ${name} of ${seen.get(value)}`);
      seen.set(value, of.path);
    }
  }
  for (const of of indexed) {
    const length = [...of.description].length;
    if (kind(of.path) !== "case study" && (length < 120 || length > 160)) problems.push(`${of.path}: description of ${length} characters`);
  }
  none(problems);
});

/** The least words of a page that the specification names; any other has those of a short page. */
const MINIMUM = { home: 2000, page: 350, "short page": 30, service: 550, "short service": 20, "case study": 400, article: 1700, legal: 500 };

test("pages have their words", (t) => {
  const problems = [];
  const specified = new Set(ADDRESSES.map((path) => page(path)));
  const rows = pages.map((of) => [words(visible(main(of))).length, specified.has(of) ? kind(of.path) : "short page", of.path]);
  const table = [];
  for (const [name, minimum] of Object.entries(MINIMUM)) {
    const counted = rows.filter(([, of]) => of === name).sort((a, b) => a[0] - b[0]);
    table.push(`${name} (at least ${minimum})`, ...counted.map(([count, , path]) => `${String(count).padStart(6)}  ${path}`));
    problems.push(...counted.filter(([count]) => count < minimum).map(([count, , path]) => `${path}: ${count} words, ${name} has ${minimum}`));
  }
  table.push(`${String(rows.reduce((sum, [count]) => sum + count, 0)).padStart(6)}  in ${rows.length} pages`);
  table.forEach((row) => t.diagnostic(row));
  none(problems);
});

test("no English words outside code and names", () => {
  const problems = pages.flatMap((of) =>
    [prose(of), ...spoken(of), ...shown(of), ...given(of)].flatMap(english).map((found) => `${of.path}: ${found}`),
  );
  none([...new Set(problems)]);
});

test("texts are set in French", () => {
  const problems = pages.flatMap((of) =>
    [prose(of), ...spoken(of), ...shown(of), ...given(of)].flatMap(typography).map((found) => `${of.path}: ${found}`),
  );
  none([...new Set(problems)]);
});
