/**
 * View models of a poker table: seats around the user with their state, cards and marks, and pots. Derived
 * from the table's view and the server's hand values; hands are not evaluated here.
 */

import { HIDDEN } from "../lib/cards";
import { amount, shortAmount as figures } from "../lib/chips";
import { shortBotName } from "../lib/bot-name";
import type { PotBreakdown, PokerHandView, PokerRoundView, PokerSeatView, PokerView, HandDescription } from "../lib/protocol";
import { poker as t } from "../strings/poker";

export type Layout = "board" | "stud" | "draw";
export type SeatState = "" | "turn" | "fold" | "allin" | "away" | "off" | "win" | "lost";

export interface UsedCard {
  high?: boolean;
  low?: boolean;
}

export interface SeatModel {
  seat: number;
  person: string;
  name: string;
  me: boolean;
  stack: number;
  state: SeatState;
  tag: string;
  bot: boolean;
  act: string;
  cards: string[];
  up: boolean[];
  dim: boolean;
  used: Record<string, UsedCard>;
  bet: number;
  won: number;
  button: boolean;
  kill: boolean;
  timed: boolean;
}

/** Return how the cards of a game are laid out. */
export function layoutOf(game: string): Layout {
  if (/^(stud|mambo|razz)/.test(game)) return "stud";
  return /^(draw|badugi)/.test(game) ? "draw" : "board";
}

/** Return the width of the user's own plate on desktop, in px. */
export function ownPlateWidth(layout: Layout, holds: number): number {
  if (layout === "draw") return 330;
  return layout === "stud" || holds > 4 ? 300 : 248;
}

/** Return the cards of a hand value with the half of the pot they count for. */
export function usedCards(reading: HandDescription | undefined, share: "both" | "high" | "low" = "both"): Record<string, UsedCard> {
  const found: Record<string, UsedCard> = {};
  if (share !== "low" && (reading?.high?.cards.length ?? 0) > 1) {
    for (const card of reading!.high!.cards) found[card] = { high: true };
  }
  if (share !== "high") for (const card of reading?.low?.cards ?? []) found[card] = { ...found[card], low: true };
  return found;
}

/** Return which shares each winning seat won, and which of them it shared. */
export function wonFor(division: PotBreakdown | null): Map<number, { shares: Set<string>; shared: Set<string> }> {
  const found = new Map<number, { shares: Set<string>; shared: Set<string> }>();
  for (const pot of division?.pots ?? []) {
    for (const share of pot.shares) {
      const mine = found.get(share.seat) ?? { shares: new Set(), shared: new Set() };
      mine.shares.add(share.share);
      if (pot.shares.some((other) => other.share === share.share && other.seat !== share.seat)) mine.shared.add(share.share);
      found.set(share.seat, mine);
    }
  }
  return found;
}

/** Return the tag of a winner: "high, low shared", or the hand's name if there is one share only. */
function winTag(seat: number, division: PotBreakdown | null, reading: HandDescription | undefined): string {
  const mine = wonFor(division).get(seat);
  if (!mine) return "";
  const split = (division?.pots ?? []).some((pot) => pot.shares.some((one) => one.share === "low"));
  const hand = shortHandName(reading?.high?.label ?? reading?.low?.label ?? "");
  if (!split || !reading?.high) return mine.shared.size ? `${hand}, ${t.shared}` : hand;
  if (mine.shared.size > 1) return t.bothShared;
  return [...mine.shares].map((share) => t.shares[share] + (mine.shared.has(share) ? ` ${t.shared}` : "")).join(", ");
}

/** Return the first part of a hand's name, since plates are narrow. */
export const shortHandName = (words: string): string => words.split(",")[0]!;

/** Return the cards that the winning hands use. */
export function winningCards(readings: readonly HandDescription[], division: PotBreakdown | null): Record<string, UsedCard> {
  const found: Record<string, UsedCard> = {};
  for (const [seat, { shares }] of wonFor(division)) {
    const reading = readings.find((one) => one.seat === seat);
    for (const share of ["high", "low"] as const) {
      if (!shares.has(share)) continue;
      for (const [card, used] of Object.entries(usedCards(reading, share))) found[card] = { ...found[card], ...used };
    }
  }
  return found;
}

export interface SeatContext {
  view: PokerView;
  me: string;
  bots: readonly string[];
  connected: readonly string[];
  ownCards: Record<string, string[]> | null;
  handValues: readonly HandDescription[];
  breakdown: PotBreakdown | null;
  acts: Readonly<Record<number, string>>;
  /** Chips needed by seats that are not dealt in because their stack is too short. */
  short: Readonly<Record<number, number>>;
  clock: string;
  awaited: string;
}

/** Return whether the floor has declared the round void: cards are returned and nobody won. */
export const isVoid = (round: PokerRoundView | null): boolean =>
  !!round?.over && round.hands.every((hand) => !hand.won);

/** Return the seats clockwise from the user, or from seat 1 for spectators. */
export function seatModels(given: SeatContext): SeatModel[] {
  const around = isVoid(given.view.round) ? { ...given, view: { ...given.view, round: null }, acts: {}, handValues: [] } : given;
  const { view, me } = around;
  const seats = view.seats;
  const at = seats.findIndex((one) => one.name === me);
  const turned = at > 0 ? [...seats.slice(at), ...seats.slice(0, at)] : seats;
  return turned.map((seat) => seatModel(seat, around));
}

function seatModel(seat: PokerSeatView, around: SeatContext): SeatModel {
  const { view, me, handValues, breakdown } = around;
  const round = view.round;
  const hand = round?.hands.find((one) => one.seat === seat.seat && one.person === seat.name);
  const mine = seat.name === me;
  const own = mine ? around.ownCards?.[String(seat.seat)] : undefined;
  const over = !!round?.over;
  const reading = handValues.find((one) => one.seat === seat.seat);
  const tabled = hand?.hand_state === "tabled";
  const turn = !over && around.awaited === seat.name;
  const state = stateOf(seat, hand, { over, turn, tabled, online: around.connected.includes(seat.name) });
  const cards = own ?? hand?.cards ?? [];
  const bot = around.bots.includes(seat.name);
  const won = wonFor(breakdown).get(seat.seat);
  return {
    seat: seat.seat,
    person: seat.name,
    name: mine ? t.you : shortBotName(seat.name),
    me: mine,
    stack: over || !hand ? seat.stack : hand.stack,
    state,
    tag: tagOf(seat, { bot, state, breakdown, reading }),
    bot,
    act: actOf(state, seat, hand, around),
    cards: hand && (hand.live || mine || tabled || over) ? cards : [],
    up: hand?.face_up ?? [],
    dim: !!hand && !hand.live && !tabled,
    used: markedCards(reading, { over, mine, live: !!hand?.live, shares: won?.shares }),
    bet: over ? 0 : (hand?.bet ?? 0),
    won: over ? (hand?.won ?? 0) : 0,
    button: (round && !over ? round.button : view.button) === seat.seat,
    kill: view.kill_button === seat.name,
    timed: around.clock === seat.name,
  };
}

function stateOf(
  seat: PokerSeatView,
  hand: PokerHandView | undefined,
  { over, turn, tabled, online }: { over: boolean; turn: boolean; tabled: boolean; online: boolean },
): SeatState {
  if (over && hand && hand.won > 0) return "win";
  if (over && tabled) return "lost";
  if (turn) return "turn";
  if (seat.sitting_out) return "away";
  if (!online) return "off";
  if (!hand) return "";
  if (!hand.live) return "fold";
  return hand.all_in && !over ? "allin" : "";
}

function tagOf(
  seat: PokerSeatView,
  one: { bot: boolean; state: SeatState; breakdown: PotBreakdown | null; reading: HandDescription | undefined },
): string {
  const usual = one.bot ? t.botSeat(seat.seat) : t.seat(seat.seat);
  if (one.state === "win") return winTag(seat.seat, one.breakdown, one.reading) || usual;
  if (one.state === "lost") return shortHandName(one.reading?.high?.label ?? one.reading?.low?.label ?? "");
  const promise = seat.after_round.find((what) => what in t.promises);
  if (promise) return t.promises[promise]!;
  return one.reading?.upcards_text || usual;
}

function actOf(state: SeatState, seat: PokerSeatView, hand: PokerHandView | undefined, around: SeatContext): string {
  if (state === "win") return t.acts.won(figures(hand!.won, 100_000));
  if (state === "lost") return t.acts.noShare;
  if (state === "away") return t.acts.away;
  if (state === "fold") return around.acts[seat.seat] ?? t.acts.fold;
  if (state === "allin") return t.acts.allIn;
  if (state === "off") return t.acts.offline;
  const needs = around.short[seat.seat];
  if (!hand && needs) return t.acts.short(amount(needs));
  if (!hand && around.view.round) return seat.waits_for_blind ? t.acts.waits : t.acts.next;
  return around.acts[seat.seat] ?? "";
}

function markedCards(
  reading: HandDescription | undefined,
  one: { over: boolean; mine: boolean; live: boolean; shares: Set<string> | undefined },
): Record<string, UsedCard> {
  if (!one.over) return one.mine && one.live ? usedCards(reading) : {};
  const found: Record<string, UsedCard> = {};
  for (const share of ["high", "low"] as const) {
    if (one.shares?.has(share)) {
      for (const [card, used] of Object.entries(usedCards(reading, share))) found[card] = { ...found[card], ...used };
    }
  }
  return found;
}

export interface PotModel {
  name: string;
  chips: number;
}

/** Return the pots in the middle, without the bets that are still in front of the players. */
export function potModels(view: PokerView, breakdown: PotBreakdown | null): PotModel[] {
  const round = view.round;
  if (!round) return [];
  if (round.over) return (breakdown?.pots ?? []).map((pot) => ({ name: pot.name, chips: pot.chips })).reverse();
  let bets = round.hands.reduce((sum, hand) => sum + hand.bet, 0);
  const pots: PotModel[] = [];
  for (const pot of [...round.pots].reverse()) {
    const before = Math.min(bets, pot.chips);
    bets -= before;
    if (pot.chips > before) pots.unshift({ name: pot.name, chips: pot.chips - before });
  }
  return pots;
}

/** Group the cards of a stud hand by face-down, face-up and face-down again. */
export function studGroups(cards: readonly string[], up: readonly boolean[]): string[][] {
  const groups: string[][] = [];
  let last: boolean | null = null;
  cards.forEach((card, index) => {
    const face = up[index] ?? card !== HIDDEN;
    if (face === last) groups.at(-1)!.push(card);
    else groups.push([card]);
    last = face;
  });
  return groups;
}
