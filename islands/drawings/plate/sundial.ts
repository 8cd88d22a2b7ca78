import type { Sundial } from "../../generated/case-studies";
import { ACCENT, arc, dot, EDGE, FLUTTER, type Frame, from, INK, LAVA, line, type Point, path, polar, QUIET, text, times, until } from "./grammar";

/** A dial that is nearly empty: one chosen hour, one sentence in its shadow, and what was never built. */
export function sundial(day: Sundial, { narrow, type }: Frame): string {
  const [centre, radius]: [Point, number] = narrow ? [[240, 234], 174] : [[480, 330], 268];
  const angle = (hour: number) => 180 + ((hour - 6) * 180) / 12;
  const chosen = angle(day.hour);
  const rays = times(13, (i) => {
    const [a, b] = [polar(centre, radius, angle(6 + i)), polar(centre, radius - (i % 3 ? 10 : 20), angle(6 + i))];
    return `M${a.map((v) => v.toFixed(1)).join(" ")}L${b.map((v) => v.toFixed(1)).join(" ")}`;
  });
  const refused = day.refused;
  // Near noon the clock takes the place of its hour.
  const named = [6, 12, 18].filter((hour) => hour !== 12 || Math.abs(day.hour - hour) > 1.5);
  const anchor = narrow || Math.abs(day.hour - 12) < 1 ? "middle" : day.hour < 12 ? "end" : "start";
  // On phones it stands in the dial, on the side that the shadow leaves free.
  const side = Math.abs(day.hour - 12) > 4 === day.hour < 12 ? -1 : 1;
  return [
    path(arc(centre, radius, 180, 360), { stroke: ACCENT, width: 2.5, dash: FLUTTER }),
    path(rays.join(""), { stroke: INK, width: 2 }),
    ...named.map((hour) => text(hour === 12 ? polar(centre, radius + 16, angle(hour)) : [polar(centre, radius, angle(hour))[0], centre[1] + 26], `${hour} h`, { anchor: "middle", size: type - 2, fill: QUIET })),
    from(2, path(`M${centre.join(" ")}L${polar(centre, radius, chosen - 1.6).map((v) => v.toFixed(1)).join(" ")}L${polar(centre, radius, chosen + 1.6).map((v) => v.toFixed(1)).join(" ")}Z`, { stroke: "none", fill: LAVA })),
    from(2, dot(polar(centre, radius, chosen), 11, { fill: LAVA }), text(narrow ? [centre[0] + side * radius * 0.52, centre[1] - radius * 0.34] : polar(centre, radius + 24, chosen), day.clock, { anchor, weight: 800, fill: LAVA, size: type + 8 })),
    path(`M${centre[0]} ${centre[1]}m-14 0h28`, { width: 4 }),
    path(`M${centre[0]} ${centre[1]}V${centre[1] - radius * 0.3}L${centre[0] + 16} ${centre[1]}`, { width: 3 }),
    line([[centre[0] - radius - 40, centre[1]], [centre[0] + radius + 40, centre[1]]], { stroke: EDGE, width: 1.5 }),
    from(3, text([centre[0], centre[1] + (narrow ? 72 : 76)], wrapped(day.phrase, narrow ? 30 : 50), { anchor: "middle", size: narrow ? 26 : 36, always: true, weight: 700, leading: 1.25 })),
    ...refused.map((words, i) => {
      const p: Point = narrow ? [240, 432 + i * 36] : [[150, 480, 810, 315, 645][i] ?? 480, i < 3 ? 498 : 548];
      return until(1, text(p, words, { anchor: "middle", size: type, weight: 600 })) + from(2, text(p, words, { anchor: "middle", size: type, fill: QUIET, struck: true }));
    }),
  ].join("");
}

/** Lines of so many signs at most. */
function wrapped(words: string, most: number): string {
  return words.split(" ").reduce((done, word) => {
    const last = done.slice(done.lastIndexOf("\n") + 1);
    return `${done}${last.length + word.length + 1 > most ? "\n" : " "}${word}`;
  });
}
