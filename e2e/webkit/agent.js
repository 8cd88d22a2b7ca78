/**
 * Stands first in every page that WebKit shows: keeps the objects that a test holds, and what the page said, until the browser
 * asks for it. It is a part of the page's own world, which WebKit's driver gives no other.
 */
(() => {
  if (window.__bidi) return;
  const realm = `realm-${Math.random().toString(36).slice(2)}`;
  const HEARTBEAT_MS = 100;
  // The page's clock may be a test's own.
  const after = window.setTimeout.bind(window);
  const handles = new Map();
  const events = [];
  let last = 0;
  let wake;

  /** Asked of the browser, since no listener hears of it where scripts are off. */
  const isLoaded = () => document.readyState === "complete" && performance.getEntriesByType("navigation")[0]?.loadEventEnd !== 0;
  const state = () => (isLoaded() ? "load" : document.readyState === "loading" ? "loading" : "interactive");
  const known = () => `${realm} ${state()} ${location.href}`;
  const told = () => ({ realm, state: state(), url: location.href, known: known(), events: events.splice(0) });
  const notice = () => wake?.();

  function hold(value) {
    const handle = `handle-${++last}`;
    handles.set(handle, value);
    return handle;
  }

  /** A value as BiDi tells it, held for the test. */
  function reference(value) {
    if (value === undefined) return { type: "undefined" };
    if (value === null) return { type: "null" };
    if (typeof value === "number" && !Number.isFinite(value)) return { type: "number", value: String(value) };
    if (["number", "string", "boolean"].includes(typeof value)) return { type: typeof value, value };
    const handle = hold(value);
    if (value instanceof Node) return { type: "node", handle, sharedId: handle };
    return { type: Array.isArray(value) ? "array" : typeof value, handle };
  }

  function read(argument) {
    const { type, value, handle, sharedId } = argument;
    if (handle ?? sharedId) return handles.get(handle ?? sharedId);
    if (type === "undefined") return undefined;
    if (type === "null") return null;
    if (type === "number") return Number(value);
    if (type === "array") return value.map(read);
    if (type === "object") return Object.fromEntries(value.map(([key, one]) => [typeof key === "string" ? key : read(key), read(one)]));
    if (type === "date") return new Date(value);
    if (type === "regexp") return new RegExp(value.pattern, value.flags);
    if (type === "channel") return (message) => tell({ kind: "message", channel: value.channel, value: message });
    return value;
  }

  function tell(event) {
    events.push(event);
    notice();
  }

  async function run(expected, isHeld, work, args) {
    if (expected && expected !== realm) return { ...told(), stale: true };
    try {
      const value = await work(...args.map(read));
      return isHeld || value instanceof Node ? { ...told(), reference: reference(value) } : { ...told(), value, isUndefined: value === undefined };
    } catch (error) {
      return { ...told(), exception: error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error) };
    }
  }

  /** What happened since `before`, as soon as something does. */
  function take(before) {
    return new Promise((resolve) => {
      if (before !== known() || events.length > 0) return resolve(told());
      wake = () => {
        wake = undefined;
        resolve(told());
      };
      after(() => wake?.(), HEARTBEAT_MS);
    });
  }

  const say = (value) => (value instanceof Error ? `${value.name}: ${value.message}` : String(value));
  for (const method of ["log", "info", "warn", "error", "debug"]) {
    const own = console[method].bind(console);
    console[method] = (...values) => {
      own(...values);
      tell({ kind: "console", method, text: values.map(say).join(" ") });
    };
  }
  addEventListener("error", ({ message, error }) => error && tell({ kind: "exception", text: error ? say(error) : message }));
  addEventListener("unhandledrejection", ({ reason }) => tell({ kind: "exception", text: say(reason) }));
  document.addEventListener("readystatechange", notice);
  addEventListener("load", () => after(notice));
  addEventListener("pagehide", () => {
    if (events.length > 0 && location.protocol.startsWith("http")) navigator.sendBeacon("/.bidi/events", JSON.stringify(events.splice(0)));
  });

  Object.defineProperty(window, "__bidi", { value: { run, take, told, handles } });
})();
