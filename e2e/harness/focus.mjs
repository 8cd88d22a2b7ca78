/** What a keyboard user sees: functions for `page.evaluate`, installed by `watchFocus`. */
export async function watchFocus(page) {
  await page.addInitScript(() => {
    const CHAIN = 5;
    const name = (element) => `<${element.localName}${element.className ? ` class="${element.getAttribute("class")}"` : ""}> ${(element.textContent || element.getAttribute("aria-label") || element.getAttribute("name") || "").trim().slice(0, 30)}`;
    const around = (element) => {
      const chain = [];
      for (let one = element; one && one !== document.body && chain.length < CHAIN; one = one.parentElement) chain.push(one);
      return chain;
    };
    /** The nearest of the element and those around it that draws an outline. */
    const ringed = (element) =>
      around(element).find((one) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
        return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$|transparent/.test(outlineColor);
      });
    /** How many sides of a ring an ancestor that cuts leaves to be seen. */
    const sidesSeen = (ring) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(ring);
      const grown = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) - 1;
      const box = ring.getBoundingClientRect();
      const seen = { left: true, right: true, top: true, bottom: true };
      for (let one = ring.parentElement; one && one !== document.body; one = one.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(one);
        const edge = one.getBoundingClientRect();
        if (overflowX !== "visible") {
          seen.left &&= box.left - grown >= edge.left;
          seen.right &&= box.right + grown <= edge.right;
        }
        if (overflowY !== "visible") {
          seen.top &&= box.top - grown >= edge.top;
          seen.bottom &&= box.bottom + grown <= edge.bottom;
        }
      }
      return Object.values(seen).filter(Boolean).length;
    };
    const isInViewport = ({ left, right, top, bottom }) => right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    /** The share of sample points at which the element, or what it belongs to, is on top. */
    const shareSeen = (element) => {
      const box = [...element.getClientRects()].find(isInViewport);
      if (!box) return 0;
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
      const seen = points.filter(([x, y]) => {
        const top_ = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
        return top_ && (element.contains(top_) || top_.contains(element) || top_.closest("label")?.contains(element));
      });
      return seen.length / points.length;
    };

    const stops = new Set();
    let last;
    window.keyboard = {
      /** Judges the element that has the focus; nothing when it is the document, or was met before. */
      stop() {
        const element = document.activeElement;
        if (last?.ring && last.element !== element && ringed(last.element) === last.ring && !last.ring.contains(element)) {
          const { element: was } = last;
          last = undefined;
          return { name: name(was), faults: ["its ring stays when the focus is gone"] };
        }
        if (!element || element === document.body || element === document.documentElement || stops.has(element)) return null;
        stops.add(element);
        const faults = [];
        const ring = ringed(element);
        if (!ring) faults.push("no ring");
        else if (sidesSeen(ring) < 2) faults.push("its ring is cut");
        const share = shareSeen(element);
        if (share < 0.6) faults.push(share === 0 ? "it cannot be seen" : "it is covered");
        if (element.tabIndex > 0) faults.push("a tabindex of its own");
        const box = element.getBoundingClientRect();
        const place = { left: box.left, top: box.top + scrollY, bottom: box.bottom + scrollY, element };
        last = { element, ring, place };
        return { name: name(element), faults };
      },
      /** What could be reached and was not. */
      missed() {
        const all = document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0'], audio[controls], iframe");
        const isReachable = (element) => element.tabIndex >= 0 && !element.disabled && !element.closest("[inert]") && element.checkVisibility({ visibilityProperty: true });
        const isCovered = (element) => element.type === "radio" && [...stops].some((one) => one.name === element.name && one.form === element.form);
        return [...all].filter((element) => isReachable(element) && !stops.has(element) && !isCovered(element)).map(name);
      },
      count: () => stops.size,
    };
  });
}

/** Presses `key` (Tab or Shift+Tab) until the focus leaves the page, and gives every stop that is not as it should be. */
export async function walk(page, key, most = 400) {
  const faults = [];
  let before = -1;
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press(key);
    const { stop, count } = await page.evaluate(() => {
      // What comes or goes by a transition has come or gone.
      for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
      return { stop: window.keyboard.stop(), count: window.keyboard.count() };
    });
    if (stop?.faults.length > 0) faults.push(`${stop.name}: ${stop.faults.join(", ")}`);
    if (!stop && count === before) break;
    before = count;
    if (presses === most - 1) faults.push(`the focus does not leave within ${most} presses`);
  }
  const missed = await page.evaluate(() => window.keyboard.missed());
  return [...faults, ...missed.map((one) => `${one}: never reached`)];
}
