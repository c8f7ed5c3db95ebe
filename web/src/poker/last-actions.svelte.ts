/** Last action of every seat as shown on its plate, collected from updates and reset on every street. */

import { poker as t } from "../strings/poker";

const ORDINALS: Record<string, string> = {
  second: "2nd",
  third: "3rd",
  fourth: "4th",
  fifth: "5th",
  sixth: "6th",
  seventh: "7th",
};

export class LastActions {
  labels = $state.raw<Record<number, string>>({});
  /** Number of cards that each seat drew last. */
  drawn = $state.raw<Record<number, number>>({});
  #folded: Record<number, string> = {};
  #drew: Record<number, string> = {};
  #street = "";

  update(update: { steps: readonly { events: readonly { name: string; fields: Record<string, any> }[] }[] }): void {
    let labels = { ...this.labels };
    for (const { name, fields } of update.steps.flatMap((step) => step.events)) {
      if (name === "round-began") {
        this.#folded = {};
        this.#drew = {};
        this.drawn = {};
        labels = {};
      }
      if (fields.street) this.#street = fields.street;
      if (name === "gathered") labels = { ...this.#folded };
      if (name === "discarded") {
        this.#drew[fields.seat] = t.acts.drew(fields.cards.length);
        this.drawn = { ...this.drawn, [fields.seat]: fields.cards.length };
      }
      if (name === "folded") {
        const street = ORDINALS[this.#street];
        this.#folded[fields.seat] = street ? t.acts.foldedAt(street) : t.acts.fold;
      }
      const label = this.#words(name, fields);
      if (label) labels[fields.seat] = label;
    }
    this.labels = labels;
  }

  #words(name: string, fields: Record<string, any>): string {
    switch (name) {
      case "folded":
        return this.#folded[fields.seat]!;
      case "checked":
        return t.acts.check;
      case "called":
        return t.acts.call(fields.chips);
      case "bet":
        if (fields.forced) return t.acts.bringIn(fields.chips);
        return fields.opening ? t.acts.bet(fields.to) : t.acts.raise(fields.to);
      case "posted":
        return fields.what === "ante" ? t.acts.ante(fields.chips) : t.acts.post(fields.chips);
      case "discarded":
        return this.#drew[fields.seat]!;
      default:
        return "";
    }
  }
}
