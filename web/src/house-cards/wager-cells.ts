/** Which cells a spot has, from left to right: what the layout names, opening and later wagers. */

import { houseCards as t } from "../strings/house-cards";
import type { BettingLayout } from "./betting-layout.svelte";

export function wagerCells(layout: BettingLayout): string[] {
  const names = layout.spots.map((spot) => spot.name);
  const [ante, ...rest] = names;
  if (!ante) return [];
  // A dealer who plays has a side table beside the bonus: Play, Ante, side; streets follow their Ante.
  if (layout.tables.length < 2) return names;
  const [side, ...later] = rest;
  return [...later, ante, ...(side ? [side] : [])];
}

export const shortName = (wager: string): string => t.names[wager] ?? wager.replaceAll("_", " ");
export const fullName = (wager: string): string => t.full[wager] ?? shortName(wager);
