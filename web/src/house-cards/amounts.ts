/** Amounts within the bounds that the server gives, and how they are formatted. */

import { shortAmount, shortestAmount } from "../lib/chips";
import type { Bounds } from "../lib/protocol";

/**
 * Return the smallest allowed amount that is at least `wanted`, or the largest allowed one if there is none.
 */
export function allowedAmount({ min, max, step = 1 }: Bounds, wanted: number): number {
  if (wanted <= min) return min;
  const rounded = min + Math.ceil((wanted - min) / step) * step;
  return rounded <= max ? rounded : min + Math.floor((max - min) / step) * step;
}

const MAX_CHOICES = 6;

/** Return every allowed amount if there are few, otherwise the multiples of the minimum. */
export function allowedAmounts(bounds: Bounds): number[] {
  const { min, max, step = 1 } = bounds;
  const count = Math.floor((max - min) / step) + 1;
  if (count <= MAX_CHOICES) return Array.from({ length: count }, (_, index) => min + index * step);
  const times = Math.min(MAX_CHOICES, Math.floor(max / min));
  return Array.from({ length: times }, (_, index) => min * (index + 1)).filter((chips) => allowedAmount(bounds, chips) === chips);
}

const MIN_GROUPED_DIGITS = 5;

/** Format "7/495" for display: no denominator of 1, a true minus sign, grouped digits. */
export const fraction = (text: string): string =>
  text
    .replace(/\/1$/, "")
    .replace("-", "−")
    .replace(/\d+/g, (digits) => (digits.length < MIN_GROUPED_DIGITS ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ",")));

/** Format a number with its sign: +5, −5, 0. */
export function signed(value: number, digits = 0): string {
  const shown = Math.abs(value).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return value > 0 ? `+${shown}` : value < 0 ? `−${shown}` : shown;
}

/** Format a signed amount where there is little room, or (`signedBriefest`) hardly any. */
export const signedBrief = (value: number, from?: number): string => (value > 0 ? "+" : "") + shortAmount(value, from);
export const signedBriefest = (value: number): string => (value > 0 ? "+" : "") + shortestAmount(value);
