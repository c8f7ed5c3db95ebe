/** Clauses of the rulebooks, each fetched once. */

import type { ClauseResponse } from "./api";
import { api } from "./http";
import { typesetAll } from "./typography";

const cache = new Map<string, Promise<ClauseResponse>>();

/** Split a citation such as "oneida XI.K.10(b)" into book and clause. */
export function citationParts(citation: string): { book: string; clause: string } {
  const space = citation.indexOf(" ");
  return { book: citation.slice(0, space), clause: citation.slice(space + 1) };
}

/** Return a citation without its book if it is `within`, and without the book's own number prefix. */
export function shortCitation(citation: string, within: string): string {
  const { book, clause } = citationParts(citation);
  const shortId = clause.replace(/^\d+:\d+[A-Z]?-/, "");
  return book === within ? shortId : `${book} ${shortId}`;
}

/** Split a list of citations at its semicolons, without duplicates. */
export const citations = (text: string): string[] => [...new Set(text.split(/;\s*/).filter(Boolean))];

export function fetchClause(citation: string): Promise<ClauseResponse> {
  let request = cache.get(citation);
  if (!request) {
    const { book, clause } = citationParts(citation);
    request = api<ClauseResponse>(`/api/books/${encodeURIComponent(book)}/${encodeURIComponent(clause)}`).then(typesetAll);
    request.catch(() => cache.delete(citation));
    cache.set(citation, request);
  }
  return request;
}
