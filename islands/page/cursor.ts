const INTERACTIVE = "a,button,input,select,textarea,summary,label,[role=option]";

/** The dot that follows a fine pointer on screens of 768 px and more; `data-hover` makes it grow from 20 to 50 px. */
export function cursor(): void {
  if (!matchMedia("(pointer: fine) and (min-width: 768px)").matches) return;
  const dot = document.createElement("div");
  dot.className = "cursor-dot";
  dot.setAttribute("aria-hidden", "true");
  let frame = 0;
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!dot.isConnected) document.body.append(dot);
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      dot.style.translate = `${clientX}px ${clientY}px`;
    });
  });
  const update = (event: Event) =>
    dot.toggleAttribute("data-hover", Boolean((event.target as Element).closest(INTERACTIVE)));
  document.addEventListener("pointerover", update);
  document.addEventListener("focusin", update);
  document.addEventListener("focusout", () => dot.removeAttribute("data-hover"));
  // The next move brings the dot back.
  document.documentElement.addEventListener("pointerleave", () => dot.remove());
}
