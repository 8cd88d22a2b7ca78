import type { Curve } from "./curve";

/** Closed curves as the `d` of a path, in whole, relative units: rounding does not add up, since each is taken from the rounded place before. */
export function path(curves: readonly Curve[]): string {
  return curves.map(closed).join("");
}

function closed({ start, pieces }: Curve): string {
  let [x, y] = [Math.round(start.x), Math.round(start.y)];
  const numbers = pieces.flatMap((piece) => {
    const relative = piece.flatMap((point) => [Math.round(point.x) - x, Math.round(point.y) - y]);
    [x, y] = [Math.round(piece[2].x), Math.round(piece[2].y)];
    return relative;
  });
  return `M${joined([Math.round(start.x), Math.round(start.y)])}c${joined(numbers)}z`;
}

/** Numbers with a space only where no sign tells them apart. */
function joined(numbers: readonly number[]): string {
  return numbers.map((number, i) => (i === 0 || number < 0 ? `${number}` : ` ${number}`)).join("");
}
