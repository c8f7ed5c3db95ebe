/** Situations and what the books say about them, as the room tells it. */

import { api } from "../lib/api";

export interface Situation {
  id: string;
  title: string;
  where: string;
  group: string;
  clauses: number;
  speaking: number;
}

export interface Found {
  situations: Situation[];
  near: Situation[];
  clauses: number;
}

export interface Cell {
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
  rows: { question: string; differs: boolean; cells: Cell[] }[];
  notes: string[];
  silent: string[];
  text: string;
}

export const situations = (words: string): Promise<Found> => api(`/api/ask?words=${encodeURIComponent(words)}`);

export const comparison = (id: string): Promise<Comparison> => api(`/api/ask/${encodeURIComponent(id)}`);

/** A book with nothing to say gives its width to one that speaks: shares of the columns, together 1. */
export function widths(found: Pick<Comparison, "books" | "rows">): number[] {
  const weights = found.books.map((_, at) => {
    const lengths = found.rows.map((row) => {
      const cell = row.cells[at]!;
      return cell.silent || cell.absent ? 0 : cell.words.length;
    });
    const longest = Math.max(0, ...lengths);
    return longest === 0 ? 0.75 : Math.min(2, Math.max(1, longest / 34));
  });
  const sum = weights.reduce((one, other) => one + other, 0);
  return weights.map((weight) => weight / sum);
}
