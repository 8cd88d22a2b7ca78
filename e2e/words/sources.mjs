// What the tests read of content/: facts.yaml, front matters, cost tables.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const content = fileURLToPath(new URL("../../content", import.meta.url));
export const source = (path) => readFileSync(join(content, path), "utf8");
export const entries = (collection) =>
  readdirSync(join(content, collection)).filter((name) => name.endsWith(".md")).map((name) => ({ name, text: source(join(collection, name)) }));

/**
 * The facts. A fact is a list item of keys with values in JSON, one a line: plain YAML, and readable without a library.
 * Throws on a line that is anything else, so that no fact is passed over.
 */
export function facts(text = source("facts.yaml")) {
  const list = [];
  text.split("\n").forEach((line, index) => {
    if (!line.trim() || line.startsWith("#")) return;
    const match = /^(- |  )([a-z]+): (.+)$/.exec(line);
    if (!match) throw new Error(`facts.yaml:${index + 1}: not a key and a value in JSON`);
    if (match[1] === "- ") list.push({ line: index + 1 });
    list.at(-1)[match[2]] = JSON.parse(match[3]);
  });
  return list;
}

/** A value of a front matter that is one line of text. */
export function line(text, key) {
  const value = new RegExp(`^${key}: (.+)$`, "m").exec(text)?.[1];
  return value?.startsWith('"') ? JSON.parse(value) : value;
}

/** The first item of a front matter's list of texts. */
export function first(text, key) {
  const block = new RegExp(`^${key}:\\n  - (.+(?:\\n    .+)*)`, "m").exec(text)?.[1].replace(/\n\s+/g, " ");
  return block?.startsWith('"') ? JSON.parse(block) : block;
}

const amount = (text) => Number(text.replace(/[\s€]/gu, "").replace(",", "."));

/** The cost tables of a text: caption and rows `{ label, values, total }`, values in euros. */
export function costTables(text) {
  const fences = [...text.matchAll(/^```component cost-table\n([\s\S]*?)^```$/gm)].map(([, body]) => body);
  return fences.map((body) => {
    const rows = [];
    for (const row of body.split("\n")) {
      const label = /^  - label: (.+)$/.exec(row);
      const values = /^    values: \[(.+)\]$/.exec(row);
      if (label) rows.push({ label: label[1], values: [], total: false });
      if (values) rows.at(-1).values = values[1].split(/,\s+/).map(amount);
      if (/^    total: true$/.test(row)) rows.at(-1).total = true;
    }
    return { caption: /^caption: (.+)$/m.exec(body)?.[1], rows };
  });
}
