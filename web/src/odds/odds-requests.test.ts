import { describe, expect, test } from "vitest";
import { cardsOf, choicesOf, EMPTY_CHART, standardErrorText, percent, toggleRange, wagerName } from "./odds-requests";

describe("what is written on the odds page", () => {
  test("cards are told from ranges", () => {
    expect(cardsOf("AsAh")).toEqual(["As", "Ah"]);
    expect(cardsOf("10h 9c")).toEqual(["Th", "9c"]);
    expect(cardsOf("QQ+")).toEqual([]);
    expect(cardsOf("random")).toEqual([]);
  });

  test("shares are percents, samples say how far off", () => {
    expect(percent(0.77382)).toBe("77.38%");
    expect(percent(-0.0141)).toBe("−1.41%");
    expect(standardErrorText(0.001)).toBe("± 0.20%");
  });

  test("a hand of the chart is put in and taken out again", () => {
    expect(toggleRange("QQ+", "AKs")).toBe("QQ+, AKs");
    expect(toggleRange("QQ+, AKs", "AKs")).toBe("QQ+");
  });

  test("wagers as people write them", () => {
    expect(wagerName("dont-pass-odds-4")).toBe("don’t pass odds 4");
    expect(wagerName("ante-play")).toBe("ante play");
  });

  test("a chart explains the letters and figures it has, and no others", () => {
    const chart = { title: "", columns: ["2", "3"], notes: [], rows: [{ hand: "K", cells: ["3", "F"] }, { hand: "Q", cells: ["1", "F"] }] };
    expect(choicesOf(chart)).toEqual(["F", "1", "3"]);
    expect(choicesOf({ ...chart, rows: [{ hand: "K", cells: ["play", "+6.6"] }] })).toEqual([]);
    expect(choicesOf({ ...chart, rows: [{ hand: "K", cells: ["3*", "play*"] }] })).toEqual(["3", "*"]);
  });

  test("the chart that stands before the answer", () => {
    expect(EMPTY_CHART[0]!.slice(0, 2)).toEqual([["AA", 0], ["AKs", 0]]);
    expect(EMPTY_CHART[1]![0]).toEqual(["AKo", 0]);
    expect(EMPTY_CHART.flat()).toHaveLength(169);
  });
});
