import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { parse } from "yaml";
import plate from "./plate";
import { NARROW, WIDE } from "./plate/grammar";
import { beyond, seen } from "./plate/reach";

interface Schema {
  default?: Data;
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}
type Data = null | string | number | boolean | Data[] | { [key: string]: Data };

/** Data as drawings get it: what is not given has its default, or is null. */
function whole(data: Data, { $ref, properties, items }: Schema): Data {
  if ($ref) return whole(data, $defs[$ref.split("/").at(-1) ?? ""] ?? {});
  if (Array.isArray(data)) return data.map((one) => whole(one, items ?? {}));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(properties ?? {}).map(([key, schema]) => [key, key in data ? whole(data[key] ?? null, schema) : (schema.default ?? null)]));
}

const folder = join(import.meta.dirname, "../../content/case-studies");
const { $defs } = parse(readFileSync(join(folder, "_schema.yaml"), "utf8")) as { $defs: Record<string, Schema> };
const drawn = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .flatMap((file) => {
    const [, front] = readFileSync(join(folder, file), "utf8").split(/^---\n/m);
    const { draw } = (parse(front ?? "") as { plate: { draw: Record<string, Data> } }).plate;
    return Object.entries(draw).map(([kind, data]) => ({ kind, data: whole(data, $defs[kind] ?? {}) }));
  });

/** Ordinary French, cut off where asked. */
const PROSE = "Le suivi du chantier reste visible pour tous ceux qui passent par ici demain soir";
const prose = (length: number) => PROSE.slice(0, length).replace(/ $/, "s");

interface Change {
  at: string;
  is: string;
  data: Data;
}

/** The data with one value at a bound of its schema, for every value that has one. */
function changes(data: Data, schema: Schema, at = ""): Change[] {
  const { $ref, properties = {}, items, ...own } = { ...$defs[schema.$ref?.split("/").at(-1) ?? ""], ...schema };
  if (typeof data === "string") return own.maxLength ? [{ at, is: `${own.maxLength} letters`, data: prose(own.maxLength) }] : [];
  if (typeof data === "number") return [own.minimum, own.maximum].flatMap((bound) => (bound === undefined ? [] : [{ at, is: String(bound), data: bound }]));
  if (Array.isArray(data)) {
    const last = data.at(-1);
    const [least, most] = [own.minItems ?? 0, own.maxItems ?? data.length];
    const more = last === undefined ? data : [...data, ...Array.from({ length: most - data.length }, () => last)];
    const counts = least === most ? [] : [data.slice(0, least), more].map((list) => ({ at, is: `${list.length} items`, data: list }));
    return [...counts, ...data.flatMap((one, i) => changes(one, items ?? {}, `${at}[${i}]`).map((change) => ({ ...change, data: data.with(i, change.data) })))];
  }
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([key, one]) => changes(one, properties[key] ?? {}, `${at}.${key}`).map((change) => ({ ...change, data: { ...data, [key]: change.data } })));
}

/** So short that it is within the budget of a plate. */
const LIGHT = 16_000;

/** What is said of a drawing: nothing when it is drawn. */
function refused(kind: string, data: Data, frame: typeof WIDE): string | undefined {
  try {
    const svg = plate({ slug: "x", draw: { [kind]: data }, narrow: frame.narrow });
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    if (svg.length > LIGHT) expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(6 * 1024);
    if (kind !== "dispatch") expect(seen(svg).flatMap(({ box, words }) => beyond(box, frame, 24) ? [`${words}: ${box}`] : [])).toEqual([]);
  } catch (refusal) {
    if (!(refusal instanceof Error) || !refusal.message.startsWith("content/")) throw refusal;
    return refusal.message;
  }
}

test.each(drawn)("$kind is drawn at each bound of its schema, or says in whose file to change what", ({ kind, data }) => {
  const schema = $defs[kind] ?? {};
  for (const change of changes(data, schema)) {
    for (const frame of [WIDE, NARROW]) {
      const said = refused(kind, change.data, frame);
      expect(said ?? "").not.toContain("lacks something");
      if (said) expect(said).toMatch(new RegExp(`^content/case-studies/x\\.md, under \`plate\\.draw\\.${kind}\`: .+: .+`));
    }
  }
  // Hundreds of drawings, which a busy machine takes its time for.
}, 60_000);
