import type { Pattern } from "../../generated/case-studies";
import { ACCENT, caps, dot, EDGE, FAR, type Frame, from, halves, INK, LAVA, line, long, NEAR, PALE, PAPER, path, type Point, QUIET, rect, ring, text, times, until, within } from "./grammar";

/** Outlines of pattern pieces on a unit square, each cut differently. */
const PIECES = [
  "M.08 0H.3Q.5 .2 .7 0H.92Q.86 .3 1 .42L.96 1H.04L0 .42Q.14 .3 .08 0Z",
  "M.12 .1Q.5 -.14 .88 .1L1 .36L.8 1H.2L0 .36Z",
  "M.2 0H.8L1 1Q.5 .88 0 1Z",
  "M0 .12H1V.5Q.86 .56 .8 1H.2Q.14 .56 0 .5Z",
  "M.1 0Q.5 .14 .9 0L.96 1Q.5 .9 .04 1Z",
];

/** What of each is sewn while it is being made: the lower half of its own height. */
const BEGUN = [
  "M.01 .5H.99L.96 1H.04Z",
  "M.04 .49H.96L.8 1H.2Z",
  "M.1 .5H.9L1 1Q.5 .88 0 1Z",
  "M.07 .56H.93Q.84 .68 .8 1H.2Q.16 .68 .07 .56Z",
  "M.07 .5H.93L.96 1Q.5 .9 .04 1Z",
];

/** A platform cut like a garment: what is sewn is full, what is being sewn half full, the rest empty, since dashes and dots would name a technique; below, a thread fills a seat. */
export function pattern(shop: Pattern, { narrow, type }: Frame): string {
  const count = shop.pieces.length;
  const [left, top, w, h, gap] = narrow ? [NEAR, 54, 116, 128, 39] : [52, 84, 148, 206, 29];
  const columns = narrow ? 3 : count;
  const style = { done: { width: 4.5, stroke: INK, cloth: PIECES }, building: { width: 2.5, stroke: QUIET, cloth: BEGUN }, planned: { width: 1.5, stroke: EDGE, cloth: [] } };
  return [
    caps([left, narrow ? 34 : 52], shop.labels.pieces, { size: type - 1 }),
    ...shop.pieces.map(({ name, state }, i) => {
      const [x, y] = [left + (i % columns) * (w + gap) + (narrow && i > 2 ? (w + gap) / 2 : 0), top + Math.floor(i / columns) * (h + 58)];
      const words = text([x + w / 2, y + h + 26], name, { anchor: "middle", size: type - 2, weight: state === "done" ? 700 : 500 });
      const { cloth, ...line } = style[state];
      const cut = (pieces: string[]) => scaled(pieces[i % PIECES.length] ?? "", x, y, w, h);
      const sewn = cloth.length > 0 ? path(cut(cloth), { stroke: "none", fill: ACCENT, opacity: PALE }) : "";
      return path(cut(PIECES), { stroke: "none", fill: PAPER }) + sewn + path(cut(PIECES), line) + grain(x, y, w, h, line.stroke) + words;
    }),
    seats(shop, narrow, type),
  ].join("");
}

/** A path of the unit square, put in its place. */
function scaled(d: string, x: number, y: number, w: number, h: number): string {
  return d.replaceAll(/([MLQ])([\d.-]+) ([\d.-]+)(?: ([\d.-]+) ([\d.-]+))?|([HV])([\d.-]+)/g, (_, command: string | undefined, a: string, b: string, c: string, e: string, straight: string, v: string) => {
    if (straight) return `${straight}${((straight === "H" ? x : y) + Number(v) * (straight === "H" ? w : h)).toFixed(0)}`;
    const point = (px: string, py: string) => `${(x + Number(px) * w).toFixed(0)} ${(y + Number(py) * h).toFixed(0)}`;
    return `${command}${point(a, b)}${c === undefined ? "" : ` ${point(c, e)}`}`;
  });
}

/** The grain line and the notches of a piece. */
const grain = (x: number, y: number, w: number, h: number, stroke: string) =>
  path(`M${x + w / 2} ${(y + h * 0.34).toFixed(0)}v${(h * 0.4).toFixed(0)}m-7 -9l7 9l7 -9M${x + w / 2 - 7} ${(y + h * 0.34 + 9).toFixed(0)}l7 -9l7 9`, { stroke, width: 1.5 });

/** The machines of a workshop; the one that falls free is filled by the thread of the waiting list. */
function seats({ seats, freed, labels }: Pattern, narrow: boolean, type: number): string {
  const [left, step, y] = narrow ? [NEAR + 26, (FAR - NEAR - 52) / Math.max(seats - 1, 5), 494] : [110, 118, 460];
  within(freed, "freed", { length: seats }, "seats");
  const place = (i: number): Point => [left + i * step, y];
  const free = place(freed);
  /** What words in the middle of a place need on either side. */
  const room = (words: string) => (narrow ? NEAR : 8) + long(words, type - 1) / 2;
  const lock = narrow ? halves(labels.lock) : labels.lock;
  const isLeft = free[0] - 22 - Math.max(...lock.split("\n").map((words) => long(words, type - 1))) > 0;
  const waiting: Point = narrow ? [430, 590] : [866, 458];
  const machine = ([x, my]: Point, stroke: string) => path(`M${x - 26} ${my + 18}h52M${x - 20} ${my + 18}v-36h34q8 0 8 8v6h-8v-2h-18v24M${x + 14} ${my - 8}v18`, { stroke, width: 3 });
  const thread = narrow
    ? `M${waiting[0] - 20} ${waiting[1]}C${free[0] + 120} ${waiting[1] + 26} ${free[0] - 30} ${y + 92} ${free[0]} ${y + 44}`
    : `M${waiting[0] - 18} ${waiting[1]}C${waiting[0] - 60} ${y + 120} ${free[0]} ${y + 150} ${free[0]} ${y + 48}`;
  return [
    caps([narrow ? NEAR : 52, y - (narrow ? 56 : 84)], labels.seats, { size: type - 1 }),
    ...times(seats, (i) => (i === freed ? until(1, machine(place(i), INK)) + from(2, machine(place(i), LAVA)) : machine(place(i), INK))),
    ...times(seats, (i) => (i === freed ? until(1, dot([place(i)[0], y + 42], 8)) + from(2, until(2, ring([place(i)[0], y + 42], 9, LAVA, 3))) + from(3, dot([place(i)[0], y + 42], 10, { fill: LAVA })) : dot([place(i)[0], y + 42], 8))),
    from(2, until(2, text([Math.min(Math.max(free[0], room(labels.freed)), (narrow ? 480 : 960) - room(labels.freed)), y - 34], labels.freed, { anchor: "middle", fill: LAVA, weight: 700, size: type - 1, halo: true }))),
    // Until then the list is thin, as the pieces that are being made.
    until(2, spool(waiting, QUIET)),
    from(3, spool(waiting, INK), path(times(4, (i) => `M${waiting[0] - 14} ${waiting[1] - 14 + i * 9}l28 6`).join(""), { stroke: LAVA, width: 3 })),
    text(narrow ? [400, 628] : [waiting[0], waiting[1] - 44], labels.waiting, { anchor: narrow ? "end" : "middle", size: type - 1 }),
    from(3, path(thread, { stroke: LAVA, width: 4 })),
    // Beside the thread, where it reaches the seat.
    from(3, text([free[0] + (isLeft ? -18 : 18), y + (narrow ? 76 : 86)], lock, { anchor: isLeft ? "end" : "start", fill: LAVA, weight: 700, size: type - 1, halo: !isLeft })),
  ].join("");
}

function spool([x, y]: Point, stroke: string): string {
  const edge = (at: number) => line([[x - 22, at], [x + 22, at]], { stroke, width: 4 });
  return rect({ x: x - 16, y: y - 26, w: 32, h: 52 }, { stroke, width: 2.5, fill: PAPER }, 4) + edge(y - 26) + edge(y + 26);
}
