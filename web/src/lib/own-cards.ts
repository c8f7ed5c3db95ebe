/** One's own cards as they lie: those that everybody sees from the public view, the others as they were told. */

import { HIDDEN } from "./cards";
import { pokerHands, type TableView } from "./table-views";

export type OwnCards = Record<string, string[]>;

/** The view shows up-cards as they come; what lies down was told when it was dealt. */
export function currentOwnCards(view: TableView, mine: OwnCards | null): OwnCards | null {
  if (!mine) return null;
  const found: OwnCards = { ...mine };
  for (const hand of pokerHands(view)) {
    const place = String(hand.seat);
    // A hand that was given up lies there no more; whoever held it has seen it.
    if (!(place in mine) || !hand.cards.length) continue;
    found[place] = hand.cards.map((card, at) => (card === HIDDEN ? (mine[place]![at] ?? card) : card));
  }
  return found;
}
