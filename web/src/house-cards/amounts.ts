/** Amounts within the bounds that the server gives; what they mean is the server's to know. */

import { shortAmount, shortestAmount } from "../lib/chips";
import type { Bounds } from "../lib/protocol";

/** The least lawful amount that is no less than wanted; the most there is where that would be too much. */
export function allowedAmount({ min: least, max: most, step = 1 }: Bounds, wanted: number): number {
  if (wanted <= least) return least;
  const found = least + Math.ceil((wanted - least) / step) * step;
  return found <= most ? found : least + Math.floor((most - least) / step) * step;
}

const FEW = 6;

/** Every lawful amount where there are few; where there are many, those that are multiples of the least. */
export function allowedAmounts(bounds: Bounds): number[] {
  const { min: least, max: most, step = 1 } = bounds;
  const count = Math.floor((most - least) / step) + 1;
  if (count <= FEW) return Array.from({ length: count }, (_, at) => least + at * step);
  const times = Math.min(FEW, Math.floor(most / least));
  return Array.from({ length: times }, (_, at) => least * (at + 1)).filter((chips) => allowedAmount(bounds, chips) === chips);
}

const GROUPED = 5;

/** "7/495" as people read it: whole numbers without a denominator, a minus sign that is one, long numbers in groups. */
export const fraction = (text: string): string =>
  text
    .replace(/\/1$/, "")
    .replace("-", "−")
    .replace(/\d+/g, (digits) => (digits.length < GROUPED ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ",")));

/** +5, −5, 0. */
export function signed(value: number, digits = 0): string {
  const shown = Math.abs(value).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return value > 0 ? `+${shown}` : value < 0 ? `−${shown}` : shown;
}

/** The same where there is room for a few figures only, or for hardly any. */
export const signedBrief = (value: number, from?: number): string => (value > 0 ? "+" : "") + shortAmount(value, from);
export const signedBriefest = (value: number): string => (value > 0 ? "+" : "") + shortestAmount(value);
