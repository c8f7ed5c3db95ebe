/**
 * Spots printed on the craps layout, in order. The server decides which of them accept bets, and the amounts.
 */

import type { WagerCost } from "../lib/api";
import type { DiceWagerView } from "../lib/protocol";
import type { DiceSpot, DiceWagers } from "./dice-wagers.svelte";

export const POINTS = [4, 5, 6, 8, 9, 10] as const;
export const HARD = [6, 10, 8, 4] as const;
/** One-roll totals that have a spot, each with the faces drawn on it. */
export const HORNS = [
  [2, 1, 1],
  [3, 1, 2],
  [11, 5, 6],
  [12, 6, 6],
] as const;

/** Combinations of two faces, the larger first; pairs last. */
export const HOPS: readonly string[] = [6, 5, 4, 3, 2, 1]
  .flatMap((first) => [6, 5, 4, 3, 2, 1].filter((second) => second < first).map((second) => `${first}-${second}`))
  .concat([6, 5, 4, 3, 2, 1].map((face) => `${face}-${face}`));

/** Return the spot of the odds behind the user's line bet, or the pass odds if no line bet has a point. */
export function lineOdds(wagers: DiceWagers): DiceSpot {
  const line = wagers.own.find((wager) => (wager.kind === "pass" || wager.kind === "dont_pass") && wager.number);
  return line ? { kind: `${line.kind}_odds`, number: line.number, on: line.id } : { kind: "pass_odds" };
}

/** Return the spot of the odds behind a Come bet that stands on a number. */
export function comeOdds(wagers: DiceWagers, number: number): DiceSpot | undefined {
  const flat = wagers.own.find((wager) => (wager.kind === "come" || wager.kind === "dont_come") && wager.number === number);
  return flat && { kind: `${flat.kind}_odds`, number, on: flat.id };
}

/** Return the flat bets that have travelled to a number. */
export const establishedCome = (wagers: DiceWagers, number: number): DiceWagerView[] =>
  wagers.own.filter((wager) => (wager.kind === "come" || wager.kind === "dont_come") && wager.number === number);

/**
 * Return the totals of a wager that pay more, parsed from the server's wording: "2, 12: 2 to 1; 3, 4: 1 to
 * 1".
 */
export function special(card: WagerCost | undefined): { totals: string[]; pays: string } {
  const parts = (card?.pays ?? "").split("; ").map((part) => part.split(": "));
  if (parts.length < 2) return { totals: [], pays: "" };
  const [totals = "", pays = ""] = parts.sort((a, b) => a[0]!.length - b[0]!.length)[0]!;
  return { totals: totals.split(", "), pays };
}
