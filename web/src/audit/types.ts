/** What the auditor's page is told over HTTP. */

export interface Verdict {
  good: boolean;
  ended: number;
  said?: string;
  streams?: number;
  records?: number;
  hands?: number;
  checks?: { check: string; shows: string; looked: number; wrong: number }[];
  findings?: { check: string; said: string; time: number }[];
  notices?: string[];
}

export interface AuditSummary {
  running: boolean;
  began: number;
  verdict: Verdict | null;
  chains: { stream: string; records: number; hash: string }[];
  accounts: { account: string; chips: number }[];
  sum: number;
  postings: number;
  lists: { name: string; words: string }[];
}

export interface AuditList {
  title: string;
  columns: string[];
  rows: (string | number)[][];
  count: number;
}

export interface AuditedHand {
  hand: string;
  first: number;
  last: number;
  ended: number;
  pot: number;
  people: string[];
  entries: { record: number; by: string; name: string; facts: Record<string, unknown> }[];
}

export interface ClosedHands {
  hands: AuditedHand[];
}

/** A hash in groups of eight, as people compare them. */
export const groupHash = (hash: string): string => hash.match(/.{1,8}/g)?.join(" ") ?? "";
