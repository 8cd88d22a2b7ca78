import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Plate } from "../generated/case-studies";
import plate from "./plate";
import { walk } from "./plate/board";
import { wayAlong } from "./plate/dispatch";
import type { Point } from "./plate/grammar";
import { seen } from "./plate/reach";
import { common } from "./plate/rings";

const folder = join(import.meta.dirname, "../../content/case-studies");
const studies = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .map((file) => {
    const [, front] = readFileSync(join(folder, file), "utf8").split(/^---\n/m);
    const { plate, results, result_figures: figures = [] } = parse(front ?? "") as { plate?: Plate; results: string[]; result_figures?: string[] };
    return { slug: file.slice(0, -3), plate, results, figures };
  });
const drawn = studies.flatMap(({ slug, plate }) => (plate ? [{ slug, ...plate }] : []));
const weight = (svg: string) => brotliCompressSync(svg).length;
/** The smallest words on a phone of 320 pixels, from edge to edge. */
const smallest = (svg: string) => Math.min(...[...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => (Number(size) * 320) / 480));

test("every study has a plate, and no two are alike in kind", () => {
  expect(studies.filter(({ plate }) => !plate)).toEqual([]);
  const kinds = drawn.map(({ draw }) => Object.keys(draw).join());
  expect(new Set(kinds).size).toBe(studies.length);
});

test("a figure that stands large is one of a result", () => {
  for (const { slug, results, figures } of studies) for (const figure of figures) expect(results.filter((result) => result.includes(figure)), `${slug}: ${figure}`).toHaveLength(1);
});

test.each(drawn)("$slug draws both arrangements within 6 KB, changing in three states", ({ slug, draw }) => {
  for (const narrow of [false, true]) {
    const svg = plate({ slug, draw, narrow });
    expect(weight(svg)).toBeLessThanOrEqual(6 * 1024);
    expect(svg).not.toMatch(/NaN|undefined|null|style=/);
    expect(svg).toContain("var(--p2,1)");
    expect(svg).toContain("var(--p3,1)");
    expect(svg).toContain("var(--color-lava)");
  }
});

test.each(drawn)("the words of $slug are legible on the smallest phone", ({ slug, draw }) => {
  expect(smallest(plate({ slug, draw, narrow: true }))).toBeGreaterThanOrEqual(11);
});

test("a painted plate holds no custom property", () => {
  for (const { slug, draw } of drawn) expect(plate({ slug, draw, paint: { ink: "#000" } })).not.toContain("var(");
});

test("a plate follows its data", () => {
  const dispatch = drawn.find(({ draw }) => draw.dispatch)?.draw.dispatch;
  if (!dispatch) throw new Error("no plate of this kind");
  const draw = (minutes: [number, number]) => plate({ slug: "x", draw: { dispatch: { ...dispatch, minutes } } });
  expect(draw([5, 9])).not.toBe(draw([5, 11]));
});

test("every truck stands on a road, and the one that accepts comes by road", () => {
  const map = drawn.find(({ draw }) => draw.dispatch)?.draw.dispatch;
  if (!map) throw new Error("no plate of this kind");
  for (const { km, bearing } of map.trucks) expect(map.roads.flat()).toContainEqual([km, bearing]);
  const cross: Point[][] = [
    [[0, 0], [0, 10], [0, 20]],
    [[-10, 10], [0, 10], [10, 10]],
  ];
  const way = wayAlong(cross, [10, 10], [0, 0]);
  expect([way[0], way.at(-1)]).toEqual([[10, 10], [0, 0]]);
  expect(way).toContainEqual([0, 10]);
  expect(() => wayAlong(cross, [10, 10], [5, 5])).toThrow("no road leads");
});

test("the board's program reaches its goal, and the wrong block a wall", () => {
  const game = drawn.find(({ draw }) => draw.board)?.draw.board;
  if (!game) throw new Error("no plate of this kind");
  expect(walk(game.program, game).cells.at(-1)).toEqual(game.goal);
  const wrong = game.program.slice(0, game.fault) + game.was + game.program.slice(game.fault + 1);
  expect(game.walls).toContainEqual(walk(wrong, game).hit);
});

test("a slot is what all lanes leave free, for long enough", () => {
  expect(common([[[9, 10]], [[11, 12]]], [8, 13], 1)).toEqual([
    [8, 9],
    [10, 11],
    [12, 13],
  ]);
  expect(common([[[9, 10]], [[11, 12]]], [8, 13], 1.5)).toEqual([]);
});

test("a month's decisive day is a filled one, and the same in both arrangements", () => {
  const month = drawn.find(({ draw }) => draw.calendar)?.draw.calendar;
  if (!month) throw new Error("no plate of this kind");
  expect(month.fills).toContain(month.decisive);
  const other = { ...month, decisive: month.fills.find((day) => day !== month.decisive) ?? 0 };
  for (const narrow of [false, true]) {
    expect(plate({ slug: "x", draw: { calendar: other }, narrow })).not.toBe(plate({ slug: "x", draw: { calendar: month }, narrow }));
  }
});

test("a mistake that a drawing finds says in whose file and where to change what", () => {
  const of = (kind: keyof Plate["draw"]) => drawn.find(({ draw }) => draw[kind])?.draw[kind] ?? expect.fail("no plate of this kind");
  const dispatch = of("dispatch") as NonNullable<Plate["draw"]["dispatch"]>;
  const scan = of("scan") as NonNullable<Plate["draw"]["scan"]>;
  const trucks = dispatch.trucks.map((truck) => ({ ...truck, fate: "hors" as const })) as typeof dispatch.trucks;
  const map = plate.bind(null, { slug: "hup", draw: { dispatch: { ...dispatch, trucks } } });
  expect(map).toThrow("content/case-studies/hup.md, under `plate.draw.dispatch`: `trucks` holds 0 with the fate `accepte`: give it to exactly one");
  expect(() => plate({ slug: "hup", draw: { dispatch, scan } })).toThrow("content/case-studies/hup.md, under `plate.draw`: only one kind of drawing; keep one of dispatch, scan");
  expect(() => plate({ slug: "hup", draw: { dispatch }, view: [2000, 5000, 10] })).toThrow("content/case-studies/hup.md, under `plate.cover`: [2000, 5000, 10] is not on the sheet");
});

test("words keep off the shapes beside them, or are refused", () => {
  const of = (kind: keyof Plate["draw"]) => structuredClone(drawn.find(({ draw }) => draw[kind])?.draw[kind]) ?? expect.fail("no plate of this kind");
  const scan = of("scan") as NonNullable<Plate["draw"]["scan"]>;
  const dates = ["21 h", "22 h", "23 h", "23 h 30, plage"] as typeof scan.dates;
  const page = seen(plate({ slug: "x", draw: { scan: { ...scan, dates, heads: ["a", "b", "c", "d"] } } }));
  // The picture begins 160 below the screen's top.
  expect(page.find(({ words }) => words === "23 h 30, plage")?.box[3]).toBeLessThan(98 + 160);
  const pallet = of("pallet") as NonNullable<Plate["draw"]["pallet"]>;
  pallet.labels.paid = "versé au vendeur retiré";
  const lot = seen(plate({ slug: "x", draw: { pallet } }));
  // The padlock ends at 546.
  expect(lot.find(({ words }) => words === pallet.labels.paid)?.box[1]).toBeGreaterThan(547);
  const roster = of("roster") as NonNullable<Plate["draw"]["roster"]>;
  roster.hole.label = "absent, jeudi 20 h, prévenu ta";
  expect(() => plate({ slug: "x", draw: { roster } })).toThrow("`hole.label` (« absent, jeudi 20 h, prévenu ta ») has no room");
});
