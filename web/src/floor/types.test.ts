import { describe, expect, it } from "vitest";
import { isComplete, presetFields, matchingReports, ruledToday, filledFields } from "./types";
import type { FloorTableSummary, ReportForm } from "../lib/api";

const FORM: ReportForm = {
  do: "report-fouled-hand",
  words: "A hand was fouled",
  fields: [
    { name: "seat", kind: "seat", needed: true },
    { name: "protected", kind: "flag", needed: true },
    { name: "house", kind: "text" },
  ],
};

describe("a report", () => {
  it("is complete when all that is needed was said, a no included", () => {
    expect(isComplete(FORM, { seat: 3 })).toBe(false);
    expect(isComplete(FORM, { seat: 3, protected: false })).toBe(true);
  });

  it("leaves out what was left empty and what another report asked for", () => {
    expect(filledFields(FORM, { seat: 3, protected: false, house: "", found: 51 })).toEqual({ seat: 3, protected: false });
  });

  it("is found by words of what happened and by its clause", () => {
    const deck: ReportForm = { do: "no-cut", words: "The deck was not cut", fields: [], clause: "oneida XI.P.6(a)" };
    expect(matchingReports([FORM, deck], "DECK cut")).toEqual([deck]);
    expect(matchingReports([FORM, deck], "xi.p.6")).toEqual([deck]);
    expect(matchingReports([FORM, deck], "hand")).toEqual([FORM]);
    expect(matchingReports([FORM, deck], " ")).toHaveLength(2);
  });

  it("begins with what nobody need say", () => {
    const house: ReportForm = {
      do: "house-ruling",
      words: "What no book covers",
      fields: [
        { name: "trigger", kind: "given", needed: true, value: "other" },
        { name: "decision", kind: "text", needed: true },
      ],
    };
    expect(presetFields(house)).toEqual({ trigger: "other" });
  });
});

describe("rulings", () => {
  it("are of today when they were made on the reader's own day", () => {
    const now = new Date(2026, 10, 17, 0, 30).getTime();
    const dispute = { by: "Ann", about: "the cut", ruling: "stands" };
    const settled = [
      { ...dispute, number: 1, ruled: 0 },
      { ...dispute, number: 2, ruled: now - 3_600_000 },
      { ...dispute, number: 3, ruled: now - 60_000 },
    ];
    expect(ruledToday({ settled } as unknown as FloorTableSummary, now).map((each) => each.number)).toEqual([3]);
  });
});
