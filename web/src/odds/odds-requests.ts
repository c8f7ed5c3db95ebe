/** What the room reckons for the odds page. */

import { api } from "../lib/http";

export interface OddsGame {
  game: string;
  title: string;
  hole: number;
  board: number;
  split: boolean;
  draws: number;
}

export interface HandShare {
  hand: string;
  equity: string | null;
  equity_float: number;
  stderr: number;
  win: number;
  tie: number;
  scoop: number;
  quarter: number;
  high: number;
  low: number;
}

export interface Equity {
  game: string;
  exact: boolean;
  deals: number;
  hands: HandShare[];
  note?: string;
}

export interface Range {
  hands: number;
  share: number;
  text: string;
  chart: [string, number][][];
}

export interface Edge {
  wager: string;
  paytable: string;
  edge: string;
  edge_float: number;
  standard_deviation: number;
  edge_per_roll?: string;
}

export interface Chart {
  title: string;
  columns: string[];
  rows: { hand: string; cells: string[] }[];
  notes: string[];
}

export interface HouseGame {
  game: string;
  edges: Edge[];
  charts: Chart[];
}

export const fetchOddsGames = (): Promise<{ poker: OddsGame[]; house: string[] }> => api("/api/odds/games");
export const fetchHouseGame = (game: string): Promise<HouseGame> => api(`/api/odds/house/${encodeURIComponent(game)}`);
export const fetchRange = (game: string, text: string): Promise<Range> => api("/api/odds/range", { game, range: text });

export function fetchEquity(game: string, hands: string[], board: string, dead: string, exact: boolean): Promise<Equity> {
  return api("/api/odds/equity", { game, hands, board, dead, exact });
}

const NINETY_FIVE = 1.96;

/** A true minus before figures. */
export const minus = (text: string): string => text.replace(/^-(?=\d)/, "−");

/** "dont-pass-odds-4" as people write it. */
export const wagerName = (wager: string): string => wager.replace(/-/g, " ").replace(/^dont\b/, "don’t");

/** What the cells of a chart stand for, where they are letters and figures: each once, the boldest last. */
export function choicesOf(chart: Chart): string[] {
  const used = new Set(chart.rows.flatMap((row) => row.cells.flatMap((cell) => (/^[F123=]\*?$/.test(cell) ? [...cell] : /\*$/.test(cell) ? ["*"] : []))));
  return ["F", "1", "2", "3", "=", "*"].filter((choice) => used.has(choice));
}

/** 0.7738 as 77.38%, with a true minus; what is sampled also says how far it may be off. */
export const percent = (share: number, digits = 2): string => minus(`${(share * 100).toFixed(digits)}%`);
export const standardErrorText = (stderr: number): string => `± ${percent(NINETY_FIVE * stderr)}`;

/** The cards of a hand that is written out ("AsAh"); empty for ranges and words. */
export function cardsOf(text: string): string[] {
  const plain = text.replace(/10/g, "T").replace(/[\s,]/g, "");
  if (!/^([2-9TJQKA][shdc])+$/.test(plain)) return [];
  return plain.match(/../g) ?? [];
}

const RANKS = "AKQJT98765432";

/** The chart of hold'em hands with none of them in the range: suited above the diagonal. */
export const EMPTY_CHART: [string, number][][] = [...RANKS].map((row, at) =>
  [...RANKS].map((column, place) => [at === place ? row + column : place > at ? `${row}${column}s` : `${column}${row}o`, 0]),
);

/** A range text with one class of hands put in or taken out; what cannot be taken out by name stays. */
export function toggleRange(text: string, label: string): string {
  const parts = text.split(",").map((part) => part.trim()).filter(Boolean);
  return (parts.includes(label) ? parts.filter((part) => part !== label) : [...parts, label]).join(", ");
}
