import { vi } from "vitest";

type Answer = Response | Error;

/** Stands in for the relay: gives these answers in turn, the last one again and again, and keeps what was sent. */
export function relay(...answers: (() => Answer)[]): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)]?.() ?? received();
    sent.push(JSON.parse(String(init.body)) as Record<string, unknown>);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return sent;
}

export const received = () => new Response('{"id":"x"}', { status: 200 });
export const broken = () => new Response('{"title":"Non"}', { status: 502 });
export const unreachable = () => new TypeError("Failed to fetch");
export const refused = (name: string, detail: string) => () =>
  new Response(JSON.stringify({ errors: [{ pointer: `#/${name}`, code: "x", detail }] }), { status: 422 });
