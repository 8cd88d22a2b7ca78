// Contour lines of a grid of heights: marching squares, chaining, simplification and smooth curves.

/** Line segments where `field` (rows of heights) crosses `level`, in grid units. */
export function contours(field, level) {
  const segments = [];
  for (let row = 0; row < field.length - 1; row += 1) {
    for (let column = 0; column < field[row].length - 1; column += 1) {
      const corners = [field[row][column], field[row][column + 1], field[row + 1][column + 1], field[row + 1][column]];
      const places = [[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]];
      const crossings = [];
      for (let side = 0; side < 4; side += 1) {
        const [a, b] = [corners[side], corners[(side + 1) % 4]];
        if (a >= level === b >= level) continue;
        const t = (level - a) / (b - a);
        const [from, to] = [places[side], places[(side + 1) % 4]];
        crossings.push([from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]);
      }
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) segments.push([crossings[pair], crossings[pair + 1]]);
    }
  }
  return segments;
}

/** Joins segments end to end into polylines; a closed one ends where it begins. */
export function chain(segments) {
  const key = ([x, y]) => `${Math.round(x * 1e4)},${Math.round(y * 1e4)}`;
  const touching = new Map();
  segments.forEach((segment, index) => {
    for (const end of segment) {
      if (!touching.has(key(end))) touching.set(key(end), []);
      touching.get(key(end)).push(index);
    }
  });
  const used = new Set();
  const follow = (line) => {
    for (;;) {
      const end = line.at(-1);
      const index = touching.get(key(end)).find((candidate) => !used.has(candidate));
      if (index === undefined) return line;
      used.add(index);
      const [a, b] = segments[index];
      line.push(key(a) === key(end) ? b : a);
    }
  };
  const lines = [];
  segments.forEach((segment, index) => {
    if (used.has(index)) return;
    used.add(index);
    const forward = follow([...segment]);
    lines.push(follow(forward.reverse()));
  });
  return lines;
}

/** Douglas-Peucker: drops the points that stand less than `tolerance` away from the line. */
export function simplify(line, tolerance) {
  if (line.length < 3) return line;
  const [first, last] = [line[0], line.at(-1)];
  const closed = first[0] === last[0] && first[1] === last[1];
  let [farthest, at] = [0, 0];
  for (let index = 1; index < line.length - 1; index += 1) {
    const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
    const [px, py] = [line[index][0] - first[0], line[index][1] - first[1]];
    const distance = closed ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / Math.hypot(dx, dy);
    if (distance > farthest) [farthest, at] = [distance, index];
  }
  if (farthest <= tolerance) return [first, last];
  return [...simplify(line.slice(0, at + 1), tolerance).slice(0, -1), ...simplify(line.slice(at), tolerance)];
}

/** A path of Bezier curves (Catmull-Rom) through the points, with whole relative coordinates. */
export function curve(line) {
  const closed = Math.hypot(line[0][0] - line.at(-1)[0], line[0][1] - line.at(-1)[1]) < 0.01;
  const points = closed ? line.slice(0, -1) : line;
  const at = (index) =>
    closed
      ? points[(index + points.length) % points.length]
      : points[Math.max(0, Math.min(points.length - 1, index))];
  let here = points[0].map(Math.round);
  let path = `M${here.join(" ")}c`;
  const count = closed ? points.length : points.length - 1;
  for (let index = 0; index < count; index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const controls = [
      [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6],
      [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6],
      to,
    ].map((point) => point.map((value, axis) => Math.round(value) - here[axis]));
    path += controls.flat().map((value, place) => (value < 0 || (index === 0 && place === 0) ? `${value}` : ` ${value}`)).join("");
    here = to.map(Math.round);
  }
  return closed ? `${path}z` : path;
}
