// Written by `tools.protocol.typescript_types`; a test holds it against them.

export interface TablePicture {
  table: number;
  title: string;
  kind: string;
  game: string;
  book: string;
  record: number;
  last: number;
  view: PokerView | BankedView | DiceView;
  waits: WaitPicture[];
  calls: Words[];
  sign: string[];
  posted: Record<string, any>;
  terms: Terms;
  seats?: number;
  holds?: number;
  buy_in?: [number, number];
  host?: string;
  code?: string;
  paused?: boolean;
  stopped?: boolean;
  closing?: boolean;
  bots?: string[];
  commitment?: string;
  asked?: AskPicture[];
  answered?: RefusedAsk | null;
  guests?: string[];
  ruling?: RulingPicture | null;
  vouched?: Record<string, string>;
  clock?: ClockPicture | null;
  deals?: number;
  short?: ShortPicture[];
  mine?: Record<string, string[]> | null;
}

export interface NewsPicture {
  table: number;
  record: number;
  last: number;
  steps: StepPicture[];
  felt: PokerView | BankedView | DiceView;
  waits: WaitPicture[];
  clock?: ClockPicture | null;
  deals?: number;
  short?: ShortPicture[];
  mine?: Record<string, string[]> | null;
  commitment?: string | null;
}

export interface StepPicture {
  record: number;
  by: string;
  did: string;
  entries: EntryPicture[];
  role?: string;
  calls?: Words[];
  begins?: boolean;
}

export interface EntryPicture {
  name: string;
  facts: Record<string, any>;
  number?: number;
}

export interface Words {
  text: string;
  clause?: string;
  head?: string;
  board?: string;
  you?: Record<string, string>;
  who?: string;
  does?: string;
  beside?: string | null;
}

export interface WaitPicture {
  kind: string;
  seat?: number;
  person?: string;
  clause?: string;
  optional?: boolean;
  choices?: Choice[];
}

export interface Choice {
  do: string;
  given?: Record<string, any>;
  bounds?: Bounds[];
  cards?: [number, number] | null;
  chips?: number;
  clause?: string;
  words?: string;
  verb?: string;
  left?: number;
  left_clause?: string;
}

export interface Bounds {
  field: string;
  least: number;
  most: number;
  step?: number;
  presets?: Preset[];
}

export interface Preset {
  chips: number;
  words?: string;
}

export interface ClockPicture {
  person: string;
  since: number;
  until: number;
  free: number;
  held?: number;
  resumes?: number;
}

export interface ShortPicture {
  seat: number;
  needs: number;
  clause: string;
}

export interface AskPicture {
  ask: number;
  player: string;
  what: string;
  seat: number;
  chips: number;
  against?: string;
  clause?: string;
  other_seat?: number | null;
  other_chips?: number | null;
}

export interface RefusedAsk {
  what: string;
  seat: number;
  chips: number;
}

export interface RulingPicture {
  ruling: number;
  by: string;
  command: Record<string, any>;
  affected: string[];
  asked: string[];
  votes: Record<string, boolean>;
}

export interface Terms {
  title?: string;
  clock?: number;
  bank?: number;
  pause?: number;
  pace?: number;
  betting?: number;
  strikes?: number;
  away?: number;
  call?: number;
  floor?: number;
  least_buy_in?: number;
  most_buy_in?: number;
  private?: boolean;
  chips?: string;
  fund?: string;
}

export interface LobbyTable {
  table: number;
  title: string;
  game: string;
  name: string;
  about: string;
  family: string;
  book: string;
  kind: string;
  stakes: string;
  least: number;
  seats: number;
  seating: string;
  taken: number;
  bots?: number;
  waiting?: number;
  pot?: number;
  playing?: boolean;
  private?: boolean;
  closing?: boolean;
  aside?: boolean;
  host?: boolean;
  mine?: boolean;
  code?: string;
}

export interface Reading {
  seat: number;
  high?: Made | null;
  low?: Made | null;
  showing?: string;
  clause?: string;
}

export interface Made {
  words: string;
  cards: string[];
}

export interface Division {
  pot: number;
  rake?: number;
  jackpot?: number;
  fees?: number;
  divided?: number;
  won: [number, number][];
  pots: DividedPot[];
  shown?: boolean;
}

export interface DividedPot {
  name: string;
  chips: number;
  seats: number[];
  shares: Share[];
  why?: string[];
}

export interface Share {
  share: string;
  seat: number;
  chips: number;
  words?: string;
  odd?: number;
  clause?: string;
  odd_clause?: string;
}

export interface PokerView {
  book: string;
  game: string;
  person: string;
  seat: number;
  number: number;
  playing: boolean;
  button: number;
  limits: [number, number];
  kill: string;
  deck: string;
  jackpot: number;
  waiting: string[];
  seats: PokerSeat[];
  round: PokerRound | null;
}

export interface PokerSeat {
  seat: number;
  name: string;
  stack: number;
  currency: number;
  away: boolean;
  missed_blinds: number;
  waits: boolean;
  promises: string[];
}

export interface PokerRound {
  street: string;
  button: number;
  hands: PokerHand[];
  board: string[];
  stub: number;
  burns: number;
  known_burns: string[];
  discards: number;
  pot: number;
  pots: PokerPot[];
  rake: number;
  jackpot: number;
  fees: number;
  bet: number;
  raises: number;
  awaiting: string;
  turn: number;
  over: boolean;
}

export interface PokerHand {
  seat: number;
  person: string;
  stack: number;
  bet: number;
  put_in: number;
  live: boolean;
  all_in: boolean;
  hand: string;
  cards: string[];
  up: boolean[];
  won: number;
  returned: number;
}

export interface PokerPot {
  name: string;
  chips: number;
  seats: number[];
}

export interface BankedView {
  book: string;
  game: string;
  person: string;
  seat: number;
  number: number;
  playing: boolean;
  bank: number;
  decks: BankedDeck[];
  shuffled: boolean;
  cut: boolean;
  waiting: string[];
  seats: BankedSeat[];
  round: BankedRound | null;
}

export interface BankedSeat {
  seat: number;
  name: string;
  stack: number;
  away: boolean;
  promises: string[];
}

export interface BankedDeck {
  name: string;
  back: string;
  opening: string[];
  change_due: boolean;
}

export interface BankedRound {
  phase: string;
  turn: number;
  dealer: string[];
  dealer_hand: string;
  qualifies: boolean;
  community: string[];
  stub: number;
  places: BankedPlace[];
}

export interface BankedPlace {
  seat: number;
  owner: string;
  wagers: Record<string, number>;
  gains: Record<string, number>;
  lines: BankedLine[];
  cards: string[];
  folded: boolean;
  hand: string;
}

export interface BankedLine {
  wager: string;
  stake: number;
  gain: number;
  clause: string;
}

export interface DiceView {
  book: string;
  game: string;
  person: string;
  seat: number;
  held: string;
  goes_by_points: boolean;
  phase: string;
  point: number;
  rolls: number;
  dice: [number, number];
  called: number[];
  disputed: boolean;
  shooter: string;
  offered_to: string;
  must_pass: boolean;
  released: boolean;
  shaken: number;
  layout: number;
  bank: number;
  waiting: string[];
  seats: DiceSeat[];
  wagers: DiceWager[];
  decided: DiceWager[];
}

export interface DiceSeat {
  seat: number;
  name: string;
  stack: number;
  away: boolean;
  promises: string[];
  barred: string[];
}

export interface DiceWager {
  id: string;
  seat: number;
  owner: string;
  kind: string;
  name: string;
  number: number;
  faces: string;
  amount: number;
  odds_on: string;
  off: boolean;
  on_requested: boolean;
  result: string;
  paid: number;
  taken: number;
}

export interface CommandFrame {
  type: "command";
  id: string;
  command: Record<string, any>;
  table?: number;
  expects?: number | null;
}

export interface WatchFrame {
  type: "watch";
  table: number;
  record?: number;
  reading?: boolean;
}

export interface UnwatchFrame {
  type: "unwatch";
  table: number;
}

export interface LobbyFrame {
  type: "lobby";
  on?: boolean;
}

export interface PreviewFrame {
  type: "preview";
  id: string;
  table: number;
  command: Record<string, any>;
}

export interface PingFrame {
  type: "ping";
  at?: number;
}

export interface Welcome {
  type: "welcome";
  person: string;
  kind: string;
  time: number;
  rules: string;
  protocol: number;
  heartbeat: number;
  roles?: string[];
  purse?: number;
  deposit?: number;
  seats?: number[];
}

export interface TableFrame {
  type: "table";
  time: number;
  picture: TablePicture;
  here?: string[];
  stakes?: string;
}

export interface EntriesFrame {
  type: "entries";
  time: number;
  news: NewsPicture;
}

export interface ReadingFrame {
  type: "reading";
  table: number;
  hands?: Reading[];
  seen?: string[];
  division?: Division | null;
}

export interface AnswerFrame {
  type: "answer";
  id: string;
  ok: boolean;
  first?: number;
  last?: number;
  said?: string;
  clause?: string;
  legal?: string;
  given?: Record<string, any>;
  again?: boolean;
}

export interface RulingFrame {
  type: "ruling";
  id: string;
  ok: boolean;
  said?: string;
  clause?: string;
  ruling?: Record<string, any>;
  again?: boolean;
}

export interface LobbyNews {
  type: "lobby";
  tables: LobbyTable[];
  people?: number;
}

export interface PresenceFrame {
  type: "presence";
  table: number;
  here: string[];
}

export interface PurseFrame {
  type: "purse";
  chips: number;
  deposit?: number;
}

export interface Notice {
  type: "notice";
  text: string;
  level?: string;
  table?: number;
  again?: boolean;
}

export interface Pong {
  type: "pong";
  at: number;
  time: number;
}

export type FromClient = CommandFrame | WatchFrame | UnwatchFrame | LobbyFrame | PreviewFrame | PingFrame;

export type FromServer = Welcome | TableFrame | EntriesFrame | ReadingFrame | AnswerFrame | RulingFrame | LobbyNews | PresenceFrame | PurseFrame | Notice | Pong;
