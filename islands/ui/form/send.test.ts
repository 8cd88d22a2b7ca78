import { afterEach, expect, test, vi } from "vitest";
import { send } from "./send";

const online = () => true;
function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) => new Response(JSON.stringify(body), { status, headers }),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("received", async () => {
  const fetch = answering(200, { id: "x1" });
  expect(await send("/api/forms/contact", "{}", online)).toEqual({ kind: "received", id: "x1" });
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(url).toBe("/api/forms/contact");
  expect(init).toMatchObject({ method: "POST", body: "{}", headers: { "Content-Type": "application/json" } });
});

test("refused, by field", async () => {
  answering(422, {
    errors: [
      { pointer: "#/email", code: "email_invalid", detail: "Adresse email invalide" },
      { pointer: "#/email", code: "too_long", detail: "Texte trop long" },
      { pointer: "#/besoins/1", code: "choice_invalid", detail: "Choisissez" },
    ],
  });
  expect(await send("/x", "{}", online)).toEqual({
    kind: "refused",
    errors: { email: "Adresse email invalide", besoins: "Choisissez" },
  });
});

test.each([
  [429, "busy"],
  [502, "text"],
  [503, "text"],
  [403, "text"],
])("%i fails as %s", async (status, why) => {
  answering(status, { title: "Non" });
  expect(await send("/x", "{}", online)).toMatchObject({ kind: "failed", why });
});

test("the time from which the relay takes another try is counted from its answer", async () => {
  vi.spyOn(Date, "now").mockReturnValueOnce(1000);
  answering(429, { title: "Non" }, { "Retry-After": "85578" });
  expect(await send("/x", "{}", online)).toMatchObject({ kind: "failed", why: "busy", at: new Date(85_579_000) });
  for (const none of ["", "0", "soon"]) {
    answering(429, { title: "Non" }, { "Retry-After": none });
    expect(await send("/x", "{}", online)).toMatchObject({ why: "busy", at: undefined });
  }
});

test("an answer that is not the relay's is a failure", async () => {
  for (const other of [{}, { id: 7 }, null, "ok"]) {
    answering(200, other);
    expect(await send("/x", "{}", online)).toMatchObject({ kind: "failed", why: "text" });
  }
  vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502 }));
  expect(await send("/x", "{}", online)).toMatchObject({ kind: "failed", why: "text" });
  vi.stubGlobal("fetch", async () => new Response("<html>", { status: 200 }));
  expect(await send("/x", "{}", online)).toMatchObject({ kind: "failed", why: "text" });
});

test("offline nothing is tried", async () => {
  const fetch = answering(200, { id: "x" });
  expect(await send("/x", "{}", () => false)).toMatchObject({ kind: "failed", why: "offline" });
  expect(fetch).not.toHaveBeenCalled();
});

test("a broken connection is a failure", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  expect(await send("/x", "{}", online)).toMatchObject({ kind: "failed", why: "text" });
});
