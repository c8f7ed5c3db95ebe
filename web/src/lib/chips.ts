/** Chips as they are drawn. The number beside a stack is the truth, the drawing is a hint. */

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

/** At most three stacks of at most five, the highest first. */
export function chipStacks(amount: number): ChipStack[] {
  const found: ChipStack[] = [];
  let rest = Math.floor(amount);
  for (const value of DENOMINATIONS) {
    const count = Math.floor(rest / value);
    rest -= count * value;
    if (count) found.push({ value, count: Math.min(count, MOST_DRAWN) });
  }
  return found.slice(0, MOST_STACKS);
}

/** The largest chip that an amount is worth. */
export const chipFor = (amount: number): number => DENOMINATIONS.find((value) => amount >= value) ?? 1;

const GROUPED = new Intl.NumberFormat("en");

/** 1234567 as people write it, with a true minus. */
export const amount = (chips: number): string => GROUPED.format(chips).replace("-", "−");

const LONG = /(?<![\p{L}\d.,_-])\d{5,}(?![\p{L}\d_-])/gu;

/** Long amounts within words, as people write them. */
export const groupDigits = (words: string): string => words.replace(LONG, (digits) => amount(Number(digits)));

const short = (digits: number) =>
  new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: digits, roundingMode: "trunc" });
const SHORT = short(3);
const SHORTEST = short(2);

/** An amount where there is room for a few figures only, and the whole of it stands elsewhere: 1.25M, never more than there is. */
export const shortAmount = (chips: number, from = 10_000): string =>
  Math.abs(chips) < from ? amount(chips) : SHORT.format(chips).replace("-", "−");

/** The same where there is hardly any room: 1.2M. */
export const shortestAmount = (chips: number): string => (Math.abs(chips) < 1_000 ? amount(chips) : SHORTEST.format(chips).replace("-", "−"));
