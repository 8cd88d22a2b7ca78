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
  script.src = policy?.createScriptURL(src) ?? src;
  script.dataset.websiteId = id;
  script.onload = script.onerror = ready;
  document.head.append(script);
}

/**
 * Sends the `data-event` of a link, or of the list of links that it stands in, with its `data-event-data` and with what stands
 * on the page already: the link's own text under the name in `data-event-text`, its address under that in `data-event-href`.
 */
function sendDeclared(link: HTMLElement, { event, eventData, eventText, eventHref }: DOMStringMap): void {
  const data = JSON.parse(eventData || "{}") as Record<string, string>;
  if (eventText) data[eventText] = nameOf(link);
  if (eventHref) data[eventHref] = link.getAttribute("href") ?? "";
  send(event as keyof AnalyticsEvents, data as AnalyticsEvents[keyof AnalyticsEvents]);
}

/**
 * An element's own words, not what only screen readers are told, such as that a new tab opens; of one that has none, the
 * words of its last part.
 */
function nameOf(element: HTMLElement): string {
  const own = [...element.childNodes].find((node) => node instanceof Text && node.data.trim());
  return (own ?? element.lastElementChild)?.textContent?.trim() ?? "";
}

/** What a link says by itself: a study or a service, a way of contacting, or a file. */
function sendLink(link: HTMLAnchorElement): void {
  // By the address as it is written: that of a place on this page has this page's path.
  if (link.matches("[href^='/'][href*='/case-studies/']")) send("project_view", { project_name: nameOf(link) });
  if (link.matches("[href^='/'][href*='/services/']")) send("service_view", { service_name: nameOf(link) });
  const method =
    { "tel:": "phone", "mailto:": "email" }[link.protocol] ?? (link.host === "wa.me" ? "messaging" : "");
  if (method)
    send("contact_method", {
      method,
      value: link.pathname.replace("/", ""),
    });
  const file = /[^/]+\.(\w+)$/.exec(link.pathname);
  if (link.hasAttribute("download") && file)
    send("file_download", { file_name: file[0], file_type: file[1] ?? "" });
}

export function analytics(): void {
  addEventListener("site:track", (event) => {
    const { name, data } = (
      event as CustomEvent<{ name: keyof AnalyticsEvents; data: AnalyticsEvents[keyof AnalyticsEvents] }>
    ).detail;
    send(name, data);
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    const told = link?.closest<HTMLElement>("[data-event]");
    if (link && told) sendDeclared(link, told.dataset);
    else if (link) sendLink(link);
  });
  insertScript(() => {
    if (new URLSearchParams(location.search).has("test_tracking")) {
      send("test_tracking", { timestamp: new Date().toISOString(), test: true });
    }
  });
}
