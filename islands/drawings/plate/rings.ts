import type { Rings } from "../../generated/case-studies";
import { ACCENT, agree, arc, at, caps, dot, EDGE, FAR, type Frame, from, INK, LAVA, line, NEAR, PAPER, path, type Point, polar, QUIET, spans, text, until } from "./grammar";

type Span = readonly [start: number, end: number];

/** When everybody is free, for at least as long as asked: what is common to all lanes' gaps. */
export function common(lanes: readonly (readonly Span[])[], [open, close]: Span, long: number): Span[] {
  const edges = [open, close, ...lanes.flat(2)].sort((a, b) => a - b);
  const isFree = (hour: number) => lanes.every((lane) => lane.every(([start, end]) => hour < start || hour >= end));
  const found: [number, number][] = [];
  for (const [i, start] of edges.entries()) {
    const end = edges[i + 1];
    if (end === undefined || end <= start || start < open || end > close || !isFree((start + end) / 2)) continue;
    const last = found.at(-1);
    if (last && last[1] === start) last[1] = end;
    else found.push([start, end]);
  }
  return found.filter(([start, end]) => end - start >= long);
}

/** Three rings around a day, like a lock: a slot opens only where the gaps of all three are in line. */
export function rings(day: Rings, { narrow, type }: Frame): string {
  const [centre, outer, band]: [Point, number, number] = narrow ? [[240, 246], 159, 34] : [[330, 318], 238, 46];
  const angle = (hour: number) => -225 + (270 * (hour - day.open)) / (day.close - day.open);
  const radius = (i: number) => outer - i * (band + 12);
  const spans = day.lanes.map(({ busy }) => busy as Span[]);
  agreed(day);
  const slots = common(spans, [day.open, day.close], day.long);
  agree(slots.length > 0, `\`lanes\` leave no gap of ${day.long} h in common: change \`busy\`, or give less as \`long\``);
  const sector = ([start, end]: Span) => {
    const inner = radius(day.lanes.length - 1) - band;
    return `${arc(centre, outer + band / 2 + 4, angle(start), angle(end))}L${at(polar(centre, inner, angle(end)))}A${inner} ${inner} 0 0 0 ${at(polar(centre, inner, angle(start)))}Z`;
  };
  const hours = Array.from({ length: day.close - day.open + 1 }, (_, i) => day.open + i);
  return [
    ...day.lanes.map((_, i) => path(arc(centre, radius(i), angle(day.open), angle(day.close)), { stroke: EDGE, width: 1.5 })),
    ...day.lanes.map(({ busy }, i) => path(busy.map(([start, end]) => arc(centre, radius(i), angle(start), angle(end))).join(""), { stroke: i === 2 ? EDGE : ACCENT, width: band, opacity: i === 1 ? 0.6 : 0.95 }).replace("/>", ' stroke-linecap="butt"/>')),
    ...hours.filter((_, i) => i % (narrow ? 2 : 1) === 0).map((hour) => text(add(polar(centre, outer + band / 2 + 24, angle(hour)), [0, 6]), `${hour} h`, { anchor: "middle", size: type - 3, fill: QUIET })),
    until(1, path(arc(centre, radius(1), angle(day.clash[0]), angle(day.clash[1])), { stroke: INK, width: 5, dash: "5 6" })),
    from(2, ...slots.map((slot) => path(sector(slot), { stroke: LAVA, width: 2, fill: PAPER }))),
    // What is asked, from the slot's beginning: the treatment, then the setup in the colour of its ring.
    from(3, ...slots.flatMap(([start]) => {
      const [split, end] = [start + day.long - day.setup, start + day.long];
      return [path(sector([start, split]), { stroke: "none", fill: LAVA, opacity: 0.2 }), path(sector([split, end]), { stroke: LAVA, width: 2, fill: EDGE, opacity: 0.5 })];
    })),
    // The hand stands where the slot begins.
    from(2, ...slots.map(([start]) => line([polar(centre, 34, angle(start)), polar(centre, outer + band / 2 + 4, angle(start))], { stroke: LAVA, width: 5 }))),
    dot(centre, 12),
    // Each lane's name stands between the two ends of its ring.
    ...day.lanes.map(({ name }, i) => (narrow ? "" : text([centre[0], polar(centre, radius(i), angle(day.open))[1] + 6], name, { anchor: "middle", size: type - 1, weight: 600, halo: true }))),
    notes(day, slots, narrow, type),
  ].join("");
}

function agreed({ open, close, long, setup, clash, lanes }: Rings): void {
  agree(open < close, `\`open\` is ${open} and \`close\` ${close}: a day begins before it ends`);
  agree(setup < long, `\`setup\` is ${setup}, a part of \`long\`, which is ${long}: give less`);
  spans([clash], "clash", [open, close]);
  for (const { name, busy } of lanes) spans(busy, `busy of ${name}`, [open, close]);
}

const add = ([x, y]: Point, [dx, dy]: Point): Point => [x + dx, y + dy];
const clock = (hour: number) => {
  const minutes = Math.round(hour * 60);
  return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${String(minutes % 60).padStart(2, "0")}` : ""}`;
};

function notes({ lanes, labels, clash }: Rings, slots: Span[], narrow: boolean, type: number): string {
  const [x, y] = narrow ? [NEAR, 492] : [652, 260];
  return [
    caps([x, y - (narrow ? 4 : 10)], labels.title, { size: type - 1 }),
    // On a wide sheet the lanes are named where they end.
    ...(narrow ? lanes : []).map(({ name }, i) => {
      const top = y + 24 + i * 30;
      return line([[x + 7, top - 6], [x + 36, top - 6]], { stroke: i === 2 ? EDGE : ACCENT, width: 14, opacity: i === 1 ? 0.6 : 1 }) + text([x + 54, top], name, { size: type });
    }),
    until(1, text([x, narrow ? 610 : 290], `${clock(clash[0])} : ${labels.clash}`, { size: type, weight: 700 })),
    from(2, ...slots.slice(0, 1).map(([start]) => text([narrow ? FAR : x, narrow ? 552 : 366], clock(start), { size: narrow ? 44 : 60, weight: 800, fill: LAVA, anchor: narrow ? "end" : "start" }))),
    from(3, text([narrow ? FAR : x, narrow ? 594 : 406], labels.slot, { fill: LAVA, weight: 700, size: narrow ? type - 2 : type + 1, anchor: narrow ? "end" : "start" })),
  ].join("");
}
