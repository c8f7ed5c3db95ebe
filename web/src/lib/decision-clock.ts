/** A player's clock and, once that is up, his time bank. */

import type { ClockView } from "./protocol";

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
const running = ({ paused_at = 0, resumes_at = 0 }: ClockView, now: number): number =>
  paused_at ? Math.min(now, paused_at) + Math.max(0, now - resumes_at) : now;

/** Seconds that a clock stands still for the floor, at most; 0 while it runs. */
export const isStopped = (clock: ClockView | null, now: number): number => (clock?.paused_at ? seconds((clock.resumes_at ?? 0) - now) : 0);

export function timeLeft(clock: ClockView, time: number): TimeLeft {
  const { started_at: since, bank_starts_at: free, expires_at: until } = clock;
  const now = running(clock, time);
  if (now < free || until <= free) {
    return { seconds: seconds(free - now), share: part(free - now, free - since), bank: seconds(until - free), banked: false };
  }
  return { seconds: seconds(until - now), share: part(until - now, until - free), bank: seconds(until - now), banked: true };
}
