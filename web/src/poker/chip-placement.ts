/** Placement of chips on the felt: the first free candidate, never on a card, plate or other stack. */

import { chipStacks } from "../lib/chips";

export type Point = readonly [x: number, y: number];

/** Rectangle by its centre. */
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

/** Return the size of a stack with its amount beside it. */
export function stackSize(chips: number): { width: number; height: number } {
  const drawn = chipStacks(chips);
  const highest = Math.max(1, ...drawn.map((stack) => stack.count));
  return {
    width: Math.max(1, drawn.length) * CHIP + 6 + chips.toLocaleString("en").length * DIGIT,
    height: 15 + highest * RISE,
  };
}

const overlap = (a: Box, b: Box): number => {
  const overlapX = (a.width + b.width) / 2 + MARGIN - Math.abs(a.x - b.x);
  const overlapY = (a.height + b.height) / 2 + MARGIN - Math.abs(a.y - b.y);
  return overlapX > 0 && overlapY > 0 ? overlapX * overlapY : 0;
};

/** Place chips at the first candidate that is free, or else at the one with the least overlap. */
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
