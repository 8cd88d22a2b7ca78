import type { Roster } from "../../generated/case-studies";
import { ACCENT, agree, arrow, caps, dot, EDGE, FAR, FLUTTER, type Frame, from, INK, LAVA, line, long, NEAR, PANEL, PAPER, type Point, QUIET, rect, ring, RULE, signsOf, spans, text, times, until, within } from "./grammar";

/** A shift that ends on another day than it began. */
const isNight = ([start = 0, end = 0]: number[]) => Math.floor(end) > Math.floor(start);

/** A week of agents: a place falls free, candidates are struck with their reason, one is left; below, a round without network. */
export function roster(week: Roster, { narrow, type, width }: Frame): string {
  const chosen = agreed(week);
  const grid = narrow ? { x: 130, y: 48, w: FAR - 130, h: 216 } : { x: 142, y: 62, w: 778, h: 264 };
  const [column, row] = [grid.w / week.days.length, grid.h / week.agents.length];
  const cell = (agent: number, [start, end]: number[]) => ({
    x: grid.x + (start ?? 0) * column,
    y: grid.y + agent * row + row * 0.2,
    w: ((end ?? 0) - (start ?? 0)) * column,
    h: row * 0.6,
  });
  const lines = times(week.days.length + 1, (i) => `M${grid.x + i * column} ${grid.y - 10}V${grid.y + grid.h}`);
  const rows = times(week.agents.length + 1, (i) => `M${grid.x} ${grid.y + i * row}h${grid.w}`);
  const hole = cell(week.hole.agent, week.hole.span);
  const filled = cell(chosen, week.hole.span);
  const wide = long(week.hole.label, 18 * 1.06);
  const isFree = (left: number, right: number) => (week.agents[week.hole.agent]?.shifts ?? []).map((span) => cell(week.hole.agent, span)).every(({ x, w }) => x + w <= left || right <= x);
  const isRoom = hole.x + hole.w + 12 + wide < width && isFree(hole.x + hole.w, hole.x + hole.w + 12 + wide);
  agree(narrow || isRoom || (hole.x - 12 - wide > grid.x && isFree(hole.x - 12 - wide, hole.x)), `\`hole.label\` (« ${week.hole.label} ») has no room beside its place, on the left or the right, without another shift: shorten it, or move a shift`);
  return [
    `<path d="${lines.join("")}${rows.join("")}" stroke="${RULE}" stroke-width="1.3"/>`,
    ...week.days.map((day, i) => text([grid.x + (i + 0.5) * column, grid.y - 18], narrow ? (signsOf(day)[0] ?? "") : day, { anchor: "middle", size: type - 1, fill: QUIET })),
    ...week.agents.map(({ name }, i) => text([narrow ? NEAR : 40, grid.y + (i + 0.5) * row + type * 0.34], name, { size: type - 1 })),
    ...week.agents.flatMap(({ shifts }, i) => shifts.map((span) => rect(cell(i, span), { stroke: "none", fill: ACCENT, opacity: isNight(span) ? 1 : 0.5 }, 3))),
    until(1, rect(hole, { stroke: "none", fill: ACCENT }, 3)),
    from(2, rect(hole, { stroke: LAVA, width: 3, dash: "6 5", fill: PAPER }, 3)),
    from(2, narrow ? "" : text([isRoom ? hole.x + hole.w + 12 : hole.x - 12, hole.y + row * 0.42], week.hole.label, { fill: LAVA, weight: 700, halo: true, anchor: isRoom ? "start" : "end" })),
    from(3, rect(filled, { stroke: "none", fill: LAVA }, 3), arrow([filled.x + filled.w * 0.5, filled.y], [hole.x + hole.w * 0.62, hole.y + hole.h + 3], { stroke: LAVA, width: 3.5, bend: narrow ? 0.05 : 0.22 })),
    candidates(week, narrow, type),
    round(week, narrow, type),
  ].join("");
}

/** Which agent is chosen, of a week whose parts agree. */
function agreed({ days, agents, hole, candidates, round }: Roster): number {
  for (const { shifts } of agents) spans(shifts, "shifts", [0, days.length]);
  within(hole.agent, "hole.agent", agents, "agents");
  spans([hole.span], "hole.span", [0, days.length]);
  for (const { name, reason, note } of candidates) agree(!reason !== !note, `\`${name}\` in \`candidates\` has a \`reason\` why not, or a \`note\`: give one of the two`);
  const free = candidates.filter(({ reason }) => !reason);
  agree(free.length === 1, `\`candidates\` holds ${free.length} without a \`reason\`: leave exactly one, who is chosen`);
  const chosen = agents.findIndex(({ name }) => name === free[0]?.name);
  agree(chosen >= 0, `\`${free[0]?.name}\`, who is chosen, is not in \`agents\`: write the name as there`);
  agree(round.offline[0] <= round.offline[1] && round.offline[1] < round.points, `\`round.offline\` goes from ${round.offline.join(" to ")}, and \`round.points\` is ${round.points}: give a first and a last point from 0 to ${round.points - 1}`);
  return chosen;
}

function candidates({ question, candidates, hole }: Roster, narrow: boolean, type: number): string {
  // Five are closer, so that the last keeps off what stands below.
  const count = candidates.length;
  const [x, y, step] = narrow ? [NEAR, 306, Math.min(30, 134 / count)] : [40, 384, Math.min(38, 172 / count)];
  // Both on one line of a phone where they fit.
  const isLong = hole.label.length + question.length > 34;
  return from(
    2,
    caps([x, narrow && isLong ? y - 21 : y], narrow ? `${hole.label} :${isLong ? "\n" : " "}${question}` : question, { size: type - 1 }),
    ...candidates.map(({ name, reason, note }, i) => {
      const place: Point = [x, y + 12 + (i + 0.75) * step];
      const words = `${name} : ${reason ?? note}`;
      return reason
        ? text(place, words, { size: type - 1, fill: QUIET, struck: name })
        : from(3, dot([x + 7, place[1] - 6], 7, { fill: LAVA }), text([x + 24, place[1]], words, { size: type, weight: 700 }));
    }),
  );
}

function round({ round }: Roster, narrow: boolean, type: number): string {
  const [left, right, y] = narrow ? [NEAR + 9, FAR - 9, 548] : [548, 900, 446];
  const points = times(round.points, (i): Point => [left + ((right - left) * i) / (round.points - 1), y + (i % 2 ? -14 : 12)]);
  const [first, last] = [points[round.offline[0]] ?? [left, y], points[round.offline[1]] ?? [right, y]] as [Point, Point];
  const zone = { x: first[0] - 24, y: y - 44, w: last[0] - first[0] + 48, h: 88 };
  const room = long(round.note, type - 2) / 2 - 16;
  const isOff = (i: number) => i >= round.offline[0] && i <= round.offline[1];
  return [
    caps([narrow ? NEAR : left, y - 62], round.label, { size: type - 1 }),
    rect(zone, { stroke: EDGE, width: 1.3, fill: PANEL }),
    line(points, { dash: FLUTTER, stroke: INK }),
    ...points.map((p, i) => (isOff(i) ? ring(p, 9) : dot(p, 9, { fill: ACCENT }))),
    from(3, ...points.filter((_, i) => isOff(i)).map((p) => dot(p, 9, { fill: ACCENT })), arrow([zone.x + zone.w, y + 30], [right, y + 14], { stroke: ACCENT, bend: -0.35 })),
    text([Math.min(Math.max(zone.x + zone.w / 2, left + room), right - room), y + 72], round.note, { anchor: "middle", size: type - 2, fill: QUIET }),
  ].join("");
}
