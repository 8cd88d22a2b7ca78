/** The first scroll or pointer of a visit counts as an interaction with the island that waits for one (`[data-stir]`). */
export function stir(): void {
  const wake = async () => {
    await customElements.whenDefined("site-island");
    document.querySelector("[data-stir]")?.dispatchEvent(new Event("focusin"));
  };
  for (const type of ["scroll", "pointermove"]) addEventListener(type, wake, { once: true });
}
