/** Texts of the page that settles showdowns; `strings/index.ts` is the whole catalogue. */
import { poker } from "./poker";

const SHARES: Record<string, string> = { high: "High", low: "Low", odd: "Odd chip" };
const ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh"];
const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];

const list = (parts: readonly (string | number)[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

export const settle = {
  title: "Settle a showdown",
  forWhom: "for a dealer at a real table",
  lead: "Enter the cards and the pots",
  under: "You enter the cards; the book says who gets what.",
  back: "Back",
  ask: "Ask the book",
  clear: "Clear",
  saved: "Saved hands",
  savedAbout: "Saved in this browser only.",
  savedWhat: (players: number, chips: number): string => `${players} seats, ${chips} in the pot`,
  noneSaved: "None yet. Enter a showdown and save it here.",
  save: "Save this showdown",
  forget: "Delete",
  forgetIt: (game: string, when: string): string => `Delete ${game} of ${when}`,
  book: "Book",
  game: "Game",
  button: "Button at seat",
  chip: "Smallest chip",
  board: "Board",
  seat: (seat: number): string => `Seat ${seat}`,
  seatIs: (seat: number): string => `Seat ${seat} is`,
  seatPutIn: (seat: number): string => `Seat ${seat} has put in`,
  addSeat: "Add a seat",
  removeSeat: (seat: number): string => `Remove seat ${seat}`,
  states: { live: "in for", "all-in": "all in,", folded: "folded," },
  noLow: "no low",
  takeBack: (card: string): string => `Remove the ${card}`,
  fill: (what: string): string => `Add cards to ${what}`,
  cardOf: (what: string, place: number): string => `${what}, ${(ORDINALS[place] ?? "next").toLowerCase()} card`,
  card: (place: number): string => `${ORDINALS[place] ?? "Next"} card`,
  allDown: (count: number): string => (count ? `All ${count} cards entered` : "All cards entered"),
  takenHint: "used cards show where they are: B the board, a number the seat. You can type them: A S, 10 H",
  pots: "Pots",
  potsButton: (pots: readonly number[]): string => (pots.length ? `Pots: ${pots.join(", ")}` : "Pots"),
  fromPutIn: (chips: readonly number[]): string => `from each player’s bets: ${chips.join(", ")}. Or type them`,
  workOut: "Calculate from each player’s bets",
  pot: (at: number): string => poker.potTitle(at === 0 ? "main" : `side${at}`, false),
  chipsOf: (name: string): string => `Chips in the ${name.toLowerCase()}`,
  canWin: (seat: number, name: string): string => `Seat ${seat} can win the ${name.toLowerCase()}`,
  addPot: "Add a side pot",
  removePot: (name: string): string => `Remove the ${name.toLowerCase()}`,
  division: "Who won what",
  back2cards: "Cards",
  share: (name: string): string => SHARES[name] ?? name,
  seats: (seats: readonly number[], live: number): string =>
    seats.length === live && live > 2
      ? `all ${NUMBERS[live] ?? live}`
      : seats.length === 1
        ? `seat ${seats[0]} alone`
        : `seats ${list(seats)}`,
  pushedFirst: "pushed first",
  returned: (chips: number, seat: number): string => `${chips} uncalled goes back to seat ${seat}.`,
  notReady: "Not ready yet",
  waiting: "Enter the board and hands to see who gets what.",
  same: (books: readonly string[]): string => `${list(books)} ${books.length === 1 ? "gives" : "give"} the same totals here.`,
  other: (book: string, totals: Record<string, number>): string =>
    `By ${book}: ${list(
      Object.entries(totals)
        .filter(([, chips]) => chips > 0)
        .map(([seat, chips]) => `seat ${seat} ${chips}`),
    )}.`,
  copy: "Copy ruling",
  next: "Next showdown",
  undo: "Undo",
  settled: (answer: string): string => `Who won what: ${answer}`,
} as const;
