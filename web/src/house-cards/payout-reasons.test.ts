import { expect, test } from "vitest";
import { settledLines } from "./payout-reasons";

const round = { dealer: ["9h", "9d", "Kc"], qualifies: true };
const line = (wager: string, net: number) => ({ wager, stake: 10, net, clause: `TCP ${wager}` });
const table = (title: string, hands: string[], clause: string) => ({ title, lines: hands.map((hand) => ({ hand, pays: "1 to 1" })), clause });
const tables = [table("Ante bonus", ["Straight flush", "Straight"], "TCP.K.1.d"), table("Pair Plus", ["Pair"], "TCP.K.1.b")];
const place = (lines: ReturnType<typeof line>[], folded = false) => ({ folded, hand: "pair", settlements: lines });

test("a bonus that was not reached stands after the Ante with its clause", () => {
  const found = settledLines(place([line("play", -10), line("ante", -10), line("pair_plus", 5)]), round, tables);
  expect(found.map((one) => [one.wager, one.net, one.why])).toEqual([
    ["play", -10, "lower hand"],
    ["ante", -10, "lower hand"],
    ["bonus", 0, "no straight"],
    ["pair_plus", 5, "pair, 0.50 to 1"],
  ]);
  expect(found[2]!.clause).toBe("TCP.K.1.d");
});

test("a bonus that was paid has one line, and who folded is owed none", () => {
  const paid = settledLines(place([line("ante", 10), line("bonus", 40)]), round, tables);
  expect(paid.map((one) => one.wager)).toEqual(["ante", "bonus"]);
  expect(settledLines(place([line("ante", -10)], true), round, tables).map((one) => one.wager)).toEqual(["ante"]);
  expect(settledLines(place([line("ante", 10)]), round, tables.slice(0, 1))).toHaveLength(1);
});
