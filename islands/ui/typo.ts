/** How many letters must be changed, added, left out or swapped with their neighbour to make one word of the other. */
export function distance(one: string, other: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      next[j] = Math.min((row?.[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row?.[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        next[j] = Math.min(next[j] ?? 0, (before?.[j - 2] ?? 0) + 1);
    }
    [before, row] = [row, next];
  }
  return row?.[other.length] ?? 0;
}
