/** The theme switch goes to the other theme and remembers it; one that is the system's own is followed again instead. */
export function theme(): void {
  const root = document.documentElement;
  const buttons = document.querySelectorAll<HTMLElement>("[data-theme-switch]");
  const system = matchMedia("(prefers-color-scheme: dark)");
  /** The dark colour of what the browser draws around the page; where it does not hold, the light one does. */
  const dark = document.querySelector<HTMLMetaElement>("meta[media]");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);

  const show = () => {
    for (const button of buttons) button.setAttribute("aria-label", `Passer au thème ${isDark() ? "clair" : "sombre"}`);
    if (dark) dark.media = isDark() ? "all" : "not all";
  };
  const change = () => {
    const toDark = !isDark();
    root.dataset.theme = toDark === system.matches ? "" : toDark ? "dark" : "light";
    show();
    try {
      localStorage.theme = root.dataset.theme;
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  const read = () => {
    try {
      root.dataset.theme = localStorage.theme ?? "";
    } catch {
      // Nor can another page have chosen.
    }
    show();
  };
  for (const button of buttons) button.addEventListener("click", change);
  system.addEventListener("change", show);
  // Another tab may choose, also while this page is put away.
  addEventListener("storage", read);
  addEventListener("pageshow", read);
  read();
}
