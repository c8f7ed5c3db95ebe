/** What the floor desk is told over HTTP. */

export interface Dispute {
  number: number;
  by: string;
  about: string;
  ruling?: string;
}

export interface SettledDispute extends Dispute {
  ruling: string;
  /** When, by the room's clock. */
  ruled: number;
}

export interface Deck {
  name: string;
  use: "in play" | "resting" | "gone";
  back?: string;
}

/** How the decks of a table are kept. */
export interface Kept {
  shuffler: boolean;
  rounds: number;
  steps: { step: string; clause: string; done?: boolean; by?: string[] }[];
  rules: { what: string; value: number; clause: string }[];
}

export interface FloorLine {
  table: number;
  title: string;
  game: string;
  book: string;
  kind: string;
  paused: boolean;
  stopped: boolean;
  closing: boolean;
  open: Dispute[];
  ruled: number;
  settled: SettledDispute[];
  decks: Deck[];
}

export interface ReportField {
  name: string;
  kind: "seat" | "person" | "number" | "flag" | "line" | "text" | "given";
  needed?: boolean;
  value?: string;
  options?: string[];
}

export interface ReportForm {
  do: string;
  words: string;
  fields: ReportField[];
  previewed?: boolean;
  clause?: string;
  /** The book is asked, and nothing carried out. */
  asked?: boolean;
}

/** A ruling before it is carried out. */
export interface Told {
  words?: string;
  clauses?: string[];
  rows?: { what: "cards" | "hands" | "money" | "decided"; words: string; clause?: string }[];
  /** Hands that it changes, as everybody sees them. */
  hands?: { who: string; now: string[]; after: string[] }[];
  asked?: boolean;
  /** The book has no rule: the house decides. */
  silent?: boolean;
}

export interface FloorTable extends FloorLine {
  seats: { seat: number; person: string }[];
  waiting: string[];
  disputes: Dispute[];
  reports: ReportForm[];
  kept: Kept | null;
}

/** What was settled on the reader's own day. */
export const ruledToday = (line: FloorLine, now: number): SettledDispute[] =>
  line.settled.filter((dispute) => new Date(dispute.ruled).toDateString() === new Date(now).toDateString());

export type Facts = Record<string, string | number | boolean>;

/** What a report is about, before anybody has said anything. */
export const given = (form: ReportForm): Facts =>
  Object.fromEntries(form.fields.filter((field) => field.value).map((field) => [field.name, field.value!]));

/** Reports in whose words or clause all of these words are. */
export function matching(reports: readonly ReportForm[], asked: string): ReportForm[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  return reports.filter((report) => {
    const text = `${report.words} ${report.clause ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Facts that are worth sending: what was left empty is left out. */
export function told(form: ReportForm, facts: Facts): Facts {
  return Object.fromEntries(
    form.fields.filter((field) => facts[field.name] !== undefined && facts[field.name] !== "").map((field) => [field.name, facts[field.name]!]),
  );
}

/** Whether everything that a report cannot do without has been said. */
export const complete = (form: ReportForm, facts: Facts): boolean =>
  form.fields.every((field) => !field.needed || (facts[field.name] !== undefined && facts[field.name] !== ""));
