// The pages of a built site: the folder named by DIST, or ../dist.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { dist as DIST } from "../harness/engine.mjs";
import { elements, find, parse } from "./html.mjs";

function read(file) {
  const html = readFileSync(file, "utf8");
  const document = parse(html);
  const head = find(document, (element) => element.tag === "head");
  const body = find(document, (element) => element.tag === "body");
  const meta = (name) =>
    find(head, (element) => element.tag === "meta" && (element.attributes.name === name || element.attributes.property === name))?.attributes.content;
  const path = `/${relative(DIST, file).replaceAll("\\", "/")}`.replace(/(?:\/?index)?\.html$/, "") || "/";
  const title = find(head, (element) => element.tag === "title")?.children.join("") ?? "";
  return { path, html, document, head, body, meta, title, description: meta("description") ?? "", indexed: !/noindex/.test(meta("robots") ?? "") };
}

/** Every page, by address. Redirects made of a single `refresh` are left out: they have no text. */
export const pages = readdirSync(DIST, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".html"))
  .map((entry) => read(join(entry.parentPath ?? entry.path, entry.name)))
  .filter((page) => !find(page.head, (element) => element.attributes["http-equiv"] === "refresh"))
  .sort((a, b) => (a.path < b.path ? -1 : 1));

const redirects = existsSync(join(DIST, "_redirects")) ? readFileSync(join(DIST, "_redirects"), "utf8") : "";
const moved = new Map(redirects.split("\n").map((line) => line.split(/\s+/)));

/** The page at an address, or where a renamed one went. */
export const page = (path) => pages.find((other) => other.path === path) ?? pages.find((other) => other.path === moved.get(path));

/** The kind of a page, by its address: what minima and patterns go by. */
export function kind(path) {
  if (path === "/") return "home";
  if (path.startsWith("/case-studies/")) return "case study";
  if (path.startsWith("/blog/")) return "article";
  if (path === "/services/ecommerce-b2b" || path === "/services/tableaux-bord") return "short service";
  if (path.startsWith("/services/")) return "service";
  if (path === "/mentions-legales" || path === "/politique-de-confidentialite") return "legal";
  if (["/404", "/merci", "/blog", "/outils"].includes(path)) return "short page";
  return "page";
}

export const words = (text) => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];

/** The style sheets (`css`) or scripts (`js`) that a page asks for, one after the other. */
export function assets(of, extension) {
  const addresses = [...elements(of.document)].map((element) => element.attributes.href ?? element.attributes.src ?? "");
  const wanted = [...new Set(addresses)].filter((address) => address.startsWith("/") && address.endsWith(`.${extension}`));
  return wanted.map((address) => readFileSync(join(DIST, address), "utf8")).join("\n");
}

/** What the islands of a page are given. Large props are files beside the page. */
export function props(of) {
  const block = find(of.body, (element) => element.tag === "script" && element.attributes.id === "islands");
  const { props } = block ? JSON.parse(block.children.join("")) : { props: [] };
  return props.map((one) => (typeof one === "string" ? JSON.parse(readFileSync(join(DIST, one), "utf8")) : one));
}
