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
export interface DeckUpkeep {
  shuffler: boolean;
  rounds: number;
  steps: { step: string; clause: string; done?: boolean; by?: string[] }[];
  rules: { what: string; value: number; clause: string }[];
}

export interface FloorTableSummary {
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
export interface RulingPreview {
  words?: string;
  clauses?: string[];
  rows?: { what: "cards" | "hands" | "money" | "decided"; words: string; clause?: string }[];
  /** Hands that it changes, as everybody sees them. */
  hands?: { who: string; now: string[]; after: string[] }[];
  asked?: boolean;
  /** The book has no rule: the house decides. */
  silent?: boolean;
}

export interface FloorTable extends FloorTableSummary {
  seats: { seat: number; person: string }[];
  waiting: string[];
  disputes: Dispute[];
  reports: ReportForm[];
  kept: DeckUpkeep | null;
}

/** What was settled on the reader's own day. */
export const ruledToday = (line: FloorTableSummary, now: number): SettledDispute[] =>
  line.settled.filter((dispute) => new Date(dispute.ruled).toDateString() === new Date(now).toDateString());

export type ReportValues = Record<string, string | number | boolean>;

/** What a report is about, before anybody has said anything. */
export const presetFields = (form: ReportForm): ReportValues =>
  Object.fromEntries(form.fields.filter((field) => field.value).map((field) => [field.name, field.value!]));

/** Reports in whose words or clause all of these words are. */
export function matchingReports(reports: readonly ReportForm[], asked: string): ReportForm[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  return reports.filter((report) => {
    const text = `${report.words} ${report.clause ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Facts that are worth sending: what was left empty is left out. */
export function filledFields(form: ReportForm, facts: ReportValues): ReportValues {
  return Object.fromEntries(
    form.fields.filter((field) => facts[field.name] !== undefined && facts[field.name] !== "").map((field) => [field.name, facts[field.name]!]),
  );
}

/** Whether everything that a report cannot do without has been said. */
export const isComplete = (form: ReportForm, facts: ReportValues): boolean =>
  form.fields.every((field) => !field.needed || (facts[field.name] !== undefined && facts[field.name] !== ""));
