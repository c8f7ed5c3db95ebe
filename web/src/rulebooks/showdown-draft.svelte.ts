/** Draft of a showdown to settle: cards, contributions and pots as entered. The server applies the rules. */

import type { SettleGamesResponse, SettleShowdownResponse, SettledBook, SettledGame } from "../lib/api";
import { api } from "../lib/http";

export type PlayerState = "live" | "all-in" | "folded";

export interface Player {
  seat: number;
  cards: string[];
  state: PlayerState;
  putIn: number;
}

export interface Pot {
  chips: number;
  seats: number[];
}

/** Saved state of a draft. */
export interface ShowdownLayout {
  book: string;
  game: string;
  button: number;
  cents: number;
  board: string[];
  players: Player[];
  named: Pot[] | null;
}

export const BOARD = 0;
const INITIAL_PLAYERS = 4;
const INITIAL_CONTRIBUTION = 20;
const DEBOUNCE_MS = 120;

/** Game shown before the books have loaded, so that nothing moves when they arrive. */
const INITIAL_GAME: SettledGame = {
  game: "omaha-hilo8",
  title: "Omaha hi-lo 8",
  hole: 4,
  board: 5,
  button: true,
  seats: 10,
  build: "two from the hand, three from the board",
  build_clause: "nj-19-47 19:47-14.11(f)",
  high: true,
  low: true,
};

const newPlayer = (seat: number): Player => ({ seat, cards: [], state: "live", putIn: INITIAL_CONTRIBUTION });

export class ShowdownDraft {
  books = $state.raw<SettledBook[]>([{ id: "nj-19-47", cover: "", games: [INITIAL_GAME] }]);
  book = $state("nj-19-47");
  game = $state("omaha-hilo8");
  button = $state(1);
  cents = $state(100);
  board = $state<string[]>([]);
  players = $state<Player[]>([]);
  /** Pots entered by the user; null while they follow from the contributions. */
  named = $state<Pot[] | null>(null);
  /** Where the next card goes: BOARD or a seat. */
  target = $state(BOARD);
  settled = $state.raw<SettleShowdownResponse | null>(null);
  error = $state("");

  #order: string[] = $state([]);
  #timer = 0;
  #requestCount = 0;

  constructor() {
    this.clear();
  }

  page = $derived(this.books.find((candidate) => candidate.id === this.book)?.games.find((candidate) => candidate.game === this.game));
  boardCards = $derived(this.page?.board ?? 0);
  holeCards = $derived(this.page?.hole ?? 0);
  live = $derived(this.players.filter((player) => player.state !== "folded"));
  pots = $derived<Pot[]>(this.named ?? this.settled?.pots ?? []);
  missing = $derived(this.#places().reduce((sum, place) => sum + place.lacks, 0));
  cardCount = $derived(this.board.length + this.players.reduce((sum, player) => sum + player.cards.length, 0));
  taken = $derived.by(() => {
    const places: Record<string, string> = {};
    for (const card of this.board) places[card] = "B";
    for (const player of this.players) for (const card of player.cards) places[card] = String(player.seat);
    return places;
  });

  async open(): Promise<void> {
    try {
      this.books = (await api<SettleGamesResponse>("/api/settle")).books;
      this.changed();
    } catch (error) {
      this.error = (error as Error).message;
    }
  }

  clear(): void {
    this.board = [];
    this.players = Array.from({ length: INITIAL_PLAYERS }, (_, index) => newPlayer(index + 1));
    this.button = 1;
    this.named = null;
    this.#order = [];
    this.settled = null;
    this.#selectNextTarget();
    this.changed();
  }

  layout(): ShowdownLayout {
    const { book, game, button, cents, board, players, named } = this;
    return $state.snapshot({ book, game, button, cents, board, players, named });
  }

  restore(layout: ShowdownLayout): void {
    const { book, game, button, cents, board, players, named } = structuredClone(layout);
    Object.assign(this, { book, game, button, cents, board, players, named, settled: null });
    this.#order = [...board, ...players.flatMap((player) => player.cards)];
    this.#selectNextTarget();
    this.changed();
  }

  /** Select another book or game, and keep the cards that fit. */
  choose(book: string, game: string): void {
    this.book = book;
    const games = this.books.find((candidate) => candidate.id === book)?.games ?? [];
    this.game = games.some((candidate) => candidate.game === game) ? game : (games[0]?.game ?? game);
    if (this.boardCards === 0) this.board = [];
    this.board = this.board.slice(0, Math.max(this.boardCards, 0));
    this.players = this.players
      .slice(0, this.page?.seats ?? this.players.length)
      .map((player) => ({ ...player, cards: player.cards.slice(0, this.holeCards) }));
    this.#order = this.#order.filter((card) => card in this.taken);
    this.#selectNextTarget();
    this.changed();
  }

  pick(card: string): void {
    if (card in this.taken || this.missing === 0) return;
    if (this.#freeSlots(this.target) === 0) this.#selectNextTarget();
    if (this.target === BOARD) this.board.push(card);
    else this.#player(this.target)?.cards.push(card);
    this.#order.push(card);
    if (this.#freeSlots(this.target) === 0) this.#selectNextTarget();
    this.changed();
  }

  takeBack(card: string): void {
    this.target = this.board.includes(card) ? BOARD : (this.players.find((player) => player.cards.includes(card))?.seat ?? BOARD);
    this.board = this.board.filter((other) => other !== card);
    for (const player of this.players) player.cards = player.cards.filter((other) => other !== card);
    this.#order = this.#order.filter((other) => other !== card);
    this.changed();
  }

  undo(): void {
    const lastCard = this.#order.at(-1);
    if (lastCard) this.takeBack(lastCard);
  }

  canUndo = $derived(this.#order.length > 0);

  addSeat(): void {
    if (this.players.length >= (this.page?.seats ?? 0)) return;
    this.players.push(newPlayer(Math.max(0, ...this.players.map((player) => player.seat)) + 1));
    if (this.missing) this.#selectNextTarget();
    this.changed();
  }

  removeSeat(seat: number): void {
    if (this.players.length <= 2) return;
    this.players = this.players.filter((player) => player.seat !== seat).map((player, index) => ({ ...player, seat: index + 1 }));
    this.button = Math.min(this.button, this.players.length);
    this.named = null;
    this.#selectNextTarget();
    this.changed();
  }

  setPots(pots: Pot[] | null): void {
    this.named = pots;
    this.changed();
  }

  /** Request the settlement, debounced. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#settle(), DEBOUNCE_MS);
  }

  async #settle(): Promise<void> {
    if (!this.page) return;
    const request = ++this.#requestCount;
    try {
      const settlement = await api<SettleShowdownResponse>("/api/settle", this.request());
      if (request !== this.#requestCount) return;
      this.settled = settlement;
      this.error = "";
    } catch (error) {
      if (request === this.#requestCount) this.error = (error as Error).message.replace(/^showdown: /, "");
    }
  }

  request(): unknown {
    const named = this.named;
    return {
      rulebook: this.book,
      game: this.game,
      button: this.page?.button ? this.button : null,
      board: this.board,
      cents: this.cents,
      players: this.players.map((player) => ({
        seat: player.seat,
        cards: player.state === "folded" ? [] : player.cards,
        state: player.state,
        ...(named ? {} : { in: player.putIn }),
      })),
      ...(named ? { pots: named.filter((pot) => pot.chips > 0 && pot.seats.length > 0) } : {}),
    };
  }

  #player(seat: number): Player | undefined {
    return this.players.find((player) => player.seat === seat);
  }

  #places(): { at: number; lacks: number }[] {
    return [
      { at: BOARD, lacks: Math.max(0, this.boardCards - this.board.length) },
      ...this.players
        .filter((player) => player.state !== "folded")
        .map((player) => ({ at: player.seat, lacks: Math.max(0, this.holeCards - player.cards.length) })),
    ];
  }

  #freeSlots(target: number): number {
    return this.#places().find((place) => place.at === target)?.lacks ?? 0;
  }

  /** Set the target to the next place with an empty slot. */
  #selectNextTarget(): void {
    const places = this.#places();
    const start = Math.max(0, places.findIndex((place) => place.at === this.target));
    const nextPlace = [...places.slice(start), ...places.slice(0, start)].find((place) => place.lacks > 0);
    this.target = nextPlace?.at ?? places[0]!.at;
  }
}
