import type { Bricks } from "../../generated/case-studies";
import { ACCENT, agree, caps, dimension, dot, EDGE, FAR, FLUTTER, type Frame, french, from, INK, LAVA, line, long, NEAR, PANEL, PAPER, path, type Point, QUIET, rect, spoken, text, until, within } from "./grammar";

/** A programme built of blocks, a column a week, under the curve of the loads; and what building it takes. */
export function bricks(programme: Bricks, { narrow, type }: Frame): string {
  agreed(programme);
  const box = narrow ? { x: NEAR, y: 232, w: FAR - NEAR, h: 176 } : { x: 56, y: 250, w: 560, h: 260 };
  const weeks = programme.loads.length;
  const column = box.w / weeks;
  const tall = box.h / Math.max(...programme.blocks.map((week) => week.length));
  const brick = (week: number, i: number) => ({ x: box.x + week * column + 3, y: box.y + box.h - (i + 1) * tall + 3, w: column - 6, h: tall - 6 });
  const kinds = programme.kinds;
  const fill = (kind: number) => [ACCENT, PANEL, PAPER][kind] ?? PAPER;
  const wall = programme.blocks.flatMap((week, i) => week.map((kind, j) => ({ i, kind, drawn: rect(brick(i, j), { fill: fill(kind), stroke: kind ? ACCENT : "none", width: 2, dash: kind === 2 ? "5 5" : undefined }, 3) })));
  const { step = 2.5 } = programme;
  const start = programme.loads[0];
  const planned = step * (weeks - 1);
  // The plan may stand a little above the scale of what was lifted.
  const [least, most] = [Math.min(...programme.loads), Math.max(...programme.loads, start + planned * 0.85)];
  const [high, low] = narrow ? [78, 200] : [84, 206];
  const load = (value: number) => low - ((low - high) * (value - least)) / (most - least || 1);
  const steps = programme.loads.map((value, i): Point => [box.x + (i + 0.5) * column, load(value)]);
  const stairs = (points: Point[]) => `M${points.map((p, i) => `${i ? `V${p[1].toFixed(1)}` : `${(p[0] - column / 2).toFixed(1)} ${p[1].toFixed(1)}`}H${(p[0] + column / 2).toFixed(1)}`).join("")}`;
  const changed = steps[programme.changed] ?? [0, 0];
  const aim = kilograms(start + planned);
  const before: Point[] = steps.map(([x], i): Point => [x, load(start + step * i)]);
  return [
    caps([box.x, narrow ? 40 : 52], programme.labels.load, { size: type - 1 }),
    until(2, path(stairs(before), { stroke: ACCENT, width: 4, dash: FLUTTER })),
    from(3, path(stairs(steps), { stroke: ACCENT, width: 4, dash: FLUTTER })),
    from(3, path(stairs(before.slice(programme.changed)), { stroke: EDGE, width: 1.5, dash: "3 6" })),
    from(2, dot(changed, 15, { fill: PAPER, stroke: LAVA, width: 5 }), corrected(changed, programme.labels.changed, { column, foot: box.y, edge: box.x + box.w, size: type + 1 })),
    from(3, instead([changed[0] - column / 2, before[programme.changed]?.[1] ?? 0], changed[1], programme.labels.planned, type - (narrow ? 3 : 2))),
    text([box.x, (steps[0]?.[1] ?? 0) - (programme.changed ? 12 : 24)], kilograms(start), { size: type - (narrow ? 3 : 2), fill: QUIET }),
    until(2, text([Math.min(steps.at(-1)?.[0] ?? 0, box.x + box.w - long(aim, type * 1.06) / 2), (before.at(-1)?.[1] ?? 0) - 14], aim, { anchor: "middle", size: type, weight: 700 })),
    from(3, text([box.x + box.w, (steps.at(-1)?.[1] ?? 0) + type * 1.3], kilograms(programme.loads.at(-1) ?? start), { anchor: "end", size: type - (narrow ? 2 : 0), weight: 700, halo: true })),
    ...wall.filter(({ i }) => i <= programme.changed).map(({ drawn }) => drawn),
    from(3, ...wall.filter(({ i }) => i > programme.changed).map(({ drawn }) => drawn)),
    ...programme.loads.map((_, i) => text([box.x + (i + 0.5) * column, box.y + box.h + type * 1.2], `S${i + 1}`, { anchor: "middle", size: type - 2, fill: QUIET })),
    ...kinds.map((kind, i) => {
      const [x, y] = narrow ? [NEAR + i * 144, 450] : [56 + i * 180, 554];
      return spoken(rect({ x, y, w: 24, h: 18 }, { fill: fill(i), stroke: i ? ACCENT : "none", dash: i === 2 ? "5 5" : undefined }, 3)) + text([x + 32, y + 15], kind, { size: type - (narrow ? 3 : 2) });
    }),
    minutes(programme, narrow, type),
  ].join("");
}

/** The name of a load that was changed: below its ring, and beside it where the wall leaves no room. */
function corrected([x, y]: Point, words: string, { column, foot, edge, size }: { column: number; foot: number; edge: number; size: number }): string {
  const style = { fill: LAVA, weight: 700, size, halo: true };
  const half = long(words, size) / 2;
  if (y + 42 < foot - 6) return text([Math.min(Math.max(x, half + 8), edge - half), y + 42], words, { ...style, anchor: "middle" });
  const isRoom = x - column / 2 - 10 - 2 * half > 4;
  return text(isRoom ? [x - column / 2 - 10, y - 16] : [x + 24, y + 26], words, { ...style, anchor: isRoom ? "end" : "start" });
}

/** The name of what was planned instead, before its line, where it keeps off the other line and the edge. */
const instead = ([x, y]: Point, lifted: number, words: string | undefined, size: number) =>
  words && Math.abs(lifted - y) > 14 && x - 10 - long(words, size) > 4 ? text([x - 10, y + 4], words, { size, fill: QUIET, anchor: "end", halo: true }) : "";

const kilograms = (value: number) => `${french(value)} kg`;

function agreed({ kinds, blocks, loads, changed, minutes }: Bricks): void {
  agree(blocks.length === loads.length, `\`blocks\` holds ${blocks.length} weeks and \`loads\` ${loads.length}: give one load a week`);
  for (const kind of blocks.flat()) within(kind, "a block", kinds, "kinds");
  within(changed, "changed", loads, "loads");
  const [before, after] = [0, 1].map((i) => minutes.reduce((sum, row) => sum + (row[i] ?? 0), 0)) as [number, number];
  agree(after < before, `\`minutes\` come to ${before} before and ${after} after: give less after`);
}

/** The time that a programme takes, to scale: a blank page, then blocks. */
function minutes({ minutes, labels }: Bricks, narrow: boolean, type: number): string {
  const total = (i: 0 | 1) => minutes.reduce((sum, row) => sum + row[i], 0);
  const [tint, ink] = [[EDGE, LAVA], [INK, LAVA]] as const;
  if (narrow) {
    const unit = (FAR - NEAR) / total(0);
    const bar = (i: 0 | 1, y: number) => rect({ x: NEAR, y, w: total(i) * unit, h: 24 }, { stroke: "none", fill: tint[i] }) + text([NEAR, y + 24 + type * 1.15], `${french(total(i))} min`, { weight: 800, size: type + 2, fill: ink[i] }) + text([120, y + 24 + type * 1.15], i ? labels.after : labels.before, { size: type - 1, fill: QUIET });
    return bar(0, 492) + from(3, bar(1, 566));
  }
  const [base, unit, left] = [510, 408 / total(0), 694];
  const stack = (i: 0 | 1, x: number) =>
    rect({ x, y: base - total(i) * unit, w: 84, h: total(i) * unit }, { stroke: "none", fill: tint[i] }) + text([x + 42, base - total(i) * unit - 14], `${french(total(i))} min`, { anchor: "middle", weight: 800, size: type + 6, fill: ink[i] }) + text([x + 42, base + type * 1.3], i ? labels.after : labels.before, { anchor: "middle", size: type - 2 });
  const [before, after] = [base - total(0) * unit, base - total(1) * unit];
  const saved = [line([[left + 92, before], [left + 228, before]], { stroke: LAVA, width: 1.5 }), dimension([left + 236, after], [left + 236, before], { stroke: LAVA }), text([left + 224, base - total(0) * unit * 0.6], labels.gain, { anchor: "end", weight: 800, size: 42, fill: LAVA, halo: true })];
  return stack(0, left) + from(3, stack(1, left + 130), ...saved) + line([[left - 20, base], [left + 244, base]], { width: 1.5 });
}
