/** How much of the route is done, in percent: none at the first stop, all at the last. */
export function progress(active: number, count: number): number {
  return count < 2 ? 100 : Math.round((active / (count - 1)) * 100);
}

export function stops(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The stop that a key leads to, round the ends; none for other keys. */
export function nextStep(key: string, active: number, count: number): number | undefined {
  if (key === "ArrowRight" || key === "ArrowDown") return (active + 1) % count;
  if (key === "ArrowLeft" || key === "ArrowUp") return (active + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
