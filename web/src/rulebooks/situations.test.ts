import { describe, expect, test } from "vitest";
import { mergeEqualBooks, columnShares } from "./situations";
import type { RulebookAnswer } from "../lib/api";

const cell = (words: string, silent = false): RulebookAnswer => ({
  book: "",
  words,
  clause: "",
  clauses: [],
  readings: [],
  silent,
  absent: false,
  borrowed: false,
  differs: false,
});

describe("the columns of the books", () => {
  const books = [
    { id: "one", cover: "" },
    { id: "two", cover: "" },
  ];

  test("a silent book gives its width away", () => {
    const [one, two] = columnShares({ books, rows: [{ question: "", differs: true, cells: [cell("misdeal, and so on"), cell("silent", true)] }] });
    expect(one).toBeGreaterThan(two!);
    expect(one! + two!).toBeCloseTo(1);
  });

  test("books that say the same are equally wide", () => {
    const [one, two] = columnShares({ books, rows: [{ question: "", differs: false, cells: [cell("yes"), cell("yes")] }] });
    expect(one).toBe(two);
  });

  test("silent books stand in one line on a narrow page", () => {
    const cells = [cell("misdeal"), { ...cell("silent", true), book: "a" }, { ...cell("silent", true), book: "b" }];
    cells[0]!.clause = "oneida XI.P.9";
    expect(mergeEqualBooks(cells).map((each) => each.books.length)).toEqual([1, 2]);
  });
});
