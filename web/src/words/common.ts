/** Words that more than one page needs; `words/index.ts` is the whole catalogue. */
export const common = {
  tables: "Tables",
  books: "The books",
  hands: "Hands",
  odds: "Odds",
  wallet: "Wallet",
  comeIn: "Come in",
  close: "Close",
  mainMenu: "Main",
  lookingUp: "looking it up",
  openPage: "Open the page",
  toContent: "To the page's content",
  lost: "The connection is lost. Your seat and your hand are kept; it is being tried again.",
  connecting: "Coming in",
  notFound: "There is no such page.",
  backToTables: "Back to the tables",
  loading: "One moment",
} as const;
