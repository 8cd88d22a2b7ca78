import type { Sun } from "./sun";

/** Units of the map: its size, the parallel that stays where it is when the map tilts, and how far a hundred metres of height lift what lies on it. */
const [WIDTH, HEIGHT] = [1160, 1000];
const HINGE = 900;
const LIFT = 7;
/** Metres between two contours. */
const STEP = 120;
/** The longest shadow of one step, when the sun is low. */
const LONGEST = 9;
const MOON = 3;

/** Longitude, latitude and height of the town halls of the island's 24 communes. */
const COMMUNES = [
  [55.448, -20.879, 10], [55.549, -20.897, 10], [55.607, -20.906, 20], [55.65, -20.963, 30], [55.677, -21.002, 30], [55.713, -21.034, 20],
  [55.794, -21.128, 30], [55.767, -21.358, 40], [55.619, -21.379, 30], [55.565, -21.354, 130], [55.478, -21.342, 10], [55.518, -21.278, 550],
  [55.471, -21.249, 380], [55.411, -21.286, 40], [55.339, -21.242, 200], [55.365, -21.264, 40], [55.288, -21.171, 20], [55.3, -21.104, 900],
  [55.271, -21.009, 10], [55.291, -20.939, 10], [55.336, -20.926, 20], [55.471, -21.134, 1200], [55.539, -21.027, 500], [55.627, -21.136, 1050],
] as const;
const GLOW = 20;

/** The contour map, a layer for each height, from the sea up. */
export interface Relief {
  graticule: Path2D;
  coast: Path2D;
  layers: { metres: number; lines: Path2D }[];
}

/** The tokens that it is painted with. */
export type Colours = Record<"paper" | "paper-2" | "ink" | "contour" | "edge" | "lava" | "shade" | "light", string>;

export interface Pose {
  /** From 0, seen from above, in radians. */
  tilt: number;
  yaw: number;
  sun: Sun;
}

/** Reads the map that the page shows; the browser has it already. */
export async function readRelief(address: string): Promise<Relief> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  const map = await response.text();
  const lines = (id: string) => new Path2D(new RegExp(`id="${id}"><path[^>]* d="([^"]+)`).exec(map)?.[1]);
  const layers = [...map.matchAll(/data-m="([1-9]\d+)" d="([^"]+)/g)].map(([, metres, d]) => ({
    metres: Number(metres),
    lines: new Path2D(d),
  }));
  return { graticule: lines("graticule"), coast: lines("coast"), layers: layers.sort((a, b) => a.metres - b.metres) };
}

/** Where a place of the map is seen. */
export function seen(x: number, y: number, metres: number, { tilt, yaw }: Pose): [x: number, y: number] {
  const [dx, dy] = [x - WIDTH / 2, y - HEIGHT / 2];
  const south = HEIGHT / 2 + dx * Math.sin(yaw) + dy * Math.cos(yaw) - HINGE;
  const lift = (metres / 100) * LIFT * Math.sin(tilt);
  return [WIDTH / 2 + dx * Math.cos(yaw) - dy * Math.sin(yaw), HINGE + south * Math.cos(tilt) - lift];
}

/** How much of the night there is: 0 by day, 1 once the sun is well below the horizon. */
export const nightOf = ({ altitude }: Sun) => Math.min(1, Math.max(0, 0.5 - altitude / 0.2));

/** Paints the island as layers of paper, which hide what lies behind and throw the shadows of the hour. */
export function paint(context: CanvasRenderingContext2D, { graticule, coast, layers }: Relief, pose: Pose, colours: Colours): void {
  const { canvas } = context;
  const scale = canvas.width / WIDTH;
  // However small the map is, its coast and its main contours are seen.
  const least = 1.2 / scale;
  const [cos, sin] = [Math.cos(pose.yaw), Math.sin(pose.yaw)];
  const flat = Math.cos(pose.tilt);
  const lay = (metres: number, dx = 0, dy = 0) => {
    const [x, y] = seen(dx, dy, metres, pose);
    context.setTransform(scale * cos, scale * sin * flat, -scale * sin, scale * cos * flat, scale * x, scale * y);
  };
  const night = nightOf(pose.sun);
  const ground = night > 0.5 ? colours["paper-2"] : colours.paper;
  // A low sun throws long shadows, away from it; by night the moon of map makers stands in the north-west.
  const length = Math.min(LONGEST, 3 / Math.max(0.1, Math.tan(Math.max(0, pose.sun.altitude)))) * (1 - night);
  const [east, south] = [MOON * night - Math.sin(pose.sun.azimuth) * length, MOON * night + Math.cos(pose.sun.azimuth) * length];

  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  lay(0);
  context.lineWidth = 1;
  context.strokeStyle = colours.contour;
  context.setLineDash([2, 7]);
  context.stroke(graticule);
  context.setLineDash([]);
  context.fillStyle = ground;
  context.fill(coast);
  context.strokeStyle = colours.ink;
  context.lineWidth = Math.max(2.2, least);
  context.stroke(coast);
  const lights = COMMUNES.map(([longitude, latitude, metres]) => ({ at: placeOf(longitude, latitude), metres }));
  for (const { metres, lines } of layers) {
    const isIndex = metres % (5 * STEP) === 0;
    lay(metres - STEP, east, south);
    context.fillStyle = colours.shade;
    context.fill(lines, "evenodd");
    lay(metres);
    context.fillStyle = ground;
    context.fill(lines, "evenodd");
    context.strokeStyle = isIndex ? colours.lava : colours.edge;
    context.lineWidth = isIndex ? Math.max(1.6, least) : 1;
    context.globalAlpha = isIndex ? 1 : 0.7;
    context.stroke(lines);
    context.globalAlpha = 1;
  }
  if (night > 0) for (const light of lights) glow(light.at, light.metres);

  function glow([x, y]: readonly [number, number], metres: number): void {
    lay(metres, x, y);
    const halo = context.createRadialGradient(0, 0, 0, 0, 0, GLOW);
    halo.addColorStop(0, colours.light);
    halo.addColorStop(1, `${colours.light}00`);
    context.globalAlpha = 0.75 * night;
    context.fillStyle = halo;
    context.fillRect(-GLOW, -GLOW, 2 * GLOW, 2 * GLOW);
    context.globalAlpha = night;
    context.fillStyle = colours.lava;
    context.beginPath();
    context.arc(0, 0, 3, 0, 7);
    context.fill();
    context.globalAlpha = 1;
  }
}

/** A place of the map, as `scripts/island-map.mjs` projects it. */
function placeOf(longitude: number, latitude: number): readonly [number, number] {
  return [(longitude - 55.18) * Math.cos((21.1 * Math.PI) / 180) * 1700, (-latitude - 20.83) * 1700];
}
