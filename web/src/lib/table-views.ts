/** What lies on a table, by its kind. */

import type { BankedView, DiceView, PokerHand, PokerView, TablePicture } from "./protocol";

export type TableView = TablePicture["view"];

export const isPokerView = (felt: TableView): felt is PokerView => "button" in felt;
const atDice = (felt: TableView): felt is DiceView => "rolls" in felt;

/** The hands of a round of poker, played now or last. */
export const pokerHands = (felt: TableView): PokerHand[] => (isPokerView(felt) ? (felt.round?.hands ?? []) : []);
const places = (felt: BankedView) => felt.round?.places ?? [];

/** Rounds begun, or rolls of the dice. */
export const roundNumber = (felt: TableView): number => (atDice(felt) ? felt.rolls : felt.number);

/** Whether a round is being played; at the dice there is none to wait for. */
export const isPlaying = (felt: TableView): boolean => !atDice(felt) && felt.playing;

/** Who has a part in what is played: a hand, a place, a wager, the dice. */
export function activePlayers(felt: TableView): string[] {
  if (atDice(felt)) return [felt.shooter, ...felt.wagers.map((wager) => wager.owner)];
  if (!felt.playing) return [];
  return isPokerView(felt) ? pokerHands(felt).map((hand) => hand.person) : places(felt).map((place) => place.owner);
}
