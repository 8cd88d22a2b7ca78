/** What content/ holds, so that tests count what editors wrote instead of knowing it. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, extname, join } from "node:path";
import { root } from "./engine.mjs";

// The islands' package: this one needs no parser but here.
const { parse } = createRequire(join(root, "islands/package.json"))("yaml");

/** A file of content/. */
export const source = (path) => readFileSync(join(root, "content", path), "utf8");

/** The fields of an entry's file: its front matter, or all of it. */
export function fieldsOf(text, extension) {
  if (extension !== ".md") return parse(text);
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  return parse(lines.slice(1, lines.indexOf("---", 1)).join("\n"));
}

/** The day of the build: that of SOURCE_DATE_EPOCH, in seconds, when it is set. */
const seconds = process.env.SOURCE_DATE_EPOCH;
const today = (seconds ? new Date(Number(seconds) * 1000) : new Date()).toISOString().slice(0, 10);
const isPublished = ({ draft, hidden, date, expires }) => !draft && !hidden && !(date > today) && !(expires <= today);

/** The published entries of a collection: `{ name, slug, fields, text }`. */
export function entries(collection) {
  const files = readdirSync(join(root, "content", collection)).filter((name) => /^[^_.].*\.(md|ya?ml)$/.test(name));
  const all = files.map((name) => {
    const text = source(join(collection, name));
    const fields = fieldsOf(text, extname(name));
    return { name, slug: fields.slug ?? basename(name, extname(name)), fields, text };
  });
  return all.filter(({ fields }) => isPublished(fields));
}

/** The published entries whose field `key` is `value`; a list is so when it holds it. */
export const entriesWhere = (collection, key, value) => entries(collection).filter(({ fields }) => [fields[key]].flat().some((one) => String(one) === value));
