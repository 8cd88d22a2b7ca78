import type { Chart } from "../../generated/defs";
import { ACCENT, at, DASHES, FAR, type Frame, INK, LAVA, long as lengthOf, n, PAPER, path, type Point, QUIET, rect, RULE, text, times } from "../plate/grammar";
import type { Drawn } from "./drawn";
import { wrapped } from "./words";

type Row = Chart["rows"][number];

const LEADING = 1.2;

const fitted = (words: string, room: number, size: number) => (lengthOf(words, size) <= room ? [words] : wrapped(words, room, size));

/** Names one after the other, in as many lines as the room asks for. */
function joined(names: readonly string[], room: number, size: number): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const both = `${lines.at(-1)} · ${name}`;
    if (lines.length && lengthOf(both, size) <= room) lines[lines.length - 1] = both;
    else lines.push(...fitted(name, room, size));
  }
  return lines;
}

const whole = (row: Row) => [row.label, row.note].filter(Boolean).join(", ");

/** The names of a year's seams beside the core: those which decide first. */
interface Beside {
  year: string;
  lines: string[];
  /** How many lines are of seams which decide. */
  loud: number;
  indent: number;
  /** How high their layer is, and their first line, which is lower where years are crowded. */
  middle: number;
  first: number;
}

function named(begun: readonly Row[], year: string, room: number, size: number): Pick<Beside, "lines" | "loud" | "indent"> {
  // Digits are all as wide as a nought.
  const indent = year ? lengthOf("0000 ", size) : 0;
  const loud = begun.filter((row) => row.decisive).flatMap((row) => fitted(whole(row), room - indent, size));
  const others = begun.filter((row) => !row.decisive).map((row) => row.label);
  return { lines: [...loud, ...joined(others, room - indent, size)], loud: loud.length, indent };
}

/** Where the core ends, where the names beside it begin, and how large they are. */
interface Room {
  edge: number;
  words: number;
  size: number;
}

/** A turn by less than this would look like a slip. */
const SLIP = 3;

/** A line from the core, which turns down at `elbow`, to a year's names. */
function drawn({ year, lines, loud, indent, middle, first }: Beside, elbow: number, { edge, words, size }: Room): string {
  const turn = Math.abs(first - middle) > SLIP ? `H${n(elbow)}V${n(first)}` : "";
  const lead = path(`M${at([edge, turn ? middle : first])}${turn}H${n(words - 8)}`, { stroke: loud ? LAVA : QUIET, width: 1.5 });
  const write = (x: number, i: number, line: string) => text([x, first + i * size * LEADING + size * 0.35], line, { size, weight: i < loud ? 700 : 500, fill: i < loud ? LAVA : INK });
  // All names stand below each other, beside the year.
  return lead + (year && write(words, 0, year)) + lines.map((line, i) => write(words + indent, i, line)).join("");
}

/** The names of every year, the lines to those that are lower than their layer `wished` apart at most, so that no two share a way. */
function besides(all: readonly Beside[], wished: number, room: Room): string {
  const isLower = ({ middle, first }: Beside) => first > middle + 4;
  const turns = room.words - 8;
  let run = 0;
  const place = all.map((one) => (run = isLower(one) ? run + 1 : 0));
  const step = Math.min(wished, (turns - room.edge - 4) / Math.max(1, ...place));
  // A lower line turns down further left, so that it crosses none above it; too small a turn would look like a slip.
  return all.map((one, i) => drawn(one, turns - (place[i] ?? 0) * step, room)).join("");
}

/**
 * A core sample: a layer a year, the latest on top; a project is a seam, as thick as it lasted: one of several years begins
 * and ends in the middle of its layers, since only the years are known, and goes on to the top where it has not ended. A long
 * seam has its name on it where there is room, the others beside the year in which they began.
 */
export function core({ rows }: Chart, { narrow, type }: Frame): Drawn {
  const span = (row: Row): [number, number] => [row.values?.[0] ?? 0, row.values?.[1] ?? row.values?.[0] ?? 0];
  const [first, last] = [Math.min(...rows.map((row) => span(row)[0])), Math.max(...rows.map((row) => span(row)[1]))];
  const [left, width, top, layer, wished] = narrow ? [78, 118, 30, 32, 26] : [110, 300, 30, 33, 48];
  const long = rows.filter((row) => span(row)[1] > span(row)[0]);
  // Many seams share the core's width; half of it is left to the short ones, if any.
  const lane = Math.min(wished, (long.length < rows.length ? width * 0.6 : width) / Math.max(long.length, 1));
  const y = (year: number) => top + (last - year) * layer;
  const rest = left + long.length * lane;
  const box = (row: Row) => {
    const [start, end] = span(row);
    const i = long.indexOf(row);
    const top = end === last ? y(end) : y(end) + layer / 2;
    if (i >= 0) return { x: left + i * lane, y: top, w: lane, h: y(start) + layer / 2 - top };
    const beside = rows.filter((other) => !long.includes(other) && span(other)[0] === start);
    const w = (left + width - rest) / beside.length;
    return { x: rest + beside.indexOf(row) * w, y: y(start), w, h: layer };
  };
  const years = times(last - first + 1, (i) => last - i);
  const bottom = y(first) + layer;
  const seam = (row: Row) => {
    const b = box(row);
    const fill = row.decisive ? LAVA : row.style === "laravel" ? ACCENT : PAPER;
    const dash = DASHES[row.style ?? ""];
    const lines = times(Math.floor(b.h / 8) - 1, (i) => `M${at([b.x + (i % 2 ? 9 : 6), b.y + 8 + i * 8])}h${(b.w - 14).toFixed(0)}`);
    return rect(b, { stroke: INK, width: 1.5, fill }) + (dash ? path(lines.join(""), { stroke: row.decisive ? PAPER : ACCENT, width: 3, dash, opacity: row.decisive ? 0.55 : 1 }) : "");
  };
  const size = narrow ? 17.5 : type - 1;
  const small = narrow ? 16.5 : size;
  // What a seam has room for along it: its name with what is said of it, its name alone, or nothing.
  const onSeam = (row: Row) => (lane < small * 1.15 || !long.includes(row) ? undefined : [whole(row), row.label].find((words) => lengthOf(words, small) <= box(row).h - 8));
  const along = (row: Row) => {
    const b = box(row);
    const at: Point = [b.x + b.w / 2 + small * 0.35, b.y + b.h / 2];
    const ground = row.decisive ? LAVA : row.style === "laravel" ? ACCENT : PAPER;
    return text(at, onSeam(row) ?? "", { size: small, weight: 700, anchor: "middle", turn: -90, fill: ground === PAPER ? INK : PAPER, halo: DASHES[row.style ?? ""] ? ground : false });
  };
  const edge = left + width;
  const words = edge + (narrow ? 28 : 50);
  const room = (narrow ? FAR : 940) - words;
  const short = rows.filter((row) => onSeam(row) === undefined);
  let free = 0;
  const beside = years.flatMap((year): Beside[] => {
    const begun = short.filter((row) => span(row)[0] === year);
    if (!begun.length) return [];
    const [middle, name] = [y(year) + layer / 2, narrow ? `${year}` : ""];
    const names = named(begun, name, room, size);
    const first = Math.max(middle, free);
    free = first + (names.lines.length + 0.3) * size * LEADING;
    return [{ ...names, year: name, middle, first }];
  });
  return {
    svg: [
      path(years.map((year) => `M${left} ${y(year)}h${width}`).join(""), { stroke: RULE, width: 1 }),
      besides(beside, narrow ? 3.6 : 7, { edge, words, size }),
      ...rows.map(seam),
      ...long.filter(onSeam).map(along),
      path(`M${left} ${top}V${bottom}M${left + width} ${top}V${bottom}`, { width: 3 }),
      ...years.filter((year) => year === first || year === last || year % 5 === 0).map((year) => text([left - (narrow ? 7 : 10), y(year) + layer * 0.68], `${year}`, { anchor: "end", size: narrow ? 18 : type - 2, fill: QUIET })),
    ].join(""),
    // Names of a crowded year run past the oldest layer.
    height: Math.max(bottom, free) + 40,
  };
}
