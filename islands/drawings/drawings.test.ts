import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import cardMap from "./card-map";
import cover, { BUDGET } from "./cover";
import { fitted } from "./map/curve";
import { isolines } from "./map/isolines";
import { length, minus } from "./map/point";
import { noise, Random } from "./map/random";
import route from "./route";
import trail from "./trail";

const SEEDS = ["sergos", "moneysync", "hup", "blog", "ads", "pensees-positives", "15-outils-developpement-productivite", ""];
const CARD = { seed: "/contact", width: 1200, height: 630, paper: "#ffffff", ink: "#000000", font: "Sans" };

describe("covers", () => {
  const drawn = SEEDS.map((seed) => cover({ seed }));

  test("no two are alike, and the same seed gives the same map", () => {
    expect(new Set(drawn).size).toBe(SEEDS.length);
    expect(cover({ seed: "sergos" })).toBe(drawn[0]);
  });

  test("each fits its budget and has contour lines, index lines and a summit with its height", () => {
    for (const svg of drawn) {
      const size = brotliCompressSync(svg).length;
      expect(size).toBeGreaterThan(2000);
      expect(size).toBeLessThanOrEqual(BUDGET);
      const levels = svg.split("vector-effect").length - 2;
      expect(levels).toBeGreaterThanOrEqual(9);
      expect(levels).toBeLessThanOrEqual(19);
      expect(svg).toMatch(/class="index"/);
      expect(svg).toMatch(/>\d{3,4}<\/text>/);
    }
  });

  test("paths are made of whole numbers and closed", () => {
    for (const svg of drawn) {
      const paths = [...svg.matchAll(/ d="(M[^"]*c[^"]*)"/g)].map(([, d]) => d);
      expect(paths.length).toBeGreaterThan(8);
      for (const path of paths) expect(path).toMatch(/^(M-?\d+[ -]\d+c[\d -]+z)+$/);
    }
  });

  test("nothing in one comes from elsewhere or needs a style sheet", () => {
    for (const svg of [...drawn, cardMap(CARD)]) {
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+">.*<\/svg>$/);
      expect(svg).not.toMatch(/<script|<style|style=|href|NaN|undefined|Infinity/);
    }
  });
});

test("a card's map keeps the words' side empty and takes the colours that it is given", () => {
  const svg = cardMap({ ...CARD, paper: "#fefefe", ink: "#123456" });
  expect(svg).toContain('<stop stop-color="#fefefe"/>');
  expect(svg).toContain('stroke="#123456"');
  expect(svg).not.toContain("currentColor");
});

test("noise is smooth and within its range", () => {
  const at = noise(new Random("piton"));
  let reached = 0;
  for (let i = 1; i < 10_000; i++) {
    expect(Math.abs(at(i * 0.01, 3.3) - at((i - 1) * 0.01, 3.3))).toBeLessThan(0.05);
    reached = Math.max(reached, Math.abs(at(i * 0.01, 3.3)));
  }
  expect(reached).toBeGreaterThan(0.5);
  expect(reached).toBeLessThan(1.3);
});

test("a summit in an abyss is a ring, a saddle two", () => {
  const low = Number.NEGATIVE_INFINITY;
  const grid = (heights: number[]) => ({ step: 1, columns: Math.sqrt(heights.length), rows: Math.sqrt(heights.length), heights: new Float64Array(heights) });
  expect(isolines(grid([low, low, low, low, 1, low, low, low, low]), 0.5)).toHaveLength(1);
  const saddle = (b: number) => grid([low, low, low, low, low, 1, 0, low, low, 0, b, low, low, low, low, low]);
  expect(isolines(saddle(0.6), 0.5)).toHaveLength(2);
  expect(isolines(saddle(1.4), 0.5)).toHaveLength(1);
});

test("a circle takes few pieces and closes without a kink", () => {
  const ring = Array.from({ length: 120 }, (_, i) => ({ x: 100 * Math.cos((i / 60) * Math.PI), y: 100 * Math.sin((i / 60) * Math.PI) }));
  const { start, pieces } = fitted(ring, 0.5);
  expect(pieces.length).toBeLessThanOrEqual(8);
  expect(length(minus(pieces.at(-1)?.[2] ?? start, start))).toBeLessThan(1e-9);
  expect(fitted(ring, 0.01).pieces.length).toBeGreaterThan(pieces.length);
});

describe("the trail and the route", () => {
  const stops = [2003, 2010, 2010, 2020, 2025].map((year, i) => ({ title: `Étape ${i} & co`, year }));

  test("a title is written as it is", () => {
    const stops = [{ title: "Le <canvas> & *la* suite", year: 2010 }, { title: "b", year: 2011 }];
    expect(trail({ stops, mark: 0 })).toContain(">Le &lt;canvas> &amp; *la* suite</text>");
  });

  test("a stop is higher than the one before, and the last is the summit", () => {
    const lines = stops.map((_, mark) => trail({ stops, mark }));
    const heights = lines.map((svg) => Number(/<circle[^>]*\/><circle cx="[\d.]+" cy="([\d.]+)"/.exec(svg)?.[1]));
    expect(heights).toEqual([...heights].sort((a, b) => b - a));
    expect(new Set(heights).size).toBe(stops.length);
    expect(lines.join()).not.toMatch(/NaN|undefined|& /);
    expect(lines[4]).toContain('<circle cx="260.2" cy="251.4"');
  });

  test("years are named once, in each arrangement that has them", () => {
    for (const form of ["sheet", "profile"] as const) expect(trail({ stops, form }).match(/>2010</g)).toHaveLength(1);
    expect(trail({ stops, form: "down" }).match(/<circle/g)).toHaveLength(stops.length);
  });

  test("the band of the route follows what is usual", () => {
    const draw = (budget: [number, number], weeks: [number, number]) => route({ usual: { label: "Premier SaaS", budget, weeks } });
    const band = (svg: string) => /way-usual" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/.exec(svg)?.slice(1).map(Number) ?? [];
    const [x = 0, , width = 0, height = 0] = band(draw([10, 30], [4, 8]));
    expect(band(draw([10, 30], [8, 16]))).toEqual([expect.closeTo(2 * x - 72, 0), expect.anything(), expect.closeTo(2 * width, 0), height]);
    // A decade is as high as the next.
    expect(band(draw([30, 90], [4, 8]))[3]).toBeCloseTo(height, 0);
    expect(draw([10, 30], [4, 8])).not.toMatch(/NaN|undefined/);
  });
});
