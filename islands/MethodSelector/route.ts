/** How much of the route is done, in percent: none at the first stop, all at the last. */
export function progress(active: number, count: number): number {
  return count < 2 ? 100 : Math.round((active / (count - 1)) * 100);
}

export function stops(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
