/** What lies on a table, by its kind. */

import type { BankedView, DiceView, PokerHand, PokerView, TablePicture } from "./protocol";

export type Felt = TablePicture["view"];

export const atPoker = (felt: Felt): felt is PokerView => "button" in felt;
const atDice = (felt: Felt): felt is DiceView => "rolls" in felt;

/** The hands of a round of poker, played now or last. */
export const hands = (felt: Felt): PokerHand[] => (atPoker(felt) ? (felt.round?.hands ?? []) : []);
const places = (felt: BankedView) => felt.round?.places ?? [];

/** Rounds begun, or rolls of the dice. */
export const rounds = (felt: Felt): number => (atDice(felt) ? felt.rolls : felt.number);

/** Whether a round is being played; at the dice there is none to wait for. */
export const playing = (felt: Felt): boolean => !atDice(felt) && felt.playing;

/** Who has a part in what is played: a hand, a place, a wager, the dice. */
export function players(felt: Felt): string[] {
  if (atDice(felt)) return [felt.shooter, ...felt.wagers.map((wager) => wager.owner)];
  if (!felt.playing) return [];
  return atPoker(felt) ? hands(felt).map((hand) => hand.person) : places(felt).map((place) => place.owner);
}
