import type { Fire } from "../fire";

/** As soon as the media query matches. */
export function media(_element: HTMLElement, fire: Fire, query: string): void {
  const list = matchMedia(query);
  const check = () => list.matches && fire();
  list.addEventListener("change", check);
  check();
}
