/** What everybody did last, in the words of a plate: heard from the news, forgotten when a street begins. */

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
  said = $state.raw<Record<number, string>>({});
  /** How many cards everybody drew last. */
  drawn = $state.raw<Record<number, number>>({});
  #folded: Record<number, string> = {};
  #drew: Record<number, string> = {};
  #street = "";

  hear(news: { steps: readonly { entries: readonly { name: string; facts: Record<string, any> }[] }[] }): void {
    let said = { ...this.said };
    for (const { name, facts } of news.steps.flatMap((step) => step.entries)) {
      if (name === "round-began") {
        this.#folded = {};
        this.#drew = {};
        this.drawn = {};
        said = {};
      }
      if (facts.street) this.#street = facts.street;
      if (name === "gathered") said = { ...this.#folded };
      if (name === "discarded") {
        this.#drew[facts.seat] = t.acts.drew(facts.cards.length);
        this.drawn = { ...this.drawn, [facts.seat]: facts.cards.length };
      }
      if (name === "folded") {
        const street = ORDINALS[this.#street];
        this.#folded[facts.seat] = street ? t.acts.foldedAt(street) : t.acts.fold;
      }
      const words = this.#words(name, facts);
      if (words) said[facts.seat] = words;
    }
    this.said = said;
  }

  #words(name: string, facts: Record<string, any>): string {
    switch (name) {
      case "folded":
        return this.#folded[facts.seat]!;
      case "checked":
        return t.acts.check;
      case "called":
        return t.acts.call(facts.chips);
      case "bet":
        if (facts.forced) return t.acts.bringIn(facts.chips);
        return facts.opening ? t.acts.bet(facts.to) : t.acts.raise(facts.to);
      case "posted":
        return facts.what === "ante" ? t.acts.ante(facts.chips) : t.acts.post(facts.chips);
      case "discarded":
        return this.#drew[facts.seat]!;
      default:
        return "";
    }
  }
}
