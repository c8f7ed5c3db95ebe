import { describe, expect, it } from "vitest";
import { choosePhoneSizes, neededHeight, type PhoneSpace } from "./phone-sizes";

/**
 * Space between the header and the dealer's call at 390 x 844 and at 360 x 740, with and without a row of
 * amounts.
 */
const PITS = [
  { width: 366, height: 610 },
  { width: 366, height: 554 },
  { width: 336, height: 510 },
  { width: 336, height: 462 },
];

describe.each(PITS)("in a pit of $width by $height", (room) => {
  it.each([1, 2, 3, 4, 5])("%i rows of seats, board and hand stand one above the other", (rows) => {
    const pit: PhoneSpace = { ...room, layout: "board", rows, holds: 4, board: true };
    const found = choosePhoneSizes(pit);
    expect(neededHeight(found, pit)).toBeLessThanOrEqual(room.height);
    expect(found.board).toBeGreaterThanOrEqual(36);
    expect(found.own).toBeGreaterThanOrEqual(36);
  });

  it("seven cards of stud stand side by side under four rows", () => {
    const pit: PhoneSpace = { ...room, layout: "stud", rows: 4, holds: 7, board: false };
    const found = choosePhoneSizes(pit);
    expect(found.own * 7).toBeLessThan(room.width);
    if (room.height > 500) expect(neededHeight(found, pit)).toBeLessThanOrEqual(room.height);
  });
});

describe("a phone with room", () => {
  it("shows cards as large as they are drawn", () => {
    expect(choosePhoneSizes({ width: 366, height: 610, layout: "board", rows: 3, holds: 4, board: true })).toEqual({ seat: 50, gap: 8, board: 60, own: 74 });
  });
});
