import type { Braid } from "../../generated/case-studies";
import { ACCENT, arrow, at, caps, curve, dot, FAR, FLUTTER, type Frame, from, halves, hatch, INK, LAVA, long, NEAR, PAPER, path, type Point, QUIET, ring, spoken, text, times, until } from "./grammar";

/** Two phones are cut off; then their edits cross a relay that reads nothing, one knot is asked about, and one balance comes out. */
export function braid(plait: Braid, frame: Frame): string {
  return frame.narrow ? down(plait, frame) : across(plait, frame);
}

type Run = Record<"start" | "cut" | "bend" | "meet" | "leave" | "end", number>;

/** A strand while its phone is alone, on its way to the other through the relay, and around it to one end. */
interface Strand {
  alone: string;
  near: string;
  plait: string;
}

/** How far from the middle each strand ends: dashes upon dashes would look like a slip. */
const BESIDE = 6;

/** Both strands along a main axis: apart until they bend, together where they meet behind the relay, then around each other to one end. */
function strands({ start, cut, bend, meet, leave, end }: Run, middle: number, apart: number, turned = false): [Strand, Strand] {
  const turns = 3;
  const place = ([x, y]: Point): Point => (turned ? [y, x] : [x, y]);
  const strand = (side: number): Strand => {
    const far = middle + side * apart;
    const sway = times(turns * 4 + 1, (i): Point => [meet + ((leave - meet) * i) / (turns * 4), middle + side * 46 * Math.cos((i * Math.PI) / 4) * (1 - (0.55 * i) / (turns * 4))]);
    const [x, y] = sway[0] as Point;
    const half = (x - bend) * 0.5;
    const knee = `C${at(place([bend + half, far]))} ${at(place([x - half, y]))} ${at(place([x, y]))}`;
    return {
      alone: `M${at(place([start, far]))}L${at(place([cut, far]))}`,
      near: `M${at(place([start, far]))}L${at(place([bend, far]))}${knee}`,
      plait: curve([...sway, ...[leave + 24, end].map((x): Point => [x, middle - side * BESIDE])].map(place)),
    };
  };
  return [strand(-1), strand(1)];
}

/** Both strands, state by state; `width` is a line's, and `edge` that of the paper around it. */
function drawn(both: [Strand, Strand], width: number, edge: number): string {
  const inks = [ACCENT, INK];
  const lines = (part: keyof Strand) => [...both.map((strand) => path(strand[part], { stroke: PAPER, width: edge })), ...both.map((strand, i) => path(strand[part], { stroke: inks[i] ?? INK, width, dash: FLUTTER }))];
  return until(1, ...lines("alone")) + from(2, ...lines("near")) + from(3, ...lines("plait"));
}

/** Edits that both phones had made when they were cut off; names come later. */
const APART = 2;

/** Two strokes across the end of a strand. */
const severed = ([x, y]: Point, isDown: boolean) => path([0, 9].map((gap) => (isDown ? `M${x - 12} ${y + gap + 6}l24 -12` : `M${x + gap - 6} ${y + 12}l12 -24`)).join(""), { width: 3 });

function across({ phones, cut, relay, knot, result, result_note, answer }: Braid, { type }: Frame): string {
  const both = strands({ start: 48, cut: 240, bend: 330, meet: 602, leave: 800, end: 900 }, 300, 172);
  const zone = { x: 356, y: 92, w: 176, h: 416 };
  const knotAt: Point = [630, 300];
  const mark = (y: number, above: boolean) => (edit: string, i: number) => {
    const x = 92 + i * 100;
    const node = ring([x, y], 8, INK) + text([x, y + (above ? -22 : 38)], edit, { anchor: "middle", size: type });
    return i < APART ? node : from(2, node);
  };
  return [
    hatch(zone, {}, 13),
    path(`M${zone.x} ${zone.y}v${zone.h}M${zone.x + zone.w} ${zone.y}v${zone.h}`, { width: 1.5, dash: "2 6" }),
    drawn(both, 4.5, 11),
    until(1, ...[128, 472].map((y) => severed([246, y], false) + text([274, y + 6], cut, { size: type, fill: QUIET }))),
    text([zone.x + zone.w / 2, zone.y - 14], relay, { anchor: "middle", weight: 700, size: type + 2 }),
    caps([48, 78], phones[0]?.name ?? "", { size: type }),
    caps([48, 548], phones[1]?.name ?? "", { size: type }),
    ...(phones[0]?.edits ?? []).map(mark(128, true)),
    ...(phones[1]?.edits ?? []).map(mark(472, false)),
    from(2, dot(knotAt, 54, { fill: PAPER, stroke: LAVA, width: 4 }), text([knotAt[0], knotAt[1] - 13], knot.join("\nou\n"), { anchor: "middle", fill: LAVA, weight: 700, size: type - 2, leading: 1.1 })),
    from(2, spoken(arrow([knotAt[0] + 14, knotAt[1] + 56], [690, 432], { stroke: LAVA, width: 3, bend: 0.12 })), text([666, 462], answer, { fill: LAVA, weight: 700, size: type + 1 })),
    from(3, dot([900, 300], 12), text([910, 262], result, { anchor: "end", weight: 800, size: 44 }), text([910, 342], result_note, { anchor: "end", fill: QUIET, size: type })),
  ].join("");
}

function down({ phones, cut, relay, knot, result, result_note, answer }: Braid, { type }: Frame): string {
  const both = strands({ start: 54, cut: 158, bend: 190, meet: 362, leave: 536, end: 556 }, 240, 176, true);
  const zone = { x: NEAR, y: 222, w: FAR - NEAR, h: 104 };
  const knotAt: Point = [240, 410];
  const beside = (x: number, y: number, words: string, ink = INK) => text([x + (x < 240 ? 18 : -18), y + 6], words, { anchor: x < 240 ? "start" : "end", size: type, fill: ink });
  const mark = (x: number) => (edit: string, i: number) => {
    const node = ring([x, 74 + i * 44], 8, INK) + beside(x, 74 + i * 44, edit);
    return i < APART ? node : from(2, node);
  };
  return [
    hatch(zone, {}, 14),
    drawn(both, 5, 12),
    until(1, ...[64, 416].map((x) => severed([x, 164], true) + beside(x, 168, cut, QUIET))),
    text([NEAR, 36], phones[0]?.name ?? "", { size: type - 2, weight: 600, fill: QUIET }),
    text([FAR, 36], phones[1]?.name ?? "", { size: type - 2, weight: 600, fill: QUIET, anchor: "end" }),
    ...(phones[0]?.edits ?? []).map(mark(64)),
    ...(phones[1]?.edits ?? []).map(mark(416)),
    text([240, zone.y - 12], relay, { anchor: "middle", weight: 700, size: type }),
    from(2, dot(knotAt, 66, { fill: PAPER, stroke: LAVA, width: 4 }), text([knotAt[0], knotAt[1] - 14], knot.join("\nou\n"), { anchor: "middle", fill: LAVA, weight: 700, size: type - 2, leading: 1.1 })),
    from(2, arrow([knotAt[0] - 56, knotAt[1] + 38], [108, 478], { stroke: LAVA, width: 3, bend: 0.14 }), text([NEAR, 502], halves(answer), { fill: LAVA, weight: 700, size: type })),
    from(3, dot([240, 562], 12), text([240, 618], result, { anchor: "middle", weight: 800, size: 44 }), text([Math.max(316, 254 + long(result, 44) / 2), 617], result_note, { fill: QUIET, size: type - 2 })),
  ].join("");
}
