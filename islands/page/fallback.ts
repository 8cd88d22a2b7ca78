/** An image that fails gives way to the `[data-fallback]` beside it, or to its text in a frame of its own. */
function replace(image: HTMLImageElement): void {
  const shown = image.closest("picture") ?? image;
  const beside = shown.parentElement?.querySelector<HTMLElement>("[data-fallback]");
  if (beside) {
    beside.hidden = false;
    shown.remove();
    return;
  }
  const frame = document.createElement("span");
  frame.className = "image-missing";
  frame.textContent = image.alt;
  shown.replaceWith(frame);
}

export function fallback(): void {
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLImageElement) replace(target);
    },
    true,
  );
  // Those that failed before this script ran; listed first, since the page's own list loses what is replaced.
  for (const image of [...document.images]) {
    if (image.complete && image.currentSrc && !image.naturalWidth) replace(image);
  }
}
