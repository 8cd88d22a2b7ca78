// On the page of unknown addresses: the pages whose addresses are nearest to the one that was asked for.
import { fold, slipsBetween } from "./search.js";

const MOST = 5;
/** More slips than this share of an address are another address. */
const FAR = 0.4;
/** What is further from the nearest than this was not meant either. */
const BEHIND = 0.15;
/** What it costs to stand in another folder, and to be a folder of what was asked for. */
const MOVED = 0.1;
const ABOVE = 0.25;

/** The parts of a path, without what other programs put behind its end. */
const parts = (path) => fold(path.replace(/(\/index)?(\.\w+)?\/?$/, "")).split("/").filter(Boolean);

/** Which share of two texts differs: none at 0, all at 1. */
const difference = (a, b) => slipsBetween(a, b) / Math.max(a.length, b.length, 1);

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The language of the address, of which the page may be in another; else that of the page. */
function languageOf(root) {
  const all = Object.entries(JSON.parse(root.dataset.languages ?? "{}"));
  const [, own] = all.find(([beginning]) => location.pathname.startsWith(beginning)) ?? [];
  return (own || document.documentElement.lang || "en").toLowerCase();
}

async function suggest(root) {
  const language = languageOf(root);
  const answer = await fetch(new URL(`${language}/all-pages.json`, import.meta.url));
  if (!answer.ok) return;
  const asked = parts(decoded(location.pathname));
  const distance = (path) => {
    const own = parts(decoded(path));
    const end = (part) => (part && own.length > 0 ? difference(part, own.at(-1)) : 1);
    return Math.min(difference(asked.join("/"), own.join("/")), end(asked.at(-1)) + MOVED, end(asked.at(-2)) + ABOVE);
  };
  const all = (await answer.json()).map(([path, title]) => ({ path, title, far: distance(path) })).sort((a, b) => a.far - b.far);
  const near = all.filter(({ far }) => far < FAR && far < all[0].far + BEHIND).slice(0, MOST);
  root.querySelector("ul").append(
    ...near.map(({ path, title }) => {
      const link = document.createElement("a");
      link.href = path;
      link.lang = language;
      link.textContent = title;
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
  root.hidden = near.length === 0;
}

for (const root of document.querySelectorAll(".site-nearest")) suggest(root).catch(() => {});
