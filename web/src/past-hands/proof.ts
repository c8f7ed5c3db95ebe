/**
 * Verification of a deal's or throw's proof in the browser, with SHA-256 and HMAC of WebCrypto. Follows
 * docs/fair-deal.md to the byte, like `hoyle verify-deal` on the command line.
 */

import type { DeckProof, OpenedCard, RoundProof, ThrowProof } from "../lib/api";
import { hmac, concatenate, equalBytes, sha256, tag, utf8, toBytes, toHex, u16, u32 } from "./webcrypto";

/** Result of one check. */
export type Check =
  | { what: "labels"; good: boolean; label: string; wanted: string }
  | { what: "nonces"; good: boolean; own: boolean; others: number }
  | { what: "noted"; good: boolean }
  | { what: "root"; good: boolean; deck: number; cards: number }
  | { what: "cut"; good: boolean; deck: number; count: number; least: number; most: number }
  | { what: "card"; good: boolean; deck: number; card: string; wrong: "" | "path" | "place"; way: string[] }
  | { what: "once"; good: boolean; deck: number; value: string }
  | { what: "secret"; good: boolean; opened: boolean }
  | { what: "terms"; good: boolean; label: string }
  | { what: "throw"; good: boolean; label: string; came: string; again: string };

export interface Verdict {
  good: boolean;
  checks: Check[];
}

/** Verify a proof; `noted` are values written down before the deal: commitment, roots, own nonce. */
export async function verify(proof: RoundProof, noted: readonly string[] = []): Promise<Verdict> {
  const checks: Check[] = [checkLabels(proof), checkOwnNonce(proof)];
  const published = new Set([
    proof.commitment,
    proof.nonces[proof.person] ?? "",
    ...(proof.decks ?? []).map((deck) => deck.root),
    ...(proof.throws ?? []).map((item) => item.terms),
  ]);
  for (const value of noted) checks.push({ what: "noted", good: published.has(value.trim().toLowerCase()) });
  for (const [index, deck] of (proof.decks ?? []).entries()) checks.push(...(await deckChecks(proof, deck, index)));
  if (proof.throws?.length) checks.push(...(await throwChecks(proof, proof.throws)));
  return { good: checks.every((check) => check.good), checks };
}

/** Check that the draws' labels are consecutive: none was left out, repeated or taken from elsewhere. */
function checkLabels(proof: RoundProof): Check {
  const counted: Record<string, number> = {};
  const drawn = [
    ...(proof.decks ?? []).map((deck) => [deck.label, "shuffle"] as const),
    ...(proof.throws ?? []).map((item) => [item.label, item.what] as const),
  ];
  for (const [label, kind] of drawn) {
    counted[kind] = (counted[kind] ?? 0) + 1;
    const expected = `table ${proof.table} round ${proof.round} ${kind} ${counted[kind]}`;
    if (label !== expected) return { what: "labels", good: false, label, wanted: expected };
  }
  return { what: "labels", good: true, label: "", wanted: "" };
}

function checkOwnNonce(proof: RoundProof): Check {
  const own = Object.hasOwn(proof.nonces, proof.person);
  return { what: "nonces", good: true, own, others: Object.keys(proof.nonces).length - (own ? 1 : 0) };
}

function encodeNonces(proof: RoundProof): Uint8Array {
  const entries = Object.entries(proof.nonces).map(([name, nonce]) => [utf8(name), toBytes(nonce)] as const);
  // Sorted by the names' UTF-8 bytes, without the length prefix of two bytes.
  entries.sort(([a], [b]) => compareBytes(a.slice(2), b.slice(2)));
  return concatenate(u16(entries.length), ...entries.flatMap(([name, nonce]) => [name, u16(nonce.length), nonce]));
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    if (a[index] !== b[index]) return a[index]! - b[index]!;
  }
  return a.length - b.length;
}

function termsOf(proof: RoundProof, label: string, count: number, least: number, most: number): Promise<Uint8Array> {
  return sha256(
    tag("terms"), utf8(label), toBytes(proof.commitment), encodeNonces(proof), u16(count), u16(least), u16(most),
  );
}

async function deckChecks(proof: RoundProof, deck: DeckProof, deckIndex: number): Promise<Check[]> {
  const { least, most, count } = deck.cut ?? { least: 0, most: 0, count: 0 };
  const terms = await termsOf(proof, deck.label, deck.cards, least, most);
  const top = toBytes(deck.top);
  const root = await sha256(tag("root"), terms, u16(count), top);
  const checks: Check[] = [{ what: "root", good: toHex(root) === deck.root, deck: deckIndex, cards: deck.cards }];
  if (deck.cut) {
    const good = least <= count && count <= most && most < deck.cards;
    checks.push({ what: "cut", good, deck: deckIndex, count, least, most });
  }
  const offset = count + (deck.recuts ?? []).reduce((sum, recut) => sum + recut, 0);
  const opened = deck.openings ?? [];
  for (const opening of opened) checks.push(await checkOpening(deck, opening, offset, deckIndex));
  for (const value of duplicates(opened.map((opening) => opening.card))) checks.push({ what: "once", good: false, deck: deckIndex, value });
  for (const value of duplicates(opened.map((opening) => `${opening.position}`)))
    checks.push({ what: "once", good: false, deck: deckIndex, value });
  return checks;
}

function duplicates(values: string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

/**
 * Check that a card was at the position the proof states; `way` collects every hash from its leaf to the
 * root.
 */
async function checkOpening(deck: DeckProof, opening: OpenedCard, offset: number, deckIndex: number): Promise<Check> {
  const { card, position } = opening;
  let hash = await sha256(tag("leaf"), toBytes(opening.salt), u16(position), new TextEncoder().encode(card));
  const path = [toHex(hash)];
  let place = position - 1;
  let inRange = position >= 1 && position <= deck.cards;
  let step = 0;
  for (let width = deck.cards; inRange && width > 1; width = (width + 1) >> 1) {
    if ((place ^ 1) < width) {
      const sibling = opening.path[step++];
      if (sibling === undefined) {
        inRange = false;
        break;
      }
      const siblingHash = toBytes(sibling);
      hash = await (place & 1 ? sha256(tag("node"), siblingHash, hash) : sha256(tag("node"), hash, siblingHash));
      path.push(toHex(hash));
    }
    place >>= 1;
  }
  const reachesTop = inRange && step === opening.path.length && toHex(hash) === deck.top;
  path.push(deck.root);
  const dealtIndex = (((position - 1 - offset) % deck.cards) + deck.cards) % deck.cards;
  const failure = !reachesTop ? "path" : dealtIndex + 1 !== opening.dealt ? "place" : "";
  return { what: "card", good: !failure, deck: deckIndex, card, wrong: failure, way: path };
}

async function throwChecks(proof: RoundProof, throws: ThrowProof[]): Promise<Check[]> {
  if (!proof.secret) return [{ what: "secret", good: false, opened: false }];
  const secret = toBytes(proof.secret);
  const matchesCommitment = toHex(await sha256(tag("seal opened"), secret)) === proof.commitment;
  const checks: Check[] = [{ what: "secret", good: matchesCommitment, opened: true }];
  for (const item of throws) {
    const terms = await termsOf(proof, item.label, item.count, item.least, item.most);
    if (!equalBytes(terms, toBytes(item.terms))) {
      checks.push({ what: "terms", good: false, label: item.label });
      continue;
    }
    const recomputed = await recompute(secret, terms, item);
    checks.push({ what: "throw", good: recomputed === item.came, label: item.label, came: item.came, again: recomputed });
  }
  return checks;
}

/** Recompute a throw, cut or draw from the secret and its terms. */
async function recompute(secret: Uint8Array, terms: Uint8Array, item: ThrowProof): Promise<string> {
  const stream = new Stream(await hmac(secret, tag("stream"), terms));
  if (item.what === "throw") {
    const dice: number[] = [];
    for (let die = 0; die < item.count; die++) dice.push(item.least + (await stream.below(item.most - item.least + 1)));
    return dice.join(" ");
  }
  if (item.what === "cut") return `${item.least + (await stream.below(item.most - item.least + 1))}`;
  const deck = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
  for (let index = deck.length - 1; index > 0; index--) {
    const swap = await stream.below(index + 1);
    [deck[index], deck[swap]] = [deck[swap]!, deck[index]!];
  }
  return deck.slice(0, item.count).join(" ");
}

class Stream {
  #block = 0;
  #left: number[] = [];

  constructor(readonly key: Uint8Array) {}

  /** Return a uniformly distributed number below n. */
  async below(n: number): Promise<number> {
    if (n <= 1) return 0;
    const bits = 32 - Math.clz32(n - 1);
    for (;;) {
      let value = 0;
      for (let index = 0; index < Math.ceil(bits / 8); index++) value = value * 256 + (await this.#byte());
      value &= 2 ** bits - 1;
      if (value < n) return value;
    }
  }

  async #byte(): Promise<number> {
    if (!this.#left.length) this.#left = [...(await hmac(this.key, u32(this.#block++)))];
    return this.#left.shift()!;
  }
}
