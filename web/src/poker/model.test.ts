import { describe, expect, it } from "vitest";
import { presets } from "./bounds";
import { layoutOf, potModels, seatModels, studGroups, winnersUse, type Around } from "./model";

const seat = (number: number, name: string) => ({ seat: number, name, stack: 100, away: false, waits: false, promises: [] });
const hand = (number: number, person: string, more = {}) => ({
  seat: number, person, stack: 90, bet: 0, live: true, all_in: false, hand: "face down", cards: ["??", "??"], up: [false, false], won: 0, ...more,
});

function around(round: object | null, more: Partial<Around> = {}): Around {
  return {
    felt: { seats: [seat(1, "Ada bot"), seat(3, "Ann"), seat(5, "Bram bot 2")], round, button: 1, kill: "" },
    me: "Ann", bots: ["Ada bot", "Bram bot 2"], here: ["Ada bot", "Ann", "Bram bot 2"], mine: null, readings: [],
    division: null, acts: {}, clock: "", awaited: "", ...more,
  };
}

describe("seats", () => {
  it("stand clockwise from the reader", () => {
    expect(seatModels(around(null)).map((model) => model.name)).toEqual(["You", "Bram 2", "Ada"]);
  });

  it("show one's own cards and nobody else's", () => {
    const round = { over: false, hands: [hand(1, "Ada bot"), hand(3, "Ann")], button: 1 };
    const [mine, , other] = seatModels(around(round, { mine: { "3": ["Ah", "Kd"] } }));
    expect(mine!.cards).toEqual(["Ah", "Kd"]);
    expect(other!.cards).toEqual(["??", "??"]);
  });

  it("say in which state they are", () => {
    const round = { over: false, button: 1, hands: [hand(1, "Ada bot", { live: false }), hand(3, "Ann"), hand(5, "Bram bot 2", { all_in: true })] };
    const found = seatModels(around(round, { awaited: "Ann" }));
    expect(found.map((model) => model.state)).toEqual(["turn", "allin", "fold"]);
    expect(seatModels(around(round, { here: ["Ann"] }))[1]!.state).toBe("off");
  });
});

describe("pots", () => {
  it("keep bets before the players until the betting round is over", () => {
    const round = { over: false, pots: [{ name: "main", chips: 30 }, { name: "side1", chips: 12 }], hands: [hand(1, "a", { bet: 8 }), hand(2, "b", { bet: 4 })] };
    expect(potModels({ round }, null)).toEqual([{ name: "main", chips: 30 }]);
  });
});

describe("cards", () => {
  it("of the winners are marked by the half they won", () => {
    const readings = [{ seat: 1, high: { words: "", cards: ["Ah", "Kh"] }, low: { words: "", cards: ["2c"] } }];
    const division = { pot: 5, won: [], pots: [{ name: "main", chips: 5, seats: [1], shares: [{ share: "low", seat: 1, chips: 5 }] }] };
    expect(winnersUse(readings, division)).toEqual({ "2c": { low: true } });
  });

  it("of stud lie down, up and down again", () => {
    expect(studGroups(["6h", "Ac", "4s", "6d", "7h"], [false, false, true, true, false])).toEqual([["6h", "Ac"], ["4s", "6d"], ["7h"]]);
  });

  it("lie as their game has it", () => {
    expect(["omaha-high", "stud7-hilo", "draw5-low", "mambo-hilo6"].map(layoutOf)).toEqual(["board", "stud", "draw", "stud"]);
  });
});

describe("presets", () => {
  it("go from the least to the most and are lawful", () => {
    expect(presets({ field: "to", least: 48, most: 72 }, 5)).toEqual([48, 54, 60, 66, 72]);
    expect(presets({ field: "to", least: 8, most: 8 }, 5)).toEqual([8]);
    expect(presets({ field: "to", least: 5, most: 7 }, 5)).toEqual([5, 6, 7]);
  });
});
