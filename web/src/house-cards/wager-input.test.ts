import { beforeEach, expect, test } from "vitest";
import { room, type WatchedTable } from "../lib/room-connection.svelte";
import { Wagers } from "./wager-input.svelte";

let view = { round_number: 1 };
const watched = (): WatchedTable => ({ view }) as WatchedTable;

beforeEach(() => {
  view = { round_number: 1 };
  room.status = "open";
});

/** Layout whose bets take a moment. */
class Slow extends Wagers<string> {
  lies: Record<string, number> = {};
  total = 0;
  placed = (spot: string): number => this.lies[spot] ?? 0;
  async put(spot: string, chips: number): Promise<boolean> {
    await new Promise((settle) => setTimeout(settle, 5));
    this.lies[spot] = this.placed(spot) + chips;
    return true;
  }
  async restore(spot: string, before: number): Promise<boolean> {
    this.lies[spot] = before;
    return true;
  }
  async clear(): Promise<void> {
    this.lies = {};
  }
}

test("who presses two spots quickly has a chip on both", async () => {
  const wagers = new Slow(watched);
  await Promise.all([wagers.place("pass"), wagers.place("field"), wagers.place("field")]);
  expect(wagers.lies).toEqual({ pass: 5, field: 10 });
});

test("an undo that comes while a chip is on its way takes that chip back", async () => {
  const wagers = new Slow(watched);
  await Promise.all([wagers.place("pass"), wagers.place("field"), wagers.undo()]);
  expect(wagers.lies).toEqual({ pass: 5, field: 0 });
});

test("the same again is put down once, however often it is pressed meanwhile", async () => {
  const wagers = new Slow(watched);
  wagers.lastBets = [{ place: "ante", chips: 5, before: 0 }];
  expect(await Promise.all([wagers.repeat(), wagers.repeat()])).toEqual([true, false]);
  expect(wagers.lies).toEqual({ ante: 5 });
});

test("a chip that waited until another round is let go", async () => {
  const wagers = new Slow(watched);
  const first = wagers.place("ante");
  const second = wagers.place("ante");
  await first;
  view = { round_number: 2 };
  expect(await second).toBe(false);
  expect(wagers.lies).toEqual({ ante: 5 });
});

test("without a connection no chip is put down later", async () => {
  const wagers = new Slow(watched);
  room.status = "lost";
  expect(await wagers.place("ante")).toBe(false);
  expect(wagers.lies).toEqual({});
});
