import type { Board } from "../../generated/case-studies";
import { ACCENT, agree, at, caps, EDGE, FLUTTER, type Frame, from, INK, LAVA, line, NEAR, PANEL, PAPER, path, type Point, QUIET, rect, ring, RULE, text, times, until, within } from "./grammar";

type Cell = readonly [column: number, row: number];
const STEPS: readonly Cell[] = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/** What a program does: the cells that it crosses, up to the wall that stops it. */
export function walk(program: string, { start, facing, walls, size }: Pick<Board, "start" | "facing" | "walls" | "size">): { cells: Cell[]; hit: Cell | undefined; at: number } {
  let [column, row] = start;
  let heading = facing;
  const cells: Cell[] = [[column, row]];
  for (const [i, order] of [...program].entries()) {
    if (order !== "A") {
      heading = (heading + (order === "D" ? 1 : 3)) % 4;
      continue;
    }
    const [dc, dr] = STEPS[heading] ?? [0, 0];
    const next: Cell = [column + dc, row + dr];
    const isOut = next.some((one) => one < 0 || one >= size) || walls.some(([c, r]) => c === next[0] && r === next[1]);
    if (isOut) return { cells, hit: next, at: i };
    [column, row] = next;
    cells.push(next);
  }
  return { cells, hit: undefined, at: -1 };
}

/** A board seen from above a corner: the program's path, the block that is wrong, the way once it is right. */
export function board(game: Board, { narrow, type }: Frame): string {
  const [top, half]: [Point, number] = narrow ? [[240, 64], 214 / game.size] : [[367, 106], 320 / game.size];
  const tile = (column: number, row: number, z = 0): Point => [top[0] + (column - row) * half, top[1] + (column + row) * half * 0.56 - z];
  const middle = ([c, r]: Cell): Point => tile(c + 0.5, r + 0.5);
  const wrong = game.program.slice(0, game.fault) + game.was + game.program.slice(game.fault + 1);
  const [bad, good] = [walk(wrong, game), walk(game.program, game)];
  agreed(game, bad.hit, good.cells.at(-1) ?? [0, 0]);
  const way = (cells: readonly Cell[]) => `M${cells.map((cell) => at(middle(cell))).join("L")}`;
  const grid = times(game.size + 1, (i) => `M${at(tile(i, 0))}L${at(tile(i, game.size))}M${at(tile(0, i))}L${at(tile(game.size, i))}`).join("");
  const goal = middle(game.goal as unknown as Cell);
  const end = bad.cells.at(-1) ?? ([0, 0] as const);
  return [
    path(`M${at(tile(0, 0))}L${at(tile(game.size, 0))}L${at(tile(game.size, game.size))}L${at(tile(0, game.size))}Z`, { stroke: INK, width: 2.5, fill: PANEL }),
    path(grid, { stroke: RULE, width: 1.5 }),
    path(way(bad.cells.slice(0, sharedLength(bad.cells, good.cells))), { stroke: ACCENT, width: 6, dash: FLUTTER }),
    until(2, path(way(bad.cells), { stroke: ACCENT, width: 6, dash: FLUTTER })),
    from(3, path(way(good.cells), { stroke: ACCENT, width: 7, dash: FLUTTER })),
    // Walls hide what is behind them, and are low enough to let a way along them be seen.
    ...[...game.walls].sort((a, b) => a[0] + a[1] - b[0] - b[1]).map(([c, r]) => wall(tile, c, r, half * 0.36, isHit(bad.hit, c, r))),
    from(2, until(2, path(`M${at(middle(end))}L${at(middle(bad.hit ?? end))}`, { stroke: LAVA, width: 6 }))),
    ring(middle(game.start as unknown as Cell), half * 0.34, INK, 5),
    path(`M${at(goal)}v${-half * 1.5}l${half * 0.8} ${half * 0.32}l${-half * 0.8} ${half * 0.32}`, { width: 4, fill: ACCENT, stroke: ACCENT }),
    program(game, narrow, type),
  ].join("");
}

/** What stands on a board of that size, and what its program does. */
function agreed({ size, start, goal, walls, program, fault, was }: Board, hit: Cell | undefined, [column, row]: Cell): void {
  for (const [name, cells] of Object.entries({ start: [start], goal: [goal], walls })) {
    for (const cell of cells) agree(Math.max(...cell) < size, `\`${name}\` holds [${cell.join(", ")}], and \`size\` is ${size}, counted from 0: give a column and a row of ${size - 1} or less`);
  }
  within(fault, "fault", program, "program");
  agree(was !== program[fault], `\`was\` is ${was}, as the block ${fault} of \`program\`: give the order that was wrong`);
  agree(column === goal[0] && row === goal[1], `\`program\` ends at [${column}, ${row}], not at the goal: correct it, \`start\`, \`facing\` or \`walls\``);
  agree(hit !== undefined, `with \`was\` at the place \`fault\` the program runs into no wall: put one in its way`);
}

const isHit = (hit: Cell | undefined, c: number, r: number) => hit?.[0] === c && hit[1] === r;

function sharedLength(a: readonly Cell[], b: readonly Cell[]): number {
  const differs = a.findIndex((cell, i) => cell[0] !== b[i]?.[0] || cell[1] !== b[i]?.[1]);
  return differs < 0 ? a.length : differs;
}

/** A wall; the one that the wrong block runs into is lit once it does. */
function wall(tile: (c: number, r: number, z?: number) => Point, c: number, r: number, z: number, hit: boolean): string {
  return hit ? until(1, cube(tile, c, r, z, EDGE)) + from(2, cube(tile, c, r, z, LAVA)) : cube(tile, c, r, z, EDGE);
}

function cube(tile: (c: number, r: number, z?: number) => Point, c: number, r: number, z: number, stroke: string): string {
  const top = `M${at(tile(c, r, z))}L${at(tile(c + 1, r, z))}L${at(tile(c + 1, r + 1, z))}L${at(tile(c, r + 1, z))}Z`;
  const sides = `M${at(tile(c, r + 1, z))}L${at(tile(c, r + 1))}L${at(tile(c + 1, r + 1))}L${at(tile(c + 1, r))}L${at(tile(c + 1, r, z))}L${at(tile(c + 1, r + 1, z))}ZM${at(tile(c + 1, r + 1, z))}L${at(tile(c + 1, r + 1))}`;
  return path(sides, { stroke, width: 2.5, fill: PANEL }) + path(top, { stroke, width: 2.5, fill: PAPER });
}

/** The blocks in two columns; each shows what it orders. */
function program({ program, fault, was, labels }: Board, narrow: boolean, type: number): string {
  const [x, y, w, h, columns] = narrow ? [NEAR, 414, 66, 46, 6] : [731, 128, 88, 58, 2];
  const block = (i: number, isFault: boolean, drawn: (middle: Point) => string) => {
    const [left, up] = [x + (i % columns) * (w + 6), y + Math.floor(i / columns) * (h + 8)];
    return rect({ x: left, y: up, w, h }, { stroke: isFault ? LAVA : INK, width: isFault ? 5 : 2, fill: PAPER }, 8) + drawn([left + w / 2, up + h / 2]);
  };
  const one = (order: string, i: number, isFault = false) => block(i, isFault, (middle) => icon(order, middle, isFault ? LAVA : INK));
  // The order that was wrong is struck beside the one that replaces it.
  const mended = (order: string, i: number) =>
    block(i, true, ([middle, my]) => {
      const [old, young] = [Math.round(middle - w * 0.24), Math.round(middle + w * 0.24)];
      const strike: [Point, Point] = [[old - 14, my - 14], [old + 14, my + 14]];
      return icon(was, [old, my], QUIET) + line(strike, { stroke: PAPER, width: 6 }) + line(strike, { stroke: LAVA, width: 3 }) + icon(order, [young, my], LAVA);
    });
  return [
    caps([x, y - 22], labels.program, { size: type - 1 }),
    ...[...program].map((order, i) => (i === fault ? until(1, one(was, i)) + from(2, until(2, one(was, i, true))) + from(3, mended(order, i)) : one(order, i))),
    from(2, text([x, narrow ? 578 : 560], labels.fault, { fill: LAVA, weight: 700, size: type })),
    from(3, text([narrow ? NEAR : 48, narrow ? 612 : 560], labels.solver, { size: type - 1, fill: QUIET })),
  ].join("");
}

function icon(order: string, [x, y]: Point, stroke: string): string {
  const side = order === "D" ? 1 : -1;
  const d = order === "A" ? `M${x} ${y + 13}V${y - 13}m-9 9l9 -9l9 9` : `M${x - side * 9} ${y + 13}V${y - 4}q0 -6 ${side * 6} -6h${side * 13}m${-side * 8} -8l${side * 8} 8l${-side * 8} 8`;
  return path(d, { stroke, width: 3.5 });
}
