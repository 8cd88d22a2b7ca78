import type { Chart } from "../../generated/defs";
import type { Drawn } from "../chart";
import { ACCENT, at, chance, DASHES, dot, EDGE, type Frame, hatch, INK, LAVA, PANEL, PAPER, type Point, path, QUIET, rect, text, times } from "../plate/grammar";

type Row = Chart["rows"][number];


/** What goes in on the left, meets in the middle, and comes out on the right; a line's style says the technique. */
export function flow({ rows }: Chart, { narrow, type }: Frame): Drawn {
  const [into, core, out] = (["in", "core", "out"] as const).map((side) => rows.filter((row) => row.side === side));
  const many = Math.max(into?.length ?? 0, out?.length ?? 0, 1);
  const height = narrow ? 600 : Math.max(360, 90 + many * 84);
  const box = narrow ? { x: 120, y: 262, w: 240, h: 96 } : { x: 390, y: height / 2 - 62, w: 180, h: 124 };
  const centre: Point = [box.x + box.w / 2, box.y + box.h / 2];
  const place = (list: Row[], i: number, isOut: boolean): Point =>
    narrow ? [480 * ((i + 0.5) / list.length), isOut ? 520 : 110] : [isOut ? 690 : 270, height * ((i + 0.5) / list.length)];
  const wire = (p: Point, isOut: boolean, row: Row) => {
    const from0: Point = narrow ? [centre[0] + (p[0] - centre[0]) * 0.3, isOut ? box.y + box.h : box.y] : [isOut ? box.x + box.w : box.x, centre[1] + (p[1] - centre[1]) * 0.24];
    const bend: [Point, Point] = narrow ? [[from0[0], (from0[1] + p[1]) / 2], [p[0], (from0[1] + p[1]) / 2]] : [[(from0[0] + p[0]) / 2, from0[1]], [(from0[0] + p[0]) / 2, p[1]]];
    return path(`M${at(from0)}C${at(bend[0])} ${at(bend[1])} ${at(p)}`, { stroke: row.decisive ? LAVA : ACCENT, width: row.decisive ? 5 : 3.5, dash: DASHES[row.style ?? ""] });
  };
  const side = (list: Row[], isOut: boolean) =>
    list.map((row, i) => {
      const p = place(list, i, isOut);
      const fill = row.decisive ? LAVA : INK;
      const words: Point = narrow ? [p[0], isOut ? p[1] + 36 : p[1] - 44] : [p[0] + (isOut ? 24 : -24), p[1] - 2];
      const anchor = narrow ? "middle" : isOut ? "start" : "end";
      const size = narrow && list.length > 3 ? type - 6 : type - (narrow ? 4 : 0);
      return wire(p, isOut, row) + (row.private ? hatch({ x: p[0] - 13, y: p[1] - 13, w: 26, h: 26 }, {}, 7) : dot(p, 11, { fill: PAPER, stroke: row.decisive ? LAVA : ACCENT, width: 4 })) + text(words, row.label, { anchor, weight: 700, fill, size }) + (row.note && !narrow ? text([words[0], words[1] + type * 1.2], row.note, { anchor, size: type - 2, fill: QUIET }) : "");
    });
  const middle = core?.[0];
  return {
    svg: [
      ...side(into ?? [], false),
      ...side(out ?? [], true),
      rect(box, { width: 4, fill: PANEL }, 10),
      middle ? text([centre[0], centre[1] + (middle.note ? -4 : 7)], middle.label, { anchor: "middle", weight: 800, size: type + 2 }) : "",
      middle?.note ? text([centre[0], centre[1] + 22], middle.note, { anchor: "middle", size: type - 3, fill: QUIET }) : "",
    ].join(""),
    height,
  };
}

/** Layers as in a cutting: what lies ready below, what is written on top. They are plain, since dashes and dots are techniques. */
export function strata({ rows }: Chart, { narrow, type, bare }: Frame): Drawn {
  const [left, right, top, thick] = bare ? [60, 900, 50, 48] : narrow ? [20, 460, 40, 56] : [60, 620, 50, 48];
  const steps = 14;
  const edge = (i: number) => times(steps + 1, (j): Point => [left + ((right - left) * j) / steps, top + i * thick + (i ? 7 * Math.sin(j * 0.8 + i) + 5 * chance(i * 9 + j) : 0)]);
  const layer = (row: Row, i: number) => {
    const d = `M${edge(i).map(at).join("L")}L${[...edge(i + 1)].reverse().map(at).join("L")}Z`;
    const fill = row.decisive ? LAVA : PANEL;
    const label: Point = narrow ? [240, top + (i + 0.5) * thick + 7] : [right + 34, top + (i + 0.5) * thick + 9];
    return path(d, { stroke: INK, width: 2, fill }) + text(label, row.label, { anchor: narrow ? "middle" : "start", weight: row.decisive ? 700 : 600, size: type - (narrow ? 2 : 0), fill: row.decisive ? (narrow ? PAPER : LAVA) : INK }) + (narrow || bare ? "" : path(`M${right + 6} ${label[1] - 6}H${right + 24}`, { stroke: row.decisive ? LAVA : EDGE, width: 2 }));
  };
  return { svg: rows.map(layer).join(""), height: top + rows.length * thick + 50 };
}
