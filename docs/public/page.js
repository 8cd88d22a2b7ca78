// The search on every page, the sidebar's place, and copy buttons: the pages are whole without any.
const opener = document.querySelector(".search-open");
const dialog = document.querySelector("dialog.search");

/** Opens the search, whose script is asked for now; without it, and where the search is a part of the page, goes there. */
async function open() {
  dialog?.showModal();
  const input = document.getElementById("site-search");
  input.select();
  input.focus();
  if (!dialog) return;
  const root = dialog.querySelector("[data-script]");
  try {
    const { start } = await import(root.dataset.script);
    start(root);
  } catch {
    location.assign(opener.href);
  }
}

opener.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open();
});
// A link to a place on this page leaves the dialog open otherwise.
dialog?.addEventListener("click", (event) => {
  if (event.target === dialog || event.target.closest("a")) dialog.close();
});
dialog?.addEventListener("keydown", (event) => {
  // Where something is typed, Escape would only take that away.
  if (event.key === "Escape" && event.target.matches("input")) dialog.close();
});
document.addEventListener("keydown", (event) => {
  // No key alone: who dictates types it without meaning to.
  const isAsked = (event.ctrlKey || event.metaKey) && event.key === "k";
  if (!isAsked || event.altKey || dialog?.open) return;
  event.preventDefault();
  open();
});

// Where the style sheet cannot say that the sidebar begins at the current page.
const here = document.querySelector(".contents [aria-current]");
if (here && !CSS.supports("scroll-initial-target: nearest")) {
  const sidebar = here.closest(".contents");
  sidebar.scrollTop = here.offsetTop - sidebar.clientHeight / 2;
}

const { copy, copied, refused } = document.body.dataset;
for (const code of document.querySelectorAll("pre.code")) {
  const button = document.createElement("button");
  button.className = "copy";
  button.type = "button";
  button.textContent = copy;
  // What becomes of it is said.
  button.ariaLive = "polite";
  button.addEventListener("click", async () => {
    button.textContent = await navigator.clipboard.writeText(code.textContent).then(() => copied, () => refused);
    setTimeout(() => (button.textContent = copy), 2000);
  });
  const frame = document.createElement("div");
  frame.className = "framed";
  code.replaceWith(frame);
  frame.append(code, button);
}
