/**
 * Putting chips down: the chip in hand, undoing, doing the same again. Every amount lies within what the server
 * offers; what it does not offer is asked for all the same, and its refusal says why not.
 */

import { roundNumber, type TableView } from "../lib/table-views";
import type { Choice } from "../lib/protocol";
import { room, type WatchedTable } from "../lib/room-connection.svelte";
import type { TableUi } from "../table/table-ui.svelte";
import { allowedAmount } from "./amounts";

export const CHIP_VALUES = [1, 5, 25, 100] as const;

/** One thing that was put down: how to do it again, and how it was before. */
export interface PlacedChips<Place> {
  place: Place;
  chips: number;
  before: number;
}

export abstract class Wagers<Place, On extends TableView = TableView> {
  chip = $state(5);
  /** What has been put down since the betting opened. */
  done = $state.raw<PlacedChips<Place>[]>([]);
  /** What was put down before the last deal or roll. */
  last = $state.raw<PlacedChips<Place>[]>([]);

  #line: Promise<unknown> = Promise.resolve();
  #repeating = false;

  /** Given by the table's shell, inside which chips are put down. */
  desk!: TableUi;

  constructor(readonly watched: () => WatchedTable<On>) {}

  /** What lies there of one's own. */
  abstract lying(place: Place): number;
  abstract put(place: Place, chips: number): Promise<boolean>;
  abstract back(place: Place, before: number): Promise<boolean>;
  abstract clear(): Promise<void>;
  abstract readonly total: number;

  /** Chips put down before the last deal or roll. */
  get repeatable(): number {
    return this.last.reduce((sum, one) => sum + one.chips, 0);
  }

  get choices(): Choice[] {
    return this.watched().choices();
  }

  within(choice: Choice, field: string, wanted: number): Record<string, number> {
    const bounds = choice.bounds?.find((one) => one.field === field);
    return bounds ? { [field]: allowedAmount(bounds, wanted) } : {};
  }

  /**
   * One thing after the other: who presses two spots quickly has a chip on both. What was pressed without a
   * connection, or before another round or roll, is let go.
   */
  #next<T>(what: () => Promise<T>, otherwise: T): Promise<T> {
    if (room.status !== "open") return Promise.resolve(otherwise);
    const pressed = this.#moment();
    const done = this.#line.then(() => (this.#moment() === pressed ? what() : otherwise));
    this.#line = done.catch(() => undefined);
    return done;
  }

  /** The round, or the roll, that chips are put down for. */
  #moment(): number {
    return roundNumber(this.watched().view);
  }

  /** Put the chip in hand down. */
  place(place: Place, chips: number = this.chip): Promise<boolean> {
    return this.#next(() => this.#place(place, chips), false);
  }

  async #place(place: Place, chips: number): Promise<boolean> {
    const before = this.lying(place);
    const ok = await this.put(place, chips);
    if (ok) this.done = [...this.done, { place, chips, before }];
    return ok;
  }

  undo(): Promise<void> {
    return this.#next(async () => {
      const one = this.done.at(-1);
      if (!one) return;
      await this.back(one.place, one.before);
      this.done = this.done.slice(0, -1);
    }, undefined);
  }

  /** The same again; pressed twice it is done once. */
  async repeat(): Promise<boolean> {
    if (this.#repeating) return false;
    this.#repeating = true;
    try {
      return await this.#next(() => this.#again(), false);
    } finally {
      this.#repeating = false;
    }
  }

  async #again(): Promise<boolean> {
    let ok = true;
    for (const one of this.last) ok = (await this.#place(one.place, one.chips)) && ok;
    return ok;
  }

  takeAll(): Promise<void> {
    return this.#next(async () => {
      await this.clear();
      this.done = [];
    }, undefined);
  }
}
