import { describe, expect, test } from "vitest";
import { widths, type Cell } from "./ask";

const cell = (words: string, silent = false): Cell => ({
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
    const [one, two] = widths({ books, rows: [{ question: "", differs: true, cells: [cell("misdeal, and so on"), cell("silent", true)] }] });
    expect(one).toBeGreaterThan(two!);
    expect(one! + two!).toBeCloseTo(1);
  });

  test("books that say the same are equally wide", () => {
    const [one, two] = widths({ books, rows: [{ question: "", differs: false, cells: [cell("yes"), cell("no")] }] });
    expect(one).toBe(two);
  });
});
