/** A player's decision clock, followed by their time bank. */

import type { ClockView } from "./protocol";

export interface TimeLeft {
  /** Seconds left on the clock, or in the bank once that is running. */
  seconds: number;
  share: number;
  /** Seconds in the bank. */
  bank: number;
  banked: boolean;
}

const seconds = (millis: number): number => Math.max(0, Math.ceil(millis / 1000));
const shareOf = (left: number, whole: number): number => (whole > 0 ? Math.max(0, Math.min(1, left / whole)) : 0);

/** Return the effective time of a clock: while the floor has paused it, the time of the pause. */
const effectiveTime = ({ paused_at = 0, resumes_at = 0 }: ClockView, now: number): number =>
  paused_at ? Math.min(now, paused_at) + Math.max(0, now - resumes_at) : now;

/** Return the remaining seconds of the floor's pause; 0 while the clock runs. */
export const pauseSecondsLeft = (clock: ClockView | null, now: number): number => (clock?.paused_at ? seconds((clock.resumes_at ?? 0) - now) : 0);

export function timeLeft(clock: ClockView, time: number): TimeLeft {
  const { started_at: since, bank_starts_at: free, expires_at: until } = clock;
  const clockTime = effectiveTime(clock, time);
  if (clockTime < free || until <= free) {
    return { seconds: seconds(free - clockTime), share: shareOf(free - clockTime, free - since), bank: seconds(until - free), banked: false };
  }
  return { seconds: seconds(until - clockTime), share: shareOf(until - clockTime, until - free), bank: seconds(until - clockTime), banked: true };
}
