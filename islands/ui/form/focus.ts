import { type RefObject, useCallback, useEffect, useRef } from "react";

/** First control of the first field that is wrong. */
export const INVALID = "[data-invalid] :is(input:not([role=combobox]),select,textarea)";

/** Focuses, once the next change is on the page, what a selector finds in the form's panel. */
export function useFocusAfter(form: RefObject<HTMLFormElement | null>): (selector: string) => void {
  const wanted = useRef<string | undefined>(undefined);
  useEffect(() => {
    const panel = form.current?.closest(".form-panel");
    const target = wanted.current && panel?.querySelector<HTMLElement>(wanted.current);
    wanted.current = undefined;
    if (!panel || !target) return;
    if (!target.matches("[data-step],[data-thanks]")) {
      target.focus();
      return;
    }
    // A step is read from the top, its title and progress in view.
    target.focus({ preventScroll: true });
    const { top } = panel.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) panel.scrollIntoView?.({ block: "start" });
  });
  return useCallback((selector: string) => {
    wanted.current = selector;
  }, []);
}
