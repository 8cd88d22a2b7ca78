/** How much of the screen's top the page's header covers. */
export function covered(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}
