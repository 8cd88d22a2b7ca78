const LABELS = { system: "Thème du système", light: "Thème clair", dark: "Thème sombre" } as const;
type Choice = keyof typeof LABELS;
const NEXT: Record<Choice, Choice> = { system: "light", light: "dark", dark: "system" };

/** The theme switch goes from the system's theme to light to dark, and remembers. */
export function theme(): void {
  const root = document.documentElement;
  const buttons = document.querySelectorAll<HTMLElement>("[data-theme-switch]");
  const current = (): Choice => (root.dataset.theme as Choice | undefined) ?? "system";

  const show = () => {
    for (const button of buttons) {
      button.dataset.choice = current();
      button.setAttribute("aria-label", LABELS[current()]);
    }
  };
  const choose = (choice: Choice) => {
    if (choice === "system") delete root.dataset.theme;
    else root.dataset.theme = choice;
    try {
      if (choice === "system") localStorage.removeItem("theme");
      else localStorage.setItem("theme", choice);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    show();
  };
  for (const button of buttons) button.addEventListener("click", () => choose(NEXT[current()]));
  show();
}
