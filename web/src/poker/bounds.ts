/** Amounts to offer between the bounds of a choice: the least, the most, and some evenly between them. */

import type { Bounds } from "../lib/protocol";

export function presets({ least, most, step = 1 }: Bounds, count: number): number[] {
  if (least === most) return [least];
  const found: number[] = [];
  for (let at = 0; at < count; at++) {
    const exact = least + ((most - least) * at) / (count - 1);
    const value = at === count - 1 ? most : least + Math.round((exact - least) / step) * step;
    if (!found.includes(value) && value <= most) found.push(value);
  }
  return found;
}
