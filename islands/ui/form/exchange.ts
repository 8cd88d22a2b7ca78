// What a form and the relay say to each other.

/** POST action, `Content-Type: application/json`, `Accept: application/json`. Unknown keys are refused. */
export type Payload = Record<string, string | number | string[]>;

/** 200. */
export interface Received {
  /** The submission's id. */
  id: string;
}

/** Any other status, `application/problem+json` (RFC 9457). 503 and 429 carry Retry-After (seconds). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  instance: string;
  detail?: string;
  /** 422 only: `#/email`, `#/besoins/1`. */
  errors?: { pointer: string; code: string; detail: string }[];
  /** The owner's address as a mailto: link, on failures, when the relay knows a public one. */
  mailto?: string;
}
