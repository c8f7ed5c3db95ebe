/** Chip stacks as drawn, and amounts as written. The drawing is only a hint of the amount. */

export const CHIP_COLOURS: Record<number, readonly [string, string]> = {
  1: ["#F3ECDC", "#7C7362"],
  5: ["#A23A33", "#F6E9D8"],
  25: ["#74B594", "#1F3D31"],
  100: ["#2B2822", "#E6D9BE"],
};

const DENOMINATIONS = [100, 25, 5, 1];
const MOST_DRAWN = 5;
const MOST_STACKS = 3;

export interface ChipStack {
  value: number;
  count: number;
}

/** Return at most three stacks of at most five chips, highest value first. */
export function chipStacks(amount: number): ChipStack[] {
  const stacks: ChipStack[] = [];
  let rest = Math.floor(amount);
  for (const value of DENOMINATIONS) {
    const count = Math.floor(rest / value);
    rest -= count * value;
    if (count) stacks.push({ value, count: Math.min(count, MOST_DRAWN) });
  }
  return stacks.slice(0, MOST_STACKS);
}

/** Return the largest chip value that an amount contains. */
export const chipFor = (amount: number): number => DENOMINATIONS.find((value) => amount >= value) ?? 1;

const GROUPED = new Intl.NumberFormat("en");

/** Format chips with grouped digits and a true minus sign. */
export const amount = (chips: number): string => GROUPED.format(chips).replace("-", "−");

const LONG = /(?<![\p{L}\d.,_-])\d{5,}(?![\p{L}\d_-])/gu;

/** Group the digits of long amounts within a text. */
export const groupDigits = (text: string): string => text.replace(LONG, (digits) => amount(Number(digits)));

const compactFormat = (digits: number) =>
  new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: digits, roundingMode: "trunc" });
const SHORT = compactFormat(3);
const SHORTEST = compactFormat(2);

/** Format an amount compactly where the exact one is shown elsewhere: 1.25M, rounded towards zero. */
export const shortAmount = (chips: number, from = 10_000): string =>
  Math.abs(chips) < from ? amount(chips) : SHORT.format(chips).replace("-", "−");

/** Format an amount in two digits where there is hardly any room: 1.2M. */
export const shortestAmount = (chips: number): string => (Math.abs(chips) < 1_000 ? amount(chips) : SHORTEST.format(chips).replace("-", "−"));
