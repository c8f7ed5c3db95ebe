/** State of the user's wagers at a house card table. */

import { getContext, setContext } from "svelte";
import type { HouseCardPositionView, HouseCardRoundView, HouseCardView, Choice } from "../lib/protocol";
import { room } from "../lib/room-connection.svelte";
import { Wagers } from "./wager-input.svelte";

export interface HouseCardSpotId {
  spot: number;
  wager: string;
}

export class HouseCardWagers extends Wagers<HouseCardSpotId, HouseCardView> {
  /** Last finished round, with the user's own cards in it. */
  over = $state.raw<HouseCardRoundView | null>(null);
  overCards = $state.raw<Record<string, string[]>>({});
  second = $state(false);

  get round(): HouseCardRoundView | null {
    return this.watched().view.round;
  }

  /** Round to display: the last one until someone wagers on the next. */
  get shown(): HouseCardRoundView | null {
    const round = this.round;
    const isFresh = !round || (round.phase === "open" && !round.positions.length);
    return isFresh ? (this.over ?? round) : round;
  }

  get isOver(): boolean {
    return this.shown !== null && this.shown === this.over;
  }

  get me(): string {
    return room.me?.person ?? "";
  }

  get own(): HouseCardPositionView[] {
    return (this.round?.positions ?? []).filter((position) => position.owner === this.me);
  }

  get total(): number {
    return this.own.reduce((sum, position) => sum + Object.values(position.wagers).reduce((total, chips) => total + chips, 0), 0);
  }

  get decision(): Choice[] {
    const decision = this.watched().pending.find((pending) => pending.decision === "decision" && pending.person === this.me && this.me);
    return decision?.choices ?? [];
  }

  get ready(): Choice | undefined {
    return this.choices.find((choice) => choice.do === "ready");
  }

  get betting(): boolean {
    return this.round?.phase === "open";
  }

  placed({ spot, wager }: HouseCardSpotId): number {
    return this.own.find((position) => position.seat === spot)?.wagers[wager] ?? 0;
  }

  offer({ spot, wager }: HouseCardSpotId, command = "wager"): Choice | undefined {
    return this.choices.find(
      (choice) => choice.do === command && choice.fixed?.spot === spot && choice.fixed?.wager === wager,
    );
  }

  async put({ spot, wager }: HouseCardSpotId, chips: number): Promise<boolean> {
    const choice = this.offer({ spot, wager });
    if (choice) return (await this.ui.choose(choice, this.within(choice, "chips", chips))).ok;
    return (await this.ui.do({ do: "wager", seat: this.ui.seat, spot, wager, chips })).ok;
  }

  async restore({ spot, wager }: HouseCardSpotId, previous: number): Promise<boolean> {
    const down = await this.ui.do({ do: "withdraw", seat: this.ui.seat, spot, wager });
    if (!down.ok || !previous) return down.ok;
    return (await this.ui.do({ do: "wager", seat: this.ui.seat, spot, wager, chips: previous })).ok;
  }

  async clear(): Promise<void> {
    for (const choice of this.choices.filter((choice) => choice.do === "withdraw")) await this.ui.choose(choice);
  }

  /** Follow the rounds: keep the last wagers for repeating, and the last settlement for display. */
  onUpdate(): void {
    const round = this.round;
    if (!round) return;
    if (round.phase !== "open" && this.bets.length) {
      this.lastBets = this.own.flatMap((position) =>
        this.bets.some((bet) => bet.place.spot === position.seat)
          ? Object.entries(position.wagers)
              .filter(([wager]) => this.bets.some((bet) => bet.place.wager === wager))
              .map(([wager, chips]) => ({ place: { spot: position.seat, wager }, chips, before: 0 }))
          : [],
      );
      this.bets = [];
    }
    if (round.phase === "over" || round.phase === "void") {
      this.over = round;
      this.overCards = this.watched().ownCards ?? {};
    }
  }
}

const KEY = Symbol("wagers");
export const provideHouseCardWagers = (wagers: HouseCardWagers): HouseCardWagers => setContext(KEY, wagers);
export const useHouseCardWagers = (): HouseCardWagers => getContext(KEY);
