import { painted } from "./painted";

/** Lays out what a page that opens at its top had left for later (`html.opening`): a section a frame, so that no task is long. */
export function opening(): void {
  const root = document.documentElement;
  const sections = [...document.querySelectorAll("main > section")];
  const next = () => {
    const section = sections.shift();
    section?.toggleAttribute("data-laid-out");
    if (section) requestAnimationFrame(() => setTimeout(next));
    else root.classList.remove("opening");
  };
  if (root.classList.contains("opening")) painted(next);
}
