import { useLayoutEffect, useState } from "react";

/** False in the server's HTML and in the first render, which equals it; true before the visitor sees the next one. */
export function useEnhanced(): boolean {
  const [enhanced, setEnhanced] = useState(false);
  useLayoutEffect(() => setEnhanced(true), []);
  return enhanced;
}

/**
 * Attributes of a part that is away for those with JavaScript, while without it everything shows.
 * Before hydration a CSS rule on `data-js-hidden` hides it, afterwards `hidden` does.
 */
export function away(isAway: boolean, enhanced: boolean) {
  return { "data-js-hidden": isAway ? "" : undefined, hidden: isAway && enhanced };
}
