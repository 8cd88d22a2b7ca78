/** Marks the header once the page has scrolled more than its `data-threshold` (50 px by default). */
export function header(): void {
  const element = document.querySelector<HTMLElement>("[data-header]");
  if (!element) return;
  const threshold = Number(element.dataset.threshold ?? 50);
  const update = () => element.toggleAttribute("data-scrolled", scrollY > threshold);
  addEventListener("scroll", update, { passive: true });
  update();
}
