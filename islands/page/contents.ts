/** Marks in the table of contents which part is being read: the last one that has passed the upper fifth of the screen. */
export function contents(): void {
  const list = document.querySelector<HTMLElement>(".toc");
  if (!list) return;
  const links = [...list.querySelectorAll<HTMLAnchorElement>("a[href^='#']")];
  const parts = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  let marked = -1;
  const mark = () => {
    // A jump ends under the header.
    const place = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    const line = Math.max(innerHeight / 5, place) + 1;
    const current = parts.findLastIndex((part) => part && part.getBoundingClientRect().top <= line);
    if (current === marked) return;
    links[marked]?.removeAttribute("aria-current");
    links[current]?.setAttribute("aria-current", "location");
    // Above the first part the list shows its own head again.
    list.scrollTop = (links[current]?.offsetTop ?? 0) - list.clientHeight / 2;
    marked = current;
  };
  // All that is above the line counts as in view, so that the observer tells of a jump over many headings too.
  const observer = new IntersectionObserver(mark, { rootMargin: "999999px 0px -80%" });
  for (const part of parts) if (part) observer.observe(part);
}
