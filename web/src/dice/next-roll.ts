/** Totals of the next roll with the user's win or loss, as settled by the server. */

export interface RollTotal {
  total: number;
  ways: number;
  throws: { faces: string; ways: number; gain: number }[];
}

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
  const found = new Map<number, Outcome>();
  for (const { faces, ways, gain } of throws) {
    const before = found.get(gain);
    found.set(gain, { gain, ways: (before?.ways ?? 0) + ways, faces: [...(before?.faces ?? []), faces] });
  }
  return [...found.values()].sort((a, b) => b.ways - a.ways);
}
