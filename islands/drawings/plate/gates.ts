import type { Gates } from "../../generated/case-studies";
import { ACCENT, agree, arrow, caps, dot, EDGE, FAR, type Frame, from, halves, INK, LAVA, line, NEAR, PANEL, PAPER, path, type Point, QUIET, rect, shift, text, times, until, within } from "./grammar";

/** Ads on a belt cross three gates; a rule sets them aside, a person decides. */
export function gates(market: Gates, { narrow, type }: Frame): string {
  const [left, right, belt] = narrow ? [NEAR, FAR, 264] : [36, 924, 270];
  const across = right - left;
  const gate = (i: number) => left + across * (0.245 + i * 0.21);
  const cars = market.cars;
  agreed(market);
  // At the end all that no rule set aside stand behind the last gate.
  const sound = cars.filter((one) => typeof one.stopped !== "number");
  const front = left + across * 0.948;
  const room = front - gate(market.gates.length - 1) - across * 0.06;
  const pitch = Math.min(across * 0.09, room / Math.max(sound.length - 1, 1));
  return [
    rect({ x: left, y: belt, w: across, h: 18 }, { width: 2.5, fill: PANEL }, 9),
    ...rollers(gate, left, right, narrow).map((x) => dot([x, belt + 9], 4, { fill: EDGE })),
    ...market.gates.map((name, i) => portal([gate(i), belt], name, narrow, type)),
    ...cars.map(({ at: place, stopped, reason = "" }) => {
      const drawn = car([left + across * place, belt], ACCENT, narrow);
      return typeof stopped === "number" ? until(1, drawn) + fallen(gate(stopped), belt, reason, narrow, type) + from(3, asked(gate(stopped), belt, narrow)) : until(2, drawn);
    }),
    from(3, ...sound.map((_, i) => car([front - i * pitch, belt], ACCENT, narrow))),
    suspect(market, gate, belt, [left, across], narrow, type),
    text([left, belt + (narrow ? 46 : 52)], market.labels.in, { size: type - (narrow ? 3 : 1), fill: QUIET }),
    text([right, belt + (narrow ? 46 : 52)], market.labels.out, { size: type - (narrow ? 2 : 1), weight: 700, anchor: "end" }),
    caps([left, narrow ? 40 : 66], market.labels.title, { size: type - (narrow ? 2 : 1) }),
  ].join("");
}

/** Where the belt's rollers are: in the middle between the posts of gates, and so on to both ends. */
function rollers(gate: (i: number) => number, left: number, right: number, narrow: boolean): number[] {
  const pitch = (gate(1) - gate(0)) / (narrow ? 2 : 4);
  const start = gate(0) - (narrow ? 0 : pitch / 2);
  return times(40, (i) => start + (i - 20) * pitch).filter((x) => x > left + 8 && x < right - 8);
}

function agreed({ gates, cars, suspect }: Gates): void {
  const stops = [suspect.gate, ...cars.flatMap(({ stopped }) => stopped ?? [])];
  for (const stop of stops) within(stop, stop === suspect.gate ? "suspect.gate" : "stopped", gates, "gates");
  agree(new Set(stops).size === stops.length, "two cars are stopped by the same gate, where one is shown: give `stopped` and `suspect.gate` each a gate of its own");
  const sound = cars.length - stops.length + 1;
  agree(sound <= 4, `\`cars\` holds ${sound} that no gate stops: leave 4 at most`);
}

const OUTLINE = "M-32 -8v-12q0 -4 5 -5l8 -1l8 -12h20l12 12l8 2q4 1 4 5v11z";

function car([x, y]: Point, stroke: string, narrow: boolean, fill = PAPER): string {
  const size = narrow ? 0.54 : 1.1;
  const wheel = (wx: number) => `<circle cx="${wx}" cy="-7" r="7" fill="${PAPER}" stroke="${stroke}" stroke-width="3"/>`;
  return shift([x, y], `<g transform="scale(${size})">`, path(OUTLINE, { stroke, width: 3, fill }), wheel(-18), wheel(18), "</g>");
}

const judgeAt = (narrow: boolean): Point => (narrow ? [404, 498] : [800, 480]);

/** What another rule set aside goes to the same person, as a lesser matter. */
const asked = (x: number, belt: number, narrow: boolean) => {
  const [u, v] = judgeAt(narrow);
  return arrow([x + (narrow ? 24 : 46), belt + (narrow ? 146 : 156)], narrow ? [u - 24, v - 42] : [u - 32, v - 46], { stroke: QUIET, width: 1.8, bend: narrow ? -0.06 : 0 });
};

/** An ad that another rule set aside, and why: above it on a narrow sheet, where the road to the judge passes below. */
function fallen(x: number, belt: number, reason: string, narrow: boolean, type: number): string {
  const low = belt + (narrow ? 152 : 170);
  return from(2, line([[x, belt + 30], [x, low - (narrow ? 52 : 58)]], { stroke: EDGE, width: 3 }), car([x, low], EDGE, narrow), text([x, low + (narrow ? -28 : type * 1.3)], reason, { anchor: "middle", size: type - (narrow ? 3 : 1), fill: QUIET }));
}

function portal([x, y]: Point, name: string, narrow: boolean, type: number): string {
  const [half, tall] = narrow ? [23, 118] : [48, 138];
  const chute = narrow ? 70 : 84;
  return [
    path(`M${x - half} ${y + 18}V${y - tall}h${2 * half}V${y + 18}`, { width: 4 }),
    path(`M${x - half + 6} ${y + 26}l10 ${chute}M${x + half - 6} ${y + 26}l-10 ${chute}`, { stroke: EDGE, width: 2, dash: "2 6" }),
    text([x, y - tall - 14], name, { anchor: "middle", weight: 700, size: narrow ? type - 1 : type + 1 }),
  ].join("");
}

/** The ad that a rule retains, what it shares with another, and the person who decides. */
function suspect({ suspect, labels }: Gates, gate: (i: number) => number, belt: number, [left, across]: readonly [number, number], narrow: boolean, type: number): string {
  const start: Point = [left + across * suspect.at, belt];
  const low: Point = [gate(suspect.gate), belt + (narrow ? 152 : 170)];
  const judge = judgeAt(narrow);
  const person = dot([judge[0], judge[1] - (narrow ? 34 : 40)], narrow ? 17 : 22, { fill: PAPER, stroke: INK, width: 3.5 }) + path(narrow ? `M${judge[0] - 32} ${judge[1] + 26}q0 -38 32 -38t32 38z` : `M${judge[0] - 44} ${judge[1] + 40}q0 -52 44 -52t44 52z`, { width: 3.5, fill: PAPER });
  return [
    until(1, car(start, LAVA, narrow), text([gate(0) - (narrow ? 32 : 60), start[1] - (narrow ? 36 : 66)], suspect.price, { anchor: "end", weight: 800, fill: LAVA, size: type + (narrow ? 0 : 2), halo: true })),
    from(2, car(low, LAVA, narrow, PAPER), text([low[0], low[1] + type * 1.5], suspect.price, { anchor: "middle", weight: 800, fill: LAVA, size: type + 6, halo: true }), line([[low[0], belt + 30], [low[0], low[1] - (narrow ? 34 : 58)]], { stroke: LAVA, width: 4 })),
    from(2, text([low[0], low[1] + type * 3], halves(suspect.reason), { size: type, fill: LAVA, weight: 600, anchor: "middle" })),
    person,
    text([judge[0] + (narrow ? 46 : 0), judge[1] + (narrow ? 26 : 42) + type * 1.2], labels.judge, { anchor: narrow ? "end" : "middle", size: type - 1 }),
    from(3, arrow([low[0] + (narrow ? 46 : 74), low[1] + (narrow ? 22 : 24)], [judge[0] - (narrow ? 46 : 64), judge[1] - (narrow ? 20 : -6)], { stroke: LAVA, width: 4, bend: -0.12 })),
    from(3, text(narrow ? [judge[0] + 46, judge[1] + 84] : [judge[0], judge[1] - 78], labels.verdict, { anchor: narrow ? "end" : "middle", fill: LAVA, weight: 700, size: type + (narrow ? 0 : 2) })),
  ].join("");
}
