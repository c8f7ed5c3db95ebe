/** Posted signs, fetched over HTTP. */

import { api } from "../lib/http";

export interface SignLine {
  text: string;
  clauses: string[];
}

export interface PostedSign {
  table_id: number;
  title: string;
  game: string;
  name: string;
  about: string;
  book: string;
  stakes: string;
  lines: SignLine[];
  settings: { min_buy_in: number; max_buy_in: number; decision_clock_ms: number; time_bank_ms: number; title: string };
  host: string;
  seats: number;
  taken: number[];
}

export interface HomeSign extends PostedSign {
  /** Whether the user has already joined the home game. */
  joined: boolean;
}

export const fetchSign = (table: number): Promise<PostedSign> => api<PostedSign>(`/api/tables/${table}/sign`);
export const fetchHomeSign = (code: string): Promise<HomeSign> => api<HomeSign>(`/api/home/${encodeURIComponent(code)}`);
