import type { Metro } from "../../generated/case-studies";
import { ACCENT, agree, at, EDGE, FAR, type Frame, from, INK, LAVA, line, long, NEAR, PAPER, path, type Point, QUIET, rect, ring, spoken, text, until } from "./grammar";

/** Years of service as a line: a station a change, an interchange where the law came in, a terminus where data went home. */
export function metro(line0: Metro, { narrow, type }: Frame): string {
  agreed(line0);
  const stations = line0.stations;
  const [first, last] = [stations[0]?.year ?? 0, stations.at(-1)?.year ?? 1];
  const along = (year: number) => (year - first) / (last - first);
  const place = ({ year, level }: { year: number; level: number }): Point => (narrow ? [96 + level * 44, 56 + along(year) * 490] : [90 + along(year) * 770, 436 - level * 96]);
  for (const [i, { year, level }] of stations.slice(1).entries()) {
    const before = stations[i] ?? { year, level };
    const [rise, run] = [Math.abs(level - before.level) * (narrow ? 44 : 96), (along(year) - along(before.year)) * (narrow ? 490 : 770)];
    // A knee may lie a little behind its station.
    agree(rise <= run * 1.2, `\`stations\` changes from level ${before.level} to ${level} between ${before.year} and ${year}, too steep for a line at 45 degrees: give levels that are nearer to each other`);
  }
  const main = (from: number, to?: number) => bends(stations.slice(from, to).map(place), narrow);
  const inner = stations.filter(({ year }) => year >= line0.second.from);
  const [branch = [0, 0], ...beside] = parallel(bends(inner.map(place), narrow), narrow);
  // It branches off under the ring of its first station.
  const start = place(inner[0] ?? { year: first, level: 0 });
  const second = [start, narrow ? [branch[0], branch[1] + APART] : [branch[0] + APART, branch[1]], ...beside] as Point[];
  const change = stations.findIndex(({ interchange }) => interchange);
  return [
    line(main(0), { stroke: ACCENT, width: 13, opacity: 0.16 }),
    line(main(0, change), { stroke: ACCENT, width: 13 }),
    from(2, line(main(change - 1, change + 1), { stroke: ACCENT, width: 13 })),
    from(3, line(main(change), { stroke: ACCENT, width: 13 }), line(second, { stroke: INK, width: 5 })),
    ...stations.map((station, i) => from0(i, change, stop(station, place(station), i, line0, narrow, type))),
    from(3, siding(line0, stations.map(place), narrow, type)),
    legend(line0, narrow, type),
  ].join("");
}

function agreed({ stations, second }: Metro): void {
  for (const [i, { year }] of stations.entries()) agree(i === 0 || year > (stations[i - 1]?.year ?? 0), `\`stations\` has ${year} after ${stations[i - 1]?.year}: put them in the order of their years, one a year`);
  const changes = stations.flatMap(({ interchange }, i) => (interchange ? [i] : []));
  agree(changes.length === 1 && changes[0] !== 0 && changes[0] !== stations.length - 1, `\`stations\` has ${changes.length} with \`interchange: true\`: give it to exactly one, neither the first nor the last`);
  agree(stations.slice(0, -1).some(({ year }) => year === second.from), `\`second.from\` is ${second.from}: give the year of a station before the last`);
}

const from0 = (i: number, change: number, drawn: string) => (i < change ? drawn : from(i === change ? 2 : 3, drawn));

/** Straight runs that turn by 45 degrees only. */
function bends(points: Point[], isDown: boolean): Point[] {
  return points.flatMap((p, i) => {
    const before = points[i - 1];
    const rise = before ? (isDown ? p[0] - before[0] : p[1] - before[1]) : 0;
    if (!before || !rise) return [p];
    return [isDown ? [before[0], p[1] - Math.abs(rise)] : [p[0] - Math.abs(rise), before[1]], p];
  });
}

/** How far the second line runs from the first, from middle to middle. */
const APART = 15;

/** A line beside another that has runs of 45 degrees, with the same gap on all of them; it begins and ends level with it. */
function parallel(points: Point[], isDown: boolean): Point[] {
  const along = ([x, y]: Point) => (isDown ? y : x);
  const across = ([x, y]: Point) => (isDown ? x : y);
  const slant = (p?: Point, q?: Point) => (p && q && along(q) !== along(p) ? (across(q) - across(p)) / (along(q) - along(p)) : undefined);
  return points.map((p, i) => {
    const after = slant(p, points[i + 1]);
    const before = slant(points[i - 1], p) ?? after ?? 0;
    // Both runs, moved aside, meet where their heights above the point agree.
    const [height, next] = [before, after ?? before].map((slope) => APART * Math.hypot(1, slope)) as [number, number];
    const on = after === undefined || after === before ? 0 : (next - height) / (before - after);
    const off = height + before * on;
    return isDown ? [p[0] + off, p[1] + on] : [p[0] + on, p[1] + off];
  });
}

function stop({ year, name, note, interchange }: Metro["stations"][number], [x, y]: Point, i: number, { stations, second }: Metro, narrow: boolean, type: number): string {
  const isLast = i === stations.length - 1;
  const isAbove = i % 2 === 1 || (i > 0 && i < 3);
  const isDouble = year > second.from;
  // On phones words stand equally far from the edge of each mark.
  const words: Point = narrow ? (interchange ? [x - 35, y + 2] : isLast ? [x + 55, y - 2] : [x + (isDouble ? 43 : 28), y + 8]) : isLast ? [x + 8, y - 80] : [x - (i > 0 && i < 3 ? 8 : 0), y + (isAbove ? -66 : 64)];
  const anchor = narrow ? (interchange ? "end" : "start") : isLast ? "end" : i === 0 || !(isAbove || interchange) ? "start" : i < 3 ? "end" : "middle";
  const ink = interchange ? LAVA : INK;
  // On phones a name stands beside its year, so that two stations do not read as one; the last one's has no room there.
  const called: Point = narrow && !interchange && !isLast ? [words[0] + (type + 4) * 2.7, words[1]] : [words[0], words[1] + type * 1.2];
  const both = (r: number, stroke: string, width: number) => rect({ x: x - r, y: y - r, w: 2 * r + (narrow ? APART : 0), h: 2 * r + (narrow ? 0 : APART) }, { stroke, width, fill: PAPER }, r);
  const mark = interchange
    ? // It reaches over the second line once that is drawn.
      until(2, ring([x, y], 17, LAVA, 6)) + from(3, both(17, LAVA, 6))
    : isLast
      ? rect(narrow ? { x: x - 26, y: y - 8, w: 66, h: 16 } : { x: x - 8, y: y - 26, w: 16, h: 66 }, { stroke: "none", fill: INK }, 3)
      : isDouble
        ? both(11, INK, 4)
        : ring([x, y], 11, INK, 4);
  return mark + text(words, `${year}`, { anchor, weight: 800, size: interchange ? type + 12 : type + 4, fill: ink, halo: true }) + text(called, note && !narrow ? `${name}\n${note}` : name, { anchor, size: type - 1, fill: interchange ? LAVA : QUIET, weight: interchange ? 700 : 500, halo: true });
}

/** The way not taken: a siding that ends in a buffer. */
function siding({ refused, second, stations }: Metro, points: Point[], narrow: boolean, type: number): string {
  const [x, y] = points[stations.findIndex(({ year }) => year >= second.from)] ?? [0, 0];
  const [end, low] = narrow ? [x + 90, y + 118] : [x + 250, y + 130];
  const d = narrow ? `M${at([x + 20, y + 20])}L${at([end, y + 84])}V${low}` : `M${at([x + 8, y + 14])}L${at([x + 124, low])}H${end}`;
  const buffer: Point[] = narrow ? [[end - 14, low], [end + 14, low]] : [[end, low - 14], [end, low + 14]];
  return path(d, { stroke: EDGE, width: 4, dash: "9 8" }) + line(buffer, { stroke: EDGE, width: 4 }) + text(narrow ? [end + 22, low - 8] : [end + 18, low + 6], refused, { size: type - 2, fill: QUIET, struck: true });
}

function legend({ labels }: Metro, narrow: boolean, type: number): string {
  const [x, y, beside] = narrow ? [NEAR + 6, 612, 46] : [90, 564, 60];
  const rows: [string, number, string][] = [[ACCENT, 13, labels.first], [INK, 5, labels.second]];
  return rows.map(([stroke, width, words], i) => {
    const left = narrow && i ? FAR - beside - long(words, type - 2) : x + i * 300;
    const row = spoken(line([[left, y], [left + beside - 14, y]], { stroke, width })) + text([left + beside, y + 6], words, { size: type - 2 });
    // The second line is explained once it is drawn.
    return i ? from(3, row) : row;
  }).join("");
}
