import type { Chart } from "../../generated/defs";
import type { Drawn } from "../chart";
import { ACCENT, at, type Box, caps, chance, dimension, DASHES, dot, EDGE, type Frame, hatch, INK, LAVA, line, PALE, PANEL, PAPER, type Point, path, QUIET, RULE, rect, ring, text, times } from "../plate/grammar";
import { amount, french } from "./axes";

type Row = Chart["rows"][number];

const sides = (rows: readonly Row[]) => (["in", "core", "out"] as const).map((side) => rows.filter((row) => row.side === side)) as [Row[], Row[], Row[]];
/** Lines of writing or of code in a box, as wide as chance wants. */
const written = ({ x, y, w, h }: Box, pitch: number, seed: number, indent = 0) =>
  times(Math.floor(h / pitch), (i) => `M${at([x + indent * Math.floor(3 * chance(seed + i)), y + (i + 0.5) * pitch])}h${(w * (0.3 + 0.35 * chance(seed * 7 + i))).toFixed(0)}`).join("");
const tone = (row: Row | undefined) => (row?.decisive ? LAVA : INK);

/** One text of code, as many devices, and what they all talk to; what is private stays on each of them, hatched. */
export function devices({ rows }: Chart, { narrow, type, bare }: Frame): Drawn {
  const [into, core, out] = sides(rows);
  const [width, s] = narrow ? [480, 1] : [960, bare ? 1.12 : 1.2];
  const [code, service, kept] = [core[0], into.find((row) => !row.private), into.find((row) => row.private)];
  const sheet: Box = { x: width / 2 - 105 * s, y: 30 * s, w: 210 * s, h: 128 * s };
  const [top, foot] = [212 * s, 470 * s];
  // As much room beside each, however wide it is.
  const wide = ({ shape }: Row) => (shape === "window" ? 138 : 88) * s;
  const room = (width - out.reduce((all, row) => all + wide(row), 0)) / (out.length + 1);
  const middles = out.map((row, i) => out.slice(0, i).reduce((all, before) => all + wide(before), 0) + (i + 1) * room + wide(row) / 2);
  const device = (row: Row, i: number) => {
    const x = middles[i] ?? 0;
    const isWindow = row.shape === "window";
    const [w, h] = [wide(row), (isWindow ? 116 : 166) * s];
    const box: Box = { x: x - w / 2, y: top + (isWindow ? 50 * s : 0), w, h };
    const inner: Box = { x: box.x + 9 * s, y: box.y + 20 * s, w: w - 18 * s, h: h - 30 * s };
    const store: Box = { x: inner.x, y: inner.y + inner.h - 32 * s, w: inner.w, h: 32 * s };
    const ink = row.decisive ? LAVA : ACCENT;
    const bend = (sheet.y + sheet.h + box.y) / 2;
    return [
      path(`M${at([width / 2 + (x - width / 2) * 0.2, sheet.y + sheet.h])}C${at([width / 2 + (x - width / 2) * 0.2, bend])} ${at([x, bend])} ${at([x, box.y])}`, { stroke: ink, width: 3.5, dash: DASHES[row.style ?? ""] }),
      path(`M${at([x, top + 166 * s + type * 1.6])}V${foot}`, { stroke: ACCENT, width: 3 }),
      rect(box, { stroke: INK, width: 3.5, fill: PAPER }, (isWindow ? 5 : 15) * s),
      isWindow ? path(`M${at([box.x, box.y + 13 * s])}h${w}`, { width: 2 }) : path(`M${at([x - 11 * s, box.y + 10 * s])}h${22 * s}`, { width: 3 }),
      rect({ ...inner, h: 15 * s }, { stroke: "none", fill: ink }),
      path(written({ ...inner, y: inner.y + 20 * s, h: inner.h - 20 * s - 34 * s }, 12 * s, 4), { stroke: EDGE, width: 3 }),
      kept ? rect(store, { stroke: EDGE, width: 1.5, fill: PAPER }) + hatch(store, {}, 8 * s) : "",
      text([x, top + 166 * s + type * 1.25], row.label, { anchor: "middle", weight: 700, fill: tone(row), size: type - (narrow ? 4 : 0), halo: true }),
    ].join("");
  };
  const [first, last] = [Math.min(...middles, width / 2 - 110 * s), Math.max(...middles, width / 2 + 110 * s)];
  const base: Box = { x: first - 30 * s, y: foot, w: last - first + 60 * s, h: 58 * s };
  return {
    svg: [
      ...out.map(device),
      rect(sheet, { stroke: tone(code), width: 4, fill: PANEL }),
      path(written({ x: sheet.x + 20 * s, y: sheet.y + 14 * s, w: sheet.w - 60 * s, h: 44 * s }, 11 * s, 21, 14), { stroke: ACCENT, width: 3.5, dash: DASHES[out[0]?.style ?? ""] }),
      code ? text([width / 2, sheet.y + 90 * s], code.label, { anchor: "middle", weight: 800, size: type + 6, fill: tone(code) }) + text([width / 2, sheet.y + 114 * s], code.note ?? "", { anchor: "middle", size: type - 3, fill: QUIET }) : "",
      rect(base, { width: 3, fill: PANEL }, 8),
      service ? text([(first + last) / 2, base.y + 26 * s], service.label, { anchor: "middle", weight: 800, size: type }) + text([(first + last) / 2, base.y + 47 * s], service.note ?? "", { anchor: "middle", size: type - 4, fill: QUIET }) : "",
    ].join(""),
    height: foot + 96 * s,
  };
}

/** Who sees what: a line for each who looks, a column for each thing; what is not theirs is hatched. */
export function access({ rows, columns = [] }: Chart, { narrow, type, bare }: Frame): Drawn {
  const lookers = rows.filter((row) => row.values?.length);
  const after = rows.find((row) => !row.values?.length);
  const [left, right, top, pitch] = narrow ? [158, 472, 84, 110] : [bare ? 250 : 220, 900, bare ? 80 : 90, bare ? 130 : 120];
  const pace = (right - left) / Math.max(columns.length, 1);
  const centre = (i: number, j: number): Point => [left + (j + 0.5) * pace, top + (i + 0.5) * pitch];
  const [w, h] = [Math.min(pace - 20, 150), 62];
  const tag = ([x, y]: Point, isSeen: boolean, isDecisive: boolean) => {
    const box: Box = { x: x - w / 2 + 16, y: y - h / 2, w: w - 16, h };
    const edge = `M${at([x - w / 2, y])}L${at([box.x, box.y])}H${x + w / 2}V${box.y + h}H${box.x}Z`;
    const ink = isDecisive ? LAVA : ACCENT;
    if (!isSeen) return path(edge, { stroke: EDGE, width: 1.5, fill: PAPER }) + hatch(box, {}, 9);
    return path(edge, { stroke: ink, width: 3, fill: ink }) + dot([box.x + 2, y], 5, { fill: PAPER }) + text([x + 10, y + 13], "€", { anchor: "middle", weight: 800, size: 40, fill: PAPER });
  };
  const looker = (row: Row, i: number) => {
    const [, y] = centre(i, 0);
    const last = columns.reduce((found, _, j) => (row.values?.[j] ? j : found), 0);
    return [
      line([[left - 8, y], [centre(i, last)[0] - w / 2, y]], { stroke: row.decisive ? LAVA : ACCENT, width: 2.5 }),
      ...columns.map((_, j) => tag(centre(i, j), Boolean(row.values?.[j]), Boolean(row.decisive))),
      ring([left - 18, y], 10, row.decisive ? LAVA : ACCENT, 4),
      text([left - 38, y + (row.note ? -2 : 6)], row.label, { anchor: "end", weight: 700, size: type - (narrow ? 2 : 0), fill: tone(row) }),
      row.note ? text([left - 38, y + type * 0.95], row.note, { anchor: "end", size: type - (narrow ? 5 : 2), fill: QUIET }) : "",
    ].join("");
  };
  const bottom = top + lookers.length * pitch;
  const chosen = lookers.findIndex((row) => row.decisive);
  const to = centre(chosen, Math.max(lookers[chosen]?.values?.findIndex(Boolean) ?? 0, 0));
  const box: Box = { x: Math.min(to[0] - 105, right - 220), y: bottom + 34, w: 210, h: 62 };
  const middle = box.x + box.w / 2;
  return {
    svg: [
      ...columns.map((words, j) => {
        const lines = words.length * type * 0.5 > pace ? words.replace(" ", "\n") : words;
        return text([centre(0, j)[0], top - (lines === words ? 14 : 34)], lines, { anchor: "middle", weight: 600, size: type - (narrow ? 4 : 1), fill: QUIET, leading: 1.1 });
      }),
      path(lookers.map((_, i) => `M${left} ${top + i * pitch}H${right}`).join(""), { stroke: RULE, width: 1 }),
      after && chosen >= 0 ? path(`M${to[0]} ${to[1] + h / 2}V${box.y}`, { stroke: LAVA, width: 3.5 }) : "",
      ...lookers.map(looker),
      after ? rect(box, { width: 3, fill: PANEL }, 8) + text([middle, box.y + (after.note ? 27 : 38)], after.label, { anchor: "middle", weight: 800, size: type }) + text([middle, box.y + 49], after.note ?? "", { anchor: "middle", size: type - 4, fill: QUIET }) : "",
    ].join(""),
    height: after ? box.y + box.h + 34 : bottom + 40,
  };
}

/** One thing takes over from another while both run: the steps below, and above them how much each still carries. */
export function handover({ rows, columns = [], unit }: Chart, { narrow, type, bare }: Frame): Drawn {
  const [left, right, top, high, pitch] = narrow ? [20, 460, 40, 190, 62] : [60, 900, 50, bare ? 240 : 220, 62];
  const longest = (row: Row) => Math.max(...(row.values ?? [0]));
  const starts = rows.map((_, i) => rows.slice(0, i).reduce((sum, row) => sum + longest(row), 0));
  const whole = rows.reduce((sum, row) => sum + longest(row), 0);
  const x = (value: number) => left + ((right - left) * value) / whole;
  const i = Math.max(rows.findIndex((row) => row.decisive), 0);
  const [begin, end] = [x(starts[i] ?? 0), x((starts[i] ?? 0) + longest(rows[i] as Row))];
  const middle = (begin + end) / 2;
  const bottom = top + high;
  const swing = `C${at([middle, top])} ${at([middle, bottom])} ${at([end, bottom])}`;
  const [old = "", young = ""] = columns;
  const step = (row: Row, index: number) => {
    const [from, to] = [x(starts[index] ?? 0), x((starts[index] ?? 0) + longest(row))];
    const y = bottom + 42 + index * pitch;
    const [least = 0, most = least] = row.values ?? [];
    const words = `${row.label} · ${least === most ? "" : `${french.format(least)}-`}${amount(most, unit)}`;
    const isLate = from > (left + right) / 2;
    const size = type - (narrow ? 3 : 0);
    return dimension([from, y], [to, y], { stroke: row.decisive ? LAVA : INK, width: 3 }, 9) + text([isLate ? to : from, y + size + 9], words, { anchor: isLate ? "end" : "start", size, weight: row.decisive ? 700 : 600, fill: tone(row) });
  };
  return {
    svg: [
      path(`M${left} ${top}H${begin}${swing}H${left}Z`, { stroke: "none", fill: EDGE, opacity: PALE }),
      path(`M${begin} ${top}${swing}H${right}V${top}Z`, { stroke: "none", fill: ACCENT, opacity: 0.85 }),
      path(starts.slice(1).map((start) => `M${x(start)} ${top}v12M${x(start)} ${bottom}v-12`).join(""), { stroke: PAPER, width: 2 }),
      path(`M${begin} ${top}${swing}`, { stroke: LAVA, width: 5 }),
      rect({ x: left, y: top, w: right - left, h: high }, { width: 2.5 }),
      text([left + 18, bottom - 18], old, { weight: 800, size: type + 4 }),
      text([right - 18, top + type + 18], young, { anchor: "end", weight: 800, size: type + 4, fill: PAPER }),
      ...rows.map(step),
    ].join(""),
    height: bottom + 42 + rows.length * pitch + 14,
  };
}

/** A screen, who looks at it, and the sheets that it is made from: one number is followed to the line that it comes from. */
export function trace({ rows }: Chart, { narrow, type, bare }: Frame): Drawn {
  const [into, core, out] = sides(rows);
  const [width, s] = narrow ? [480, 1] : [960, bare ? 1.1 : 1.2];
  const screen: Box = { x: width * 0.09, y: 96 * s, w: width * 0.82, h: 172 * s };
  const [sheetTop, sheetHigh] = [352 * s, 128 * s];
  const pace = screen.w / Math.max(into.length, 1);
  const [tall, ground, leading] = [96 * s, screen.y + screen.h - 22 * s, 15 * s];
  const source = (row: Row, i: number) => {
    const x = screen.x + (i + 0.5) * pace;
    const sheet: Box = { x: x - Math.min(pace * 0.4, 110 * s), y: sheetTop, w: Math.min(pace * 0.8, 220 * s), h: sheetHigh };
    const ink = row.decisive ? LAVA : ACCENT;
    const bars = times(5, (j): Box => ({ x: x + (j - 2.5) * pace * 0.14, y: ground - tall * (0.3 + 0.62 * chance(i * 9 + j)), w: pace * 0.1, h: tall * (0.3 + 0.62 * chance(i * 9 + j)) }));
    const seen = bars[3] as Box;
    // On one of its lines.
    const mark = sheetTop + 8 + 4.5 * leading;
    const drawn = i % 3 === 1 ? line(bars.map(({ x, y }): Point => [x, y]), { stroke: ACCENT, width: 4 }) + bars.map(({ x, y }) => dot([x, y], 5, { fill: PAPER, stroke: ACCENT, width: 3 })).join("") : bars.map((bar, j) => rect(bar, { stroke: "none", fill: row.decisive && j === 3 ? LAVA : ACCENT })).join("");
    const thread = row.decisive ? path(`M${at([seen.x + seen.w / 2, ground])}V${screen.y + screen.h + 8}C${at([seen.x + seen.w / 2, sheetTop - 12])} ${at([sheet.x + sheet.w + 14, screen.y + screen.h + 20])} ${at([sheet.x + sheet.w + 14, sheetTop])}V${mark - 14}Q${at([sheet.x + sheet.w + 14, mark])} ${at([sheet.x + sheet.w, mark])}`, { stroke: LAVA, width: 4.5, dash: DASHES[row.style ?? ""] }) : path(`M${at([x, screen.y + screen.h])}V${sheetTop}`, { stroke: ink, width: 3, dash: DASHES[row.style ?? ""] });
    return [
      rect(sheet, { width: 2.5, fill: PAPER }),
      path(written({ x: sheet.x + 12, y: sheet.y + 8, w: sheet.w - 10, h: sheet.h - 14 }, leading, i * 5 + 1), { stroke: EDGE, width: 3 }),
      row.decisive ? rect({ x: sheet.x + 5, y: mark - 9 * s, w: sheet.w - 10, h: 18 * s }, { stroke: "none", fill: LAVA }) : "",
      drawn,
      thread,
      text([x, sheetTop + sheetHigh + type * 1.5], row.label, { anchor: "middle", weight: 700, size: type - (narrow ? 2 : 0), fill: tone(row) }),
    ].join("");
  };
  const looker = (row: Row, i: number) => {
    const x = width * ((i + 0.5) / out.length);
    return path(`M${at([x - 34, screen.y - 6])}L${at([x, 58 * s])}L${at([x + 34, screen.y - 6])}`, { stroke: EDGE, width: 1.5 }) + ring([x, 52 * s], 9, INK, 3.5) + text([x + 20, 58 * s], row.label, { weight: 700, size: type - (narrow ? 2 : 0) });
  };
  return {
    svg: [
      ...out.map(looker),
      rect(screen, { width: 4, fill: PANEL }, 10),
      core[0] ? caps([screen.x + 16, screen.y + 26 * s], [core[0].label, core[0].note].filter(Boolean).join(", "), { size: type - 3 }) : "",
      path(`M${screen.x + 12} ${ground}H${screen.x + screen.w - 12}`, { stroke: INK, width: 1.5 }),
      ...into.map(source),
    ].join(""),
    height: sheetTop + sheetHigh + type * 1.5 + 40,
  };
}
