/** State of the user's pending action at a poker table: cards to discard, bet amount, preselected action. */

import type { Choice } from "../lib/protocol";
import { room, type WatchedPoker } from "../lib/room-connection.svelte";
import type { TableUi } from "../table/table-ui.svelte";
import { LastActions } from "./last-actions.svelte";
import { layoutOf, potModels, seatModels, isVoid, usedCards, winningCards, type UsedCard } from "./seat-models";

const READY = "ready";

export type AdvanceAction = "" | "check-fold" | "check" | "call" | "call-any";

export class ActionDraft {
  readonly lastActions = new LastActions();
  thrown = $state.raw<string[]>([]);
  raiseTo = $state(0);
  preselected = $state<AdvanceAction>("");
  /** Price that the preselected call agreed to. */
  agreedPrice = $state(0);
  /** Height of the division's sheet on phones, in px. */
  sheetHeight = $state(0);
  busy = $state(false);
  /** Number of the hand whose division was dismissed. */
  #dismissedHand = $state(0);

  constructor(
    readonly watched: () => WatchedPoker,
    readonly table: () => TableUi,
    /** Person whose cards are shown at the bottom; in a replay, the one who replays it. */
    readonly reader: () => string = () => room.me?.person ?? "",
  ) {}

  readonly layout = $derived.by(() => layoutOf(this.watched().snapshot.game));
  readonly void = $derived.by(() => isVoid(this.watched().view.round));
  readonly round = $derived.by(() => {
    const round = this.watched().view.round;
    return round && this.void ? { ...round, board: [] } : round;
  });
  readonly over = $derived.by(() => !!this.round?.over);
  readonly hand = $derived.by(() => this.watched().view.round_number);
  readonly me = $derived.by(() => this.reader());

  /** Mandatory decision that the table expects from the user. */
  readonly decision = $derived.by(() =>
    this.watched().pending.find((decision) => decision.person && decision.person === this.me && !decision.optional && decision.choices?.length),
  );
  readonly choices = $derived.by(() => (this.decision?.choices ?? []) as Choice[]);
  readonly #optional = $derived.by(() =>
    this.watched()
      .pending.filter((decision) => decision.optional && decision.person === this.me)
      .flatMap((decision) => (decision.choices ?? []) as Choice[]),
  );
  /** Optional choices of the user: show an uncalled hand, post missed blinds. */
  readonly optionalChoices = $derived.by(() => this.#optional.filter((choice) => choice.do !== READY));
  /** Choice that skips the pause between hands. */
  readonly ready = $derived.by(() => this.#optional.find((choice) => choice.do === READY));

  readonly models = $derived.by(() => {
    const watched = this.watched();
    return seatModels({
      view: watched.view,
      me: this.me,
      bots: watched.snapshot.bots ?? [],
      connected: watched.connected,
      ownCards: watched.ownCards,
      handValues: watched.handValues,
      breakdown: watched.potBreakdown,
      acts: this.lastActions.labels,
      short: Object.fromEntries(watched.shortStacks.map(({ seat, chips_needed }) => [seat, chips_needed])),
      clock: watched.clock?.person ?? "",
      awaited: watched.pending.find((decision) => !decision.optional)?.person ?? "",
    });
  });
  readonly mine = $derived.by(() => this.models.find((model) => model.me) ?? null);
  readonly pots = $derived.by(() => potModels(this.watched().view, this.watched().potBreakdown));
  readonly myHandValue = $derived.by(() => (this.void ? undefined : this.watched().handValues.find((value) => value.seat === this.mine?.seat)));

  /** Board cards in use: by the highlighted row of the division, by the winners, or by the user's hand. */
  readonly boardUsed = $derived.by<Record<string, UsedCard>>(() => {
    const { handValues, potBreakdown } = this.watched();
    const lit = this.table().highlight;
    if (lit.seats.length) return usedCards(handValues.find((value) => value.seat === lit.seats[0]), lit.share);
    if (this.over) return winningCards(handValues, potBreakdown);
    return this.mine && !this.mine.dim ? usedCards(this.myHandValue) : {};
  });

  get divisionOpen(): boolean {
    return this.#dismissedHand !== this.hand;
  }

  set divisionOpen(open: boolean) {
    this.#dismissedHand = open ? 0 : this.hand;
  }

  choice(name: string): Choice | undefined {
    return this.choices.find((choice) => choice.do === name);
  }

  async take(choice: Choice, fields: Record<string, unknown> = {}): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.table().choose(choice, fields);
    } finally {
      this.busy = false;
    }
  }

  throwCard(card: string): void {
    this.thrown = this.thrown.includes(card) ? this.thrown.filter((other) => other !== card) : [...this.thrown, card];
  }

  draw(cards: readonly string[]): void {
    const choice = this.choice("draw");
    if (choice) void this.take(choice, { cards: cards.join(" ") }).then(() => (this.thrown = []));
  }

  /** Execute the preselected action, if it still applies. */
  runPreselected(): void {
    const action = this.preselected;
    this.preselected = "";
    if (!action || !this.decision) return;
    const check = this.choice("check");
    const call = this.choice("call");
    if (action === "check-fold") {
      const choice = check ?? this.choice("fold");
      if (choice) void this.take(choice);
    } else if (action === "check" && check) void this.take(check);
    else if (action === "call-any" && (check ?? call)) void this.take((check ?? call)!);
    else if (action === "call" && call && call.cost === this.agreedPrice) void this.take(call);
  }
}
