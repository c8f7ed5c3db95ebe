/** Texts of this page; `strings/index.ts` is the whole catalogue. */
export const ask = {
  title: "Ask the book",
  what: "What happened?",
  placeholder: "a hole card was exposed",
  situations: "Situations",
  near: "Near it",
  all: "All situations",
  found: (situations: number, clauses: number): string =>
    `${situations} ${situations === 1 ? "situation" : "situations"}, ${clauses} ${clauses === 1 ? "clause" : "clauses"}`,
  nothing: "No situation has these words.",
  tryClauses: "Look for them in the clauses",
  clauses: (count: number): string => `${count} ${count === 1 ? "clause" : "clauses"}`,
  silentInAll: "silent in all",
  speak: (count: number): string =>
    count === 0
      ? "no book speaks"
      : count === 5
        ? "all 5 books speak"
        : count === 1
          ? "1 of 5 books speaks"
          : `${count} of 5 books speak`,
  question: "Question",
  differs: "differs from the majority, or stands alone",
  borrowed: "text lost, filled from a sister book",
  silent: "silent",
  noClause: "no clause: the house must rule",
  silentTitle: "The book is silent",
  silentBooks: (books: readonly string[]): string => `${books.join(", ")}`,
  silentText:
    "No clause names such a thing there. hoyle does not guess: the floor desk asks for a house ruling and records it.",
  floor: "Open the floor desk",
  settle: "Settle a showdown under each",
  pages: "Show the pages",
  copyHint: "Copy as a citation, or link to this comparison",
  copy: "Copy",
} as const;
