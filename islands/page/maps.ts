import { painted } from "./painted";

/** Draws the maps that templates leave for later (`<use data-href>`) when they come near the screen, and all before printing. */
export function maps(): void {
  const draw = (use: Element) => {
    use.setAttribute("href", use.getAttribute("data-href") ?? "");
    use.removeAttribute("data-href");
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        target.querySelectorAll("use[data-href]").forEach(draw);
        observer.unobserve(target);
      }
    },
    { rootMargin: "600px" },
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
