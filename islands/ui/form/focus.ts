import { type RefObject, useCallback, useEffect, useRef } from "react";

/** First control of the first field that is wrong. */
export const INVALID = "[data-invalid] :is(input:not([role=combobox]),select,textarea)";

/**
 * Once the next change is on the page: focuses what a selector finds in the form's panel, and brings in view what another
 * one does.
 */
export function useAfter(form: RefObject<HTMLFormElement | null>) {
  const wanted = useRef<{ focus?: string; show?: string }>({});
  useEffect(() => {
    const panel = form.current?.closest(".form-panel");
    const { focus, show } = wanted.current;
    wanted.current = {};
    const find = (selector: string | undefined) =>
      selector ? [...(panel?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1) : undefined;
    find(show)?.scrollIntoView?.({ block: "nearest" });
    const target = focus && panel?.querySelector<HTMLElement>(focus);
    if (!panel || !target) return;
    // A step is read from the top, its title and progress in view; a question that is wrong, with what is said of it.
    const whole = target.matches("[data-step],[data-thanks]") ? panel : target.closest("[data-invalid]");
    target.focus({ preventScroll: whole !== null });
    if (!whole) return;
    const { top } = whole.getBoundingClientRect();
    // The page's header covers what lies above.
    const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    if (top < covered - 1 || top > innerHeight / 2) whole.scrollIntoView?.({ block: "start" });
  });
  const focusAfter = useCallback((focus: string) => {
    wanted.current = { ...wanted.current, focus };
  }, []);
  const showAfter = useCallback((show: string) => {
    wanted.current = { ...wanted.current, show };
  }, []);
  return { focusAfter, showAfter };
}
