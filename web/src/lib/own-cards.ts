/** The user's own cards: face-up cards from the public view, face-down cards from their private snapshot. */

import { HIDDEN } from "./cards";
import { pokerHands, type TableView } from "./table-views";

export type OwnCards = Record<string, string[]>;

/** Merge the public view into the user's cards; hidden cards keep the faces received when they were dealt. */
export function currentOwnCards(view: TableView, mine: OwnCards | null): OwnCards | null {
  if (!mine) return null;
  const cards: OwnCards = { ...mine };
  for (const hand of pokerHands(view)) {
    const seat = String(hand.seat);
    // A folded hand has no cards in the view; keep those that the user has seen.
    if (!(seat in mine) || !hand.cards.length) continue;
    cards[seat] = hand.cards.map((card, index) => (card === HIDDEN ? (mine[seat]![index] ?? card) : card));
  }
  return cards;
}
