import type { Fire } from "../runtime";
import { interaction } from "./interaction";

/** Shortly before the island scrolls into view, or when it is used before that (by an access key, say). */
export function visible(element: HTMLElement, fire: Fire): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      fire();
    },
    { rootMargin: "200px" },
  );
  // An island may be `display: contents`, which has no box of its own.
  for (const box of [element, ...element.children]) observer.observe(box);
  interaction(element, fire);
}
