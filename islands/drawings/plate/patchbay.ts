import type { Patchbay } from "../../generated/case-studies";
import { ACCENT, agree, arrow, at, type Box, caps, dot, EDGE, FAR, type Frame, from, halves, INK, LAVA, line, long, n, NEAR, NODE, pale, PANEL, path, type Point, rect, ring, spoken, text, times, until, within } from "./grammar";

/** Sockets, a queue each, one shape; one socket falls silent alone, what it fed is shown incomplete, and a figure is followed home. */
export function patchbay({ sockets, broken, traced, outputs, labels }: Patchbay, { narrow, type }: Frame): string {
  for (const [name, index] of Object.entries({ broken, traced })) within(index, name, { length: sockets }, "sockets");
  agree(broken !== traced, "`broken` and `traced` are the same socket: give two");
  for (const { label, value, missing = 0 } of outputs) agree(missing <= value, `\`missing\` of \`${label}\` is ${missing}, a part of its \`value\` ${value}: give less`);
  const columns = narrow ? 8 : 10;
  const [x0, y0, step] = narrow ? [NEAR + 18, 62, 53] : [72, 88, 56];
  const place = (i: number): Point => [x0 + (i % columns) * step, y0 + Math.floor(i / columns) * step];
  const core = narrow ? { x: 140, y: 424, w: 200, h: 30 } : { x: 676, y: 300, w: 34, h: 250 };
  const enter = (i: number): Point => (narrow ? [core.x + 10 + ((core.w - 20) * i) / (sockets - 1), core.y] : [core.x, core.y + 14 + ((core.h - 28) * i) / (sockets - 1)]);
  // Narrow, the cables come down in the order of their columns, so that they do not cross.
  const order = (i: number) => (narrow ? (i % columns) * Math.ceil(sockets / columns) + Math.floor(i / columns) : sockets - 1 - i);
  const cable = (i: number): string => {
    const [a, b] = [place(i), enter(order(i))];
    const start: Point = [a[0], a[1] + 14];
    return narrow
      ? `M${at(start)}C${at([start[0], start[1] + 90])} ${at([b[0], b[1] - 80])} ${at(b)}`
      : `M${at(start)}C${at([start[0], Math.min(470, b[1] + 60)])} ${at([Math.max(b[0] - 190, start[0] + 30), b[1]])} ${at(b)}`;
  };
  const cables = times(sockets, (i) => i).filter((i) => i !== broken && i !== traced);
  const [bx, by] = place(broken);
  const socket = (i: number) => rect({ x: place(i)[0] - 18, y: place(i)[1] - 18, w: 36, h: 36 }, { stroke: EDGE, width: 1.5, fill: PANEL }, 4) + ring(place(i), 8, ACCENT, 3);
  const stop: Point = [bx + (narrow ? 6 : 18), by + (narrow ? 66 : 78)];
  return [
    caps([x0 - 18, y0 - 34], labels.sockets, { size: type }),
    path(cables.map(cable).join(""), { stroke: ACCENT, width: 2, dash: NODE, opacity: 0.75 }),
    path(cable(traced), { stroke: ACCENT, width: 2, dash: NODE }),
    until(1, path(cable(broken), { stroke: ACCENT, width: 2, dash: NODE })),
    ...times(sockets, socket),
    from(2, ring([bx, by], 9, LAVA, 5), path(`M${at([bx, by + 14])}C${at([bx, by + 50])} ${at([stop[0], stop[1] - 30])} ${at(stop)}`, { stroke: LAVA, width: 5 }), line([[stop[0] - 18, stop[1] + 4], [stop[0] + 18, stop[1] - 4]], { stroke: LAVA, width: 5 })),
    from(2, spoken(name(stop, labels.broken, x0 - 18, narrow, type))),
    rect(core, { width: 3, fill: PANEL }, 6),
    narrow ? text([core.x + core.w / 2, core.y + 21], labels.core, { anchor: "middle", weight: 700, size: type - 2 }) : text([core.x + core.w / 2, core.y + core.h + 28], labels.core, { anchor: "middle", weight: 700, size: type }),
    ...outputs.map((output, i) => bar(output, i, core, narrow, type)),
    from(3, path(cable(traced), { width: 3.5 }), ring(place(traced), 9, INK, 5), trace(place(traced), core, outputs, labels, narrow, type)),
  ].join("");
}

/** The name of the silent socket, in the empty place under the cables of its neighbours, and the line to where it stops. */
function name([x, y]: Point, words: string, left: number, narrow: boolean, type: number): string {
  const style = { fill: LAVA, weight: 700, size: type + 1 } as const;
  if (narrow) return text([NEAR, 408], halves(words), style) + line([[x - 12, y + 10], [NEAR + long(halves(words).split("\n")[0] ?? "", type + 1) * 0.9, 386]], { stroke: LAVA, width: 1.5 });
  const end = Math.max(left + long(words, type + 1), Math.min(x - 40, 290));
  return text([end, 494], words, { ...style, anchor: "end" }) + line([[x - 8, y + 12], [end - 30, 471]], { stroke: LAVA, width: 1.5 });
}

/** Where totals begin and how long a hundredth is, on phones. */
const [BARS, NARROW_SCALE] = [127, 2.3];

/** A total; what the silent socket would have added to it is outlined once it is missing. */
function bar({ label, value, missing = 0, partial = "" }: Patchbay["outputs"][number], i: number, core: Box, narrow: boolean, type: number): string {
  const [x, y] = narrow ? [BARS, core.y + 44 + i * 36] : [core.x + core.w + 26, core.y + 26 + i * 78];
  const scale = narrow ? NARROW_SCALE : 1.15;
  const known = { x, y, w: (value - missing) * scale, h: narrow ? 26 : 36 };
  const lost = { ...known, x: x + known.w, w: missing * scale };
  const names = (words: string) => (narrow ? text([x - 14, y + 20], label, { anchor: "end", size: type - 1 }) : text([x, y + 58], words, { size: type - 2 }));
  return [
    rect(known, { stroke: "none", fill: ACCENT }),
    narrow ? "" : line([[core.x + core.w, y + 18], [x, y + 18]], { width: 1.5 }),
    missing
      ? until(1, rect({ ...known, w: known.w + lost.w }, { stroke: "none", fill: ACCENT }), names(label)) + from(2, pale(lost, ACCENT), rect(lost, { stroke: ACCENT, width: 1.5, dash: "4 4" }), names(`${label}, ${partial}`))
      : names(label),
    missing && narrow ? from(2, text([lost.x + lost.w + 10, y + 20], partial, { weight: 700, size: type - 1 })) : "",
  ].join("");
}

/** From a figure on the right back to its line of origin, and what that says. */
function trace(to: Point, core: Box, outputs: Patchbay["outputs"], labels: Patchbay["labels"], narrow: boolean, type: number): string {
  const count = outputs.length;
  const { value: last = 0, partial } = outputs.at(-1) ?? {};
  if (narrow) {
    const [x, y]: Point = [BARS + 16 + last * NARROW_SCALE + (partial ? 8 + long(partial, type - 1) : 0), core.y + 57 + (count - 1) * 36];
    return [
      path(`M${x} ${y}C${x + 70} ${y} ${FAR - 1} 500 ${FAR - 1} 420S${FAR - 1} ${to[1]} ${to[0] + 34} ${to[1]}`, { width: 3, dash: "2 8" }),
      arrow([to[0] + 34, to[1]], [to[0] + 22, to[1]], { width: 2.5 }),
      dot([x, y], 5),
      text([FAR, y + 42], labels.traced, { anchor: "end", weight: 700, size: type - 1 }),
      text([FAR, y + 66], labels.origin, { anchor: "end", weight: 700, size: type - 1 }),
    ].join("");
  }
  const end: Point = [core.x + core.w + 42 + last * 1.15, core.y + 44 + (count - 1) * 78];
  // Right of all sockets, so that no words lie on one.
  const x = 646;
  return [
    path(`M${at(end)}C${at([1012, end[1] + 4])} ${at([984, to[1] - 16])} ${at([x - 4, to[1] - 2])}${x > to[0] + 70 ? `H${n(to[0] + 66)}` : ""}`, { width: 3, dash: "2 8" }),
    arrow([to[0] + 60, to[1] - 1], [to[0] + 24, to[1]], { width: 3 }),
    text([x, to[1] - 46], labels.traced, { weight: 700, halo: true, size: type + 1 }),
    text([x, to[1] - 22], labels.origin, { weight: 700, halo: true, size: type }),
    dot(end, 5),
  ].join("");
}
