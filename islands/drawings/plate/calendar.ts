import type { Calendar } from "../../generated/case-studies";
import { ACCENT, agree, arrow, type Box, caps, capsLong, EDGE, FAR, type Frame, from, halves, INK, LAVA, line, NEAR, PANEL, PAPER, path, type Point, QUIET, rect, text, times, until, within } from "./grammar";

/** A month: what is planned stands in every network, hollow days show, the reserve fills them once somebody has read; then one network is cut, which takes the emphasis. */
export function calendar(month: Calendar, frame: Frame): string {
  const { narrow, type } = frame;
  agreed(month);
  const { cell, card, gutter, channel } = sheet(month, narrow);
  const hollow = new Set(month.fills);
  const days = times(month.days, (i) => i + 1);
  const last = card(month.fills.length - 1);
  /** What every network has of a day; from the day of the cut on, one is broken off in the end. */
  const posts = (day: number, ink: string) => (day < month.cut_from ? stack(cell(day), month, ink, narrow) : until(2, stack(cell(day), month, ink, narrow)) + from(3, stack(cell(day), month, ink, narrow, true)));
  const fill = (day: number, i: number) => {
    const isDecisive = day === month.decisive;
    const filled = (ink: string) => moved(card(i), cell(day), gutter(day), ink, channel(i)) + posts(day, ink);
    return from(2, rect(card(i), { stroke: EDGE, width: 1.5, dash: "4 5" }, 4), isDecisive ? until(2, filled(LAVA)) + from(3, filled(ACCENT)) : filled(ACCENT));
  };
  const [title, cut]: [Point, Point] = narrow ? [[NEAR, 552], [NEAR, 588]] : [[last.x, 138], [last.x, 544]];
  // Below the row of cards it goes on from the reserve's name: alone it would be taken for that of the card above it.
  const read: Point = narrow ? [title[0] + capsLong(month.labels.reserve, type - 1), title[1]] : [last.x, 506];
  const signed = (fill: string) => text(read, `${narrow ? "\u00a0: " : ""}${month.labels.read}`, { fill, weight: 700, size: type });
  return [
    ...heading(month, narrow, type),
    ...days.map((day) => rect(cell(day), { stroke: hollow.has(day) ? EDGE : INK, width: hollow.has(day) ? 1.5 : 2, dash: hollow.has(day) ? "4 5" : undefined, fill: hollow.has(day) ? PAPER : PANEL }, 3)),
    ...days.map((day) => text([cell(day).x + 7, cell(day).y + (narrow ? 20 : 17)], `${day}`, { size: type - 2, fill: QUIET, weight: 600 })),
    ...days.filter((day) => !hollow.has(day)).map((day) => posts(day, ACCENT)),
    caps(title, month.labels.reserve, { size: type - 1 }),
    ...month.fills.map((_, i) => until(1, rect(card(i), { stroke: ACCENT, width: 2.5, fill: PAPER }, 4), lines(card(i), ACCENT))),
    ...month.fills.map(fill),
    from(2, until(2, signed(LAVA)), from(3, signed(INK))),
    from(3, text(cut, month.labels.cut.length > 30 && !month.labels.cut.includes("\n") ? halves(month.labels.cut) : month.labels.cut, { fill: LAVA, weight: 700, size: type - 1 })),
  ].join("");
}

function agreed({ starts, days, networks, fills, decisive, cut, cut_from }: Calendar): void {
  for (const day of [...fills, cut_from]) agree(day <= days, `the day ${day} lies outside a month of ${days}: give ${days} or less`);
  const week = (day: number) => Math.floor((starts + day - 1) / 7);
  for (const [i, day] of fills.entries()) agree(i === 0 || week(day) > week(fills[i - 1] ?? day), `\`fills\` has ${day} after ${fills[i - 1]}: put the days in their order, one a week at most`);
  agree(fills.includes(decisive), `\`decisive\` is ${decisive}: give one of \`fills\``);
  within(cut, "cut", { length: networks }, "networks");
}

const heading = ({ labels, week }: Calendar, narrow: boolean, type: number) => {
  const [x, y, w] = narrow ? [NEAR, 44, FAR - NEAR] : [48, 72, 560];
  const initials = week.map((name, i) => text([x + ((i + 0.5) * w) / 7, y + 24], name, { anchor: "middle", size: type - 3, fill: QUIET }));
  return [caps([x, y - 14], labels.month, { size: type - 1 }), line([[x, y], [x + w, y]], { width: 1.5 }), ...initials];
};

/** Days with gutters wide enough for a thread, and the reserve: beside the month in the order of its rows, or below it. */
function sheet(month: Calendar, narrow: boolean) {
  // Below the month two threads may climb one gutter, which is wider for it.
  const [x, y, w, h, gap, aside] = narrow ? [NEAR, 72, FAR - NEAR, 330, 12, 17] : [48, 100, 560, 430, 14, 14];
  const weeks = Math.ceil((month.starts + month.days) / 7);
  const [column, row] = [w / 7, h / weeks];
  const place = (day: number): [number, number] => [(month.starts + day - 1) % 7, Math.floor((month.starts + day - 1) / 7)];
  const cell = (day: number): Box => {
    const [c, r] = place(day);
    return { x: x + c * column + aside / 2, y: y + r * row + gap / 2, w: column - aside, h: row - gap };
  };
  /** Where the gutters right of a day and above it run. */
  const gutter = (day: number): Point => [x + (place(day)[0] + 1) * column, y + place(day)[1] * row];
  // Below the month in the order of the gutters that their threads climb, the lowest week first where two share one: so none crosses another.
  const order = month.fills.map((_, i) => i).sort((a, b) => gutter(month.fills[a] ?? 1)[0] - gutter(month.fills[b] ?? 1)[0] || b - a);
  const slot = (i: number) => order.indexOf(i) + 4 - order.length;
  const card = (i: number): Box => (narrow ? { x: x + (slot(i) * (w - 92)) / 3, y: 468, w: 92, h: 52 } : { x: 672, y: gutter(month.fills[i] ?? 1)[1] - 28, w: 120, h: 56 });
  /** Of a thread that climbs: how far from the middle of its gutter, and at which height it gets there. */
  const channel = (i: number): Point | undefined => {
    if (!narrow) return undefined;
    const [gx] = gutter(month.fills[i] ?? 1);
    const sharing = order.filter((other) => gutter(month.fills[other] ?? 1)[0] === gx);
    const isRight = gx > card(i).x + card(i).w / 2;
    return [(sharing.indexOf(i) - (sharing.length - 1) / 2) * (sharing.length > 2 ? 3 : 6), 414 + 12 * (isRight ? slot(i) : 3 - slot(i))];
  };
  return { cell, card, gutter, channel };
}

/** A stroke a network; the cut one is two ends of a wire. */
function stack(box: Box, { networks, cut }: Calendar, ink: string, narrow: boolean, isCut = false): string {
  /** What the day's number takes of its cell. */
  const head = narrow ? 25 : 22;
  const tall = (box.h - head - 4) / networks;
  const [left, long] = [Math.round(box.x + 8), Math.round(box.w - 16)];
  const end = Math.round(long * 0.28);
  const at = (i: number) => `M${left} ${(box.y + head + (i + 0.5) * tall).toFixed(1)}`;
  const rows = times(networks, (i) => (isCut && i === cut ? "" : `${at(i)}h${long}`));
  const drawn = (d: string, stroke: string) => path(d, { stroke, width: Math.max(tall - 3, 3) }).replace("/>", ' stroke-linecap="butt"/>');
  return drawn(rows.join(""), ink) + (isCut ? drawn(`${at(cut)}h${end}m${long - 2 * end} 0h${end}`, LAVA) : "");
}

const lines = (box: Box, stroke: string) => path(times(3, (i) => `M${box.x + 12} ${box.y + 16 + i * 12}h${((box.w - 24) * (i === 2 ? 0.5 : 1)).toFixed(0)}`).join(""), { stroke, width: 3 });

/** From the reserve to a day by the gutters, over no other day, and in from above beside the day's number. */
function moved(start: Box, end: Box, [right, above]: Point, stroke: string, channel?: Point): string {
  const into = end.x + end.w * (channel ? 0.8 : 0.76);
  const [climbs, at] = [right + (channel?.[0] ?? 0), channel?.[1] ?? 0];
  const middle = start.x + start.w / 2;
  // Straight up where the gutter is above the card.
  const leaves = Math.abs(climbs - middle) < start.w / 2 - 8 ? climbs : middle;
  const way: Point[] = channel ? [[leaves, start.y - 4], [leaves, at], [climbs, at], [climbs, above], [into, above]] : [[start.x - 6, above], [into, above]];
  const width = stroke === LAVA ? 4 : 2.5;
  return line(way, { stroke, width }) + arrow([into, above], [into, end.y + (channel ? 15 : 14)], { stroke, width });
}
