// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { analytics } from "../page/analytics";
import { track } from "../ui/track";

let warn = vi.spyOn(console, "warn").mockImplementation(() => {});
const sent: [string, object][] = [];

beforeAll(() => {
  history.replaceState(null, "", "/?test_tracking");
  warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  analytics();
});
beforeEach(() => {
  sent.length = 0;
});
function click(html: string, selector = "*") {
  document.body.innerHTML = html;
  const element = document.body.querySelector(selector) as HTMLElement;
  element.addEventListener("click", (event) => event.preventDefault());
  element.click();
}

test("without the script one warning is written and nothing is sent", () => {
  // The test of the tracking came first.
  track("button_click", { button_name: "a", location: "b" });
  expect(warn.mock.calls).toEqual([["Umami non disponible"]]);
});

test("events go to the script as they are named", () => {
  window.umami = { track: (name, data) => sent.push([name, data]) };
  track("project_view", { project_name: "Sergos" });
  click(
    '<a href="/x" data-event="navigation_click" data-event-data=\'{"link_name":"Blog","destination":"/blog"}\'>Blog</a>',
  );
  click(
    '<a href="/x" data-event="app_download_click" data-event-data=\'{"app_name":"H-UP","platform":"ios"}\'>iOS</a>',
  );
  click(
    '<a href="/blog" data-event="navigation_click" data-event-text="link_name" data-event-href="destination">Blog</a>',
  );
  click(
    '<a href="/x" data-event="button_click" data-event-text="button_name" data-event-data=\'{"location":"hero"}\'>\nVoir<svg></svg><span> (nouvel onglet)</span></a>',
  );
  click('<ul data-event="navigation_click" data-event-text="link_name"><li><a href="/saas">SaaS</a></li></ul>', "a");
  click('<ul data-event="navigation_click"><li><a href="/saas">SaaS</a></li></ul>', "li");
  click('<a href="tel:+262262000000"><b>Appeler</b></a>');
  click('<a href="mailto:a@b.re?subject=x">Écrire</a>');
  click('<a href="https://wa.me/262692000000?text=Bonjour">WhatsApp</a>');
  click('<a href="/files/plaquette.pdf" download>Plaquette</a>');
  click('<a href="/files/plaquette.pdf">Lire</a>');
  expect(sent).toEqual([
    ["project_view", { project_name: "Sergos" }],
    ["navigation_click", { link_name: "Blog", destination: "/blog" }],
    ["app_download_click", { app_type: "unknown", app_name: "H-UP", platform: "ios" }],
    ["navigation_click", { link_name: "Blog", destination: "/blog" }],
    ["button_click", { location: "hero", button_name: "Voir" }],
    ["navigation_click", { link_name: "SaaS" }],
    ["contact_method", { method: "phone", value: "+262262000000" }],
    ["contact_method", { method: "email", value: "a@b.re" }],
    ["contact_method", { method: "messaging", value: "262692000000" }],
    ["file_download", { file_name: "plaquette.pdf", file_type: "pdf" }],
  ]);
});

test.each<[string, [string, object][]]>([
  ['<a href="/case-studies/sergos">Sergos<svg></svg></a>', [["project_view", { project_name: "Sergos" }]]],
  ['<a href="/base/case-studies/sergos"><span>2024</span> Sergos<svg></svg></a>', [["project_view", { project_name: "Sergos" }]]],
  ['<a href="/case-studies/sergos"><span>Étude précédente</span> <b>Ser<i>gos</i></b></a>', [["project_view", { project_name: "Sergos" }]]],
  ['<a href="/services/saas">Le SaaS</a>', [["service_view", { service_name: "Le SaaS" }]]],
  ['<a href="/services/saas" data-event="button_click">Le SaaS</a>', [["button_click", {}]]],
  // A place on this page, and another site.
  ['<a href="#services/">Services</a>', []],
  ['<a href="https://exemple.re/services/saas">Ailleurs</a>', []],
])("a link to a study or a service says so, whoever wrote it: %s", (html, told) => {
  window.umami = { track: (name, data) => sent.push([name, data]) };
  history.replaceState(null, "", "/case-studies/hup");
  click(html);
  expect(sent).toEqual(told);
});
