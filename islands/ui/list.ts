/** The list beside an island, as the template wrote it: shown, hidden and ordered by id. */
export interface Shown {
  /** Value of `data-list`, and of the `data-empty`, `data-featured` and `data-reset` that belong to it. */
  list: string;
  /** Ids to show, in order. */
  ids: readonly string[];
  /** Whether the featured block shows; absent: it is not this island's. */
  featured?: boolean | undefined;
}

export function showInList({ list, ids, featured }: Shown): void {
  const element = document.querySelector(`[data-list="${list}"]`);
  if (!element) return;
  const items = [...element.children].filter((item): item is HTMLElement => item instanceof HTMLElement);
  const byId = new Map(items.map((item) => [item.dataset.id, item]));
  for (const item of items) {
    item.removeAttribute("data-js-hidden");
    item.hidden = !ids.includes(item.dataset.id ?? "");
  }
  const wanted = ids.flatMap((id) => byId.get(id) ?? []);
  const present = items.filter((item) => !item.hidden);
  if (wanted.some((item, index) => item !== present[index])) element.append(...wanted);

  if (featured !== undefined) {
    for (const block of document.querySelectorAll<HTMLElement>(`[data-featured="${list}"]`))
      block.hidden = !featured;
  }
  for (const empty of document.querySelectorAll<HTMLElement>(`[data-empty="${list}"]`)) {
    empty.hidden = ids.length > 0 || featured === true;
  }
}

/** Calls `reset` when a button outside the island that says `data-reset` is pressed; returns how to stop. */
export function onReset(list: string, reset: () => void): () => void {
  const buttons = [...document.querySelectorAll(`[data-reset="${list}"]`)];
  for (const button of buttons) button.addEventListener("click", reset);
  return () => {
    for (const button of buttons) button.removeEventListener("click", reset);
  };
}
