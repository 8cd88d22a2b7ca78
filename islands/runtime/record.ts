/**
 * Keeps what a visitor does to an island between its strategy firing and its hydration, and does it again afterwards.
 *
 * Fields, links and `<summary>` keep their native behaviour at once: what was typed or ticked stays in the DOM, which
 * islands read in a layout effect, and is announced again by `input` and `change`. A click on anything else (a button)
 * is held back and given to React, or, when the module failed, to the browser.
 */

const NATIVE = "a[href],summary,label,input,select,textarea";
const EVENTS = ["click", "keydown", "input", "change"] as const;

export interface Recording {
  note(event: Event): void;
  /** Stops recording and does again what was recorded. */
  replay(): void;
}

export function record(element: HTMLElement): Recording {
  const clicks = new Set<HTMLElement>();
  const fields = new Set<EventTarget>();
  let key: KeyboardEvent | undefined;

  const note = (event: Event) => {
    const target = event.target as HTMLElement;
    if (event.type === "keydown") {
      key ??= event as KeyboardEvent;
    } else if (event.type !== "click") {
      if (EVENTS.includes(event.type as "input")) fields.add(target);
    } else if (!target.closest(NATIVE)) {
      event.preventDefault();
      event.stopPropagation();
      clicks.add(target);
    }
  };
  for (const type of EVENTS) element.addEventListener(type, note, true);

  return {
    note,
    replay() {
      for (const type of EVENTS) element.removeEventListener(type, note, true);
      for (const field of fields) {
        field.dispatchEvent(new Event("input", { bubbles: true }));
        field.dispatchEvent(new Event("change", { bubbles: true }));
      }
      const active = document.activeElement;
      if (active && element.contains(active))
        active.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
      if (key)
        key.target?.dispatchEvent(
          new KeyboardEvent("keydown", { key: key.key, bubbles: true, cancelable: true }),
        );
      for (const target of clicks) target.click();
    },
  };
}
