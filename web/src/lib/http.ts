/** HTTP of the room: one call, and errors as the room words them. */

import { common as t } from "../strings/common";
import { asSentence } from "./typography";

export class HttpError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** Milliseconds between one question that nobody answered and the next. */
const WAITS = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000];

/** Who only asks asks again while the line is down; what is to be done is not done twice. */
async function answered(path: string, options: RequestInit): Promise<Response> {
  for (let tries = 0; ; tries++) {
    try {
      return await fetch(path, { ...options, credentials: "same-origin" });
    } catch {
      const wait = WAITS[tries];
      if (options.method || !wait) throw new HttpError(t.noAnswer, 0);
      await new Promise((settle) => setTimeout(settle, wait));
    }
  }
}

export async function api<T = unknown>(path: string, body?: unknown): Promise<T> {
  const options: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await answered(path, options);
  const found = await response.json().catch(() => ({}));
  if (!response.ok) throw new HttpError(asSentence(found.error ?? `the room answered ${response.status}`), response.status, found);
  return found as T;
}
