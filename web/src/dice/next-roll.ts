/** Totals of the next roll with the user's win or loss, as settled by the server. */

import type { RollTotal } from "../lib/api";

export interface Outcome {
  gain: number;
  ways: number;
  faces: string[];
}

/**
 * Group the throws of a total by win or loss, the likeliest first; hops and hardways pay different throws of
 * one total differently.
 */
export function outcomes({ throws }: RollTotal): Outcome[] {
  const byGain = new Map<number, Outcome>();
  for (const { faces, ways, gain } of throws) {
    const known = byGain.get(gain);
    byGain.set(gain, { gain, ways: (known?.ways ?? 0) + ways, faces: [...(known?.faces ?? []), faces] });
  }
  return [...byGain.values()].sort((a, b) => b.ways - a.ways);
}
