import type { Chart } from "../../generated/defs";
import { ACCENT, dot, FAR, type Frame, INK, LAVA, line, NEAR, PAPER, type Point, QUIET, RULE, text } from "../plate/grammar";
import { amount, french, greatest, ticks, values } from "./axes";
import type { Drawn } from "./drawn";
import { placesOf } from "./places";
import { spread, widthOf, wrapped } from "./words";

type Row = Chart["rows"][number];

/** The ink of each line: the decisive one's, and the others' in turn. */
export function inksOf(rows: readonly Row[]): string[] {
  let others = 0;
  return rows.map((row) => (row.decisive ? LAVA : ([ACCENT, INK, QUIET][others++ % 3] ?? INK)));
}

/** Lines over the columns, each named at its end; columns that are numbers stand as far apart as they are. */
export function slope({ rows, columns = [], unit }: Chart, frame: Frame): Drawn {
  const { narrow, type } = frame;
  const most = greatest(rows.flatMap(values));
  const steps = ticks(most);
  const small = type - (narrow ? 4 : 2);
  const room = Math.max(...steps.map((value) => french.format(value).length)) * small * 0.58;
  const { size, own, wide } = ends(rows, unit, frame);
  const lead = size * 1.15;
  const gap = Math.max(...own.map((lines) => lines.length)) * lead + 4;
  const high = Math.max(360, rows.length * gap);
  const [left, right, top, bottom] = narrow ? [NEAR + 22 + room, Math.min(350, FAR - 22 - wide), 60, 60 + high] : [Math.max(110, 32 + room), 700, 60, 70 + high];
  const places = placesOf(columns);
  const [first = 0, last = 1] = [places[0], places.at(-1)];
  const x = (i: number) => left + ((right - left) * ((places[i] ?? 0) - first)) / (last - first || 1);
  const y = (value: number) => bottom - ((bottom - top) * value) / most;
  const named = spread(rows.map((row) => y(values(row).at(-1) ?? 0)), gap, top, bottom - gap / 2 + lead / 2);
  const inks = inksOf(rows);
  const drawn = rows.map((row, i) => {
    const points = values(row).map((value, j): Point => [x(j), y(value)]);
    const [endX, endY] = points.at(-1) ?? [right, bottom];
    const [stroke, lines, at] = [inks[i] ?? INK, own[i] ?? [], named[i] ?? endY];
    // From a line's end to a name that had to make room.
    const way = Math.abs(at - endY) > 6 ? line([[endX + 8, endY], [endX + 18, at]], { stroke, width: 1.5 }) : "";
    const words = text([endX + (way ? 22 : 16), at + size * 0.35 - ((lines.length - 1) * lead) / 2], lines.join("\n"), { weight: row.decisive ? 700 : 600, fill: stroke, size, leading: 1.15, halo: true });
    return [line(points, { stroke, width: row.decisive ? 5 : 3 }) + points.map((p) => dot(p, 6, { fill: PAPER, stroke, width: 3 })).join(""), way + words];
  });
  return {
    svg: [
      ...steps.map((value) => line([[left, y(value)], [right, y(value)]], { stroke: value ? RULE : INK, width: value ? 1 : 1.5 }) + text([narrow ? NEAR : left - 16, y(value) + 5], french.format(value), { anchor: narrow ? "start" : "end", size: small, fill: QUIET })),
      feet(columns, x, bottom, frame),
      ...drawn.map(([way = ""]) => way),
      ...drawn.map(([, words = ""]) => words),
      text([narrow ? NEAR : left - 16, 34], unit, { size: type - 2, fill: QUIET }),
    ].join(""),
    height: bottom + 60,
  };
}

/** What stands at the end of a line: its name, and its last value behind it where there is room, in a line of its own otherwise. */
function ends(rows: readonly Row[], unit: string, { narrow, type }: Frame): { size: number; own: string[][]; wide: number } {
  const size = type - (narrow ? 4 : 1);
  const worth = (row: Row) => amount(values(row).at(-1) ?? 0, unit);
  // In two lines those of near ends would touch.
  const isBeside = !narrow && rows.every((row) => row.label.length + worth(row).length < 24);
  const longest = Math.max(...rows.map((row) => widthOf(row.label, size)));
  const room = narrow ? Math.min(Math.max(110, longest / 2.5), 190) : 228;
  const own = rows.map((row) => (isBeside ? [`${row.label}\u00a0: ${worth(row)}`] : [...wrapped(row.label, room, size), ...(narrow ? [] : wrapped(worth(row), room, size))]));
  return { size, own, wide: Math.max(...own.flat().map((one) => widthOf(one, size))) };
}

/** The names of columns below an axis: the first, the last, and between them those for which there is room. */
function feet(columns: readonly string[], x: (i: number) => number, y: number, { narrow, type }: Frame): string {
  const size = type - 2;
  const half = (i: number) => widthOf(columns[i] ?? "", size) / 2;
  const last = columns.length - 1;
  let free = -Infinity;
  return columns.map((words, i) => {
    const at = Math.max(x(i), half(i) + (narrow ? NEAR : 16));
    const isFree = i === last || (at - half(i) > free && at + half(i) + 10 < x(last) - half(last));
    if (isFree) free = at + half(i) + 10;
    return line([[x(i), y], [x(i), y + 8]], { width: 1.5 }) + (isFree ? text([at, y + 32], words, { anchor: "middle", size, fill: QUIET }) : "");
  }).join("");
}
