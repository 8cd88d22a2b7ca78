import type { Disc } from "../../generated/case-studies";
import { ACCENT, arc, caps, chance, dot, EDGE, FAR, type Frame, french, from, INK, LAVA, line, NEAR, PAPER, path, type Point, polar, QUIET, RULE, spoken, text, times, until, within } from "./grammar";

/** A record of everybody listed, a groove each, by style; one is lifted and heard for thirty seconds. */
export function disc({ styles, lifted, seconds, labels }: Disc, { narrow, type }: Frame): string {
  const [centre, outer]: [Point, number] = narrow ? [[240, 232], 186] : [[316, 300], 252];
  const total = styles.reduce((sum, { count }) => sum + count, 0);
  within(lifted.index, "lifted.index", { length: total }, "styles");
  const gap = 4;
  const groove = outer * 0.34;
  /** How far out the lifted one is drawn. */
  const lift = narrow ? 14 : 26;
  const unit = (360 - gap * styles.length) / total;
  const style = styles.findIndex((_, s) => styles.slice(0, s + 1).reduce((sum, { count }) => sum + count, 0) > lifted.index);
  // On a narrow sheet the lifted one stands where its wave begins.
  let start = narrow ? 122 - gap * style - (lifted.index + 0.5) * unit : -90;
  let nth = 0;
  let place = -90;
  let ink = INK;
  const width = narrow ? 1.8 : 2.6;
  const sectors = styles.map(({ name, count }, s) => {
    const first = start;
    const stroke = s % 2 ? INK : ACCENT;
    const ticks = times(count, (i) => {
      const angle = first + (i + 0.5) * unit;
      const isLifted = nth++ === lifted.index;
      if (isLifted) [place, ink] = [angle, stroke];
      return isLifted ? "" : `M${polar(centre, outer, angle).map(one).join(" ")}L${polar(centre, outer - groove, angle).map(one).join(" ")}`;
    });
    start += count * unit + gap;
    const middle = first + (count * unit) / 2;
    const p = polar(centre, outer * 0.36, middle);
    return { ticks: ticks.join(""), name, count, p, arc: arc(centre, outer + 9, first, first + count * unit), stroke };
  });
  const [near, far] = [polar(centre, outer + lift - groove, place), polar(centre, outer + lift, place)];
  return [
    ...times(5, (i) => path(arc(centre, outer * (0.98 - i * 0.13), 0, 359.9), { stroke: RULE, width: 1 })),
    ...sectors.map(({ p, stroke }, i) => text([p[0], p[1] + 6], `${i + 1}`, { anchor: "middle", weight: 800, size: type - 1, fill: stroke })),
    ...sectors.map((sector) => path(sector.ticks, { stroke: sector.stroke, width }) + path(sector.arc, { stroke: sector.stroke, width: 3 })),
    dot(centre, outer * 0.14, { fill: PAPER, stroke: INK, width: 3 }),
    dot(centre, 6),
    until(1, line([polar(centre, outer - groove, place), polar(centre, outer, place)], { stroke: ink, width })),
    from(2, line([near, far], { stroke: LAVA, width: 6 })),
    listening({ styles, lifted, seconds, labels }, far, narrow, type),
    narrow ? "" : caps([600, 84], labels.title, { size: type - 1 }),
    ...sectors.map(({ name, count, stroke }, i) => {
      const [x, y] = narrow ? [NEAR - 4 + (i % 2) * 248, 560 + Math.floor(i / 2) * 30] : [600, 122 + i * 36];
      return narrow && i > 5 ? "" : text([x + 14, y], `${i + 1}`, { anchor: "end", weight: 800, fill: stroke, size: type - (narrow ? 3 : 1) }) + text([x + 30, y], `${name}`, { size: type - (narrow ? 3 : 1) }) + text([x + (narrow ? 184 : 200), y], `${count}`, { size: type - (narrow ? 3 : 1), weight: 700, anchor: "end" });
    }),
    narrow ? "" : spoken(line([[600, 122 + styles.length * 36 - 22], [800, 122 + styles.length * 36 - 22]], { width: 1.5 })) + text([800, 122 + styles.length * 36 + 6], `${total}`, { anchor: "end", weight: 800, size: type + 6 }) + text([600, 122 + styles.length * 36 + 4], labels.total, { size: type - 1, fill: QUIET }),
  ].join("");
}

const one = (value: number) => value.toFixed(0);

/** The groove as a wave, to scale in seconds. */
function listening({ lifted, seconds, labels }: Disc, from0: Point, narrow: boolean, type: number): string {
  const [x, y, w, tall] = narrow ? [NEAR, 470, FAR - NEAR, 34] : [600, 496, 316, 44];
  const bars = 56;
  const wave = times(bars, (i) => {
    const high = tall * (0.15 + 0.85 * Math.abs(Math.sin(i * 0.7) * chance(i * 1.3) ** 0.6)) * Math.min(1, (i + 3) / 9);
    return `M${(x + ((i + 0.5) * w) / bars).toFixed(0)} ${(y - high).toFixed(0)}v${(2 * high).toFixed(0)}`;
  });
  const lead = narrow ? `M${from0.map(one).join(" ")}C${one(from0[0] - 34)} ${one(from0[1] + 24)} ${x - 8} ${y - tall - 22} ${x + 1} ${y - 10}` : `M${from0.map(one).join(" ")}C${one(from0[0] - 6)} ${one(from0[1] + 60)} ${x - 44} ${y - 50} ${x - 1} ${y}`;
  return [
    from(3, path(lead, { stroke: LAVA, width: 3 })),
    from(3, path(wave.slice(0, 28).join(""), { stroke: LAVA, width: 3.5 }), path(wave.slice(28).join(""), { stroke: EDGE, width: 3 })),
    from(2, narrow ? "" : text([x, y - tall - 16], lifted.name, { weight: 700, fill: LAVA, size: type + 1 })),
    from(3, narrow ? text([x + w, y + tall + 22], `${lifted.name}, ${french(seconds)} s`, { anchor: "end", weight: 700, fill: LAVA, size: type - 1 }) : text([x + w, y + tall + 24], `${french(seconds)} s`, { anchor: "end", weight: 700, size: type }) + text([x, y + tall + 24], labels.heard, { size: type - 1, fill: QUIET })),
  ].join("");
}
