/**
 * View models of a poker table: seats around the user with their state, cards and marks, and pots. Derived
 * from the table's view and the server's hand values; hands are not evaluated here.
 */

import { HIDDEN } from "../lib/cards";
import { amount, shortAmount as figures } from "../lib/chips";
import { shortBotName } from "../lib/bot-name";
import { GAMES } from "../lib/games";
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
  const layout = GAMES[game]?.layout;
  return layout === "stud" || layout === "draw" ? layout : "board";
}

/** Return the width of the user's own plate on desktop, in px. */
export function ownPlateWidth(layout: Layout, holds: number): number {
  if (layout === "draw") return 330;
  return layout === "stud" || holds > 4 ? 300 : 248;
}

/** Return the cards of a hand value with the half of the pot they count for. */
export function usedCards(handValue: HandDescription | undefined, share: "both" | "high" | "low" = "both"): Record<string, UsedCard> {
  const cards: Record<string, UsedCard> = {};
  if (share !== "low" && (handValue?.high?.cards.length ?? 0) > 1) {
    for (const card of handValue!.high!.cards) cards[card] = { high: true };
  }
  if (share !== "high") for (const card of handValue?.low?.cards ?? []) cards[card] = { ...cards[card], low: true };
  return cards;
}

/** Return which shares each winning seat won, and which of them it shared. */
export function wonFor(division: PotBreakdown | null): Map<number, { shares: Set<string>; shared: Set<string> }> {
  const winners = new Map<number, { shares: Set<string>; shared: Set<string> }>();
  for (const pot of division?.pots ?? []) {
    for (const share of pot.shares) {
      const mine = winners.get(share.seat) ?? { shares: new Set(), shared: new Set() };
      mine.shares.add(share.share);
      if (pot.shares.some((other) => other.share === share.share && other.seat !== share.seat)) mine.shared.add(share.share);
      winners.set(share.seat, mine);
    }
  }
  return winners;
}

/** Return the tag of a winner: "high, low shared", or the hand's name if there is one share only. */
function winTag(seat: number, division: PotBreakdown | null, handValue: HandDescription | undefined): string {
  const mine = wonFor(division).get(seat);
  if (!mine) return "";
  const split = (division?.pots ?? []).some((pot) => pot.shares.some((other) => other.share === "low"));
  const hand = shortHandName(handValue?.high?.label ?? handValue?.low?.label ?? "");
  if (!split || !handValue?.high) return mine.shared.size ? `${hand}, ${t.shared}` : hand;
  if (mine.shared.size > 1) return t.bothShared;
  return [...mine.shares].map((share) => t.shares[share] + (mine.shared.has(share) ? ` ${t.shared}` : "")).join(", ");
}

/** Return the first part of a hand's name, since plates are narrow. */
export const shortHandName = (label: string): string => label.split(",")[0]!;

/** Return the cards that the winning hands use. */
export function winningCards(handValues: readonly HandDescription[], division: PotBreakdown | null): Record<string, UsedCard> {
  const cards: Record<string, UsedCard> = {};
  for (const [seat, { shares }] of wonFor(division)) {
    const handValue = handValues.find((value) => value.seat === seat);
    for (const share of ["high", "low"] as const) {
      if (!shares.has(share)) continue;
      for (const [card, used] of Object.entries(usedCards(handValue, share))) cards[card] = { ...cards[card], ...used };
    }
  }
  return cards;
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
export function seatModels(context: SeatContext): SeatModel[] {
  const effective = isVoid(context.view.round) ? { ...context, view: { ...context.view, round: null }, acts: {}, handValues: [] } : context;
  const { view, me } = effective;
  const seats = view.seats;
  const userIndex = seats.findIndex((seat) => seat.name === me);
  const ordered = userIndex > 0 ? [...seats.slice(userIndex), ...seats.slice(0, userIndex)] : seats;
  return ordered.map((seat) => seatModel(seat, effective));
}

function seatModel(seat: PokerSeatView, context: SeatContext): SeatModel {
  const { view, me, handValues, breakdown } = context;
  const round = view.round;
  const hand = round?.hands.find((candidate) => candidate.seat === seat.seat && candidate.person === seat.name);
  const mine = seat.name === me;
  const own = mine ? context.ownCards?.[String(seat.seat)] : undefined;
  const over = !!round?.over;
  const handValue = handValues.find((value) => value.seat === seat.seat);
  const tabled = hand?.hand_state === "tabled";
  const turn = !over && context.awaited === seat.name;
  const state = stateOf(seat, hand, { over, turn, tabled, online: context.connected.includes(seat.name) });
  const cards = own ?? hand?.cards ?? [];
  const bot = context.bots.includes(seat.name);
  const won = wonFor(breakdown).get(seat.seat);
  return {
    seat: seat.seat,
    person: seat.name,
    name: mine ? t.you : shortBotName(seat.name),
    me: mine,
    stack: over || !hand ? seat.stack : hand.stack,
    state,
    tag: tagOf(seat, { bot, state, breakdown, reading: handValue }),
    bot,
    act: actOf(state, seat, hand, context),
    cards: hand && (hand.live || mine || tabled || over) ? cards : [],
    up: hand?.face_up ?? [],
    dim: !!hand && !hand.live && !tabled,
    used: markedCards(handValue, { over, mine, live: !!hand?.live, shares: won?.shares }),
    bet: over ? 0 : (hand?.bet ?? 0),
    won: over ? (hand?.won ?? 0) : 0,
    button: (round && !over ? round.button : view.button) === seat.seat,
    kill: view.kill_button === seat.name,
    timed: context.clock === seat.name,
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
  context: { bot: boolean; state: SeatState; breakdown: PotBreakdown | null; reading: HandDescription | undefined },
): string {
  const seatTag = context.bot ? t.botSeat(seat.seat) : t.seat(seat.seat);
  if (context.state === "win") return winTag(seat.seat, context.breakdown, context.reading) || seatTag;
  if (context.state === "lost") return shortHandName(context.reading?.high?.label ?? context.reading?.low?.label ?? "");
  const deferred = seat.after_round.find((request) => request in t.promises);
  if (deferred) return t.promises[deferred]!;
  return context.reading?.upcards_text || seatTag;
}

function actOf(state: SeatState, seat: PokerSeatView, hand: PokerHandView | undefined, context: SeatContext): string {
  if (state === "win") return t.acts.won(figures(hand!.won, 100_000));
  if (state === "lost") return t.acts.noShare;
  if (state === "away") return t.acts.away;
  if (state === "fold") return context.acts[seat.seat] ?? t.acts.fold;
  if (state === "allin") return t.acts.allIn;
  if (state === "off") return t.acts.offline;
  const needs = context.short[seat.seat];
  if (!hand && needs) return t.acts.short(amount(needs));
  if (!hand && context.view.round) return seat.waits_for_blind ? t.acts.waits : t.acts.next;
  return context.acts[seat.seat] ?? "";
}

function markedCards(
  handValue: HandDescription | undefined,
  context: { over: boolean; mine: boolean; live: boolean; shares: Set<string> | undefined },
): Record<string, UsedCard> {
  if (!context.over) return context.mine && context.live ? usedCards(handValue) : {};
  const cards: Record<string, UsedCard> = {};
  for (const share of ["high", "low"] as const) {
    if (context.shares?.has(share)) {
      for (const [card, used] of Object.entries(usedCards(handValue, share))) cards[card] = { ...cards[card], ...used };
    }
  }
  return cards;
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
    const uncollected = Math.min(bets, pot.chips);
    bets -= uncollected;
    if (pot.chips > uncollected) pots.unshift({ name: pot.name, chips: pot.chips - uncollected });
  }
  return pots;
}

/** Group the cards of a stud hand by face-down, face-up and face-down again. */
export function studGroups(cards: readonly string[], up: readonly boolean[]): string[][] {
  const groups: string[][] = [];
  let lastFace: boolean | null = null;
  cards.forEach((card, index) => {
    const face = up[index] ?? card !== HIDDEN;
    if (face === lastFace) groups.at(-1)!.push(card);
    else groups.push([card]);
    lastFace = face;
  });
  return groups;
}
