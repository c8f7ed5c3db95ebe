import { expect, test } from "vitest";
import { amount } from "./chips";

test("amounts are grouped, and less than nothing has a true minus", () => {
  expect(amount(1234567)).toBe("1,234,567");
  expect(amount(-20000)).toBe("−20,000");
});
