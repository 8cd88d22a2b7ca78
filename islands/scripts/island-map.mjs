// Draws public/island.svg, a contour map of an island in the shape of La Réunion, from its coast, two volcanoes and three
// cirques, and writes drawings/map/heights.json, a coarse grid of its heights. Run it from islands/:
// `node scripts/island-map.mjs`. No chance and no clock: the same files every time.
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chain, contours, curve, simplify } from "./contours.mjs";

const SCALE = 1700; // Units a degree of latitude.
const STEP = 5; // Units between two samples of the relief.
const WIDTH = 1160;
const HEIGHT = 1000;
const INTERVAL = 120; // Metres between two contours; every fifth is an index contour.
const COARSE = 20; // Units between two heights of the grid.

const smooth = (from, to, value) => {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

const project = ([longitude, latitude]) => [
  (longitude - 55.18) * Math.cos((21.1 * Math.PI) / 180) * SCALE,
  (-latitude - 20.83) * SCALE,
];

const corners = [
  [55.45, -20.872], [55.5, -20.878], [55.55, -20.893], [55.61, -20.902], [55.655, -20.91], [55.695, -20.945],
  [55.708, -20.99], [55.715, -21.03], [55.745, -21.08], [55.793, -21.122], [55.825, -21.165], [55.834, -21.195],
  [55.815, -21.24], [55.808, -21.29], [55.8, -21.325], [55.765, -21.362], [55.715, -21.378], [55.65, -21.389],
  [55.605, -21.383], [55.565, -21.368], [55.535, -21.37], [55.475, -21.347], [55.42, -21.318], [55.375, -21.292],
  [55.33, -21.268], [55.298, -21.215], [55.284, -21.165], [55.258, -21.122], [55.228, -21.082], [55.219, -21.045],
  [55.238, -21.015], [55.27, -21.003], [55.274, -20.965], [55.272, -20.928], [55.292, -20.917], [55.335, -20.921],
  [55.375, -20.897], [55.415, -20.874],
].map(project);
const coast = corners.flatMap((corner, index) => {
  const next = corners[(index + 1) % corners.length];
  const before = corners[(index + corners.length - 1) % corners.length];
  const after = corners[(index + 2) % corners.length];
  return [0, 1 / 3, 2 / 3].map((t) => {
    const along = (axis) =>
      corner[axis] + t * (0.5 * (next[axis] - before[axis]) + t * (before[axis] - 2.5 * corner[axis] + 2 * next[axis] - 0.5 * after[axis] + t * 0.5 * (3 * (corner[axis] - next[axis]) + after[axis] - before[axis])));
    const [x, y] = [along(0), along(1)];
    return [x + 5 * noise(x / 19, y / 19), y + 5 * noise(x / 19 + 3, y / 19)];
  });
});

const summits = [
  { name: "Piton des Neiges", height: 3071, at: project([55.478, -21.099]) },
  { name: "Piton de la Fournaise", height: 2632, at: project([55.714, -21.244]) },
];

/** A cirque is a bowl with steep walls, open on one side through the gorge of its river. */
const cirques = [
  { at: project([55.408, -21.05]), radius: [92, 78], floor: 1050, mouth: project([55.29, -20.945]) },
  { at: project([55.52, -21.045]), radius: [84, 74], floor: 950, mouth: project([55.66, -20.93]) },
  { at: project([55.462, -21.158]), radius: [76, 84], floor: 1150, mouth: project([55.4, -21.29]) },
];

function segmentDistance([px, py], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)));
  return { distance: Math.hypot(px - ax - t * dx, py - ay - t * dy), t };
}

function inside([px, py]) {
  let odd = false;
  for (let i = 0, j = coast.length - 1; i < coast.length; j = i, i += 1) {
    const [xi, yi] = coast[i];
    const [xj, yj] = coast[j];
    if (yi > py !== yj > py && px < ((xj - xi) * (py - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

const shore = (point) =>
  Math.min(...coast.map((corner, index) => segmentDistance(point, corner, coast[(index + 1) % coast.length]).distance));

/** Value noise with a hash of the lattice point; between -1 and 1. */
function noise(x, y) {
  const hash = (i, j) => {
    const mixed = Math.imul(i * 374761393 + j * 668265263, 1274126177);
    return (((mixed ^ (mixed >>> 15)) >>> 0) / 4294967295) * 2 - 1;
  };
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [smooth(0, 1, x - i), smooth(0, 1, y - j)];
  const top = hash(i, j) * (1 - u) + hash(i + 1, j) * u;
  const bottom = hash(i, j + 1) * (1 - u) + hash(i + 1, j + 1) * u;
  return top * (1 - v) + bottom * v;
}

function shield(point, { at, height }, reach, power) {
  const [dx, dy] = [point[0] - at[0], point[1] - at[1]];
  const angle = Math.atan2(dy, dx);
  const ravines = 1 + 0.05 * Math.sin(angle * 9 + at[0]) + 0.035 * Math.sin(angle * 17 + 1) + 0.03 * Math.sin(angle * 31 + 3 * noise(dx / 90, dy / 90));
  return height * Math.max(0, 1 - (Math.hypot(dx, dy) / reach) * ravines) ** power;
}

/** Bends space a little, so that no wall is a circle and no gorge a straight line. */
const warp = ([x, y]) => [
  x + 17 * noise(x / 60, y / 60 + 4) + 8 * noise(x / 24 + 2, y / 24),
  y + 17 * noise(x / 60 + 7, y / 60) + 8 * noise(x / 24, y / 24 + 5),
];

function relief(place) {
  const sea = shore(place) * (inside(place) ? 1 : -1);
  if (sea <= 0) return sea;
  const point = warp(place);
  const [neiges, fournaise] = summits;
  const old = shield(point, neiges, 560, 1.05);
  const young = shield(point, fournaise, 470, 1.15);
  let height = (old ** 3 + young ** 3) ** (1 / 3) * Math.sqrt(smooth(0, 230, sea));
  const core = smooth(14, 46, Math.hypot(point[0] - neiges.at[0], point[1] - neiges.at[1]));
  for (const { at, radius, floor, mouth } of cirques) {
    const bowl = Math.hypot((point[0] - at[0]) / radius[0], (point[1] - at[1]) / radius[1]);
    const { distance, t } = segmentDistance(point, at, mouth);
    const depth = Math.max(1 - smooth(0.62, 1.08, bowl), (1 - smooth(6, 44, distance)) * (1 - smooth(0.55, 1, t)));
    const bottom = floor * (1 - 0.75 * t) + 90 * noise(point[0] / 26, point[1] / 26);
    if (height > bottom) height += (bottom - height) * 0.92 * depth * core;
  }
  const [ex, ey] = [point[0] - fournaise.at[0], point[1] - fournaise.at[1]];
  const enclosure = Math.hypot(ex - 40, ey) / 95;
  if (ex > -70) height -= 260 * (1 - smooth(0.72, 1, enclosure)) * smooth(20, 52, Math.hypot(ex, ey));
  return height + (60 * noise(point[0] / 55, point[1] / 55) + 26 * noise(point[0] / 24 + 9, point[1] / 24)) * smooth(0, 120, sea);
}

const columns = Math.ceil(WIDTH / STEP) + 1;
const rows = Math.ceil(HEIGHT / STEP) + 1;
const field = Array.from({ length: rows }, (_, row) =>
  Array.from({ length: columns }, (_, column) => relief([column * STEP, row * STEP])),
);

const layers = { coast: [{ metres: 0, d: curve([...coast, coast[0]]) }], index: [], minor: [] };
for (let level = 1; level * INTERVAL < 3100; level += 1) {
  const lines = chain(contours(field, level * INTERVAL)).map((line) => line.map(([x, y]) => [x * STEP, y * STEP]));
  const kept = lines.filter((line) => line.length > 12).map((line) => curve(simplify(line, 0.9)));
  layers[level % 5 === 0 ? "index" : "minor"].push({ metres: level * INTERVAL, d: kept.join("") });
}

const graticule = [];
for (let degree = 55.2; degree <= 55.86; degree += 0.1) graticule.push(`M${Math.round(project([degree, 0])[0])} 0v${HEIGHT}`);
for (let degree = 20.9; degree <= 21.41; degree += 0.1) graticule.push(`M0 ${Math.round(project([0, -degree])[1])}h${WIDTH}`);

const group = (id, lines) => `<g id="${id}">${lines.map(({ metres, d }) => `<path pathLength="1" data-m="${metres}" d="${d}"/>`).join("")}</g>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke="#5b5663"><defs>
<g id="graticule"><path d="${graticule.join("")}"/></g>
${group("coast", layers.coast)}
${group("index", layers.index)}
${group("minor", layers.minor)}
</defs><use href="#minor" opacity=".5"/><use href="#index"/><use href="#coast"/></svg>
`;
const islands = join(dirname(fileURLToPath(import.meta.url)), "..");
await writeFile(join(islands, "..", "public", "island.svg"), svg);
const metres = field.filter((_, row) => (row * STEP) % COARSE === 0).flatMap((row) => row.filter((_, column) => (column * STEP) % COARSE === 0).map((height) => Math.round(Math.max(0, height))));
await writeFile(join(islands, "drawings", "map", "heights.json"), `${JSON.stringify({ step: COARSE, columns: WIDTH / COARSE + 1, metres })}\n`);
console.log(`island.svg ${svg.length} bytes; summits ${summits.map(({ name, at }) => `${name} ${at.map(Math.round)}`).join(", ")}`);
