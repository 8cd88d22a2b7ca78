/** The place in a list that a key leads to, round the ends; none for other keys. */
export function placeAfter(key: string, place: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown" || key === "ArrowRight") return (place + 1) % count;
  if (key === "ArrowUp" || key === "ArrowLeft") return (Math.max(place, 0) + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
