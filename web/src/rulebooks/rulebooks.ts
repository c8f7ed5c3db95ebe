/** Requests for rulebooks, clauses and interpretations. */

import { api } from "../lib/http";
import type { Clause } from "../lib/clause-cache";
import { typesetAll } from "../lib/typography";

export interface RulebookSummary {
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

export interface Interpretation {
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

export interface ClauseSummary {
  book: string;
  id: string;
  citation: string;
  title: string;
  summary: string;
}

export interface ClauseDetail extends Omit<Clause, "readings"> {
  filled_from: string;
  why_physical: string;
  readings: Interpretation[];
  section: { id: string; title: string } | null;
  before: ClauseSummary | null;
  after: ClauseSummary | null;
  others: ClauseSummary[];
  decides: { id: string; title: string }[];
}

export const fetchRulebooks = async (): Promise<RulebookSummary[]> => typesetAll((await api<{ books: RulebookSummary[] }>("/api/books")).books);

export const searchClauses = async (query: string, book: string): Promise<{ found: number; clauses: Clause[] }> =>
  typesetAll(await api<{ found: number; clauses: Clause[] }>(
    `/api/books/search?words=${encodeURIComponent(query)}${book ? `&book=${encodeURIComponent(book)}` : ""}`,
  ));

export const fetchContents = async (book: string): Promise<RulebookSummary & { sections: Section[] }> =>
  typesetAll(await api<RulebookSummary & { sections: Section[] }>(`/api/contents/${encodeURIComponent(book)}`));

export const fetchClause = async (book: string, id: string): Promise<ClauseDetail> =>
  typesetAll(await api<ClauseDetail>(`/api/clauses/${encodeURIComponent(book)}/${encodeURIComponent(id)}`));

export const fetchInterpretations = async (): Promise<Interpretation[]> =>
  typesetAll((await api<{ readings: Interpretation[] }>("/api/readings")).readings);

export const clausePath = (book: string, id: string): string =>
  `/books/${encodeURIComponent(book)}/${encodeURIComponent(id)}`;
