import type { Chart } from "../../generated/defs";
import { ACCENT, at, type Box, CARD, chance, DASHES, dimension, dot, EDGE, FAR, type Frame, hatch, hatched, INK, LAVA, line, long, n, NEAR, PALE, PANEL, PAPER, path, type Point, QUIET, rect, ring, RULE, text, times } from "../plate/grammar";
import { amount, between } from "./axes";
import type { Drawn } from "./drawn";
import { inBox } from "./schemes";
import { around, below, heightOf, type Part, widthOf, wrapped, wrappedAlike } from "./words";

type Row = Chart["rows"][number];

const sides = (rows: readonly Row[]) => (["in", "core", "out"] as const).map((side) => rows.filter((row) => row.side === side)) as [Row[], Row[], Row[]];
/** Lines of writing or of code in a box, as wide as chance wants. */
const written = ({ x, y, w, h }: Box, pitch: number, seed: number, indent = 0) =>
  times(Math.floor(h / pitch), (i) => `M${at([x + indent * Math.floor(3 * chance(seed + i)), y + (i + 0.5) * pitch])}h${(w * (0.3 + 0.35 * chance(seed * 7 + i))).toFixed(0)}`).join("");
const tone = (row: Row | undefined) => (row?.decisive ? LAVA : INK);

const widthOfAll = (parts: readonly Part[]) => Math.max(0, ...parts.flatMap(({ lines, size }) => lines.map((one) => widthOf(one, size))));

/** One text of code, as many devices, and what they all talk to; what is private stays on each of them, hatched. */
export function devices({ rows }: Chart, { narrow, type, bare }: Frame): Drawn {
  const [into, core, out] = sides(rows);
  const [width, s] = narrow ? [480, 1] : [960, bare ? 1.12 : 1.2];
  const [code, service, kept] = [core[0], into.find((row) => !row.private), into.find((row) => row.private)];
  const size = type - (narrow ? 4 : 0);
  const head = code ? inBox(code, 230 * s, type + 6, type - 3) : [];
  const sheet: Box = { x: width / 2 - Math.max(105 * s, widthOfAll(head) / 2 + 14), y: 30 * s, w: Math.max(210 * s, widthOfAll(head) + 28), h: Math.max(128 * s, 64 * s + heightOf(head) + 12) };
  const names = out.map((row): Part => ({ lines: wrapped(row.label, width / out.length - 12, size), size, anchor: "middle", weight: 700, fill: tone(row), halo: true }));
  const called = Math.max(...names.map((part) => heightOf([part])));
  const top = sheet.y + sheet.h + 54 * s;
  const [under, foot] = [top + 166 * s + type * 1.25 - size, top + 236 * s + called - size * 1.2 + 22 * s];
  // As much room beside each, however wide it is; where windows are many, all are narrower.
  const full = ({ shape }: Row) => (shape === "window" ? 138 : 88) * s;
  const share = Math.min(1, (width * 0.88) / out.reduce((all, row) => all + full(row), 0));
  const wide = (row: Row) => full(row) * share;
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
      service ? path(`M${at([x, under + heightOf(names.slice(i, i + 1)) + 6])}V${n(foot)}`, { stroke: ACCENT, width: 3 }) : "",
      rect(box, { stroke: INK, width: 3.5, fill: PAPER }, (isWindow ? 5 : 15) * s),
      isWindow ? path(`M${at([box.x, box.y + 13 * s])}h${w}`, { width: 2 }) : path(`M${at([x - 11 * s, box.y + 10 * s])}h${22 * s}`, { width: 3 }),
      rect({ ...inner, h: 15 * s }, { stroke: "none", fill: ink }),
      path(written({ ...inner, y: inner.y + 20 * s, h: inner.h - 20 * s - 34 * s }, 12 * s, 4), { stroke: EDGE, width: 3 }),
      kept ? rect(store, { stroke: EDGE, width: 1.5, fill: PAPER }) + hatch(store, {}, 8 * s) : "",
      below([Math.min(Math.max(x, width / out.length / 2), width - width / out.length / 2), under], names.slice(i, i + 1)),
    ].join("");
  };
  const reach = Math.max(110 * s, ...middles.map((x) => Math.abs(x - width / 2))) + 30 * s;
  const said = service ? inBox(service, 2 * reach - 20 * s, type, type - 4) : [];
  const base: Box = { x: width / 2 - reach, y: foot, w: 2 * reach, h: Math.max(58 * s, heightOf(said) + 16) };
  return {
    svg: [
      ...out.map(device),
      rect(sheet, { stroke: tone(code), width: 4, fill: PANEL }),
      path(written({ x: sheet.x + 20 * s, y: sheet.y + 14 * s, w: sheet.w - 60 * s, h: 44 * s }, 11 * s, 21, 14), { stroke: ACCENT, width: 3.5, dash: DASHES[out[0]?.style ?? ""] }),
      around([width / 2, sheet.y + 60 * s + (sheet.h - 62 * s) / 2], head.map((part, i) => (i ? part : { ...part, fill: tone(code) }))),
      service ? rect(base, { width: 3, fill: PANEL }, 8) + around([width / 2, base.y + base.h / 2], said) : "",
    ].join(""),
    height: service ? foot + base.h + 38 * s : under + called + 38 * s,
  };
}

/** Who sees what: a line for each who looks, a column for each thing; what is not theirs is hatched. */
export function access({ rows, columns = [] }: Chart, { narrow, type, bare }: Frame): Drawn {
  const lookers = rows.filter((row) => row.values?.length);
  const after = rows.find((row) => !row.values?.length);
  const [left, right, least] = narrow ? [158, FAR + 10, 110] : [bare ? 250 : 220, 900, bare ? 130 : 120];
  const room = left - 38 - (narrow ? NEAR : 12);
  const named = lookers.map((row): Part[] => [
    { lines: wrapped(row.label, room, type - (narrow ? 3 : 0)), anchor: "end", weight: 700, size: type - (narrow ? 3 : 0), fill: tone(row) },
    { lines: row.note ? wrapped(row.note, room, type - (narrow ? 5 : 2)) : [], anchor: "end", size: type - (narrow ? 5 : 2), fill: QUIET },
  ]);
  // On a card the words are not seen.
  const pitch = bare ? least : Math.max(least, ...named.map((parts) => heightOf(parts) + 18));
  const size = type - (narrow ? 5 : 1);
  const heads = wrappedAlike(columns, (right - left) / columns.length - 8, size).map((lines): Part => ({ lines, size, anchor: "middle", weight: 600, fill: QUIET }));
  const top = Math.max(bare ? 80 : narrow ? 84 : 90, 36 + Math.max(0, ...heads.map((part) => heightOf([part]))));
  const pace = (right - left) / Math.max(columns.length, 1);
  const centre = (i: number, j: number): Point => [left + (j + 0.5) * pace, top + (i + 0.5) * pitch];
  const [w, h] = [Math.min(pace - 20, 150), 62];
  const euro = Math.min(40, w * 0.47);
  const tag = ([x, y]: Point, isSeen: boolean, isDecisive: boolean) => {
    const box: Box = { x: x - w / 2 + 16, y: y - h / 2, w: w - 16, h };
    const outline: Point[] = [[x - w / 2, y], [box.x, box.y], [x + w / 2, box.y], [x + w / 2, box.y + h], [box.x, box.y + h]];
    const edge = `M${outline.map(at).join("L")}Z`;
    const ink = isDecisive ? LAVA : ACCENT;
    if (!isSeen) return path(edge, { stroke: EDGE, width: 1.5, fill: PAPER }) + hatched(outline, {}, 9);
    return path(edge, { stroke: ink, width: 3, fill: ink }) + dot([box.x + 2, y], 5, { fill: PAPER }) + text([x + 10, y + euro / 3], "€", { anchor: "middle", weight: 800, size: euro, fill: PAPER });
  };
  const looker = (row: Row, i: number) => {
    const [, y] = centre(i, 0);
    const seen = columns.flatMap((_, j) => (row.values?.[j] ? [j] : []));
    // To each that is seen, below those that are not.
    const thread = seen.map((j, k) => {
      const last = seen[k - 1] ?? -1;
      const [from, to] = [k ? centre(i, last)[0] + w / 2 : left - 8, centre(i, j)[0] - w / 2];
      const detour = last === j - 1 ? "" : `H${n(from + 8)}V${n(y + h / 2 + 10)}H${n(to - 10)}V${n(y)}`;
      return `M${n(from)} ${n(y)}${detour}H${n(to)}`;
    });
    return [
      path(thread.join(""), { stroke: row.decisive ? LAVA : ACCENT, width: 2.5 }),
      ...columns.map((_, j) => tag(centre(i, j), Boolean(row.values?.[j]), Boolean(row.decisive))),
      ring([left - 18, y], 10, row.decisive ? LAVA : ACCENT, 4),
      around([left - 38, y], named[i] ?? []),
    ].join("");
  };
  const bottom = top + lookers.length * pitch;
  const chosen = lookers.findIndex((row) => row.decisive);
  const to = centre(chosen, Math.max(lookers[chosen]?.values?.findIndex(Boolean) ?? 0, 0));
  const said = after ? inBox(after, 190, type, type - 4) : [];
  const box: Box = { x: Math.min(to[0] - 105, right - 220), y: bottom + 34, w: 210, h: Math.max(62, heightOf(said) + 18) };
  return {
    svg: [
      ...heads.map((part, j) => below([centre(0, j)[0], top - 12 - heightOf([part])], [part])),
      path(lookers.map((_, i) => `M${left} ${top + i * pitch}H${right - (pace - w) / 2}`).join(""), { stroke: RULE, width: 1 }),
      after && chosen >= 0 ? path(`M${to[0]} ${to[1] + h / 2}V${box.y}`, { stroke: LAVA, width: 3.5 }) : "",
      ...lookers.map(looker),
      after ? rect(box, { width: 3, fill: PANEL }, 8) + around([box.x + box.w / 2, box.y + box.h / 2], said) : "",
    ].join(""),
    height: after ? box.y + box.h + 34 : bottom + 40,
  };
}

/** One thing takes over from another while both run: the steps below, and above them how much each still carries. */
export function handover({ rows, columns = [], unit }: Chart, { width, narrow, type, bare }: Frame): Drawn {
  const [left, right, top, high] = narrow ? [NEAR, FAR, 40, 190] : bare ? [CARD.near, CARD.far, 50, 240] : [60, 900, 50, 220];
  const longest = (row: Row) => Math.max(...(row.values ?? [0]));
  const starts = rows.map((_, i) => rows.slice(0, i).reduce((sum, row) => sum + longest(row), 0));
  const whole = rows.reduce((sum, row) => sum + longest(row), 0);
  const size = type - (narrow ? 3 : 0);
  const x = (value: number) => left + ((right - left) * value) / whole;
  const i = Math.max(rows.findIndex((row) => row.decisive), 0);
  const [begin, end] = [x(starts[i] ?? 0), x((starts[i] ?? 0) + longest(rows[i] as Row))];
  const middle = (begin + end) / 2;
  const bottom = top + high;
  // What is left of the old ends within the step that follows.
  const next = rows[i + 1];
  const [rest, last] = next ? [high * 0.12, x((starts[i + 1] ?? 0) + longest(next) / 2)] : [0, end];
  const swing = `C${at([middle, top])} ${at([middle, bottom - rest])} ${at([end, bottom - rest])}${next ? `H${n(last)}V${bottom}` : ""}`;
  const [old = "", young = ""] = columns;
  const steps = rows.map((row, index) => {
    const [from, to] = [x(starts[index] ?? 0), x((starts[index] ?? 0) + longest(row))];
    const [least = 0, most = least] = row.values ?? [];
    const isLate = from > (left + right) / 2;
    const [worth, room] = [between(least, most, (value) => amount(value, unit)), isLate ? to - (narrow ? NEAR : 12) : (narrow ? FAR : width - 12) - from];
    const whole = `${row.label} · ${worth}`;
    const lines = long(whole, size) <= room ? [whole] : [...wrapped(row.label, room, size), ...wrapped(worth, room, size)];
    const part: Part = { lines, size, anchor: isLate ? "end" : "start", weight: row.decisive ? 700 : 600, fill: tone(row) };
    return { row, from, to, isLate, part };
  });
  let y = bottom + 42;
  const drawn = steps.map(({ row, from, to, isLate, part }) => {
    const svg = dimension([from, y], [to, y], { stroke: row.decisive ? LAVA : INK, width: 3 }, 9) + below([isLate ? to : from, y + 11], [part]);
    y += (bare ? 0 : heightOf([part]) - size * 1.2) + 62;
    return svg;
  });
  const named = Math.min(type + 4, ...columns.map((words) => (right - left - 36) / widthOf(words, 1)));
  const ticks = starts.slice(1).map(x).flatMap((at) => [{ d: `M${at} ${top}v12`, isOld: at <= begin }, { d: `M${at} ${bottom}v-12`, isOld: at < last }]);
  const isOver = right - 18 - widthOf(young, named) < begin + (end - begin) * 0.45;
  return {
    svg: [
      path(`M${left} ${top}H${begin}${swing}H${left}Z`, { stroke: "none", fill: EDGE, opacity: PALE }),
      path(`M${begin} ${top}${swing}H${right}V${top}Z`, { stroke: "none", fill: ACCENT }),
      ...[true, false].map((isOld) => path(ticks.filter((tick) => tick.isOld === isOld).map(({ d }) => d).join(""), { stroke: isOld ? INK : PAPER, width: 2 })),
      path(`M${begin} ${top}${swing}`, { stroke: LAVA, width: 5 }),
      rect({ x: left, y: top, w: right - left, h: high }, { width: 2.5 }),
      // Both clear of the ticks.
      text([left + 18, bottom - 30], old, { weight: 800, size: named }),
      // On its own colour where it is wider than what it stands on.
      text([right - 18, top + type + 28], young, { anchor: "end", weight: 800, size: named, fill: PAPER, halo: isOver ? ACCENT : false }),
      ...drawn,
    ].join(""),
    height: y + 14,
  };
}

/** A screen, who looks at it, and the sheets that it is made from: one number is followed to the line that it comes from. */
export function trace({ rows }: Chart, { narrow, type, bare }: Frame): Drawn {
  const [into, core, out] = sides(rows);
  const [width, s] = narrow ? [480, 1] : [960, bare ? 1.1 : 1.2];
  const size = narrow ? (Math.max(into.length, out.length) > 3 ? 16.5 : type - 3) : type;
  // Who looks is named beside the eye, or above it where one would leave the sheet.
  const isBeside = out.every((row) => width * (1 - 0.5 / out.length) + 28 + widthOf(row.label, size) < width);
  const lookers = out.map((row): Part => ({ lines: wrapped(row.label, width / out.length - 8, size), size, weight: 700, anchor: isBeside ? "start" : "middle" }));
  const over = isBeside ? 0 : Math.max(...lookers.map((part) => heightOf([part])));
  const title = [core[0]?.label, core[0]?.note].filter(Boolean).join(", ");
  const said: Part = { lines: wrapped(title.toUpperCase(), width * 0.66, type - 3), size: (type - 3) * 0.92, weight: 600, fill: QUIET, spacing: 1.6 };
  const more = heightOf([said]) - said.size * 1.2;
  const screen: Box = { x: width * 0.09, y: 96 * s + over, w: width * 0.82, h: 172 * s + more };
  const [sheetTop, sheetHigh] = [screen.y + screen.h + 84 * s, 128 * s];
  const pace = screen.w / Math.max(into.length, 1);
  const [tall, ground, leading] = [96 * s, screen.y + screen.h - 22 * s, 15 * s];
  const names = into.map((row): Part => ({ lines: wrapped(row.label, pace - 8, size), size, anchor: "middle", weight: 700, fill: tone(row) }));
  const under = sheetTop + sheetHigh + type * 1.5 - size;
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
      below([x, under], names.slice(i, i + 1)),
    ].join("");
  };
  const looker = (_: Row, i: number) => {
    const x = width * ((i + 0.5) / out.length);
    const y = 52 * s + over;
    const words = lookers[i] as Part;
    return path(`M${at([x - 34, screen.y - 6])}L${at([x, y + 6 * s])}L${at([x + 34, screen.y - 6])}`, { stroke: EDGE, width: 1.5 }) + ring([x, y], 9, INK, 3.5) + below(isBeside ? [x + 20, y + 6 * s - size * 0.92] : [x, y - 18 - heightOf([words])], [words]);
  };
  return {
    svg: [
      ...out.map(looker),
      rect(screen, { width: 4, fill: PANEL }, 10),
      below([screen.x + 16, screen.y + 26 * s - said.size], [said]),
      path(`M${screen.x + 12} ${ground}H${screen.x + screen.w - 12}`, { stroke: INK, width: 1.5 }),
      ...into.map(source),
    ].join(""),
    height: under + size + 40 + Math.max(0, ...names.map((part) => heightOf([part]) - size * 1.2)),
  };
}
