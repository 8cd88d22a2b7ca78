import type { Fire } from "../runtime";

/** When the browser has nothing else to do. */
export function idle(_element: HTMLElement, fire: Fire): void {
  // Safari knows no requestIdleCallback.
  if ("requestIdleCallback" in window) requestIdleCallback(() => fire());
  else setTimeout(fire, 200);
}
