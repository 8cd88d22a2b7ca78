import type { Fire } from "../runtime";

/** At the first touch, click, key or focus inside the island. */
export function interaction(element: HTMLElement, fire: Fire): void {
  for (const type of ["pointerdown", "focusin", "keydown", "click"]) {
    element.addEventListener(type, fire, { capture: true, once: true });
  }
}
