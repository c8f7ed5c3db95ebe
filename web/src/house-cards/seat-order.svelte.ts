/**
 * Players by spot from left to right. Spots are numbered from the dealer's left, which is the right of the
 * screen.
 */

import type { HouseCardPositionView } from "../lib/protocol";
import type { WatchedCards } from "../lib/room-connection.svelte";
import type { HouseCardWagers } from "./house-card-wagers.svelte";

export interface SeatedPlayer {
  seat: number;
  name: string;
  stack: number | null;
  sitting_out: boolean;
  place: HouseCardPositionView | undefined;
}

export function seatOrder(watched: WatchedCards, wagers: HouseCardWagers): SeatedPlayer[] {
  const found = new Map<number, SeatedPlayer>();
  for (const one of watched.view.seats) found.set(one.seat, { ...one, place: undefined });
  for (const place of wagers.shown?.positions ?? []) {
    const known = found.get(place.seat);
    if (known && known.name !== place.owner) continue;
    found.set(place.seat, known ? { ...known, place } : { seat: place.seat, name: place.owner, stack: null, sitting_out: false, place });
  }
  if (wagers.second) {
    for (const choice of wagers.choices) {
      const spot = choice.fixed?.spot as number | undefined;
      if (choice.do === "wager" && spot && !found.has(spot)) {
        found.set(spot, { seat: spot, name: wagers.me, stack: null, sitting_out: false, place: undefined });
      }
    }
  }
  return [...found.values()].sort((a, b) => b.seat - a.seat);
}
