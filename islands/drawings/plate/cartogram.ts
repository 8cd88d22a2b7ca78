import type { Cartogram } from "../../generated/case-studies";
import { ACCENT, agree, arc, arrow, curve, dot, EDGE, type Frame, french, from, INK, LAVA, long, NEAR, PAPER, path, type Point, polar, QUIET, rect, spoken, text, times, until } from "./grammar";

interface Seen {
  km: number;
  bearing: number;
}

type Place = Cartogram["places"][number] & Seen;

/** The island by distance, then by driving time from one town: what lies behind the mountain moves away. */
export function cartogram(island: Cartogram, { narrow, type, width, height }: Frame): string {
  const centre: Point = narrow ? [142, 360] : [316, 470];
  const scale = narrow ? 5.85 : 7.9;
  const seen = (lat: number, lon: number): Seen => {
    const [dx, dy] = [(lon - island.centre.lon) * 111.3 * Math.cos((island.centre.lat * Math.PI) / 180), (lat - island.centre.lat) * 110.6];
    return { km: Math.hypot(dx, dy), bearing: (Math.atan2(-dy, dx) * 180) / Math.PI };
  };
  const places = island.places.map((place) => ({ ...place, ...seen(place.lat, place.lon) }));
  const coastal = places.filter(({ inland }) => !inland).sort((a, b) => a.bearing - b.bearing);
  const coast = island.coast.map(([lat, lon]) => seen(lat, lon));
  const put = ({ km, bearing }: Seen, stretch = 1) => polar(centre, km * scale * stretch, bearing);
  const late = (minutes: number) => minutes * island.km_per_minute;
  const isOn = ([x, y]: Point) => x > 6 && x < width - 6 && y > 6 && y < height - 6;
  for (const { lat, lon } of [...island.coast.map(([lat, lon]) => ({ lat, lon })), ...places]) agree(isOn(put(seen(lat, lon))), `[${lat}, ${lon}] lies outside the sheet: give a place within ${Math.floor(170 / scale)} km of \`centre\`, latitude first`);
  for (const place of places) {
    agree(place.km > 0.5, `\`${place.name}\` in \`places\` lies in \`centre\`: leave it out`);
    agree(isOn(polar(centre, late(place.minutes) * scale, place.bearing)), `\`${place.name}\` is ${place.minutes} min away, outside the sheet: give fewer \`minutes\`, or less \`km_per_minute\``);
  }
  for (const { place, seats, free } of island.tables) agree(free <= seats, `the table at \`${place}\` has ${free} free of ${seats} \`seats\`: give less`);
  const stretched = coast.map((p) => put(p, ratio(p.bearing, coastal.map(({ bearing, km, minutes }) => [bearing, late(minutes) / km]))));
  const close = (points: Point[]) => `${curve([...points, points[0] as Point])}Z`;
  // Only over the land, as far as the sheet goes.
  const [west, east] = narrow ? [-118, 4] : [-180, 0];
  return [
    path(close(coast.map((p) => put(p))), { stroke: EDGE, width: 2, dash: "3 6" }),
    until(1, path(close(coast.map((p) => put(p))), { stroke: INK, width: 3, dash: "3 6" })),
    from(2, ...island.rings.map((minutes) => path(arc(centre, late(minutes) * scale, west, east), { stroke: EDGE, width: 1.5 }))),
    from(2, path(close(stretched), { stroke: ACCENT, width: 3.5 })),
    from(2, ...island.rings.map((minutes) => text(polar(centre, late(minutes) * scale, narrow ? -27 : -8), `${french(minutes)} min`, { size: type - (narrow ? 3 : 2), fill: QUIET, halo: true, anchor: "middle" }))),
    ...places.map((place) => town(place, put(place), polar(centre, late(place.minutes) * scale, place.bearing), late(place.minutes), narrow, type)),
    mark(centre, 9, INK),
    text([Math.max(centre[0] - 12, (narrow ? NEAR : 8) + long(island.centre.name, type)), centre[1] + 28], island.centre.name, { anchor: "end", weight: 700, size: type }),
    from(2, text(narrow ? [NEAR, 44] : [48, 60], island.labels.far, { fill: LAVA, weight: 700, size: type + 2 })),
    from(3, ...island.tables.map((table, i) => hexagon(table, narrow ? [84 + i * 156, 540] : [766, 130 + i * 138], narrow, type)), ...key(island, narrow, type)),
  ].join("");
}

/** Where a town lies on the map, and where the road puts it; a name at sea stands off whichever is further out. */
function town(place: Place, near: Point, far: Point, late: number, narrow: boolean, type: number): string {
  const seaward: Point = place.name_at === "haut" && late > place.km ? [-1, -20] : [0, place.name_at === "bas" ? 27 : -14];
  const anchor = seaward[0] || !place.name_at ? "start" : "middle";
  const [dx, dy] = place.name_at ? seaward : [place.far ? 16 : 13, 6];
  // Behind the mountain a name stands clear of the ring that it lies on.
  const clear = place.far ? -6 : 0;
  const size = type - (narrow ? 3 : 1);
  // Words in the middle of their place stay on a narrow sheet.
  const half = narrow && anchor === "middle" ? NEAR + long(place.name, size * 1.06) / 2 : 0;
  const label = ([x, y]: Point, fill: string, weight: number) => text([Math.max(x + dx, half), y + dy], place.name, { size, fill, weight, anchor, halo: !place.name_at });
  const moved = place.name_at === "haut" && late < place.km ? near : far;
  return [
    until(1, mark(near, 6, INK), label([near[0] + (seaward[0] ? 8 : 0), near[1]], INK, 500)),
    from(
      2,
      mark(near, 4, EDGE),
      place.far ? arrow(near, far, { stroke: LAVA, width: 4.5 }) : arrow(near, far, { stroke: EDGE, width: 1.5 }),
      mark(far, place.far ? 9 : 6, place.far ? LAVA : INK),
      label([moved[0], moved[1] + clear], place.far ? LAVA : INK, place.far ? 700 : 500),
    ),
  ].join("");
}

/** A town is a square: the seats of the tables, which the legend explains, are round. */
const mark = ([x, y]: Point, half: number, fill: string) => rect({ x: x - half, y: y - half, w: 2 * half, h: 2 * half }, { stroke: "none", fill });

/** How much time stretches distance at a bearing, between the towns on either side. */
function ratio(bearing: number, known: [bearing: number, ratio: number][]): number {
  const i = known.findIndex(([b]) => b > bearing);
  const after = known[Math.max(i, 0)] ?? [0, 1];
  const before = known[i <= 0 ? known.length - 1 : i - 1] ?? after;
  const span = (after[0] - before[0] + 360) % 360 || 360;
  const t = ((bearing - before[0] + 360) % 360) / span;
  return before[1] + (after[1] - before[1]) * t;
}

/** What the seats of a table say: on phones in one line, between the map's names and the tables. */
function key({ labels }: Cartogram, narrow: boolean, type: number): string[] {
  const size = type - (narrow ? 3 : 2);
  const places: Point[] = narrow ? [[NEAR + 6, 478], [NEAR + 48 + long(labels.taken, size), 478]] : [[730, 520], [730, 552]];
  return [labels.taken, labels.free].map((words, i) => {
    const [x, y] = places[i] as Point;
    return spoken(seat([x, y - 6], i === 1, narrow)) + text([x + 18, y], words, { size, fill: QUIET });
  });
}

const seat = (p: Point, isFree: boolean, narrow: boolean) => dot(p, narrow ? 6 : 7, isFree ? { fill: PAPER, stroke: ACCENT, width: 3 } : { fill: ACCENT });

/** A table: a seat is taken or free. */
function hexagon({ place, seats, free, note }: Cartogram["tables"][number], [x, y]: Point, narrow: boolean, type: number): string {
  const [r, out] = narrow ? [23, 14] : [30, 14];
  const corners = times(6, (i) => polar([x, y], r, i * 60 + 30));
  return [
    path(`M${corners.map((p) => p.map((v) => v.toFixed(1)).join(" ")).join("L")}Z`, { width: 3, fill: PAPER }),
    ...times(seats, (i) => seat(polar([x, y], r + out, (i * 360) / seats - 90), i < free, narrow)),
    narrow ? text([x, y + 65], place, { anchor: "middle", size: type - 3, weight: 700 }) + text([x, y + 85], note, { anchor: "middle", size: type - 3, fill: QUIET }) : text([x + 62, y], `${place}`, { weight: 700, size: type }) + text([x + 62, y + type * 1.2], note, { size: type - 2, fill: QUIET }),
  ].join("");
}
