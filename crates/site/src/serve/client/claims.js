// A switch that marks what the page claims of the site's owner, each claim in the way of who vouches for it.
(async () => {
  const KINDS = { given: "given by the brief", confirmed: "confirmed by the owner", written: "written, not confirmed", sample: "invented" };
  const KEY = "site:claims";
  /** Fewer words than these may stand on other pages by chance. */
  const TELLING = 4;

  const listed = async () => (await fetch("/_site/claims")).json();
  let claims = await listed();
  if (claims.length === 0) return;
  const isOn = () => {
    try {
      return localStorage.getItem(KEY) === "on";
    } catch {
      return false;
    }
  };

  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const toggle = make("button", { type: "button", textContent: "Claims" });
  const legend = make("div", { hidden: true });
  const list = make("details");
  const chrome = make("aside", { className: "site-claims", ariaLabel: "Claims" }, legend, toggle);

  /** What is compared: no white space, and none of the marks and signs that typography changes. */
  const bare = (text) => text.replace(/[\s\u2060]/gu, "").replace(/[\u2018\u2019]/gu, "'").replaceAll("\u2026", "...");
  /** The words as a reader sees them: without Markdown's marks and YAML's escapes. */
  const plain = (words) => bare(words.replace(/\[([^\]]*)\]\([^)]*\)/gu, "$1").replace(/[*`]|\\(?=["\\])/gu, ""));

  /** The page's text as one line, and where each of its characters stands; a word may run through several elements. */
  function textOf() {
    const found = { text: "", places: [], begins: [] };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL, (node) => {
      if (node === chrome || node.className === "site-warnings" || /^(?:script|style|template|noscript)$/i.test(node.nodeName)) return NodeFilter.FILTER_REJECT;
      return node.nodeType === Node.TEXT_NODE ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
    });
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let begins = true;
      for (let at = 0; at < node.data.length; at++) {
        const signs = bare(node.data[at]);
        if (!signs) begins = true;
        for (const sign of signs) {
          found.text += sign;
          found.places.push([node, at]);
          found.begins.push(begins);
          begins = false;
        }
      }
    }
    return found;
  }

  function rangesOf(words, { text, places, begins }) {
    const wanted = plain(words);
    const isWord = (sign) => /[\p{L}\p{N}]/u.test(sign ?? "");
    const ranges = [];
    for (let at = text.indexOf(wanted); wanted && at >= 0; at = text.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      // `50+` is not what `150+` says.
      if (!begins[at] && isWord(text[at]) && isWord(text[at - 1])) continue;
      if (end < text.length && !begins[end] && isWord(text[end - 1]) && isWord(text[end])) continue;
      const range = new Range();
      range.setStart(...places[at]);
      range.setEnd(places[end - 1][0], places[end - 1][1] + 1);
      ranges.push(range);
    }
    return ranges;
  }

  /** An address whether or not it ends in a slash. */
  const path = (address) => address.replace(/\/$/u, "");
  /** The claims that stand on this page, with their ranges; those of this page that only its head or an attribute says have none. */
  function standing() {
    const page = textOf();
    return claims.flatMap((claim) => {
      const isHere = claim.pages.some((one) => path(one) === path(location.pathname));
      const ranges = isHere || claim.words.split(/\s+/u).length >= TELLING ? rangesOf(claim.words, page) : [];
      return isHere || ranges.length > 0 ? [{ ...claim, ranges }] : [];
    });
  }

  function row({ words, kind, question, place, ranges }) {
    const find = make("button", { type: "button", textContent: words, className: `claim-${kind}`, disabled: ranges.length === 0 });
    find.addEventListener("click", () => ranges[0].startContainer.parentElement.scrollIntoView({ block: "center" }));
    const where = ranges.length > 0 ? place : `${place} (in the head, an attribute or not on the page)`;
    return make("li", {}, find, make("p", { textContent: question }), make("code", { textContent: where }));
  }

  function mark() {
    const on = isOn();
    toggle.ariaPressed = String(on);
    legend.hidden = !on;
    const here = on ? standing() : [];
    const counts = Object.entries(KINDS).map(([kind, meaning]) => {
      const ranges = here.filter((claim) => claim.kind === kind).flatMap((claim) => claim.ranges);
      CSS.highlights?.set(`claim-${kind}`, new Highlight(...ranges));
      const count = here.filter((claim) => claim.kind === kind).length;
      return make("li", {}, make("span", { className: `claim-${kind}`, textContent: kind }), ` ${count}, ${meaning}`);
    });
    list.replaceChildren(make("summary", { textContent: `${here.length} on this page, with their questions` }), make("ol", {}, ...here.map(row)));
    legend.replaceChildren(make("ul", {}, ...counts), list);
  }

  toggle.addEventListener("click", () => {
    try {
      localStorage.setItem(KEY, isOn() ? "off" : "on");
    } catch {
      return;
    }
    mark();
  });
  addEventListener("site:updated", async () => {
    claims = await listed();
    mark();
  });
  // Islands write their own text.
  let waiting;
  new MutationObserver((changes) => {
    if (!isOn() || waiting || changes.every(({ target }) => chrome.contains(target))) return;
    waiting = requestAnimationFrame(() => {
      waiting = undefined;
      mark();
    });
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  document.body.append(chrome);
  mark();
})();
