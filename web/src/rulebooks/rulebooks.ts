/** Books, clauses and readings as the room tells them. */

import { api } from "../lib/http";
import type { Clause } from "../lib/clause-cache";
import { typesetAll } from "../lib/typography";

export interface Cover {
  id: string;
  title: string;
  edition: string;
  summary: string;
  games: string[];
  clauses: number;
}

export interface Section {
  id: string;
  title: string;
  clauses: { id: string; title: string; kind: string }[];
}

export interface Reading {
  id: string;
  subject: string;
  title: string;
  decision: string;
  weight: number;
  why: string;
  problem: string;
  alternative: string;
  clauses: string[];
}

export interface Near {
  book: string;
  id: string;
  citation: string;
  title: string;
  summary: string;
}

export interface ClauseWhole extends Omit<Clause, "readings"> {
  filled_from: string;
  why_physical: string;
  readings: Reading[];
  section: { id: string; title: string } | null;
  before: Near | null;
  after: Near | null;
  others: Near[];
  decides: { id: string; title: string }[];
}

export const covers = async (): Promise<Cover[]> => typesetAll((await api<{ books: Cover[] }>("/api/books")).books);

export const search = async (words: string, book: string): Promise<{ found: number; clauses: Clause[] }> =>
  typesetAll(await api<{ found: number; clauses: Clause[] }>(
    `/api/books/search?words=${encodeURIComponent(words)}${book ? `&book=${encodeURIComponent(book)}` : ""}`,
  ));

export const contents = async (book: string): Promise<Cover & { sections: Section[] }> =>
  typesetAll(await api<Cover & { sections: Section[] }>(`/api/contents/${encodeURIComponent(book)}`));

export const whole = async (book: string, id: string): Promise<ClauseWhole> =>
  typesetAll(await api<ClauseWhole>(`/api/clauses/${encodeURIComponent(book)}/${encodeURIComponent(id)}`));

export const readings = async (): Promise<Reading[]> =>
  typesetAll((await api<{ readings: Reading[] }>("/api/readings")).readings);

export const pageOfClause = (book: string, id: string): string =>
  `/books/${encodeURIComponent(book)}/${encodeURIComponent(id)}`;
