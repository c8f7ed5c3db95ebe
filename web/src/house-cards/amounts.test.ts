import { expect, test } from "vitest";
import { allowedAmounts, fraction, allowedAmount, signed } from "./amounts";

test("a chip that is too small becomes the least that is taken", () => {
  expect(allowedAmount({ field: "amount", min: 6, max: 96, step: 6 }, 5)).toBe(6);
});

test("an amount between two steps becomes the next that can be paid", () => {
  expect(allowedAmount({ field: "amount", min: 6, max: 96, step: 6 }, 25)).toBe(30);
});

test("nobody bets more than the most", () => {
  expect(allowedAmount({ field: "to", min: 5, max: 97, step: 5 }, 500)).toBe(95);
});

test("three choices are three amounts, of many the multiples of the least are listed", () => {
  expect(allowedAmounts({ field: "chips", min: 10, max: 30, step: 10 })).toEqual([10, 20, 30]);
  expect(allowedAmounts({ field: "chips", min: 5, max: 15 })).toEqual([5, 10, 15]);
});

test("numbers are written as people write them", () => {
  expect(fraction("-1/1")).toBe("−1");
  expect(fraction("7/495")).toBe("7/495");
  expect(signed(-69)).toBe("−69");
  expect(signed(0.53826, 4)).toBe("+0.5383");
});

test("a fraction is set as people read it", () => {
  expect(fraction("7/495")).toBe("7/495");
  expect(fraction("-3/1")).toBe("−3");
  expect(fraction("8840827253/317119576410")).toBe("8,840,827,253/317,119,576,410");
});
