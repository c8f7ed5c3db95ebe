/** Cards in the server's notation ("Ah", "Td", "??"), their names, and sentences that contain cards. */

export type Suit = "s" | "h" | "d" | "c";

export const HIDDEN = "??";

export const SUITS: readonly Suit[] = ["s", "h", "d", "c"];
export const RANKS = "A23456789TJQK".split("");

export const SUIT_PATHS: Record<Suit, string> = {
  h: "M12 21.3C5.2 15.6 2 12.2 2 8.1 2 5 4.3 2.8 7.1 2.8c2 0 3.8 1.1 4.9 3.1 1.1-2 2.9-3.1 4.9-3.1C19.7 2.8 22 5 22 8.1c0 4.1-3.2 7.5-10 13.2z",
  d: "M12 1.4C14.3 5.4 17 9 20.4 12 17 15 14.3 18.6 12 22.6 9.7 18.6 7 15 3.6 12 7 9 9.7 5.4 12 1.4z",
  s: "M12 1.7C8.6 6.5 2.2 9.7 2.2 14.5c0 2.8 2 4.7 4.5 4.7 1.7 0 3.2-.8 4.1-2.2-.1 2.5-.9 4.2-2.6 5.300h7.600c-1.7-1.1-2.5-2.8-2.6-5.3.9 1.4 2.4 2.2 4.1 2.2 2.5 0 4.5-1.9 4.5-4.7 0-4.8-6.4-8-9.8-12.800z",
  c: "M12 1.8c2.7 0 4.7 2 4.7 4.6 0 1.5-.7 2.8-1.8 3.7.7-.3 1.4-.5 2.2-.5 2.7 0 4.7 2.1 4.7 4.7s-2 4.7-4.7 4.7c-1.7 0-3.2-.8-4-2.1.1 2.5.9 4.3 2.7 5.4H8.2c1.8-1.1 2.6-2.9 2.7-5.4-.8 1.3-2.3 2.1-4 2.1-2.7 0-4.7-2.1-4.7-4.7s2-4.7 4.7-4.7c.8 0 1.5.2 2.2.5-1.1-.9-1.8-2.2-1.8-3.7C7.3 3.8 9.3 1.8 12 1.8z",
};

const SUIT_NAMES: Record<Suit, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RANK_NAMES: Record<string, string> = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
const GLYPHS: Record<string, Suit> = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

export const isFace = (card: string): boolean => /^[2-9TJQKA][shdc]$/.test(card);
export const suitOf = (card: string): Suit => card[1] as Suit;
export const rankOf = (card: string): string => (card[0] === "T" ? "10" : (card[0] ?? ""));

/** Return the card's name for screen readers. */
export function cardName(card: string): string {
  if (!isFace(card)) return "face-down card";
  return `${RANK_NAMES[card[0]!] ?? card[0]} of ${SUIT_NAMES[suitOf(card)]}`;
}

/** Replace the cards in a sentence by their spoken names: "2♠ 4♦" becomes "2 of spades, 4 of diamonds". */
export const spokenCards = (sentence: string): string =>
  splitCards(sentence)
    .map(({ text, suit, after }, index, pieces) => {
      if (!suit) return text;
      const comma = !after && pieces[index + 1]?.text === " " && pieces[index + 2]?.suit ? "," : (after ?? "");
      return cardName((text === "10" ? "T" : text) + suit) + comma;
    })
    .join("");

export interface TextPiece {
  text: string;
  suit?: Suit;
  /** Punctuation that follows the card immediately. */
  after?: string;
  /** Whether the text is a run of ranks that must not wrap: "10-8-6-4-2". */
  whole?: boolean;
}

const RUN = /(?:\b(?:10|[2-9JQKA])-){2,}(?:10|[2-9JQKA])\b[;:,.]*/g;

/** Split a sentence into text and cards, so that suits can be drawn as SVG. */
export const textPieces = (sentence: string): TextPiece[] =>
  splitCards(sentence).flatMap((piece) => (piece.suit ? [piece] : splitRanks(piece.text)));

/** Split a text at its runs of ranks. */
function splitRanks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(RUN)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: match[0], whole: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

function splitCards(sentence: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of sentence.matchAll(/\b(10|[2-9TJQKA])([♠♥♦♣]|[shdc]\b)([:;,.)]*)/g)) {
    if (match.index > end) pieces.push({ text: sentence.slice(end, match.index) });
    const suit = GLYPHS[match[2]!] ?? (match[2] as Suit);
    pieces.push({ text: match[1] === "T" ? "10" : match[1]!, suit, ...(match[3] ? { after: match[3] } : {}) });
    end = match.index + match[0].length;
  }
  if (end < sentence.length) pieces.push({ text: sentence.slice(end) });
  return pieces;
}
