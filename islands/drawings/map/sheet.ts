import { type Curve, fitted } from "./curve";
import { isolines, type Ring } from "./isolines";
import { length, minus, type Point } from "./point";
import { Random } from "./random";
import { type Frame, type Grid, placed, survey } from "./relief";

/** A drawn map. */
export interface Sheet {
  /** From the lowest; `index` lines, one in five, are drawn heavier. */
  levels: { index: boolean; curves: Curve[] }[];
  /** Where the mark of the highest summit stands. */
  summit: Point;
  /** Its height in metres. */
  height: number;
}

/** The units of a sheet: 16 by 10. */
export const FRAME: Frame = { width: 1600, height: 1000 };

/** How far a curve may be from its line: a third of a pixel on a card. */
export const TOLERANCE = 1.6;

/** Rings shorter than this are dust on a card. */
const SHORTEST_RING = 170;

/** The room that the summit's mark and figure take. */
const MARK = { x: 190, y: 72 };

/** Distance between surveyed heights. */
const STEP = 8;

interface Level {
  index: boolean;
  rings: Ring[];
}

/** Surveys the land of a seed; the result draws it with any tolerance. */
export function map(seed: string): (tolerance: number) => Sheet {
  const grid = survey(seed, FRAME, STEP);
  const { point, height: top } = highest(grid);
  const bottom = grid.heights.reduce((low, height) => (Number.isFinite(height) ? Math.min(low, height) : low), top);
  const { interval, lines, height } = scale(seed);
  const levels: Level[] = [];
  for (let line = 1; line <= lines; line++) {
    const rings = isolines(grid, bottom + (top - bottom) * ((line * interval) / height));
    levels.push({ index: line % 5 === 0, rings: rings.filter((ring) => around(ring) > SHORTEST_RING && isSeen(ring)) });
  }
  const summit = makeRoom(levels, point);
  // A crater's ring may lie beside the highest point and under its figure.
  const isFree = (ring: Ring) => encloses(ring, summit) || !ring.some((p) => isUnder(p, summit));
  const free = levels.map(({ index, rings }) => ({ index, rings: rings.filter(isFree) })).filter(({ rings }) => rings.length > 0);
  return (tolerance) => ({
    levels: free.map(({ index, rings }) => ({ index, curves: rings.map((ring) => fitted(ring, tolerance)) })),
    summit,
    height,
  });
}

/** Which heights get a line, in metres: 13 to 19 at a round distance, the last one well below the summit. */
function scale(seed: string): { interval: number; lines: number; height: number } {
  const intervals = [40, 50, 60, 75, 80, 100, 120, 125, 150];
  const random = new Random(`${seed} heights`);
  const interval = intervals[random.below(intervals.length)] ?? 100;
  const lines = 13 + random.below(7);
  return { interval, lines, height: interval * lines + Math.floor((interval * (40 + random.below(45))) / 100) };
}

/** The highest point well inside the frame. */
function highest(grid: Grid): { point: Point; height: number } {
  const found = { point: { x: 0, y: 0 }, height: Number.NEGATIVE_INFINITY };
  grid.heights.forEach((height, i) => {
    const point = placed(grid, i % grid.columns, Math.floor(i / grid.columns));
    const [x, y] = [point.x / FRAME.width, point.y / FRAME.height];
    if (x >= 0.12 && x < 0.88 && y >= 0.14 && y < 0.86 && height > found.height) Object.assign(found, { point, height });
  });
  return found;
}

/** Removes the rings around the summit that leave no room for its mark, and gives the mark's place in the smallest that stays. */
function makeRoom(levels: Level[], summit: Point): Point {
  for (const { rings } of levels.toReversed()) {
    const i = rings.findIndex((ring) => encloses(ring, summit));
    const ring = rings[i];
    if (!ring) continue;
    const place = roomIn(ring, summit);
    if (place) return place;
    rings.splice(i, 1);
  }
  return summit;
}

/** A place in a ring where the mark stands free: its middle, else the nearest one to the summit. */
function roomIn(ring: Ring, summit: Point): Point | undefined {
  const tries = 12;
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const places: Point[] = [];
  for (let i = 1; i < tries; i++) {
    for (let j = 1; j < tries; j++) places.push({ x: left + width * (i / tries), y: top + height * (j / tries) });
  }
  const away = (place: Point) => length(minus(place, summit));
  places.sort((a, b) => away(a) - away(b));
  const middle = { x: left + width / 2, y: top + height / 2 };
  return [middle, ...places].find((place) => encloses(ring, place) && !ring.some((p) => isUnder(p, place)));
}

function isUnder(point: Point, mark: Point): boolean {
  return Math.abs(point.x - mark.x) < MARK.x / 2 && Math.abs(point.y - mark.y) < MARK.y / 2;
}

function encloses(ring: Ring, p: Point): boolean {
  const crossed = ring.filter((a, i) => {
    const b = ring[(i + 1) % ring.length] ?? a;
    return a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x;
  });
  return crossed.length % 2 === 1;
}

function around(ring: Ring): number {
  return ring.reduce((sum, point, i) => sum + (i === 0 ? 0 : length(minus(point, ring[i - 1] ?? point))), 0);
}

function isSeen(ring: Ring): boolean {
  return ring.some(({ x, y }) => x >= 0 && x <= FRAME.width && y >= 0 && y <= FRAME.height);
}
