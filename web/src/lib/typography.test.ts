import { describe, expect, it } from "vitest";
import { asSentence, typeset, typesetAll } from "./typography";

describe("words are set", () => {
  it("with apostrophes that are curled, and quotes that open", () => {
    expect(typeset("Hazel's hand is dead: the dealer's left.")).toBe("Hazel’s hand is dead: the dealer’s left.");
    expect(typeset("Ann puts in 25, saying 'raise'.")).toBe("Ann puts in 25, saying ‘raise’.");
  });

  it("with long amounts in groups", () => {
    expect(typeset("You bet 1250000 on the Ante.")).toBe("You bet 1,250,000 on the Ante.");
  });

  it("with a ten where a rank is one, and nowhere else", () => {
    expect(typeset("ten-high straight flush, T-9-8-5-3")).toBe("ten-high straight flush, 10-9-8-5-3");
    expect(typeset("A-T kickers")).toBe("A-10 kickers");
    expect(typeset("Tess T-shirt, nj-19-47")).toBe("Tess T-shirt, nj-19-47");
  });
});

describe("an answer of the server", () => {
  it("has its prose set, and its names as they are", () => {
    const clause = { id: "XI'1", title: "Dealer's duties", games: ["o'neil"], readings: [{ id: "A'1", decision: "the house's" }], filled: null };
    expect(typesetAll(clause)).toEqual({ ...clause, title: "Dealer’s duties", readings: [{ id: "A'1", decision: "the house’s" }] });
  });
});

describe("what the room says in passing", () => {
  it("is set as a sentence of its own", () => {
    expect(asSentence("the room closes; what was played is kept")).toBe("The room closes; what was played is kept.");
    expect(asSentence("Who is it?")).toBe("Who is it?");
    expect(asSentence(" ")).toBe("");
  });
});
