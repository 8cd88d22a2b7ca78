import type { Dispatch } from "../../generated/case-studies";
import { agree, arc, curve, dot, EDGE, FAR, type Frame, french, from, halves, INK, LAVA, line, long, n, NEAR, PAPER, path, type Point, polar, QUIET, rect, RULE, spoken, text, times, until } from "./grammar";

type Truck = Dispatch["trucks"][number];

/** A map without a north, turned upright for phones, so that distances hold there too. */
const UPRIGHT = -60;

/** Roads around a breakdown, to scale: who is asked, who lets it pass, who comes. */
export function dispatch(map: Dispatch, { width, height, narrow, type }: Frame): string {
  agreed(map);
  const centre: Point = narrow ? [240, 336] : [400, 330];
  const km = (narrow ? FAR - centre[0] : 318) / Math.max(...map.rings);
  const place = (away: number, bearing: number) => polar(centre, away * km, bearing - 90 + (narrow ? UPRIGHT : 0));
  const roads = map.roads.map((road) => road.map(([away = 0, bearing = 0]) => place(away, bearing)));
  const trucks = map.trucks.map((truck) => ({ ...truck, at: place(truck.km, truck.bearing) }));
  const comes = trucks.find(({ fate }) => fate === "accepte");
  for (const { name, at: [x, y] } of trucks) agree(x > 34 && x < width - 34 && y > 34 && y < height - 50, `the truck \`${name}\` stands outside the sheet${narrow ? " of phones" : ""}: give it another point of its road, nearer to the breakdown`);
  const way = comes ? wayAlong(roads, comes.at, centre) : [];
  agree(map.seen * km < measure(way), `\`seen\` is ${map.seen} km, and the way of the truck that comes is ${french(Math.floor((measure(way) / km) * 10) / 10)} km long: give less`);
  const behind = upTo(way, measure(way) - map.seen * km);
  const stands = behind.at(-1) ?? centre;
  const [rear, front] = [-REAR, FRONT].map((off) => upTo(way, measure(behind) + off).at(-1) ?? centre) as [Point, Point];
  const heading = (Math.atan2(front[1] - rear[1], front[0] - rear[0]) * 180) / Math.PI;
  const called: Point = narrow ? [226, centre[1] + 52] : [centre[0] - 14, centre[1] + 62];
  const isLong = narrow && map.breakdown.length > 15;
  const [name, note] = [isLong ? halves(map.breakdown) : map.breakdown, narrow ? halves(map.breakdown_note) : map.breakdown_note];
  const noted: Point = [called[0], called[1] + type * (isLong ? 2.6 : 1.3)];
  const lines = [name, note].flatMap((words) => words.split("\n"));
  const room = Math.max(...lines.map((one) => long(one, type)));
  const caller = { anchor: narrow ? "start" : "middle", halo: true } as const;
  const promise = { anchor: narrow ? "end" : "start", fill: LAVA, weight: 700, size: type + 1, halo: true } as const;
  return [
    path(roads.map(curve).join(""), { stroke: RULE, width: 11 }) + path(roads.map(curve).join(""), { stroke: PAPER, width: 7 }),
    ...map.rings.map((radius, i) => path(arc(centre, radius * km, -180, 179.9), { stroke: EDGE, width: i ? 1.5 : 2.5, dash: "3 8" })),
    ...map.rings.map((radius, i) => text(polar(centre, radius * km, narrow ? (i ? 112 : 200) : -72), `${french(radius)} km`, { size: type - 3, fill: QUIET, anchor: "middle", halo: true })),
    dot(centre, 34, { fill: LAVA, stroke: "none" }).replace("/>", ' opacity=".16"/>'),
    from(3, approach(behind, map.minutes)),
    dot(centre, 13, { fill: LAVA }),
    gaps(called, caller.anchor, room, lines.length - 1, type, 1.3),
    text(called, name, { ...caller, weight: 700, size: type + 2 }),
    text(noted, note, { ...caller, size: type - 1, fill: QUIET }),
    from(3, text(narrow ? [244, 150] : [600, 322], narrow ? halves(map.promise) : map.promise, promise)),
    ...trucks.map((truck) => drawTruck(truck, centre) + besideRoad(truck, map.minutes, roads, width, type)),
    comes ? from(3, lorry(comes, stands, centre, LAVA, { heading }), text([stands[0] + (narrow ? -24 : 58), stands[1] - (narrow ? 18 : 40)], `minute ${map.minutes[1]}`, { anchor: "end", size: type - 2, fill: LAVA, weight: 600, halo: true })) : "",
  ].join("");
}

function agreed({ roads, trucks, minutes }: Dispatch): void {
  for (const [km] of roads.flat()) agree(km <= 40, `\`roads\` has a point at ${km} km: give 40 at most, then degrees`);
  for (const { name, km, bearing } of trucks) agree(roads.flat().some(([away, angle]) => away === km && angle === bearing), `the truck \`${name}\` stands on no road: give it the \`km\` and the \`bearing\` of a point in \`roads\``);
  const coming = trucks.filter(({ fate }) => fate === "accepte").length;
  agree(coming === 1, `\`trucks\` holds ${coming} with the fate \`accepte\`: give it to exactly one`);
  agree(minutes[0] < minutes[1], `\`minutes\` goes from ${minutes.join(" to ")}: the truck is seen after it accepts`);
}

/** The pieces of a road from point to point, each as many short runs. */
function pieces(road: Point[]): Point[][] {
  const steps = 12;
  return road.slice(1).map((c, i) => {
    const b = road[i] ?? c;
    const [a, e] = [road[i - 1] ?? b, road[i + 2] ?? c];
    const bent = (t: number, axis: 0 | 1) => {
      const [p, q] = [b[axis] + (c[axis] - a[axis]) / 6, c[axis] - (e[axis] - b[axis]) / 6];
      return b[axis] * (1 - t) ** 3 + 3 * p * t * (1 - t) ** 2 + 3 * q * t ** 2 * (1 - t) + c[axis] * t ** 3;
    };
    return times(steps + 1, (j): Point => [bent(j / steps, 0), bent(j / steps, 1)]);
  });
}

const distance = ([x, y]: Point, [u, v]: Point) => Math.hypot(x - u, y - v);
const isSame = (p: Point | undefined, q: Point | undefined) => p !== undefined && q !== undefined && distance(p, q) < 0.5;

/** The way by road with the fewest turns at crossings, which are points that two roads share. */
export function wayAlong(roads: Point[][], start: Point, end: Point): Point[] {
  const all = roads.flatMap(pieces).flatMap((piece) => [piece, piece.toReversed()]);
  let ways: Point[][] = [[start]];
  while (ways.length > 0) {
    const there = ways.find((way) => isSame(way.at(-1), end));
    if (there) return there;
    ways = ways.flatMap((way) =>
      all.filter((piece) => isSame(piece[0], way.at(-1)) && !way.some((p) => isSame(p, piece.at(-1)))).map((piece) => [...way, ...piece.slice(1)]),
    );
  }
  throw new Error("no road leads from the truck that accepts to the breakdown: end one of `roads` at [0, 0], and let roads that cross share a point");
}

const measure = (way: Point[]) => way.slice(1).reduce((sum, p, i) => sum + distance(way[i] ?? p, p), 0);

/** The way until so much of it is behind. */
function upTo(way: Point[], length: number): Point[] {
  let left = length;
  for (const [i, p] of way.slice(1).entries()) {
    const before = way[i] ?? p;
    const step = distance(before, p);
    if (step >= left) return [...way.slice(0, i + 1), [before[0] + ((p[0] - before[0]) * left) / step, before[1] + ((p[1] - before[1]) * left) / step]];
    left -= step;
  }
  return way;
}

/** How far behind its middle, and before it, a truck has its wheels. */
const [REAR, FRONT] = [16, 18];
/** How far behind its middle its bed ends. */
const BED = 32;

/** What the truck that comes has behind it, until its rear wheel, with a tick a minute, but none under its bed. */
function approach(behind: Point[], [accepted = 0, seen = 0]: number[]): string {
  const whole = measure(behind);
  const spots = times(seen - accepted, (i) => (whole * (i + 1)) / (seen - accepted)).filter((length) => whole - length > BED);
  const ticks = spots.map((length) => {
    const [p, q] = upTo(behind, length).slice(-2) as [Point, Point];
    const angle = Math.atan2(q[1] - p[1], q[0] - p[0]);
    const [x, y] = [-Math.sin(angle) * 9, Math.cos(angle) * 9];
    return `M${n(q[0] - x)} ${n(q[1] - y)}l${n(2 * x)} ${n(2 * y)}`;
  });
  return line(upTo(behind, whole - REAR), { stroke: LAVA, width: 5 }) + path(ticks.join(""), { stroke: LAVA, width: 2.5 });
}

/** A truck on its road, its cab towards the breakdown, or where it heads. */
function lorry({ flatbed }: Truck, [x, y]: Point, centre: Point, stroke: string, { dash, heading = x > centre[0] ? 180 : 0 }: { dash?: string; heading?: number } = {}): string {
  const isLeft = Math.abs(heading) > 90;
  const turn = isLeft ? heading - 180 : heading;
  const body = flatbed ? "M-30 8V2H8M8 8V-14H22L32-2V8H-30" : "M-30 8V-14H8V8M8-10H22L32-2V8H-30";
  const wheel = { fill: PAPER, stroke, width: 3 };
  return `<g transform="translate(${n(x)} ${n(y)})${turn % 360 ? ` rotate(${n(turn)})` : ""}${isLeft ? " scale(-1 1)" : ""} translate(0 -9)">${path(body, { stroke, width: 3, fill: PAPER, dash })}${dot([-REAR, 9], 6.5, wheel)}${dot([FRONT, 9], 6.5, wheel)}</g>`;
}

function drawTruck(truck: Truck & { at: Point }, centre: Point): string {
  const [x, y] = truck.at;
  if (truck.fate === "hors") return until(1, lorry(truck, truck.at, centre, INK)) + from(2, lorry(truck, truck.at, centre, QUIET, { dash: "3 4" }));
  const cab = x > centre[0] ? x - 14 : x + 14;
  const calls = from(2, ...[9, 17].map((radius) => path(arc([cab, y - 29], radius, -145, -35), { width: 2.5 })));
  if (truck.fate === "laisse") return lorry(truck, truck.at, centre, INK) + calls + from(2, line([[x - 38, y + 13], [x + 38, y - 35]], { width: 4 }));
  // It has left its place, which is kept pale, once it is on its way.
  return until(2, lorry(truck, truck.at, centre, INK)) + from(3, lorry(truck, truck.at, centre, EDGE)) + calls;
}

/** Paper between the lines of a label, or behind them too: a dash of a circle there would be taken for a mark of theirs. */
function gaps([x, y]: Point, anchor: "start" | "middle" | "end", room: number, count: number, type: number, high = 0.75): string {
  const left = { start: x, middle: x - room / 2, end: x - room }[anchor];
  return spoken(...times(count, (i) => rect({ x: left, y: y + i * type * 1.2, w: room, h: type * high }, { stroke: "none", fill: PAPER })));
}

/** What a truck says, where its road is not: beside a steep one, else below, on the side to which it rises. */
function besideRoad({ at: [x, y], name, note, fate }: Truck & { at: Point }, [accepted]: number[], roads: Point[][], width: number, type: number): string {
  const isComing = fate === "accepte";
  const piece = roads.flatMap(pieces).find(([first]) => isSame(first, [x, y]));
  const next = piece?.[1] ?? [x + 1, y];
  const slope = (next[1] - y) / (next[0] - x || 1e-6);
  const room = Math.max(long(name, type * 1.06), long(note, type - 2));
  const isSteep = Math.abs(slope) > 1;
  const isLeft = isSteep ? x + 42 + room > width : slope > 0;
  const near = isSteep ? 42 : -24;
  const place: Point = [isLeft ? Math.max(x - near, room + NEAR) : Math.min(x + near, width - room - NEAR), isSteep ? y - 4 : y + 45];
  const anchor = isLeft ? "end" : "start";
  const called = text(place, name, { anchor, weight: 700, fill: isComing ? LAVA : fate === "hors" ? QUIET : INK, size: type, halo: true });
  const noted = ([x, y]: Point) => text([x, y], isComing ? `${note}\nminute ${accepted}` : note, { anchor, size: type - 2, fill: QUIET, halo: true });
  const below: Point = [place[0], place[1] + type * 1.2];
  // What a truck lacks is said from the start; that it was not asked, only once another is.
  return (fate === "hors" ? until(1, noted(place)) : "") + from(isComing ? 3 : 2, gaps(place, anchor, room, isComing ? 2 : 1, type), called, noted(below));
}
