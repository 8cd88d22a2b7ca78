/**
 * Serves a built site as production does: clean addresses, the 404 page, the headers of `_headers`, files compressed where
 * the build did it. Forms are answered by `api(request, body)`, which gives `{ status, body }`; without it they answer 200.
 * With `stays`, a page that leaves by itself does not: it could not be looked at. `edit(text)` changes pages and style sheets.
 */
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** The blocks of `_headers`: a path, which may end in `*`, and its headers. */
function headerBlocks(dist) {
  const file = join(dist, "_headers");
  if (!existsSync(file)) throw new Error(`${dist} has no _headers`);
  const blocks = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line.startsWith("/")) blocks.push({ path: line.trim(), headers: {} });
    const [name, ...value] = line.trim().split(": ");
    if (line.startsWith("  ")) blocks.at(-1).headers[name] = value.join(": ");
  }
  return blocks;
}

function headersOf(blocks, pathname) {
  const fits = ({ path }) => (path.endsWith("*") ? pathname.startsWith(path.slice(0, -1)) : pathname === path);
  return Object.assign({}, ...blocks.filter(fits).map(({ headers }) => headers));
}

function fileOf(dist, path) {
  const inside = normalize(decodeURIComponent(path)).replace(/^(\.\.[/\\])+/, "");
  const wanted = [inside, `${inside}.html`, join(inside, "index.html")].map((one) => join(dist, one));
  return wanted.find((file) => existsSync(file) && statSync(file).isFile());
}

const withoutRedirect = (text) => text.replace(/ data-redirect="[^"]*"/, "");

/** A page or a style sheet as `edit` has it; nothing when that is as it was. */
function edited(file, edit) {
  if (!/\.(html|css)$/.test(file)) return undefined;
  const text = readFileSync(file, "utf8");
  const now = edit(text);
  return now === text ? undefined : now;
}

export async function serve(dist, { api = () => ({ status: 200, body: { id: "x" } }), stays = false, edit = stays ? withoutRedirect : (text) => text } = {}) {
  const blocks = headerBlocks(dist);
  const posts = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname.startsWith("/api/")) {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const post = { path: pathname, type: request.headers["content-type"], text };
      posts.push(post);
      const answer = await api(post, posts.length);
      if (answer === "drop") return request.socket.destroy();
      response.writeHead(answer.status, { "Content-Type": "application/json" });
      return response.end(JSON.stringify(answer.body));
    }
    const file = fileOf(dist, pathname === "/" ? "/index.html" : pathname) ?? join(dist, "404.html");
    const changed = edited(file, edit);
    // Compressing what was changed would take longer than the page takes.
    const compressed = !changed && /\bbr\b/.test(request.headers["accept-encoding"] ?? "") && existsSync(`${file}.br`);
    response.writeHead(file.endsWith("404.html") ? 404 : 200, {
      ...headersOf(blocks, pathname),
      "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
      ...(compressed && { "Content-Encoding": "br" }),
    });
    if (changed) response.end(changed);
    else createReadStream(compressed ? `${file}.br` : file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    posts,
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  };
}
