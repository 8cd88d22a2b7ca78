import type { Chart } from "../../generated/defs";
import type { Drawn } from "../chart";
import { ACCENT, dot, EDGE, INK, LAVA, line, PAPER, type Point, QUIET, RULE, rect, text } from "../plate/grammar";
import { amount, french, shade, sum, values, veil } from "./axes";

/** A card's sheet: bars take all of it, and a few words are as large as a small card needs. */
const [LEFT, WIDE, TOP, HIGH] = [44, 872, 44, 512];
const SIZE = 44;
const lengthOf = (words: string, size = SIZE) => words.length * size * 0.54;

const named = ({ label }: Chart["rows"][number], words: string) => `${label}\u00a0: ${words}`;

/** Words in a bar that has room for them, else behind its end; none where the sheet ends first. */
function said(words: string, end: number, middle: number, fill: string): string {
  const inside = end - LEFT > lengthOf(words) + 48;
  if (!inside && end + lengthOf(words) + 20 > LEFT + WIDE) return "";
  const at: Point = inside ? [end - 22, middle + SIZE * 0.35] : [end + 20, middle + SIZE * 0.35];
  return text(at, words, { size: SIZE, weight: 800, anchor: inside ? "end" : "start", fill: inside ? PAPER : fill });
}

/** A bar for each row, with its words where they fit; what stands in pairs says the decisive one below. */
export function bars({ rows, unit }: Chart): Drawn {
  const each = Math.max(...rows.map((row) => values(row).length));
  const high = each > 1 ? HIGH - 92 : HIGH;
  const pitch = high / rows.length;
  const thick = (pitch * 0.8) / each;
  const most = Math.max(...rows.flatMap(values));
  const scale = (value: number) => Math.max((WIDE * value) / most, 6);
  const drawn = rows.map((row, i) => {
    const y = TOP + i * pitch + pitch * 0.1;
    const ink = (j: number) => (row.decisive && j === each - 1 ? LAVA : each > 1 && j === 0 ? EDGE : ACCENT);
    const boxes = values(row).map((value, j) => rect({ x: LEFT, y: y + j * thick, w: scale(value), h: thick - 4 }, { stroke: "none", fill: ink(j) })).join("");
    const value = values(row)[0] ?? 0;
    if (each > 1 || !(row.decisive || thick > SIZE * 1.1)) return boxes;
    const say = (words: string) => said(words, LEFT + scale(value), y + thick / 2 - 2, row.decisive ? LAVA : INK);
    return boxes + (say(named(row, amount(value, unit))) || say(named(row, french.format(value))) || say(amount(value, unit)));
  });
  const decisive = rows.find((row) => row.decisive);
  const below = each > 1 && decisive ? text([LEFT, TOP + HIGH], named(decisive, values(decisive).map((value) => amount(value, unit)).join(" → ")), { size: SIZE + 4, weight: 800, fill: LAVA }) : "";
  return { svg: drawn.join("") + line([[LEFT, TOP], [LEFT, TOP + high]], { width: 4 }) + below, height: 600 };
}

/** Each bar under its name and its sum; a ceiling is told where it stands. */
export function stacked({ rows, unit, ceiling }: Chart): Drawn {
  const pitch = HIGH / rows.length;
  const thick = Math.min(pitch - 76, 240);
  const most = Math.max(...rows.map((row) => sum(values(row))), ceiling?.value ?? 0);
  const scale = (value: number) => (WIDE * value) / most;
  const cut = LEFT + scale(ceiling?.value ?? most);
  const drawn = rows.map((row, i) => {
    const y = TOP + i * pitch + (pitch - thick - 66) / 2 + 66;
    let start = LEFT;
    const parts = values(row).map((value, j) => {
      const part = rect({ x: start, y, w: scale(value), h: thick }, { ...shade(j), width: 2 });
      start += scale(value);
      return part;
    });
    const over = ceiling && start > cut ? veil({ x: cut, y, w: start - cut, h: thick }) : "";
    const head = ceiling ? "" : text([LEFT, y - 20], named(row, amount(sum(values(row)), unit)), { size: SIZE, weight: 800, fill: row.decisive ? LAVA : INK });
    const limit = ceiling ? line([[cut, y - 24], [cut, y + thick + 24]], { stroke: LAVA, width: 8 }) + text([cut - 18, y - 24], ceiling.label, { size: SIZE + 8, weight: 800, fill: LAVA, anchor: "end" }) : "";
    return parts.join("") + over + head + limit;
  });
  return { svg: drawn.join(""), height: 600 };
}

/** The lines, and the name and the last value of the decisive one. */
export function slope({ rows, unit }: Chart): Drawn {
  const all = rows.flatMap(values);
  const most = Math.max(...all);
  const count = Math.max(...rows.map((row) => values(row).length));
  const point = (value: number, j: number): Point => [LEFT + 20 + ((WIDE - 60) * j) / Math.max(count - 1, 1), TOP + HIGH - ((HIGH - 30) * value) / most];
  const drawn = rows.map((row, i) => {
    const points = values(row).map(point);
    const stroke = row.decisive ? LAVA : i % 2 ? INK : ACCENT;
    // The words stand in the corner that the line leaves free.
    const rises = (values(row)[0] ?? 0) < (values(row).at(-1) ?? 0);
    const head = row.decisive ? text([rises ? LEFT : LEFT + WIDE, TOP + SIZE], named(row, amount(values(row).at(-1) ?? 0, unit)), { size: SIZE + 8, weight: 800, anchor: rises ? "start" : "end", fill: LAVA, halo: true }) : "";
    return line(points, { stroke, width: row.decisive ? 9 : 5 }) + points.map((p) => dot(p, row.decisive ? 12 : 9, { fill: PAPER, stroke, width: 5 })).join("") + head;
  });
  const grid = [0.25, 0.5, 0.75, 1].map((part) => line([[LEFT, TOP + HIGH - (HIGH - 30) * part], [LEFT + WIDE, TOP + HIGH - (HIGH - 30) * part]], { stroke: RULE, width: 2 }));
  return { svg: grid.join("") + line([[LEFT, TOP + HIGH], [LEFT + WIDE, TOP + HIGH]], { stroke: QUIET, width: 3 }) + drawn.join(""), height: 600 };
}
