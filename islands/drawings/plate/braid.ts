import type { Braid } from "../../generated/case-studies";
import { ACCENT, arrow, caps, curve, dot, FLUTTER, type Frame, from, hatch, INK, LAVA, PAPER, type Point, path, QUIET, ring, text, times } from "./grammar";

/** Two phones' edits cross a relay that reads nothing and come out as one; one knot is asked about. */
export function braid(plait: Braid, frame: Frame): string {
  return frame.narrow ? down(plait, frame) : across(plait, frame);
}

/** Both strands along a main axis; the side sways around the middle inside the relay. */
function strands(start: number, enter: number, leave: number, end: number, middle: number, apart: number) {
  const turns = 3;
  const sway = (side: number) =>
    times(turns * 4 + 1, (i): Point => [enter + ((leave - enter) * i) / (turns * 4), middle + side * 46 * Math.cos((i * Math.PI) / 4) * (1 - (0.55 * i) / (turns * 4))]);
  const strand = (side: number): Point[] => [[start, middle + side * apart], [start + (enter - start) * 0.3, middle + side * apart], [start + (enter - start) * 0.58, middle + side * apart], [start + (enter - start) * 0.72, middle + side * apart], [start + (enter - start) * 0.8, middle + side * apart], ...sway(side), [leave + 40, middle], [end, middle]];
  return [strand(-1), strand(1)] as const;
}

function across({ phones, relay, knot, result, result_note, answer }: Braid, { type }: Frame): string {
  const [first, second] = strands(48, 404, 676, 900, 300, 172);
  const zone = { x: 372, y: 50, w: 320, h: 500 };
  const at: Point = [452, 300];
  const mark = (y: number, above: boolean) => (edit: string, i: number) => {
    const x = 92 + i * 100;
    return ring([x, y], 8, INK) + text([x, y + (above ? -22 : 38)], edit, { anchor: "middle", size: type });
  };
  return [
    hatch(zone, {}, 13),
    path(`M${zone.x} ${zone.y}v${zone.h}M${zone.x + zone.w} ${zone.y}v${zone.h}`, { width: 1.5, dash: "2 6" }),
    path(curve(first), { stroke: PAPER, width: 11 }),
    path(curve(second), { stroke: PAPER, width: 11 }),
    path(curve(first), { stroke: ACCENT, width: 4.5, dash: FLUTTER }),
    path(curve(second), { stroke: INK, width: 4.5, dash: FLUTTER }),
    text([532, 92], relay, { anchor: "middle", weight: 700, halo: true, size: type + 2 }).replace('stroke-width="7"', 'stroke-width="16"'),
    caps([48, 78], phones[0]?.name ?? "", { size: type }),
    caps([48, 548], phones[1]?.name ?? "", { size: type }),
    ...(phones[0]?.edits ?? []).map(mark(128, true)),
    ...(phones[1]?.edits ?? []).map(mark(472, false)),
    from(2, dot(at, 52, { fill: PAPER, stroke: LAVA, width: 4 }), text([at[0], at[1] - 13], knot.join("\nou\n"), { anchor: "middle", fill: LAVA, weight: 700, size: type - 2, leading: 1.1 })),
    from(2, arrow([at[0] + 22, at[1] + 50], [716, 470], { stroke: LAVA, width: 3, bend: 0.2 }), text([728, 466], answer, { fill: LAVA, weight: 700, size: type + 1 })),
    from(3, dot([900, 300], 12), text([910, 262], result, { anchor: "end", weight: 800, size: 44 }), text([910, 342], result_note, { anchor: "end", fill: QUIET, size: type })),
  ].join("");
}

function down({ phones, relay, knot, result, result_note, answer }: Braid, { type }: Frame): string {
  const turned = (points: readonly Point[]): Point[] => points.map(([x, y]) => [y, x]);
  const [first, second] = strands(40, 232, 470, 570, 240, 176).map(turned) as [Point[], Point[]];
  const zone = { x: 24, y: 214, w: 432, h: 280 };
  const at: Point = [240, 312];
  const mark = (x: number, anchor: "start" | "end") => (edit: string, i: number) =>
    ring([x, 74 + i * 44], 8, INK) + text([x + (anchor === "start" ? 18 : -18), 80 + i * 44], edit, { anchor, size: type });
  return [
    hatch(zone, {}, 14),
    path(curve(first), { stroke: PAPER, width: 12 }),
    path(curve(second), { stroke: PAPER, width: 12 }),
    path(curve(first), { stroke: ACCENT, width: 5, dash: FLUTTER }),
    path(curve(second), { stroke: INK, width: 5, dash: FLUTTER }),
    caps([24, 30], phones[0]?.name ?? "", { size: type - 1 }),
    caps([456, 30], phones[1]?.name ?? "", { size: type - 1, anchor: "end" }),
    ...(phones[0]?.edits ?? []).map(mark(64, "start")),
    ...(phones[1]?.edits ?? []).map(mark(416, "end")),
    text([36, 240], relay, { weight: 700, halo: true, size: type }),
    from(2, dot(at, 58, { fill: PAPER, stroke: LAVA, width: 4 }), text([at[0], at[1] - 14], knot.join("\nou\n"), { anchor: "middle", fill: LAVA, weight: 700, size: type - 2, leading: 1.1 })),
    from(2, text([36, 474], answer, { fill: LAVA, weight: 700, size: type, halo: true })),
    from(3, dot([240, 570], 12), text([240, 626], result, { anchor: "middle", weight: 800, size: 44 }), text([456, 566], result_note, { anchor: "end", fill: QUIET, size: type - 2 })),
  ].join("");
}
