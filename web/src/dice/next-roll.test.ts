import { expect, test } from "vitest";
import { outcomes } from "./next-roll";

test("throws of a total that win the same are one outcome, the likeliest first", () => {
  const seven = {
    total: 7,
    ways: 6,
    throws: [
      { faces: "6-1", ways: 2, gain: 15 },
      { faces: "5-2", ways: 2, gain: -1 },
      { faces: "4-3", ways: 2, gain: -1 },
    ],
  };
  expect(outcomes(seven)).toEqual([
    { gain: -1, ways: 4, faces: ["5-2", "4-3"] },
    { gain: 15, ways: 2, faces: ["6-1"] },
  ]);
});

test("a total whose throws do not differ has one outcome", () => {
  const four = { total: 4, ways: 3, throws: [{ faces: "3-1", ways: 2, gain: 0 }, { faces: "2-2", ways: 1, gain: 0 }] };
  expect(outcomes(four)).toEqual([{ gain: 0, ways: 3, faces: ["3-1", "2-2"] }]);
});
