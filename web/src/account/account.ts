/** Who one is to the room: kind, roles, wallet and sessions. */

import { api } from "../lib/http";
import { account as t } from "../strings/account";

export interface Session {
  begun: number;
  ends: number;
  ended: number;
  agent: string;
  here: boolean;
}

export interface Account {
  person: string;
  kind: string;
  roles: string[];
  purse: number;
  deposit: number;
  last_login: number;
  sessions: Session[];
}

export const fetchAccount = (): Promise<Account> => api<Account>("/api/me");

/** The browser by what it says of itself; the first name that fits, since they all claim to be others. */
export function browserName(agent: string): string {
  const found = Object.keys(t.browsers).find((name) => agent.includes(name));
  return (found && t.browsers[found]) || t.someProgram;
}
