/** The totals of the next roll, and what their throws win or cost one, as the server settled them. */

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

/** The throws of a total by what they win or cost, the likeliest amount first: a hop or a hardway tells faces apart. */
export function outcomes({ throws }: RollTotal): Outcome[] {
  const found = new Map<number, Outcome>();
  for (const { faces, ways, gain } of throws) {
    const before = found.get(gain);
    found.set(gain, { gain, ways: (before?.ways ?? 0) + ways, faces: [...(before?.faces ?? []), faces] });
  }
  return [...found.values()].sort((one, other) => other.ways - one.ways);
}
