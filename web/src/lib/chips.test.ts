import { expect, test } from "vitest";
import { amount, shortAmount, shortestAmount, groupDigits } from "./chips";

test("amounts are grouped, and less than nothing has a true minus", () => {
  expect(amount(1234567)).toBe("1,234,567");
  expect(amount(-20000)).toBe("−20,000");
});

test("long amounts within words are grouped, and names, clauses and codes are left alone", () => {
  expect(groupDigits("limit 250000/500000, ante 50000")).toBe("limit 250,000/500,000, ante 50,000");
  expect(groupDigits("takes 1250000.")).toBe("takes 1,250,000.");
  expect(groupDigits("room-20125, hand-12345, Bot12345, 0.123456, 1,250,000, 9999")).toBe("room-20125, hand-12345, Bot12345, 0.123456, 1,250,000, 9999");
});

test("where there is little room an amount is short and never more than it is", () => {
  expect([9_999, 10_000, 12_500, 999_999, 1_250_000, -3_759_999].map((chips) => shortAmount(chips))).toEqual(["9,999", "10K", "12.5K", "999K", "1.25M", "−3.75M"]);
  expect(shortAmount(99_999, 100_000)).toBe("99,999");
  expect([999, 1_299, -1_250_000].map(shortestAmount)).toEqual(["999", "1.2K", "−1.2M"]);
});
