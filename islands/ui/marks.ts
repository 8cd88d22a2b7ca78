import { placesOf } from "./search";

/** Marks the words in what shows of a list, where the browser can without touching the page's elements. */
export function mark(list: string, words: readonly string[]): void {
  const element = document.querySelector<HTMLElement>(`[data-list="${list}"]`);
  element?.toggleAttribute("data-searched", words.length > 0);
  if (!element || !("highlights" in CSS)) return;
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && words.length > 0; node = walker.nextNode()) {
    for (const [from, to] of placesOf(node.nodeValue ?? "", words)) {
      const range = new Range();
      range.setStart(node, from);
      range.setEnd(node, to);
      ranges.push(range);
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}
