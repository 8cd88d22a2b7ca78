import type { Fire } from "../fire";

/** At once. */
export function load(_element: HTMLElement, fire: Fire): void {
  fire();
}
