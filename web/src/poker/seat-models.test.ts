import { describe, expect, it } from "vitest";
import type { PokerView } from "../lib/protocol";
import { layoutOf, potModels, seatModels, studGroups, winningCards, type SeatContext } from "./seat-models";

const seat = (number: number, name: string) => ({ seat: number, name, stack: 100, sitting_out: false, waits_for_blind: false, after_round: [] as string[], currency: 0, missed_blinds: 0 });
const hand = (number: number, person: string, more = {}) => ({
  seat: number, person, stack: 90, bet: 0, live: true, all_in: false, hand_state: "face down", cards: ["??", "??"], face_up: [false, false], won: 0, ...more,
});

function around(round: object | null, more: Partial<SeatContext> = {}): SeatContext {
  return {
    view: { seats: [seat(1, "Ada bot"), seat(3, "Ann"), seat(5, "Bram bot 2")], round, button: 1, kill_button: "" } as PokerView,
    me: "Ann", bots: ["Ada bot", "Bram bot 2"], connected: ["Ada bot", "Ann", "Bram bot 2"], ownCards: null, handValues: [],
    breakdown: null, acts: {}, short: {}, clock: "", awaited: "", ...more,
  };
}

describe("seats", () => {
  it("stand clockwise from the reader", () => {
    expect(seatModels(around(null)).map((model) => model.name)).toEqual(["You", "Bram 2", "Ada"]);
  });

  it("show one's own cards and nobody else's", () => {
    const round = { over: false, hands: [hand(1, "Ada bot"), hand(3, "Ann")], button: 1 };
    const [mine, , other] = seatModels(around(round, { ownCards: { "3": ["Ah", "Kd"] } }));
    expect(mine!.cards).toEqual(["Ah", "Kd"]);
    expect(other!.cards).toEqual(["??", "??"]);
  });

  it("say in which state they are", () => {
    const round = { over: false, button: 1, hands: [hand(1, "Ada bot", { live: false }), hand(3, "Ann"), hand(5, "Bram bot 2", { all_in: true })] };
    const found = seatModels(around(round, { awaited: "Ann" }));
    expect(found.map((model) => model.state)).toEqual(["turn", "allin", "fold"]);
    expect(seatModels(around(round, { connected: ["Ann"] }))[1]!.state).toBe("off");
  });
});

describe("plates", () => {
  it("say what a seat needs that gets no cards", () => {
    const round = { over: false, button: 1, hands: [hand(1, "Ada bot")] };
    expect(seatModels(around(round, { short: { 3: 6 } }))[0]!.act).toBe("needs 6");
    expect(seatModels(around(round))[0]!.act).toBe("next hand");
  });

  it("keep a promise in sight", () => {
    const view = { ...around(null).view, seats: [{ ...seat(3, "Ann"), after_round: ["sit out"] }] };
    expect(seatModels(around(null, { view }))[0]!.tag).toBe("sits out next");
  });

  it("are bare after a round that was declared void", () => {
    const round = { over: true, button: 1, hands: [hand(1, "Ada bot"), hand(3, "Ann")] };
    const [mine] = seatModels(around(round, { ownCards: { "3": ["Ah", "Kd"] }, acts: { 3: "ante 1" } }));
    expect(mine).toMatchObject({ cards: [], act: "", stack: 100 });
  });

  it("say in short what was won where both halves are shared", () => {
    const round = { over: true, button: 1, hands: [hand(1, "Ada bot", { won: 1_250_000, hand_state: "tabled" }), hand(3, "Ann", { won: 1_250_000 })] };
    const shares = ["high", "low"].flatMap((share) => [1, 3].map((seat) => ({ share, seat, chips: 625_000 })));
    const breakdown = { pot: 2_500_000, winnings: [], pots: [{ name: "main", chips: 2_500_000, seats: [1, 3], shares }] };
    const handValues = [{ seat: 1, high: { label: "pair of kings", cards: [] } }];
    const ada = seatModels(around(round, { breakdown, handValues } as unknown as Partial<SeatContext>)).find((model) => model.person === "Ada bot");
    expect(ada).toMatchObject({ tag: "both shared", act: "+1.25M" });
  });

  it("tell a bot that wins uncontested from a person", () => {
    const round = { over: true, button: 1, hands: [hand(1, "Ada bot", { won: 6 })] };
    expect(seatModels(around(round)).find((model) => model.person === "Ada bot")!.tag).toBe("bot · seat 1");
  });
});

describe("pots", () => {
  it("keep bets before the players until the betting round is over", () => {
    const round = { over: false, pots: [{ name: "main", chips: 30 }, { name: "side1", chips: 12 }], hands: [hand(1, "a", { bet: 8 }), hand(2, "b", { bet: 4 })] };
    expect(potModels({ round } as PokerView, null)).toEqual([{ name: "main", chips: 30 }]);
  });
});

describe("cards", () => {
  it("of the winners are marked by the half they won", () => {
    const readings = [{ seat: 1, high: { label: "", cards: ["Ah", "Kh"] }, low: { label: "", cards: ["2c"] } }];
    const division = { pot: 5, winnings: [], pots: [{ name: "main", chips: 5, seats: [1], shares: [{ share: "low", seat: 1, chips: 5 }] }] };
    expect(winningCards(readings, division)).toEqual({ "2c": { low: true } });
  });

  it("of stud lie down, up and down again", () => {
    expect(studGroups(["6h", "Ac", "4s", "6d", "7h"], [false, false, true, true, false])).toEqual([["6h", "Ac"], ["4s", "6d"], ["7h"]]);
  });

  it("lie as their game has it", () => {
    expect(["omaha-high", "stud7-hilo", "draw5-low", "mambo-hilo6"].map(layoutOf)).toEqual(["board", "stud", "draw", "stud"]);
  });
});
