/**
 * The room as this page knows it: one socket, the tables that are watched, commands and their answers.
 * Nothing here knows a rule: choices, pictures and words all come from the server.
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
  BankedView,
  Choice,
  ClockPicture,
  DiceView,
  Division,
  EntriesFrame,
  FromClient,
  FromServer,
  LobbyTable,
  Made,
  NewsPicture,
  Notice,
  PokerView,
  Reading,
  ReadingFrame,
  RulingFrame,
  ShortPicture,
  TableFrame,
  TablePicture,
  WaitPicture,
  Welcome,
  Words,
} from "./protocol";

export type WatchedPoker = WatchedTable<PokerView>;
export type WatchedCards = WatchedTable<BankedView>;
export type WatchedDice = WatchedTable<DiceView>;

/** One table that is watched. */
export class WatchedTable<On extends TableView = TableView> {
  picture = $state.raw<TablePicture>(null!);
  /** What everybody sees; one's own cards are in `mine`. */
  felt = $state.raw<On>(null!);
  waits = $state.raw<WaitPicture[]>([]);
  calls = $state.raw<Words[]>([]);
  /** With every round the dealer's words begin on a new page. */
  page = $state(0);
  clock = $state.raw<ClockPicture | null>(null);
  mine = $state.raw<OwnCards | null>(null);
  /** Seats that get no cards for want of chips. */
  short = $state.raw<ShortPicture[]>([]);
  here = $state.raw<string[]>([]);
  stakes = $state("");
  /** When the next hand of poker comes, by the room's time. */
  deals = $state(0);
  /** What the cards make that one sees: one's own hand, hands shown, up-cards. */
  readings = $state.raw<Reading[]>([]);
  /** Cards that have lain face up in this hand. */
  seen = $state.raw<string[]>([]);
  division = $state.raw<Division | null>(null);
  /** What people said since this page watches. */
  chat = $state.raw<ChatMessage[]>([]);
  /** Whether it was closed while one looked on: nobody sits down here any more. */
  closed = $state(false);
  record = 0;
  last = $state(0);
  #listeners = new Set<(news: NewsPicture) => void>();

  constructor(frame: TableFrame) {
    this.replace(frame);
  }

  replace({ picture, here, stakes }: TableFrame): void {
    this.picture = picture;
    this.felt = picture.view as On;
    this.waits = picture.waits;
    this.calls = picture.calls;
    this.clock = picture.clock ?? null;
    this.deals = picture.deals ?? 0;
    this.short = picture.short ?? [];
    this.mine = currentOwnCards(picture.view, picture.mine ?? null);
    this.here = here ?? [];
    this.stakes = stakes ?? "";
    this.record = picture.record;
    this.last = picture.last;
  }

  append(news: NewsPicture): void {
    this.felt = news.felt as On;
    this.waits = news.waits;
    this.clock = news.clock ?? null;
    this.deals = news.deals ?? 0;
    this.short = news.short ?? [];
    this.mine = currentOwnCards(news.felt, news.mine === undefined ? this.mine : news.mine);
    if (news.steps.some((step) => step.entries.some((entry) => entry.name === CLOSED && !entry.number))) this.closed = true;
    const said = news.steps.flatMap((step) => step.calls ?? []);
    const fresh = news.steps.some((step) => step.entries.some((entry) => FRESH.has(entry.name)));
    if (fresh) this.page++;
    this.calls = fresh ? said : [...this.calls, ...said].slice(-MOST_CALLS);
    this.#listen(news);
    this.record = news.record;
    this.last = news.last;
    for (const listener of this.#listeners) listener(news);
  }

  read(frame: ReadingFrame): void {
    this.readings = (frame.hands ?? []).map(setReading);
    this.seen = frame.seen ?? [];
    this.division = frame.division ? setDivision(frame.division) : null;
  }

  #listen(news: NewsPicture): void {
    const entries = news.steps.flatMap((step) => step.entries);
    const said = entries.filter((entry) => entry.name === "said").map(({ facts }) => ({ who: facts.player, text: facts.text }));
    if (said.length) this.chat = [...this.chat, ...said].slice(-MOST_CALLS);
  }

  /** The seat that somebody has here; 0 without one. */
  seatOf(person: string): number {
    return this.seated(person)?.seat ?? 0;
  }

  /** Somebody who has a seat here; nobody without a name does. */
  seated(person: string): On["seats"][number] | undefined {
    return person ? this.felt.seats.find((one) => one.name === person) : undefined;
  }

  /** Hear of each step as it happens (cards that fly, chips that move, sounds). */
  onNews(listener: (news: NewsPicture) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The choices that are offered to this reader, of one kind of command or of all. */
  choices(name?: string): Choice[] {
    return this.waits.flatMap((wait) => wait.choices ?? []).filter((one) => !name || one.do === name);
  }
}

const setMade = (made: Made | null | undefined): Made | null | undefined => made && { ...made, words: typeset(made.words) };

const setReading = (reading: Reading): Reading => ({
  ...reading,
  high: setMade(reading.high),
  low: setMade(reading.low),
  showing: typeset(reading.showing ?? ""),
});

const setDivision = (division: Division): Division => ({
  ...division,
  pots: division.pots.map((pot) => ({
    ...pot,
    shares: pot.shares.map((share) => ({ ...share, words: typeset(share.words ?? "") })),
  })),
});

export interface ChatMessage {
  who: string;
  text: string;
}

/** Entries with which a new page of the transcript begins. */
const FRESH = new Set(["round-began"]);
/** The room's own entry, which has no number at the table. */
const CLOSED = "closed";
const MOST_CALLS = 400;
/** Milliseconds between two looks at whether the room is still there. */
const LOOK_EVERY = 5_000;
/** Milliseconds without a frame after which the room is asked for a sign of life, until its welcome names another. */
const HEARTBEAT = 20_000;
const SESSION_ENDED = 4401;
/** Milliseconds for which a word of the page itself stays. */
const TOLD = 8_000;
const LONGEST_WAIT = 8_000;
/** After which is sent again what the room could not decide. */
const SEND_AGAIN = 1_000;

interface Pending {
  frame: FromClient;
  settle: (answer: any) => void;
}

/** What the house says; `ended`: why a session is over, which outlasts the connection. */
interface HouseNotice extends Notice {
  ended?: boolean;
}

class Room {
  me = $state.raw<Welcome | null>(null);
  purse = $state(0);
  /** Cage chips; `purse` has the play chips. */
  deposit = $state(0);
  status = $state<"connecting" | "open" | "lost">("connecting");
  tables = new SvelteMap<number, WatchedTable>();
  lobby = $state.raw<LobbyTable[]>([]);
  /** Whether the room has said which tables there are. */
  listed = $state(false);
  people = $state(0);
  notices = $state.raw<HouseNotice[]>([]);
  /** Tables at which one has a seat. */
  seats = $state.raw<number[]>([]);
  /** Add to this clock to have the room's. */
  skew = 0;

  #socket: WebSocket | null = null;
  #watching = new Map<number, number>();
  #pending = new Map<string, Pending>();
  #lobbyReaders = 0;
  #tries = 0;
  #count = 0;
  #welcomed: (() => void)[] = [];
  #prefix = crypto.randomUUID().slice(0, 8);
  /** The hash that is out at each table, and the last one to which we have contributed. */
  #sealed = new Map<number, string>();
  #contributed = new Map<number, string>();
  #heartbeat = HEARTBEAT;
  /** When the last frame came, or the connection was begun. */
  #heard = 0;
  /** When a ping was sent that has had no answer; 0: none was. */
  #pinged = 0;

  connect(): void {
    const url = new URL("/socket", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#heard = Date.now();
    this.#pinged = 0;
    if (this.status === "open") this.status = "connecting";
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      this.#heard = Date.now();
      this.#pinged = 0;
      this.#hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      if (event.code === SESSION_ENDED) void this.#ended(event.reason);
      else this.#lost();
    };
  }

  /** Come again as somebody else: after entering, logging in or out; done when the room has said who one is. */
  again(): Promise<void> {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    for (const table of this.tables.values()) {
      // What belonged to one person is nothing to the next; the table comes whole again.
      table.mine = null;
      table.record = 0;
    }
    this.#contributed.clear();
    this.#pending.clear();
    this.status = "connecting";
    this.connect();
    return new Promise((settle) => this.#welcomed.push(settle));
  }

  watch(table: number): void {
    const readers = this.#watching.get(table) ?? 0;
    this.#watching.set(table, readers + 1);
    if (!readers) this.#send({ type: "watch", table, reading: true });
  }

  unwatch(table: number): void {
    const readers = (this.#watching.get(table) ?? 1) - 1;
    if (readers) {
      this.#watching.set(table, readers);
      return;
    }
    this.#watching.delete(table);
    this.tables.delete(table);
    this.#send({ type: "unwatch", table });
  }

  followLobby(): () => void {
    if (!this.#lobbyReaders++) this.#send({ type: "lobby", on: true });
    return () => {
      if (!--this.#lobbyReaders) this.#send({ type: "lobby", on: false });
    };
  }

  /** Do something at a table (or, with 0, in the room) as it stands before the reader; whatever is lost, done once. */
  do(table: number, command: Record<string, unknown>): Promise<AnswerFrame> {
    const frame: FromClient = { type: "command", id: this.#id(), table, command };
    const expects = this.tables.get(table)?.last;
    if (expects !== undefined) frame.expects = expects;
    return this.#ask(frame);
  }

  /** One of the choices that a table offers, with what the reader chose beside it. */
  choose(table: number, choice: { do: string; given?: Record<string, unknown> }, more: Record<string, unknown> = {}) {
    return this.do(table, { do: choice.do, ...choice.given, ...more });
  }

  preview(table: number, command: Record<string, unknown>): Promise<RulingFrame> {
    return this.#ask({ type: "preview", id: this.#id(), table, command });
  }

  /** A word of the page itself, where the house speaks. */
  tell(text: string): void {
    const notice: HouseNotice = { type: "notice", text, level: "info" };
    this.notices = [...this.notices.filter((one) => one.text !== text).slice(-4), notice];
    setTimeout(() => this.dismiss(notice), TOLD);
  }

  dismiss(notice: HouseNotice): void {
    this.notices = this.notices.filter((one) => one !== notice);
  }

  /** Whether a table waits for the reader. */
  turnAt(table: number): boolean {
    const me = this.me?.person;
    return !!me && !!this.tables.get(table)?.waits.some((wait) => !wait.optional && wait.person === me);
  }

  /** The room's time, in milliseconds. */
  now(): number {
    return Date.now() + this.skew;
  }

  #id(): string {
    return `${this.#prefix}-${++this.#count}`;
  }

  #ask<T>(frame: FromClient & { id: string }): Promise<T> {
    return new Promise((settle) => {
      this.#pending.set(frame.id, { frame, settle });
      this.#send(frame);
    });
  }

  #settle(answer: AnswerFrame | RulingFrame): void {
    this.#pending.get(answer.id)?.settle(answer);
    this.#pending.delete(answer.id);
  }

  /** What has no answer yet, with its id: the room does nothing twice. */
  #sendAgain(id: string): void {
    const pending = this.#pending.get(id);
    if (pending) this.#send(pending.frame);
  }

  #send(frame: FromClient): void {
    // Whoever watches from an effect does not watch anew because the connection comes and goes.
    const open = untrack(() => this.status === "open");
    if (this.#socket?.readyState === WebSocket.OPEN && open) this.#socket.send(JSON.stringify(frame));
  }

  #hear(frame: FromServer): void {
    switch (frame.type) {
      case "welcome":
        this.#welcome(frame);
        break;
      case "table":
        this.#table(frame);
        break;
      case "entries":
        this.#entries(frame);
        break;
      case "reading":
        this.tables.get(frame.table)?.read(frame);
        break;
      case "answer":
        if (frame.said) frame.said = asSentence(frame.said);
      // falls through
      case "ruling":
        if (frame.again) setTimeout(() => this.#sendAgain(frame.id), SEND_AGAIN);
        else this.#settle(frame);
        break;
      case "lobby":
        this.lobby = frame.tables;
        this.listed = true;
        this.people = frame.people ?? 0;
        break;
      case "presence": {
        const table = this.tables.get(frame.table);
        if (table) table.here = frame.here;
        break;
      }
      case "purse":
        this.purse = frame.chips;
        this.deposit = frame.deposit ?? 0;
        break;
      case "notice":
        this.notices = [...this.notices.filter((one) => one.text !== frame.text).slice(-4), frame];
        if (frame.again) for (const id of this.#pending.keys()) this.#sendAgain(id);
        break;
      case "pong":
        this.skew = frame.time - Date.now();
    }
  }

  #welcome(frame: Welcome): void {
    this.me = frame;
    this.seats = frame.seats ?? [];
    this.purse = frame.purse ?? 0;
    this.deposit = frame.deposit ?? 0;
    this.skew = frame.time - Date.now();
    this.#heartbeat = frame.heartbeat || HEARTBEAT;
    this.status = "open";
    // What was said before the line broke is over; why a session ended is not.
    this.notices = this.notices.filter((notice) => notice.ended);
    this.#tries = 0;
    if (this.#lobbyReaders) this.#send({ type: "lobby", on: true });
    for (const table of this.#watching.keys()) {
      const known = this.tables.get(table);
      this.#send({ type: "watch", table, reading: true, ...(known ? { record: known.record } : {}) });
    }
    for (const id of this.#pending.keys()) this.#sendAgain(id);
    for (const settle of this.#welcomed.splice(0)) settle();
  }

  #table(frame: TableFrame): void {
    this.skew = frame.time - Date.now();
    const known = this.tables.get(frame.picture.table);
    if (known) known.replace(frame);
    else if (this.#watching.has(frame.picture.table)) this.tables.set(frame.picture.table, new WatchedTable(frame));
    this.#seated(frame.picture.table);
    this.#contribute(frame.picture.table, frame.picture.commitment ?? "", frame.picture.view.seats, frame.time);
  }

  /** Whether one sits at a table may have changed. */
  #seated(number: number): void {
    const sits = !!this.tables.get(number)?.seatOf(this.me?.person ?? "");
    if (sits === this.seats.includes(number)) return;
    this.seats = sits ? [...this.seats, number] : this.seats.filter((one) => one !== number);
  }

  #entries(frame: EntriesFrame): void {
    this.skew = frame.time - Date.now();
    noteCommitments(frame.news, frame.time);
    this.#contribute(frame.news.table, frame.news.commitment, frame.news.felt.seats, frame.time);
    this.tables.get(frame.news.table)?.append(frame.news);
    this.#seated(frame.news.table);
  }

  /** Contribute a nonce of our own to what is sealed at a table, once for every hash, as soon as we have a seat there. */
  #contribute(table: number, fresh: string | null | undefined, seats: { name?: string }[], time: number): void {
    if (fresh != null) this.#sealed.set(table, fresh);
    const commitment = this.#sealed.get(table);
    const seated = seats.some((seat) => seat.name && seat.name === this.me?.person);
    if (!seated || !commitment || this.#contributed.get(table) === commitment) return;
    this.#contributed.set(table, commitment);
    void this.do(table, { do: "nonce", bytes: nonceFor(commitment, time) });
  }

  /** The session was ended, perhaps from another browser: its cookie is given back, and the reader looks on. */
  async #ended(why: string): Promise<void> {
    await api("/api/logout", {}).catch(() => undefined);
    this.notices = [...this.notices.slice(-4), { type: "notice", text: why, level: "warning", ended: true }];
    this.#lost();
  }

  #lost(): void {
    this.status = "lost";
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.#tries++);
    setTimeout(() => this.connect(), wait);
  }

  /**
   * Ask a room that has been silent for a sign of life; leave a connection on which none comes, and begin another.
   * A page in the background looks seldom: only a question that had its time and no answer counts.
   */
  look(): void {
    const now = Date.now();
    if (!this.#socket || this.status === "lost") return;
    if (this.#pinged) {
      if (now - this.#pinged >= this.#heartbeat) this.#dead();
    } else if (now - this.#heard >= this.#heartbeat) {
      this.#pinged = now;
      this.#send({ type: "ping", at: now });
    }
  }

  /** Nothing is heard any more: the socket may take long to notice, and is not waited for. */
  #dead(): void {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#lost();
  }
}

export const room = new Room();
setInterval(() => room.look(), LOOK_EVERY);
