import { expect, test } from "vitest";
import type { LobbyTable } from "../lib/protocol";
import { NO_FILTER, filterChoices, groupTables, quickSeat, rowTitle, matchesFilter } from "./table-groups";

const table = (number: number, more: Partial<LobbyTable> = {}): LobbyTable => ({
  table_id: number,
  title: `table ${number}`,
  game: "holdem",
  game_name: "Hold’em",
  game_summary: "two hole cards",
  family: "community",
  book: "oneida",
  kind: "poker",
  stakes: "limit 3/6",
  min_bet: 3,
  seats: 10,
  seat_map: "----------",
  seats_taken: 0,
  ...more,
});

test("games against the bank stand together, and home games first", () => {
  const found = groupTables([
    table(1),
    table(2, { game: "craps", family: "dice" }),
    table(3, { game: "three-card-poker", family: "house" }),
    table(4, { private: true, title: "Friday" }),
  ]);
  expect(found.map((group) => [group.key, group.tables.length])).toEqual([
    ["home", 1],
    ["holdem", 1],
    ["bank", 2],
  ]);
});

test("quick seat leads to company, never to a full or private table", () => {
  const tables = [
    table(1, { seats_taken: 4, bots: 4 }),
    table(2, { seats_taken: 3, bots: 1 }),
    table(3, { seats_taken: 10 }),
    table(4, { seats_taken: 5, private: true }),
    table(5, { seats_taken: 6, closing: true }),
  ];
  expect(quickSeat(tables, NO_FILTER)?.table_id).toBe(2);
  expect(quickSeat(tables, { ...NO_FILTER, stakes: "limit 9/18" })).toBeNull();
});

test("a filter holds every part of what is wanted", () => {
  expect(matchesFilter(table(1), { ...NO_FILTER, family: "dice" })).toBe(false);
  expect(matchesFilter(table(1, { seats_taken: 10 }), { ...NO_FILTER, open: true })).toBe(false);
  expect(matchesFilter(table(1), { ...NO_FILTER, book: "oneida", game: "holdem", open: true })).toBe(true);
});

test("a title that only repeats the game is not shown twice", () => {
  expect(rowTitle(table(7))).toBe("Table 7");
  expect(rowTitle(table(7, { title: "Hold’em, oneida" }))).toBe("Table 7");
  expect(rowTitle(table(7, { title: "Friday" }))).toBe("Friday");
});

test("stakes are listed by their amounts", () => {
  const tables = [table(1, { stakes: "limit 10/20" }), table(2, { stakes: "limit 4/8" }), table(3, { stakes: "limit 4/8" })];
  expect(filterChoices(tables, "stakes")).toEqual(["limit 4/8", "limit 10/20"]);
});
