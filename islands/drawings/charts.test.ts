import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Chart } from "../generated/defs";
import chart from "./chart";

const content = join(import.meta.dirname, "../../content");
const charts = ["articles", "services", "pages"].flatMap((folder) =>
  readdirSync(join(content, folder))
    .filter((file) => /^[^_].*\.(md|yaml)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(content, folder, file), "utf8");
      const front = file.endsWith(".md") ? text.split(/^---\n/m)[1] : text;
      const picture = parse(front ?? "").picture as Chart | undefined;
      return picture ? [{ file, picture }] : [];
    }),
);

test.each(charts)("the chart of $file draws every arrangement within 6 KB", ({ picture }) => {
  for (const arrangement of [{}, { narrow: true }, { cover: true }]) {
    const svg = chart({ chart: picture, ...arrangement });
    expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(6 * 1024);
    expect(svg).not.toMatch(/NaN|undefined|null|style=/);
  }
});

test.each(charts)("the words of the chart of $file are legible on the smallest phone", ({ picture }) => {
  const sizes = [...chart({ chart: picture, narrow: true }).matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
  expect((Math.min(...sizes) * 320) / 480).toBeGreaterThanOrEqual(11);
});

const widths = (svg: string, colour: string) =>
  [...svg.matchAll(/<rect [^>]*width="([\d.]+)"[^>]*fill="([^"]+)"/g)].filter(([, , fill]) => fill === colour).map(([, width]) => Number(width));

const base = { title: "x", unit: "€", source: "x" };

test("bars are true to scale", () => {
  const svg = chart({ chart: { ...base, kind: "bars", rows: [{ label: "a", values: [100] }, { label: "b", values: [400] }] } });
  const [small = 0, large = 0] = widths(svg, "var(--accent)");
  expect(large / small).toBeCloseTo(4, 1);
});

test("zero is no bar", () => {
  for (const arrangement of [{}, { narrow: true }, { cover: true }]) {
    const draw = (value: number) => chart({ chart: { ...base, kind: "bars", columns: ["c", "d"], rows: [{ label: "a", values: [100, value] }] }, ...arrangement });
    const bars = (value: number) => draw(value).match(/<rect /g)?.length ?? 0;
    expect(bars(1) - bars(0)).toBe(1);
  }
});

test("in a box the sheet has its proportions, with the ticks at its edges", () => {
  for (const count of [1, 14]) {
    const rows = Array.from({ length: count }, (_, i) => ({ label: `a${i}`, values: [i + 1] }));
    const svg = chart({ chart: { ...base, kind: "bars", rows }, narrow: true, box: [464, 450] });
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
    expect(Number(width) / Number(height)).toBeCloseTo(464 / 450, 2);
    expect(svg).toContain(` ${height}v-`);
  }
});

test("a mark out of ten is drawn on a scale to ten", () => {
  const svg = chart({ chart: { ...base, unit: "sur 10", kind: "bars", rows: [{ label: "a", values: [8] }] }, cover: true });
  expect((widths(svg, "var(--accent)")[0] ?? 0) / (widths(svg, "var(--color-contour)")[0] ?? 0)).toBeCloseTo(0.8, 2);
});

test("on phones the last number of an axis ends with it, and no other comes near", () => {
  const numbers = (end: number) => [...chart({ chart: { kind: "bars", title: "", unit: "€", rows: [{ label: "a", values: [end] }] } as unknown as Chart, narrow: true }).matchAll(/fill="var\(--color-ink-2\)"[^>]*>([^<]*)</g)].map(([, words]) => words?.replaceAll(/\s/g, " "));
  expect(numbers(160)).toEqual(["0 €", "50", "100", "150", "200"]);
  expect(numbers(160_000)).toEqual(["0 €", "100 000", "200 000"]);
  const stacked = charts.find(({ picture }) => picture.kind === "stacked" && picture.unit === "€" && picture.rows.length === 2);
  expect(chart({ chart: stacked?.picture as Chart, narrow: true })).toMatch(/<text x="460"[^>]*text-anchor="end"[^>]*>200\s000</);
});

test("a card says what each bar is, and of its unit no part that is not a sign", () => {
  const draw = (unit: string) => chart({ chart: { ...base, unit, kind: "bars", rows: [{ label: "Refaire la commande", values: [3000], decisive: true }, { label: "Catalogue du jour", values: [1500] }] }, cover: true });
  const said = (unit: string) => [...draw(unit).matchAll(/<text[^>]*>([^<]*)/g)].map(([, words = ""]) => words.replace(/\s/g, " "));
  expect(said("€ par jour")).toEqual(["Refaire la commande", "3 000 €", "Catalogue du jour", "1 500 €"]);
  expect(said("j")).toEqual(["Refaire la commande", "3 000 j", "Catalogue du jour", "1 500 j"]);
  expect(said("minutes par mois")).toEqual(["Refaire la commande", "3 000", "Catalogue du jour", "1 500"]);
});

test("what a ceiling cuts off is paler, and no ceiling cuts nothing", () => {
  const rows = [{ label: "a", values: [300, 300] }];
  const draw = (ceiling: Chart["ceiling"]) => chart({ chart: { ...base, kind: "stacked", columns: ["p", "q"], rows, ...(ceiling && { ceiling }) } });
  expect(draw({ value: 400, label: "plafond" })).toMatch(/opacity="0.5".*plafond/);
  expect(draw(undefined)).not.toMatch(/opacity="0.5"|var\(--color-lava\)/);
  // What the front matter does not give arrives empty.
  expect(draw({} as NonNullable<Chart["ceiling"]>)).toBe(draw(undefined));
});
