/** Parser of proof files: refuses files that are not proofs; `verify` checks the content. */

import type { RoundProof } from "../lib/api";

export const MAX_BYTES = 1_000_000;

const HASH = /^[0-9a-f]{64}$/;
const NONCE = /^([0-9a-f]{2}){16,64}$/;
const CARD = /^[2-9TJQKA][cdhs]$/;

/** Error for a file that is not a proof; its message is in `strings/past-hands.ts`. */
export class InvalidProof extends Error {
  constructor(readonly where: string) {
    super(where);
  }
}

type Test = (value: unknown) => boolean;

const isHash: Test = (value) => typeof value === "string" && HASH.test(value);
const isText: Test = (value) => typeof value === "string" && value.length >= 1 && value.length <= 200;
const isCount: Test = (value) => Number.isInteger(value) && (value as number) >= 0;
const isPlace: Test = (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 52;

function checkFields(value: unknown, where: string, required: Record<string, Test>, optional: Record<string, Test> = {}): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new InvalidProof(where);
  for (const [key, test] of Object.entries(required)) {
    if (!test((value as Record<string, unknown>)[key])) throw new InvalidProof(`${where} ${key}`.trim());
  }
  for (const [key, field] of Object.entries(value)) {
    if (key in required) continue;
    if (!optional[key]?.(field)) throw new InvalidProof(`${where} ${key}`.trim());
  }
}

const listOf =
  (check: (value: unknown) => void): Test =>
  (value) => {
    if (!Array.isArray(value)) return false;
    value.forEach(check);
    return true;
  };

const valid =
  (check: (value: unknown) => void): Test =>
  (value) => {
    check(value);
    return true;
  };

const checkOpening = (value: unknown): void =>
  checkFields(value, "openings", {
    card: (card) => typeof card === "string" && CARD.test(card),
    position: isPlace,
    dealt: isPlace,
    where: isText,
    salt: isHash,
    path: (path) => Array.isArray(path) && path.length <= 6 && path.every(isHash),
  });

const checkDeck = (value: unknown): void =>
  checkFields(
    value,
    "decks",
    { label: isText, cards: isPlace, top: isHash, root: isHash },
    {
      cut: valid((cut) => checkFields(cut, "cut", { least: isPlace, most: isPlace, count: isPlace })),
      recuts: (recuts) => Array.isArray(recuts) && recuts.every(isPlace),
      openings: listOf(checkOpening),
    },
  );

const checkThrow = (value: unknown): void =>
  checkFields(value, "throws", {
    label: isText,
    what: (what) => what === "throw" || what === "draw" || what === "cut",
    count: (count) => isCount(count) && (count as number) >= 1 && (count as number) <= 100,
    least: isPlace,
    most: isPlace,
    terms: isHash,
    came: isText,
  });

export function readProof(text: string): RoundProof {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new InvalidProof("");
  }
  checkFields(
    data,
    "",
    {
      format: (format) => format === "hoyle proof 1",
      table: isCount,
      round: isCount,
      person: isText,
      commitment: isHash,
      nonces: (nonces) =>
        typeof nonces === "object" &&
        nonces !== null &&
        Object.values(nonces).every((nonce) => typeof nonce === "string" && NONCE.test(nonce)),
    },
    { decks: listOf(checkDeck), throws: listOf(checkThrow), secret: isHash },
  );
  const proof = data as RoundProof;
  // A proof has either decks or throws, and the secret behind a deck is never revealed to a person.
  if (Boolean(proof.decks?.length) === Boolean(proof.throws?.length)) throw new InvalidProof("decks, throws");
  if (proof.decks?.length && proof.secret) throw new InvalidProof("secret");
  return proof;
}
