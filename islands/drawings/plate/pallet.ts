import type { Pallet } from "../../generated/case-studies";
import { ACCENT, at, caps, dimension, dot, EDGE, FAR, type Frame, french, from, INK, LAVA, line, long, NEAR, PAPER, path, type Point, QUIET, rect, spoken, text, times, until, within } from "./grammar";

const [COS, SIN] = [Math.cos(Math.PI / 6), 0.5];

/** A lot pulled apart, box by box, with what a buyer must know; the money waits behind a padlock. */
export function pallet(lot: Pallet, { narrow, type }: Frame): string {
  within(lot.cracked, "cracked", { length: lot.boxes }, "boxes");
  for (const [i, { box }] of lot.facts.entries()) within(box, `facts[${i}].box`, { length: lot.boxes }, "boxes");
  const [foot, side, thick, room]: [Point, number, number, number] = narrow ? [[166, 486], 128, 12, 216] : [[300, 566], 196, 14, 261];
  // As many as stand in the room of ten.
  const gap = room / Math.max(lot.boxes - 1, 9);
  const corner = (x: number, y: number, z: number): Point => [foot[0] + (x - y) * side * COS, foot[1] - (2 - x - y) * 0 - (x + y) * side * SIN - z];
  const slab = (z: number, high: number, stroke: string, fill: string, width = 2) =>
    path(`M${at(corner(0, 0, z))}L${at(corner(1, 0, z))}V${(corner(1, 0, z + high)[1]).toFixed(1)}L${at(corner(1, 1, z + high))}L${at(corner(0, 1, z + high))}V${corner(0, 1, z)[1].toFixed(1)}Z`, { stroke, fill, width }) +
    path(`M${at(corner(0, 1, z + high))}L${at(corner(0, 0, z + high))}L${at(corner(1, 0, z + high))}M${at(corner(0, 0, z))}V${corner(0, 0, z + high)[1].toFixed(1)}`, { stroke, width });
  const base = narrow ? 26 : 34;
  const height = (i: number) => base + 14 + i * gap;
  // A card, where the label below is not seen, is told of what there are so many.
  const area = (boxes: number) => `${narrow ? "" : `${boxes} boîte${boxes > 1 ? "s" : ""}, `}${french(boxes * lot.each)} m²`;
  const edge = (i: number): Point => corner(1, 0, height(i) + thick / 2);
  // What is said of a box stands above the facts, where ten boxes end; a line leads there from a lower one.
  const [x, y] = [edge(0)[0], narrow ? 136 : 138];
  const cracked = edge(lot.cracked);
  const isBeside = Math.abs(cracked[1] - y) < 30;
  return [
    slab(0, 8, EDGE, PAPER, 1.5),
    slab(base - 14, 8, EDGE, PAPER, 1.5),
    ...times(lot.boxes, (i) => (i === lot.cracked ? until(1, slab(height(i), thick, INK, PAPER)) + from(2, slab(height(i), thick, LAVA, PAPER, 4), crack(corner, height(i) + thick)) : slab(height(i), thick, i % 2 ? INK : ACCENT, PAPER))),
    ...leaders(lot, edge, [area(lot.boxes), area(lot.boxes - 1)], narrow, type),
    from(2, isBeside ? "" : line([cracked, [x + 8, cracked[1]], [x + 8, y + (cracked[1] > y ? 10 : -24)]], { stroke: LAVA, width: 3 }), text([x + (narrow ? 14 : 24), y], lot.labels.cracked, { fill: LAVA, weight: 700, size: type, halo: true })),
    lock(lot, corner(narrow ? 0 : 1, narrow ? 1 : 0, 0), narrow, type),
  ].join("");
}

function crack(corner: (x: number, y: number, z: number) => Point, z: number): string {
  const steps: Point[] = [[0, 0.45], [0.22, 0.56], [0.4, 0.4], [0.62, 0.58], [0.8, 0.46], [1, 0.55]];
  return line(steps.map(([x, y]) => corner(x, y, z)), { stroke: LAVA, width: 3 });
}

/** The facts of the lot; what a box that is cracked makes untrue is corrected with it. */
function leaders({ facts }: Pallet, edge: (i: number) => Point, [total, left]: [string, string], narrow: boolean, type: number): string[] {
  const [x, first, step] = narrow ? [316, 176, 76] : [590, 196, 66];
  return facts.map(({ box, label, value, corrected }, i) => {
    const [start, end]: [Point, Point] = [edge(box), [x - 12, first + i * step - 6]];
    const then = corrected ?? (value ? undefined : left);
    // What is left of the lot is read on a card too.
    const isArea = !value && !corrected && !narrow;
    // It ends where the other words of the plate do.
    const area = Math.min(42, 314 / Math.max(...[total, left].map((words) => long(words, 1.06))));
    const said = (words: string) => text([x, first + i * step], words, { weight: 700, size: isArea ? area : type + (value || corrected ? 2 : 6), always: isArea });
    const leader = path(`M${at(start)}L${at([end[0] - 14, end[1]])}H${end[0]}`, { stroke: QUIET, width: 1.5 }) + dot(start, 4);
    const words = then ? until(1, said(value ?? total)) + from(2, said(then)) : said(value ?? total);
    const below = text([x, first + i * step + type * 1.2], label, { size: type - 2, fill: QUIET });
    return `<g opacity="var(--plate-${isArea ? "loud" : "label"},1)">${leader}</g>${words}${below}`;
  });
}

/** Reservation to scale, and the padlock on the pile, which opens at the pickup. */
function lock({ labels }: Pallet, pile: Point, narrow: boolean, type: number): string {
  const [x, y] = narrow ? [NEAR + 30, 566] : [636, 500];
  const from0: Point = narrow ? [150, 580] : [720, 520];
  const to: Point = narrow ? [FAR, 580] : [904, 520];
  // Beside the padlock, or below it where it is longer.
  const isUnder = long(labels.paid, 29 * 1.06) > to[0] - x - 40;
  const body = rect({ x: x - 30, y: y, w: 60, h: 46 }, { width: 4, fill: PAPER }, 5) + dot([x, y + 20], 6) + line([[x, y + 20], [x, y + 32]], { width: 4 });
  // Below the pile, or beside it.
  const tied = (shackle: number) => line(narrow ? [pile, [pile[0], y - shackle]] : [pile, [pile[0], y + 23], [x - 30, y + 23]], { width: 2.5 });
  return [
    until(2, tied(38)),
    from(3, tied(48)),
    until(2, path(`M${x - 18} ${y}v-20a18 18 0 0 1 36 0v20`, { width: 4 })),
    from(3, path(`M${x - 18} ${y}v-30a18 18 0 0 1 36 0v8`, { stroke: LAVA, width: 5 })),
    body,
    from(2, spoken(dimension(from0, to, { stroke: INK, width: 2.5 }, 12)), text([from0[0], from0[1] - 20], labels.hold, { weight: 700, size: type })),
    from(3, text([to[0], to[1] + (narrow ? 34 : isUnder ? 52 : 42)], labels.paid, { fill: LAVA, anchor: "end", weight: 700, size: narrow ? type : Math.min(29, 314 / long(labels.paid, 1.06)) })),
    caps([narrow ? NEAR : 590, narrow ? 40 : 66], labels.title, { size: type - 1 }),
  ].join("");
}
