import type { Point } from "./point";
import { type Grid, placed } from "./relief";

/** A closed line of equal height, its first point not repeated. */
export type Ring = readonly Point[];

/** All lines of a level (marching squares). The grid's rim lies below every level, so that all of them close. */
export function isolines(grid: Grid, level: number): Ring[] {
  const next = new Map<number, number>();
  for (let row = 0; row < grid.rows - 1; row++) {
    for (let column = 0; column < grid.columns - 1; column++) link(grid, level, row * grid.columns + column, next);
  }
  const rings: Ring[] = [];
  for (const start of [...next.keys()]) {
    const ring: Point[] = [];
    for (let edge: number | undefined = start, to = next.get(edge); to !== undefined; to = next.get(edge)) {
      ring.push(crossing(grid, level, edge));
      next.delete(edge);
      edge = to;
    }
    if (ring.length > 0) rings.push(ring);
  }
  return rings;
}

/** Links the edges of one cell that its pieces of line join, with the higher side on their left. */
function link(grid: Grid, level: number, cell: number, next: Map<number, number>) {
  const { columns, heights } = grid;
  const isAbove = (node: number) => (heights[node] ?? 0) >= level;
  const first = isAbove(cell);
  // Nearly every cell lies on one side.
  if (isAbove(cell + 1) === first && isAbove(cell + columns) === first && isAbove(cell + columns + 1) === first) return;
  const nodes = [cell, cell + 1, cell + columns + 1, cell + columns];
  const above = nodes.map(isAbove);
  // An edge goes by the node at its left or top, doubled, and one more when it is vertical: clockwise from the top.
  const edges = [cell * 2, cell * 2 + 3, (cell + columns) * 2, cell * 2 + 1];
  const turns = (from: boolean) => [0, 1, 2, 3].filter((i) => above[i] === from && above[(i + 1) % 4] === !from);
  const [entering, leaving] = [turns(true), turns(false)];
  if (leaving.length === 1) {
    next.set(edges[leaving[0] ?? 0] ?? 0, edges[entering[0] ?? 0] ?? 0);
    return;
  }
  // A saddle: the middle tells which opposite corners hang together.
  const turn = nodes.reduce((sum, node) => sum + (heights[node] ?? 0), 0) / 4 >= level ? 3 : 1;
  for (const out of leaving) next.set(edges[out] ?? 0, edges[(out + turn) % 4] ?? 0);
}

/** Where a level is crossed on an edge. */
function crossing(grid: Grid, level: number, edge: number): Point {
  const [node, vertical] = [edge >> 1, edge & 1];
  const [column, row] = [node % grid.columns, Math.floor(node / grid.columns)];
  const from = placed(grid, column, row);
  const [a, b] = [grid.heights[node] ?? 0, grid.heights[node + (vertical ? grid.columns : 1)] ?? 0];
  // From or to an abyss the line runs beside it.
  const share = a === Number.NEGATIVE_INFINITY ? 1 : b === Number.NEGATIVE_INFINITY ? 0 : Math.min(Math.max((level - a) / (b - a), 0), 1);
  const along = grid.step * share;
  return vertical ? { x: from.x, y: from.y + along } : { x: from.x + along, y: from.y };
}
