/** Types of the floor pages' HTTP answers, and helpers for report forms. */

import type { FloorTableSummary, ReportForm, SettledDispute } from "../lib/api";

/** Preview of a ruling before it is carried out. */
export interface RulingPreview {
  words?: string;
  clauses?: string[];
  rows?: { what: "cards" | "hands" | "money" | "decided"; words: string; clause?: string }[];
  /** Hands that the ruling changes, as everyone sees them. */
  hands?: { who: string; now: string[]; after: string[] }[];
  asked?: boolean;
  /** Whether the book has no rule, so that the house decides. */
  silent?: boolean;
}

/** Return the disputes that were settled today, in the user's time zone. */
export const ruledToday = (line: FloorTableSummary, now: number): SettledDispute[] =>
  line.settled.filter((dispute) => new Date(dispute.ruled).toDateString() === new Date(now).toDateString());

export type ReportValues = Record<string, string | number | boolean>;

/** Return the values that a report's form starts with. */
export const presetFields = (form: ReportForm): ReportValues =>
  Object.fromEntries(form.fields.filter((field) => field.value).map((field) => [field.name, field.value!]));

/** Return the reports whose description or clause contains every word of the query. */
export function matchingReports(reports: readonly ReportForm[], query: string): ReportForm[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return reports.filter((report) => {
    const text = `${report.words} ${report.clause ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Return the fields that have a value; empty fields are not sent. */
export function filledFields(form: ReportForm, facts: ReportValues): ReportValues {
  return Object.fromEntries(
    form.fields.filter((field) => facts[field.name] !== undefined && facts[field.name] !== "").map((field) => [field.name, facts[field.name]!]),
  );
}

/** Return whether every required field of a report has a value. */
export const isComplete = (form: ReportForm, facts: ReportValues): boolean =>
  form.fields.every((field) => !field.needed || (facts[field.name] !== undefined && facts[field.name] !== ""));
