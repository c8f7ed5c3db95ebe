/**
 * Client of the room: one WebSocket, the watched tables, commands and their answers. No game rules here:
 * choices, views and narration come from the server.
 */

import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { nonceFor, noteCommitments } from "../past-hands/own-nonce";
import { api } from "./http";
import type { TableView } from "./table-views";
import { currentOwnCards, type OwnCards } from "./own-cards";
import { asSentence, typeset } from "./typography";
import type {
  AnswerFrame,
  HouseCardView,
  Choice,
  ClockView,
  DiceView,
  PotBreakdown,
  EventsFrame,
  FromClient,
  FromServer,
  LobbyTable,
  MadeHand,
  TableUpdate,
  Notice,
  PokerView,
  HandDescription,
  HandValuesFrame,
  RulingPreviewFrame,
  ShortStack,
  TableFrame,
  TableSnapshot,
  PendingDecisionView,
  Welcome,
  Sentence,
} from "./protocol";

export type WatchedPoker = WatchedTable<PokerView>;
export type WatchedCards = WatchedTable<HouseCardView>;
export type WatchedDice = WatchedTable<DiceView>;

/** State of one watched table. */
export class WatchedTable<On extends TableView = TableView> {
  snapshot = $state.raw<TableSnapshot>(null!);
  /** Public view; the user's own cards are in `ownCards`. */
  view = $state.raw<On>(null!);
  pending = $state.raw<PendingDecisionView[]>([]);
  narration = $state.raw<Sentence[]>([]);
  /** Number of the transcript's page; every round starts a new one. */
  page = $state(0);
  clock = $state.raw<ClockView | null>(null);
  ownCards = $state.raw<OwnCards | null>(null);
  /** Seats that are not dealt in because their stack is too short. */
  shortStacks = $state.raw<ShortStack[]>([]);
  connected = $state.raw<string[]>([]);
  stakes = $state("");
  /** Time of the next poker deal by the room's clock, in milliseconds; 0 if none is scheduled. */
  nextDealAt = $state(0);
  /** Values of the hands that the user can see: their own, shown hands and up-cards. */
  handValues = $state.raw<HandDescription[]>([]);
  /** Cards that have been face up during this hand. */
  seenCards = $state.raw<string[]>([]);
  potBreakdown = $state.raw<PotBreakdown | null>(null);
  /** Chat messages received since this page began to watch. */
  chat = $state.raw<ChatMessage[]>([]);
  /** Whether the table was closed while the user watched it. */
  closed = $state(false);
  record = 0;
  version = $state(0);
  #listeners = new Set<(update: TableUpdate) => void>();

  constructor(frame: TableFrame) {
    this.replace(frame);
  }

  replace({ snapshot, connected, stakes }: TableFrame): void {
    this.snapshot = snapshot;
    this.view = snapshot.view as On;
    this.pending = snapshot.pending;
    this.narration = snapshot.narration;
    this.clock = snapshot.clock ?? null;
    this.nextDealAt = snapshot.next_deal_at ?? 0;
    this.shortStacks = snapshot.short_stacks ?? [];
    this.ownCards = currentOwnCards(snapshot.view, snapshot.own_cards ?? null);
    this.connected = connected ?? [];
    this.stakes = stakes ?? "";
    this.record = snapshot.record;
    this.version = snapshot.version;
  }

  append(update: TableUpdate): void {
    this.view = update.public_view as On;
    this.pending = update.pending;
    this.clock = update.clock ?? null;
    this.nextDealAt = update.next_deal_at ?? 0;
    this.shortStacks = update.short_stacks ?? [];
    this.ownCards = currentOwnCards(update.public_view, update.own_cards === undefined ? this.ownCards : update.own_cards);
    if (update.steps.some((step) => step.events.some((event) => event.name === CLOSED && !event.number))) this.closed = true;
    const sentences = update.steps.flatMap((step) => step.narration ?? []);
    const isNewRound = update.steps.some((step) => step.events.some((event) => NEW_PAGE_EVENTS.has(event.name)));
    if (isNewRound) this.page++;
    this.narration = isNewRound ? sentences : [...this.narration, ...sentences].slice(-MAX_SENTENCES);
    this.#collectChat(update);
    this.record = update.record;
    this.version = update.version;
    for (const listener of this.#listeners) listener(update);
  }

  setHandValues(frame: HandValuesFrame): void {
    this.handValues = (frame.hands ?? []).map(typesetHandValue);
    this.seenCards = frame.seen_cards ?? [];
    this.potBreakdown = frame.pot_breakdown ? typesetPotBreakdown(frame.pot_breakdown) : null;
  }

  #collectChat(update: TableUpdate): void {
    const events = update.steps.flatMap((step) => step.events);
    const messages = events.filter((event) => event.name === "chat-message-sent").map(({ fields }) => ({ who: fields.player, text: fields.text }));
    if (messages.length) this.chat = [...this.chat, ...messages].slice(-MAX_SENTENCES);
  }

  /** Return the seat of a person, 0 if they have none. */
  seatOf(person: string): number {
    return this.seated(person)?.seat ?? 0;
  }

  /** Return the seat view of a person, undefined if they have no seat. */
  seated(person: string): On["seats"][number] | undefined {
    return person ? this.view.seats.find((seat) => seat.name === person) : undefined;
  }

  /** Register a listener for every update (animations, sounds); return the function that removes it. */
  onUpdate(listener: (update: TableUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Return the choices offered to the user, of one command or of all. */
  choices(name?: string): Choice[] {
    return this.pending.flatMap((decision) => decision.choices ?? []).filter((choice) => !name || choice.do === name);
  }
}

const typesetMadeHand = (made: MadeHand | null | undefined): MadeHand | null | undefined => made && { ...made, label: typeset(made.label) };

const typesetHandValue = (hand: HandDescription): HandDescription => ({
  ...hand,
  high: typesetMadeHand(hand.high),
  low: typesetMadeHand(hand.low),
  upcards_text: typeset(hand.upcards_text ?? ""),
});

const typesetPotBreakdown = (breakdown: PotBreakdown): PotBreakdown => ({
  ...breakdown,
  pots: breakdown.pots.map((pot) => ({
    ...pot,
    shares: pot.shares.map((share) => ({ ...share, hand_label: typeset(share.hand_label ?? "") })),
  })),
});

export interface ChatMessage {
  who: string;
  text: string;
}

/** Events that start a new page of the transcript. */
const NEW_PAGE_EVENTS = new Set(["round-began"]);
/** Event of the room that closes a table; unlike the table's own events it has no number. */
const CLOSED = "closed";
const MAX_SENTENCES = 400;
/** Interval of the heartbeat check, in milliseconds. */
const HEARTBEAT_CHECK_MS = 5_000;
/** Silence after which a ping is sent, in milliseconds, until the welcome frame states another value. */
const HEARTBEAT_MS = 20_000;
const SESSION_ENDED = 4401;
/** How long a notice created by the page itself stays, in milliseconds. */
const NOTICE_MS = 8_000;
const MAX_RECONNECT_MS = 8_000;
/** Delay before a command that the server asked to retry is sent again, in milliseconds. */
const RETRY_MS = 1_000;

interface PendingRequest {
  frame: FromClient;
  settle: (answer: any) => void;
}

/** Notice of the room; `ended` marks the end of a session, which stays across reconnects. */
interface RoomNotice extends Notice {
  ended?: boolean;
}

class Room {
  me = $state.raw<Welcome | null>(null);
  wallet = $state(0);
  /** Cage chips; `wallet` holds play chips. */
  deposit = $state(0);
  status = $state<"connecting" | "open" | "lost">("connecting");
  tables = new SvelteMap<number, WatchedTable>();
  lobby = $state.raw<LobbyTable[]>([]);
  /** Whether the list of tables has arrived. */
  listed = $state(false);
  connectedCount = $state(0);
  notices = $state.raw<RoomNotice[]>([]);
  /** Tables at which the user is seated. */
  seatedAt = $state.raw<number[]>([]);
  /** Milliseconds to add to the local clock to get the room's time. */
  skew = 0;

  #socket: WebSocket | null = null;
  #watching = new Map<number, number>();
  #pendingRequests = new Map<string, PendingRequest>();
  #lobbyReaders = 0;
  #attempts = 0;
  #commandCount = 0;
  #onWelcome: (() => void)[] = [];
  #prefix = crypto.randomUUID().slice(0, 8);
  /** Current commitment of each table, and the last one to which this client has contributed a nonce. */
  #commitments = new Map<number, string>();
  #contributed = new Map<number, string>();
  #heartbeat = HEARTBEAT_MS;
  /** Time of the last frame, or of the start of the connection. */
  #lastFrameAt = 0;
  /** Time of the ping that is still unanswered; 0 if there is none. */
  #pingedAt = 0;

  connect(): void {
    const url = new URL("/socket", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#lastFrameAt = Date.now();
    this.#pingedAt = 0;
    if (this.status === "open") this.status = "connecting";
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      this.#lastFrameAt = Date.now();
      this.#pingedAt = 0;
      this.#receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      if (event.code === SESSION_ENDED) void this.#onSessionEnded(event.reason);
      else this.#scheduleReconnect();
    };
  }

  /**
   * Reconnect after the identity changed (entering, logging in or out); resolves with the next welcome frame.
   */
  reconnect(): Promise<void> {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    for (const table of this.tables.values()) {
      // Private state of the previous identity; record 0 makes the server send a fresh snapshot.
      table.ownCards = null;
      table.record = 0;
    }
    this.#contributed.clear();
    this.#pendingRequests.clear();
    this.status = "connecting";
    this.connect();
    return new Promise((settle) => this.#onWelcome.push(settle));
  }

  watch(table: number): void {
    const watchers = this.#watching.get(table) ?? 0;
    this.#watching.set(table, watchers + 1);
    if (!watchers) this.#send({ type: "watch", table_id: table, hand_values: true });
  }

  unwatch(table: number): void {
    const watchers = (this.#watching.get(table) ?? 1) - 1;
    if (watchers) {
      this.#watching.set(table, watchers);
      return;
    }
    this.#watching.delete(table);
    this.tables.delete(table);
    this.#send({ type: "unwatch", table_id: table });
  }

  followLobby(): () => void {
    if (!this.#lobbyReaders++) this.#send({ type: "lobby", subscribe: true });
    return () => {
      if (!--this.#lobbyReaders) this.#send({ type: "lobby", subscribe: false });
    };
  }

  /**
   * Send a command to a table (0: to the room) with the version the user has seen. Resent after a lost
   * connection under the same idempotency key, it is executed once.
   */
  do(table: number, command: Record<string, unknown>): Promise<AnswerFrame> {
    const frame: FromClient = { type: "command", idempotency_key: this.#id(), table_id: table, command };
    const version = this.tables.get(table)?.version;
    if (version !== undefined) frame.expected_version = version;
    return this.#request(frame.idempotency_key, frame);
  }

  /** Send one of the choices that a table offers, with the user's additional fields. */
  choose(table: number, choice: { do: string; fixed?: Record<string, unknown> }, fields: Record<string, unknown> = {}) {
    return this.do(table, { do: choice.do, ...choice.fixed, ...fields });
  }

  preview(table: number, command: Record<string, unknown>): Promise<RulingPreviewFrame> {
    const id = this.#id();
    return this.#request(id, { type: "preview-ruling", id, table_id: table, command });
  }

  /** Show a notice that the page itself created. */
  addNotice(text: string): void {
    const notice: RoomNotice = { type: "notice", text, level: "info" };
    this.notices = [...this.notices.filter((other) => other.text !== text).slice(-4), notice];
    setTimeout(() => this.dismiss(notice), NOTICE_MS);
  }

  dismiss(notice: RoomNotice): void {
    this.notices = this.notices.filter((other) => other !== notice);
  }

  /** Return whether a table waits for the user. */
  turnAt(table: number): boolean {
    const me = this.me?.person;
    return !!me && !!this.tables.get(table)?.pending.some((decision) => !decision.optional && decision.person === me);
  }

  /** Return the room's time in milliseconds. */
  now(): number {
    return Date.now() + this.skew;
  }

  #id(): string {
    return `${this.#prefix}-${++this.#commandCount}`;
  }

  #request<T>(id: string, frame: FromClient): Promise<T> {
    return new Promise((settle) => {
      this.#pendingRequests.set(id, { frame, settle });
      this.#send(frame);
    });
  }

  #settle(id: string, answer: AnswerFrame | RulingPreviewFrame): void {
    if (answer.retry) {
      setTimeout(() => this.#resend(id), RETRY_MS);
      return;
    }
    this.#pendingRequests.get(id)?.settle(answer);
    this.#pendingRequests.delete(id);
  }

  /** Send an unanswered request again under its id; the server does not execute it twice. */
  #resend(id: string): void {
    const unanswered = this.#pendingRequests.get(id);
    if (unanswered) this.#send(unanswered.frame);
  }

  #send(frame: FromClient): void {
    // Untracked, so that effects which watch a table do not rerun when the connection changes.
    const open = untrack(() => this.status === "open");
    if (this.#socket?.readyState === WebSocket.OPEN && open) this.#socket.send(JSON.stringify(frame));
  }

  #receive(frame: FromServer): void {
    switch (frame.type) {
      case "welcome":
        this.#welcome(frame);
        break;
      case "table":
        this.#table(frame);
        break;
      case "events":
        this.#update(frame);
        break;
      case "hand-values":
        this.tables.get(frame.table_id)?.setHandValues(frame);
        break;
      case "answer":
        if (frame.message) frame.message = asSentence(frame.message);
        this.#settle(frame.idempotency_key, frame);
        break;
      case "ruling-preview":
        this.#settle(frame.id, frame);
        break;
      case "lobby":
        this.lobby = frame.tables;
        this.listed = true;
        this.connectedCount = frame.connected_count ?? 0;
        break;
      case "presence": {
        const table = this.tables.get(frame.table_id);
        if (table) table.connected = frame.connected;
        break;
      }
      case "wallet":
        this.wallet = frame.chips;
        this.deposit = frame.deposit ?? 0;
        break;
      case "notice":
        this.notices = [...this.notices.filter((other) => other.text !== frame.text).slice(-4), frame];
        if (frame.retry) for (const id of this.#pendingRequests.keys()) this.#resend(id);
        break;
      case "pong":
        this.skew = frame.time - Date.now();
    }
  }

  #welcome(frame: Welcome): void {
    this.me = frame;
    this.seatedAt = frame.seated_at ?? [];
    this.wallet = frame.wallet ?? 0;
    this.deposit = frame.deposit ?? 0;
    this.skew = frame.time - Date.now();
    this.#heartbeat = frame.heartbeat || HEARTBEAT_MS;
    this.status = "open";
    // Notices from before the connection broke are outdated, except the reason why a session ended.
    this.notices = this.notices.filter((notice) => notice.ended);
    this.#attempts = 0;
    if (this.#lobbyReaders) this.#send({ type: "lobby", subscribe: true });
    for (const table of this.#watching.keys()) {
      const watched = this.tables.get(table);
      this.#send({ type: "watch", table_id: table, hand_values: true, ...(watched ? { after_record: watched.record } : {}) });
    }
    for (const id of this.#pendingRequests.keys()) this.#resend(id);
    for (const settle of this.#onWelcome.splice(0)) settle();
  }

  #table(frame: TableFrame): void {
    this.skew = frame.time - Date.now();
    const { table_id, commitment, view } = frame.snapshot;
    const watched = this.tables.get(table_id);
    if (watched) watched.replace(frame);
    else if (this.#watching.has(table_id)) this.tables.set(table_id, new WatchedTable(frame));
    this.#updateSeated(table_id);
    this.#contribute(table_id, commitment ?? "", view.seats, frame.time);
  }

  /** Update `seatedAt` for a table whose seats may have changed. */
  #updateSeated(number: number): void {
    const isSeated = !!this.tables.get(number)?.seatOf(this.me?.person ?? "");
    if (isSeated === this.seatedAt.includes(number)) return;
    this.seatedAt = isSeated ? [...this.seatedAt, number] : this.seatedAt.filter((table) => table !== number);
  }

  #update({ time, update }: EventsFrame): void {
    this.skew = time - Date.now();
    noteCommitments(update, time);
    this.#contribute(update.table_id, update.commitment, update.public_view.seats, time);
    this.tables.get(update.table_id)?.append(update);
    this.#updateSeated(update.table_id);
  }

  /**
   * Contribute a client nonce to a table's commitment, once per commitment, as soon as the user is seated.
   */
  #contribute(table: number, fresh: string | null | undefined, seats: { name?: string }[], time: number): void {
    if (fresh != null) this.#commitments.set(table, fresh);
    const commitment = this.#commitments.get(table);
    const seated = seats.some((seat) => seat.name && seat.name === this.me?.person);
    if (!seated || !commitment || this.#contributed.get(table) === commitment) return;
    this.#contributed.set(table, commitment);
    void this.do(table, { do: "contribute-nonce", bytes: nonceFor(commitment, time) });
  }

  /** Log out after the session was ended, possibly from another browser, and reconnect as a visitor. */
  async #onSessionEnded(why: string): Promise<void> {
    await api("/api/logout", {}).catch(() => undefined);
    this.notices = [...this.notices.slice(-4), { type: "notice", text: why, level: "warning", ended: true }];
    this.#scheduleReconnect();
  }

  #scheduleReconnect(): void {
    this.status = "lost";
    const wait = Math.min(MAX_RECONNECT_MS, 250 * 2 ** this.#attempts++);
    setTimeout(() => this.connect(), wait);
  }

  /**
   * Ping the server after a silence, and reconnect if no answer arrives. Background tabs run timers rarely,
   * so only an unanswered ping counts as a lost connection, never the silence alone.
   */
  checkHeartbeat(): void {
    const now = Date.now();
    if (!this.#socket || this.status === "lost") return;
    if (this.#pingedAt) {
      if (now - this.#pingedAt >= this.#heartbeat) this.#abandonSocket();
    } else if (now - this.#lastFrameAt >= this.#heartbeat) {
      this.#pingedAt = now;
      this.#send({ type: "ping", echo: now });
    }
  }

  /** Abandon a silent socket without waiting for its close event, which may take long. */
  #abandonSocket(): void {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#scheduleReconnect();
  }
}

export const room = new Room();
setInterval(() => room.checkHeartbeat(), HEARTBEAT_CHECK_MS);
