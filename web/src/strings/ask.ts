/** Texts of the page that searches situations; `strings/index.ts` is the whole catalogue. */
export const ask = {
  title: "Ask the book",
  what: "What happened?",
  placeholder: "a hole card was exposed",
  situations: "Situations",
  near: "Similar situations",
  all: "All situations",
  found: (situations: number, clauses: number): string =>
    `${situations} ${situations === 1 ? "situation" : "situations"}, ${clauses} ${clauses === 1 ? "clause" : "clauses"}`,
  nothing: "No situation matches these words.",
  tryClauses: "Search the clauses instead",
  clauses: (count: number): string => `${count} ${count === 1 ? "clause" : "clauses"}`,
  silentInAll: "no book covers it",
  speak: (count: number): string =>
    count === 0
      ? "no book covers it"
      : count === 5
        ? "all 5 books cover it"
        : count === 1
          ? "1 of 5 books covers it"
          : `${count} of 5 books cover it`,
  question: "Question",
  differs: "differs from most books, or is the only one",
  borrowed: "text lost, taken from a related book",
  silent: "silent",
  noClause: "the book doesn’t say: the house decides",
  silentTitle: "The book doesn’t say",
  silentBooks: (books: readonly string[]): string => `${books.join(", ")}`,
  silentText:
    "No clause covers this. hoyle doesn’t guess: the floor desk asks for a house ruling and records it.",
  floor: "Open the floor desk",
  settle: "Compare a showdown",
  pages: "Show pages",
  copyHint: "Copy as a citation, or link to this comparison",
  copy: "Copy",
} as const;
