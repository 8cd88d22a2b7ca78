// On the page of unknown addresses: the pages whose addresses are nearest to the one that was asked for.
import { fold, slipsBetween } from "./search.js";

const MOST = 5;
/** More slips than this share of an address are another address. */
const FAR = 0.4;
/** What it costs to stand in another folder. */
const MOVED = 0.1;

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

async function suggest(root) {
  const language = document.documentElement.lang.toLowerCase() || "en";
  const answer = await fetch(new URL(`${language}/all-pages.json`, import.meta.url));
  if (!answer.ok) return;
  const asked = parts(decoded(location.pathname));
  const distance = (path) => {
    const own = parts(decoded(path));
    const last = Math.min(...asked.slice(-2).map((part) => difference(part, own.at(-1) ?? "")));
    return Math.min(difference(asked.join("/"), own.join("/")), last + MOVED);
  };
  const near = (await answer.json())
    .map(([path, title]) => ({ path, title, far: distance(path) }))
    .filter(({ far }) => far < FAR)
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST);
  root.querySelector("ul").append(
    ...near.map(({ path, title }) => {
      const link = document.createElement("a");
      link.href = path;
      link.textContent = title;
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
  root.hidden = near.length === 0;
}

for (const root of document.querySelectorAll(".site-nearest")) suggest(root).catch(() => {});
