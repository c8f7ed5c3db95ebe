import { expect, test } from "vitest";
import { groupLabel, signed } from "./home-ledger.svelte";

test("a net is written with its sign", () => {
  expect([1212, -30, 0].map(signed)).toEqual(["+1,212", "−30", "0"]);
});

test("a group says what cancels in it", () => {
  const group = [
    { payer: "oskar", to: "wren", chips: 182 },
    { payer: "marlow", to: "wren", chips: 30 },
  ];
  expect(groupLabel(group, (terms) => `${terms} cancel`)).toBe("−182, −30 and +212 cancel");
});
