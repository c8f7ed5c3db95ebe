/** Coach: advice computed when a decision comes up, shown after it or on request. */

import type { CoachResponse } from "../lib/api";
import { getContext, setContext } from "svelte";
import { api } from "../lib/http";
import { room, type WatchedCards } from "../lib/room-connection.svelte";
import { settings } from "../lib/settings.svelte";

export class Coach {
  advice = $state.raw<CoachResponse | null>(null);
  /** Whether the advice may be shown: on request, or once the decision is made. */
  open = $state(false);
  busy = $state(false);
  deciding = $state(false);
  #decisionKey = "";

  constructor(readonly watched: () => WatchedCards) {}

  /** Request advice for a new decision, or show the last advice once the decision is made. */
  onUpdate(): void {
    const watched = this.watched();
    const decision = watched.pending.find((pending) => pending.decision === "decision" && pending.person && pending.person === room.me?.person);
    this.deciding = !!decision;
    if (!decision) {
      if (this.advice || this.busy) this.open = true;
      return;
    }
    const decisionKey = JSON.stringify([watched.view.round_number, watched.view.round?.turn, decision.choices, watched.view.round?.community]);
    if (decisionKey === this.#decisionKey) return;
    this.#decisionKey = decisionKey;
    this.open = settings.coach;
    void this.#load(decisionKey);
  }

  show(): void {
    this.open = true;
  }

  async #load(decisionKey: string): Promise<void> {
    this.advice = null;
    this.busy = true;
    const advice = await api<CoachResponse>(`/api/tables/${this.watched().snapshot.table_id}/coach`).catch(() => null);
    if (this.#decisionKey !== decisionKey) return;
    this.advice = advice;
    this.busy = false;
  }
}

const KEY = Symbol("coach");
export const provideCoach = (coach: Coach): Coach => setContext(KEY, coach);
export const useCoach = (): Coach => getContext(KEY);
