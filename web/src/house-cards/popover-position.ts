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
export function popoverPosition(spot: Box, around: Box, card: Size, view: Size, avoid: readonly Box[]): { left: number; top: number } {
  const middleTop = (spot.top + spot.bottom) / 2 - card.height / 3;
  const across = spot.left;
  const candidates = [
    { left: spot.right + GAP, top: middleTop },
    { left: spot.left - GAP - card.width, top: middleTop },
    { left: spot.right + GAP, top: spot.bottom - card.height },
    { left: spot.right + GAP, top: spot.top },
    { left: spot.left - GAP - card.width, top: spot.bottom - card.height },
    { left: spot.left - GAP - card.width, top: spot.top },
    { left: across, top: spot.top - GAP - card.height },
    { left: spot.right - card.width, top: spot.top - GAP - card.height },
    { left: across, top: spot.bottom + GAP },
    { left: spot.right - card.width, top: spot.bottom + GAP },
    { left: around.right + GAP, top: middleTop },
    { left: around.left - GAP - card.width, top: middleTop },
  ].map(({ left, top }) => ({
    left: clamp(left, view.width - card.width),
    top: clamp(top, view.height - card.height),
  }));
  const coveredAreas = candidates.map((candidate) => coveredArea(candidate, card, spot) * SPOT_WEIGHT + avoid.reduce((sum, box) => sum + coveredArea(candidate, card, box), 0));
  return candidates[coveredAreas.indexOf(Math.min(...coveredAreas))]!;
}

/** Weight of covering the spot itself, which is the worst. */
const SPOT_WEIGHT = 100;

const clamp = (value: number, max: number): number => Math.max(EDGE, Math.min(value, max - EDGE));

function coveredArea({ left, top }: { left: number; top: number }, { width, height }: Size, box: Box): number {
  const across = Math.min(left + width, box.right) - Math.max(left, box.left);
  const down = Math.min(top + height, box.bottom) - Math.max(top, box.top);
  return across > 0 && down > 0 ? across * down : 0;
}
