import type { Calendar } from "../../generated/case-studies";
import { ACCENT, arrow, caps, EDGE, type Frame, from, INK, LAVA, line, PANEL, PAPER, type Point, path, QUIET, rect, text, times, until } from "./grammar";

/** A month: what is planned stands in every network, hollow days show, the reserve fills them once somebody has read. */
export function calendar(month: Calendar, { narrow, type }: Frame): string {
  const [x, y, w, h] = narrow ? [20, 62, 440, 326] : [48, 90, 560, 430];
  const weeks = Math.ceil((month.starts + month.days) / 7);
  const [column, row] = [w / 7, h / weeks];
  const cell = (day: number) => {
    const i = month.starts + day - 1;
    return { x: x + (i % 7) * column + 4, y: y + Math.floor(i / 7) * row + 4, w: column - 8, h: row - 8 };
  };
  const hollow = new Set(month.fills);
  /** What the day's number takes of its cell. */
  const head = narrow ? 26 : 22;
  const stack = (day: number, ink: string, cut: boolean) => {
    const box = cell(day);
    const tall = (box.h - head - 4) / month.networks;
    return path(times(month.networks, (n) => (cut && n === month.cut ? "" : `M${(box.x + 10).toFixed(0)} ${(box.y + head + (n + 0.5) * tall).toFixed(1)}h${(box.w - 20).toFixed(0)}`)).join(""), { stroke: ink, width: Math.max(tall - 3, 3) }).replace("/>", ' stroke-linecap="butt"/>');
  };
  const shelf: Point = narrow ? [20, 470] : [672, 170];
  const card = (i: number) => (narrow ? { x: shelf[0] + i * 92, y: shelf[1], w: 74, h: 52 } : { x: shelf[0], y: shelf[1] + i * 76, w: 120, h: 56 });
  const decisive = narrow ? month.fills.length - 1 : 0;
  return [
    caps([x + 4, y - 26], month.labels.month, { size: type - 1 }),
    ...times(month.days, (i) => i + 1).map((day) => rect(cell(day), { stroke: hollow.has(day) ? EDGE : INK, width: hollow.has(day) ? 1.5 : 2, dash: hollow.has(day) ? "4 5" : undefined, fill: hollow.has(day) ? PAPER : PANEL }, 3)),
    ...times(month.days, (i) => i + 1).map((day) => text([cell(day).x + 8, cell(day).y + head - 5], `${day}`, { size: type - 2, fill: QUIET, weight: 600 })),
    ...times(month.days, (i) => i + 1).filter((day) => !hollow.has(day)).map((day) => (day < month.cut_from ? stack(day, ACCENT, false) : until(2, stack(day, ACCENT, false)) + from(3, stack(day, ACCENT, true)))),
    caps([shelf[0], shelf[1] - 22], month.labels.reserve, { size: type - 1 }),
    ...month.fills.map((_, i) => until(1, rect(card(i), { stroke: ACCENT, width: 2.5, fill: PAPER }, 4), lines(card(i), ACCENT))),
    ...month.fills.map((day, i) => from(2, rect(card(i), { stroke: EDGE, width: 1.5, dash: "4 5" }, 4), i === decisive ? moved(card(i), cell(day), LAVA, narrow) : narrow ? "" : moved(card(i), cell(day), ACCENT, narrow), stack(day, i === decisive ? LAVA : ACCENT, false))),
    from(2, text(narrow ? [20, 554] : [shelf[0], shelf[1] + month.fills.length * 76 + 22], month.labels.read, { fill: LAVA, weight: 700, size: type })),
    from(3, text(narrow ? [20, 588] : [shelf[0], shelf[1] + month.fills.length * 76 + 62], month.labels.cut, { size: type - 1 })),
    line([[x, y - 12], [x + w, y - 12]], { width: 1.5 }),
  ].join("");
}

const lines = (box: { x: number; y: number; w: number }, stroke: string) => path(times(3, (i) => `M${box.x + 12} ${box.y + 16 + i * 12}h${((box.w - 24) * (i === 2 ? 0.5 : 1)).toFixed(0)}`).join(""), { stroke, width: 3 });

function moved(start: { x: number; y: number; w: number; h: number }, end: { x: number; y: number; w: number; h: number }, stroke: string, narrow: boolean): string {
  const a: Point = narrow ? [start.x + start.w / 2, start.y - 4] : [start.x - 6, start.y + start.h / 2];
  const b: Point = narrow ? [end.x + end.w / 2, end.y + end.h + 2] : [end.x + end.w + 2, end.y + end.h / 2];
  return arrow(a, b, { stroke, width: stroke === LAVA ? 4.5 : 2.5, bend: narrow ? 0.08 : -0.12 });
}
