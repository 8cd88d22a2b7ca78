import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

type Colour = [red: number, green: number, blue: number];
type Theme = Record<string, string>;

const islands = join(import.meta.dirname, "..");
const folders = [join(islands, "styles"), join(islands, "../public/styles")];
const tokens = readFileSync(join(islands, "styles/tokens.css"), "utf8");

/** The colours of the block that begins with `head`. */
function block(head: string): Theme {
  const start = tokens.indexOf(head);
  expect(start, head).toBeGreaterThan(-1);
  const text = tokens.slice(start, tokens.indexOf("}", start));
  return Object.fromEntries(
    [...text.matchAll(/--color-([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

const light = block("@theme");
const dark = block('[data-theme="dark"]');

/** A colour: a token, a literal, or `front 8% back`, so much of the one over the other. */
function colour(theme: Theme, name: string): Colour {
  const [front, share, back] = name.split(" ");
  if (share && back) {
    const [above, below] = [colour(theme, front ?? ""), colour(theme, back)];
    const part = Number.parseFloat(share) / 100;
    return above.map((channel, index) => channel * part + (below[index] ?? 0) * (1 - part)) as Colour;
  }
  const hex = name.startsWith("#") ? name : theme[name];
  if (!hex) throw new Error(`there is no colour \`${name}\``);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Colour;
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(channels: Colour): number {
  const [red, green, blue] = channels.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, front: string, back: string): number {
  const [one, other] = [luminance(colour(theme, front)), luminance(colour(theme, back))];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

const TEXT = 4.5;
/** Large text, icons, edges of fields, rings of focus. */
const SHAPE = 3;
/** Nine parts in a hundred of lava in #1a1820 (layout.css). */
const BAND = "#2f2123";
const INKS = ["lava", "lagon", "vanille", "tamarin", "vetyver", "ink-2"];

/** What stands on what, wherever the page's theme holds. */
const PAIRS: [what: string, fronts: string[], backs: string[], least: number][] = [
  [
    "text, hints, placeholders, the header over what scrolls",
    ["ink", "ink-2"],
    ["paper", "paper-2", "paper 94% ink"],
    TEXT,
  ],
  ["accents as text: labels, figures, badges, links", INKS, ["paper", "paper-2"], TEXT],
  ["errors and required marks", ["danger"], ["paper", "paper-2"], TEXT],
  ["inverse: pressed chips, hovered buttons, the skip link", ["paper"], ["ink", "ink-2"], TEXT],
  ["counters of chips", ["ink 80% paper"], ["paper"], TEXT],
  ["counters of pressed chips", ["paper 80% ink"], ["ink"], TEXT],
  ["the main action, selected text", ["on-accent"], ["lava"], TEXT],
  ["the agency's mark", ["paper"], ["lagon"], TEXT],
  ["tinted callouts", ["ink", "ink-2"], ["lagon 6% paper", "tamarin 6% paper", "lava 6% paper"], TEXT],
  ["titles of tinted quotations", ["lagon"], ["lagon 6% paper"], TEXT],
  ["titles of tinted quotations", ["tamarin"], ["tamarin 6% paper"], TEXT],
  ["titles of tinted quotations", ["vanille"], ["vanille 6% paper"], TEXT],
  ["titles of tinted quotations", ["lava"], ["lava 6% paper"], TEXT],
  ["words that were searched for", ["ink"], ["vanille 22% paper"], TEXT],
  ["marks of tinted callouts", ["lagon"], ["lagon 6% paper"], SHAPE],
  [
    "services under the pointer",
    ["ink", "ink-2", "lava", "lagon"],
    ["lava 8% paper", "lagon 8% paper"],
    TEXT,
  ],
  ["ceilings of the aid", ["ink", "ink-2"], ["tamarin 9% paper"], TEXT],
  ["coloured code", ["lava", "tamarin", "lagon", "vanille", "danger", "ink-2"], ["paper-2"], TEXT],
  ["edges of fields, tiles and chips, rings, ticks of gauges", ["edge"], ["paper", "paper-2"], SHAPE],
  ["rings of focus, edges of what is chosen", ["lava", "ink", "danger"], ["paper", "paper-2"], SHAPE],
  ["bars of messages", ["tamarin", "vanille", "danger"], ["paper"], SHAPE],
  ["maps", INKS, ["paper", "paper-2"], SHAPE],
];

/** What stands on the dark bands, whose tokens are the dark ones in both themes. */
const ON_BANDS: typeof PAIRS = [
  ["text", ["ink", "ink-2", "lava"], [BAND], TEXT],
  ["buttons under the pointer", [BAND], ["ink"], TEXT],
  ["rings of focus, edges of tags and buttons", ["lava", "ink", "edge"], [BAND], SHAPE],
];

/** The agency's header once it scrolls is white in both themes. */
const ON_WHITE: typeof PAIRS = [["text", ["#1a1820", "#5b5663"], ["#ffffff"], TEXT]];

function check(theme: Theme, pairs: typeof PAIRS) {
  const all = pairs.flatMap(([what, fronts, backs, least]) =>
    fronts.flatMap((front) => backs.map((back) => ({ what, front, back, least }))),
  );
  test.each(all)("$front on $back is at least $least: $what", ({ front, back, least }) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(least);
  });
}

describe("light", () => check(light, PAIRS));
describe("dark", () => check(dark, PAIRS));
describe("bands", () => check(dark, ON_BANDS));
describe("the agency's white header", () => check(light, ON_WHITE));

test("the dark theme is the same whether chosen or the system's", () => {
  expect(block(':root:not([data-theme="light"])')).toEqual(dark);
  expect(Object.keys(dark)).toEqual(Object.keys(light));
});

test("every colour that styles give to a text is in the table", () => {
  const known = new Set([...PAIRS, ...ON_BANDS].flatMap(([, fronts]) => fronts));
  const unknown = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), "utf8").matchAll(/[\s;{]color: var\(--color-([\w-]+)\)/g)]
        .map(([, name]) => name ?? "")
        .filter((name) => !known.has(name) && name !== "contour")
        .map((name) => `${file}: ${name}`),
    ),
  );
  expect(unknown).toEqual([]);
});
