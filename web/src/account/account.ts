/** The signed-in account: kind, roles, wallet and sessions. */

import type { AccountResponse } from "../lib/api";
import { api } from "../lib/http";
import { account as t } from "../strings/account";

export const fetchAccount = (): Promise<AccountResponse> => api<AccountResponse>("/api/me");

/**
 * Return the browser's name from its user-agent string. The order of the list matters: the first match wins,
 * because most browsers also claim to be others.
 */
export function browserName(agent: string): string {
  const browser = Object.keys(t.browsers).find((name) => agent.includes(name));
  return (browser && t.browsers[browser]) || t.someProgram;
}
