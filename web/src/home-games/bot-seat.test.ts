import { expect, test } from "vitest";
import { seatForBot } from "./bot-seat";

test("a bot leaves the seats that people ask for", () => {
  expect(seatForBot(4, [], [1])).toBe(2);
  expect(seatForBot(4, [2], [1, 3])).toBe(4);
});

test("the last seat it takes all the same", () => {
  expect(seatForBot(2, [2], [1])).toBe(1);
  expect(seatForBot(2, [1, 2], [])).toBeUndefined();
});
