import { useLayoutEffect, useRef } from "react";

/**
 * Binds a field whose value belongs to the DOM: what a visitor entered before hydration is adopted, and a value that
 * changes from outside (Back, a reset) is written into the field.
 */
export function useAdopted<Element extends HTMLInputElement | HTMLSelectElement>(
  value: string,
  adopt: (value: string) => void,
) {
  const field = useRef<Element>(null);
  const adopted = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a value from outside; `adopt` is called once.
  useLayoutEffect(() => {
    const element = field.current;
    if (element && element.value !== value) {
      if (!adopted.current && element.value) adopt(element.value);
      else element.value = value;
    }
    adopted.current = true;
  }, [value]);
  return field;
}
