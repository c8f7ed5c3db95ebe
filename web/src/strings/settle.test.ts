import { expect, test } from "vitest";
import { poker } from "./poker";
import { settle } from "./settle";

test("the pots of a showdown have the names that they have at a table, however many there are", () => {
  expect([0, 1, 2].map(settle.pot)).toEqual(["Main pot", "Side pot", "Side pot 2"]);
  expect(settle.pot(2)).toBe(poker.potTitle("side2", false));
});
