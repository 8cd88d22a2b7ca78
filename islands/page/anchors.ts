/** Links to a place on this page scroll there, smoothly where motion is welcome, and change the address. */
export function anchors(): void {
  document.addEventListener("click", (event) => {
    if (
      event.defaultPrevented ||
      event.button ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href*='#']");
    if (!link || link.target || link.origin !== location.origin || link.pathname !== location.pathname)
      return;
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!target) return;
    event.preventDefault();
    if (link.hash !== location.hash) history.pushState(null, "", link.hash);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // Smoothly, but for no longer than two screens: what is far is approached at once.
    const { top } = target.getBoundingClientRect();
    const far = Math.max(Math.abs(top) - 2 * innerHeight, 0);
    if (!calm) scrollBy({ top: Math.sign(top) * far, behavior: "instant" });
    target.scrollIntoView({ behavior: calm ? "auto" : "smooth" });
    // As after a native jump, the next Tab goes on from there and a screen reader reads it.
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
    dispatchEvent(new Event("site:anchor"));
  });
}
