import type { Chart } from "../../generated/defs";
import { ACCENT, at, type Box, CARD, chance, DASHES, dot, EDGE, FAR, type Frame, hatch, INK, LAVA, NEAR, PANEL, PAPER, path, type Point, QUIET, rect, times } from "../plate/grammar";
import type { Drawn } from "./drawn";
import { around, below, heightOf, type Part, wrapped } from "./words";

type Row = Chart["rows"][number];

/** What stands in a box: its name, and below it what is said of it. */
export function inBox({ label, note }: Row, room: number, size: number, small: number): Part[] {
  return [
    { lines: wrapped(label, room, size), size, anchor: "middle", weight: 800 },
    { lines: note ? wrapped(note, room, small) : [], size: small, anchor: "middle", fill: QUIET },
  ];
}

interface Flow {
  height: number;
  box: Box;
  /** Where what goes in or comes out stands, and its words. */
  place(i: number, isOut: boolean): Point;
  words(row: Row, i: number, isOut: boolean): string;
}

/** On wide sheets from the left to the right, each with its words beside it. */
function across(into: Row[], out: Row[], middle: Part[], type: number): Flow {
  const parts = (row: Row, isOut: boolean): Part[] => {
    const style = { anchor: isOut ? ("start" as const) : ("end" as const) };
    return [
      { ...style, lines: wrapped(row.label, 228, type), size: type, weight: 700, fill: row.decisive ? LAVA : INK },
      { ...style, lines: row.note ? wrapped(row.note, 228, type - 2) : [], size: type - 2, fill: QUIET },
    ];
  };
  const pitch = Math.max(84, ...[...into, ...out].map((row) => heightOf(parts(row, false)) + 18));
  const high = Math.max(124, heightOf(middle) + 36);
  const height = Math.max(360, high + 120, 90 + Math.max(into.length, out.length) * pitch);
  const place = (i: number, isOut: boolean): Point => [isOut ? 690 : 270, height * ((i + 0.5) / (isOut ? out : into).length)];
  const words = (row: Row, i: number, isOut: boolean) => {
    const [x, y] = place(i, isOut);
    return around([x + (isOut ? 24 : -24), y], parts(row, isOut));
  };
  return { height, box: { x: 390, y: (height - high) / 2, w: 180, h: high }, place, words };
}

/** On phones from top to bottom; where there are many, every other one stands farther out, so that all have room for their names. */
function down(into: Row[], out: Row[], middle: Part[], type: number): Flow {
  const size = Math.max(into.length, out.length) > 4 ? type - 5 : type - 4;
  const lists = { in: into, out };
  const side = (list: Row[]) => {
    const pace = 480 / list.length;
    const room = list.length > 3 ? pace * 1.4 : pace - 10;
    const parts = list.map((row): Part => ({ lines: wrapped(row.label, room, size), size, anchor: "middle", weight: 700, fill: row.decisive ? LAVA : INK, halo: true }));
    const high = Math.max(...parts.map((part) => heightOf([part])));
    return { pace, room, parts, high, step: list.length > 3 ? high + 42 : 0 };
  };
  const [above, under] = [side(lists.in), side(lists.out)];
  const [top, high] = [Math.max(110, 54 + above.high + above.step), Math.max(96, heightOf(middle) + 32)];
  const box: Box = { x: 120, y: top + 152, w: 240, h: high };
  const foot = box.y + box.h + 162;
  const place = (i: number, isOut: boolean): Point => {
    const { pace, step } = isOut ? under : above;
    return [pace * (i + 0.5), isOut ? foot + (i % 2) * step : top - (i % 2) * step];
  };
  const words = (_: Row, i: number, isOut: boolean) => {
    const { parts, room } = isOut ? under : above;
    const [part, [x, y]] = [parts[i] as Part, place(i, isOut)];
    const middle = Math.min(Math.max(x, room / 2 + 6), 474 - room / 2);
    return below([middle, isOut ? y + 20 : y - 22 - heightOf([part])], [part]);
  };
  return { height: Math.max(foot + 80, foot + under.step + under.high + 52), box, place, words };
}

/** What goes in on the left, meets in the middle, and comes out on the right; a line's style says the technique. */
export function flow({ rows }: Chart, { narrow, type }: Frame): Drawn {
  const [into, core, out] = (["in", "core", "out"] as const).map((side) => rows.filter((row) => row.side === side)) as [Row[], Row[], Row[]];
  const middle = core[0] ? inBox(core[0], narrow ? 220 : 164, type + 2, type - 3) : [];
  const { height, box, place, words } = narrow ? down(into, out, middle, type) : across(into, out, middle, type);
  const centre: Point = [box.x + box.w / 2, box.y + box.h / 2];
  const wire = (p: Point, isOut: boolean, row: Row) => {
    const from0: Point = narrow ? [centre[0] + (p[0] - centre[0]) * 0.3, isOut ? box.y + box.h : box.y] : [isOut ? box.x + box.w : box.x, centre[1] + (p[1] - centre[1]) * 0.24];
    const bend: [Point, Point] = narrow ? [[from0[0], (from0[1] + p[1]) / 2], [p[0], (from0[1] + p[1]) / 2]] : [[(from0[0] + p[0]) / 2, from0[1]], [(from0[0] + p[0]) / 2, p[1]]];
    return path(`M${at(from0)}C${at(bend[0])} ${at(bend[1])} ${at(p)}`, { stroke: row.decisive ? LAVA : ACCENT, width: row.decisive ? 5 : 3.5, dash: DASHES[row.style ?? ""] });
  };
  const side = (list: Row[], isOut: boolean) =>
    list.map((row, i) => {
      const p = place(i, isOut);
      const end = row.private ? hatch({ x: p[0] - 13, y: p[1] - 13, w: 26, h: 26 }, {}, 7) : dot(p, 11, { fill: PAPER, stroke: row.decisive ? LAVA : ACCENT, width: 4 });
      return [wire(p, isOut, row), end + words(row, i, isOut)];
    });
  const all = [...side(into, false), ...side(out, true)];
  return { svg: [...all.map(([way]) => way), ...all.map(([, end]) => end), rect(box, { width: 4, fill: PANEL }, 10), around(centre, middle)].join(""), height };
}

/** Layers as in a cutting: what lies ready below, what is written on top. They are plain, since dashes and dots are techniques. */
export function strata({ rows }: Chart, { narrow, type, bare }: Frame): Drawn {
  const size = type - (narrow ? 2 : 0);
  const lines = rows.map(({ label }) => wrapped(label, narrow ? 400 : 290, size));
  const most = Math.max(...lines.map((own) => own.length));
  const [left, right, top] = bare ? [CARD.near, CARD.far, 50] : narrow ? [NEAR, FAR, 40] : [60, 620, 50];
  const thick = bare ? 48 : Math.max(narrow ? 56 : 48, most * size * 1.2 + 14);
  const steps = 14;
  const edge = (i: number) => times(steps + 1, (j): Point => [left + ((right - left) * j) / steps, top + i * thick + (i ? 7 * Math.sin(j * 0.8 + i) + 5 * chance(i * 9 + j) : 0)]);
  const layer = (row: Row, i: number) => {
    const d = `M${edge(i).map(at).join("L")}L${[...edge(i + 1)].reverse().map(at).join("L")}Z`;
    const fill = row.decisive ? LAVA : PANEL;
    const middle: Point = [narrow ? 240 : right + 34, top + (i + 0.5) * thick + 3];
    const label = around(middle, [{ lines: lines[i] ?? [], size, anchor: narrow ? "middle" : "start", weight: row.decisive ? 700 : 600, fill: row.decisive ? (narrow ? PAPER : LAVA) : INK }]);
    return path(d, { stroke: INK, width: 2, fill }) + label + (narrow || bare ? "" : path(`M${right + 6} ${middle[1]}H${right + 24}`, { stroke: row.decisive ? LAVA : EDGE, width: 2 }));
  };
  return { svg: rows.map(layer).join(""), height: top + rows.length * thick + 50 };
}
