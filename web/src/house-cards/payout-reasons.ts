/** Short reasons why a wager was paid as it was; the clause beside it has the full rule. */

import { houseCards as t } from "../strings/house-cards";
import type { WagerSettlement, HouseCardPositionView, HouseCardRoundView } from "../lib/protocol";
import type { PayTable } from "./betting-layout.svelte";

const BONUS = "bonus";
const BY_TABLE = new Set(["pair_plus", "aces_up", BONUS]);

/** Settled wager with the reason for its payment. */
export interface SettledWager extends WagerSettlement {
  why: string;
}

/** Return the wagers of a position in order of settlement, with a line for a bonus that was missed. */
export function settledLines(
  place: Pick<HouseCardPositionView, "folded" | "hand" | "settlements">,
  round: Pick<HouseCardRoundView, "dealer" | "qualifies">,
  tables: readonly PayTable[],
): SettledWager[] {
  const found = place.settlements.map((line) => ({ ...line, why: payoutReason(line, place, round) }));
  const least = tables[0]?.lines.at(-1);
  const after = found.findIndex((line) => line.wager === "ante");
  // Where two pay tables are posted, the first is the Ante bonus.
  if (tables.length < 2 || !least || after < 0 || place.folded || found.some((line) => line.wager === BONUS)) return found;
  const missed = { wager: BONUS, stake: 0, net: 0, clause: tables[0]!.clause, why: t.below(least.hand) };
  return found.toSpliced(after + 1, 0, missed);
}

export function payoutReason(
  line: WagerSettlement,
  place: Pick<HouseCardPositionView, "folded" | "hand">,
  round: Pick<HouseCardRoundView, "dealer" | "qualifies">,
): string {
  if (place.folded && line.net < 0) return t.folded;
  const odds = line.net > 0 && line.stake ? t.toOne(line.net / line.stake) : "";
  const why = (words: string): string => [words, odds].filter(Boolean).join(", ");
  if (BY_TABLE.has(line.wager) || !round.dealer.length) return why(place.hand);
  if (!round.qualifies) return why(t.dealerOut);
  if (!line.net) return t.equalHands;
  return line.net > 0 ? why(t.higherHand) : t.lowerHand;
}
