/** Requests and formats of the odds page. */

import type { EquityResponse, HouseGameOddsResponse, OddsGamesResponse, RangeResponse, StrategyChart } from "../lib/api";
import { api } from "../lib/http";

export const fetchOddsGames = (): Promise<OddsGamesResponse> => api("/api/odds/games");
export const fetchHouseGame = (game: string): Promise<HouseGameOddsResponse> => api(`/api/odds/house/${encodeURIComponent(game)}`);
export const fetchRange = (game: string, text: string): Promise<RangeResponse> => api("/api/odds/range", { game, range: text });

export function fetchEquity(game: string, hands: string[], board: string, dead: string, exact: boolean): Promise<EquityResponse> {
  return api("/api/odds/equity", { game, hands, board, dead, exact });
}

const NINETY_FIVE = 1.96;

/** Replace a leading hyphen by a true minus sign. */
export const minus = (text: string): string => text.replace(/^-(?=\d)/, "−");

/** Return a wager's name for display: "dont-pass-odds-4" becomes "don’t pass odds 4". */
export const wagerName = (wager: string): string => wager.replace(/-/g, " ").replace(/^dont\b/, "don’t");

/** Return the choices that a chart's cells use, in the order of the legend, from fold to the largest bet. */
export function choicesOf(chart: StrategyChart): string[] {
  const choices = new Set(chart.rows.flatMap((row) => row.cells.flatMap((cell) => (/^[F123=]\*?$/.test(cell) ? [...cell] : /\*$/.test(cell) ? ["*"] : []))));
  return ["F", "1", "2", "3", "=", "*"].filter((choice) => choices.has(choice));
}

/** Format a share as a percentage: 0.7738 becomes 77.38%. */
export const percent = (share: number, digits = 2): string => minus(`${(share * 100).toFixed(digits)}%`);
export const standardErrorText = (stderr: number): string => `± ${percent(NINETY_FIVE * stderr)}`;

/** Return the cards of a hand written out as "AsAh"; empty for ranges and other text. */
export function cardsOf(text: string): string[] {
  const plain = text.replace(/10/g, "T").replace(/[\s,]/g, "");
  if (!/^([2-9TJQKA][shdc])+$/.test(plain)) return [];
  return plain.match(/../g) ?? [];
}

const RANKS = "AKQJT98765432";

/** Chart of all hold'em starting hands with an empty range; suited hands above the diagonal. */
export const EMPTY_CHART: [string, number][][] = [...RANKS].map((row, index) =>
  [...RANKS].map((column, columnIndex) => [index === columnIndex ? row + column : columnIndex > index ? `${row}${column}s` : `${column}${row}o`, 0]),
);

/** Add a class of hands to a range text, or remove it if it is listed by name. */
export function toggleRange(text: string, label: string): string {
  const parts = text.split(",").map((part) => part.trim()).filter(Boolean);
  return (parts.includes(label) ? parts.filter((part) => part !== label) : [...parts, label]).join(", ");
}
