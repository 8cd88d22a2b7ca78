/** The full-screen menu of small screens: nothing but the header that it belongs to scrolls, takes focus or is read while it is open. */
export function menu(): void {
  const toggle = document.querySelector<HTMLElement>("[data-menu-toggle]");
  const panel = document.querySelector<HTMLElement>("[data-menu]");
  const bar = toggle?.closest("header");
  if (!toggle || !panel || !bar) return;
  const isOpen = () => panel.hasAttribute("data-open");

  const set = (open: boolean) => {
    panel.toggleAttribute("data-open", open);
    document.documentElement.toggleAttribute("data-menu-open", open);
    toggle.setAttribute("aria-expanded", String(open));
    for (const element of document.body.children) {
      if (element !== bar) (element as HTMLElement).inert = open;
    }
  };
  toggle.addEventListener("click", () => set(!isOpen()));
  bar.addEventListener("click", (event) => {
    if (isOpen() && (event.target as Element).closest("a[href]")) set(false);
  });
  document.addEventListener("keydown", (event) => {
    if (!isOpen()) return;
    if (event.key === "Escape") {
      set(false);
      toggle.focus();
    } else if (event.key === "Tab") {
      wrap(event, [...bar.querySelectorAll<HTMLElement>("a[href],button")]);
    }
  });
  // Turning the phone may bring the wide navigation back, which has no toggle.
  addEventListener("resize", () => isOpen() && !isShown(toggle) && set(false));
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** Keeps Tab inside the list: after the last comes the first. */
function wrap(event: KeyboardEvent, all: HTMLElement[]): void {
  const list = all.filter(isShown);
  const index = list.indexOf(document.activeElement as HTMLElement);
  const next = index < 0 ? 0 : index + (event.shiftKey ? -1 : 1);
  event.preventDefault();
  list.at(next % list.length)?.focus();
}
