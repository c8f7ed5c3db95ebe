import { describe, expect, test } from "vitest";
import { cardsOf, offBy, percent, toggled } from "./asked";

describe("what is written on the odds page", () => {
  test("cards are told from ranges", () => {
    expect(cardsOf("AsAh")).toEqual(["As", "Ah"]);
    expect(cardsOf("10h 9c")).toEqual(["Th", "9c"]);
    expect(cardsOf("QQ+")).toEqual([]);
    expect(cardsOf("random")).toEqual([]);
  });

  test("shares are percents, samples say how far off", () => {
    expect(percent(0.77382)).toBe("77.38 %");
    expect(offBy(0.001)).toBe("± 0.20 %");
  });

  test("a hand of the chart is put in and taken out again", () => {
    expect(toggled("QQ+", "AKs")).toBe("QQ+, AKs");
    expect(toggled("QQ+, AKs", "AKs")).toBe("QQ+");
  });
});
