/** A past hand as it is scrubbed through: what the server told, step by step. Nothing here knows a rule. */

import { hands as t } from "../words/hands";

export interface Said {
  text: string;
  clause?: string;
}

export interface Step {
  number: number;
  time: number;
  by: string;
  did: string;
  entries: { name: string; facts: Record<string, any> }[];
  calls?: Said[];
  mark?: string;
  view?: any;
}

export interface Reading {
  words: string;
  cards: string[];
}

export interface HandReading {
  seat: number;
  high?: Reading;
  low?: Reading;
}

export interface ReplayBody {
  hand: string;
  person: string;
  table: number;
  round: number;
  game: string;
  book: string;
  rules: string;
  kind: string;
  stakes: string;
  began: number;
  ended: number;
  pot: number;
  people: string[];
  seat: number;
  net: number;
  result: string;
  sign: string[];
  steps: Step[];
  readings?: HandReading[];
  books?: string[];
  forms?: string[];
  cut_clause?: string;
  shared_by?: string;
}

export interface Act {
  words: string;
  folded?: boolean;
}

const PACE = 1100;
const ENDS = new Set(["showdown", "award"]);

export class Replay {
  at = $state(0);
  playing = $state(false);
  readonly marks: { at: number; name: string }[] = [];
  readonly #views: any[] = [];
  readonly #acts: Record<number, Act>[] = [];
  readonly #ending: number;
  #timer = 0;

  constructor(readonly body: ReplayBody) {
    let view: any = null;
    let acts: Record<number, Act> = {};
    for (const [at, step] of body.steps.entries()) {
      view = step.view ?? view;
      this.#views.push(view);
      acts = afterwards(acts, step);
      this.#acts.push(acts);
      if (step.mark) this.marks.push({ at, name: step.mark });
    }
    // What comes before the first street (blinds, antes) belongs to it.
    if (this.marks[0]) this.marks[0].at = 0;
    const ending = this.marks.find((mark) => ENDS.has(mark.name));
    this.#ending = ending?.at ?? body.steps.length;
  }

  /** What was in each pot when it was given out: the pots keep their amounts until the end of the hand. */
  get awarded(): number[] {
    const found: number[] = [];
    for (const { name, facts } of this.body.steps.flatMap((step) => step.entries)) {
      if (name === "awarded") found[facts.pot] = (found[facts.pot] ?? 0) + facts.chips;
    }
    return found.filter(Boolean);
  }

  /** Where the hand is over: what comes after it is the table's own business. */
  get over(): number {
    const at = this.body.steps.findLastIndex((step) => step.entries.some((entry) => entry.name === "ended"));
    return at < 0 ? this.last : at;
  }

  get last(): number {
    return this.body.steps.length - 1;
  }

  get step(): Step {
    return this.body.steps[this.at]!;
  }

  get view(): any {
    return this.#views[this.at];
  }

  get acts(): Record<number, Act> {
    return this.#acts[this.at]!;
  }

  /** Whether hands lie open and pots are given out. */
  get ending(): boolean {
    return this.at >= this.#ending;
  }

  get mark(): string {
    return this.marks.findLast((mark) => mark.at <= this.at)?.name ?? "";
  }

  /** The name of a seat, "You" for whoever looks back. */
  name(seat: number): string {
    const person = this.person(seat);
    return person && person === this.body.person ? t.you : person;
  }

  person(seat: number): string {
    const view = this.#views.at(-1);
    const played = view?.round?.hands?.find((hand: any) => hand.seat === seat)?.person;
    return played ?? view?.seats?.find((one: any) => one.seat === seat)?.name ?? t.replay.seat(seat);
  }

  /** The step in a few words. */
  get words(): string {
    const said = this.step.calls?.at(-1)?.text;
    if (said) return said;
    const award = this.step.entries.find((entry) => entry.name === "awarded")?.facts;
    return award ? t.replay.awardedTo(this.name(award.seat), award.chips) : "";
  }

  go(to: number): void {
    this.at = Math.min(this.last, Math.max(0, to));
  }

  /** By the reader's own hand: what plays by itself stops. */
  move(to: number): void {
    this.stop();
    this.go(to);
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.#play();
  }

  #play(): void {
    if (this.at === this.last) this.at = 0;
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

/** What stands on the plates after a step: the last thing that everybody did in this betting round. */
function afterwards(before: Record<number, Act>, step: Step): Record<number, Act> {
  let acts = before;
  for (const { name, facts } of step.entries) {
    if (name === "gathered") acts = Object.fromEntries(Object.entries(acts).filter(([, act]) => act.folded));
    const act = actOf(name, facts);
    if (act && facts.seat) acts = { ...acts, [facts.seat]: act };
  }
  return acts;
}

function actOf(name: string, facts: Record<string, any>): Act | null {
  switch (name) {
    case "posted":
      return { words: t.acts.posted(facts.chips) };
    case "bet":
      if (facts.forced) return { words: t.acts.forced(facts.chips) };
      return { words: facts.opening ? t.acts.bet(facts.to) : t.acts.raised(facts.to) };
    case "called":
      return { words: t.acts.called(facts.chips) };
    case "checked":
      return { words: t.acts.checked };
    case "folded":
      return { words: t.acts.folded, folded: true };
    case "shown":
      return { words: t.acts.shown };
    case "discarded":
      return { words: t.acts.drew(facts.cards?.length ?? 0) };
    default:
      return null;
  }
}
