import { expect, test } from "vitest";
import { matchPage } from "./routes";

test("a page is found by its address, with what the address names", () => {
  expect(matchPage("/table/12")?.params).toEqual({ table: "12" });
  expect(matchPage("/books/oneida/XI.K.10(b)%2F2")?.params).toEqual({ book: "oneida", clause: "XI.K.10(b)/2" });
  expect(matchPage("/nowhere")).toBeNull();
});

test("an address that was cut off is nowhere, and breaks nothing", () => {
  expect(matchPage("/shared/quiet%E2%80")).toBeNull();
});
