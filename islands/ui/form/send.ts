import type { Problem, Received } from "./exchange";

/** How sending ended. */
export type Sent =
  | { kind: "received"; id: string }
  /** The relay refused the content; by field name. */
  | { kind: "refused"; errors: Record<string, string> }
  | { kind: "failed"; why: "text" | "offline" | "busy"; detail: unknown };

/** Longer than the relay takes to say that its provider failed. */
const PATIENCE_MS = 20_000;

/** Sends one submission; never throws. */
export async function send(action: string, body: string, isOnline: () => boolean): Promise<Sent> {
  if (!isOnline()) return { kind: "failed", why: "offline", detail: "the browser is offline" };
  try {
    const answer = await fetch(action, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.ok) return { kind: "received", id: ((await answer.json()) as Received).id };
    return refusal(answer.status, (await answer.json().catch(() => ({}))) as Partial<Problem>);
  } catch (error) {
    return { kind: "failed", why: isOnline() ? "text" : "offline", detail: error };
  }
}

function refusal(status: number, problem: Partial<Problem>): Sent {
  if (status === 422 && problem.errors?.length) {
    const named = problem.errors.map(({ pointer, detail }) => [pointer.split("/")[1] ?? "", detail] as const);
    // The first mistake of a field is the one to show.
    return { kind: "refused", errors: Object.fromEntries(named.reverse()) };
  }
  return { kind: "failed", why: status === 429 ? "busy" : "text", detail: problem.title ?? status };
}
