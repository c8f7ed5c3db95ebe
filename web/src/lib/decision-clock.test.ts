import { describe, expect, it } from "vitest";
import { pauseSecondsLeft, timeLeft } from "./decision-clock";

const clock = { person: "Ann", started_at: 1_000, bank_starts_at: 26_000, expires_at: 86_000 };

describe("a clock", () => {
  it("tells its own time first, and what is in the bank beside it", () => {
    expect(timeLeft(clock, 8_500)).toEqual({ seconds: 18, share: 0.7, bank: 60, banked: false });
  });

  it("tells the bank's once that is in use", () => {
    expect(timeLeft(clock, 56_000)).toEqual({ seconds: 30, share: 0.5, bank: 30, banked: true });
    expect(timeLeft(clock, 99_000).seconds).toBe(0);
  });

  it("stands still for whoever has called the floor, and goes on if it does not come", () => {
    const held = { ...clock, paused_at: 8_500, resumes_at: 128_500 };
    expect(timeLeft(held, 100_000)).toEqual(timeLeft(clock, 8_500));
    expect(timeLeft(held, 130_500)).toEqual(timeLeft(clock, 10_500));
    expect([pauseSecondsLeft(held, 100_000), pauseSecondsLeft(held, 130_500), pauseSecondsLeft(clock, 100_000), pauseSecondsLeft(null, 0)]).toEqual([29, 0, 0, 0]);
  });

  it("has none where there is no bank", () => {
    expect(timeLeft({ ...clock, expires_at: 26_000 }, 30_000)).toEqual({ seconds: 0, share: 0, bank: 0, banked: false });
  });
});
