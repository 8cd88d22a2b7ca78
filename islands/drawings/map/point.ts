/** A point or a vector in the map's units, y pointing down. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
export const times = (a: Point, factor: number): Point => ({ x: a.x * factor, y: a.y * factor });
export const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y;
export const length = (a: Point): number => Math.sqrt(dot(a, a));

/** The vector of length 1 in the same direction; zero stays zero. */
export function unit(a: Point): Point {
  const far = length(a);
  return far > 0 ? times(a, 1 / far) : a;
}
