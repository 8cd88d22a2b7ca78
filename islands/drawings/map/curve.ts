// Least-squares fitting after Philip J. Schneider, “An Algorithm for Automatically Fitting Digitized
// Curves”, Graphics Gems, 1990. Pieces meet with one tangent, so no kink shows.
import type { Ring } from "./isolines";
import { dot, length, minus, plus, type Point, times, unit } from "./point";

/** One cubic piece: its control points and its end; it begins where the piece before ends. */
export type Piece = readonly [first: Point, second: Point, end: Point];

/** A closed curve. */
export interface Curve {
  start: Point;
  pieces: Piece[];
}

/** The directions in which a curve leaves its first point and arrives at its last, both pointing inwards. */
type Tangents = readonly [leaving: Point, arriving: Point];

/** How often the parameters of a piece are improved before it is split. */
const REFINEMENTS = 4;

/** The fewest pieces that stay within a tolerance of a ring. */
export function fitted(ring: Ring, tolerance: number): Curve {
  const [start = { x: 0, y: 0 }] = ring;
  const points = [...ring, start].filter((point, i, all) => i === 0 || length(minus(point, all[i - 1] ?? start)) >= 1e-6);
  const last = points.length - 1;
  const at = (i: number) => points[Math.min(Math.max(i, 0), last)] ?? start;
  const direction = (i: number) => unit(plus(times(unit(minus(at(i + 1), at(i - 1))), 2), unit(minus(at(i + 2), at(i - 2)))));
  const pieces: Piece[] = [];
  const run = (from: number, to: number, tangents: Tangents) => {
    const part = points.slice(from, to + 1);
    // A whole ring in one piece has no chord to measure by.
    const found = from === 0 && to === last ? Math.floor(last / 2) : onePiece(part, tangents, tolerance);
    if (typeof found !== "number") {
      pieces.push(found);
      return;
    }
    const middle = Math.min(Math.max(from + found, from + 1), to - 1);
    const tangent = direction(middle);
    run(from, middle, [tangents[0], times(tangent, -1)]);
    run(middle, to, [tangent, tangents[1]]);
  };
  const tangent = unit(minus(at(1), at(last - 1)));
  if (last > 3) run(0, last, [tangent, times(tangent, -1)]);
  return { start, pieces };
}

/** One piece within the tolerance, else the index of the point where it is to be split. */
function onePiece(points: readonly Point[], tangents: Tangents, tolerance: number): Piece | number {
  const [from, to] = ends(points);
  if (points.length === 2) return straight(from, to, tangents);
  let parameters = chordLengths(points);
  let worst = points.length >> 1;
  for (let i = 0; i < REFINEMENTS; i++) {
    const piece = leastSquares(points, parameters, tangents);
    const { index, square } = farthest(points, parameters, piece);
    if (square <= tolerance * tolerance) return piece;
    worst = index;
    // Far off: better parameters would not help.
    if (square > 36 * tolerance * tolerance) break;
    parameters = reparametrized(points, parameters, piece);
  }
  return worst;
}

function ends(points: readonly Point[]): [Point, Point] {
  const nowhere = { x: 0, y: 0 };
  return [points[0] ?? nowhere, points.at(-1) ?? nowhere];
}

function straight(from: Point, to: Point, [leaving, arriving]: Tangents): Piece {
  const third = length(minus(to, from)) / 3;
  return [plus(from, times(leaving, third)), plus(to, times(arriving, third)), to];
}

/** Parameters from 0 to 1 by the way along the points. */
function chordLengths(points: readonly Point[]): number[] {
  let way = 0;
  const ways = points.map((point, i) => {
    way += i === 0 ? 0 : length(minus(point, points[i - 1] ?? point));
    return way;
  });
  return ways.map((sum) => sum / Math.max(way, Number.MIN_VALUE));
}

/** The piece with these tangents that lies nearest to the points at their parameters. */
function leastSquares(points: readonly Point[], parameters: readonly number[], tangents: Tangents): Piece {
  const [from, to] = ends(points);
  let [c00, c01, c11, x0, x1] = [0, 0, 0, 0, 0];
  points.forEach((point, i) => {
    const t = parameters[i] ?? 0;
    const s = 1 - t;
    const [b0, b1, b2, b3] = [s * s * s, 3 * t * s * s, 3 * t * t * s, t * t * t];
    const [a0, a1] = [times(tangents[0], b1), times(tangents[1], b2)];
    const rest = minus(point, plus(times(from, b0 + b1), times(to, b2 + b3)));
    c00 += dot(a0, a0);
    c01 += dot(a0, a1);
    c11 += dot(a1, a1);
    x0 += dot(a0, rest);
    x1 += dot(a1, rest);
  });
  const determinant = c00 * c11 - c01 * c01;
  const chord = length(minus(to, from));
  const solvable = Math.abs(determinant) > 1e-12;
  const left = solvable ? (x0 * c11 - x1 * c01) / determinant : 0;
  const right = solvable ? (c00 * x1 - c01 * x0) / determinant : 0;
  // Handles that point backwards or run far past the end make loops.
  if (left < chord * 0.02 || right < chord * 0.02 || left + right > chord * 4) return straight(from, to, tangents);
  return [plus(from, times(tangents[0], left)), plus(to, times(tangents[1], right)), to];
}

function at(from: Point, [first, second, end]: Piece, t: number): Point {
  const s = 1 - t;
  const near = plus(times(from, s * s * s), times(first, 3 * s * s * t));
  return plus(plus(near, times(second, 3 * s * t * t)), times(end, t * t * t));
}

/** The point that lies farthest from the piece, and its squared distance. */
function farthest(points: readonly Point[], parameters: readonly number[], piece: Piece): { index: number; square: number } {
  const [from] = ends(points);
  const worst = { index: points.length >> 1, square: 0 };
  points.forEach((point, index) => {
    const off = minus(at(from, piece, parameters[index] ?? 0), point);
    const square = dot(off, off);
    if (square > worst.square) Object.assign(worst, { index, square });
  });
  return worst;
}

/** Each parameter moved towards the point of the piece that is nearest (one step of Newton). */
function reparametrized(points: readonly Point[], parameters: readonly number[], piece: Piece): number[] {
  const [from] = ends(points);
  const [first, second, end] = piece;
  return points.map((point, i) => {
    const t = parameters[i] ?? 0;
    const s = 1 - t;
    const off = minus(at(from, piece, t), point);
    const d1 = plus(plus(times(minus(first, from), 3 * s * s), times(minus(second, first), 6 * s * t)), times(minus(end, second), 3 * t * t));
    const d2 = plus(times(plus(minus(second, times(first, 2)), from), 6 * s), times(plus(minus(end, times(second, 2)), first), 6 * t));
    const slope = dot(d1, d1) + dot(off, d2);
    return Math.abs(slope) > 1e-12 ? Math.min(Math.max(t - dot(off, d1) / slope, 0), 1) : t;
  });
}
