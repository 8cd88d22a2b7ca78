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
