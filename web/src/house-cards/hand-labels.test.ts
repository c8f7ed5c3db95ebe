import { describe, expect, it } from "vitest";
import { handLabel } from "./hand-labels";
import { payoutReason } from "./payout-reasons";

describe("a hand", () => {
  it("is called by its ranks", () => {
    expect(handLabel("high card", ["8c", "6h", "2s"])).toBe("eight high");
    expect(handLabel("pair", ["9h", "9d", "Kc"])).toBe("pair of nines");
    expect(handLabel("three of a kind", ["6h", "6d", "6c", "Kc"])).toBe("three sixes");
    expect(handLabel("two pair", ["6h", "6d", "Ks", "Kc", "2d"])).toBe("two pair, kings and sixes");
    expect(handLabel("straight", ["6h", "5d", "4c"])).toBe("straight");
  });

  it("keeps its class where cards are face down", () => {
    expect(handLabel("pair", ["??", "??", "??"])).toBe("pair");
  });
});

describe("a wager is decided", () => {
  const place = { folded: false, hand: "pair", cards: ["3h", "3c", "Jd"] };
  const round = { dealer: ["9h", "9d", "Kc"], qualifies: true };
  const line = (wager: string, stake: number, net: number) => ({ wager, stake, net, clause: "" });

  it("against the dealer by the better hand", () => {
    expect(payoutReason(line("play", 10, -10), place, round)).toBe("lower hand");
    expect(payoutReason(line("ante", 10, 10), place, round)).toBe("higher hand, 1 to 1");
    expect(payoutReason(line("play", 10, 0), place, round)).toBe("equal hands");
    expect(payoutReason(line("play", 10, 0), place, { ...round, qualifies: false })).toBe("dealer out");
  });

  it("by its table where it has one", () => {
    expect(payoutReason(line("pair_plus", 5, 5), place, round)).toBe("pair, 1 to 1");
    expect(payoutReason(line("aces_up", 5, -5), { ...place, hand: "pair" }, round)).toBe("pair");
    expect(payoutReason(line("ante", 5, 15), { ...place, hand: "two pair" }, { dealer: [], qualifies: false })).toBe("two pair, 3 to 1");
  });

  it("by the fold of a hand", () => {
    expect(payoutReason(line("ante", 5, -5), { ...place, folded: true }, round)).toBe("folded");
  });
});
