/** HTTP of the room: one call, and errors as the room words them. */

import { sentence } from "./typeset";

export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

export async function api<T = any>(path: string, body?: unknown): Promise<T> {
  const options: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, { ...options, credentials: "same-origin" });
  } catch {
    throw new Refused("The room does not answer; it will be tried again.", 0);
  }
  const found = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(sentence(found.error ?? `the room answered ${response.status}`), response.status, found);
  return found as T;
}
