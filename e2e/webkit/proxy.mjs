/**
 * What stands between WebKit and the servers: tells of each request, holds it when a test wants to answer it, and puts the
 * agent and the test's own scripts first in every page. WebKit's driver offers none of this.
 */
import { createServer, request as ask } from "node:http";

const OWN = "/.bidi/";
/** After the last of what may stand before it; a page without a head has it first. */
const START = /^\s*(<!doctype[^>]*>)?\s*(<html[^>]*>)?\s*(<head[^>]*>)?/i;

async function bytesOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * A policy that lets the test's own scripts be evaluated, which WebKit does under the page's, and keeps to HTTP, which WebKit
 * leaves even on this machine.
 */
function lenient(policy) {
  const directives = policy.split(";").filter((one) => !/^\s*(trusted-types|require-trusted-types|upgrade-insecure)/.test(one));
  if (!directives.some((one) => /^\s*script-src/.test(one))) directives.push("script-src");
  return directives.map((one) => one.replace(/^\s*script-src/, "$& 'unsafe-eval'")).join(";");
}

const withoutHopHeaders = ({ connection: _, "proxy-connection": __, "keep-alive": ___, "transfer-encoding": ____, ...rest }) => rest;

/**
 * `script()` is what stands first in a page, nothing when pages are left as they are; `onRequest(request)` gives what becomes of
 * it: nothing, `{ fail: true }` or `{ status, headers, body }`; `onResponse`, `onEnd`, `onFailure` and `onEvents` are told.
 */
export async function startProxy({ script, isOffline, isIntercepting, onRequest, onResponse, onEnd, onFailure, onEvents }) {
  let last = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url);
    if (url.pathname.startsWith(OWN)) {
      if (request.method === "POST") onEvents(JSON.parse(await bytesOf(request)));
      response.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-store" });
      return response.end(request.method === "POST" ? "" : script());
    }
    const told = { id: `request-${++last}`, url: request.url, method: request.method, headers: request.headers, body: await bytesOf(request) };
    const fail = (why = "failed") => {
      onFailure(told, why);
      response.destroy();
    };
    const chosen = await onRequest(told);
    if (chosen?.fail || isOffline()) return fail();
    if (chosen) {
      onResponse(told, chosen);
      response.writeHead(chosen.status, chosen.headers);
      response.end(chosen.status === 204 ? undefined : chosen.body);
      return onEnd(told, chosen);
    }
    const headers = withoutHopHeaders(request.headers);
    const isDocument = request.headers["sec-fetch-dest"] === "document" || request.headers.accept?.includes("text/html");
    if (isDocument) delete headers["accept-encoding"];
    const sent = ask(request.url, { method: request.method, headers }, async (answer) => {
      const kept = withoutHopHeaders(answer.headers);
      // What comes from a cache could not be held.
      if (isIntercepting()) kept["cache-control"] = "no-store";
      onResponse(told, { status: answer.statusCode, headers: kept });
      if (kept["content-security-policy"]) kept["content-security-policy"] = lenient(kept["content-security-policy"]);
      if (isDocument && script() && answer.headers["content-type"]?.startsWith("text/html")) {
        delete kept["content-length"];
        const page = (await bytesOf(answer)).toString();
        response.writeHead(answer.statusCode, kept);
        response.end(page.replace(START, (before) => `${before}<script src="${OWN}agent.js?${last}"></script>`));
      } else {
        response.writeHead(answer.statusCode, kept);
        answer.pipe(response);
      }
      response.once("close", () => response.writableFinished && onEnd(told, { status: answer.statusCode }));
    });
    sent.once("error", () => response.closed || fail());
    // A page that is left gives up what it had asked for.
    response.once("close", () => {
      if (response.writableFinished || sent.errored) return;
      fail("cancelled");
      sent.destroy();
    });
    sent.end(told.body);
  });
  // A request that never comes to an end is the page's own affair.
  server.on("clientError", (_, socket) => socket.destroy());
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => new Promise((closed) => server.close(closed).closeAllConnections()) };
}
