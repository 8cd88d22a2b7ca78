/** Runs before the first paint: the chosen theme, and the class that says that scripts run. */
const root = document.documentElement;
root.classList.add("js");
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
  if (theme) root.dataset.theme = theme;
} catch {
  // Storage may be refused; the system's theme then stands.
}
