import type { Braid } from "../../generated/case-studies";
import { ACCENT, arrow, at, caps, curve, dot, FLUTTER, type Frame, from, hatch, INK, LAVA, PAPER, type Point, path, QUIET, ring, text, times } from "./grammar";

/** Two phones' edits cross a relay that reads nothing and come out as one; one knot is asked about. */
export function braid(plait: Braid, frame: Frame): string {
  return frame.narrow ? down(plait, frame) : across(plait, frame);
}

/** Both strands along a main axis: they run apart, meet at the relay, and sway around the middle inside it. */
function strands(start: number, enter: number, leave: number, end: number, middle: number, apart: number, turned = false): [string, string] {
  const turns = 3;
  const place = ([x, y]: Point): Point => (turned ? [y, x] : [x, y]);
  const strand = (side: number) => {
    const apex: Point = [start + (enter - start) * 0.78, middle + side * apart];
    const sway = times(turns * 4 + 1, (i): Point => [enter + ((leave - enter) * i) / (turns * 4), middle + side * 46 * Math.cos((i * Math.PI) / 4) * (1 - (0.55 * i) / (turns * 4))]);
    const meet = sway[0] ?? apex;
    const half = (meet[0] - apex[0]) * 0.75;
    const knee = `C${at(place([apex[0] + half, apex[1]]))} ${at(place([meet[0] - half, meet[1]]))} ${at(place(meet))}`;
    return `M${at(place([start, apex[1]]))}L${at(place(apex))}${knee}${curve([...sway, [leave + 40, middle] as Point, [end, middle] as Point].map(place)).replace(/^M[^C]*/, "")}`;
  };
  return [strand(-1), strand(1)];
}

function across({ phones, relay, knot, result, result_note, answer }: Braid, { type }: Frame): string {
  const [first, second] = strands(48, 404, 676, 900, 300, 172);
  const zone = { x: 372, y: 50, w: 320, h: 500 };
  const knotAt: Point = [452, 300];
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
    text([532, 92], relay, { anchor: "middle", weight: 700, halo: true, size: type + 2 }).replace('stroke-width="7"', 'stroke-width="16"'),
    caps([48, 78], phones[0]?.name ?? "", { size: type }),
    caps([48, 548], phones[1]?.name ?? "", { size: type }),
    ...(phones[0]?.edits ?? []).map(mark(128, true)),
    ...(phones[1]?.edits ?? []).map(mark(472, false)),
    from(2, dot(knotAt, 52, { fill: PAPER, stroke: LAVA, width: 4 }), text([knotAt[0], knotAt[1] - 13], knot.join("\nou\n"), { anchor: "middle", fill: LAVA, weight: 700, size: type - 2, leading: 1.1 })),
    from(2, arrow([knotAt[0] + 22, knotAt[1] + 50], [716, 470], { stroke: LAVA, width: 3, bend: 0.2 }), text([728, 466], answer, { fill: LAVA, weight: 700, size: type + 1 })),
    from(3, dot([900, 300], 12), text([910, 262], result, { anchor: "end", weight: 800, size: 44 }), text([910, 342], result_note, { anchor: "end", fill: QUIET, size: type })),
  ].join("");
}

function down({ phones, relay, knot, result, result_note, answer }: Braid, { type }: Frame): string {
  const [first, second] = strands(54, 232, 470, 556, 240, 176, true);
  const zone = { x: 24, y: 214, w: 432, h: 280 };
  const knotAt: Point = [240, 312];
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
    text([444, 478], relay, { anchor: "end", weight: 700, halo: true, size: type }).replace('stroke-width="7"', 'stroke-width="16"'),
    from(2, dot(knotAt, 66, { fill: PAPER, stroke: LAVA, width: 4 }), text([knotAt[0], knotAt[1] - 14], knot.join("\nou\n"), { anchor: "middle", fill: LAVA, weight: 700, size: type - 2, leading: 1.1 })),
    from(2, arrow([knotAt[0] - 54, knotAt[1] + 40], [112, 514], { stroke: LAVA, width: 3, bend: 0.14 }), text([24, 540], answer, { fill: LAVA, weight: 700, size: type })),
    from(3, dot([240, 562], 12), text([240, 618], result, { anchor: "middle", weight: 800, size: 44 }), text([316, 617], result_note, { fill: QUIET, size: type - 2 })),
  ].join("");
}
