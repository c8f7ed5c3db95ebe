import { describe, expect, it } from "vitest";
import type { PokerView } from "./protocol";
import { currentOwnCards } from "./own-cards";

const view = (...cards: string[]) => ({ button: 1, round: { hands: [{ seat: 3, person: "Ann", cards }] } }) as PokerView;

describe("one's own cards", () => {
  it("grow with the up-cards that everybody sees, street by street", () => {
    const third = currentOwnCards(view("??", "??", "4s"), { "3": ["6h", "Ac", "4s"] });
    expect(third).toEqual({ "3": ["6h", "Ac", "4s"] });
    const fourth = currentOwnCards(view("??", "??", "4s", "6d"), third);
    expect(fourth).toEqual({ "3": ["6h", "Ac", "4s", "6d"] });
    const sixth = currentOwnCards(view("??", "??", "4s", "6d", "7h", "2s"), fourth);
    expect(sixth!["3"]).toHaveLength(6);
  });

  it("stay known to who has folded them", () => {
    expect(currentOwnCards(view(), { "3": ["6h", "Ac", "4s", "6d"] })).toEqual({ "3": ["6h", "Ac", "4s", "6d"] });
  });

  it("are nobody's where none were told", () => {
    expect(currentOwnCards(view("??", "??"), null)).toBeNull();
  });
});
