import relief from "./map/heights.json";
import { ACCENT, at, curve, escaped, LAVA, long, n, NODE, PANEL, type Point, path, QUIET, RULE, ring, text, times } from "./plate/grammar";

interface Stop {
  title: string;
  year: number;
  category?: string;
}

interface Input {
  /** From the first to the last. */
  stops: Stop[];
  /** Only the marks of this stop, to lie over the sheet. */
  mark?: number;
  /** The whole sheet; its profile alone; or that standing on its side, the summit on top, for phones. */
  form?: "sheet" | "profile" | "down";
  /** The colour of a category's stops, on a profile without marks. */
  inks?: Record<string, string>;
}

/** The sheet: the island at the left, the profile below. */
const [WIDTH, HEIGHT] = [1240, 700];
const SCALE = 0.55;
const [CREST, GROUND] = [594, 676];
/** Where a stop's plate begins. */
const PLATE: Point = [690, 60];
/** A row of the list on phones. */
const ROW = 44;
/** How wide the profile is beside it. */
const SIDE = 112;
const SUMMIT: Point = [473, 457];
const TOP = 3000;
/** Stops stand closer to each other near the coast than near the summit, which has little room. */
const STEEPNESS = 1.5;
/** Heights that are looked up between two stops. */
const FINE = 8;
/** Where the trail leaves the coast, and how far it winds, in degrees: the more the higher, so that no stop hides another. */
const [START, WINDING] = [-140, 440];

/** Metres above the sea, between the four nearest points of the grid. */
function heightAt([x, y]: Point): number {
  const { step, columns, metres } = relief;
  const [i, j] = [Math.floor(x / step), Math.floor(y / step)];
  const [s, t] = [x / step - i, y / step - j];
  const one = (di: number, dj: number) => metres[(j + dj) * columns + i + di] ?? 0;
  return (one(0, 0) * (1 - s) + one(1, 0) * s) * (1 - t) + (one(0, 1) * (1 - s) + one(1, 1) * s) * t;
}

/** The first place on the way from the sea to the summit, along a bearing, that is so high. */
function placeOf(metres: number, bearing: number): Point {
  const on = (radius: number): Point => [
    SUMMIT[0] + radius * Math.cos((bearing * Math.PI) / 180),
    SUMMIT[1] + radius * Math.sin((bearing * Math.PI) / 180),
  ];
  for (let radius = 600; radius > 0; radius -= 2) if (heightAt(on(radius)) >= metres) return on(radius);
  return SUMMIT;
}

const svg = (kind: string, view: string, drawn: string, number = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" class="${kind}" viewBox="${view}" aria-hidden="true"><g id="${kind}${number}" fill="none" stroke-linecap="round">${drawn}</g></svg>`;

/** The studies as stops of a trail from the coast to the summit, each higher than the one before, over their years. */
export default function trail({ stops, mark, form = "sheet", inks = {} }: Input): string {
  const last = stops.length - 1;
  const column = WIDTH / stops.length;
  const years = stops.map(({ year }) => year);
  const climb = times(last + 1, (i) => (i / last) ** STEEPNESS);
  const place = (i: number) => (i === last ? SUMMIT : placeOf(30 + TOP * (climb[i] ?? 0), START + WINDING * (climb[i] ?? 0)));
  const metres = (i: number) => 30 + TOP * (climb[i] ?? 0);
  const lift = (metres: number) => GROUND - 8 - ((GROUND - CREST - 8) * metres) / (TOP + 30);
  const across = (i: number) => column * (i + 0.5);
  const stop = (i: number): Point => [across(i), lift(metres(i))];
  const scaled = ([x, y]: Point): Point => [x * SCALE, y * SCALE];
  if (mark !== undefined) return marks(stops[mark] as Stop, mark, times(last + 1, (i) => scaled(place(i))), stop(mark));
  // Between two stops the profile is the ground that the trail crosses.
  const ground = times(last * FINE + 1, (i): Point => {
    const [k, t] = [Math.floor(i / FINE), (i % FINE) / FINE];
    if (t === 0) return [k, metres(k)];
    const [a, b] = [place(k), place(k + 1)];
    return [k + t, heightAt([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t])];
  });
  const ink = ({ category = "" }: Stop) => (inks[category] ? `var(--color-${inks[category]})` : ACCENT);
  if (form === "down") return down(ground, stops.map((stop, i) => [metres(i), ink(stop)]));
  const ridge = ground.map(([k, high]): Point => [across(k), lift(high)]);
  // Where years follow each other stop by stop, every other one can be left out for larger type: `--trail-between`.
  const spare = new Set<number>();
  years.forEach((year, i) => {
    if (i > 0 && year !== years[i - 1] && years[i - 1] !== years[i - 2] && !spare.has(i - 1)) spare.add(i);
  });
  const label = (i: number) => {
    const words = text([across(i), HEIGHT - 4], `${years[i]}`, { anchor: "middle", size: 17, property: "--trail-type", weight: 600, fill: QUIET });
    return spare.has(i) ? `<g opacity="var(--trail-between,1)">${words}</g>` : words;
  };
  const profile = [
    path(`${curve(ridge)}V${GROUND}H${n(across(0))}Z`, { stroke: "none", fill: PANEL }),
    path(curve(ridge), { width: 2.5 }),
    path(`M0 ${GROUND}H${WIDTH}`, { width: 1.5 }),
    path(times(last + 1, (i) => `M${at(stop(i))}V${GROUND}`).join(""), { stroke: RULE, width: 1 }),
    ...years.map((year, i) => (year === years[i - 1] ? "" : label(i))),
  ].join("");
  if (form === "profile") {
    const circles = stops.map((one, i) => ring(stop(i), 8, ink(one), 3.5));
    return svg("trail-profile", `0 ${CREST - 14} ${WIDTH} ${HEIGHT - CREST + 14}`, profile + circles.join(""));
  }
  return svg("trail-map", `0 0 ${WIDTH} ${HEIGHT}`, path(curve(times(last + 1, (i) => scaled(place(i)))), { stroke: LAVA, width: 3, dash: NODE }) + profile);
}

/** Where a name may begin or, towards the left, end beside its stop, the best first: the line to the plate leaves upwards to the right. */
const BESIDE: [dx: number, dy: number, isLeft?: boolean][] = [[-11, 30], [11, 30, true], [-16, 6, true], [-13, -1, true], [14, 30], [16, 14], [11, -19, true], [-11, 46], [11, 46, true], [-11, -19], [-45, 30], [28, 20]];
const BELOW: [number, number] = [-11, 46];
/** The larger of its two sizes, that of tablets. */
const TYPE = 22;

/** The first of these places where the name lies on the sheet and touches no other stop nor, if there is one, the trail. */
function besides(title: string, number: number, places: Point[]): [dx: number, dy: number, isLeft?: boolean] {
  const [x, y] = places[number] as Point;
  const width = long(title, TYPE);
  const room = 11;
  const touches = ([dx, dy, isLeft]: [number, number, boolean?], [a, b]: Point) => {
    const [left, foot] = [x + dx - (isLeft ? width : 0), y + dy];
    return left <= 0 || left + width > PLATE[0] - room || (a > left - room && a < left + width + room && b > foot - TYPE * 0.75 - room && b < foot + TYPE * 0.25 + room);
  };
  const free = BESIDE.filter((beside) => !places.some((stop, i) => i !== number && touches(beside, stop)));
  const way = places.slice(1).flatMap(([u, v], i) => {
    const [a, b] = places[i] as Point;
    return times(FINE, (k): Point => [a + ((u - a) * k) / FINE, b + ((v - b) * k) / FINE]);
  });
  return free.find((beside) => !way.some((point) => touches(beside, point))) ?? free[0] ?? BELOW;
}

/** A stop on the island and on the profile, its name, and the line to its plate. */
function marks({ title }: Stop, number: number, places: Point[], [px, py]: Point): string {
  const [x, y] = places[number] as Point;
  const [dx, dy, isLeft] = besides(title, number, places);
  return svg("trail-mark", `0 0 ${WIDTH} ${HEIGHT}`, [
    `<path class="trail-lead" d="M${at([px, py])}V${GROUND}M${at([x, y])}L${at(PLATE)}"/>`,
    `<circle cx="${n(x)}" cy="${n(y)}" r="7"/><circle cx="${n(px)}" cy="${n(py)}" r="7"/>`,
    `<text x="${n(x + dx)}" y="${n(y + dy)}"${isLeft ? ' text-anchor="end"' : ""}>${escaped(title)}</text>`,
  ].join(""), `-${number}`);
}

/** A row a stop, the summit on top and the sea at the left; each stop in the colour of its category. */
function down(ground: Point[], stops: [metres: number, ink: string][]): string {
  const bottom = ROW * stops.length;
  const place = (k: number, metres: number): Point => [12 + (SIDE - 24) * (metres / TOP), bottom - ROW * (k + 0.5)];
  const line = `${curve(ground.map(([k, metres]) => place(k, metres)))}`;
  const [foot, peak] = [place(...(ground[0] as Point)), place(...(ground.at(-1) as Point))];
  const side = `M${n(foot[0])} ${bottom}L${line.slice(1)}`;
  const rings = stops.map(([metres, ink], i) => ring(place(i, metres), 7, ink, 4));
  return svg("trail-down", `0 0 ${SIDE} ${bottom}`, path(`${side}V${n(peak[1])}H0V${bottom}Z`, { stroke: "none", fill: PANEL }) + path(side, { width: 2.5 }) + rings.join(""));
}
