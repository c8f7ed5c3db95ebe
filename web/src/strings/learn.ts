/** Texts of the page for newcomers; `strings/index.ts` is the whole catalogue. */
export const learn = {
  title: "Learn",
  lead: "Learn the room in five minutes",
  under: "Free, with play chips. No account, no money.",
  first: "Your first hand",
  steps: [
    { head: "Press Sit me down", about: "You get an open seat at a table. Pick any name; the play chips are free.", href: "/", link: "Find a table" },
    { head: "Read what you have", about: "Your hand is named above the buttons, high and low, and the cards that make it are marked." },
    { head: "Choose an action", about: "You only see buttons for what the book allows. Take your time: the clock is on your plate, and you have a time bank after it." },
    { head: "Open a clause", about: "Every call of the dealer has its clause in the margin. Press it to read the rule.", href: "/books", link: "Rulebooks" },
    { head: "See who won what", about: "After the showdown you see who gets which share and why, down to the odd chip. Then replay the hand, or compare rulebooks.", href: "/hands", link: "Your hands" },
  ] as readonly { head: string; about: string; href?: string; link?: string }[],
  games: "The games",
  groups: [
    {
      name: "Community cards",
      games: [
        ["Hold’em", "Two cards of your own and five on the board; the best five of the seven win."],
        ["Omaha high", "Four cards of your own; you play exactly two of them with exactly three from the board."],
        ["Omaha hi-lo 8", "Like Omaha, but half the pot goes to the best low: five different ranks, eight or lower, aces low."],
        ["Big Omaha", "Like Omaha with five cards of your own; high only, or hi-lo."],
      ],
    },
    {
      name: "Stud and draw",
      games: [
        ["Seven-card stud", "Three cards down and four up, with betting rounds in between; high only, or hi-lo."],
        ["Five-card stud", "One card down, four up."],
        ["Five-card draw", "Five cards down; discard once and draw as many. High wins, or low."],
        ["Mambo", "Three cards of your own and one shared; half the pot for the high, half for a low of six or better."],
        ["Razz, 2-7 and badugi", "The lowest hand wins. Razz: aces are low. 2-7: straights and flushes count against you. Badugi: all suits must differ."],
      ],
    },
    {
      name: "Against the house",
      games: [
        ["Three Card Poker", "Ante, look at three cards, play or fold; the dealer needs queen high or better."],
        ["Four Card Poker", "Best four of five against the dealer’s best four of six; you can bet up to three times the Ante."],
        ["Mississippi Stud", "Two cards of your own, three shared; bet street by street against a pay table. The dealer has no hand."],
        ["Craps", "Pass wins on 7 and 11, loses on 2, 3 and 12; any other number is the point, which must come again before a 7."],
        ["Mini-dice", "Two dice from a shaker: over seven, under seven, the field, a number."],
      ],
    },
  ] as readonly { name: string; games: readonly (readonly [string, string])[] }[],
  words: "Poker terms",
  glossary: [
    ["blind, ante, bring-in", "bets that must be made before anyone acts"],
    ["button", "the seat that acts last; it moves one seat each hand"],
    ["kill", "the limits go up for a hand, after a player wins twice"],
    ["side pot", "the pot that players with more chips than an all-in player compete for"],
    ["qualifier", "the low a hand needs to win half; without one, the high wins everything"],
    ["scoop, quarter", "winning both halves; winning half of one half"],
    ["odd chip", "the chip left over when a share doesn’t divide evenly; the book says who gets it"],
    ["muck", "to discard a hand without showing it"],
    ["reading", "how hoyle interprets an unclear rule; each has a name, such as AMB-50"],
    ["house rule", "a decision of the house where the book doesn’t say; it goes on record"],
  ] as readonly (readonly [string, string])[],
  keys: "Keys at the table",
  more: "What next",
  doors: [
    { href: "/ask", head: "Something happened", about: "A card was exposed, a bet was out of turn: see how each of the five books rules." },
    { href: "/settle", head: "Settle a showdown", about: "Enter the cards and pots of a real table; see who gets what, with the clauses." },
    { href: "/odds", head: "Odds", about: "Equities, ranges, and the house edge of every bet." },
    { href: "/home", head: "Play with friends", about: "A private table by link, and a ledger of who owes whom." },
  ] as const,
} as const;
