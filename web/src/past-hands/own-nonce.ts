/**
 * This browser's own part in a fair deal: chance of its own thrown in once the house has sealed its secret, and
 * what the room publishes before the cards written down. A proof that was made up afterwards as a whole would
 * hold in itself; it would not be what was noted here.
 */

import type { EventView, TableUpdate } from "../lib/protocol";
import { toHex } from "./webcrypto";
import type { Proof } from "./proof";

const KEY = "hoyle.noted";
const MOST = 400;
const DAY = 86_400_000;

interface Noted {
  /** What it is a hash of: the label of a draw, or the commitment that a nonce was thrown in for. */
  of: string;
  value: string;
  time: number;
}

function load(): Noted[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Noted[]) : [];
  } catch {
    return [];
  }
}

function keep(fresh: Noted[]): void {
  if (!fresh.length) return;
  const known = new Set(fresh.map((one) => one.of));
  try {
    localStorage.setItem(KEY, JSON.stringify([...load().filter((one) => !known.has(one.of)), ...fresh].slice(-MOST)));
  } catch {
    // A browser that keeps nothing checks the proof in itself.
  }
}

const named = (update: TableUpdate, name: string): EventView[] =>
  update.steps.flatMap((step) => step.events).filter((event) => event.name === name);

/** Take down what a table publishes before its cards. */
export function noteCommitments(update: TableUpdate, time: number): void {
  keep(named(update, "draw-committed").map(({ fields }) => ({ of: fields.label, value: fields.root, time })));
}

/** A nonce for a secret that the house has sealed, noted as our own. */
export function nonceFor(commitment: string, time: number): string {
  const value = toHex(crypto.getRandomValues(new Uint8Array(16)));
  keep([{ of: commitment, value, time }]);
  return value;
}

/** What was noted of the draws in a proof of a hand that began at this time. */
export function notedCommitments(proof: Proof, began: number): string[] {
  const drawn = new Set([...(proof.decks ?? []), ...(proof.throws ?? [])].map((one) => one.label));
  return load()
    .filter((one) => drawn.has(one.of) || one.of === proof.commitment)
    // Another room at the same address has the same labels.
    .filter((one) => Math.abs(one.time - began) < DAY)
    .map((one) => one.value);
}
