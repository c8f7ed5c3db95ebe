/** A player's clock and, once that is up, his time bank. */

import type { ClockPicture } from "./protocol";

export interface TimeLeft {
  /** Of the clock; once the bank is in use, of the bank. */
  seconds: number;
  share: number;
  /** What is in the bank. */
  bank: number;
  banked: boolean;
}

const seconds = (millis: number): number => Math.max(0, Math.ceil(millis / 1000));
const part = (rest: number, whole: number): number => (whole > 0 ? Math.max(0, Math.min(1, rest / whole)) : 0);

/** A clock that stands still for the floor shows what was left when it was called. */
const running = ({ held = 0, resumes = 0 }: ClockPicture, now: number): number =>
  held ? Math.min(now, held) + Math.max(0, now - resumes) : now;

/** Seconds that a clock stands still for the floor, at most; 0 while it runs. */
export const isStopped = (clock: ClockPicture | null, now: number): number => (clock?.held ? seconds((clock.resumes ?? 0) - now) : 0);

export function timeLeft(clock: ClockPicture, time: number): TimeLeft {
  const { since, free, until } = clock;
  const now = running(clock, time);
  if (now < free || until <= free) {
    return { seconds: seconds(free - now), share: part(free - now, free - since), bank: seconds(until - free), banked: false };
  }
  return { seconds: seconds(until - now), share: part(until - now, until - free), bank: seconds(until - now), banked: true };
}
