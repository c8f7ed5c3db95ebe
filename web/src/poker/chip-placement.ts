/** Where chips lie on the felt: in the first place that is free, never on a card, a plate or another stack. */

import { chipStacks } from "../lib/chips";

export type Point = readonly [x: number, y: number];

/** A rectangle by its middle. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MARGIN = 5;
const CHIP = 25;
const RISE = 4.5;
const DIGIT = 8.5;

/** How much room a stack takes with its number beside it. */
export function stackSize(chips: number): { width: number; height: number } {
  const drawn = chipStacks(chips);
  const highest = Math.max(1, ...drawn.map((stack) => stack.count));
  return {
    width: Math.max(1, drawn.length) * CHIP + 6 + chips.toLocaleString("en").length * DIGIT,
    height: 15 + highest * RISE,
  };
}

const overlap = (one: Box, other: Box): number => {
  const wide = (one.width + other.width) / 2 + MARGIN - Math.abs(one.x - other.x);
  const high = (one.height + other.height) / 2 + MARGIN - Math.abs(one.y - other.y);
  return wide > 0 && high > 0 ? wide * high : 0;
};

/** The first of these places that is free; where none is, the one that covers least. */
export function placeChips(chips: number, candidates: Iterable<Point>, taken: readonly Box[]): Box {
  const size = stackSize(chips);
  let best: { box: Box; covered: number } | undefined;
  for (const [x, y] of candidates) {
    const box = { x, y, ...size };
    const covered = taken.reduce((sum, other) => sum + overlap(box, other), 0);
    if (!covered) return box;
    if (!best || covered < best.covered) best = { box, covered };
  }
  return best!.box;
}
