/** Free seats and buy-ins at a table, within its bounds and the user's wallet. */

import { activePlayers } from "../lib/table-views";
import { room, type WatchedTable } from "../lib/room-connection.svelte";

const BUY_IN_DIVISOR = 2;
const GUEST_WALLET = 10_000;

export function freeSeats(watched: WatchedTable): number[] {
  if (watched.closed) return [];
  const taken = new Set(watched.view.seats.map((seat) => seat.seat));
  return Array.from({ length: watched.snapshot.seats ?? 0 }, (_, index) => index + 1).filter((seat) => !taken.has(seat));
}

export const forCageChips = (watched: WatchedTable): boolean => watched.snapshot.settings.chips === "cage";

/** Return the user's chips for a table, which is played for play chips or cage chips. */
export const walletAt = (watched: WatchedTable): number => (forCageChips(watched) ? room.deposit : room.wallet);

/** Return the minimum and maximum buy-in; visitors will have a guest's wallet. */
export function buyIn(watched: WatchedTable, me: string): [number, number] {
  const [min, max] = watched.snapshot.buy_in ?? [0, 0];
  const available = me && !watched.snapshot.settings.private ? walletAt(watched) : forCageChips(watched) ? 0 : GUEST_WALLET;
  return [min || 1, Math.min(max || GUEST_WALLET, available)];
}

/** Return the suggested buy-in. */
export function defaultBuyIn(watched: WatchedTable, me: string): number {
  const [min, max] = buyIn(watched, me);
  return Math.max(min, Math.min(max, Math.floor((watched.snapshot.buy_in?.[1] ?? max) / BUY_IN_DIVISOR)));
}

/** Return whether the host has to approve a seat. */
export const needsHostConsent = (watched: WatchedTable, me: string): boolean =>
  !!watched.snapshot.settings.private && watched.snapshot.host !== me;

/** Return whether a person takes part in the current round, so that leaving and sitting out are deferred. */
export const isInPlay = (watched: WatchedTable, me: string): boolean => activePlayers(watched.view).includes(me);
