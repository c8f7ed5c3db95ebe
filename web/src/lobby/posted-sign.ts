/** The posted sign of a table, as anybody may read it. */

import { api } from "../lib/http";

export interface SignLine {
  text: string;
  clauses: string[];
}

export interface PostedSign {
  table: number;
  title: string;
  game: string;
  name: string;
  about: string;
  book: string;
  stakes: string;
  lines: SignLine[];
  terms: { least_buy_in: number; most_buy_in: number; clock: number; bank: number; title: string };
  host: string;
  seats: number;
  taken: number[];
}

export interface HomeSign extends PostedSign {
  /** Whether the reader has come to it already. */
  joined: boolean;
}

export const fetchSign = (table: number): Promise<PostedSign> => api<PostedSign>(`/api/tables/${table}/sign`);
export const fetchHomeSign = (code: string): Promise<HomeSign> => api<HomeSign>(`/api/home/${encodeURIComponent(code)}`);
