// Keeps an open page as its sources are: after a build what changed is changed in place, and mistakes are shown over
// the page. It runs before the page's own scripts do, and leaves what they and the visitor did since as it is.
(() => {
  const script = document.currentScript;
  let { digest, root } = script.dataset;
  script.remove();

  const { pair, childrenOf, isWhole } = SITE_PAIRS;
  const isIsland = (node) => node.localName === "site-island";

  /** What the server sent last for a node, and the other way. What scripts made was never sent. */
  const sent = new WeakMap();
  const live = new WeakMap();
  function noteOne(node, as) {
    sent.set(node, as);
    live.set(as, node);
  }
  function note(node, as) {
    noteOne(node, as);
    if (isWhole(node)) return;
    const copies = childrenOf(as);
    for (const [index, child] of childrenOf(node).entries()) if (index < copies.length) note(child, copies[index]);
  }
  /** The same HTML was sent again. */
  function noteAgain(old, as) {
    if (live.has(old)) noteOne(live.get(old), as);
    if (isWhole(old)) return;
    const copies = childrenOf(as);
    for (const [index, child] of childrenOf(old).entries()) noteAgain(child, copies[index]);
  }

  // The page's policy lets only named policies parse HTML and write what stands in scripts, be it data.
  const trust = { createHTML: (html) => html, createScript: (text) => text };
  const policy = globalThis.trustedTypes?.createPolicy("site-serve", trust) ?? trust;
  const parse = (html) => new DOMParser().parseFromString(policy.createHTML(html), "text/html");

  let shown = parse(document.documentElement.outerHTML);
  // What the server sent: a script in the head may have changed it.
  root = parse(root).documentElement;
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
    if (scripts(shown) !== scripts(next)) {
      console.info("the page is loaded again, because it has other scripts");
      return location.reload();
    }
    const [before, after] = [islandsOf(shown), islandsOf(next)];
    const [old, now] = await Promise.all([modules, before.modules === after.modules ? modules : modulesOf(next)]);
    const isOther = (a, b) => JSON.stringify(a) !== JSON.stringify(b);
    // Though its HTML may be the same, an island's code or properties may be others.
    const isStale = ({ dataset: { props }, attributes: { name } }) =>
      isOther(old[name.value], now[name.value]) || isOther(before.props[props], after.props[props]);
    await updateHead(next.head);
    updateAttributes(document.documentElement, root, next.documentElement);
    root = next.documentElement;
    const mounted = document.querySelectorAll("site-island");
    const changed = updateBody(next.body);
    for (const island of mounted) {
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
    if (!modules) return {};
    const { islands, files } = await (await fetch(modules)).json();
    return Object.fromEntries(Object.entries(islands).map(([name, places]) => [name, places.map((place) => files[place])]));
  }

  /** When a style sheet is there, or will not be; at once for other elements. */
  function loadOf(element) {
    if (element.rel !== "stylesheet") return undefined;
    return new Promise((loaded) => {
      for (const type of ["load", "error"]) element.addEventListener(type, loaded);
    });
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
      loads.push(loadOf(element));
      const index = places.findIndex((old) => old.localName === element.localName && old.rel === element.rel);
      const [place] = index < 0 ? [] : places.splice(index, 1);
      if (place) place.after(element);
      else document.head.append(element);
    }
    await Promise.all(loads);
    for (const element of gone) element.remove();
  }

  /** Brings the body up to date; answers which islands have other HTML. */
  function updateBody(body) {
    const patch = { ...pair(shown.body, body), islands: new Map(), loads: [] };
    // Islands that come ask for their files as soon as they are there.
    const block = body.querySelector("#islands");
    if (block) setScript(document.getElementById("islands"), block);
    const focused = document.activeElement;
    const isLate = (old) => patch.around.has(old) || old.rel === "stylesheet";
    for (const old of patch.gone) if (!isLate(old)) remove(old);
    renew(shown.body, body, patch);
    for (const old of patch.gone) if (patch.around.has(old)) remove(old);
    const sheets = patch.gone.filter((old) => old.rel === "stylesheet");
    Promise.all(patch.loads).then(() => sheets.forEach(remove));
    // What is moved by a browser that cannot do it in one step has lost its focus.
    if (focused.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
    return patch.islands;
  }

  function remove(old) {
    const node = live.get(old);
    if (!node) return;
    unmount(node);
    node.remove();
  }

  /** Brings a node up to date that stays. */
  function renew(old, wanted, patch) {
    const node = live.get(old);
    if (patch.isSame(old, wanted)) return noteAgain(old, wanted);
    noteOne(node, wanted);
    if (isIsland(node)) patch.islands.set(node, wanted);
    else if (node.nodeType !== Node.ELEMENT_NODE) setText(node, old, wanted);
    else {
      updateAttributes(node, old, wanted);
      if (node.localName === "script") setScript(node, wanted);
      else place(node, wanted, patch);
    }
  }

  /** Puts the children of an element in their places: those that stay are moved only where their order is another one. */
  function place(element, wanted, patch) {
    const parent = element.localName === "template" ? element.content : element;
    let last;
    for (const child of childrenOf(wanted)) {
      const old = patch.olds.get(child);
      const stands = live.has(old);
      const node = stands ? live.get(old) : create(child, patch);
      if (!stands || !patch.still.has(child)) move(parent, node, last ? last.nextSibling : parent.firstChild);
      if (stands) renew(old, child, patch);
      else if (patch.around.has(child)) place(node, child, patch);
      if (node.parentNode === parent) last = node;
    }
  }

  /** Makes an element that comes; without its children when some of them are there already. */
  function create(wanted, { around, loads }) {
    const node = document.importNode(wanted, !around.has(wanted));
    if (around.has(wanted)) noteOne(node, wanted);
    else note(node, wanted);
    if (node.querySelectorAll) loads.push(...[node, ...node.querySelectorAll("link")].map(loadOf));
    return node;
  }

  function move(parent, node, next) {
    if (node === next) return;
    if (parent.moveBefore && parent.isConnected && node.isConnected) parent.moveBefore(node, next);
    else parent.insertBefore(node, next);
  }

  /** Changes what is other between the same beginning and end, so that what is selected around it stays so. */
  function setText(node, { data: old }, { data }) {
    if (node.data !== old) {
      node.data = data;
      return;
    }
    const most = Math.min(old.length, data.length);
    let begin = 0;
    while (begin < most && old[begin] === data[begin]) begin++;
    let end = 0;
    while (end < most - begin && old.at(-1 - end) === data.at(-1 - end)) end++;
    node.replaceData(begin, old.length - begin - end, data.slice(begin, data.length - end));
  }

  /** What the server did not change stays as scripts and the visitor made it; so does what is typed. */
  function updateAttributes(element, old, wanted) {
    for (const name of new Set([...old.getAttributeNames(), ...wanted.getAttributeNames()])) {
      const value = wanted.getAttribute(name);
      if (value === old.getAttribute(name) || (name === "value" && element.value !== old.value)) continue;
      if (name === "class") updateClasses(element, old, wanted);
      const isGone = value === null && !(name === "class" && element.classList.length);
      if (isGone) element.removeAttribute(name);
      else if (name !== "class") element.setAttribute(name, value);
      if (name === "value") element.value = wanted.value;
    }
  }

  function updateClasses({ classList }, { classList: old }, { classList: wanted }) {
    classList.remove(...Array.from(old).filter((one) => !wanted.contains(one)));
    classList.add(...Array.from(wanted).filter((one) => !old.contains(one)));
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
    const stays = controlsOf(island, fresh);
    for (const [old, control] of stays) if (old.matches(STATEFUL)) setState(control, old);
    const refocus = keepFocus(stays.get(document.activeElement));
    island.replaceWith(fresh);
    unmount(island);
    note(fresh, wanted);
    refocus();
    // What the server sends hidden is shown when the island is awake.
    fresh.addEventListener("site:settled", refocus, { once: true });
  }

  /** What holds what a visitor did; a browser lets no script choose a file. */
  const STATEFUL = "input:not([type=file]),textarea,select,details";
  /** What stands for each control of an island, and for what has the focus: in its place, else the next that is like it. */
  function controlsOf(island, fresh) {
    const { nowOf } = pair(island, fresh);
    const focused = island.contains(document.activeElement) ? [document.activeElement] : [];
    const olds = new Set([...island.querySelectorAll(STATEFUL), ...focused]);
    const stays = new Map(Array.from(olds, (old) => [old, nowOf(old)]));
    const left = new Set(fresh.querySelectorAll("*"));
    for (const now of stays.values()) left.delete(now);
    for (const old of olds) {
      const isLike = (one) => ["localName", "type", "name", "id"].every((key) => one[key] === old[key]);
      const now = stays.get(old) ?? Array.from(left).find(isLike);
      left.delete(now);
      if (now) stays.set(old, now);
      else stays.delete(old);
    }
    return stays;
  }

  /** Gives a control what is typed, chosen or opened in another one. */
  function setState(control, old) {
    if (old.localName === "details") control.open = old.open;
    else if (old.localName === "select") {
      const chosen = Array.from(old.selectedOptions, (option) => option.value);
      for (const option of control.options) option.selected = chosen.includes(option.value);
    } else if (/checkbox|radio/.test(old.type)) control.checked = old.checked;
    else if (control.value !== old.value) control.value = old.value;
  }

  /** Answers what gives the focus to the element that stands for the one that has it, as long as no other one has got it. */
  function keepFocus(now) {
    const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = document.activeElement;
    return () => {
      if (!now || document.activeElement !== document.body) return;
      now.focus({ preventScroll: true });
      if (start != null) now.setSelectionRange(start, end, direction);
    };
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

  // Warnings: a badge in the corner, out of the way of the page, that opens their list.
  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const amount = make("summary", {});
  const warnings = make("pre", { tabIndex: 0, ariaLabel: "Warnings of the last build" });
  const badge = make("details", { hidden: true }, amount, warnings);
  // It is there before it says anything, so that screen readers tell what comes into it.
  const announced = make("p", { role: "status" });
  badge.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !badge.open) return;
    badge.open = false;
    amount.focus();
  });
  warnings.setAttribute("role", "region");
  document.body.append(make("aside", { className: "site-warnings", ariaLabel: "Warnings" }, announced, badge));
  /** Shows them below how many they are; what was said already is not said again. */
  function warn([first = "", , ...rest]) {
    if (amount.textContent !== first) announced.textContent = first;
    amount.textContent = first;
    warnings.textContent = rest.join("\n");
    badge.hidden = !first;
    if (!first) badge.open = false;
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
    events.addEventListener("build", ({ data }) => {
      broken = "";
      tell();
      // The first line is the build's number.
      warn(data.split("\n").slice(1));
      // Whoever keeps what other pages say, as the search does, asks for it again.
      dispatchEvent(new Event("site:built"));
    });
  }
  document.addEventListener("visibilitychange", listen);
  listen();
})();
