import { expect, test } from "vitest";
import { cardKeyboard } from "./card-keyboard";

function typed(keys: string): string[] {
  const found: string[] = [];
  const key = cardKeyboard((card) => found.push(card));
  for (const each of keys) key(each);
  return found;
}

test("a rank and a suit make a card", () => {
  expect(typed("askd9c")).toEqual(["As", "Kd", "9c"]);
});

test("ten has two ways to be written", () => {
  expect(typed("10hts")).toEqual(["Th", "Ts"]);
});

test("a suit without a rank, or a stray key, makes none", () => {
  expect(typed("sxax s")).toEqual([]);
});
