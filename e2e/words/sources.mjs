// What the words' tests read of content/ beside its entries: facts.yaml and cost tables.

import { entries, entriesWhere, source } from "../harness/content.mjs";

/** A fact's text with `{articles}` and `{articles category=SaaS}` as the number of such entries. */
export const counted = (text) =>
  text.replace(/\{([a-z-]+)(?: (\w+)=([^{}]+))?\}/g, (_, collection, key, value) =>
    String((key ? entriesWhere(collection, key, value) : entries(collection)).length),
  );

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
    list.at(-1)[match[2]] = JSON.parse(match[3], (_, value) => (typeof value === "string" ? counted(value) : value));
  });
  return list;
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
