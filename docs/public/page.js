// Search and copy buttons: the pages are whole without either.
const opener = document.querySelector("[data-index]");
const MOST = 12;
let entries;

/** Makes an element with a class, its text or its children. */
function make(name, className, ...content) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...content);
  return element;
}

/** Small letters without accents. */
const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** How well an entry fits all words: 0 for not at all; a title that begins with a word counts most. */
function rank([title, address, more], words) {
  let sum = 0;
  for (const word of words) {
    const at = fold(title).indexOf(word);
    const points = at === 0 ? 8 : at > 0 ? 4 : fold(more + address).includes(word) ? 1 : 0;
    if (!points) return 0;
    sum += points;
  }
  return sum + 1 / title.length;
}

function makeSearch() {
  const input = make("input", "");
  Object.assign(input, { type: "text", id: "search", enterKeyHint: "search", autocomplete: "off", spellcheck: false });
  const label = make("label", "", "Search pages, headings, functions and diagnostics");
  label.htmlFor = "search";
  const list = make("ul", "");
  const status = make("p", "");
  status.setAttribute("role", "status");
  const dialog = make("dialog", "search", label, input, list, status);
  dialog.setAttribute("aria-label", "Search");
  const show = () => {
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    const ranked = words.length ? (entries ?? []).map((entry) => [rank(entry, words), entry]) : [];
    const found = ranked.filter(([points]) => points).sort((a, b) => b[0] - a[0]);
    list.replaceChildren(
      ...found.slice(0, MOST).map(([, [title, address, more]]) => {
        const link = make("a", "", title, make("small", "", more));
        link.href = address;
        return make("li", "", link);
      }),
    );
    const counted = found.length ? `${found.length} found` : "Nothing found";
    status.textContent = words.length ? (entries ? counted : "Loading") : "";
  };
  input.addEventListener("input", show);
  dialog.addEventListener("click", (event) => {
    // A link to a place on this page leaves the dialog open otherwise.
    if (event.target === dialog || event.target.closest("a")) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "ArrowDown") (links[at + 1] ?? input).focus();
    else if (event.key === "ArrowUp") (at < 0 ? links.at(-1) : (links[at - 1] ?? input))?.focus();
    else if (event.key === "Enter" && at < 0) links[0]?.click();
    else return;
    event.preventDefault();
  });
  document.body.append(dialog);
  return { dialog, input, show, status };
}

let search;
async function open() {
  search ??= makeSearch();
  search.dialog.showModal();
  search.input.select();
  if (entries) return;
  try {
    const answer = await fetch(opener.dataset.index);
    if (!answer.ok) throw new Error(answer.statusText);
    entries = await answer.json();
    search.show();
  } catch {
    search.status.textContent = "The index could not be loaded. Close the search and try again.";
  }
}

opener.hidden = false;
opener.addEventListener("click", open);
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, dialog");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    open();
  }
});

for (const code of document.querySelectorAll("pre.code")) {
  const button = make("button", "copy", "Copy");
  button.type = "button";
  button.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(code.textContent).then(() => "Copied", () => "Not copied");
    button.textContent = done;
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  const frame = make("div", "framed");
  code.replaceWith(frame);
  frame.append(code, button);
}
