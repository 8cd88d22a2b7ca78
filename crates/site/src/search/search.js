// Search in the pages of this site. The index lies beside this file, in a folder for each language, cut by the first
// letters of words; nothing of it is asked for before something is typed.
const HERE = new URL(".", import.meta.url);
const LANGUAGE = document.documentElement.lang.toLowerCase() || "en";
const MOST = 10;
const WORDS = 36;
const loaded = new Map();

/** A file of the index, asked for once. */
function load(path) {
  const known = loaded.get(path);
  if (known) return known;
  const answer = fetch(new URL(`${LANGUAGE}${path}`, HERE)).then((response) => {
    if (!response.ok) throw new Error(`${response.status} ${response.url}`);
    return response.json();
  });
  loaded.set(path, answer);
  answer.catch(() => loaded.delete(path));
  return answer;
}
// `site serve` tells an open page that the site was built again, and the index with it.
addEventListener("site:built", () => loaded.clear());

/** Small letters without accents, as the index has them. */
export const fold = (text) =>
  text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replaceAll("œ", "oe").replaceAll("æ", "ae").replaceAll("ß", "ss");
const WORD = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|(?:(?![\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])[\p{Alphabetic}\p{N}\u0300-\u036f])+/gu;
const wordsOf = (text) => fold(text).match(WORD) ?? [];

/** A word with the signs that it may have in it: `F.A.S.T.`, `e-commerce`, `98 400`. */
const COMPOUND = /(\d+(?:[\u00a0\u202f]\d+|,\d{3}(?!\d))+|[\p{L}\p{M}\p{N}]+(?:[-.\u2011][\p{L}\p{M}\p{N}]+)*)/gu;
/** Such a word as the index has it beside its parts; a decimal and a range are two numbers. */
const joined = (compound) => compound.replace(/(\d)[-.\u2011](?=\d)/g, "$1 ").replace(/[-.,\u2011\u00a0\u202f]/g, "");

/** How the words that begin with these letters are called where they lie. */
const fileOf = (shard) => [...shard].map((c) => (/[a-z0-9]/.test(c) ? c : `u${c.codePointAt(0).toString(16)}`)).join("");

/** How many slips lead from one text to the other: a letter too many, too few, another one, or two neighbours swapped. */
export function slipsBetween(a, b) {
  let older = [];
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(row[j - 1] + 1, before[j] + 1, before[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], older[j - 2] + 1);
    }
    [older, before] = [before, row];
  }
  return before[b.length];
}

const isNear = (a, b, most) => Math.abs(a.length - b.length) <= most && slipsBetween(a, b) <= most;

/** The groups of words that a typed word means, with how much each counts; it may still be being typed. */
function meant(groups, word, isLast) {
  const having = (test, weight) => groups.filter(([forms]) => forms.some(test)).map((group) => [group, weight]);
  const begins = (start) => (form) => form.startsWith(start);
  const exact = having((form) => form === word, 1);
  if (exact.length > 0) return isLast && word.length > 2 ? [...having(begins(word), 0.4), ...exact] : exact;
  const slips = word.length < 5 ? 0 : word.length < 8 ? 1 : 2;
  const ways = [
    () => having(begins(word), 0.8),
    () => (slips ? having((form) => isNear(form, word, slips), 0.6) : []),
    // Another ending than any that the pages have: the more letters it takes, the more have to stay.
    ...[1, 2, 3].map((cut) => () => (word.length - cut < 3 + cut ? [] : having(begins(word.slice(0, -cut)), 0.5))),
  ];
  for (const way of ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
}

/** Where a word stands: its forms, and for each page the points of its sections. */
async function look(word, isLast, shards) {
  const of = (text) => shards.filter((shard) => text.startsWith(shard)).sort((a, b) => b.length - a.length).slice(0, 1);
  const own = of(word);
  const more = shards.filter((shard) => shard !== own[0] && shard.startsWith(word)).slice(0, 8);
  const groupsOf = async (all) => (await Promise.all(all.map((shard) => load(`/${fileOf(shard)}.json`)))).flat();
  let found = meant(await groupsOf([...own, ...more]), word, isLast);
  // Two letters that were swapped may be those that the file is called by.
  const swapped = [0, 1, 2].map((i) => word.slice(0, i) + word.slice(i + 1, i + 2) + word.slice(i, i + 1) + word.slice(i + 2));
  if (found.length === 0) found = meant(await groupsOf(swapped.flatMap(of)), word, isLast);
  // By slips or another ending: not what was typed, nor its beginning.
  const isNear = found.length > 0 && found.every(([, weight]) => weight < 0.8);
  const place = { forms: new Set(), pages: new Map(), isEverywhere: false, isNear };
  for (const [[forms, pages, isEverywhere], weight] of found) {
    for (const form of forms) place.forms.add(form);
    if (isEverywhere) place.isEverywhere = true;
    for (const [page, points] of Object.entries(pages)) {
      const sections = place.pages.get(page) ?? new Map();
      place.pages.set(page, sections);
      for (let i = 0; i < points.length; i += 2)
        sections.set(points[i], Math.max(sections.get(points[i]) ?? 0, points[i + 1] * weight));
    }
  }
  return place;
}

/** What a page gets for its parts: the more of them speak of it, the more it is about it. */
export const together = (points) => points.sort((a, b) => b - a).reduce((sum, own, i) => sum + own / 2 ** i, 0);

/** Where the words of a compound stand: the whole of it, or else its parts. */
async function lookAll(compound, isLast, shards) {
  const of = (words) => Promise.all(words.map((word, i) => look(word, isLast && i === words.length - 1, shards)));
  const words = wordsOf(joined(compound));
  const whole = await of(words);
  const isThere = whole.every(({ forms }, i) => [...forms].some((form) => form.startsWith(words[i])));
  return isThere ? whole : of(wordsOf(compound));
}

/** The pages that hold the words of a query, or words near them, best first: page, section. Those that hold only some come when none holds all. */
async function find(query) {
  const { shards } = await load(".json");
  const asked = query.match(COMPOUND) ?? [];
  const places = (await Promise.all(asked.map((one, i) => lookAll(one, i === asked.length - 1, shards)))).flat();
  const forms = new Set(places.flatMap((place) => [...place.forms]));
  const rare = places.filter((place) => !place.isEverywhere);
  const telling = rare.length > 0 ? rare : places;
  const pages = new Map();
  for (const { pages: own } of telling)
    for (const [page, sections] of own) {
      const sum = pages.get(page) ?? { page, points: 0, words: 0, sections: new Map() };
      pages.set(page, sum);
      sum.words++;
      sum.points += together([...sections.values()]);
      for (const [section, points] of sections) sum.sections.set(section, (sum.sections.get(section) ?? 0) + points);
    }
  const all = [...pages.values()];
  const whole = all.filter((sum) => sum.words === telling.length);
  const found = (whole.length > 0 ? whole : all).sort((a, b) => b.words - a.words || b.points - a.points || (a.page < b.page ? -1 : 1));
  return {
    forms,
    isNear: telling.some((place) => place.isNear),
    isWhole: whole.length > 0,
    found: found.map(({ page, sections }) => ({ page, section: [...sections].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0][0] })),
  };
}

function make(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

// What no-break spaces hold together is never cut.
const UNBROKEN = /[\S\u00a0\u202f]+/g;

/** A part of a text around its first words that were looked for, which are marked. */
function excerpt(text, isMeant) {
  const parts = [...text.matchAll(UNBROKEN)];
  const marked = (part) =>
    part.split(COMPOUND).flatMap((compound) => {
      const whole = wordsOf(joined(compound));
      if (whole.length > 0 && whole.every(isMeant)) return make("mark", compound);
      return compound.split(/([\p{L}\p{M}\p{N}]+)/u).map((word) => (wordsOf(word).some(isMeant) ? make("mark", word) : word));
    });
  const hits = parts.map(([part]) => marked(part).some((one) => one instanceof Element));
  const first = hits.indexOf(true);
  const from = Math.max(0, first - 8);
  const shown = parts.slice(from, from + WORDS).flatMap(([part], i) => [...(hits[from + i] ? marked(part) : [part]), " "]);
  const found = make("p", from > 0 ? "… " : "", ...shown, from + WORDS < parts.length ? "…" : "");
  // Words that each stand alone are read one by one by some screen readers.
  found.normalize();
  return found;
}

/** What is shown of a page that was found. */
async function result({ page, section }, isMeant) {
  const { url, title, sections } = await load(`/pages/${page}.json`);
  const [id, heading, text] = sections[section] ?? sections[0];
  const link = make("a", title);
  link.href = id ? `${url}#${id}` : url;
  if (heading) link.append(make("small", heading));
  return make("li", link, excerpt(text, isMeant));
}

const given = (name) => new URLSearchParams(location.search).get(name) ?? "";

/** Writes what is looked for into the address, so that whoever comes back finds it. */
function note(name, query) {
  if (query === given(name)) return;
  const address = new URL(location.href);
  if (query) address.searchParams.set(name, query);
  else address.searchParams.delete(name);
  try {
    history.replaceState(history.state, "", address);
  } catch {
    // Browsers refuse too many changes in a short time; what is found is right all the same.
  }
}

/** Brings a search to life. */
export function start(root) {
  if (root.dataset.started !== undefined) return;
  root.dataset.started = "";
  const texts = JSON.parse(root.dataset.search);
  const form = root.querySelector("form");
  const button = form.querySelector("button");
  const input = root.querySelector("input");
  const status = make("p");
  status.setAttribute("role", "status");
  const list = make("ol");
  const more = make("button", texts.more);
  more.type = "button";
  more.className = button.className;
  more.hidden = true;
  root.append(status, list, more);
  let asked = "";
  let rest = [];
  let isMeant = () => false;

  const showMore = async () => {
    const mine = asked;
    const next = rest.splice(0, MOST);
    const items = await Promise.all(next.map((one) => result(one, isMeant)));
    if (mine !== asked) return;
    list.append(...items);
    more.hidden = rest.length === 0;
    return items[0]?.querySelector("a");
  };
  const show = async (query) => {
    try {
      const { found, forms, isNear, isWhole } = query ? await find(query) : { found: [], forms: new Set() };
      if (asked !== query) return;
      isMeant = (word) => forms.has(word);
      rest = [...found];
      const count = found.length === 1 ? texts.one : texts.many;
      const said = found.length > 0 ? count + (isNear ? texts.near : "") + (isWhole ? "" : texts.some) : texts.nothing;
      const before = [...list.children];
      await showMore();
      if (asked !== query) return;
      for (const item of before) item.remove();
      status.textContent = query ? said.replaceAll("{count}", found.length).replaceAll("{query}", () => query) : "";
    } catch {
      if (asked !== query) return;
      asked = "";
      status.textContent = texts.failed;
    }
  };
  let shown = Promise.resolve();
  const search = () => {
    const query = input.value.trim();
    note(input.name, query);
    if (query !== asked) {
      asked = query;
      shown = show(query);
    }
    return shown;
  };
  let waiting;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, 120);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await search();
    list.querySelector("a")?.focus();
  });
  more.addEventListener("click", async () => (await showMore())?.focus());
  root.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && at >= 0) input.focus();
    else if (step && (at >= 0 || document.activeElement === input)) (links[at + step] ?? (at + step < 0 ? input : links.at(-1)))?.focus();
    else return;
    event.preventDefault();
  });
  addEventListener("popstate", () => {
    clearTimeout(waiting);
    input.value = given(input.name);
    search();
  });
  input.value ||= given(input.name);
  if (input.value) search();
}

// A site whose own script starts the search has asked for this file by itself.
if (document.querySelector(`script[src="${new URL(import.meta.url).pathname}"]`))
  for (const root of document.querySelectorAll(".site-search")) start(root);
