import { describe, expect, it } from "vitest";
import { choosePhoneSizes, neededHeight, type PhoneSpace } from "./phone-sizes";

/** Space between the table's header and the dealer's call at 390 x 844 and at 360 x 740. */
const PITS = [
  { width: 366, height: 520 },
  { width: 336, height: 416 },
];
const GAMES = [
  { dealt: 3, held: 3, streets: false },
  { dealt: 6, held: 5, streets: false },
  { dealt: 3, held: 2, streets: true },
];

describe.each(PITS)("in a pit of $width by $height", (room) => {
  describe.each(GAMES)("$dealt cards before the dealer and $held in the hand", (game) => {
    it.each([false, true])("dealer, spot and plate are in sight, in company: %s", (company) => {
      const pit: PhoneSpace = { ...room, ...game, spots: 1, company };
      const found = choosePhoneSizes(pit);
      expect(neededHeight(found, pit)).toBeLessThanOrEqual(room.height);
      expect(Math.min(found.dealer, found.own)).toBeGreaterThanOrEqual(36);
    });
  });
});
