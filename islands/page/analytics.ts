import type { AnalyticsEvents } from "../ui/track";

interface Umami {
  track(name: string, data: object): unknown;
}

declare global {
  interface Window {
    umami?: Umami;
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string };
    };
  }
}

let warned = false;

function send<Name extends keyof AnalyticsEvents>(name: Name, data: AnalyticsEvents[Name]): void {
  if (window.umami) {
    window.umami.track(name, name === "app_download_click" ? { app_type: "unknown", ...data } : data);
  } else if (!warned) {
    warned = true;
    console.warn("Umami non disponible");
  }
}

/** Inserts the analytics script that the site's settings name, then calls `ready`; without one, calls it at once. */
function insertScript(ready: () => void): void {
  const settings = document.querySelector<HTMLMetaElement>("meta[name=analytics]")?.content;
  if (!settings) {
    ready();
    return;
  }
  const { src, id } = JSON.parse(settings) as { src: string; id: string };
  const script = document.createElement("script");
  const policy = window.trustedTypes?.createPolicy("site", { createScriptURL: (url) => url });
  script.src = policy ? policy.createScriptURL(src) : src;
  script.defer = true;
  script.dataset.websiteId = id;
  script.onload = script.onerror = ready;
  document.head.append(script);
}

/** Sends a `data-event` with its `data-event-data`. */
function sendDeclared(element: HTMLElement, name: string | undefined): void {
  if (!name) return;
  send(
    name as keyof AnalyticsEvents,
    JSON.parse(element.dataset.eventData || "{}") as AnalyticsEvents[keyof AnalyticsEvents],
  );
}

/** What a link says by itself: a way of contacting, or a file. */
function sendLink(link: HTMLAnchorElement): void {
  const method =
    { "tel:": "phone", "mailto:": "email" }[link.protocol] ?? (link.host === "wa.me" ? "whatsapp" : "");
  if (method)
    send("contact_method", {
      method,
      value: method === "whatsapp" ? link.pathname.slice(1) : link.pathname,
    });
  const file = /([^/]+)\.(\w+)$/.exec(link.pathname);
  if (link.hasAttribute("download") && file)
    send("file_download", { file_name: file[0], file_type: file[2] ?? "" });
}

export function analytics(): void {
  addEventListener("site:track", (event) => {
    const { name, data } = (
      event as CustomEvent<{ name: keyof AnalyticsEvents; data: AnalyticsEvents[keyof AnalyticsEvents] }>
    ).detail;
    send(name, data);
  });
  document.addEventListener("click", (event) => {
    const element = (event.target as Element).closest<HTMLElement>("[data-event],a[href]");
    if (element?.dataset.event) sendDeclared(element, element.dataset.event);
    else if (element) sendLink(element as HTMLAnchorElement);
  });
  insertScript(() => {
    for (const element of document.querySelectorAll<HTMLElement>("[data-event-view]")) {
      sendDeclared(element, element.dataset.eventView);
    }
    if (new URLSearchParams(location.search).has("test_tracking")) {
      send("test_tracking", { timestamp: new Date().toISOString(), test: true });
    }
  });
}
