import type { Chart } from "../../generated/defs";
import { ACCENT, at, type Box, CARD, DASHES, dot, halves, INK, LAVA, line, long, n, PANEL, PAPER, path, type Point, QUIET, rect, RULE, text, times } from "../plate/grammar";
import { amount, greatest, outOf, part, series, sum, valued, values, veil } from "./axes";
import type { Drawn } from "./drawn";
import { placesOf } from "./places";
import { inksOf } from "./slope";
import { spread, widthOf, wrapped } from "./words";

/** A card's sheet: bars take all of it, and a few words are as large as a small card needs. */
const [LEFT, WIDE, TOP, HIGH] = [CARD.near, CARD.far - CARD.near, 44, 512];
const SIZE = 44;
const lengthOf = (words: string) => widthOf(words, SIZE);
/** The size at which words have room, at most the one wished for. */
const fitting = (words: string, room: number, size = SIZE) => Math.min(size, (size * room) / widthOf(words, size));

/** What is smaller would be a grey line on a small card. */
const LEAST = 24;
/** A size, or nought where words that small are left out and take no room. */
const legible = (size: number) => (size < LEAST ? 0 : size);
/** Words of a card, none where they would be that small. */
const say = (place: Point, words: string, style: NonNullable<Parameters<typeof text>[2]> & { size: number }) => (style.size < LEAST ? "" : text(place, words, { ...style, always: true }));

const named = ({ label }: Chart["rows"][number], words: string) => `${label}\u00a0: ${words}`;

/** What became of a value: from the first to the last, or that it stayed. */
const change = (all: number[], unit: string) => (new Set(all).size === 1 ? `toujours ${amount(all[0] ?? 0, unit)}` : `de ${amount(all[0] ?? 0, unit)} à ${amount(all.at(-1) ?? 0, unit)}`);

/** A bar for each row under its name and its value; what stands in pairs has its key below, and what became of the decisive one. */
export function bars(chart: Chart): Drawn {
  return chart.rows.some((row) => values(row).length > 1) ? pairs(chart) : singles(chart);
}

/** The size at which a title is broken rather than made smaller. */
const HEADING = 32;

function singles({ title, rows, unit }: Chart): Drawn {
  // All values have the whole unit, its sign, or nothing.
  const only = (row: Chart["rows"][number]) => values(row)[0] ?? 0;
  const longest = (write: (value: number) => string) => Math.max(...rows.map((row) => lengthOf(row.label + write(only(row))) + SIZE));
  const write = valued(unit, (write) => longest(write) < WIDE);
  // What values without a part of their unit are, the title says: euros alone would be prices.
  const lines = write(0) === amount(0, unit) ? [] : fitting(title, WIDE) < HEADING ? wrapped(title, WIDE, HEADING) : [title];
  const large = lines.length > 1 ? HEADING : fitting(title, WIDE);
  const heading = lines.length ? say([LEFT, TOP + SIZE * 0.73], lines.join("\n"), { size: large, weight: 700, fill: QUIET }) : "";
  const top = heading ? TOP + SIZE * 1.4 + (lines.length - 1) * large * 1.22 : TOP;
  const pitch = (TOP + HIGH - top) / rows.length;
  // Words are smaller where the longest have no room, or the rows are many; long names of a few rows are broken.
  const whole = Math.min(SIZE, (SIZE * WIDE) / longest(write), pitch * 0.5);
  const isBroken = whole < HEADING && pitch > 120;
  const size = isBroken ? HEADING : legible(whole);
  const names = rows.map((row) => (isBroken ? wrapped(row.label, WIDE - widthOf(write(only(row)), size) - size, size) : [row.label]));
  const more = (Math.max(...names.map((own) => own.length)) - 1) * size * 1.22;
  // A name keeps off its own bar, and farther off the one above it.
  const [capitals, gap, air] = [size * 0.73 + more, size * 0.42, size ? size * 0.46 : pitch * 0.25];
  const thick = Math.max(Math.min(pitch - capitals - gap - air, 96), 5);
  const most = outOf(unit) ?? greatest(rows.flatMap(values));
  const drawn = rows.map((row, i) => {
    const value = only(row);
    const foot = top + (i + 1) * pitch - (pitch - thick - capitals - gap) / 2;
    const bar = (w: number, fill: string) => rect({ x: LEFT, y: foot - thick, w, h: thick }, { stroke: "none", fill });
    const style = { size, weight: 800, fill: row.decisive ? LAVA : INK };
    const words = say([LEFT, foot - thick - gap - ((names[i]?.length ?? 1) - 1) * size * 1.22], (names[i] ?? []).join("\n"), style) + say([LEFT + WIDE, foot - thick - gap], write(value), { ...style, anchor: "end" });
    // A mark of so many is a part of the whole, which is seen behind it.
    const scale = outOf(unit) ? bar(WIDE, RULE) : "";
    const own = value ? bar(Math.max((WIDE * value) / most, 6), row.decisive ? LAVA : ACCENT) : "";
    return words + scale + own + line([[LEFT, foot - thick - 4], [LEFT, foot + 4]], { width: 4 });
  });
  return { svg: heading + drawn.join(""), height: 600 };
}

/** The series of a row beside its name, which a card of many short bars says nothing without. */
function pairs({ rows, unit, columns = [] }: Chart): Drawn {
  const each = Math.max(...rows.map((row) => values(row).length));
  const high = HIGH - 92;
  const pitch = high / rows.length;
  const thick = (pitch * 0.8) / each;
  const most = outOf(unit) ?? greatest(rows.flatMap(values));
  const longest = Math.max(...rows.map(({ label }) => lengthOf(label)));
  const size = legible(Math.min(SIZE - 4, pitch * 0.6, (SIZE * WIDE * 0.42) / longest));
  const left = LEFT + (longest * size) / SIZE + 18;
  const wide = LEFT + WIDE - left;
  const none = Math.min(SIZE - 4, thick * 1.05);
  const nought = valued(unit, (write) => lengthOf(write(0)) < wide)(0);
  const drawn = rows.map((row, i) => {
    const y = TOP + i * pitch + pitch * 0.1;
    const name = say([left - 18, TOP + (i + 0.5) * pitch + size * 0.35], row.label, { size, weight: row.decisive ? 800 : 700, anchor: "end", fill: row.decisive ? LAVA : INK });
    const bar = (value: number, j: number) => {
      const box = { x: left, y: y + j * thick, w: Math.max((wide * value) / most, 6), h: Math.max(thick - 4, thick * 0.7) };
      // Zero is no bar, and is said, since a row with fewer bars than the others would look forgotten.
      return value ? series(box, j, each, Boolean(row.decisive)) : say([left + 16, box.y + box.h / 2 + none * 0.36], nought, { size: none, weight: 700, fill: row.decisive ? LAVA : INK });
    };
    return name + values(row).map(bar).join("");
  });
  const decisive = rows.find((row) => row.decisive);
  const words = decisive ? change(values(decisive), unit) : "";
  return { svg: drawn.join("") + line([[left, TOP], [left, TOP + high]], { width: 4 }) + keyed(columns, words), height: 600 };
}

/** What the bars of each row are, in one line, with what became of the decisive one at its end where that has room. */
function keyed(columns: readonly string[], said: string): string {
  const foot = TOP + HIGH;
  // In sizes: the swatch before a name, and the air behind it.
  const [before, air] = [1.1, 0.7];
  const lengths = columns.map((words) => bold(words, 1));
  const key = lengths.reduce((all, length) => all + before + length + air, 0);
  const both = WIDE / (key + bold(said, 1));
  const isSaid = said !== "" && both >= SIZE * 0.75;
  const size = Math.min(SIZE, isSaid ? both : WIDE / Math.max(key - air, 1));
  // Samples without their words say nothing.
  if (size < LEAST) return "";
  const entries = columns.map((words, j) => {
    const x = LEFT + size * lengths.slice(0, j).reduce((all, length) => all + before + length + air, 0);
    return series({ x, y: foot - size * 0.74, w: size * 0.78, h: size * 0.74 }, j, columns.length, false) + say([x + size * before, foot], words, { size, weight: 700 });
  });
  return entries.join("") + (isSaid ? say([LEFT + WIDE, foot], said, { size, weight: 800, fill: LAVA, anchor: "end" }) : "");
}

/** How long words of a heavy weight are. */
const bold = (words: string, size: number) => long(words, size) * 1.05;

/** Each bar under its name and its sum. One alone that a ceiling cuts has its parts named on it, and above it what is left and what is not. */
export function stacked({ rows, columns, unit, ceiling }: Chart): Drawn {
  // What cuts several bars is said once, above them all.
  const isShared = ceiling !== undefined && rows.length > 1;
  const isNamed = !ceiling || isShared;
  const first = isShared ? TOP + SIZE * 1.5 : TOP;
  const pitch = (TOP + HIGH - first) / rows.length;
  const totals = rows.map((row) => sum(values(row)));
  const said = rows.map((row, i) => named(row, amount(totals[i] ?? 0, unit)));
  const size = legible(Math.min(SIZE, pitch * 0.42, ...(isNamed ? said.map((words) => fitting(words, WIDE)) : [])));
  const head = size * 1.5;
  const thick = Math.min(pitch - head - 10, isNamed ? 240 : HIGH);
  const most = greatest([...totals, ceiling?.value ?? 0]);
  const scale = (value: number) => (WIDE * value) / most;
  const cut = LEFT + scale(ceiling?.value ?? most);
  const drawn = rows.map((row, i) => {
    const y = first + i * pitch + (pitch - thick - head) / 2 + head;
    let start = LEFT;
    const names: string[] = [];
    const parts = values(row).map((value, j) => {
      const box = { x: start, y, w: scale(value), h: thick };
      const drawn = part(box, j, 2);
      // Of a part that the ceiling cuts, the piece below it is named.
      const seen = start < cut ? { ...box, w: Math.min(box.w, cut - start) } : box;
      names.push(ceiling ? onPart(columns?.[j] ?? "", seen, j, start >= cut) : "");
      start += scale(value);
      return drawn;
    });
    const over = ceiling && start > cut ? veil({ x: cut, y, w: start - cut, h: thick }) : "";
    const above = isNamed ? say([LEFT, y - size * 0.45], said[i] ?? "", { size, weight: 800, fill: row.decisive ? LAVA : INK, halo: isShared }) : limit(ceiling, cut, { y, h: thick, size }, start > cut ? `−\u00a0${amount((totals[i] ?? 0) - ceiling.value, unit)}` : "");
    return [parts.join("") + over + names.join(""), above];
  });
  const shared = isShared ? limit(ceiling, cut, { y: first, h: TOP + HIGH - first, size: SIZE * 0.85 }, "") : "";
  // Names stand over the line of the ceiling.
  return { svg: drawn.map(([bar]) => bar).join("") + shared + drawn.map(([, above]) => above).join(""), height: 600 };
}

/** Where a ceiling cuts, with what is left to its left and what is not to its right; where one has no room, the other says it. */
function limit({ label }: NonNullable<Chart["ceiling"]>, cut: number, { y, h, size }: { y: number; h: number; size: number }, lost: string): string {
  const [before, after] = [cut - 18 - LEFT, LEFT + WIDE - (cut + 22)];
  const isBefore = before > 240 || before > after;
  const foot = y - size * 0.55;
  const words = say([isBefore ? cut - 18 : cut + 22, foot], label, { size: fitting(label, isBefore ? before : after, size * 1.18), weight: 800, fill: LAVA, anchor: isBefore ? "end" : "start" });
  const rest = isBefore && after > 90 && lost ? say([cut + 22, foot], lost, { size: fitting(lost, after, size), weight: 700, fill: QUIET }) : "";
  return line([[cut, foot], [cut, y + h + size * 0.55]], { stroke: LAVA, width: 8 }) + words + rest;
}

/** A part's name along it, from its foot, where it has room. */
function onPart(words: string, { x, y, w, h }: Box, i: number, isCut: boolean): string {
  if (w < SIZE * 1.3 || lengthOf(words) > h - 40) return "";
  // On the third shade neither ink nor paper reads in both themes: paper around ink does.
  return say([x + w / 2 + SIZE * 0.35, y + h - 24], words, { size: SIZE, weight: 700, turn: -90, fill: isCut || i > 1 ? INK : PAPER, halo: i === 2 && !isCut });
}

/** The lines, each with its name and its last value at its end, what they say, and from where to where they run. */
export function slope({ title, rows, columns = [], unit }: Chart): Drawn {
  const most = greatest(rows.flatMap(values));
  const places = placesOf(columns);
  const [first = 0, last = 1] = [places[0], places.at(-1)];
  const foot = TOP + HIGH - SIZE;
  const said = rows.map((row) => named(row, amount(values(row).at(-1) ?? 0, unit)));
  // Names are smaller where the longest would leave the lines no room, or the lines are many.
  const size = legible(Math.min(SIZE * 0.8, (foot - TOP - 40) / rows.length / 1.1, ...said.map((words) => fitting(words, WIDE * 0.4))));
  const right = LEFT + WIDE - Math.max(...said.map((words) => widthOf(words, size))) - 24;
  const height = (value: number) => foot - ((foot - TOP - 30) * value) / most;
  const point = (value: number, j: number): Point => [LEFT + 20 + ((right - LEFT - 20) * ((places[j] ?? 0) - first)) / (last - first || 1), height(value)];
  // A steep line leaves less room to wide words than to more of them.
  const tall = wrapped(title, (right - LEFT) * 0.75, SIZE * 0.8);
  const words = tall.length <= 3 ? tall.join("\n") : widthOf(title, SIZE) / 2 < WIDE - 80 ? halves(title) : wrapped(title, WIDE, SIZE).join("\n");
  const inks = inksOf(rows);
  const ends = spread(rows.map((row) => height(values(row).at(-1) ?? 0)), size * 1.1, TOP + 20, foot - size * 0.4);
  const drawn = rows.map((row, i) => {
    const points = values(row).map(point);
    const stroke = inks[i] ?? INK;
    // The words stand in the corner that the line leaves free.
    const rises = (values(row)[0] ?? 0) < (values(row).at(-1) ?? 0);
    const head = row.decisive ? say([rises ? LEFT : LEFT + WIDE, TOP + SIZE * 0.63], words, { size: SIZE * 0.8, weight: 800, anchor: rises ? "start" : "end", fill: LAVA, halo: true }) : "";
    const name = say([right + 24, (ends[i] ?? 0) + size * 0.35], said[i] ?? "", { size, weight: row.decisive ? 800 : 700, fill: stroke });
    return line(points, { stroke, width: row.decisive ? 9 : 5 }) + points.map((p) => dot(p, row.decisive ? 12 : 9, { fill: PAPER, stroke, width: 5 })).join("") + name + head;
  });
  const span = (words: string, x: number, anchor: "start" | "end") => say([x, foot + SIZE], words, { size: fitting(words, (right - LEFT) * 0.45, SIZE * 0.78), weight: 600, anchor, fill: QUIET });
  const axis = line([[LEFT, foot], [right + 12, foot]], { stroke: QUIET, width: 3 }) + span(columns[0] ?? "", LEFT, "start") + span(columns.at(-1) ?? "", right + 12, "end");
  return { svg: axis + drawn.join(""), height: 600 };
}

/** What goes in, the box where it meets, and what comes out, in words that a small card can carry. */
export function flow({ rows }: Chart): Drawn {
  const [into, core, out] = (["in", "core", "out"] as const).map((side) => rows.filter((row) => row.side === side)) as [Chart["rows"], Chart["rows"], Chart["rows"]];
  const longest = (list: Chart["rows"]) => Math.max(...list.map(({ label }) => lengthOf(label)));
  const many = Math.max(into.length, out.length);
  const size = legible(Math.min(SIZE, (SIZE * 440) / (longest(into) + longest(out)), (HIGH / many) * 0.7));
  const reach = (list: Chart["rows"]) => (longest(list) * size) / SIZE;
  const [left, right] = [LEFT + reach(into) + 32, LEFT + WIDE - reach(out) - 32];
  const box = { x: (left + right) / 2 - 92, y: 190, w: 184, h: 220 };
  const place = (count: number, i: number) => TOP + (HIGH * (i + 0.5)) / count;
  const wire = (row: Chart["rows"][number], [x, y]: Point, edge: number) => {
    const bend = (x + edge) / 2;
    const end = 300 + (y - 300) * 0.28;
    const stroke = { stroke: row.decisive ? LAVA : ACCENT, width: row.decisive ? 9 : 6, dash: DASHES[row.style ?? ""] };
    return path(`M${at([x, y])}C${at([bend, y])} ${at([bend, end])} ${at([edge, end])}`, stroke) + dot([x, y], 16, { fill: PAPER, stroke: stroke.stroke, width: 6 });
  };
  const side = (list: Chart["rows"], isOut: boolean) =>
    list.map((row, i) => {
      const y = place(list.length, i);
      const words = say([isOut ? right + 32 : left - 32, y + size * 0.35], row.label, { size, weight: 800, anchor: isOut ? "start" : "end", fill: row.decisive ? LAVA : INK });
      return wire(row, [isOut ? right : left, y], isOut ? box.x + box.w : box.x) + words;
    });
  const name = core[0]?.label ?? "";
  const lines = wrapped(name, 176, Math.min(SIZE + 4, fitting(longestWord(name), 176)));
  const inner = Math.min(SIZE + 4, 200 / lines.length / 1.22, fitting(lines.reduce((a, b) => (b.length > a.length ? b : a), ""), 176, SIZE + 4));
  return { svg: [...side(into, false), ...side(out, true), rect(box, { width: 6, fill: PANEL }, 14), say([(left + right) / 2, 300 + inner * 0.35 - ((lines.length - 1) * inner * 1.22) / 2], lines.join("\n"), { size: inner, weight: 800, anchor: "middle" })].join(""), height: 600 };
}

const longestWord = (words: string) => words.split(" ").reduce((a, b) => (b.length > a.length ? b : a), "");

const DIP = 22;

/** A core laid in its box, as drillers keep it: trays of years from the first to the last, a seam for each row. */
export function core({ rows }: Chart): Drawn {
  const span = (row: Chart["rows"][number]): [number, number] => [values(row)[0] ?? 0, values(row)[1] ?? values(row)[0] ?? 0];
  const [first, last] = [Math.min(...rows.map((row) => span(row)[0])), Math.max(...rows.map((row) => span(row)[1]))];
  const trays = 3;
  const each = Math.ceil((last - first + 1) / trays);
  const [left, wide, pitch, thick] = [130, 800, 172, 116];
  const cell = wide / each;
  // Long seams lie on top; the decisive one below, where its name stands.
  const depth = (row: Chart["rows"][number]) => (row.decisive ? -1 : span(row)[1] - span(row)[0]);
  const during = (year: number) => rows.filter((row) => span(row)[0] <= year && year <= span(row)[1]).sort((a, b) => depth(b) - depth(a));
  // One of several years begins and ends in the middle of its layers, since only the years are known; the last year has not ended it.
  const part = (row: Chart["rows"][number], year: number): [number, number] => {
    const [start, end] = span(row);
    if (start === end) return [0, cell];
    return [year === start ? cell / 2 : 0, year === end && end < last ? cell / 2 : cell];
  };
  const seam = (row: Chart["rows"][number], i: number, count: number, year: number, corner: number, y: number) => {
    const [from, to] = part(row, year);
    const [x, w] = [corner + from, to - from];
    const [top, bottom] = [y + (thick * i) / count, y + (thick * (i + 1)) / count];
    // Layers dip a little, all the same way.
    const dip = (edge: number) => Math.round(DIP * (0.5 - (edge - y) / thick));
    const dash = DASHES[row.style ?? ""];
    const isPlain = row.style === "laravel" || (row.decisive && !dash);
    const band = path(`M${x + dip(top)} ${n(top)}h${n(w)}L${n(x + w + dip(bottom))} ${n(bottom)}h${n(-w)}Z`, { stroke: PAPER, width: 2, fill: row.decisive ? LAVA : isPlain ? ACCENT : PAPER });
    return band + (isPlain ? "" : line([[x + 8, (top + bottom) / 2], [x + w - 6, (top + bottom) / 2]], { stroke: row.decisive ? PAPER : ACCENT, width: Math.min(8, (bottom - top) * 0.45), dash }));
  };
  const tray = times(trays, (k) => {
    const y = 34 + k * pitch;
    const start = first + k * each;
    const count = Math.min(each, last - start + 1);
    if (count < 1) return "";
    const cells = times(count, (j) => {
      const x = left + j * cell;
      const found = during(start + j);
      return found.map((row, i) => seam(row, i, found.length, start + j, x, y)).join("");
    });
    const end = left + count * cell;
    // The broken end is cut out of the last layers.
    const on = (share: number, inwards: number) => at([end - DIP / 2 + DIP * share - inwards, y + thick * (1 - share)]);
    const broken = [on(0, 0), on(0.25, 15), on(0.5, 4), on(0.75, 17), on(1, 0)].join("L");
    const outside = path(`M${broken}h6L${on(0, -6)}Z`, { stroke: "none", fill: PAPER });
    const shell = `M${broken}H${left + DIP / 2}L${left - DIP / 2} ${y + thick}Z`;
    return cells.join("") + outside + path(shell, { width: 4 }) + say([left - 26, y + thick / 2 + 15], `${start}`, { size: SIZE - 2, weight: 700, anchor: "end", fill: QUIET });
  });
  const decisive = rows.find((row) => row.decisive);
  if (!decisive) return { svg: tray.join(""), height: 600 };
  const at0 = span(decisive)[0] - first;
  const k = Math.floor(at0 / each);
  const x = left + ((at0 % each) + 0.5) * cell;
  const foot = 34 + k * pitch + thick;
  const words = [decisive.label, decisive.note].filter(Boolean).join(", ");
  const size = fitting(words, x > 480 ? Math.min(x + 20, left + wide) - 16 : 944 - x - 20);
  const label = say([Math.min(x + 20, left + wide), foot + 74], words, { size, weight: 800, fill: LAVA, anchor: x > 480 ? "end" : "start", halo: true });
  return { svg: tray.join("") + line([[x, foot + 2], [x, foot + 24]], { stroke: LAVA, width: 5 }) + label, height: 600 };
}
