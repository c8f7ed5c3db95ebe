/** Texts of the page for newcomers; `strings/index.ts` is the whole catalogue. */
export const learn = {
  title: "Learn",
  lead: "Five minutes, and you know the room",
  under: "No account, no money: a name and play chips are all it takes.",
  first: "Your first hand",
  steps: [
    { head: "Press Seat me", about: "You sit down among bots at a table with an open seat. Give any name; the chips are on the house.", href: "/", link: "To the tables" },
    { head: "Read what you have", about: "Over the buttons stands your hand, high and low, with the cards that make it marked. Nobody has to work it out." },
    { head: "Do what is offered", about: "Only what the book allows has a button. Take your time: the clock is on your plate, and a bank of seconds behind it." },
    { head: "Open a clause", about: "Every call of the dealer carries its clause in the margin. Press it and the book’s own rule opens under the line.", href: "/books", link: "The books" },
    { head: "See the pot divided", about: "At the showdown the division says who gets which share, down to the odd chip, and why. Replay it afterwards, or rule it under another book.", href: "/hands", link: "Your hands" },
  ] as readonly { head: string; about: string; href?: string; link?: string }[],
  games: "The games",
  groups: [
    {
      name: "Community cards",
      games: [
        ["Hold’em", "Two cards of your own and five on the board; the best five of the seven win."],
        ["Omaha high", "Four cards of your own, of which exactly two play, with exactly three of the board."],
        ["Omaha hi-lo 8", "As Omaha, but half the pot goes to the best low: five different ranks, none over eight, the ace low."],
        ["Big Omaha", "As Omaha with five cards of your own, high alone or hi-lo."],
      ],
    },
    {
      name: "Stud and draw",
      games: [
        ["Seven-card stud", "Three cards down and four up, a round of betting after each; high alone, or with a low half."],
        ["Five-card stud", "One card down, four up."],
        ["Five-card draw", "Five cards down; throw what you like once and draw as many. High wins, or low."],
        ["Mambo", "Three cards and one that all share; half for the high, half for a low of six or better."],
        ["Razz, 2-7 and badugi", "The lowest hand wins: at razz the ace is low, at 2-7 straights and flushes count against you, at badugi all suits must differ."],
      ],
    },
    {
      name: "Against the house",
      games: [
        ["Three Card Poker", "Ante, look at three cards, play or fold; the dealer needs a queen to play."],
        ["Four Card Poker", "Best four of five against the dealer’s best four of six; you may bet up to three times the Ante."],
        ["Mississippi Stud", "Two cards of your own, three shared; bet street by street against a pay table, no dealer’s hand."],
        ["Craps", "Pass wins on 7 and 11, loses on 2, 3 and 12; any other number is the point, to be thrown again before a 7."],
        ["Mini-dice", "Two dice from a shaker: over seven, under seven, the field, a number."],
      ],
    },
  ] as readonly { name: string; games: readonly (readonly [string, string])[] }[],
  words: "Words of the table",
  glossary: [
    ["blind, ante, bring-in", "what must be put in before anybody has a choice"],
    ["button", "the place that acts last; it moves one seat each hand"],
    ["kill", "somebody won twice, and the limits go up for a hand"],
    ["side pot", "what those play for who have more chips than the one who is all in"],
    ["qualifier", "a low that is not low enough takes nothing, and the high has it all"],
    ["scoop, quarter", "to win both halves; to win half of a half"],
    ["odd chip", "what is left over when a share does not come out even; the book says whose it is"],
    ["muck", "to give up a hand without showing it"],
    ["reading", "how hoyle understands a doubtful place of a book; each has a name, as AMB-50"],
    ["silent", "the book has no rule: the house decides, and it is written down"],
  ] as readonly (readonly [string, string])[],
  keys: "Keys at the table",
  more: "And then",
  doors: [
    { href: "/ask", head: "Something happened", about: "A card was exposed, a bet was out of turn: what each of the five books rules." },
    { href: "/settle", head: "Settle a showdown", about: "Cards and pots of a real table in, the division with its clauses out." },
    { href: "/odds", head: "What is it worth?", about: "Shares of the pot, ranges, and what every wager against the house costs." },
    { href: "/home", head: "Play with friends", about: "A private table by link, and at the end who owes whom." },
  ] as const,
} as const;
