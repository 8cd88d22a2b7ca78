import type { Fire } from "../fire";

/** When the browser has nothing else to do. */
export function idle(_element: HTMLElement, fire: Fire): void {
  whenIdle(() => fire());
}

/** Calls back when the browser has nothing else to do. */
export function whenIdle(then: () => void, options?: IdleRequestOptions): void {
  // Safari knows no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(then, options);
  else setTimeout(then, 300);
}
