/** Requests for rulebooks, clauses and interpretations. */

import type { ClauseInterpretation, ClausePageResponse, ContentsResponse, InterpretationsResponse, RulebookSummary, RulebooksResponse, SearchResponse } from "../lib/api";
import { api } from "../lib/http";
import { typesetAll } from "../lib/typography";

export const fetchRulebooks = async (): Promise<RulebookSummary[]> => typesetAll((await api<RulebooksResponse>("/api/books")).books);

export const searchClauses = async (query: string, book: string): Promise<SearchResponse> =>
  typesetAll(await api<SearchResponse>(
    `/api/books/search?words=${encodeURIComponent(query)}${book ? `&book=${encodeURIComponent(book)}` : ""}`,
  ));

export const fetchContents = async (book: string): Promise<ContentsResponse> =>
  typesetAll(await api<ContentsResponse>(`/api/contents/${encodeURIComponent(book)}`));

export const fetchClause = async (book: string, id: string): Promise<ClausePageResponse> =>
  typesetAll(await api<ClausePageResponse>(`/api/clauses/${encodeURIComponent(book)}/${encodeURIComponent(id)}`));

export const fetchInterpretations = async (): Promise<ClauseInterpretation[]> =>
  typesetAll((await api<InterpretationsResponse>("/api/readings")).readings);

export const clausePath = (book: string, id: string): string =>
  `/books/${encodeURIComponent(book)}/${encodeURIComponent(id)}`;
