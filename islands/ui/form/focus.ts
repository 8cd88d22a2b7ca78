import { type RefObject, useCallback, useEffect, useRef } from "react";

/** First control of the first field that is wrong. */
export const INVALID = "[data-invalid] :is(input:not([role=combobox]),select,textarea)";

/** Focuses, once the next change is on the page, what a selector finds in the form's panel. */
export function useFocusAfter(form: RefObject<HTMLFormElement | null>): (selector: string) => void {
  const wanted = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!wanted.current) return;
    form.current?.closest(".form-panel")?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = undefined;
  });
  return useCallback((selector: string) => {
    wanted.current = selector;
  }, []);
}
