"""Sample rounds for tests of committed decks and dice: a secret, three nonces, the cards that ann saw."""

from __future__ import annotations

from hashlib import sha256

from hoyle.fairness import (
    Commitment,
    CommittedDeck,
    CommittedThrow,
    RoundProof,
    label_of,
    proof_of_decks,
    proof_of_throws,
)
from hoyle.fairness.commitment import SHUFFLE, THROW

SECRET = bytes(range(32))
NONCES = {"ann": b"a" * 16, "bob": b"b" * 32, "cyd": b"c" * 64}
LABEL = label_of(7, 12, SHUFFLE)
CUT = (10, 42)


def secret_of(number: int) -> bytes:
    """Return a fixed secret for each number, so that statistics are reproducible."""
    return sha256(b"test %d" % number).digest()


def a_deck(secret: bytes = SECRET, nonces: dict[str, bytes] = NONCES, label: str = LABEL) -> CommittedDeck:
    return CommittedDeck(Commitment(secret), nonces, label, cut=CUT)


def a_throw(secret: bytes = SECRET, number: int = 1, dice: int = 2) -> CommittedThrow:
    return CommittedThrow.dice(Commitment(secret, is_revealed=True), NONCES, label_of(7, 12, THROW, number), dice)


def seen(deck: CommittedDeck) -> dict[int, str]:
    """Return the cards that ann saw: two in their hand, five on the board."""
    return {
        card: "seat 1" if place in (0, 3) else "board"
        for place, card in enumerate(deck.cards[:9])
        if place not in (1, 2)
    }


def two_decks() -> tuple[CommittedDeck, CommittedDeck]:
    """Return the decks of a draw game that ran short and reshuffled its discards."""
    first = a_deck()
    return first, CommittedDeck(Commitment(SECRET), NONCES, label_of(7, 12, SHUFFLE, 2), first.cards[20:33])


def deck_proof() -> RoundProof:
    first, second = two_decks()
    return proof_of_decks(7, 12, "ann", [(first, seen(first)), (second, {second.cards[4]: "seat 1, drawn"})])


def throw_proof() -> RoundProof:
    return proof_of_throws(7, 12, "ann", [a_throw(number=1), a_throw(number=2)])
