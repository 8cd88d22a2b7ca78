// Keeps an open page as its sources are: after a build what changed is changed in place, and mistakes are shown over
// the page. It runs before the page's own scripts do, and leaves what they and the visitor did since as it is.
(() => {
  const script = document.currentScript;
  let { digest } = script.dataset;
  script.remove();

  /** What the server sent last for a node. What scripts made was never sent; the inside of an island is its own. */
  const sent = new WeakMap();
  function note(node, as) {
    sent.set(node, as);
    if (isIsland(node)) return;
    let copy = as.firstChild;
    for (let child = node.firstChild; child && copy; child = child.nextSibling, copy = copy.nextSibling) note(child, copy);
  }
  const isIsland = (node) => node.localName === "site-island";

  // The page's policy lets only named policies parse HTML and write what stands in scripts, be it data.
  const trust = { createHTML: (html) => html, createScript: (text) => text };
  const policy = globalThis.trustedTypes?.createPolicy("site-serve", trust) ?? trust;
  const parse = (html) => new DOMParser().parseFromString(policy.createHTML(html), "text/html");

  let shown = parse(document.documentElement.outerHTML);
  note(document.head, shown.head);
  note(document.body, shown.body);
  // Asked for now: after some more builds the server has this table no longer.
  let modules = modulesOf(shown).catch(() => ({}));

  function setScript(node, { textContent }) {
    node.textContent = policy.createScript(textContent);
  }

  async function update(html) {
    const next = parse(html);
    // What runs cannot be taken back: other scripts need another load.
    if (scripts(shown) !== scripts(next)) return location.reload();
    const [before, after] = [islandsOf(shown), islandsOf(next)];
    const [old, now] = await Promise.all([modules, before.modules === after.modules ? modules : modulesOf(next)]);
    const isOther = (a, b) => JSON.stringify(a) !== JSON.stringify(b);
    // Though its HTML may be the same, an island's code or properties may be others.
    const isStale = ({ dataset: { props }, attributes: { name } }) =>
      isOther(old[name.value], now[name.value]) || isOther(before.props[props], after.props[props]);
    await updateHead(next.head);
    const changed = updateBody(next.body);
    for (const island of document.querySelectorAll("site-island")) {
      const wanted = changed.get(island) ?? (isStale(island) ? sent.get(island) : undefined);
      if (wanted && island.isConnected) remount(island, wanted);
    }
    shown = next;
    modules = Promise.resolve(now);
    // What observes elements looks for new ones.
    dispatchEvent(new Event("site:updated"));
  }

  function scripts(page) {
    return Array.from(page.querySelectorAll("script:not([type$=json])"), (script) => script.outerHTML).join();
  }

  /** What a page says about its islands. */
  function islandsOf(page) {
    return JSON.parse(page.getElementById("islands")?.textContent ?? '{"props":[]}');
  }

  /** The files of each island of a page. */
  async function modulesOf(page) {
    const { modules } = islandsOf(page);
    return modules ? (await (await fetch(modules)).json()).islands : {};
  }

  /** Elements of the head come and go. A style sheet goes when the one in its place is there. */
  async function updateHead(next) {
    const gone = new Set(Array.from(document.head.children).filter((element) => sent.has(element)));
    const loads = [];
    const come = Array.from(next.children).filter((wanted) => {
      const same = Array.from(gone).find((element) => sent.get(element).isEqualNode(wanted));
      return !gone.delete(same);
    });
    const places = Array.from(gone);
    for (const wanted of come) {
      const element = document.importNode(wanted, true);
      if (element.localName === "script") setScript(element, wanted);
      note(element, wanted);
      if (element.rel === "stylesheet") {
        loads.push(new Promise((loaded) => {
          for (const type of ["load", "error"]) element.addEventListener(type, loaded);
        }));
      }
      const index = places.findIndex((old) => old.localName === element.localName && old.rel === element.rel);
      const [place] = index < 0 ? [] : places.splice(index, 1);
      if (place) place.after(element);
      else document.head.append(element);
    }
    await Promise.all(loads);
    for (const element of gone) element.remove();
  }

  /** Morphs the body; answers which islands have other HTML. */
  function updateBody(body) {
    const islands = new Map();
    const coming = new Map();
    let adding;
    Idiomorph.morph(document.body, body, {
      callbacks: {
        beforeNodeMorphed(node, wanted) {
          if (sent.get(node)?.isEqualNode(wanted)) return false;
          coming.set(node, wanted);
          if (node.parentNode.localName === "script") {
            setScript(node.parentNode, wanted.parentNode);
            return false;
          }
          if (!isIsland(node)) return true;
          islands.set(node, wanted);
          return false;
        },
        afterNodeMorphed: (node, wanted) => sent.set(node, wanted),
        beforeAttributeUpdated: (name, node) => isToUpdate(name, node, sent.get(node), coming.get(node)),
        beforeNodeAdded(wanted) {
          adding = wanted;
        },
        afterNodeAdded: (node) => sent.has(node) || note(node, adding),
        beforeNodeRemoved(node) {
          if (sent.has(node)) unmount(node);
          return sent.has(node);
        },
      },
    });
    return islands;
  }

  /** What the server did not change stays as scripts and the visitor made it. */
  function isToUpdate(name, node, old, wanted) {
    if (!old) return true;
    if (old.getAttribute(name) === wanted.getAttribute(name)) return false;
    if (name === "value") return node.value === old.defaultValue;
    if (name !== "class") return true;
    node.classList.remove(...Array.from(old.classList).filter((one) => !wanted.classList.contains(one)));
    node.classList.add(...Array.from(wanted.classList).filter((one) => !old.classList.contains(one)));
    return false;
  }

  function unmount(node) {
    const inside = node.querySelectorAll?.("site-island") ?? [];
    for (const island of [...inside, node]) island.dispatchEvent(new Event("site:unmount"));
  }

  /** Puts the server's HTML in the place of an island, which wakes anew with what was typed and opened in it. */
  function remount(island, wanted) {
    const fresh = document.importNode(wanted, true);
    // What woke it does not come again. One that failed was awake too, and is to show that it was mended.
    if (["loading", "hydrated", "failed"].includes(island.dataset.state)) fresh.setAttribute("on", "load");
    const focused = document.activeElement;
    const controls = "input:not([type=file]),textarea,select,details,button,a";
    const left = Array.from(fresh.querySelectorAll(controls));
    let focus;
    for (const old of island.querySelectorAll(controls)) {
      const index = left.findIndex((one) => ["localName", "type", "name", "id"].every((key) => one[key] === old[key]));
      const [control] = index < 0 ? [] : left.splice(index, 1);
      if (!control) continue;
      if (old === focused) focus = { control, start: old.selectionStart, end: old.selectionEnd };
      if (old.localName === "details") control.open = old.open;
      else if (old.localName === "select") control.value = old.value;
      else if (/checkbox|radio/.test(old.type)) control.checked = old.checked;
      else if (/input|textarea/.test(old.localName) && control.value !== old.value) control.value = old.value;
    }
    island.replaceWith(fresh);
    unmount(island);
    note(fresh, wanted);
    focus?.control.focus({ preventScroll: true });
    if (focus?.start != null) focus.control.setSelectionRange(focus.start, focus.end);
  }

  // Mistakes: of the last build, and what islands throw or where they differ from their HTML until the next update.
  let broken = "";
  const thrown = new Set();
  let overlay;
  function tell() {
    const text = [broken, ...thrown].filter(Boolean).join("\n\n");
    if (!text) return overlay?.close();
    if (!overlay) {
      overlay = document.createElement("dialog");
      overlay.className = "site-mistakes";
      const close = document.createElement("button");
      close.type = "button";
      close.textContent = "Close";
      close.addEventListener("click", () => overlay.close());
      overlay.append(document.createElement("pre"), close);
      document.body.append(overlay);
    }
    overlay.firstChild.textContent = text;
    if (!overlay.open) overlay.showModal();
  }
  const page = encodeURIComponent(location.pathname);
  addEventListener("site:mistake", async ({ target, detail }) => {
    const island = encodeURIComponent(target.dataset.prefix);
    const answer = await fetch(`/_site/island?page=${page}&prefix=${island}`);
    const place = answer.ok ? await answer.text() : "";
    thrown.add(`${detail}\n\n${place}`.trim());
    tell();
  });

  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "/_site/client.css";
  document.head.append(style);

  let events;
  let latest;
  let updates = Promise.resolve();
  function listen() {
    events?.close();
    // A page that nobody sees asks when it is looked at again.
    if (document.hidden) return;
    events = new EventSource(`/_site/events?page=${page}&digest=${digest}`);
    events.addEventListener("page", (event) => {
      digest = event.lastEventId;
      latest = event.data;
      thrown.clear();
      updates = updates
        .then(() => latest === event.data && update(latest))
        .catch((error) => {
          // What came meanwhile is tried first.
          if (latest !== event.data) return;
          console.warn("the page is loaded again, because it cannot be updated:", error);
          location.reload();
        });
    });
    events.addEventListener("mistakes", (event) => {
      broken = event.data;
      tell();
    });
    events.addEventListener("build", () => {
      broken = "";
      tell();
    });
  }
  document.addEventListener("visibilitychange", listen);
  listen();
})();
