/**
 * Sizes of cards and cells on phones, chosen so that the dealer, the user's spot and its plate are all
 * visible.
 */

export interface PhoneSizes {
  dealer: number;
  own: number;
  /** Scale of the wager cells. */
  k: number;
  /** Whether the two printed sentences of the game are shown. */
  print: boolean;
}

export interface PhoneSpace {
  width: number;
  height: number;
  /** Number of cards in front of the dealer (or of the community), and in the user's hand. */
  dealt: number;
  held: number;
  /** Whether street names are shown below the community cards. */
  streets: boolean;
  spots: number;
  /** Whether a line about other players is shown. */
  company: boolean;
}

/** Steps from roomy to tight: first the print goes, then cards and cells shrink. */
const STEPS: readonly PhoneSizes[] = [
  { dealer: 60, own: 74, k: 1.1, print: true },
  { dealer: 60, own: 74, k: 1.1, print: false },
  { dealer: 56, own: 66, k: 1, print: false },
  { dealer: 50, own: 58, k: 0.95, print: false },
  { dealer: 46, own: 52, k: 0.9, print: false },
  { dealer: 42, own: 46, k: 0.85, print: false },
  { dealer: 38, own: 40, k: 0.8, print: false },
];
const GAP = 8;
const PADDING = 26;
const CALL = 22;
const LINK = 28;
const PRINT = 58;
const WORDS = 36;
const PLATE = 46;
const CELL = 70;

export function choosePhoneSizes(space: PhoneSpace): PhoneSizes {
  const steps = STEPS.map((step) => narrowed(step, space));
  return steps.find((step) => neededHeight(step, space) <= space.height) ?? steps.at(-1)!;
}

/** Return the height of the tightest step, which is the felt's minimum height. */
export const minimumHeight = (space: Omit<PhoneSpace, "height">): number => neededHeight(STEPS.at(-1)!, space);

function narrowed(step: PhoneSizes, { width, dealt, held, spots }: PhoneSpace): PhoneSizes {
  const cardWidth = (available: number, cards: number): number => Math.floor((available - (cards - 1) * 5) / cards);
  return {
    ...step,
    dealer: Math.min(step.dealer, cardWidth(width - 24, dealt)),
    own: Math.min(step.own, cardWidth((width - 24 - (spots - 1) * 10) / spots, held)),
  };
}

export function neededHeight({ dealer, own, k, print }: PhoneSizes, { streets, company }: Omit<PhoneSpace, "height">): number {
  const above = dealer * 1.4 + (streets ? 18 : 0) + GAP + CALL + GAP + LINK;
  const mine = own * 1.4 + 10 + CELL * k + 14 + PLATE;
  return PADDING + above + (company ? GAP + WORDS : 0) + (print ? GAP + PRINT : 0) + GAP + mine;
}
