/** Helpers for table views of every kind of game. */

import type { HouseCardView, DiceView, PokerHandView, PokerView, TableSnapshot } from "./protocol";

export type TableView = TableSnapshot["view"];

export const isPokerView = (view: TableView): view is PokerView => "button" in view;
const isDiceView = (view: TableView): view is DiceView => "rolls" in view;

/** Return the hands of the current or last poker round. */
export const pokerHands = (view: TableView): PokerHandView[] => (isPokerView(view) ? (view.round?.hands ?? []) : []);
const positions = (view: HouseCardView) => view.round?.positions ?? [];

/** Return the number of rounds begun, or of rolls at a dice table. */
export const roundNumber = (view: TableView): number => (isDiceView(view) ? view.rolls : view.round_number);

/** Return whether a round is in progress; dice tables have no rounds to wait for. */
export const isPlaying = (view: TableView): boolean => !isDiceView(view) && view.playing;

/** Return the people who take part in the current round: with a hand, a position, a wager or the dice. */
export function activePlayers(view: TableView): string[] {
  if (isDiceView(view)) return [view.shooter, ...view.wagers.map((wager) => wager.owner)];
  if (!view.playing) return [];
  return isPokerView(view) ? pokerHands(view).map((hand) => hand.person) : positions(view).map((place) => place.owner);
}
