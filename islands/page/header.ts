/** Marks the header once the page has scrolled more than its `data-threshold`. */
export function header(): void {
  const element = document.querySelector<HTMLElement>("[data-header]");
  if (!element) return;
  const threshold = Number(element.dataset.threshold);
  const update = () => element.toggleAttribute("data-scrolled", scrollY > threshold);
  addEventListener("scroll", update);
  update();
}
