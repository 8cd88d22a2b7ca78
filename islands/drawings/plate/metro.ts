import type { Metro } from "../../generated/case-studies";
import { ACCENT, agree, at, EDGE, type Frame, from, INK, LAVA, line, PAPER, path, type Point, QUIET, rect, ring, spoken, text, until } from "./grammar";

/** Years of service as a line: a station a change, an interchange where the law came in, a terminus where data went home. */
export function metro(line0: Metro, { narrow, type }: Frame): string {
  agreed(line0);
  const stations = line0.stations;
  const [first, last] = [stations[0]?.year ?? 0, stations.at(-1)?.year ?? 1];
  const along = (year: number) => (year - first) / (last - first);
  const place = ({ year, level }: { year: number; level: number }): Point => (narrow ? [88 + level * 44, 56 + along(year) * 490] : [90 + along(year) * 770, 436 - level * 96]);
  for (const [i, { year, level }] of stations.slice(1).entries()) {
    const before = stations[i] ?? { year, level };
    const [rise, run] = [Math.abs(level - before.level) * (narrow ? 44 : 96), (along(year) - along(before.year)) * (narrow ? 490 : 770)];
    // A knee may lie a little behind its station.
    agree(rise <= run * 1.2, `\`stations\` changes from level ${before.level} to ${level} between ${before.year} and ${year}, too steep for a line at 45 degrees: give levels that are nearer to each other`);
  }
  const main = bends(stations.map(place), narrow);
  const inner = stations.filter(({ year }) => year >= line0.second.from);
  const offset: Point = narrow ? [15, 0] : [0, 15];
  const beside = inner.map(place).map(([x, y], i): Point => (i ? [x + offset[0], y + offset[1]] : [x + 15, y + 15]));
  // It branches off under the ring of its first station.
  const second = `M${at(place(inner[0] ?? { year: first, level: 0 }))}${bends(beside, narrow).replace("M", "L")}`;
  const change = stations.findIndex(({ interchange }) => interchange);
  const until0 = stations.slice(0, change);
  return [
    path(main, { stroke: ACCENT, width: 13, opacity: 0.16 }),
    path(bends(until0.map(place), narrow), { stroke: ACCENT, width: 13 }),
    from(2, path(bends(stations.slice(change - 1, change + 1).map(place), narrow), { stroke: ACCENT, width: 13 })),
    from(3, path(bends(stations.slice(change).map(place), narrow), { stroke: ACCENT, width: 13 }), path(second, { stroke: INK, width: 5 })),
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
function bends(points: Point[], isDown: boolean): string {
  return points
    .map((p, i) => {
      const before = points[i - 1];
      if (!before) return `M${at(p)}`;
      const rise = isDown ? p[0] - before[0] : p[1] - before[1];
      const knee: Point = isDown ? [before[0], p[1] - Math.abs(rise)] : [p[0] - Math.abs(rise), before[1]];
      return rise ? `L${at(knee)}L${at(p)}` : `L${at(p)}`;
    })
    .join("");
}

function stop({ year, name, note, interchange }: Metro["stations"][number], [x, y]: Point, i: number, { stations }: Metro, narrow: boolean, type: number): string {
  const isLast = i === stations.length - 1;
  const isAbove = i % 2 === 1 || (i > 0 && i < 3);
  const words: Point = narrow ? (interchange ? [x - 34, y + 2] : [Math.max(x + (isLast ? 54 : 40), 158), y - 2]) : isLast ? [x + 8, y - 80] : [x - (i > 0 && i < 3 ? 8 : 0), y + (isAbove ? -66 : 64)];
  const anchor = narrow ? (interchange ? "end" : "start") : isLast ? "end" : i === 0 || !(isAbove || interchange) ? "start" : i < 3 ? "end" : "middle";
  const ink = interchange ? LAVA : INK;
  // On phones a name stands beside its year, so that two stations do not read as one; the last one's has no room there.
  const called: Point = narrow && !interchange && !isLast ? [words[0] + (type + 4) * 2.7, words[1]] : [words[0], words[1] + type * 1.2];
  const mark = interchange
    ? // It reaches over the second line once that is drawn.
      until(2, ring([x, y], 17, LAVA, 6)) + from(3, rect({ x: x - 17, y: y - 17, w: narrow ? 49 : 34, h: narrow ? 34 : 49 }, { stroke: LAVA, width: 6, fill: PAPER }, 17))
    : isLast
      ? rect(narrow ? { x: x - 26, y: y - 8, w: 66, h: 16 } : { x: x - 8, y: y - 26, w: 16, h: 66 }, { stroke: "none", fill: INK }, 3)
      : ring([x, y], 11, INK, 4);
  return mark + text(words, `${year}`, { anchor, weight: 800, size: interchange ? type + 12 : type + 4, fill: ink, halo: true }) + text(called, note && !narrow ? `${name}\n${note}` : name, { anchor, size: type - 1, fill: interchange ? LAVA : QUIET, weight: interchange ? 700 : 500, halo: true });
}

/** The way not taken: a siding that ends in a buffer. */
function siding({ refused, second, stations }: Metro, points: Point[], narrow: boolean, type: number): string {
  const [x, y] = points[stations.findIndex(({ year }) => year >= second.from)] ?? [0, 0];
  const [end, low] = narrow ? [x + 90, y + 118] : [x + 250, y + 130];
  const d = narrow ? `M${at([x + 20, y + 20])}L${at([end, y + 84])}V${low}M${end - 14} ${low}h28` : `M${at([x + 8, y + 14])}L${at([x + 124, low])}H${end}M${end} ${low - 14}v28`;
  return path(d, { stroke: EDGE, width: 4, dash: "9 8" }) + text(narrow ? [end + 22, low - 8] : [end + 18, low + 6], refused, { size: type - 2, fill: QUIET, struck: true });
}

function legend({ labels }: Metro, narrow: boolean, type: number): string {
  const [x, y] = narrow ? [24, 612] : [90, 564];
  const rows: [string, number, string][] = [[ACCENT, 13, labels.first], [INK, 5, labels.second]];
  return rows.map(([stroke, width, words], i) => {
    const left = x + i * (narrow ? 222 : 300);
    const row = spoken(line([[left, y], [left + 46, y]], { stroke, width })) + text([left + 60, y + 6], words, { size: type - 2 });
    // The second line is explained once it is drawn.
    return i ? from(3, row) : row;
  }).join("");
}
