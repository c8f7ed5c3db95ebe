/** Who sits where on the felt of a replay, with what stands on each plate: read from the view, never reckoned. */

import { HIDDEN } from "../lib/cards";
import { hands as t } from "../words/hands";
import type { HandReading, Replay } from "./replay.svelte";

export type Use = Record<string, { high?: boolean; low?: boolean }>;

export interface Place {
  seat: number;
  name: string;
  me: boolean;
  stack: number;
  bet: number;
  cards: string[];
  /** What the cards make, where they lie open at the end. */
  used: Use;
  state: "" | "turn" | "fold" | "allin" | "away" | "win" | "lost";
  words: string;
  tag: string;
  button: boolean;
  kill: boolean;
}

/** Clockwise from whoever looks back, or from the first seat. */
export function places(replay: Replay): Place[] {
  const view = replay.view;
  const round = view?.round;
  const seats = [...new Set<number>([...(view?.seats ?? []), ...(round?.hands ?? [])].map((one: any) => one.seat))];
  seats.sort((one, other) => one - other);
  const mine = seats.indexOf(replay.body.seat);
  const turned = mine > 0 ? [...seats.slice(mine), ...seats.slice(0, mine)] : seats;
  return turned.map((seat) => place(replay, seat));
}

function place(replay: Replay, seat: number): Place {
  const { view, body } = replay;
  const hand = view.round?.hands?.find((one: any) => one.seat === seat);
  const sitting = view.seats?.find((one: any) => one.seat === seat);
  const me = seat === body.seat;
  const reading = replay.ending ? body.readings?.find((one) => one.seat === seat) : undefined;
  const shown = Boolean(reading) && !(hand?.cards ?? []).includes(HIDDEN);
  const gone = !hand || (!hand.live && !hand.won);
  return {
    seat,
    name: replay.name(seat),
    me,
    stack: hand?.stack ?? sitting?.stack ?? 0,
    bet: hand?.bet ?? 0,
    cards: gone && !me ? [] : (hand?.cards ?? []),
    used: shown ? useOf(reading!) : {},
    ...standing(replay, seat, hand, sitting),
    button: (view.round?.button || view.button) === seat,
    kill: Boolean(view.kill) && view.kill === replay.person(seat),
  };
}

function standing(replay: Replay, seat: number, hand: any, sitting: any): Pick<Place, "state" | "words" | "tag"> {
  if (!hand) return { state: sitting?.away ? "away" : "fold", words: sitting?.away ? t.acts.away : "", tag: "" };
  if (hand.won) return { state: "win", words: t.signed(hand.won), tag: shareOf(replay, seat) };
  if (!hand.live) return { state: "fold", words: t.acts.folded, tag: "" };
  if (replay.view.round.over) return { state: "lost", words: t.acts.noShare, tag: "" };
  if (replay.view.round.turn === seat) return { state: "turn", words: replay.acts[seat]?.words ?? "", tag: "" };
  if (hand.all_in) return { state: "allin", words: t.acts.allIn, tag: "" };
  return { state: "", words: replay.acts[seat]?.words ?? "", tag: "" };
}

/** For what somebody has won, as the awards so far say. */
function shareOf(replay: Replay, seat: number): string {
  const awards = replay.body.steps
    .slice(0, replay.at + 1)
    .flatMap((step) => step.entries)
    .filter((entry) => entry.name === "awarded" && entry.facts.seat === seat);
  const shares = [...new Set(awards.map((entry) => entry.facts.share as string))];
  const all = replay.body.steps.flatMap((step) => step.entries).some((entry) => entry.facts.share === "low");
  return !all ? "" : shares.length > 1 ? t.replay.bothWays : (shares[0] ?? "");
}

function useOf(reading: HandReading): Use {
  const use: Use = {};
  for (const card of reading.high?.cards ?? []) use[card] = { ...use[card], high: true };
  for (const card of reading.low?.cards ?? []) use[card] = { ...use[card], low: true };
  return use;
}

/** The cards of the board that make the hand one looks at: one's own, else the one that won most. */
export function boardUse(replay: Replay): Use | null {
  if (!replay.ending) return null;
  const open = (replay.body.readings ?? []).filter((reading) => {
    const hand = replay.view?.round?.hands?.find((one: any) => one.seat === reading.seat);
    return hand && hand.live !== false && !hand.cards.includes(HIDDEN);
  });
  const own = open.find((reading) => reading.seat === replay.body.seat);
  const won = (reading: HandReading): number =>
    replay.view.round.hands.find((one: any) => one.seat === reading.seat)?.won ?? 0;
  const looked = own ?? open.toSorted((one, other) => won(other) - won(one))[0];
  return looked ? useOf(looked) : null;
}
