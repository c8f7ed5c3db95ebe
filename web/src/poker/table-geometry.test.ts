import { describe, expect, it } from "vitest";
import { betBoxes, centreBox, seatBox, seatPoints, wonBoxes, type TableMeasures } from "./table-geometry";
import type { Box } from "./chip-placement";

const over = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;

/**
 * Felt sizes beside the dealer's column at 1280 x 800 and 1440 x 900, and above it on a tablet in portrait
 * orientation.
 */
const ROOMS = [
  { width: 820, height: 666 },
  { width: 896, height: 641 },
  { width: 1032, height: 741 },
];
const GAMES = [
  { layout: "board", holds: 2, board: 5 },
  { layout: "board", holds: 4, board: 5 },
  { layout: "board", holds: 5, board: 5 },
  { layout: "stud", holds: 7, board: 0 },
  { layout: "draw", holds: 5, board: 0 },
] as const;

describe.each(ROOMS)("on a felt of $width by $height", (room) => {
  describe.each(GAMES)("$layout with $holds cards", ({ layout, holds, board }) => {
    const most = layout === "stud" ? 8 : layout === "draw" ? 6 : 10;
    it.each(Array.from({ length: most - 1 }, (_, index) => index + 2))("nothing lies on anything with %i seats", (seats) => {
      const measures: TableMeasures = { ...room, layout, holds, seats, mine: true };
      const points = seatPoints(measures);
      const middle = centreBox(measures, board);
      for (let seat = 0; seat < seats; seat++) {
        // One winner who has shown, and one bet.
        const pods = points.map((point, index) => seatBox(measures, point, index === 0, index === seat || index === 0));
        const pile = [{ chips: 216, at: seat, me: seat === 0 }];
        for (const [box] of [wonBoxes(measures, points, pile, [middle, ...pods]), betBoxes(measures, points, pile, [middle, ...pods])]) {
          const hit = [middle, ...pods].findIndex((other) => over(box!, other));
          expect(hit, `seat ${seat} of ${seats} at ${box!.x} ${box!.y}`).toBe(-1);
        }
      }
    });
  });
});
