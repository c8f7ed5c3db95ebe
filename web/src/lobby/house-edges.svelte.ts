/** What the games against the bank cost, asked for once; reckoned by the room, exactly. */

import { SvelteMap } from "svelte/reactivity";
import { api } from "../lib/http";

const known = new SvelteMap<string, number>();
const asked = new Set<string>();

/** The share of the first wager that the bank keeps; null while it is not known. */
export function edgeOf(game: string): number | null {
  return known.get(game) ?? null;
}

/** One after the other, so that the room is not asked for everything at once. */
export async function loadEdges(games: readonly string[]): Promise<void> {
  for (const game of games) {
    if (asked.has(game)) continue;
    asked.add(game);
    try {
      known.set(game, (await api<{ share: number }>(`/api/games/${game}/edge`)).share);
    } catch {
      // A lobby without a figure is still a lobby.
    }
  }
}
