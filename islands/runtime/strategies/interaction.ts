import type { Fire } from "../fire";

/** At the first touch, click, key, focus or filling in inside the island. */
export function interaction(element: HTMLElement, fire: Fire): void {
  for (const type of ["pointerdown", "focusin", "keydown", "click", "input"]) {
    element.addEventListener(type, fire, { capture: true, once: true });
  }
}
