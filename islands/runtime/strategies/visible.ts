import type { Fire } from "../fire";
import { whenIdle } from "./idle";
import { interaction } from "./interaction";

/** Whether the address or a draft asks for something that shows without a touch; what a campaign adds to a link does not. */
function isAwaited(): boolean {
  try {
    return /[?&](?!utm_|\w*clid)|draft:/.test(location.search + Object.keys(localStorage));
  } catch {
    return true;
  }
}

/**
 * Shortly before the island scrolls into view, when a pointer comes over it, or when it is used before that (by an access
 * key, say); wherever it stands, once the browser is idle, when something is awaited of it. An island of the first screen waits
 * for one of these too, so that nothing runs for a page that is only looked at; its files are asked for once the browser has
 * nothing more urgent to do.
 */
export function visible(element: HTMLElement, fire: Fire, _argument: string, prepare: () => void): void {
  const whenNear = (then: () => void) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        then();
      },
      { rootMargin: "200px" },
    );
    // An island may be `display: contents`, which has no box of its own.
    for (const box of [element, ...element.children]) observer.observe(box);
  };
  // What is awaited of an island above the place that the browser went back to shows below it, and on paper. Whoever scrolled
  // before this ran has scrolled.
  whenIdle(() => (isAwaited() ? fire() : whenNear(scrollY ? fire : prepare)), { timeout: 1500 });
  addEventListener("scroll", () => whenNear(fire), { once: true, passive: true });
  element.addEventListener("pointerover", () => fire(), { once: true });
  interaction(element, fire);
}
