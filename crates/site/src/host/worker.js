// Forms: `/api/*` goes to the relay, everything else to the files. Written by `site host cloudflare`.
// The Worker is the one proxy in front of the relay: RELAY_TRUSTED_PROXIES=1.
// The relay refuses what is longer than its forms by itself, with a page that helps; this is for what it would not read.
const MOST_BYTES = «most_bytes»;

export default {
  async fetch(request, env) {
    const address = new URL(request.url);
    if (!address.pathname.startsWith("/api/")) return env.SITE.fetch(request);
    if (Number(request.headers.get("Content-Length")) > MOST_BYTES) return new Response(null, { status: 413 });
    const forwarded = new Request(new URL(address.pathname + address.search, env.RELAY), request);
    forwarded.headers.set("X-Forwarded-For", request.headers.get("CF-Connecting-IP") ?? "");
    if (env.RELAY_PROXY_SECRET) forwarded.headers.set("X-Relay-Secret", env.RELAY_PROXY_SECRET);
    return fetch(forwarded, { redirect: "manual" });
  },
};
