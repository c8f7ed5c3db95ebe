/** Hand names as the dealer announces them: the class from the server, the ranks from the visible cards. */

import { houseCards as t } from "../strings/house-cards";

const PIPS = "23456789TJQKA";

/** Return "queen high", "pair of nines" or "three fours"; only the class if some cards are hidden. */
export function handLabel(hand: string, cards: readonly string[]): string {
  const pips = cards.map((card) => PIPS.indexOf(card[0] ?? ""));
  if (!hand || pips.some((pip) => pip < 0)) return hand;
  const top = Math.max(...pips);
  const count = (pip: number): number => pips.filter((other) => other === pip).length;
  const groups = [...new Set(pips)].filter((pip) => count(pip) > 1).sort((a, b) => count(b) - count(a) || b - a);
  if (hand === "high card") return t.high(t.ranks[top]!);
  if (/^(one )?pair/.test(hand) && groups.length) return t.pairOf(t.plurals[groups[0]!]!);
  if (hand.startsWith("two pair") && groups.length > 1) return t.twoPairs(t.plurals[groups[0]!]!, t.plurals[groups[1]!]!);
  const kind = /^(three|four)[ -]of[ -]a[ -]kind/.exec(hand);
  return kind && groups.length ? t.several(kind[1]!, t.plurals[groups[0]!]!) : hand;
}
