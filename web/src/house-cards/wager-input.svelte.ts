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
  bets = $state.raw<PlacedChips<Place>[]>([]);
  /** Bets before the last deal or roll. */
  lastBets = $state.raw<PlacedChips<Place>[]>([]);

  #queue: Promise<unknown> = Promise.resolve();
  #repeating = false;

  /** UI context of the table, set by the component that accepts chips. */
  ui!: TableUi;

  constructor(readonly watched: () => WatchedTable<On>) {}

  /** Return the user's chips on a place. */
  abstract placed(place: Place): number;
  abstract put(place: Place, chips: number): Promise<boolean>;
  abstract restore(place: Place, before: number): Promise<boolean>;
  abstract clear(): Promise<void>;
  abstract readonly total: number;

  /** Total of the bets before the last deal or roll. */
  get repeatable(): number {
    return this.lastBets.reduce((sum, bet) => sum + bet.chips, 0);
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
  #enqueue<T>(operation: () => Promise<T>, fallback: T): Promise<T> {
    if (room.status !== "open") return Promise.resolve(fallback);
    const round = this.#round();
    const result = this.#queue.then(() => (this.#round() === round ? operation() : fallback));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** Return the number of the current round or roll. */
  #round(): number {
    return roundNumber(this.watched().view);
  }

  /** Bet the selected chip. */
  place(place: Place, chips: number = this.chip): Promise<boolean> {
    return this.#enqueue(() => this.#place(place, chips), false);
  }

  async #place(place: Place, chips: number): Promise<boolean> {
    const previous = this.placed(place);
    const ok = await this.put(place, chips);
    if (ok) this.bets = [...this.bets, { place, chips, before: previous }];
    return ok;
  }

  undo(): Promise<void> {
    return this.#enqueue(async () => {
      const bet = this.bets.at(-1);
      if (!bet) return;
      await this.restore(bet.place, bet.before);
      this.bets = this.bets.slice(0, -1);
    }, undefined);
  }

  /** Repeat the last bets; a second click while this runs does nothing. */
  async repeat(): Promise<boolean> {
    if (this.#repeating) return false;
    this.#repeating = true;
    try {
      return await this.#enqueue(() => this.#repeatBets(), false);
    } finally {
      this.#repeating = false;
    }
  }

  async #repeatBets(): Promise<boolean> {
    let ok = true;
    for (const bet of this.lastBets) ok = (await this.#place(bet.place, bet.chips)) && ok;
    return ok;
  }

  takeAll(): Promise<void> {
    return this.#enqueue(async () => {
      await this.clear();
      this.bets = [];
    }, undefined);
  }
}
