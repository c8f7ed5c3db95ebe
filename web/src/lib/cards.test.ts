import { describe, expect, it } from "vitest";
import { cardName, textPieces, spokenCards } from "./cards";

describe("cards", () => {
  it("are said in a sentence as people say them", () => {
    expect(spokenCards("The flop: 2♠ 4♦ 10♥. You check.")).toBe("The flop: 2 of spades, 4 of diamonds, 10 of hearts. You check.");
    expect(spokenCards("Ann bets 10.")).toBe("Ann bets 10.");
  });

  it("are read aloud by rank and suit", () => {
    expect(cardName("Ah")).toBe("ace of hearts");
    expect(cardName("Td")).toBe("10 of diamonds");
    expect(cardName("??")).toBe("face-down card");
  });

  it("are found in a sentence, whether written with letters or with suits", () => {
    expect(textPieces("Ann shows A♠ Td.")).toEqual([
      { text: "Ann shows " },
      { text: "A", suit: "s" },
      { text: " " },
      { text: "10", suit: "d", after: "." },
    ]);
    expect(textPieces("K♠: a flush, 10-8-6-4-2.").at(-1)).toEqual({ text: "10-8-6-4-2.", whole: true });
    expect(textPieces("A♦, then K♠: gone")[0]).toEqual({ text: "A", suit: "d", after: "," });
  });
});
