import type { Dispatch } from "../../generated/case-studies";
import { arc, arrow, at, dot, type Frame, from, INK, LAVA, line, n, PAPER, type Point, path, polar, QUIET, RULE, shift, text, times } from "./grammar";

type Truck = Dispatch["trucks"][number];

/** Roads around a breakdown, to scale: who is asked, who lets it pass, who comes. */
export function dispatch(map: Dispatch, { width, height, narrow, type }: Frame): string {
  const centre: Point = narrow ? [226, 330] : [400, 330];
  const reach = Math.max(...map.rings);
  const km = (narrow ? 204 : 318) / reach;
  // A narrow sheet has room below: what lies there is drawn further down, and not to scale.
  const place = ({ km: away, bearing }: Truck): Point => {
    const [x, y] = polar(centre, away * km, bearing - 90);
    return narrow && y > centre[1] ? [x, y + (y - centre[1]) * 0.4 + 44] : [x, y];
  };
  // There, too, the rings are drawn where they hold, above the breakdown, and end on its level.
  const east = narrow ? 0 : 179.9;
  const ends = (radius: number) => [-1, 1].map((side) => `M${n(centre[0] + side * radius * km - 6)} ${centre[1]}h12`).join("");
  const comes = map.trucks.find(({ fate }) => fate === "accepte");
  const promise = { anchor: "middle", fill: LAVA, weight: 700, halo: true, size: type + 1 } as const;
  return [
    roads(narrow ? map.roads.slice(1) : map.roads, centre, Math.max(width, height)),
    ...map.rings.map((radius, i) => path(arc(centre, radius * km, -180, east), { stroke: RULE, width: i ? 1.5 : 2.5, dash: "3 8" })),
    narrow ? path(map.rings.map(ends).join(""), { stroke: RULE, width: 2.5 }) : "",
    ...map.rings.map((radius) => text(polar(centre, radius * km, narrow ? -90 : -108), `${radius} km`, { size: type - 3, fill: QUIET, anchor: "middle", halo: true })),
    dot(centre, 34, { fill: LAVA, stroke: "none" }).replace("/>", ' opacity=".16"/>'),
    dot(centre, 13, { fill: LAVA }),
    text([centre[0], centre[1] + 62], map.breakdown, { anchor: "middle", weight: 700, size: type + 2, halo: true }),
    text([centre[0], centre[1] + 62 + type * 1.3], map.breakdown_note, { anchor: "middle", size: type - 1, fill: QUIET, halo: true }),
    comes ? from(3, approach(place(comes), centre, map.minutes), narrow ? text([240, 72], map.promise, promise) : besides(place(comes), centre, map.promise, promise)) : "",
    ...map.trucks.map((truck) => drawTruck(truck, place(truck), narrow, type)),
  ].join("");
}

/** Roads are double lines that leave the sheet. */
function roads(roads: Dispatch["roads"], centre: Point, far: number): string {
  const d = roads
    .map(([bearing = 0, bend = 0, offset = 0]) => {
      const [start, end] = [polar(centre, far, bearing - 90), polar(centre, far, bearing + 90)];
      const middle = polar(polar(centre, offset, bearing), bend, bearing);
      return `M${at(start)}Q${at(middle)} ${at(end)}`;
    })
    .join("");
  return path(d, { stroke: RULE, width: 11 }) + path(d, { stroke: PAPER, width: 7 });
}

const along = (start: Point, end: Point, t: number): Point => [start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t];

function beside([x, y]: Point, angle: number, by: number): Point {
  return [x - Math.sin(angle) * by, y + Math.cos(angle) * by];
}

/** The truck that comes, with a tick a minute. */
function approach(start: Point, end: Point, minutes: number): string {
  const angle = Math.atan2(end[1] - start[1], end[0] - start[0]);
  const ticks = times(minutes - 1, (i) => along(start, end, 0.1 + (0.8 * (i + 1)) / minutes));
  return [
    arrow(along(start, end, 0.08), along(start, end, 0.94), { stroke: LAVA, width: 5 }),
    path(ticks.map((p) => `M${at(beside(p, angle, -9))}L${at(beside(p, angle, 9))}`).join(""), { stroke: LAVA, width: 2.5 }),
  ].join("");
}

/** Words along a line, upright. */
function besides(start: Point, end: Point, words: string, style: Parameters<typeof text>[2]): string {
  const angle = Math.atan2(end[1] - start[1], end[0] - start[0]);
  const isBack = Math.abs(angle) > Math.PI / 2;
  return text(beside(along(start, end, 0.5), angle, isBack ? 20 : -20), words, { ...style, turn: (angle * 180) / Math.PI + (isBack ? 180 : 0) });
}

function drawTruck({ name, note, fate, flatbed }: Truck, [x, y]: Point, narrow: boolean, type: number): string {
  const isAsked = fate !== "hors";
  const isComing = fate === "accepte";
  const ink = isAsked ? INK : QUIET;
  const dash = isAsked ? undefined : "3 4";
  const body = flatbed ? "M-30 8V2H8M8 8V-14H22L32-2V8H-30" : "M-30 8V-14H8V8M8-10H22L32-2V8H-30";
  // On narrow sheets the one who lets it pass has a road below, and the one who comes the sheet's edge beside.
  const [at0, anchor]: [Point, "start" | "middle" | "end"] = !narrow || !isAsked ? [[x, y + 40], "middle"] : isComing ? [[x + 44, y + 52], "end"] : [[x - 4, y - 76], "start"];
  const words = [
    text(at0, name, { anchor, weight: 700, fill: isComing ? LAVA : ink, halo: true, size: type }),
    text([at0[0], at0[1] + type * 1.2], note, { anchor, size: type - 2, fill: QUIET, halo: true }),
  ];
  const lorry = (stroke: string) => [
    path(body, { stroke, width: 3, fill: PAPER, dash }),
    dot([-16, 9], 6.5, { fill: PAPER, stroke, width: 3 }),
    dot([18, 9], 6.5, { fill: PAPER, stroke, width: 3 }),
  ];
  // Who is not asked yet stands on the road; a call and words need it clear.
  const clear = dot([0, -3], 40, { fill: PAPER });
  const drawing = shift([x, y], isAsked ? from(2, clear) : clear, ...lorry(ink), isComing ? from(3, ...lorry(LAVA)) : "");
  const struck = fate === "laisse" ? from(2, line([[x - 38, y + 22], [x + 38, y - 26]], { width: 4 })) : "";
  const called = isAsked ? from(2, ...[9, 17].map((radius) => path(arc([x + 14, y - 20], radius, -145, -35), { width: 2.5 }))) : "";
  return drawing + called + struck + (isAsked ? from(isComing ? 3 : 2, ...words) : words.join(""));
}

