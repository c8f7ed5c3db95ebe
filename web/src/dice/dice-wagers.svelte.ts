/** State of the user's wagers on a dice layout. */

import type { NextRollResponse } from "../lib/api";
import { getContext, setContext } from "svelte";
import { api } from "../lib/http";
import type { Choice, DiceView, DiceWagerView } from "../lib/protocol";
import { room } from "../lib/room-connection.svelte";
import type { WagerCost } from "../lib/api";
import { Wagers } from "../house-cards/wager-input.svelte";

/** Betting spot of the layout; `on` is the id of the flat bet that odds stand behind. */
export interface DiceSpot {
  kind: string;
  number?: number;
  faces?: string;
  on?: string;
}

/** Kinds of wager whose number is the point they have travelled to, not one chosen by the player. */
const TRAVELLING = new Set(["pass", "dont_pass", "come", "dont_come"]);

export class DiceWagers extends Wagers<DiceSpot, DiceView> {
  next = $state.raw<NextRollResponse | null>(null);
  /** Figures of the spot that was tapped last, which phones show below the stickman's panel. */
  selected = $state.raw<WagerCost | null>(null);
  /** Totals rolled by the current shooter. */
  hand = $state.raw<{ total: number; point: boolean }[]>([]);
  #rolls = -1;
  #requestKey = "";

  get me(): string {
    return room.me?.person ?? "";
  }

  get seated(): number {
    return this.watched().seatOf(this.me);
  }

  get own(): DiceWagerView[] {
    return this.watched().view.wagers.filter((wager) => wager.owner === this.me && this.me);
  }

  get total(): number {
    return this.own.reduce((sum, wager) => sum + wager.amount, 0);
  }

  /** Return the user's wagers on a spot; flat bets that have travelled belong to their number. */
  on(spot: DiceSpot): DiceWagerView[] {
    return this.own.filter((wager) => this.#matches(wager, spot));
  }

  #matches(wager: DiceWagerView, spot: DiceSpot): boolean {
    if (wager.kind !== spot.kind) return false;
    if (spot.on) return wager.parent_wager === spot.on;
    if (spot.faces) return wager.hop_faces === spot.faces;
    if (TRAVELLING.has(wager.kind)) return !wager.number || wager.kind === "pass" || wager.kind === "dont_pass";
    return wager.parent_wager ? true : (spot.number ?? 0) === wager.number;
  }

  placed(spot: DiceSpot): number {
    return this.on(spot).reduce((sum, wager) => sum + wager.amount, 0);
  }

  offer(spot: DiceSpot): Choice | undefined {
    return this.choices.find(
      ({ do: command, fixed }) =>
        command === "bet" &&
        fixed?.kind === spot.kind &&
        (spot.on ? fixed.on === spot.on : (fixed.number ?? 0) === (spot.number ?? 0)) &&
        (spot.faces === undefined || fixed.faces === spot.faces),
    );
  }

  change(wager: DiceWagerView | undefined, command: string): Choice | undefined {
    return this.choices.find((choice) => choice.do === command && wager && choice.fixed?.wager === wager.id);
  }

  async put(spot: DiceSpot, chips: number): Promise<boolean> {
    const wager = this.on(spot).at(-1);
    const increase = this.change(wager, "increase");
    if (wager && increase) return (await this.ui.choose(increase, this.within(increase, "to", wager.amount + chips))).ok;
    const bet = this.offer(spot);
    if (bet) return (await this.ui.choose(bet, this.within(bet, "amount", chips))).ok;
    const { kind, number, faces, on } = spot;
    return (
      await this.ui.do({
        do: "bet",
        seat: this.ui.seat,
        kind,
        amount: chips,
        ...(number && !on ? { number } : {}),
        ...(faces ? { faces } : {}),
        ...(on ? { on } : {}),
      })
    ).ok;
  }

  async restore(spot: DiceSpot, previous: number): Promise<boolean> {
    const wager = this.on(spot).at(-1);
    if (!wager) return false;
    const cut = previous ? this.change(wager, "reduce") : undefined;
    if (cut) return (await this.ui.choose(cut, { to: previous })).ok;
    return (await this.ui.do({ do: "take-down", seat: this.ui.seat, wager: wager.id })).ok;
  }

  async clear(): Promise<void> {
    // Odds come down with their flat bet: skip wagers that are already gone.
    for (const choice of this.choices.filter((choice) => choice.do === "take-down")) {
      if (this.own.some((wager) => wager.id === choice.fixed?.wager)) await this.ui.choose(choice);
    }
  }

  /** Follow the rolls: keep the bets of the last roll for repeating, and recompute the next roll. */
  onUpdate(): void {
    const view = this.watched().view;
    if (view.rolls !== this.#rolls) {
      if (this.#rolls >= 0 && this.bets.length) {
        this.lastBets = this.bets.filter((bet) => !bet.place.on);
        this.bets = [];
      }
      const total = view.dice[0] + view.dice[1];
      if (this.#rolls >= 0 && total) this.hand = [...this.hand, { total, point: view.point === total && !this.hand.some((roll) => roll.point) }].slice(-12);
      this.#rolls = view.rolls;
    }
    if (view.offered_to || !view.shooter) this.hand = [];
    else if (this.hand.length > 1 && !view.point) this.hand = this.hand.map((roll) => ({ ...roll, point: false }));
    void this.#loadNextRoll();
  }

  async #loadNextRoll(): Promise<void> {
    const watched = this.watched();
    const seated = watched.seatOf(this.me);
    const request = seated ? JSON.stringify([this.own, watched.view.point, watched.view.dice_out, watched.view.phase]) : "";
    if (request === this.#requestKey) return;
    this.#requestKey = request;
    if (!seated) {
      this.next = null;
      return;
    }
    const nextRoll = await api<NextRollResponse>(`/api/tables/${watched.snapshot.table_id}/next-roll`).catch(() => null);
    if (this.#requestKey === request) this.next = nextRoll;
  }

  /** Return why a spot is closed, in the server's words. */
  closed(spot: DiceSpot): { message: string; clause: string } | undefined {
    return this.next?.closed.find((entry) => entry.kind === spot.kind && entry.number === (spot.number ?? 0));
  }

  choice(command: string): Choice | undefined {
    return this.choices.find((choice) => choice.do === command);
  }

  get needsLineBet(): boolean {
    return this.watched().pending.some((decision) => decision.decision === "line-bet" && decision.person === this.me && this.me);
  }
}

const KEY = Symbol("dice");
export const provideDiceWagers = (wagers: DiceWagers): DiceWagers => setContext(KEY, wagers);
export const useDiceWagers = (): DiceWagers => getContext(KEY);
