import type { Callday } from "../../generated/case-studies";
import { ACCENT, agree, arrow, caps, dot, EDGE, FAR, type Frame, french, from, INK, LAVA, line, long, NEAR, PAPER, path, type Point, QUIET, rect, ring, text, times, until, within } from "./grammar";

/** A day of calls: those answered stand above the hour, those missed fall below it, into a journal with five ways on. */
export function callday(day: Callday, { narrow, width, height, type }: Frame): string {
  agreed(day);
  const [left, right, axis, journal] = narrow ? [NEAR, FAR, 104, 214] : [64, 896, 150, 284];
  const x = (hour: number) => left + ((right - left) * (hour - day.from)) / (day.to - day.from);
  const hours = times(day.to - day.from + 1, (i) => day.from + i);
  const step = narrow ? 4 : 2;
  const isLost = (i: number) => i === day.lost;
  const lost = x(day.missed[day.lost] ?? day.to);
  const first = x(Math.min(...day.missed));
  const last = x(Math.max(...day.missed));
  const isRoom = { left: lost - 14 - long(day.labels.lost, type) > 4, right: lost + 20 + long(day.labels.kept, type) < width - 4 };
  const node: Point = narrow ? [44, 398] : [520, 450];
  return [
    line([[left, axis], [right, axis]], { width: 3 }),
    path(hours.map((hour) => `M${x(hour).toFixed(1)} ${axis}v${(hour - day.from) % step ? -6 : -12}`).join(""), { stroke: INK, width: 1.5 }),
    ...hours.filter((hour) => (hour - day.from) % step === 0).map((hour) => {
      // The outer ones stay within the axis of a narrow sheet.
      const half = narrow ? long(`${hour} h`, type - 2) / 2 : 0;
      return text([Math.min(Math.max(x(hour), left + half), right - half), axis - (narrow ? 72 : 84)], `${hour} h`, { anchor: "middle", size: type - 2, fill: QUIET });
    }),
    ...day.answered.map((hour) => line([[x(hour), axis], [x(hour), axis - (narrow ? 42 : 52)]], { stroke: ACCENT, width: 4 }) + dot([x(hour), axis - (narrow ? 42 : 52)], 7, { fill: ACCENT })),
    until(1, ...day.missed.map((hour, i) => line([[x(hour), axis], [x(hour), isLost(i) ? height : axis + 70]], { stroke: isLost(i) ? LAVA : EDGE, width: 1.5 }))),
    until(1, ...day.missed.map((hour, i) => (isLost(i) ? "" : ring([x(hour), axis + 70], 9, EDGE)))),
    until(1, text([lost + (isRoom.left ? -14 : 14), axis + 116], day.labels.lost, { fill: LAVA, weight: 700, size: type, anchor: isRoom.left ? "end" : "start" })),
    from(
      2,
      line([[first, journal], [last, journal]], { stroke: ACCENT, width: 3 }),
      ...day.missed.map((hour, i) => line([[x(hour), axis], [x(hour), journal]], { stroke: isLost(i) ? LAVA : ACCENT, width: isLost(i) ? 5 : 3 }) + ring([x(hour), journal], isLost(i) ? 11 : 8, isLost(i) ? LAVA : ACCENT, isLost(i) ? 5 : 3)),
      narrow ? "" : text(isRoom.right && lost === last ? [lost + 20, journal + 6] : [Math.min(lost + 20, width - 8 - long(day.labels.kept, type)), journal + 27], day.labels.kept, { fill: LAVA, weight: 700, size: type }),
      seconds(day, narrow ? { x: NEAR, y: 290, w: FAR - NEAR } : { x: 64, y: node[1] - BAR / 2, w: 384 }, type),
    ),
    from(3, outcomes(day, node, narrow, type)),
    from(2, caps([left, journal + (narrow ? 34 : 46)], day.labels.journal, { size: type - 1 })),
  ].join("");
}

function agreed({ from, to, answered, missed, lost, seconds, limit, outcomes, chosen }: Callday): void {
  agree(from < to, `\`from\` is ${from} and \`to\` ${to}: a day begins before it ends`);
  for (const hour of [...answered, ...missed]) agree(from <= hour && hour <= to, `a call at ${hour} lies outside the day: give an hour from ${from} to ${to}`);
  within(lost, "lost", missed, "missed");
  within(chosen, "chosen", outcomes, "outcomes");
  const spent = seconds.reduce((sum, { value }) => sum + value, 0);
  agree(spent <= limit, `\`seconds\` take ${spent} together, and \`limit\` is ${limit}: give less, or a longer limit`);
}

/** How high the seconds are. */
const BAR = 34;

/** Twenty seconds, to scale: what the tradesman grants between two gestures. */
function seconds({ seconds, limit, labels }: Callday, { x, y, w }: { x: number; y: number; w: number }, type: number): string {
  let start = x;
  const bars = seconds.map(({ value, label }, i) => {
    const width = (w * value) / limit;
    const bar = rect({ x: start, y, w: width, h: BAR }, { stroke: "none", fill: i ? INK : ACCENT }) + text([start, y + BAR + type * 1.15], `${french(value)} s`, { weight: 700, size: type }) + text([start, y + BAR + type * 2.2], label, { size: type - 3, fill: QUIET });
    start += width;
    return bar;
  });
  return [rect({ x, y, w, h: BAR }, { dash: "3 6", stroke: EDGE }), ...bars, text([x + w, y - 10], `${french(limit)} s ${labels.limit}`, { anchor: "end", size: type - 2, fill: QUIET })].join("");
}

function outcomes({ outcomes, chosen, seconds, limit }: Callday, [x, y]: Point, narrow: boolean, type: number): string {
  const [far, first, step] = narrow ? [150, 430, 46] : [690, y - 100, 50];
  // The way leads on from the end of the seconds; on phones, down from the middle of the last of them.
  const spent = seconds.reduce((sum, { value }) => sum + value, 0);
  const under = NEAR + ((FAR - NEAR) * (spent - (seconds.at(-1)?.value ?? 0) / 2)) / limit;
  return [
    ...outcomes.map((words, i) => {
      const end: Point = [far, first + i * step];
      const isChosen = i === chosen;
      const bend = `M${x} ${y}C${x + (narrow ? 10 : 80)} ${narrow ? end[1] : y} ${end[0] - 80} ${end[1]} ${end[0]} ${end[1]}`;
      return path(bend, { stroke: isChosen ? LAVA : ACCENT, width: isChosen ? 5 : 2.5 }) + ring(end, 9, isChosen ? LAVA : ACCENT, isChosen ? 5 : 2.5) + text([end[0] + 22, end[1] + 6], words, { size: type + 1, weight: isChosen ? 700 : 500, fill: isChosen ? LAVA : INK });
    }),
    narrow ? path(`M${under} 380V${y}H${x}`, { stroke: ACCENT, width: 2.5 }) : arrow([448, y], [x - 14, y], { stroke: ACCENT, width: 3 }),
    dot([x, y], 9, { fill: PAPER, stroke: ACCENT, width: 3 }),
  ].join("");
}
