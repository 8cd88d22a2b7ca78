import type { Problem } from "./exchange";

/** How sending ended. */
export type Sent =
  | { kind: "received"; id: string }
  /** The relay refused the content; by field name. */
  | { kind: "refused"; errors: Record<string, string> }
  | ({ kind: "failed"; detail: unknown } & Failure);

/** Why sending failed. */
export interface Failure {
  /** A key of the definition's `failure`. */
  why: "text" | "offline" | "busy";
  /** When it is worth another try; absent: the relay names no time. */
  at?: Date | undefined;
}

/** Longer than the relay takes to say that its provider failed. */
const PATIENCE_MS = 20_000;

/** Sends one submission; never throws. */
export async function send(action: string, body: string, isOnline: () => boolean): Promise<Sent> {
  if (!isOnline()) return { kind: "failed", why: "offline", detail: "offline" };
  try {
    const answer = await fetch(action, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const said: { id?: unknown } & Partial<Problem> = await answer.json().catch(() => ({}));
    // Others than the relay answer with 200 too: a hotel's network, a host that knows no such path.
    if (answer.ok && typeof said.id === "string") return { kind: "received", id: said.id };
    return refusal(answer, said);
  } catch (error) {
    return { kind: "failed", why: isOnline() ? "text" : "offline", detail: error };
  }
}

function refusal({ headers, status }: Response, problem: Partial<Problem>): Sent {
  if (status === 422 && problem.errors?.length) {
    const named = problem.errors.map(({ pointer, detail }) => [pointer.split("/")[1] ?? "", detail] as const);
    // The first mistake of a field is the one to show.
    return { kind: "refused", errors: Object.fromEntries(named.reverse()) };
  }
  const seconds = Number(headers.get("Retry-After"));
  return {
    kind: "failed",
    why: status === 429 ? "busy" : "text",
    at: seconds ? new Date(Date.now() + seconds * 1000) : undefined,
    detail: problem.title ?? status,
  };
}
