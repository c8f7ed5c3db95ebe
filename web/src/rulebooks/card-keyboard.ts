/** Keyboard input of cards: a rank, then a suit ("a", "s"; ten is "t" or "1" and "0"). */

const RANKS: Record<string, string> = { "1": "T", t: "T", j: "J", q: "Q", k: "K", a: "A" };

/** Return a key handler that returns whether the key was part of a card. */
export function cardKeyboard(pick: (card: string) => void): (key: string) => boolean {
  let rank = "";
  return (key) => {
    const pressed = key.toLowerCase();
    if (rank === "T" && pressed === "0") return true;
    if (rank && "shdc".includes(pressed) && pressed.length === 1) {
      pick(rank + pressed);
      rank = "";
      return true;
    }
    const nextRank = RANKS[pressed] ?? (/^[2-9]$/.test(pressed) ? pressed : "");
    if (!nextRank) {
      rank = "";
      return false;
    }
    rank = nextRank;
    return true;
  };
}
