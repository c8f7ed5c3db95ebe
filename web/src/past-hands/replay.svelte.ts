/** State of a replay: the server's steps of a past hand, and the position in them. No game rules here. */

import type { ReplayResponse, ReplayStep } from "../lib/api";
import { isPokerView, pokerHands as handsOn, type TableView } from "../lib/table-views";
import type { HandDescription, PendingDecisionView } from "../lib/protocol";
import { WatchedTable, type WatchedPoker } from "../lib/room-connection.svelte";
import { LastActions } from "../poker/last-actions.svelte";
import { ActionDraft } from "../poker/action-draft.svelte";
import { shortBotName } from "../lib/bot-name";
import type { TableUi } from "../table/table-ui.svelte";
import { pastHands as t } from "../strings/past-hands";

const PACE = 1100;
const ENDS = new Set(["showdown", "award"]);

/** Contents of the seat plates after a step. */
type Plates = Pick<LastActions, "labels" | "drawn">;

export class Replay {
  at = $state(0);
  playing = $state(false);
  readonly marks: { at: number; name: string }[] = [];
  /** The table at the current step, for the components that render tables. */
  readonly watched: WatchedTable;
  readonly poker: ActionDraft;
  readonly #views: TableView[] = [];
  readonly #handValues: HandDescription[][] = [];
  readonly #plates: Plates[] = [];
  readonly #ending: number;
  #timer = 0;

  constructor(
    readonly body: ReplayResponse,
    ui: TableUi,
  ) {
    let view = body.steps.find((step) => step.view)!.view!;
    let handValues: HandDescription[] = [];
    const lastActions = new LastActions();
    // Before the round begins the view still shows the previous one; ignore its streets.
    const began = body.steps.findIndex((step) => step.events.some((event) => event.name === "round-began"));
    for (const [index, step] of body.steps.entries()) {
      view = step.view ? withDepartedSeats(step.view) : view;
      handValues = step.hand_values ?? handValues;
      lastActions.update({ steps: [step] });
      this.#views.push(view);
      this.#handValues.push(handValues);
      this.#plates.push({ labels: lastActions.labels, drawn: lastActions.drawn });
      if (step.mark && index >= began) this.marks.push({ at: index, name: step.mark });
    }
    // Blinds and antes belong to the first street.
    if (this.marks[0]) this.marks[0].at = 0;
    const ending = this.marks.find((mark) => ENDS.has(mark.name));
    this.#ending = ending?.at ?? body.steps.length;
    this.watched = replayTable(body, this.#views.at(-1)!);
    this.poker = new ActionDraft(
      () => this.watched as WatchedPoker,
      () => ui,
      () => body.person,
    );
    this.go(0);
  }

  /** Index of the step that ends the hand; later steps concern the table, not the hand. */
  get over(): number {
    const index = this.body.steps.findLastIndex((step) => step.events.some((event) => event.name === "round-ended"));
    return index < 0 ? this.last : index;
  }

  get last(): number {
    return this.body.steps.length - 1;
  }

  get step(): ReplayStep {
    return this.body.steps[this.at]!;
  }

  get view(): TableView {
    return this.#views[this.at]!;
  }

  /** Whether hands are shown and pots awarded at the current step. */
  get ending(): boolean {
    return this.at >= this.#ending;
  }

  get mark(): string {
    return this.marks.findLast((mark) => mark.at <= this.at)?.name ?? "";
  }

  /** Return the name of a seat's player, "You" for the user. */
  name(seat: number): string {
    const person = this.person(seat);
    return person && person === this.body.person ? t.you : person;
  }

  person(seat: number): string {
    const view = this.#views.at(-1)!;
    const played = handsOn(view).find((hand) => hand.seat === seat)?.person;
    return played ?? view.seats.find((other) => other.seat === seat)?.name ?? t.replay.seat(seat);
  }

  /** Description of the current step. */
  get words(): string {
    const text = this.step.narration?.at(-1)?.text;
    if (text) return text;
    const award = this.step.events.find((event) => event.name === "awarded")?.fields;
    return award ? t.replay.awardedTo(this.name(award.seat), award.chips) : "";
  }

  go(to: number): void {
    this.at = Math.min(this.last, Math.max(0, to));
    this.watched.view = this.view;
    this.watched.handValues = this.#handValues[this.at] ?? [];
    this.watched.potBreakdown = this.ending ? (this.body.pot_breakdown ?? null) : null;
    this.watched.pending = pendingAt(this.view);
    Object.assign(this.poker.lastActions, this.#plates[this.at]);
  }

  /** Go to a step by user action, which stops playback. */
  move(to: number): void {
    this.stop();
    this.go(to);
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.#play();
  }

  #play(): void {
    if (this.at === this.last) this.go(0);
    this.playing = true;
    this.#timer = window.setInterval(() => {
      this.go(this.at + 1);
      if (this.at === this.last) this.stop();
    }, PACE);
  }

  stop(): void {
    this.playing = false;
    window.clearInterval(this.#timer);
  }
}

/** Return a table that is not connected, with everyone in the hand shown as present. */
function replayTable(body: ReplayResponse, view: TableView): WatchedTable {
  const { table_id: table, kind, game, book, cards_per_hand: cardsPerHand, people, stakes } = body;
  const connected = [...people, ...view.seats.map((seat) => seat.name)];
  const bots = connected.filter((name) => shortBotName(name) !== name);
  const empty = { record: 0, version: 0, pending: [], narration: [], sign_lines: [], sign: {}, settings: {} };
  const snapshot = { ...empty, table_id: table, title: "", kind, game, book, view, cards_per_hand: cardsPerHand, bots };
  return new WatchedTable({ type: "table", time: 0, snapshot, connected, stakes });
}

/** Add seats for players who left with this hand, so that their hands are still shown. */
function withDepartedSeats(view: TableView): TableView {
  if (!isPokerView(view)) return view;
  const taken = new Set(view.seats.map((seat) => seat.seat));
  const departed = handsOn(view).filter((hand) => !taken.has(hand.seat));
  if (!departed.length) return view;
  const seatDefaults = { currency: 0, sitting_out: false, missed_blinds: 0, waits_for_blind: false, after_round: [] };
  const seats = departed.map(({ seat, person, stack }) => ({ ...seatDefaults, seat, name: person, stack }));
  return { ...view, seats: [...view.seats, ...seats].sort((a, b) => a.seat - b.seat) };
}

/** Return the pending decision of the player whose turn it was. */
function pendingAt(view: TableView): PendingDecisionView[] {
  const turn = isPokerView(view) && !view.round?.over && view.round?.turn;
  const person = turn && handsOn(view).find((hand) => hand.seat === turn)?.person;
  return person ? [{ decision: "action", person }] : [];
}
