/** Proofs made by the server verify here, and none verifies with a changed byte. */

import { describe, expect, it } from "vitest";
import fixtures from "./proofs.fixture.json";
import { verify } from "./proof";
import type { RoundProof } from "../lib/api";
import { readProof } from "./proof-file";

const proofs = fixtures.proofs as unknown as Record<string, RoundProof>;
const copy = (proof: RoundProof): RoundProof => JSON.parse(JSON.stringify(proof));

describe("a proof made by the room", () => {
  for (const [name, proof] of Object.entries(proofs)) {
    it(`holds: ${name}`, async () => {
      const verdict = await verify(readProof(JSON.stringify(proof)), [proof.commitment]);
      expect(verdict.checks.filter((check) => !check.good)).toEqual([]);
      expect(verdict.good).toBe(true);
    });

    it(`does not hold once anything in it is another: ${name}`, async () => {
      for (const change of tampered(proof)) {
        const wrong = copy(proof);
        change(wrong);
        expect((await verify(wrong)).good, String(change)).toBe(false);
      }
    });
  }
});

function* tampered(proof: RoundProof): Generator<(wrong: RoundProof) => void> {
  const flip = (hex: string): string => (hex[0] === "0" ? "1" : "0") + hex.slice(1);
  yield (wrong) => (wrong.commitment = flip(wrong.commitment));
  yield (wrong) => (wrong.round += 1);
  const [first] = Object.keys(proof.nonces);
  if (first) yield (wrong) => (wrong.nonces[first] = flip(wrong.nonces[first]!));
  for (const [at, deck] of (proof.decks ?? []).entries()) {
    yield (wrong) => (wrong.decks![at]!.root = flip(deck.root));
    yield (wrong) => (wrong.decks![at]!.top = flip(deck.top));
    if (deck.cut) yield (wrong) => (wrong.decks![at]!.cut!.count += 1);
    for (const [place, opened] of (deck.openings ?? []).entries()) {
      yield (wrong) => (wrong.decks![at]!.openings![place]!.card = opened.card === "2c" ? "3c" : "2c");
      yield (wrong) => (wrong.decks![at]!.openings![place]!.salt = flip(opened.salt));
      yield (wrong) => (wrong.decks![at]!.openings![place]!.dealt = (opened.dealt % 52) + 1);
      yield (wrong) => (wrong.decks![at]!.openings![place]!.position = (opened.position % 52) + 1);
      yield (wrong) => (wrong.decks![at]!.openings![place]!.path[0] = flip(opened.path[0]!));
      yield (wrong) => wrong.decks![at]!.openings![place]!.path.pop();
      yield (wrong) => wrong.decks![at]!.openings!.push(opened);
    }
  }
  for (const at of (proof.throws ?? []).keys()) {
    yield (wrong) => (wrong.throws![at]!.came = wrong.throws![at]!.came === "1 1" ? "1 2" : "1 1");
    yield (wrong) => (wrong.secret = flip(wrong.secret!));
  }
}

describe("what somebody noted before the deal", () => {
  const [proof] = Object.values(proofs) as [RoundProof];

  it("is in a proof that is his", async () => {
    expect((await verify(proof, [proof.commitment])).good).toBe(true);
  });

  it("tells of a proof that was made up afterwards", async () => {
    expect((await verify(proof, ["ab".repeat(32)])).good).toBe(false);
  });
});

describe("a file", () => {
  const [proof] = Object.values(proofs) as [RoundProof];

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["another format", JSON.stringify({ ...proof, format: "hoyle proof 2" })],
    ["a field nobody knows", JSON.stringify({ ...proof, extra: 1 })],
    ["a hash that is none", JSON.stringify({ ...proof, commitment: "AB" })],
    ["the secret of cards", JSON.stringify({ ...proof, secret: proof.commitment })],
    ["nothing drawn", JSON.stringify({ ...proof, decks: [] })],
  ])("is refused: %s", (_, text) => {
    expect(() => readProof(text)).toThrow();
  });
});
