/**
 * Which nodes of a page stay when the server sends it anew. Both pages are as the server sent them, so that what scripts and
 * the visitor did in between decides nothing. Among siblings those whose HTML is the same stay, in their order; then those
 * that have the same id or are most alike; at last what went to another parent.
 */
const SITE_PAIRS = (() => {
  /** How far two lists may differ before what follows is taken for other. */
  const MOST_DIFFERENCES = 1000;
  /** What more elements than these have in common tells nothing of any of them. */
  const TELLING = 8;
  /** Their insides are another program's, or not what they show. */
  const isWhole = ({ localName }) => localName === "site-island" || localName === "noscript";

  const childrenOf = (node) => Array.from((node.localName === "template" ? node.content : node).childNodes);
  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

  /** Numbers for nodes, the same for those whose HTML is the same. */
  function numbering() {
    const numbers = new Map();
    const known = new Map();
    return function numberOf(node) {
      if (known.has(node)) return known.get(node);
      const own = isElement(node) ? [node.localName, Array.from(node.attributes, ({ name, value }) => [name, value])] : [node.data];
      const text = JSON.stringify([node.nodeType, own, childrenOf(node).map(numberOf)]);
      if (!numbers.has(text)) numbers.set(text, numbers.size);
      known.set(node, numbers.get(text));
      return known.get(node);
    };
  }

  /** The longest list that is part of both, as pairs of indexes: Myers, "An O(ND) Difference Algorithm and Its Variations". */
  function common(left, right) {
    const shared = (list, other) => Array.from(list.keys()).filter((index) => other.has(list[index]));
    const [a, b] = [shared(left, new Set(right)), shared(right, new Set(left))];
    // By how far they are ahead in the first list, the paths that lead furthest.
    let paths = new Map([[1, { x: 0 }]]);
    let best = { reach: 0 };
    for (let differences = 0; differences <= MOST_DIFFERENCES && best.reach < a.length + b.length; differences++) {
      const next = new Map();
      for (let ahead = -differences; ahead <= differences; ahead += 2) {
        const [over, under] = [paths.get(ahead - 1), paths.get(ahead + 1)];
        const isUnder = under && !(over && over.x >= under.x);
        const from = isUnder ? under.x : over ? over.x + 1 : Number.POSITIVE_INFINITY;
        // What left a list leads nowhere.
        if (from > a.length || from - ahead > b.length) continue;
        let x = from;
        while (x < a.length && x - ahead < b.length && left[a[x]] === right[b[x - ahead]]) x++;
        const last = (isUnder ? under : over).run;
        const path = { x, reach: x + x - ahead, run: x > from ? { from, to: x, ahead, last } : last };
        if (path.reach > best.reach) best = path;
        next.set(ahead, path);
      }
      paths = next;
    }
    const found = [];
    for (let { run } = best; run; run = run.last) {
      for (let x = run.to - 1; x >= run.from; x--) found.push([a[x], b[x - run.ahead]]);
    }
    return found.reverse();
  }

  /** Elements of other kinds never stand for each other; nor do links, which ask for what they name once. */
  function kindOf(node) {
    if (!isElement(node)) return String(node.nodeType);
    if (["link", "noscript"].includes(node.localName)) return undefined;
    // The ids of an island begin with its number on the page.
    const prefix = node.parentElement?.closest("site-island")?.dataset.prefix ?? "";
    return JSON.stringify([node.tagName, ...["id", "name", "type"].map((name) => node.getAttribute(name)?.replace(prefix, ""))]);
  }

  /** What elements that are alike have in common: attributes, elements and words. */
  function marksOf(element, numberOf) {
    const attributes = isWhole(element) ? [] : Array.from(element.attributes, ({ name, value }) => `${name}=${value}`);
    const inside = Array.from(element.querySelectorAll("*"), (one) => `<${numberOf(one)}>`);
    return new Set([...attributes, ...inside, ...element.textContent.split(/\s+/)]);
  }

  function grouped(nodes, keyOf) {
    const groups = new Map();
    for (const node of nodes) {
      const key = keyOf(node);
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(node);
    }
    groups.delete(undefined);
    return groups;
  }

  /**
   * `olds`: the nodes that stay, by those that stand for them now; `still`: those that need not move among their siblings;
   * `around`: those, old or new, that do not stay, but something in them does; `gone`: the outermost that do not stay.
   */
  function pair(before, after) {
    const numberOf = numbering();
    const [nows, olds] = [new Map(), new Map()];
    const [still, around] = [new Set(), new Set()];
    // What lost something to another place is not what it was.
    const robbed = new Set();
    const isSame = (old, now) => numberOf(old) === numberOf(now) && !robbed.has(old);
    const isOpen = (old, now) => isElement(now) && !isWhole(now) && !isSame(old, now);
    const take = (old, now) => nows.set(old, now) && olds.set(now, old);
    const isLeft = (node) => !nows.has(node) && !olds.has(node);

    function takeCommon(before, after, keyOf) {
      const [old, now] = [before, after].map((nodes) => nodes.filter(isLeft));
      for (const [i, j] of common(old.map(keyOf), now.map(keyOf))) take(old[i], now[j]);
    }

    function takeInTurn(before, after, keyOf, fits = () => true) {
      const left = grouped(before.filter(isLeft), keyOf);
      for (const [key, group] of grouped(after.filter(isLeft), keyOf)) {
        const old = left.get(key) ?? [];
        if (fits(old, group)) for (const [i, now] of group.slice(0, old.length).entries()) take(old[i], now);
      }
    }

    function takeAlike(before, after) {
      const [left, wanted] = [before, after].map((nodes) => nodes.filter((node) => isLeft(node) && kindOf(node)));
      if (left.length === 0 || wanted.length === 0) return;
      const markOf = (node) => {
        const kind = kindOf(node);
        return Array.from(marksOf(node, numberOf), (mark) => `${kind} ${mark}`);
      };
      const owners = new Map();
      for (const old of left) for (const mark of markOf(old)) owners.set(mark, [...(owners.get(mark) ?? []).slice(0, TELLING), old]);
      const likes = wanted.flatMap((now) => {
        const scores = new Map();
        for (const mark of markOf(now)) {
          const having = owners.get(mark) ?? [];
          if (having.length <= TELLING) for (const old of having) scores.set(old, (scores.get(old) ?? 0) + 1 / having.length);
        }
        return Array.from(scores, ([old, score]) => ({ old, now, score }));
      });
      likes.sort((a, b) => b.score - a.score);
      for (const { old, now } of likes) if (isLeft(old) && isLeft(now)) take(old, now);
    }

    /** Of siblings those that are in the order in which they were. */
    function ordered(before, after) {
      const places = new Map(before.map((node, index) => [node, index]));
      const staying = after.filter((now) => places.has(olds.get(now)));
      const order = staying.map((now) => places.get(olds.get(now)));
      const sorted = Array.from(order).sort((a, b) => a - b);
      return new Set(common(sorted, order).map(([, index]) => staying[index]));
    }

    /** Between which of the siblings that do not move each node is. */
    function gapsOf(before, after) {
      const steady = ordered(before, after);
      const gaps = new Map();
      for (const [nodes, isSteady] of [[before, (old) => steady.has(nows.get(old))], [after, (now) => steady.has(now)]]) {
        let gap = 0;
        for (const node of nodes) gaps.set(node, isSteady(node) ? ++gap : gap);
      }
      return gaps;
    }

    function pairChildren(old, now) {
      const [before, after] = [childrenOf(old), childrenOf(now)];
      const elements = [before.filter(isElement), after.filter(isElement)];
      takeCommon(...elements, numberOf);
      takeInTurn(...elements, numberOf);
      let gaps = gapsOf(before, after);
      const kindInGap = (node) => kindOf(node) && `${gaps.get(node)} ${kindOf(node)}`;
      takeInTurn(...elements, kindInGap, (old, now) => old.length === 1 && now.length === 1);
      takeAlike(...elements);
      takeInTurn(...elements, kindInGap);
      gaps = gapsOf(before, after);
      const texts = [before, after].map((nodes) => nodes.filter((node) => !isElement(node)));
      takeCommon(...texts, (node) => `${gaps.get(node)} ${numberOf(node)}`);
      takeInTurn(...texts, kindInGap);
      for (const one of ordered(before, after)) still.add(one);
      for (const child of after) if (olds.has(child) && isOpen(olds.get(child), child)) pairChildren(olds.get(child), child);
    }

    /** Elements that do not stay, from the outermost inwards. */
    function* left(parent) {
      for (const child of childrenOf(parent).filter(isElement)) {
        if (isLeft(child)) yield child;
        const [old, now] = nows.has(child) ? [child, nows.get(child)] : [olds.get(child), child];
        if (isLeft(child) ? !isWhole(child) : isOpen(old, now)) yield* left(child);
      }
    }

    function isFree(old) {
      for (let node = old; node && node !== before; node = node.parentNode) {
        if (nows.has(node)) return node !== old && isOpen(node, nows.get(node));
      }
      return true;
    }

    function takeElsewhere() {
      const old = Array.from(left(before));
      const same = grouped(old, numberOf);
      const named = grouped(old, (node) => (node.id ? kindOf(node) : undefined));
      const isUntouched = (node) => isFree(node) && Array.from(node.querySelectorAll("*")).every(isLeft);
      for (const now of left(after)) {
        const found = same.get(numberOf(now))?.find(isUntouched) ?? named.get(kindOf(now))?.find(isFree);
        if (!found) continue;
        take(found, now);
        for (let node = found.parentNode; node; node = node.parentNode) robbed.add(node);
        for (const end of [found, now]) for (let node = end.parentNode; node && isLeft(node); node = node.parentNode) around.add(node);
        if (isOpen(found, now)) pairChildren(found, now);
      }
    }

    /** What does not stay of an element that does, in what went to another place too. */
    function goneFrom(parent) {
      return childrenOf(parent).flatMap((old) => (isLeft(old) ? [old, ...goneInside(old)] : goneOf(old)));
    }

    function goneInside(gone) {
      return childrenOf(gone).flatMap((old) => (isLeft(old) ? goneInside(old) : goneOf(old)));
    }

    function goneOf(old) {
      return isOpen(old, nows.get(old)) ? goneFrom(old) : [];
    }

    /** What stands for an old node, which may be inside of one that is the same. */
    function nowOf(old) {
      if (!old || nows.has(old)) return nows.get(old);
      const now = nowOf(old.parentNode);
      return now && isSame(old.parentNode, now) ? childrenOf(now)[childrenOf(old.parentNode).indexOf(old)] : undefined;
    }

    take(before, after);
    if (!isSame(before, after)) pairChildren(before, after);
    takeElsewhere();
    return { nowOf, olds, still, around, isSame, gone: goneFrom(before) };
  }

  return { pair, childrenOf, isWhole };
})();
