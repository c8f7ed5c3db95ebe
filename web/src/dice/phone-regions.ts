/** The five regions of the craps layout shown as a map on phones. */

import type { DiceWagerView } from "../lib/protocol";

export const REGIONS = ["numbers", "hard", "come", "line", "one"] as const;
export type Region = (typeof REGIONS)[number];

const OF: Record<string, Region> = {
  pass: "line",
  dont_pass: "line",
  pass_odds: "line",
  dont_pass_odds: "line",
  field: "come",
  hard: "hard",
  place: "numbers",
  buy: "numbers",
  lay: "numbers",
  place_to_lose: "numbers",
  come_odds: "numbers",
  dont_come_odds: "numbers",
};

/** Return the region of a wager; Come bets travel to their number. */
export function regionOf(wager: DiceWagerView): Region {
  if (wager.kind === "come" || wager.kind === "dont_come") return wager.number ? "numbers" : "come";
  return OF[wager.kind] ?? "one";
}
