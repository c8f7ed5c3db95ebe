/** Wager cells of a spot, from left to right, and their names. */

import { houseCards as t } from "../strings/house-cards";
import type { BettingLayout } from "./betting-layout.svelte";

export function wagerCells(layout: BettingLayout): string[] {
  const names = layout.spots.map((spot) => spot.name);
  const [ante, ...rest] = names;
  if (!ante) return [];
  // Games with a playing dealer have two pay tables and print Play, Ante, side bet; at stud the streets
  // follow the Ante.
  if (layout.tables.length < 2) return names;
  const [side, ...later] = rest;
  return [...later, ante, ...(side ? [side] : [])];
}

export const shortName = (wager: string): string => t.names[wager] ?? wager.replaceAll("_", " ");
export const fullName = (wager: string): string => t.full[wager] ?? shortName(wager);
