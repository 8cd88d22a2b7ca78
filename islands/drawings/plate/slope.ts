import type { Slope } from "../../generated/case-studies";
import { ACCENT, arc, at, caps, chance, dimension, EDGE, type Frame, french, from, INK, LAVA, line, long, NEAR, PANEL, path, type Point, polar, QUIET, rect, spoken, text, times, until, within } from "./grammar";

/** A garden in section, at its true angle: bare before, terraced after; the angle decides the price. */
export function slope(garden: Slope, { narrow, type }: Frame): string {
  within(garden.decisive, "decisive", garden.fields, "fields");
  const [near, base, longest, highest] = narrow ? [NEAR, 330, 400, 250] : [56, 500, 560, 340];
  const steepness = Math.tan((garden.angle * Math.PI) / 180);
  // A steep garden is drawn shorter, never flatter.
  const run = Math.min(longest, highest / steepness);
  const rise = run * steepness;
  // On a wide sheet it makes way for the fields.
  const left = narrow ? near : near + longest - run;
  const foot: Point = [left, base];
  const top: Point = [left + run, base - rise];
  const [tread, riser] = [run / garden.terraces, rise / garden.terraces];
  const stairs = times(garden.terraces, (i) => `L${at([left + i * tread + tread * 0.12, base - i * riser])}L${at([left + i * tread + tread * 0.2, base - (i + 1) * riser])}L${at([left + (i + 1) * tread, base - (i + 1) * riser])}`).join("");
  const ground = `L${at([left + run + 28, base - rise])}V${base + 26}H${left}Z`;
  return [
    until(2, path(`M${at(foot)}L${at(top)}${ground}`, { stroke: "none", fill: PANEL })),
    from(3, path(`M${at(foot)}${stairs}${ground}`, { stroke: "none", fill: PANEL })),
    line([foot, top], { stroke: EDGE, width: 2.5, dash: "9 7" }),
    line([[left, base], [left + run + 28, base]], { stroke: EDGE, width: 1.5 }),
    from(3, path(`M${at(foot)}${stairs}`, { stroke: INK, width: 4 }), ...times(garden.terraces, (i) => wall([left + i * tread + tread * 0.12, base - i * riser], tread * 0.08, riser)), ...times(garden.terraces, (i) => plants([left + i * tread + tread * 0.32, base - (i + 1) * riser], tread * 0.6, riser, i))),
    until(2, ...times(9, (i) => tuft([left + (run * (i + 0.6)) / 9.4, base - (rise * (i + 0.6)) / 9.4], i))),
    from(2, path(arc(foot, run * 0.3, -garden.angle, 0), { stroke: LAVA, width: 5 }), text([...polar(foot, run * 0.3 + 14, -garden.angle / 2)] as Point, `${french(garden.angle)}°`, { size: narrow ? 42 : 52, weight: 800, fill: LAVA, halo: PANEL })),
    spoken(dimension([left, base + 44], [left + run, base + 44], { stroke: INK })),
    text([Math.max(left + run / 2, 8 + long(garden.length, type - 1) / 2), base + 44 + type * 1.3], garden.length, { anchor: "middle", size: type - 1, halo: true }),
    fields(garden, narrow, type),
    from(2, prices(garden, narrow, type)),
  ].join("");
}

/** A dry wall: its stones in courses. */
function wall([x, y]: Point, lean: number, riser: number): string {
  const courses = times(4, (i) => `M${at([x + (lean * (i + 0.5)) / 4, y - (riser * (i + 0.5)) / 4])}h16`);
  return path(courses.join(""), { stroke: EDGE, width: 2 });
}

function plants([x, y]: Point, room: number, riser: number, seed: number): string {
  return times(3, (i) => {
    const tall = riser * (0.35 + 0.5 * chance(seed * 7 + i));
    const foot: Point = [x + (room * (i + 0.3)) / 3, y];
    const fronds = times(5, (j) => `M${at([foot[0], foot[1] - tall * 0.4])}Q${at([foot[0] + (j - 2) * tall * 0.16, foot[1] - tall])} ${at([foot[0] + (j - 2) * tall * 0.3, foot[1] - tall * (0.95 - Math.abs(j - 2) * 0.16)])}`);
    return path(`M${at(foot)}v${(-tall * 0.4).toFixed(1)}${fronds.join("")}`, { stroke: ACCENT, width: 3 });
  }).join("");
}

const tuft = ([x, y]: Point, seed: number) => path(`M${at([x, y])}l-5 -${(10 + 8 * chance(seed)).toFixed(0)}M${at([x, y])}l1 -${(13 + 9 * chance(seed + 9)).toFixed(0)}M${at([x, y])}l7 -9`, { stroke: EDGE, width: 2 });

function fields({ fields, decisive, labels }: Slope, narrow: boolean, type: number): string {
  const [x, y, step] = narrow ? [NEAR, 446, 36] : [56, 84, 36];
  return [
    caps([x, y], labels.fields, { size: type - 1 }),
    ...fields.map((words, i) => {
      const top = y + 20 + i * step;
      const isDecisive = i === decisive;
      const [stroke, width] = isDecisive ? [LAVA, 3.5] : [INK, 2];
      return spoken(rect({ x, y: top, w: 20, h: 20 }, { stroke, width }), from(isDecisive ? 2 : 3, path(`M${x + 4} ${top + 10}l5 6l10 -14`, { stroke, width: 3 }))) + text([x + 34, top + 17], words, { size: type, weight: isDecisive ? 700 : 500, fill: isDecisive ? LAVA : INK });
    }),
  ].join("");
}

/** The same garden flat and steep: as its price grows, so does the bar. */
function prices({ labels, times: most = 2 }: Slope, narrow: boolean, type: number): string {
  const [x, y, tall] = narrow ? [282, 586, 124] : [724, 500, 260];
  const gap = narrow ? 100 : 104;
  const unit = tall / most;
  const bar = (i: number, price: number, words: string) => rect({ x: x + i * gap, y: y - unit * price, w: 56, h: unit * price }, { stroke: "none", fill: i ? LAVA : ACCENT }) + text([x + i * gap + 28, y - unit * price - 10], `× ${french(price)}`, { anchor: "middle", weight: 800, size: type + 4, fill: i ? LAVA : INK }) + text([x + i * gap + 28, y + type * 1.35], words, { anchor: "middle", size: type - 1 });
  return bar(0, 1, labels.flat) + bar(1, most, labels.steep) + line([[x - 16, y], [x + gap + 72, y]], { width: 1.5, stroke: QUIET });
}
