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
  const players = new Map<number, SeatedPlayer>();
  for (const seat of watched.view.seats) players.set(seat.seat, { ...seat, place: undefined });
  for (const position of wagers.shown?.positions ?? []) {
    const player = players.get(position.seat);
    if (player && player.name !== position.owner) continue;
    players.set(position.seat, player ? { ...player, place: position } : { seat: position.seat, name: position.owner, stack: null, sitting_out: false, place: position });
  }
  if (wagers.second) {
    for (const choice of wagers.choices) {
      const spot = choice.fixed?.spot as number | undefined;
      if (choice.do === "wager" && spot && !players.has(spot)) {
        players.set(spot, { seat: spot, name: wagers.me, stack: null, sitting_out: false, place: undefined });
      }
    }
  }
  return [...players.values()].sort((a, b) => b.seat - a.seat);
}
