import { expect, test } from "vitest";
import { Wagers } from "./wagers.svelte";

/** A layout that takes a moment for every chip. */
class Slow extends Wagers<string> {
  lies: Record<string, number> = {};
  total = 0;
  lying = (spot: string): number => this.lies[spot] ?? 0;
  async put(spot: string, chips: number): Promise<boolean> {
    await new Promise((settle) => setTimeout(settle, 5));
    this.lies[spot] = this.lying(spot) + chips;
    return true;
  }
  async back(spot: string, before: number): Promise<boolean> {
    this.lies[spot] = before;
    return true;
  }
  async clear(): Promise<void> {
    this.lies = {};
  }
}

test("who presses two spots quickly has a chip on both", async () => {
  const wagers = new Slow(() => null!);
  await Promise.all([wagers.place("pass"), wagers.place("field"), wagers.place("field")]);
  expect(wagers.lies).toEqual({ pass: 5, field: 10 });
});

test("an undo that comes while a chip is on its way takes that chip back", async () => {
  const wagers = new Slow(() => null!);
  await Promise.all([wagers.place("pass"), wagers.place("field"), wagers.undo()]);
  expect(wagers.lies).toEqual({ pass: 5, field: 0 });
});
