/** The theme switch goes to the other theme and remembers it; one that is the system's own is followed again instead. */
export function theme(): void {
  const root = document.documentElement;
  const buttons = document.querySelectorAll<HTMLElement>("[data-theme-switch]");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);

  const show = () => {
    for (const button of buttons) button.setAttribute("aria-label", `Passer au thème ${isDark() ? "clair" : "sombre"}`);
  };
  const change = () => {
    const toDark = !isDark();
    const choice = toDark === system.matches ? "" : toDark ? "dark" : "light";
    root.dataset.theme = choice;
    show();
    try {
      localStorage.setItem("theme", choice);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  for (const button of buttons) button.addEventListener("click", change);
  system.addEventListener("change", show);
  show();
}
