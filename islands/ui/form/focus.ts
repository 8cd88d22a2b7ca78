import { type RefObject, useEffect, useRef } from "react";
import { covered } from "../covered";

/** First control of the first field that is wrong; of what another page attached, the button that takes it off. */
export const INVALID = "[data-invalid] :is(input:not([role=combobox]),select,textarea),[data-invalid] > button";

/** Selectors in the form's panel of what is to have the focus, and of what is to be in view. */
export interface After {
  focus?: string;
  show?: string;
}

/** What is called with the selectors finds them once the next change is on the page. */
export function useAfter(form: RefObject<HTMLFormElement | null>) {
  const wanted = useRef<After>({});
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
    if (top < covered() - 1 || top > innerHeight / 2) whole.scrollIntoView?.({ block: "start" });
  });
  return (selectors: After) => {
    wanted.current = { ...wanted.current, ...selectors };
  };
}
