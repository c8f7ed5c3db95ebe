/** Where somebody could sit at a table, and with how much: within its bounds and within his purse. */

import { activePlayers } from "../lib/table-views";
import { room, type WatchedTable } from "../lib/room-connection.svelte";

const USUAL_SHARE = 2;
const GUEST_PURSE = 10_000;

export function freeSeats(watched: WatchedTable): number[] {
  if (watched.closed) return [];
  const taken = new Set(watched.view.seats.map((one) => one.seat));
  return Array.from({ length: watched.snapshot.seats ?? 0 }, (_, at) => at + 1).filter((seat) => !taken.has(seat));
}

export const forCageChips = (watched: WatchedTable): boolean => watched.snapshot.settings.chips === "cage";

/** What one has for a table: it is played for play chips or for cage chips. */
export const walletAt = (watched: WatchedTable): number => (forCageChips(watched) ? room.deposit : room.wallet);

/** Least and most; who is not in yet will have a guest's purse. */
export function buyIn(watched: WatchedTable, me: string): [number, number] {
  const [least, most] = watched.snapshot.buy_in ?? [0, 0];
  const has = me && !watched.snapshot.settings.private ? walletAt(watched) : forCageChips(watched) ? 0 : GUEST_PURSE;
  return [least || 1, Math.min(most || GUEST_PURSE, has)];
}

/** What most people would bring. */
export function defaultBuyIn(watched: WatchedTable, me: string): number {
  const [least, most] = buyIn(watched, me);
  return Math.max(least, Math.min(most, Math.floor((watched.snapshot.buy_in?.[1] ?? most) / USUAL_SHARE)));
}

/** Whether a seat here is the host's to give. */
export const needsHostConsent = (watched: WatchedTable, me: string): boolean =>
  !!watched.snapshot.settings.private && watched.snapshot.host !== me;

/** Whether somebody has a part in what is played: he leaves and sits out when it is over. */
export const isInPlay = (watched: WatchedTable, me: string): boolean => activePlayers(watched.view).includes(me);
