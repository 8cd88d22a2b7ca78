/** One page of WebKit as WebDriver BiDi tells it: its realms, its way from address to address, its requests, its input. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { startDriver } from "./driver.mjs";
import { startProxy } from "./proxy.mjs";

const AGENT = readFileSync(join(import.meta.dirname, "agent.js"), "utf8");
const PATIENCE_MS = 15_000;
/** A page that stands answers sooner. */
const SILENCE_MS = 300;

const pause = (time) => new Promise((next) => setTimeout(next, time));

function isExpression(text) {
  try {
    new Script(`(${text}\n)`);
    return true;
  } catch {
    return false;
  }
}

/** A text as the body of a function that gives its value. */
function bodyOf(text) {
  const trimmed = text.trim().replace(/;+$/, "");
  return isExpression(trimmed) ? `return (${trimmed}\n);` : trimmed;
}

/** A value that came as JSON, as BiDi tells it. */
function remote(value) {
  if (value === undefined) return { type: "undefined" };
  if (value === null) return { type: "null" };
  if (Array.isArray(value)) return { type: "array", value: value.map(remote) };
  if (typeof value === "object") return { type: "object", value: Object.entries(value).map(([key, one]) => [key, remote(one)]) };
  return { type: typeof value, value };
}

const headersOf = (headers) => Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value: { type: "string", value: String(value) } })));

export class Tab {
  #driver;
  #proxy;
  #emit;
  #context;
  #preloads;
  #intercepts;
  #held = new Map();
  /** The addresses of requests that are on their way. */
  #asked = new Map();
  #bodies = new Map();
  #known = "";
  #realm;
  #state;
  #address = "about:blank";
  #navigation;
  #generation = 0;
  #interaction = Promise.resolve();
  #isClosed = false;
  isOffline = false;

  /** `emit(method, params)` tells an event; `preloads()` and `intercepts()` are what holds for this page now. */
  static async open({ context, emit, preloads, intercepts, runsScripts, viewport, ...options }) {
    const tab = new Tab();
    tab.#context = context;
    tab.#emit = emit;
    tab.#preloads = preloads;
    tab.#intercepts = intercepts;
    tab.#proxy = await startProxy({
      script: () => (runsScripts ? [AGENT, ...preloads()].join("\n") : ""),
      isOffline: () => tab.isOffline,
      isIntercepting: () => tab.#intercepts().length > 0,
      onRequest: (request) => tab.#requested(request),
      onResponse: (request, answer) => tab.#network("responseStarted", request, answer),
      onEnd: (request, answer) => tab.#network("responseCompleted", request, answer),
      onFailure: (request, why) => tab.#network("fetchError", request, undefined, { errorText: why }),
      onEvents: (events) => events.forEach((event) => tab.#event(event)),
    });
    tab.#driver = await startDriver({ ...options, runsScripts, proxy: tab.#proxy.url });
    if (viewport) await tab.setViewport(viewport);
    return tab;
  }

  /** Makes its window the active one, for a test that judges what is focused. */
  activate() {
    return this.#driver.activate();
  }

  /** Begins to tell what happens. */
  start() {
    this.#watch();
  }

  async close() {
    this.#isClosed = true;
    for (const decide of this.#held.values()) decide({ fail: true });
    await this.#driver.close();
    await this.#proxy.close();
  }

  // The way of the page.

  async #watch() {
    while (!this.#isClosed) {
      const script = `${AGENT}; const done = arguments[arguments.length - 1]; __bidi.take(${JSON.stringify(this.#known)}).then((told) => done(JSON.stringify(told)))`;
      const taken = this.#driver.send("POST", "/execute/async", { script, args: [] }).then((told) => this.#note(JSON.parse(told)), () => pause(20));
      // What was asked of a page that went is never answered.
      await Promise.race([taken, pause(SILENCE_MS)]);
    }
  }

  #note({ realm, state, url, known, events }) {
    if (this.#isClosed) return;
    const context = this.#context;
    if (realm !== this.#realm) {
      this.#destroyRealm();
      this.#realm = realm;
      this.#state = "loading";
      this.#generation++;
      const navigation = this.#navigation ?? `navigation-${realm}`;
      this.#navigation = undefined;
      if (this.#known) this.#tellWay("navigationStarted", url, navigation), this.#tellWay("navigationCommitted", url, navigation);
      this.#emit("script.realmCreated", { realm: this.#world(), type: "window", context, origin: url });
    } else if (url !== this.#address) {
      const isFragment = url.split("#")[0] === this.#address.split("#")[0];
      if (isFragment && this.#navigation) this.#tellWay("fragmentNavigated", url, this.#navigation);
      else this.#tellWay("historyUpdated", url);
      this.#navigation = undefined;
    }
    this.#address = url;
    for (const event of events) this.#event(event);
    if (state !== "loading" && this.#state === "loading") this.#tellWay("domContentLoaded", url);
    if (state === "load" && this.#state !== "load") this.#tellWay("load", url);
    this.#state = state;
    this.#known = known;
  }

  #tellWay(event, url, navigation = null) {
    this.#emit(`browsingContext.${event}`, { context: this.#context, url, navigation, timestamp: Date.now() });
  }

  /** A page that comes back from the history has its realm again, which is another one for the test. */
  #world(sandbox) {
    return `${this.#realm}/${this.#generation}${sandbox ? `/${sandbox}` : ""}`;
  }

  #destroyRealm() {
    if (!this.#realm) return;
    for (const sandbox of [undefined, "__playwright_utility_world__"]) this.#emit("script.realmDestroyed", { realm: this.#world(sandbox) });
  }

  #event({ kind, method, text, channel, value }) {
    const source = { realm: this.#world(), context: this.#context };
    const stackTrace = { callFrames: [] };
    if (kind === "console") this.#emit("log.entryAdded", { type: "console", method, level: method, text, args: [{ type: "string", value: text }], source, stackTrace, timestamp: Date.now() });
    if (kind === "exception") this.#emit("log.entryAdded", { type: "javascript", level: "error", text, source, stackTrace, timestamp: Date.now() });
    if (kind === "message") this.#emit("script.message", { channel, data: remote(value), source });
  }

  /** What has happened by now is told before a command is answered. */
  async #settle() {
    const told = await this.#driver.send("POST", "/execute/sync", { script: `${AGENT}; return JSON.stringify(__bidi.told())`, args: [] }).catch(() => {});
    if (told) this.#note(JSON.parse(told));
  }

  async navigate(url) {
    await this.#settle();
    this.#navigation = `navigation-${Math.random().toString(36).slice(2)}`;
    const navigation = this.#navigation;
    await this.#driver.send("POST", "/url", { url });
    this.#expect(url, navigation);
    return { navigation, url };
  }

  /** Now and then WebKit does not go where it is sent, and is sent again; a page that does not load says what it waits for. */
  async #expect(url, navigation) {
    await pause(PATIENCE_MS);
    if (this.#isClosed) return;
    if (this.#navigation === navigation) {
      console.error(`WebKit did not go to ${url}: sent again`);
      await this.#driver.send("POST", "/url", { url }).catch(() => {});
    } else if (this.#address === url && this.#state !== "load" && this.#held.size === 0) {
      console.error(`WebKit has ${url} "${this.#state}" and waits for ${[...this.#asked.values()].join(" ") || "nothing"}`);
    }
  }

  async traverse(delta) {
    const before = this.#known;
    await this.#driver.send("POST", delta < 0 ? "/back" : "/forward", {});
    for (const start = Date.now(); this.#known === before && Date.now() - start < PATIENCE_MS; ) {
      await pause(20);
      await this.#settle();
    }
    return {};
  }

  async reload() {
    await this.#driver.send("POST", "/refresh", {});
    return {};
  }

  // Scripts.

  async evaluate({ expression, target, resultOwnership }) {
    return this.#run(`() => { ${bodyOf(expression)} }`, [], target, resultOwnership);
  }

  async call({ functionDeclaration, arguments: args = [], target, resultOwnership }) {
    return this.#run(`(${functionDeclaration})`, args, target, resultOwnership);
  }

  async #run(work, args, { sandbox }, resultOwnership) {
    const isHeld = resultOwnership === "root";
    const script = `${AGENT}; const done = arguments[arguments.length - 1];
__bidi.run(${JSON.stringify(this.#realm ?? null)}, ${isHeld}, ${work}, ${JSON.stringify(args)}).then((told) => done(JSON.stringify(told)))`;
    const told = JSON.parse(await this.#driver.send("POST", "/execute/async", { script, args: [] }));
    this.#note(told);
    if (told.stale) throw new Error("no such realm: the page has gone on");
    const realm = this.#world(sandbox);
    if (told.exception !== undefined) return { type: "exception", realm, exceptionDetails: { text: told.exception } };
    const result = told.reference ?? (told.isUndefined ? { type: "undefined" } : remote(told.value));
    return { type: "success", realm, result };
  }

  async disown(handles) {
    await this.#driver.send("POST", "/execute/sync", { script: `for (const one of ${JSON.stringify(handles)}) window.__bidi?.handles.delete(one)`, args: [] }).catch(() => {});
    return {};
  }

  // Input and looks.

  async performActions(actions) {
    const full = actions.map((source) => ({
      ...source,
      actions: source.actions.map((action) => (["pointerMove", "scroll"].includes(action.type) ? { duration: 0, origin: "viewport", ...action, x: Math.round(action.x), y: Math.round(action.y) } : action)),
    }));
    // One interaction is to end before the next.
    this.#interaction = this.#interaction.catch(() => {}).then(() => this.#driver.send("POST", "/actions", { actions: full }));
    await this.#interaction;
    await this.#settle();
    return {};
  }

  async setViewport({ width, height }) {
    const inner = async () => this.#driver.send("POST", "/execute/sync", { script: "return [innerWidth, innerHeight]", args: [] });
    for (const start = Date.now(); Date.now() - start < PATIENCE_MS; await pause(30)) {
      const [across, down] = await inner();
      if (across === width && down === height) return {};
      const rect = await this.#driver.send("GET", "/window/rect");
      await this.#driver.send("POST", "/window/rect", { x: 0, y: 0, width: rect.width + width - across, height: rect.height + height - down });
    }
    throw new Error(`the window does not become ${width} x ${height}, but ${await inner()}`);
  }

  async screenshot() {
    return { data: await this.#driver.send("GET", "/screenshot") };
  }

  async setOffline(isOffline) {
    this.isOffline = isOffline;
    const script = `Object.defineProperty(navigator, "onLine", { value: ${!isOffline}, configurable: true }); dispatchEvent(new Event("${isOffline ? "offline" : "online"}"))`;
    await this.#driver.send("POST", "/execute/sync", { script, args: [] });
    return {};
  }

  // The network.

  #network(event, request, answer, more) {
    if (this.#isClosed) return;
    if (event === "beforeRequestSent") this.#asked.set(request.id, request.url);
    if (event === "responseCompleted" || event === "fetchError") this.#asked.delete(request.id);
    const now = Date.now();
    const destination = request.headers["sec-fetch-dest"] ?? "";
    this.#emit(`network.${event}`, {
      context: this.#context,
      navigation: null,
      redirectCount: 0,
      timestamp: now,
      initiator: { type: "other" },
      request: { request: request.id, url: request.url, method: request.method, headers: headersOf(request.headers), cookies: [], bodySize: request.body.length, destination, initiatorType: null, timings: { requestTime: now } },
      ...(answer && { response: { status: answer.status, statusText: "", headers: headersOf(answer.headers ?? {}), protocol: "http/1.1", headersSize: 0, bodySize: 0 } }),
      ...more,
    });
  }

  async #requested(request) {
    const intercepts = this.#intercepts();
    const isHeld = intercepts.length > 0;
    this.#network("beforeRequestSent", request, undefined, { isBlocked: isHeld, ...(isHeld && { intercepts }) });
    if (!isHeld) return undefined;
    return new Promise((decide) => this.#held.set(request.id, decide));
  }

  /** Decides on a request that is held: nothing lets it go on. */
  decide(request, decision) {
    this.#held.get(request)?.(decision);
    return this.#held.delete(request);
  }
}
