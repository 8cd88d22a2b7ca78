import type { Braid } from "../../generated/case-studies";
import { ACCENT, arrow, at, caps, curve, dot, FLUTTER, type Frame, from, halves, hatch, INK, LAVA, PAPER, type Point, path, QUIET, ring, text, times } from "./grammar";

/** Two phones' edits cross a relay that reads nothing and come out as one; one knot is asked about. */
export function braid(plait: Braid, frame: Frame): string {
  return frame.narrow ? down(plait, frame) : across(plait, frame);
}

/** Both strands along a main axis: apart until they bend, together where they meet behind the relay, then around each other into one. */
function strands({ start, bend, meet, leave, end }: Record<"start" | "bend" | "meet" | "leave" | "end", number>, middle: number, apart: number, turned = false): [string, string] {
  const turns = 3;
  const place = ([x, y]: Point): Point => (turned ? [y, x] : [x, y]);
  const strand = (side: number) => {
    const far = middle + side * apart;
    const sway = times(turns * 4 + 1, (i): Point => [meet + ((leave - meet) * i) / (turns * 4), middle + side * 46 * Math.cos((i * Math.PI) / 4) * (1 - (0.55 * i) / (turns * 4))]);
    const [x, y] = sway[0] as Point;
    const half = (x - bend) * 0.5;
    const knee = `C${at(place([bend + half, far]))} ${at(place([x - half, y]))} ${at(place([x, y]))}`;
    return `M${at(place([start, far]))}L${at(place([bend, far]))}${knee}${curve([...sway, [leave + 24, middle] as Point, [end, middle] as Point].map(place)).replace(/^M[^C]*/, "")}`;
  };
  return [strand(-1), strand(1)];
}

function across({ phones, relay, knot, result, result_note, answer }: Braid, { type }: Frame): string {
  const [first, second] = strands({ start: 48, bend: 330, meet: 602, leave: 800, end: 900 }, 300, 172);
  const zone = { x: 356, y: 92, w: 176, h: 416 };
  const knotAt: Point = [630, 300];
  const mark = (y: number, above: boolean) => (edit: string, i: number) => {
    const x = 92 + i * 100;
    return ring([x, y], 8, INK) + text([x, y + (above ? -22 : 38)], edit, { anchor: "middle", size: type });
  };
  return [
    hatch(zone, {}, 13),
    path(`M${zone.x} ${zone.y}v${zone.h}M${zone.x + zone.w} ${zone.y}v${zone.h}`, { width: 1.5, dash: "2 6" }),
    path(first, { stroke: PAPER, width: 11 }),
    path(second, { stroke: PAPER, width: 11 }),
    path(first, { stroke: ACCENT, width: 4.5, dash: FLUTTER }),
    path(second, { stroke: INK, width: 4.5, dash: FLUTTER }),
    text([zone.x + zone.w / 2, zone.y - 14], relay, { anchor: "middle", weight: 700, size: type + 2 }),
    caps([48, 78], phones[0]?.name ?? "", { size: type }),
    caps([48, 548], phones[1]?.name ?? "", { size: type }),
    ...(phones[0]?.edits ?? []).map(mark(128, true)),
    ...(phones[1]?.edits ?? []).map(mark(472, false)),
    from(2, dot(knotAt, 54, { fill: PAPER, stroke: LAVA, width: 4 }), text([knotAt[0], knotAt[1] - 13], knot.join("\nou\n"), { anchor: "middle", fill: LAVA, weight: 700, size: type - 2, leading: 1.1 })),
    from(2, arrow([knotAt[0] + 14, knotAt[1] + 56], [690, 432], { stroke: LAVA, width: 3, bend: 0.12 }), text([666, 462], answer, { fill: LAVA, weight: 700, size: type + 1 })),
    from(3, dot([900, 300], 12), text([910, 262], result, { anchor: "end", weight: 800, size: 44 }), text([910, 342], result_note, { anchor: "end", fill: QUIET, size: type })),
  ].join("");
}

function down({ phones, relay, knot, result, result_note, answer }: Braid, { type }: Frame): string {
  const [first, second] = strands({ start: 54, bend: 190, meet: 362, leave: 536, end: 556 }, 240, 176, true);
  const zone = { x: 24, y: 222, w: 432, h: 104 };
  const knotAt: Point = [240, 410];
  const mark = (x: number, anchor: "start" | "end") => (edit: string, i: number) =>
    ring([x, 74 + i * 44], 8, INK) + text([x + (anchor === "start" ? 18 : -18), 80 + i * 44], edit, { anchor, size: type });
  return [
    hatch(zone, {}, 14),
    path(first, { stroke: PAPER, width: 12 }),
    path(second, { stroke: PAPER, width: 12 }),
    path(first, { stroke: ACCENT, width: 5, dash: FLUTTER }),
    path(second, { stroke: INK, width: 5, dash: FLUTTER }),
    text([24, 36], phones[0]?.name ?? "", { size: type - 2, weight: 600, fill: QUIET }),
    text([456, 36], phones[1]?.name ?? "", { size: type - 2, weight: 600, fill: QUIET, anchor: "end" }),
    ...(phones[0]?.edits ?? []).map(mark(64, "start")),
    ...(phones[1]?.edits ?? []).map(mark(416, "end")),
    text([240, zone.y - 12], relay, { anchor: "middle", weight: 700, size: type }),
    from(2, dot(knotAt, 66, { fill: PAPER, stroke: LAVA, width: 4 }), text([knotAt[0], knotAt[1] - 14], knot.join("\nou\n"), { anchor: "middle", fill: LAVA, weight: 700, size: type - 2, leading: 1.1 })),
    from(2, arrow([knotAt[0] - 56, knotAt[1] + 38], [108, 478], { stroke: LAVA, width: 3, bend: 0.14 }), text([24, 502], halves(answer), { fill: LAVA, weight: 700, size: type })),
    from(3, dot([240, 562], 12), text([240, 618], result, { anchor: "middle", weight: 800, size: 44 }), text([316, 617], result_note, { fill: QUIET, size: type - 2 })),
  ].join("");
}
