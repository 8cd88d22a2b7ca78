import { dot, length, minus, type Point, unit } from "./point";
import { noise, octaves, Random } from "./random";

/** The part of the plane that is drawn. */
export interface Frame {
  width: number;
  height: number;
}

/** Heights without a unit at regular distances, row by row. */
export interface Grid {
  /** The distance between neighbours. */
  step: number;
  columns: number;
  rows: number;
  heights: Float64Array;
}

/** Cells beyond the frame, in which lines turn back out of sight. */
const MARGIN = 4;

/** Where a cell of a grid lies. */
export function placed(grid: Grid, column: number, row: number): Point {
  return { x: (column - MARGIN) * grid.step, y: (row - MARGIN) * grid.step };
}

/** The heights of a relief in a frame and its margin, whose rim is an abyss: every line closes out of sight. */
export function survey(seed: string, frame: Frame, step: number): Grid {
  const height = relief(seed, frame);
  const count = (extent: number) => Math.ceil(extent / step) + 1 + 2 * MARGIN;
  const [columns, rows] = [count(frame.width), count(frame.height)];
  const grid = { step, columns, rows, heights: new Float64Array(columns * rows).fill(Number.NEGATIVE_INFINITY) };
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      grid.heights[row * columns + column] = height(placed(grid, column, row));
    }
  }
  return grid;
}

/** The height of a point on an invented relief: a few summits with ravines, craters and saddles. */
function relief(seed: string, frame: Frame): (point: Point) => number {
  const random = new Random(seed);
  const ratio = frame.width / frame.height;
  const centre = { x: random.between(0.3, 0.7) * ratio, y: random.between(0.32, 0.66) };
  // Ranges follow one direction, as faults do.
  const strike = random.between(0, Math.PI);
  const summits = [highest(random, centre, strike)];
  const others = 2 + random.below(3);
  for (let i = 0; i < others; i++) summits.push(lower(random, centre, strike, ratio));
  const ground = octaves(random, 0.42);
  const roughness = random.between(0.1, 0.2);
  const [across, down] = [noise(random), noise(random)];
  const bending = random.between(0.05, 0.17);
  const ridge = noise(random);
  const ridges = random.happens(0.45) ? random.between(0.08, 0.2) : 0;
  return (point) => {
    const [x, y] = [point.x * (1 / frame.height), point.y * (1 / frame.height)];
    const p = {
      x: x + (across(x * 1.7, y * 1.7) * bending + down(x * 4.1, y * 4.1) * (bending * 0.22)),
      y: y + (down(x * 1.7, y * 1.7) * bending + across(x * 4.1, y * 4.1) * (bending * 0.22)),
    };
    // Nearly the highest of them, with soft saddles: a sum would raise summits of its own.
    const mountains = Math.cbrt(summits.reduce((sum, summit) => sum + Math.max(summit(p), 0) ** 3, 0));
    const fold = ridge(p.x * 1.6, p.y * 1.6);
    const crest = 1 - 2 * Math.sqrt(fold * fold + 0.012);
    // The land falls away from the summit, so that it is the highest.
    const away = length(minus({ x, y }, centre));
    return mountains + ground(p.x * 1.9, p.y * 1.9) * roughness + ridges * crest * Math.abs(crest) - 0.07 * away * away;
  };
}

type Summit = (point: Point) => number;

function highest(random: Random, centre: Point, strike: number): Summit {
  const across = random.between(0.22, 0.32);
  const angle = strike + random.between(-0.3, 0.3);
  const along = across * random.between(1.1, 1.9);
  const slope = [random.between(0.1, 0.85), random.between(0.12, 0.52), random.between(0.7, 1.5)] as const;
  return cone(random, { centre, angle, along, across, height: 1, slope }, () => (random.happens(0.3) ? random.between(0.16, 0.3) : 0));
}

function lower(random: Random, highest: Point, strike: number, ratio: number): Summit {
  // Two mountains on one spot are one: try a few places, keep the last.
  let centre = highest;
  for (let tries = 0; tries < 12 && length(minus(centre, highest)) <= 0.55; tries++) {
    centre = { x: random.between(-0.05, 1.05) * ratio, y: random.between(-0.1, 1.1) };
  }
  const across = random.between(0.13, 0.27);
  const angle = strike + random.between(-0.5, 0.5);
  const along = across * random.between(1.2, 2.4);
  const height = random.between(0.3, 0.72);
  const slope = [random.between(0, 0.6), random.between(0, 0.4), random.between(0.6, 1.2)] as const;
  return cone(random, { centre, angle, along, across, height, slope }, () => 0);
}

interface Shape {
  centre: Point;
  /** Direction of the long axis. */
  angle: number;
  along: number;
  across: number;
  height: number;
  /** From a smooth dome (0) to a volcano's concave slope (1); the depth of ravines; roughly how many. */
  slope: readonly [concave: number, ravines: number, gorges: number];
}

/** An elliptic cone with a rounded top, cut by ravines. */
function cone(random: Random, shape: Shape, rimDepth: () => number): Summit {
  const { centre, angle, along, across, height, slope } = shape;
  const [concave, ravines, gorges] = slope;
  const axis = { x: Math.cos(angle), y: Math.sin(angle) };
  const ravine = noise(random);
  const crater = rimDepth();
  /** How much of the slope ravines take away: nothing at the top, most half-way down. */
  const cut = (from: Point, r: number) => {
    if (ravines === 0 || r < 1e-9) return 0;
    const { x, y } = unit(from);
    const depth = ravine(x * gorges + r * 0.55, y * gorges + (7 - r * 0.3));
    // Rounded at the bottom, so that lines turn there and do not break.
    const furrow = Math.max(1.05 - 1.7 * Math.sqrt(depth * depth + 0.009), 0);
    return ravines * furrow * furrow * smooth(0.25, 1.15, r);
  };
  return (point) => {
    const from = minus(point, centre);
    const u = dot(from, axis) / along;
    const v = dot(from, { x: -axis.y, y: axis.x }) / across;
    const square = u * u + v * v;
    const dome = Math.exp(-square);
    // Rounded at the very top: a cone's point would make rings with corners.
    const pointed = Math.exp(-1.35 * (Math.sqrt(square + 0.02) - 0.141));
    const body = dome + (pointed - dome) * concave;
    return height * (body * (1 - cut(from, Math.sqrt(square))) - Math.exp(-square * 14) * crater);
  };
}

/** From 0 at `low` to 1 at `high`, flat at both ends. */
function smooth(low: number, high: number, x: number): number {
  const t = Math.min(Math.max((x - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
}
