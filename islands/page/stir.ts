/** The first scroll or pointer of a visit counts as an interaction with the islands that wait for one (`[data-stir]`). */
export function stir(): void {
  const wake = async () => {
    await customElements.whenDefined("site-island");
    for (const one of document.querySelectorAll("[data-stir]")) one.dispatchEvent(new Event("focusin"));
  };
  for (const type of ["scroll", "pointermove"]) addEventListener(type, wake, { once: true, passive: true });
  if (scrollY) void wake();
}
