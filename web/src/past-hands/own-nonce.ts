/**
 * This browser's part in a fair deal: a random nonce contributed after the house has committed to its secret,
 * and a local copy of what the room publishes before the cards. A proof fabricated afterwards could be
 * consistent in itself, but would not match what was noted here.
 */

import type { EventView, TableUpdate } from "../lib/protocol";
import { toHex } from "./webcrypto";
import type { RoundProof } from "../lib/api";

const KEY = "hoyle.noted";
const MOST = 400;
const DAY = 86_400_000;

interface Noted {
  /** Key of the value: the label of a draw, or the commitment that a nonce was contributed to. */
  of: string;
  value: string;
  time: number;
}

function load(): Noted[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as Noted[]) : [];
  } catch {
    return [];
  }
}

function store(entries: Noted[]): void {
  if (!entries.length) return;
  const replaced = new Set(entries.map((entry) => entry.of));
  try {
    localStorage.setItem(KEY, JSON.stringify([...load().filter((entry) => !replaced.has(entry.of)), ...entries].slice(-MOST)));
  } catch {
    // Without local storage the proof can only be checked for consistency.
  }
}

const eventsNamed = (update: TableUpdate, name: string): EventView[] =>
  update.steps.flatMap((step) => step.events).filter((event) => event.name === name);

/** Note the roots that a table publishes before dealing. */
export function noteCommitments(update: TableUpdate, time: number): void {
  store(eventsNamed(update, "draw-committed").map(({ fields }) => ({ of: fields.label, value: fields.root, time })));
}

/** Return a random nonce for a commitment of the house, and note it. */
export function nonceFor(commitment: string, time: number): string {
  const value = toHex(crypto.getRandomValues(new Uint8Array(16)));
  store([{ of: commitment, value, time }]);
  return value;
}

/** Return the values noted for the draws in the proof of a hand that began at `began`. */
export function notedCommitments(proof: RoundProof, began: number): string[] {
  const drawn = new Set([...(proof.decks ?? []), ...(proof.throws ?? [])].map((draw) => draw.label));
  return load()
    .filter((entry) => drawn.has(entry.of) || entry.of === proof.commitment)
    // Another room at the same address may use the same labels.
    .filter((entry) => Math.abs(entry.time - began) < DAY)
    .map((entry) => entry.value);
}
