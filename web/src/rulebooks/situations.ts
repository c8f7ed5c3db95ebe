/** Situations and what the rulebooks say about them. */

import type { ComparisonResponse, RulebookAnswer, SituationSummary, SituationsResponse } from "../lib/api";
import { api } from "../lib/http";

export const searchSituations = (query: string): Promise<SituationsResponse> => api(`/api/ask?words=${encodeURIComponent(query)}`);

export const fetchComparison = (id: string): Promise<ComparisonResponse> => api(`/api/ask/${encodeURIComponent(id)}`);

/** Group situations under their headings, in the given order. */
export function groupSituations(situations: readonly SituationSummary[]): [string, SituationSummary[]][] {
  const groups = new Map<string, SituationSummary[]>();
  for (const situation of situations) groups.set(situation.group, [...(groups.get(situation.group) ?? []), situation]);
  return [...groups];
}

/** Return the columns' shares of the width, which sum to 1: books with longer answers get more. */
export function columnShares(comparison: Pick<ComparisonResponse, "books" | "rows">): number[] {
  const weights = comparison.books.map((_, index) => {
    const lengths = comparison.rows.map((row) => (row.cells[index]!.silent || row.cells[index]!.absent ? 0 : row.cells[index]!.words.length));
    const mean = lengths.reduce((a, b) => a + b, 0) / Math.max(1, lengths.length);
    return 0.95 + Math.min(2, mean / 34);
  });
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
}

/** Merge books with the same answer and no clause of their own, for narrow screens. */
export function mergeEqualBooks(cells: readonly RulebookAnswer[]): { books: string[]; cell: RulebookAnswer }[] {
  const merged: { books: string[]; cell: RulebookAnswer }[] = [];
  for (const cell of cells) {
    const same = merged.find((entry) => !cell.clause && !entry.cell.clause && !cell.differs && entry.cell.words === cell.words);
    if (same) same.books.push(cell.book);
    else merged.push({ books: [cell.book], cell });
  }
  return merged;
}
