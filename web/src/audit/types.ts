/** Types of the audit page's HTTP answers. */

export interface Verdict {
  good: boolean;
  ended: number;
  message?: string;
  streams?: number;
  records?: number;
  hands?: number;
  checks?: { check: string; shows: string; looked: number; wrong: number }[];
  findings?: { check: string; message: string; time: number }[];
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

/** Return a hash in groups of eight characters, which are easier to compare by eye. */
export const groupHash = (hash: string): string => hash.match(/.{1,8}/g)?.join(" ") ?? "";
