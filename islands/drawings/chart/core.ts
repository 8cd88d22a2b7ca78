import type { Chart } from "../../generated/defs";
import type { Drawn } from "../chart";
import { ACCENT, at, FLUTTER, type Frame, INK, LAVA, NODE, PAPER, type Point, path, QUIET, RULE, rect, text, times } from "../plate/grammar";

type Row = Chart["rows"][number];

/** A core sample: a layer a year, the latest on top; a project is a seam, as thick as it lasted. */
export function core({ rows }: Chart, { narrow, type }: Frame): Drawn {
  const span = (row: Row): [number, number] => [row.values?.[0] ?? 0, row.values?.[1] ?? row.values?.[0] ?? 0];
  const [first, last] = [Math.min(...rows.map((row) => span(row)[0])), Math.max(...rows.map((row) => span(row)[1]))];
  const [left, width, top, layer, lane] = narrow ? [72, 144, 30, 32, 24] : [110, 330, 30, 29, 48];
  const y = (year: number) => top + (last - year) * layer;
  const long = rows.filter((row) => span(row)[1] > span(row)[0]);
  const rest = left + long.length * lane;
  const box = (row: Row) => {
    const [start, end] = span(row);
    const i = long.indexOf(row);
    if (i >= 0) return { x: left + i * lane, y: y(end), w: lane, h: (end - start + 1) * layer };
    const beside = rows.filter((other) => !long.includes(other) && span(other)[0] === start);
    const w = (left + width - rest) / beside.length;
    return { x: rest + beside.indexOf(row) * w, y: y(start), w, h: layer };
  };
  const years = times(last - first + 1, (i) => last - i);
  const bottom = y(first) + layer;
  const sorted = [...rows].sort((a, b) => span(b)[1] - span(a)[1] || box(a).x - box(b).x);
  const pitch = (bottom - top) / sorted.length;
  const seam = (row: Row) => {
    const b = box(row);
    const fill = row.decisive ? LAVA : row.style === "laravel" ? ACCENT : PAPER;
    const dash = { flutter: FLUTTER, node: NODE, laravel: undefined }[row.style ?? "laravel"];
    const lines = times(Math.floor(b.h / 8) - 1, (i) => `M${at([b.x + (i % 2 ? 9 : 6), b.y + 8 + i * 8])}h${(b.w - 14).toFixed(0)}`);
    return rect(b, { stroke: INK, width: 1.5, fill }) + (dash && !row.decisive ? path(lines.join(""), { stroke: ACCENT, width: 3, dash }) : "");
  };
  const label = (row: Row, i: number) => {
    const b = box(row);
    const from: Point = [b.x + b.w, b.y + Math.min(b.h / 2, layer / 2)];
    const to: Point = [left + width + (narrow ? 34 : 70), top + (i + 0.5) * pitch];
    const words = text([to[0] + 8, to[1] + 6], row.label, { size: narrow ? 20 : type - 1, weight: row.decisive ? 700 : 500, fill: row.decisive ? LAVA : INK });
    return path(`M${at(from)}H${left + width + 6}L${at(to)}`, { stroke: row.decisive ? LAVA : QUIET, width: 1 }) + words + (row.note && !narrow ? text([to[0] + 250, to[1] + 6], row.note, { size: type - 2, fill: QUIET }) : "");
  };
  return {
    svg: [
      path(years.map((year) => `M${left} ${y(year)}h${width}`).join(""), { stroke: RULE, width: 1 }),
      ...sorted.map(label),
      ...rows.map(seam),
      path(`M${left} ${top}V${bottom}M${left + width} ${top}V${bottom}`, { width: 3 }),
      ...years.filter((year) => year === first || year === last || year % 5 === 0).map((year) => text([left - (narrow ? 7 : 10), y(year) + layer * 0.68], `${year}`, { anchor: "end", size: narrow ? 20 : type - 2, fill: QUIET })),
    ].join(""),
    height: bottom + 40,
  };
}
