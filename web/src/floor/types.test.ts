import { describe, expect, it } from "vitest";
import { complete, told, type ReportForm } from "./types";

const FORM: ReportForm = {
  do: "fouled",
  words: "A hand was fouled",
  fields: [
    { name: "seat", kind: "seat", needed: true },
    { name: "protected", kind: "flag", needed: true },
    { name: "house", kind: "text" },
  ],
};

describe("a report", () => {
  it("is complete when all that is needed was said, a no included", () => {
    expect(complete(FORM, { seat: 3 })).toBe(false);
    expect(complete(FORM, { seat: 3, protected: false })).toBe(true);
  });

  it("leaves out what was left empty and what another report asked for", () => {
    expect(told(FORM, { seat: 3, protected: false, house: "", found: 51 })).toEqual({ seat: 3, protected: false });
  });
});
