/** What the floor desk is told over HTTP. */

export interface Dispute {
  number: number;
  by: string;
  about: string;
  ruling?: string;
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
}

export interface ReportField {
  name: string;
  kind: "seat" | "person" | "number" | "flag" | "line" | "text";
  needed?: boolean;
}

export interface ReportForm {
  do: string;
  words: string;
  fields: ReportField[];
  previewed?: boolean;
}

export interface FloorTable extends FloorLine {
  seats: { seat: number; person: string }[];
  waiting: string[];
  disputes: Dispute[];
  reports: ReportForm[];
}

export type Facts = Record<string, string | number | boolean>;

/** Facts that are worth sending: what was left empty is left out. */
export function told(form: ReportForm, facts: Facts): Facts {
  return Object.fromEntries(
    form.fields.filter((field) => facts[field.name] !== undefined && facts[field.name] !== "").map((field) => [field.name, facts[field.name]!]),
  );
}

/** Whether everything that a report cannot do without has been said. */
export const complete = (form: ReportForm, facts: Facts): boolean =>
  form.fields.every((field) => !field.needed || (facts[field.name] !== undefined && facts[field.name] !== ""));
