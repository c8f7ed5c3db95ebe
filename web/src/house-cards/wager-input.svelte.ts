/**
 * Base class for placing chips: the selected chip, undo and repeat. Amounts are clamped to the server's
 * offer; bets that are not offered are sent anyway, because the refusal gives the reason.
 */

import { roundNumber, type TableView } from "../lib/table-views";
import type { Choice } from "../lib/protocol";
import { room, type WatchedTable } from "../lib/room-connection.svelte";
import type { TableUi } from "../table/table-ui.svelte";
import { allowedAmount } from "./amounts";

export const CHIP_VALUES = [1, 5, 25, 100] as const;

/** One bet of the user: what to repeat, and the amount before it for undo. */
export interface PlacedChips<Place> {
  place: Place;
  chips: number;
  before: number;
}

export abstract class Wagers<Place, On extends TableView = TableView> {
  chip = $state(5);
  /** Bets since the betting opened. */
  done = $state.raw<PlacedChips<Place>[]>([]);
  /** Bets before the last deal or roll. */
  last = $state.raw<PlacedChips<Place>[]>([]);

  #line: Promise<unknown> = Promise.resolve();
  #repeating = false;

  /** UI context of the table, set by the component that accepts chips. */
  desk!: TableUi;

  constructor(readonly watched: () => WatchedTable<On>) {}

  /** Return the user's chips on a place. */
  abstract lying(place: Place): number;
  abstract put(place: Place, chips: number): Promise<boolean>;
  abstract back(place: Place, before: number): Promise<boolean>;
  abstract clear(): Promise<void>;
  abstract readonly total: number;

  /** Total of the bets before the last deal or roll. */
  get repeatable(): number {
    return this.last.reduce((sum, bet) => sum + bet.chips, 0);
  }

  get choices(): Choice[] {
    return this.watched().choices();
  }

  within(choice: Choice, field: string, wanted: number): Record<string, number> {
    const bounds = choice.bounds?.find((candidate) => candidate.field === field);
    return bounds ? { [field]: allowedAmount(bounds, wanted) } : {};
  }

  /**
   * Queue an operation, so that two quick clicks place two chips. Clicks made without a connection, or before
   * another round or roll began, are dropped.
   */
  #next<T>(operation: () => Promise<T>, fallback: T): Promise<T> {
    if (room.status !== "open") return Promise.resolve(fallback);
    const round = this.#moment();
    const result = this.#line.then(() => (this.#moment() === round ? operation() : fallback));
    this.#line = result.catch(() => undefined);
    return result;
  }

  /** Return the number of the current round or roll. */
  #moment(): number {
    return roundNumber(this.watched().view);
  }

  /** Bet the selected chip. */
  place(place: Place, chips: number = this.chip): Promise<boolean> {
    return this.#next(() => this.#place(place, chips), false);
  }

  async #place(place: Place, chips: number): Promise<boolean> {
    const previous = this.lying(place);
    const ok = await this.put(place, chips);
    if (ok) this.done = [...this.done, { place, chips, before: previous }];
    return ok;
  }

  undo(): Promise<void> {
    return this.#next(async () => {
      const bet = this.done.at(-1);
      if (!bet) return;
      await this.back(bet.place, bet.before);
      this.done = this.done.slice(0, -1);
    }, undefined);
  }

  /** Repeat the last bets; a second click while this runs does nothing. */
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
    for (const bet of this.last) ok = (await this.#place(bet.place, bet.chips)) && ok;
    return ok;
  }

  takeAll(): Promise<void> {
    return this.#next(async () => {
      await this.clear();
      this.done = [];
    }, undefined);
  }
}
