import { expect, test } from "vitest";
import { pageOf } from "./routes";

test("a page is found by its address, with what the address names", () => {
  expect(pageOf("/table/12")?.params).toEqual({ table: "12" });
  expect(pageOf("/books/oneida/XI.K.10(b)%2F2")?.params).toEqual({ book: "oneida", clause: "XI.K.10(b)/2" });
  expect(pageOf("/nowhere")).toBeNull();
});

test("an address that was cut off is nowhere, and breaks nothing", () => {
  expect(pageOf("/shared/quiet%E2%80")).toBeNull();
});
