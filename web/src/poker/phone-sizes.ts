/** Sizes on phones, chosen so that seats, pots, board and hand fit below each other on the felt. */

import type { Layout } from "./seat-models";

export interface PhoneSizes {
  /** Height of a plate, and the gap below it. */
  seat: number;
  gap: number;
  board: number;
  own: number;
}

export interface PhoneSpace {
  width: number;
  height: number;
  layout: Layout;
  /** Number of rows of plates. */
  rows: number;
  /** Number of cards that the user holds once all are dealt. */
  holds: number;
  /** Whether there is or will be a board. */
  board: boolean;
}

/** Steps from roomy to tight; a plate has at least two lines, and no card is narrower than 36 px. */
const STEPS: readonly PhoneSizes[] = [
  { seat: 50, gap: 8, board: 60, own: 74 },
  { seat: 46, gap: 6, board: 54, own: 66 },
  { seat: 44, gap: 5, board: 50, own: 60 },
  { seat: 42, gap: 4, board: 46, own: 54 },
  { seat: 40, gap: 4, board: 42, own: 48 },
  { seat: 38, gap: 3, board: 38, own: 44 },
  { seat: 36, gap: 2, board: 36, own: 40 },
];
const POTS = 49;
const STUD_ROW = 66;
const RAISED = 0.12;
const MARKS = 13;
const PLATE = 26;

export function choosePhoneSizes(space: PhoneSpace): PhoneSizes {
  const steps = STEPS.map((step) => narrowed(step, space));
  return steps.find((step) => neededHeight(step, space) <= space.height) ?? steps.at(-1)!;
}

/** Return the height of the tightest step, which is the felt's minimum height. */
export const minimumHeight = (space: Omit<PhoneSpace, "height">): number => neededHeight(STEPS.at(-1)!, space);

/** Return a step with its cards limited to the width of the felt. */
function narrowed(step: PhoneSizes, { width, layout, holds }: PhoneSpace): PhoneSizes {
  const cardWidth = layout === "stud" ? (width - 28) / 7 - 2 : layout === "draw" ? (width - 60) / 5 : (width - 48) / Math.max(4, holds) - 5;
  return { ...step, board: Math.min(step.board, (width - 60) / 5), own: Math.floor(Math.min(step.own, cardWidth, layout === "stud" ? 45 : 74)) };
}

/** Return the height of pots and board below the plates. */
export const middleHeight = (board: number, dealt: boolean): number => POTS + (dealt ? board * 1.4 + MARKS : 0);

export function neededHeight({ seat, gap, board, own }: PhoneSizes, { layout, rows, board: dealt }: Omit<PhoneSpace, "height">): number {
  const plates = rows * ((layout === "stud" ? STUD_ROW : seat) + gap);
  const hand = own * (1.4 + RAISED) + MARKS + 6;
  return 10 + plates + middleHeight(board, dealt) + hand + PLATE;
}
