import { painted } from "./painted";

const NEAR = "600px";

/** Draws the maps that templates leave for later (`<use data-href>`) when they come near the screen, and all before printing. */
export function maps(): void {
  const draw = (use: Element) => {
    const address = use.getAttribute("data-href");
    if (address) use.setAttribute("href", address);
    use.removeAttribute("data-href");
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        target.querySelectorAll("use").forEach(draw);
        observer.unobserve(target);
      }
    },
    { rootMargin: NEAR },
  );
  const waiting = () => document.querySelectorAll("use[data-href]");
  const look = () => {
    for (const use of waiting()) observer.observe(use.parentElement as Element);
  };
  painted(look);
  // A development client has put new elements into the page.
  addEventListener("site:updated", look);
  addEventListener("beforeprint", () => waiting().forEach(draw));
}
