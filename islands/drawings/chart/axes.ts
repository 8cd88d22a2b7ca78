import type { Chart } from "../../generated/defs";
import { unitOf } from "../../ui/unit";
import { ACCENT, type Box, CARD, dimension, EDGE, FAR, type Frame, INK, LAVA, line, n, NEAR, PALE, pale, PAPER, path, QUIET, rect, RULE, text, times } from "../plate/grammar";
import type { Drawn } from "./drawn";
import { laid, widthOf, wrapped } from "./words";

type Row = Chart["rows"][number];

/** All digits that a value may have, as the table has them; the noise of a sum comes after them. */
export const french = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 10 });
/** A value with its unit, in the singular where French has it. */
export const amount = (value: number, unit: string) => `${french.format(value)}\u00a0${unitOf(value, unit)}`;
/** The sign that a unit begins with, `€` for euros a day; without one the unit stays whole, a part of it would say another. */
export const sign = (unit: string) => unit.replace(/^([€%]).*/, "$1");
/** How all values are written: with their unit, which the axis has too, with its sign alone or none where one has no room. */
export function valued(unit: string, fits: (write: (value: number) => string) => boolean): (value: number) => string {
  const ways = [unit, sign(unit)].map((unit) => (value: number) => amount(value, unit));
  return ways.find(fits) ?? ((value) => french.format(value));
}
/** From one value to another, or the one that they are. */
export const between = (least: number, longest: number, write: (value: number) => string) => (least === longest ? write(least) : `${french.format(least)}\u00a0à\u00a0${write(longest)}`);
/** What a mark is given out of, as `sur 10` says: the end of its scale. */
export const outOf = (unit: string) => Number(/^sur (\d+)$/.exec(unit)?.[1]) || undefined;
export const values = ({ values }: Row) => values ?? [];
export const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);

export const greatest = (list: readonly number[]) => Math.max(...list) || 1;

/** Where bars begin, how long the longest may be, and what a value is there. */
function plot(most: number, { narrow, bare }: Frame) {
  const [x, w] = bare ? [CARD.near, CARD.far - CARD.near] : narrow ? [NEAR, FAR - NEAR] : [300, 560];
  return { x, w, scale: (value: number) => (w * value) / most };
}

/** The end of a scale on which what stands behind each value stays on the sheet. */
function ending(most: number, said: readonly [value: number, words: string][], size: number, frame: Frame): number {
  const { x, w } = plot(most, frame);
  const room = (frame.narrow ? FAR : 944) - x;
  return Math.max(most, ...said.map(([value, words]) => (value * w) / (room - widthOf(words, size))));
}

/** Round steps of an axis: at most five. */
export function ticks(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => most / one <= 5) ?? most;
  return times(Math.floor(most / step) + 1, (i) => i * step);
}

/** The unit stands beside the nought where the next number leaves it room. */
function nought(most: number, unit: string, frame: Frame): string {
  const size = frame.type - 2;
  const second = ticks(most)[1] ?? most;
  const next = plot(most, frame).scale(second) - french.format(second).length * size * 0.3;
  const words = amount(0, unit);
  return words.length * size * (frame.narrow ? 0.56 : 0.28) + 8 < next ? words : "0";
}

function axis(most: number, unit: string, top: number, bottom: number, frame: Frame): string {
  const { x, w, scale } = plot(most, frame);
  const size = frame.type - 2;
  const steps = ticks(most);
  // On narrow sheets the outer numbers end with the axis; only some of them are written where they would come too near to each other.
  const half = (value: number) => french.format(value).length * size * 0.29;
  const over = (value: number) => (frame.narrow ? Math.max(0, scale(value) + half(value) - w) : 0);
  const widest = Math.max(...steps.map(half));
  const last = steps.at(-1) ?? most;
  const every = Math.max(1, Math.ceil((2 * widest + 12 + over(last)) / scale(steps[1] ?? most)));
  const placed = (value: number): [number, "start" | "middle" | "end"] => (frame.narrow && !value ? [x, "start"] : over(value) ? [x + w, "end"] : [x + scale(value), "middle"]);
  return steps
    .map((value, i) => {
      const words = i ? french.format(value) : nought(most, unit, frame);
      const [at, anchor] = placed(value);
      return line([[x + scale(value), top], [x + scale(value), bottom]], { stroke: i ? RULE : INK, width: i ? 1 : 1.5 }) + (i % every ? "" : text([at, bottom + 26], words, { size, fill: QUIET, anchor }));
    })
    .join("");
}

/** The whole unit below the axis, where neither a value nor the nought has room for it. */
function unitBelow(write: (value: number) => string, most: number, unit: string, bottom: number, frame: Frame): { svg: string; height: number } {
  const isSaid = write(0) === amount(0, unit) || nought(most, unit, frame) !== "0";
  return isSaid ? { svg: "", height: 0 } : { svg: text([plot(most, frame).x, bottom + 52], unit, { size: frame.type - 2, fill: QUIET }), height: 24 };
}

interface Shade {
  fill: string;
  stroke: string;
  /** Of the fill alone. */
  opacity?: number;
}

const SHADES: [Shade, ...Shade[]] = [
  { fill: ACCENT, stroke: PAPER },
  { fill: INK, stroke: PAPER },
  { fill: EDGE, stroke: PAPER },
  { fill: ACCENT, stroke: ACCENT, opacity: 0.45 },
  { fill: ACCENT, stroke: ACCENT, opacity: 0.16 },
  { fill: INK, stroke: INK, opacity: PALE },
  { fill: PAPER, stroke: INK },
];
const shade = (i: number): Shade => SHADES[i % SHADES.length] ?? SHADES[0];

/** A part of a bar, or its sample in the key; an outline is all that some have, and is drawn heavier. */
export function part(box: Box, i: number, width = shade(i).stroke === PAPER ? 1.5 : 2.5): string {
  const { fill, stroke, opacity } = shade(i);
  return opacity ? rect(box, { stroke: "none", fill: PAPER }) + rect(box, { stroke: "none", fill, opacity }) + rect(box, { stroke, width }) : rect(box, { stroke, width, fill });
}

/** What the parts of a bar are, faded where the bars have them so. */
function key(columns: readonly string[], y: number, frame: Frame, isFaded: (i: number) => boolean): { svg: string; height: number } {
  const [left, step, right] = frame.narrow ? [NEAR, FAR - NEAR, FAR] : [40, 290, 940];
  const places = laid(columns, frame.type - 2, step, right - left);
  const svg = places.map(([x, row], i) => {
    const swatch = { x: left + x, y: y + row * 32 - 15, w: 22, h: 18 };
    return part(swatch, i) + (isFaded(i) ? veil(swatch) : "") + text([swatch.x + 34, swatch.y + 15], columns[i] ?? "", { size: frame.type - 2 });
  });
  return { svg: svg.join(""), height: ((places.at(-1)?.[1] ?? -1) + 1) * 32 };
}

/** Where they begin on phones, right of the axis. */
const NAMES = NEAR + 7;

/** The names of rows, in lines: beside their bars, where each has some height, or on phones above them, where something may stand at the other end. */
function names(rows: readonly Row[], { narrow, type }: Frame, high: number, others: readonly string[] = []) {
  const size = type - (narrow ? 2 : 1);
  const lines = rows.map(({ label }, i) => wrapped(label, narrow ? FAR - NAMES - widthOf(others[i] ?? "", size) : 268, size));
  const most = Math.max(...lines.map((own) => own.length)) * size * 1.15;
  // On phones what more than one line takes; beside bars what leaves no gap to the next name.
  const more = narrow ? most - size * 1.15 : Math.max(0, most + 10 - high);
  return {
    more,
    /** The part of it above the bar. */
    above: narrow ? more : more / 2,
    draw(i: number, y: number) {
      const [row, own] = [rows[i], lines[i] ?? []];
      const style = { size, leading: 1.15, weight: row?.decisive ? 700 : 500, fill: row?.decisive ? LAVA : INK };
      const up = (own.length - 1) * size * 1.15 * (narrow ? 1 : 0.5);
      return text([narrow ? NAMES : 284, y - up], own.join("\n"), narrow ? { ...style, halo: true } : { ...style, anchor: "end" });
    },
  };
}

/** A series of bars: two are before and after, more have the shades of a key. */
export function series(box: Box, j: number, each: number, isDecisive: boolean): string {
  if (each > 2) return part(box, j);
  const fill = isDecisive && j === each - 1 ? LAVA : each > 1 && j === 0 ? EDGE : ACCENT;
  return rect(box, { stroke: "none", fill });
}

/** What the bars of a row are, above them. */
function heads(columns: readonly string[], { narrow, type }: Frame): { svg: string; height: number } {
  if (columns.length < 2) return { svg: "", height: 0 };
  const left = narrow ? NEAR : 300;
  const places = laid(columns, type - 2, 190, (narrow ? FAR : 940) - left);
  const svg = places.map(([x, row], j) => series({ x: left + x, y: 32 + row * 30, w: 22, h: 16 }, j, columns.length, false) + text([left + x + 32, 46 + row * 30], columns[j] ?? "", { size: type - 2 }));
  return { svg: svg.join(""), height: 40 + (places.at(-1)?.[1] ?? 0) * 30 };
}

/** A bar for each value; those of a row stand one above the other. */
export function bars({ rows, columns = [], unit }: Chart, frame: Frame): Drawn {
  const { narrow, type } = frame;
  const each = Math.max(...rows.map((row) => values(row).length));
  const thick = each > 1 ? (narrow ? 23 : 20) : narrow ? 26 : 32;
  const room = each * thick + (narrow ? 46 : 26);
  const name = names(rows, frame, room);
  const pitch = room + name.more;
  const size = type - 2;
  const head = heads(columns, frame);
  const top = 44 + head.height;
  const all = rows.flatMap(values);
  const round = (outOf(unit) ?? greatest(all)) * (narrow ? 1.28 : 1.08);
  const { x } = plot(round, frame);
  const write = valued(unit, (write) => all.every((value) => x + plot(round, frame).scale(value) + 10 + write(value).length * type * 0.52 < (narrow ? FAR : 960)));
  const most = write(0) === french.format(0) ? ending(round, all.map((value) => [value, write(value)]), size, frame) : round;
  const { scale } = plot(most, frame);
  const bottom = top + rows.length * pitch;
  const drawn = rows.map((row, i) => {
    const y = top + i * pitch + (narrow ? 34 : 10) + name.above;
    return values(row).map((value, j) => {
      const box = { x, y: y + j * thick, w: Math.max(scale(value), 2), h: thick - 3 };
      // Zero is no bar.
      return (value ? series(box, j, each, Boolean(row.decisive)) : "") + text([x + scale(value) + 10, box.y + box.h / 2 + size * 0.35], write(value), { size, weight: 700, halo: true });
    }).join("") + name.draw(i, narrow ? y - 10 : y + (each * thick) / 2 + 5);
  });
  const foot = unitBelow(write, most, unit, bottom, frame);
  return { svg: head.svg + axis(most, unit, top, bottom, frame) + drawn.join("") + foot.svg, height: bottom + 56 + foot.height };
}

/** What no longer counts keeps its colours, faded. */
export const veil = (box: Box) => rect(box, { stroke: "none", fill: PAPER, opacity: 0.5 }) + rect(box, { stroke: INK, width: 1.5, dash: "4 5" });

/** Bars of parts; above a ceiling they count no more, and fade. */
export function stacked({ rows, columns = [], unit, ceiling }: Chart, frame: Frame): Drawn {
  const { narrow, type } = frame;
  const thick = narrow ? 46 : 66;
  const size = narrow ? type - 4 : type - 2;
  const limit = ceiling ? wrapped(ceiling.label, narrow ? FAR - NEAR : 900, type + 2) : [];
  const top = ceiling ? 74 + (limit.length - 1) * (type + 2) * 1.22 : 40;
  const totals = rows.map((row) => sum(values(row)));
  const whole = valued(unit, (write) => totals.every((total) => widthOf(write(total), type + 3) < (narrow ? 300 : 280)));
  const room = thick + (narrow ? 62 : 44);
  const name = names(rows, frame, room, ceiling ? [] : totals.map((total) => `${whole(total)}xxx`));
  const pitch = room + name.more;
  const round = greatest([...totals, ceiling?.value ?? 0]) * (narrow ? 1.02 : 1.12);
  const most = narrow || ceiling ? round : ending(round, totals.map((total) => [total, whole(total)]), type + 3, frame);
  const { x, scale } = plot(most, frame);
  const bottom = top + rows.length * pitch;
  let isNamed = false;
  const drawn = rows.map((row, i) => {
    const y = top + i * pitch + (narrow ? 40 : 20) + name.above;
    let start = x;
    const said: string[] = [];
    const isCut = (from: number) => ceiling !== undefined && from >= x + scale(ceiling.value);
    // What lies past the ceiling is named where it is one part.
    const isOne = values(row).filter((_, j) => isCut(x + scale(sum(values(row).slice(0, j))))).length === 1;
    const parts = values(row).map((value, j) => {
      const drawn = part({ x: start, y, w: scale(value), h: thick }, j);
      const words = amount(value, unit);
      // Paper reads on the first two shades, ink on what is faded, and neither on the others in both themes.
      const isOver = isOne && isCut(start);
      // Of a part that the ceiling cuts, the piece below it is named.
      const seen = ceiling && !isCut(start) ? Math.min(scale(value), x + scale(ceiling.value) - start) : scale(value);
      const isRoomy = words.length * size * 0.55 + (isOver ? 24 : 8) < seen;
      if (((j < 2 && !isCut(start)) || isOver) && isRoomy) said.push(text([start + seen / 2, y + thick / 2 + 6], words, { anchor: "middle", size, weight: 700, fill: isOver ? INK : PAPER }));
      else if (isOver) said.push(text([start + scale(value), y - 10], words, { anchor: "end", size, weight: 700 }));
      start += scale(value);
      return drawn;
    });
    isNamed ||= said.length > 0;
    const total = totals[i] ?? 0;
    const over = ceiling && total > ceiling.value ? veil({ x: x + scale(ceiling.value), y, w: scale(total - ceiling.value), h: thick }) : "";
    const end = ceiling ? "" : text(narrow ? [FAR, y - 12] : [start + 12, y + thick / 2 + 7], whole(total), { weight: 800, size: type + 3, anchor: narrow ? "end" : "start", fill: row.decisive ? LAVA : INK, halo: true });
    // An outline would lose a side to the paper around the part behind it.
    const those = (isOutlined: boolean) => parts.filter((_, j) => (shade(j).stroke !== PAPER) === isOutlined).join("");
    return [those(false) + those(true) + over + said.join("") + end, name.draw(i, narrow ? y - 12 : y + thick / 2 + 6)];
  });
  const cut = ceiling ? line([[x + scale(ceiling.value), top - 12], [x + scale(ceiling.value), bottom]], { stroke: LAVA, width: 4 }) + over(limit, x + scale(ceiling.value) - 10, top - 22, frame) : "";
  const isFaded = (j: number) => ceiling !== undefined && rows.every((row) => sum(values(row).slice(0, j)) >= ceiling.value);
  // Under a ceiling no sums are written, and parts only where they have room.
  const write = ceiling ? (isNamed ? (value: number) => amount(value, unit) : french.format) : whole;
  const foot = unitBelow(write, most, unit, bottom, frame);
  const legend = key(columns, bottom + 64 + foot.height, frame, isFaded);
  // Names stand over the line of the ceiling.
  return { svg: axis(most, unit, top, bottom, frame) + drawn.map(([bar]) => bar).join("") + cut + drawn.map(([, name]) => name).join("") + foot.svg + legend.svg, height: bottom + 64 + foot.height + legend.height };
}

/** What a ceiling says, to the left of its line and not beyond the edge of the sheet. */
function over(lines: readonly string[], x: number, y: number, { narrow, type }: Frame): string {
  const size = type + 2;
  const wide = Math.max(...lines.map((one) => widthOf(one, size)));
  const end = Math.min(Math.max(x, (narrow ? NEAR : 16) + wide), narrow ? FAR : 950);
  return text([end, y - (lines.length - 1) * size * 1.22], lines.join("\n"), { anchor: "end", fill: LAVA, weight: 700, size });
}

/** From one value to another on a common axis; without an end, an arrow goes on. */
export function ranges({ rows, unit }: Chart, frame: Frame): Drawn {
  const { narrow, type } = frame;
  const [thick, top, size] = narrow ? [22, 26, type - 2] : [32, 40, type - 2];
  const say = (row: Row, write: (value: number) => string) => {
    const [least = 0, longest] = values(row);
    return longest === undefined ? `plus de ${write(least)}` : least ? between(least, longest, write) : `moins de ${write(longest)}`;
  };
  const write = valued(unit, (write) => rows.every((row) => widthOf(say(row, write), size) < 300));
  const said = rows.map((row) => say(row, write));
  const room = narrow ? 62 : 60;
  const name = names(rows, frame, room, said.map((words) => `${words}xxx`));
  const pitch = room + name.more;
  const round = greatest(rows.flatMap(values)) * 1.22;
  const most = narrow ? round : ending(round, rows.map((row, i) => [values(row)[1] ?? 0, said[i] ?? ""]), size, frame);
  const { x, scale } = plot(most, frame);
  const bottom = top + rows.length * pitch + 6;
  const drawn = rows.map((row, i) => {
    const [least = 0, longest] = values(row);
    const y = top + i * pitch + (narrow ? 34 : 12) + name.above;
    const fill = row.decisive ? LAVA : ACCENT;
    const [start, end] = [x + scale(least), x + scale(longest ?? most)];
    const way = `M${n(start)} ${y}H${n(end - 14)}L${n(end)} ${y + thick / 2}L${n(end - 14)} ${y + thick}H${n(start)}Z`;
    const open = longest === undefined ? path(way, { stroke: fill, width: 2, fill: PAPER }) + path(way, { stroke: "none", fill, opacity: PALE }) : rect({ x: start, y, w: Math.max(scale(longest - least), 3), h: thick }, { stroke: "none", fill });
    // Before its bar where there is room; otherwise behind it, or on one that goes on.
    const isBefore = start - 12 - widthOf(said[i] ?? "", size) > x;
    const [at, anchor]: [number, "start" | "end"] = narrow ? [FAR, "end"] : isBefore ? [start - 12, "end"] : [longest === undefined ? start + 14 : end + 12, "start"];
    return open + name.draw(i, narrow ? y - 10 : y + thick * 0.66) + text([at, narrow ? y - 10 : y + thick * 0.66], said[i] ?? "", { size, weight: 700, anchor, halo: true });
  });
  const foot = unitBelow(write, most, unit, bottom, frame);
  return { svg: axis(most, unit, top, bottom, frame) + drawn.join("") + foot.svg, height: bottom + 52 + foot.height };
}

/** Steps one after the other: what is sure is filled, what may come on top is paler. */
export function timeline({ rows, unit }: Chart, frame: Frame): Drawn {
  const { narrow, type } = frame;
  const [thick, top, size] = narrow ? [26, 40, type - 2] : [34, 40, type - 2];
  const [least, longest] = [rows.map((row) => values(row)[0] ?? 0), rows.map((row) => values(row).at(-1) ?? 0)];
  const [soon, late] = [sum(least), sum(longest)];
  const write = valued(unit, (write) => widthOf(`${between(soon, late, write)} en tout`, type) < 420);
  const said = rows.map((_, i) => between(least[i] ?? 0, longest[i] ?? 0, write));
  const room = narrow ? 72 : 58;
  const name = names(rows, frame, room, said.map((words) => `${words}xxx`));
  const pitch = room + name.more;
  const round = (late || 1) * 1.02;
  const most = narrow ? round : ending(round, rows.map((_, i) => [sum(longest.slice(0, i + 1)), said[i] ?? ""]), size, frame);
  const { x, scale } = plot(most, frame);
  const drawn = rows.map((row, i) => {
    const [sure, all] = [least[i] ?? 0, longest[i] ?? 0];
    const y = top + i * pitch + (narrow ? 32 : 12) + name.above;
    const box = { x: x + scale(sum(longest.slice(0, i))), y, w: scale(all), h: thick };
    const fill = row.decisive ? LAVA : ACCENT;
    const words = text(narrow ? [FAR, y - 9] : [box.x + box.w + 12, y + thick * 0.66], said[i] ?? "", { size, weight: 700, anchor: narrow ? "end" : "start", halo: true });
    return (all > sure ? pale({ ...box, x: box.x + scale(sure), w: scale(all - sure) }, fill) : "") + rect({ ...box, w: scale(sure) }, { stroke: "none", fill }) + rect(box, { stroke: fill, width: 2 }) + words + name.draw(i, narrow ? y - 9 : y + thick * 0.66);
  });
  const bottom = top + rows.length * pitch + 6;
  const foot = unitBelow(write, most, unit, bottom + 50, frame);
  const total = soon === late ? write(late) : `${between(soon, late, write)} en tout`;
  const middle = Math.max(x + scale(late) / 2, (narrow ? NEAR : 16) + widthOf(total, type) / 2);
  return { svg: axis(most, unit, top, bottom, frame) + drawn.join("") + dimension([x, bottom + 46], [x + scale(late), bottom + 46], { stroke: INK }) + text([middle, bottom + 76], total, { anchor: "middle", weight: 700, size: type }) + foot.svg, height: bottom + 102 + foot.height };
}
