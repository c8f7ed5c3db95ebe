/** Situations and what the rulebooks say about them. */

import { api } from "../lib/http";

export interface Situation {
  id: string;
  title: string;
  where: string;
  group: string;
  clauses: number;
  speaking: number;
}

export interface SituationMatches {
  situations: Situation[];
  near: Situation[];
  clauses: number;
}

export interface ComparisonCell {
  book: string;
  words: string;
  clause: string;
  clauses: string[];
  readings: string[];
  silent: boolean;
  absent: boolean;
  borrowed: boolean;
  differs: boolean;
}

export interface Comparison extends Situation {
  settle: boolean;
  books: { id: string; cover: string }[];
  rows: { question: string; differs: boolean; cells: ComparisonCell[] }[];
  notes: string[];
  silent: string[];
  text: string;
}

export const searchSituations = (query: string): Promise<SituationMatches> => api(`/api/ask?words=${encodeURIComponent(query)}`);

export const fetchComparison = (id: string): Promise<Comparison> => api(`/api/ask/${encodeURIComponent(id)}`);

/** Group situations under their headings, in the given order. */
export function groupSituations(situations: readonly Situation[]): [string, Situation[]][] {
  const groups = new Map<string, Situation[]>();
  for (const situation of situations) groups.set(situation.group, [...(groups.get(situation.group) ?? []), situation]);
  return [...groups];
}

/** Return the columns' shares of the width, which sum to 1: books with longer answers get more. */
export function columnShares(comparison: Pick<Comparison, "books" | "rows">): number[] {
  const weights = comparison.books.map((_, index) => {
    const lengths = comparison.rows.map((row) => (row.cells[index]!.silent || row.cells[index]!.absent ? 0 : row.cells[index]!.words.length));
    const mean = lengths.reduce((a, b) => a + b, 0) / Math.max(1, lengths.length);
    return 0.95 + Math.min(2, mean / 34);
  });
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
}

/** Merge books with the same answer and no clause of their own, for narrow screens. */
export function mergeEqualBooks(cells: readonly ComparisonCell[]): { books: string[]; cell: ComparisonCell }[] {
  const merged: { books: string[]; cell: ComparisonCell }[] = [];
  for (const cell of cells) {
    const same = merged.find((entry) => !cell.clause && !entry.cell.clause && !cell.differs && entry.cell.words === cell.words);
    if (same) same.books.push(cell.book);
    else merged.push({ books: [cell.book], cell });
  }
  return merged;
}
