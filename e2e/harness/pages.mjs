import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** Addresses of all pages of a built site but the not-found page. */
export function addresses(dist) {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name.endsWith(".html") && file.name !== "404.html")
    .map((file) => `/${relative(dist, join(file.parentPath ?? file.path, file.name))}`)
    .map((path) => path.replace(/(\/?index)?\.html$/, "") || "/")
    .sort();
}

/** One address of each kind of page: of a folder's pages, the first. */
export function kinds(dist) {
  const seen = new Set();
  return addresses(dist).filter((path) => {
    const folder = path.split("/").slice(0, -1).join("/");
    if (folder && seen.has(folder)) return false;
    seen.add(folder || path);
    return true;
  });
}
