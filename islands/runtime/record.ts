/**
 * Keeps what a visitor does to an island between its strategy firing and its hydration, and does it again afterwards.
 *
 * Fields, links and `<summary>` keep their native behaviour at once; what fields hold is `entered.ts`'s business, and a
 * question that was opened or closed says so again. A click on anything else (a button) is held back and given to React,
 * or, when the module failed, to the browser. An island in which an arrow key was pressed says so (`data-arrows`): what
 * such a key chose comes as a click, and was none.
 */

const NATIVE = "a[href],summary,label,input,select,textarea";
const EVENTS = ["click", "keydown"] as const;

export interface Recording {
  note(event: Event): void;
  /** Stops recording and does again what was recorded. */
  replay(): void;
}

export function record(element: HTMLElement): Recording {
  const clicks = new Set<HTMLElement>();
  const toggled = new Set<Element>();
  let key: KeyboardEvent | undefined;

  const note = (event: Event) => {
    const target = event.target as HTMLElement;
    const details = target.closest("summary")?.closest("details");
    if (event.type === "keydown") {
      key ??= event as KeyboardEvent;
      if (/^Arrow/.test((event as KeyboardEvent).key)) element.setAttribute("data-arrows", "");
    } else if (event.type === "click" && details) {
      toggled.add(details);
    } else if (event.type === "click" && !target.closest(NATIVE)) {
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
      for (const details of toggled) details.dispatchEvent(new Event("toggle"));
      const active = document.activeElement;
      if (element.contains(active))
        active?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
      key?.target?.dispatchEvent(
        new KeyboardEvent("keydown", { key: key.key, bubbles: true, cancelable: true }),
      );
      for (const target of clicks) target.click();
    },
  };
}
