const THRESHOLD = 0.1;

/** Marks `[data-reveal]` once a tenth of it is in view (or of the screen, for what is taller than ten screens). */
export function reveal(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRatio, intersectionRect } of entries) {
        if (!isIntersecting) continue;
        if (intersectionRatio < THRESHOLD && intersectionRect.height < innerHeight * THRESHOLD) continue;
        (target as HTMLElement).dataset.revealed = "";
        observer.unobserve(target);
      }
    },
    { threshold: [0, 0.02, 0.05, THRESHOLD] },
  );
  const look = () => {
    for (const element of document.querySelectorAll("[data-reveal]")) observer.observe(element);
  };
  look();
  // A development client has put new elements into the page.
  addEventListener("site:updated", look);
}
