/** Geometry of the poker table on desktop: seats, centre, bets and awards. */

import { ringPoints } from "../lib/seat-ring";
import { ownPlateWidth, type Layout } from "./seat-models";
import { placeChips, stackSize, type Box, type Point } from "./chip-placement";

const DROP = 26;
const PLATE = 46;
const BOARD_GAP = 8;
const STEP = 14;

export interface TableMeasures {
  width: number;
  height: number;
  layout: Layout;
  /** Number of cards in a complete hand. */
  holds: number;
  seats: number;
  /** Whether the user is seated; their seat is the first one. */
  mine: boolean;
}

export interface TableSizes {
  low: boolean;
  board: number;
  /** Width of the user's cards, and the height reserved for them. */
  own: number;
  ownTall: number;
}

export function tableSizes({ width, height, layout, holds }: Pick<TableMeasures, "width" | "height" | "layout" | "holds">, drawing = false): TableSizes {
  const low = height < 600;
  // Seven stud cards and the two plates beside them have to fit in one row.
  const narrow = width < 760;
  const stud = narrow ? 38 : width < 860 ? 47 : low ? 50 : width < 940 ? 54 : 58;
  const draw = narrow ? 46 : low ? 58 : 66;
  const own = layout === "stud" ? stud : drawing ? draw : narrow ? 48 : holds > 4 ? 56 : 58;
  return { low, board: low ? 56 : 64, own, ownTall: own * 1.4 + (drawing ? 46 : 12) };
}

export function tableAxes({ width, height, layout }: TableMeasures): { a: number; b: number; cx: number; cy: number } {
  return {
    a: Math.max(160, width / 2 - (layout === "stud" ? 100 : 86)),
    b: Math.max(120, height / 2 - 84),
    cx: width / 2,
    cy: height / 2 + DROP,
  };
}

/** Return the points of the seats on the rim, clockwise from the user. */
export function seatPoints(measures: TableMeasures): Point[] {
  const { a, b, cx, cy } = tableAxes(measures);
  const stud = measures.layout === "stud";
  const minFree = !measures.mine ? 0 : stud ? 0.185 : measures.holds > 4 || measures.layout === "draw" ? 0.145 : 0.115;
  const count = Math.max(2, measures.seats);
  const points = ringPoints(count, stud ? a - 2 : a + 2, stud ? b + 2 : b, Math.max(1 / count, minFree));
  return points.map(([x, y]) => [cx + x, cy + y]);
}

/** Return the box of a seat's plate and the cards above it. */
export function seatBox(measures: TableMeasures, [x, y]: Point, me: boolean, cards: boolean): Box {
  const stud = measures.layout === "stud";
  if (me) {
    const { own, ownTall } = tableSizes(measures);
    const held = stud ? measures.holds * (own + 5) + 28 : measures.holds * (own + 4);
    // Cards in use are raised.
    const top = y - ownTall - 28 - own * 0.12;
    return { x, y: (top + y + 20) / 2, width: Math.max(ownPlateWidth(measures.layout, measures.holds), held), height: y + 20 - top };
  }
  const rise = cards ? 66 : 0;
  return { x, y: y - rise / 2, width: stud ? 178 : 144, height: PLATE + rise };
}

/** Return the vertical centre of pots and board. */
export const centreAt = ({ layout, height }: TableMeasures, cy: number): number =>
  cy - (layout === "draw" ? 46 : height < 600 ? 30 : layout === "stud" ? 10 : 12);

/** Return the box of the pots and the board, or of the piles at draw games. */
export function centreBox(measures: TableMeasures, cards: number): Box {
  const { cx, cy } = tableAxes(measures);
  const { board } = tableSizes(measures);
  const width = Math.max(cards * (board + BOARD_GAP), 190);
  const height = 35 + (cards ? 12 + board * 1.4 + 12 : 0) + (measures.layout === "draw" ? 100 : 0);
  return { x: cx, y: centreAt(measures, cy) - (cards ? 6 : 0), width, height };
}

export interface ChipPile {
  chips: number;
  /** Index of the seat on the rim. */
  at: number;
  me: boolean;
}

/** Return the boxes of bets, most of the way from the seats to the centre. */
export function betBoxes(measures: TableMeasures, points: readonly Point[], bets: readonly ChipPile[], taken: readonly Box[]): Box[] {
  const { cx, cy } = tableAxes(measures);
  return placePiles(measures, points, bets, taken, ({ at: seat, me, chips }) => {
    const [x, y] = points[seat]!;
    const towards = (share: number): Point => [cx + (x - cx) * share, cy + (y - cy) * share];
    if (me) return besideHand(seatBox(measures, points[seat]!, true, true), chips);
    return [0.62, 0.56, 0.5, 0.68, 0.44].map(towards);
  });
}

/**
 * Return the boxes of awarded chips, beside the winner's hand towards the centre; `taken[0]` is the centre's
 * box.
 */
export function wonBoxes(measures: TableMeasures, points: readonly Point[], won: readonly ChipPile[], taken: readonly Box[]): Box[] {
  const { b, cx, cy } = tableAxes(measures);
  const middle = taken[0]!;
  return placePiles(measures, points, won, taken, ({ at: seat, me, chips }) => {
    const point = points[seat]!;
    const [x, y] = point;
    const pod = seatBox(measures, point, me, true);
    const size = stackSize(chips);
    const direction = Math.sign(cx - x);
    if (me) {
      const [top, foot] = [pod.y - pod.height / 2, middle.y + middle.height / 2];
      return [[cx, Math.min((top + foot) / 2, top - size.height / 2 - 6)], ...besideHand(pod, chips)];
    }
    const edge = x + direction * (pod.width / 2 + size.width / 2 + 8);
    const above: Point[] = [40, 20, 0, -20].map((off) => [x + direction * off, pod.y - pod.height / 2 - size.height / 2 - 8]);
    const below: Point = [x + direction * 20, y + PLATE / 2 + size.height / 2 + 8];
    const inner: Point[] = [-54, -20, 14, 34, -80].map((off) => [edge, y + off]);
    if (Math.abs(y - cy) < b * 0.45) return [...inner, ...above, below];
    return y > cy ? [...above, ...inner, below] : [below, ...inner, ...above];
  });
}

/** Return points to the left and right of the user's hand. */
function besideHand(pod: Box, chips: number): Point[] {
  const off = pod.width / 2 + stackSize(chips).width / 2 + 10;
  return [-24, -54, 6, 24].flatMap((down) => [
    [pod.x - off, pod.y + down] as const,
    [pod.x + off, pod.y + down] as const,
  ]);
}

function placePiles(
  measures: TableMeasures,
  points: readonly Point[],
  piles: readonly ChipPile[],
  taken: readonly Box[],
  preferred: (one: ChipPile) => readonly Point[],
): Box[] {
  const blocked = [...taken];
  return piles.map((pile) => {
    const box = placeChips(pile.chips, candidatePoints(measures, points[pile.at]!, preferred(pile)), blocked);
    blocked.push(box);
    return box;
  });
}

/** Yield the preferred points, then points all over the felt, nearest to the seat first. */
function* candidatePoints(measures: TableMeasures, [x, y]: Point, preferred: readonly Point[]): Iterable<Point> {
  yield* preferred;
  const { a, b, cx, cy } = tableAxes(measures);
  const inside: Point[] = [];
  for (let right = -a; right <= a; right += STEP) {
    for (let down = -b; down <= b; down += STEP) {
      if (Math.abs(right / a) ** 2.5 + Math.abs(down / b) ** 2.5 < 0.8) inside.push([cx + right, cy + down]);
    }
  }
  yield* inside.sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y));
}
