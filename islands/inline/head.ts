/** Runs before the first paint: the chosen theme, and the class that says that scripts run. */
const root = document.documentElement;
root.classList.add("js");
// A page that opens at its top, and at no place of it that was left or asked for, may lay out later what is far below.
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (visit?.type === "navigate" && !location.hash) root.classList.add("opening");
// A script that does not arrive takes the class away again, so that nothing stays hidden that only it would show.
// (Ours are modules; what analytics does is none of the page's concern.)
addEventListener(
  "error",
  ({ target }) => (target as HTMLScriptElement).type === "module" && root.classList.remove("js"),
  true,
);
// A transition between two pages that the browser gives up is no mistake of the page.
for (const type of ["pageswap", "pagereveal"] as const) {
  addEventListener(type, ({ viewTransition }) => {
    viewTransition?.ready.catch(() => {});
    viewTransition?.finished.catch(() => {});
  });
}
try {
  const theme = localStorage.getItem("theme");
  if (theme) {
    root.dataset.theme = theme;
    // The page's own sheet knows the theme by this, what the browser draws around the page by that.
    const dark = document.querySelector<HTMLMetaElement>("meta[media]");
    if (dark) dark.media = theme === "dark" ? "all" : "not all";
  }
} catch {
  // Storage may be refused; the system's theme then stands.
}
