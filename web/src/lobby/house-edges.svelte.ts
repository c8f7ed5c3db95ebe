/** House edges of the house games, computed by the server and fetched once. */

import type { HouseEdgeResponse } from "../lib/api";
import { SvelteMap } from "svelte/reactivity";
import { api } from "../lib/http";

const edges = new SvelteMap<string, number>();
const requested = new Set<string>();

/** Return the house edge of a game's first wager as a share; null until it is loaded. */
export function edgeOf(game: string): number | null {
  return edges.get(game) ?? null;
}

/** Load the house edges one after the other, since each is expensive for the server. */
export async function loadEdges(games: readonly string[]): Promise<void> {
  for (const game of games) {
    if (requested.has(game)) continue;
    requested.add(game);
    try {
      edges.set(game, (await api<HouseEdgeResponse>(`/api/games/${game}/edge`)).share);
    } catch {
      // The lobby works without the figure.
    }
  }
}
