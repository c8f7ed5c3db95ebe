/** Typography of the server's texts: curly apostrophes, 10 for T in ranks, grouped digits. */

import { groupDigits } from "./chips";

const RANKS = /(?<![\p{L}\d])[2-9TJQKA](?:-[2-9TJQKA])+(?![\p{L}\d])/gu;

export const typeset = (text: string): string =>
  groupDigits(text)
    .replace(RANKS, (ranks) => ranks.replaceAll("T", "10"))
    .replace(/(^|[\s(\[])'/g, "$1‘")
    .replaceAll("'", "’");

const PROSE = new Set(["title", "summary", "decision", "problem", "alternative", "why"]);

/** Return an answer of the server with its prose fields typeset. */
export function typesetAll<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => typesetAll(item)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, PROSE.has(key) && typeof field === "string" ? typeset(field) : typesetAll(field)]),
  ) as T;
}

/** Return a message of the server as a sentence: capitalized, with a full stop. */
export function asSentence(text: string): string {
  const sentence = typeset(text.trim());
  if (!sentence) return "";
  return sentence[0]!.toUpperCase() + sentence.slice(1) + (/[.!?…]$/.test(sentence) ? "" : ".");
}
