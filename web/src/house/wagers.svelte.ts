/**
 * Putting chips down: the chip in hand, undoing, doing the same again. Every amount lies within what the server
 * offers; what it does not offer is asked for all the same, and its refusal says why not.
 */

import type { Watched } from "../lib/room.svelte";
import type { TableDesk } from "../table/desk.svelte";
import { lawful, type Bounds, type Choice } from "./amounts";

export const RACK = [1, 5, 25, 100] as const;

/** One thing that was put down: how to do it again, and how it was before. */
export interface Put<Place> {
  place: Place;
  chips: number;
  before: number;
}

export abstract class Wagers<Place> {
  chip = $state(5);
  busy = $state(false);
  /** What has been put down since the betting opened. */
  done = $state.raw<Put<Place>[]>([]);
  /** What was put down before the last deal or roll. */
  last = $state.raw<Put<Place>[]>([]);

  /** Given by the table's shell, inside which chips are put down. */
  desk!: TableDesk;

  constructor(readonly watched: () => Watched) {}

  /** What lies there of one's own. */
  abstract lying(place: Place): number;
  abstract put(place: Place, chips: number): Promise<boolean>;
  abstract back(place: Place, before: number): Promise<boolean>;
  abstract clear(): Promise<void>;
  abstract readonly total: number;

  get choices(): Choice[] {
    return this.watched().choices();
  }

  within(choice: Choice, field: string, wanted: number): Record<string, number> {
    const bounds = choice.bounds?.find((one: Bounds) => one.field === field);
    return bounds ? { [field]: lawful(bounds, wanted) } : {};
  }

  /** Put the chip in hand down. */
  async place(place: Place, chips: number = this.chip): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      return await this.#place(place, chips);
    } finally {
      this.busy = false;
    }
  }

  async #place(place: Place, chips: number): Promise<boolean> {
    const before = this.lying(place);
    const ok = await this.put(place, chips);
    if (ok) this.done = [...this.done, { place, chips, before }];
    return ok;
  }

  async undo(): Promise<void> {
    const one = this.done.at(-1);
    if (!one || this.busy) return;
    this.busy = true;
    await this.back(one.place, one.before);
    this.done = this.done.slice(0, -1);
    this.busy = false;
  }

  async repeat(): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    let ok = true;
    for (const one of this.last) ok = (await this.#place(one.place, one.chips)) && ok;
    this.busy = false;
    return ok;
  }

  async takeAll(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await this.clear();
    this.done = [];
    this.busy = false;
  }
}
