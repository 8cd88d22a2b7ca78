/** An image that fails gives way to the `[data-fallback]` beside it. */
function replace(image: HTMLImageElement): void {
  const shown = image.closest("picture") ?? image;
  const fallback = shown.parentElement?.querySelector<HTMLElement>("[data-fallback]");
  if (!fallback) return;
  fallback.removeAttribute("hidden");
  shown.remove();
}

export function fallback(): void {
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLImageElement) replace(target);
    },
    true,
  );
  // Those that failed before this script ran.
  for (const image of document.images) {
    if (image.complete && image.currentSrc && !image.naturalWidth) replace(image);
  }
}
