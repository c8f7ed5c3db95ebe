/** Display names of the games. */
export const games: Record<string, string> = {
  holdem: "Hold’em",
  "omaha-high": "Omaha high",
  "omaha-hilo8": "Omaha hi-lo 8",
  "big-omaha-high": "Big Omaha high",
  "big-omaha-hilo8": "Big Omaha hi-lo 8",
  "stud7-high": "Seven-card stud",
  "stud7-hilo": "Seven-card stud hi-lo",
  "stud7-hilo8": "Seven-card stud hi-lo 8",
  "stud5-high": "Five-card stud",
  "draw5-high": "Five-card draw, high",
  "draw5-low": "Five-card draw, low",
  "mambo-hilo6": "Mambo stud hi-lo 6",
  "razz": "Razz",
  "draw27-single": "2-7 single draw",
  "draw27-triple": "2-7 triple draw",
  "badugi": "Badugi",
  "three-card-poker": "Three Card Poker",
  "four-card-poker": "Four Card Poker",
  "mississippi-stud": "Mississippi Stud",
  craps: "Craps",
  "mini-dice": "Mini-dice",
};

export const gameName = (game: string): string => games[game] ?? game;
