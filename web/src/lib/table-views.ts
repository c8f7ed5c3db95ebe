/** What lies on a table, by its kind. */

import type { HouseCardView, DiceView, PokerHandView, PokerView, TableSnapshot } from "./protocol";

export type TableView = TableSnapshot["view"];

export const isPokerView = (view: TableView): view is PokerView => "button" in view;
const atDice = (view: TableView): view is DiceView => "rolls" in view;

/** The hands of a round of poker, played now or last. */
export const pokerHands = (view: TableView): PokerHandView[] => (isPokerView(view) ? (view.round?.hands ?? []) : []);
const positions = (view: HouseCardView) => view.round?.positions ?? [];

/** Rounds begun, or rolls of the dice. */
export const roundNumber = (view: TableView): number => (atDice(view) ? view.rolls : view.round_number);

/** Whether a round is being played; at the dice there is none to wait for. */
export const isPlaying = (view: TableView): boolean => !atDice(view) && view.playing;

/** Who has a part in what is played: a hand, a place, a wager, the dice. */
export function activePlayers(view: TableView): string[] {
  if (atDice(view)) return [view.shooter, ...view.wagers.map((wager) => wager.owner)];
  if (!view.playing) return [];
  return isPokerView(view) ? pokerHands(view).map((hand) => hand.person) : positions(view).map((place) => place.owner);
}
