/** Why a wager was paid as it was, in a few words; the clause beside it has all of them. */

import { house as t } from "../words/house";
import type { Line, PlaceView, RoundView } from "./house-wagers.svelte";

const BY_TABLE = new Set(["pair_plus", "aces_up", "bonus"]);

export function ruleOf(
  line: Line,
  place: Pick<PlaceView, "folded" | "hand">,
  round: Pick<RoundView, "dealer" | "qualifies">,
): string {
  if (place.folded && line.gain < 0) return t.folded;
  const odds = line.gain > 0 && line.stake ? t.toOne(line.gain / line.stake) : "";
  const why = (words: string): string => [words, odds].filter(Boolean).join(", ");
  if (BY_TABLE.has(line.wager) || !round.dealer.length) return why(place.hand);
  if (!round.qualifies) return why(t.dealerOut);
  if (!line.gain) return t.equalHands;
  return line.gain > 0 ? why(t.higherHand) : t.lowerHand;
}
