#!/usr/bin/env node
/**
 * WebKitGTK as a browser that speaks WebDriver BiDi, so that Playwright drives it as it drives Firefox. WebKit's own driver
 * speaks the older WebDriver; what that one has not is added by a proxy and an agent in the page. Environment: CALM=1 for
 * reduced motion, NO_SCRIPTS=1 for pages without JavaScript.
 */
import { WebSocketServer } from "ws";
import { startScreen } from "./driver.mjs";
import { Tab } from "./tab.mjs";

const screen = await startScreen();
const runsScripts = !process.env.NO_SCRIPTS;
let last = 0;
const name = (kind) => `${kind}-${++last}`;

/** A page that shows no one's name needs no other language than this. */
const LOCALE = "fr-FR";
const users = new Map();
const tabs = new Map();
const preloads = new Map();
const intercepts = new Map();

const concerns = ({ contexts, userContexts }, context, user) => (contexts ? contexts.includes(context) : userContexts ? userContexts.includes(user) : true);
const chosen = (all, context, user) => [...all].filter(([, params]) => concerns(params, context, user));

function decode(body) {
  return body ? Buffer.from(body.value, body.type === "base64" ? "base64" : "utf8") : undefined;
}

/** The tab that holds a request. */
function decide(request, decision) {
  for (const { tab } of tabs.values()) if (tab.decide(request, decision)) return {};
  return {};
}

async function closeTab(context, emit) {
  const found = tabs.get(context);
  if (!found) return;
  tabs.delete(context);
  await found.tab.close();
  emit("browsingContext.contextDestroyed", { context, url: "", userContext: found.user, children: null, parent: null });
}

function eachTab({ contexts, userContexts }, work) {
  return Promise.all([...tabs].filter(([context, { user }]) => concerns({ contexts, userContexts }, context, user)).map(([, { tab }]) => work(tab))).then(() => ({}));
}

const commands = {
  "session.new": () => ({ sessionId: "webkit", capabilities: { browserName: "webkit", browserVersion: "WebKitGTK", userAgent: "", acceptInsecureCerts: false } }),
  "browser.createUserContext": () => {
    const userContext = name("user");
    users.set(userContext, {});
    return { userContext };
  },
  "browser.removeUserContext": async ({ userContext }, emit) => {
    await Promise.all([...tabs].filter(([, { user }]) => user === userContext).map(([context]) => closeTab(context, emit)));
    return {};
  },
  "browser.close": async (_, emit) => {
    await Promise.all([...tabs.keys()].map((context) => closeTab(context, emit)));
    return {};
  },
  "browsingContext.create": async ({ userContext }, emit) => {
    const context = name("page");
    const tab = await Tab.open({
      context,
      emit,
      display: screen.display,
      runsScripts,
      locale: LOCALE,
      prefers: { isCalm: Boolean(process.env.CALM), isDark: users.get(userContext).isDark },
      viewport: users.get(userContext).viewport,
      preloads: () => chosen(preloads, context, userContext).map(([, { functionDeclaration }]) => `(${functionDeclaration})();`),
      intercepts: () => chosen(intercepts, context, userContext).map(([id]) => id),
    });
    tabs.set(context, { tab, user: userContext });
    emit("browsingContext.contextCreated", { context, userContext, url: "about:blank", children: null, parent: null, originalOpener: null });
    tab.start();
    return { context };
  },
  "browsingContext.activate": async ({ context }) => {
    await tabs.get(context).tab.activate();
    return {};
  },
  "browsingContext.close": async ({ context }, emit) => {
    await closeTab(context, emit);
    return {};
  },
  "browsingContext.navigate": ({ context, url }) => tabs.get(context).tab.navigate(url),
  "browsingContext.reload": ({ context }) => tabs.get(context).tab.reload(),
  "browsingContext.traverseHistory": ({ context, delta }) => tabs.get(context).tab.traverse(delta),
  "browsingContext.setViewport": async ({ context, userContexts = [], viewport }) => {
    for (const user of userContexts) users.get(user).viewport = viewport;
    return context ? tabs.get(context).tab.setViewport(viewport) : {};
  },
  "browsingContext.captureScreenshot": ({ context }) => tabs.get(context).tab.screenshot(),
  "emulation.setMediaFeaturesOverride": ({ features, userContexts = [] }) => {
    for (const user of userContexts) users.get(user).isDark = features["prefers-color-scheme"] === "dark";
    return {};
  },
  "emulation.setNetworkConditions": ({ networkConditions, ...where }) => eachTab(where, (tab) => tab.setOffline(networkConditions?.type === "offline")),
  "script.addPreloadScript": (params) => {
    const script = name("script");
    preloads.set(script, params);
    return { script };
  },
  "script.removePreloadScript": ({ script }) => {
    preloads.delete(script);
    return {};
  },
  "script.evaluate": (params) => tabs.get(params.target.context).tab.evaluate(params),
  "script.callFunction": (params) => tabs.get(params.target.context).tab.call(params),
  "script.disown": ({ handles, target }) => tabs.get(target.context)?.tab.disown(handles),
  "input.performActions": ({ context, actions }) => tabs.get(context).tab.performActions(actions),
  "network.addIntercept": (params) => {
    const intercept = name("intercept");
    if (params.phases.includes("beforeRequestSent")) intercepts.set(intercept, params);
    return { intercept };
  },
  "network.removeIntercept": ({ intercept }) => {
    intercepts.delete(intercept);
    return {};
  },
  "network.continueRequest": ({ request }) => decide(request, undefined),
  "network.failRequest": ({ request }) => decide(request, { fail: true }),
  "network.provideResponse": ({ request, statusCode, headers = [], body }) =>
    decide(request, { status: statusCode, headers: Object.fromEntries(headers.map(({ name, value }) => [name, value.value])), body: decode(body) }),
};
/** What WebKit's driver has no word for, and no test here rests on. */
const IDLE = new Set(["session.subscribe", "network.addDataCollector", "network.setCacheBehavior", "browser.setDownloadBehavior", "emulation.setScreenOrientationOverride", "emulation.setScreenSettingsOverride", "emulation.setLocaleOverride"]);

const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
server.on("connection", (socket) => {
  const tell = (message) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message));
  const emit = (method, params) => tell({ type: "event", method, params });
  socket.on("message", async (text) => {
    const { id, method, params } = JSON.parse(text);
    try {
      const command = commands[method];
      if (!command && !IDLE.has(method)) throw new Error(`unknown command ${method}`);
      tell({ type: "success", id, result: (await command?.(params, emit)) ?? {} });
    } catch (error) {
      const isGone = params.context && !tabs.has(params.context);
      tell({ type: "error", id, error: isGone ? "no such frame" : "unknown error", message: `${method}: ${error.message}` });
    }
    if (method === "browser.close") socket.close();
  });
  socket.on("close", end);
});
server.on("listening", () => console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`));

let isEnding = false;
async function end() {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([...tabs.values()].map(({ tab }) => tab.close().catch(() => {})));
  screen.close();
  process.exit(0);
}
process.on("SIGTERM", end);
process.on("SIGINT", end);
