import type { Fire } from "../runtime";
import { interaction } from "./interaction";

/**
 * Shortly before the island scrolls into view, or when it is used before that (by an access key, say). Looks once the
 * browser has nothing more urgent to do, so that an island of the first screen does not delay its first picture.
 */
export function visible(element: HTMLElement, fire: Fire): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      fire();
    },
    { rootMargin: "200px" },
  );
  const look = () => {
    // An island may be `display: contents`, which has no box of its own.
    for (const box of [element, ...element.children]) observer.observe(box);
  };
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(look, { timeout: 1500 });
  else setTimeout(look, 300);
  interaction(element, fire);
}
