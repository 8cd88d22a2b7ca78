import type { Fire } from "../runtime";

/** At once. */
export function load(_element: HTMLElement, fire: Fire): void {
  fire();
}
