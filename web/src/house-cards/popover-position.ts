/**
 * Position of the popover of a betting spot: next to the spot, inside the viewport, covering as little as
 * possible of the user's chips.
 */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

const GAP = 12;
const EDGE = 8;

/**
 * Return the best position: candidates are around the spot, then around its betting position; the first with
 * the least covered area wins.
 */
export function popoverPosition(spot: Box, around: Box, card: Size, view: Size, kept: readonly Box[]): { left: number; top: number } {
  const beside = (spot.top + spot.bottom) / 2 - card.height / 3;
  const across = spot.left;
  const found = [
    { left: spot.right + GAP, top: beside },
    { left: spot.left - GAP - card.width, top: beside },
    { left: spot.right + GAP, top: spot.bottom - card.height },
    { left: spot.right + GAP, top: spot.top },
    { left: spot.left - GAP - card.width, top: spot.bottom - card.height },
    { left: spot.left - GAP - card.width, top: spot.top },
    { left: across, top: spot.top - GAP - card.height },
    { left: spot.right - card.width, top: spot.top - GAP - card.height },
    { left: across, top: spot.bottom + GAP },
    { left: spot.right - card.width, top: spot.bottom + GAP },
    { left: around.right + GAP, top: beside },
    { left: around.left - GAP - card.width, top: beside },
  ].map(({ left, top }) => ({
    left: within(left, view.width - card.width),
    top: within(top, view.height - card.height),
  }));
  const cost = found.map((place) => hidden(place, card, spot) * SPOT + kept.reduce((sum, one) => sum + hidden(place, card, one), 0));
  return found[cost.indexOf(Math.min(...cost))]!;
}

/** Weight of covering the spot itself, which is the worst. */
const SPOT = 100;

const within = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most - EDGE));

function hidden({ left, top }: { left: number; top: number }, { width, height }: Size, one: Box): number {
  const across = Math.min(left + width, one.right) - Math.max(left, one.left);
  const down = Math.min(top + height, one.bottom) - Math.max(top, one.top);
  return across > 0 && down > 0 ? across * down : 0;
}
