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

/**
 * Sends a `data-event` with its `data-event-data`, and with what stands on the page already: the element's own text under
 * the name in `data-event-text`, its address under the name in `data-event-href`. All of it may stand once on the list of
 * the links (`data-events`).
 */
function sendDeclared(element: HTMLElement, name: string | undefined, told = element): void {
  if (!name) return;
  const { eventData, eventText, eventHref } = told.dataset;
  const data = JSON.parse(eventData || "{}") as Record<string, string>;
  if (eventText) {
    // Not what only screen readers are told, such as that a new tab opens.
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    data[eventText] = texts
      .map((node) => node.textContent)
      .join("")
      .trim();
  }
  if (eventHref) data[eventHref] = element.getAttribute("href") ?? "";
  send(name as keyof AnalyticsEvents, data as AnalyticsEvents[keyof AnalyticsEvents]);
}

/** What a link says by itself: a way of contacting, or a file. */
function sendLink(link: HTMLAnchorElement): void {
  const method =
    { "tel:": "phone", "mailto:": "email" }[link.protocol] ?? (link.host === "wa.me" ? "messaging" : "");
  if (method)
    send("contact_method", {
      method,
      value: link.pathname.replace(/^\//, ""),
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
    const list = element?.closest<HTMLElement>("[data-events]");
    if (element?.dataset.event) sendDeclared(element, element.dataset.event);
    else if (element && list) sendDeclared(element, list.dataset.events, list);
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
