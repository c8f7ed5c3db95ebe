/** Short reasons why a wager was paid as it was; the clause beside it has the full rule. */

import { houseCards as t } from "../strings/house-cards";
import type { WagerSettlement, HouseCardPositionView, HouseCardRoundView } from "../lib/protocol";
import type { Pays } from "../lib/api";

const BONUS = "bonus";
const BY_TABLE = new Set(["pair_plus", "aces_up", BONUS]);

/** Settled wager with the reason for its payment. */
export interface SettledWager extends WagerSettlement {
  why: string;
}

/** Return the wagers of a position in order of settlement, with a line for a bonus that was missed. */
export function settledLines(
  position: Pick<HouseCardPositionView, "folded" | "hand" | "settlements">,
  round: Pick<HouseCardRoundView, "dealer" | "qualifies">,
  tables: readonly Pays[],
): SettledWager[] {
  const lines = position.settlements.map((line) => ({ ...line, why: payoutReason(line, position, round) }));
  const lowest = tables[0]?.lines.at(-1);
  const anteIndex = lines.findIndex((line) => line.wager === "ante");
  // Where two pay tables are posted, the first is the Ante bonus.
  if (tables.length < 2 || !lowest || anteIndex < 0 || position.folded || lines.some((line) => line.wager === BONUS)) return lines;
  const missed = { wager: BONUS, stake: 0, net: 0, clause: tables[0]!.clause, why: t.below(lowest.hand) };
  return lines.toSpliced(anteIndex + 1, 0, missed);
}

export function payoutReason(
  line: WagerSettlement,
  position: Pick<HouseCardPositionView, "folded" | "hand">,
  round: Pick<HouseCardRoundView, "dealer" | "qualifies">,
): string {
  if (position.folded && line.net < 0) return t.folded;
  const odds = line.net > 0 && line.stake ? t.toOne(line.net / line.stake) : "";
  const withOdds = (reason: string): string => [reason, odds].filter(Boolean).join(", ");
  if (BY_TABLE.has(line.wager) || !round.dealer.length) return withOdds(position.hand);
  if (!round.qualifies) return withOdds(t.dealerOut);
  if (!line.net) return t.equalHands;
  return line.net > 0 ? withOdds(t.higherHand) : t.lowerHand;
}
