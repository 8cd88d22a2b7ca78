import type { Chart } from "../../generated/defs";
import { unitOf } from "../../ui/unit";
import type { Drawn } from "../chart";
import { ACCENT, type Box, dimension, dot, EDGE, type Frame, INK, LAVA, line, PALE, PAPER, pale, path, type Point, QUIET, RULE, rect, text, times } from "../plate/grammar";

type Row = Chart["rows"][number];

export const french = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 1 });
/** A value with its unit, in the singular where French has it. */
export const amount = (value: number, unit: string) => `${french.format(value)}\u00a0${unitOf(value, unit)}`;
/** The sign that a unit begins with, `€` for euros a day; without one the unit stays whole, a part of it would say another. */
export const sign = (unit: string) => unit.replace(/^([€%]).*/, "$1");
/** How values are written where they start: all with their unit, which the axis has too, with its sign alone or none where one would leave the sheet. */
function valued(unit: string, { narrow, type }: Frame, starts: readonly [value: number, start: number][]): (value: number) => string {
  const fits = (unit: string) => starts.every(([value, start]) => start + amount(value, unit).length * type * 0.52 < (narrow ? 480 : 960));
  const short = [unit, sign(unit)].find(fits);
  return (value) => (short === undefined ? french.format(value) : amount(value, short));
}
/** What a mark is given out of, as `sur 10` says: the end of its scale. */
export const outOf = (unit: string) => Number(/^sur (\d+)$/.exec(unit)?.[1]) || undefined;
export const values = ({ values }: Row) => values ?? [];
export const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);

/** Where bars begin, how long the longest may be, and what a value is there. */
function plot(most: number, { narrow, bare }: Frame) {
  const [x, w] = bare ? [60, 840] : narrow ? [20, 440] : [300, 560];
  return { x, w, scale: (value: number) => (w * value) / most };
}

/** Round steps of an axis: at most five. */
function ticks(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => most / one <= 5) ?? most;
  return times(Math.floor(most / step) + 1, (i) => i * step);
}

function axis(most: number, unit: string, top: number, bottom: number, frame: Frame): string {
  const { x, w, scale } = plot(most, frame);
  const size = frame.type - 2;
  const steps = ticks(most);
  // On narrow sheets the outer numbers end with the axis; every other one goes where the last would come too near to its neighbour.
  const half = (value: number) => french.format(value).length * size * 0.29;
  const over = (value: number) => (frame.narrow ? Math.max(0, scale(value) + half(value) - w) : 0);
  const last = steps.at(-1) ?? most;
  const every = frame.narrow && scale(steps[1] ?? most) - over(last) < 2 * half(last) + 12 ? 2 : 1;
  const placed = (value: number): [number, "start" | "middle" | "end"] => (frame.narrow && !value ? [x, "start"] : over(value) ? [x + w, "end"] : [x + scale(value), "middle"]);
  // The unit stands beside the nought where the next number leaves it room; the values have it too.
  const next = scale(steps[1] ?? most) - french.format(steps[1] ?? most).length * size * 0.3;
  const nought = amount(0, unit);
  const fits = nought.length * size * (frame.narrow ? 0.56 : 0.28) + 8 < next;
  return steps
    .map((value, i) => {
      const words = i ? french.format(value) : fits ? nought : "0";
      const [at, anchor] = placed(value);
      return line([[x + scale(value), top], [x + scale(value), bottom]], { stroke: i ? RULE : INK, width: i ? 1 : 1.5 }) + (i % every ? "" : text([at, bottom + 26], words, { size, fill: QUIET, anchor }));
    })
    .join("");
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
  { fill: PAPER, stroke: ACCENT },
  { fill: INK, stroke: INK, opacity: PALE },
  { fill: PAPER, stroke: INK },
];
const shade = (i: number): Shade => SHADES[i % SHADES.length] ?? SHADES[0];

/** A part of a bar, or its sample in the key. */
export function part(box: Box, i: number, width = 1.5): string {
  const { fill, stroke, opacity } = shade(i);
  return opacity ? rect(box, { stroke: "none", fill: PAPER }) + rect(box, { stroke: "none", fill, opacity }) + rect(box, { stroke, width }) : rect(box, { stroke, width, fill });
}

/** What the parts of a bar are, faded where the bars have them so. */
function key(columns: readonly string[], y: number, frame: Frame, isFaded: (i: number) => boolean): { svg: string; height: number } {
  const each = frame.narrow ? 1 : 3;
  const room = frame.narrow ? 440 : 290;
  const svg = columns.map((name, i) => {
    const [x, top] = [(frame.narrow ? 20 : 40) + (i % each) * room, y + Math.floor(i / each) * 32];
    const swatch = { x, y: top - 15, w: 22, h: 18 };
    return part(swatch, i) + (isFaded(i) ? veil(swatch) : "") + text([x + 34, top], name, { size: frame.type - 2 });
  });
  return { svg: svg.join(""), height: Math.ceil(columns.length / each) * 32 };
}

function name(row: Row, y: number, { narrow, type }: Frame): string {
  const style = { size: type - (narrow ? 2 : 1), weight: row.decisive ? 700 : 500, fill: row.decisive ? LAVA : INK };
  return narrow ? text([27, y], row.label, { ...style, halo: true }) : text([284, y], row.label, { ...style, anchor: "end" });
}

/** A bar for each value; two of a row stand one above the other. */
export function bars({ rows, columns, unit }: Chart, frame: Frame): Drawn {
  const { narrow, type } = frame;
  const each = Math.max(...rows.map((row) => values(row).length));
  const thick = each > 1 ? (narrow ? 23 : 20) : narrow ? 26 : 32;
  const pitch = each * thick + (narrow ? 46 : 26);
  const size = type - 2;
  const top = columns && columns.length > 1 ? 84 : 44;
  const most = (outOf(unit) ?? Math.max(...rows.flatMap(values))) * (narrow ? 1.28 : 1.08);
  const { x, scale } = plot(most, frame);
  const bottom = top + rows.length * pitch;
  const written = valued(unit, frame, rows.flatMap(values).map((value) => [value, x + scale(value) + 10]));
  const drawn = rows.map((row, i) => {
    const y = top + i * pitch + (narrow ? 34 : 10);
    return values(row).map((value, j) => {
      const fill = row.decisive && j === each - 1 ? LAVA : each > 1 && j === 0 ? EDGE : ACCENT;
      // Zero is no bar.
      return (value ? rect({ x, y: y + j * thick, w: Math.max(scale(value), 2), h: thick - 3 }, { stroke: "none", fill }) : "") + text([x + scale(value) + 10, y + j * thick + (thick - 3) / 2 + size * 0.35], written(value), { size, weight: 700, halo: true });
    }).join("") + name(row, narrow ? y - 10 : y + (each * thick) / 2 + 5, frame);
  });
  const heads = top > 44 ? (columns ?? []).map((words, i) => rect({ x: (narrow ? 20 : x) + i * 190, y: 32, w: 22, h: 16 }, { stroke: "none", fill: i ? ACCENT : EDGE }) + text([(narrow ? 20 : x) + 32 + i * 190, 46], words, { size: type - 2 })).join("") : "";
  return { svg: heads + axis(most, unit, top, bottom, frame) + drawn.join(""), height: bottom + 56 };
}

/** What no longer counts keeps its colours, faded. */
export const veil = (box: Box) => rect(box, { stroke: "none", fill: PAPER, opacity: 0.5 }) + rect(box, { stroke: INK, width: 1.5, dash: "4 5" });

/** Bars of parts; above a ceiling they count no more, and fade. */
export function stacked({ rows, columns, unit, ceiling }: Chart, frame: Frame): Drawn {
  const { narrow, type } = frame;
  const thick = narrow ? 46 : 66;
  const size = narrow ? type - 4 : type - 2;
  const pitch = thick + (narrow ? 62 : 44);
  const top = ceiling ? 74 : 40;
  const most = Math.max(...rows.map((row) => sum(values(row))), ceiling?.value ?? 0) * (narrow ? 1.02 : 1.12);
  const { x, scale } = plot(most, frame);
  const bottom = top + rows.length * pitch;
  const drawn = rows.map((row, i) => {
    const y = top + i * pitch + (narrow ? 40 : 20);
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
      const isRoomy = words.length * size * 0.55 + (isOver ? 24 : 8) < scale(value);
      if ((j < 2 || isOver) && isRoomy) said.push(text([start + scale(value) / 2, y + thick / 2 + 6], words, { anchor: "middle", size, weight: 700, fill: isOver ? INK : PAPER }));
      else if (isOver) said.push(text([start + scale(value), y - 10], words, { anchor: "end", size, weight: 700 }));
      start += scale(value);
      return drawn;
    });
    const total = sum(values(row));
    const over = ceiling && total > ceiling.value ? veil({ x: x + scale(ceiling.value), y, w: scale(total - ceiling.value), h: thick }) : "";
    const end = ceiling ? "" : text(narrow ? [x + 440, y - 12] : [start + 12, y + thick / 2 + 7], amount(total, unit), { weight: 800, size: type + 3, anchor: narrow ? "end" : "start", fill: row.decisive ? LAVA : INK, halo: true });
    // An outline would lose a side to the paper around the part behind it.
    const those = (isOutlined: boolean) => parts.filter((_, j) => (shade(j).stroke !== PAPER) === isOutlined).join("");
    return those(false) + those(true) + over + said.join("") + end + name(row, narrow ? y - 12 : y + thick / 2 + 6, frame);
  });
  const cut = ceiling ? line([[x + scale(ceiling.value), top - 12], [x + scale(ceiling.value), bottom]], { stroke: LAVA, width: 4 }) + text([x + scale(ceiling.value) - 10, top - 22], ceiling.label, { anchor: "end", fill: LAVA, weight: 700, size: type + 2 }) : "";
  const isFaded = (j: number) => ceiling !== undefined && rows.every((row) => sum(values(row).slice(0, j)) >= ceiling.value);
  const legend = key(columns ?? [], bottom + 64, frame, isFaded);
  return { svg: axis(most, unit, top, bottom, frame) + drawn.join("") + cut + legend.svg, height: bottom + 64 + legend.height };
}

/** Lines over the columns, each named at its end. */
export function slope({ rows, columns = [], unit }: Chart, { narrow, type }: Frame): Drawn {
  const most = Math.max(...rows.flatMap(values));
  const steps = ticks(most);
  const small = type - (narrow ? 4 : 2);
  const room = Math.max(...steps.map((value) => french.format(value).length)) * small * 0.58;
  const [left, right, top, bottom] = narrow ? [42 + room, 350, 60, 420] : [110, 700, 60, 430];
  const x = (i: number) => left + ((right - left) * i) / Math.max(columns.length - 1, 1);
  const y = (value: number) => bottom - ((bottom - top) * value) / most;
  const worth = (row: Chart["rows"][number]) => amount(values(row).at(-1) ?? 0, unit);
  // Behind its name where there is room: in two lines those of near ends would touch.
  const isBeside = rows.every((row) => row.label.length + worth(row).length < 24);
  return {
    svg: [
      ...steps.map((value) => line([[left, y(value)], [right, y(value)]], { stroke: value ? RULE : INK, width: value ? 1 : 1.5 }) + text([narrow ? 20 : left - 16, y(value) + 5], french.format(value), { anchor: narrow ? "start" : "end", size: small, fill: QUIET })),
      ...columns.map((words, i) => line([[x(i), bottom], [x(i), bottom + 8]], { width: 1.5 }) + text([x(i), bottom + 32], words, { anchor: "middle", size: type - 2, fill: QUIET })),
      ...rows.map((row, i) => {
        const points = values(row).map((value, j): Point => [x(j), y(value)]);
        const last = points.at(-1) ?? [right, bottom];
        const stroke = row.decisive ? LAVA : i % 2 ? INK : ACCENT;
        return line(points, { stroke, width: row.decisive ? 5 : 3 }) + points.map((p) => dot(p, 6, { fill: PAPER, stroke, width: 3 })).join("") + text([last[0] + 16, last[1] + 6], narrow || !isBeside ? row.label : `${row.label}\u00a0: ${worth(row)}`, { weight: row.decisive ? 700 : 600, fill: stroke, size: type - (narrow ? 4 : 1), halo: true }) + (narrow || isBeside ? "" : text([last[0] + 16, last[1] + 6 + type * 1.1], worth(row), { size: type - 2, fill: QUIET, halo: true }));
      }),
      text([narrow ? 20 : left - 16, 34], unit, { size: type - 2, fill: QUIET }),
    ].join(""),
    height: bottom + 60,
  };
}

/** From one value to another on a common axis; without an end, an arrow goes on. */
export function ranges({ rows, unit }: Chart, frame: Frame): Drawn {
  const { narrow, type } = frame;
  const [thick, pitch, top] = narrow ? [22, 62, 26] : [32, 60, 40];
  const most = Math.max(...rows.flatMap(values)) * 1.22;
  const { x, scale } = plot(most, frame);
  const bottom = top + rows.length * pitch + 6;
  const drawn = rows.map((row, i) => {
    const [least = 0, longest] = values(row);
    const y = top + i * pitch + (narrow ? 34 : 12);
    const fill = row.decisive ? LAVA : ACCENT;
    const end = x + scale(longest ?? most);
    const way = `M${x + scale(least)} ${y}H${end - 14}L${end} ${y + thick / 2}L${end - 14} ${y + thick}H${x + scale(least)}Z`;
    const open = longest === undefined ? path(way, { stroke: fill, width: 2, fill: PAPER }) + path(way, { stroke: "none", fill, opacity: PALE }) : rect({ x: x + scale(least), y, w: scale(longest - least), h: thick }, { stroke: "none", fill });
    const words = longest === undefined ? `plus de ${amount(least, unit)}` : least ? `${french.format(least)}-${amount(longest, unit)}` : `moins de ${amount(longest, unit)}`;
    return open + name(row, narrow ? y - 10 : y + thick * 0.66, frame) + text(narrow ? [460, y - 10] : [x + scale(least) - 12, y + thick * 0.66], words, { size: type - 2, weight: 700, anchor: "end", halo: true });
  });
  return { svg: axis(most, unit, top, bottom, frame) + drawn.join(""), height: bottom + 52 };
}

/** Steps one after the other: what is sure is filled, what may come on top is paler. */
export function timeline({ rows, unit }: Chart, frame: Frame): Drawn {
  const { narrow, type } = frame;
  const [thick, pitch, top] = narrow ? [26, 72, 40] : [34, 58, 40];
  const most = sum(rows.map((row) => Math.max(...values(row)))) * 1.02;
  const { x, scale } = plot(most, frame);
  let [soon, late] = [0, 0];
  const drawn = rows.map((row, i) => {
    const [least = 0, longest = least] = values(row);
    const y = top + i * pitch + (narrow ? 32 : 12);
    const box = { x: x + scale(late), y, w: scale(longest), h: thick };
    const fill = row.decisive ? LAVA : ACCENT;
    const words = least === longest ? amount(least, unit) : `${french.format(least)}-${amount(longest, unit)}`;
    const svg = (longest > least ? pale({ ...box, x: box.x + scale(least), w: scale(longest - least) }, fill) : "") + rect({ ...box, w: scale(least) }, { stroke: "none", fill }) + rect(box, { stroke: fill, width: 2 }) + text(narrow ? [460, y - 9] : [box.x + box.w + 12, y + thick * 0.66], words, { size: type - 2, weight: 700, anchor: narrow ? "end" : "start", halo: true }) + name(row, narrow ? y - 9 : y + thick * 0.66, frame);
    soon += least;
    late += longest;
    return svg;
  });
  const bottom = top + rows.length * pitch + 6;
  const total = dimension([x, bottom + 46], [x + scale(late), bottom + 46], { stroke: INK }) + text([x + scale(late) / 2, bottom + 76], soon === late ? amount(late, unit) : `${french.format(soon)}-${amount(late, unit)} en tout`, { anchor: "middle", weight: 700, size: type });
  return { svg: axis(most, unit, top, bottom, frame) + drawn.join("") + total, height: bottom + 102 };
}
