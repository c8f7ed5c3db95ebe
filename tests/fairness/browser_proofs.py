"""Fixture of proofs for the browser's verifier; `python -m tests.fairness.browser_proofs` writes it."""

from __future__ import annotations

from pathlib import Path

from msgspec import json

from hoyle.core.cards import DECK
from hoyle.fairness import Commitment, CommittedDeck, CommittedThrow, RoundProof, proof_of_decks, proof_of_throws
from hoyle.fairness.commitment import DRAW, SHUFFLE, THROW, label_of

FIXTURE = Path(__file__).parents[2] / "web" / "src" / "past-hands" / "proofs.fixture.json"


def proofs() -> dict[str, RoundProof]:
    """Return one proof of every kind that people are given."""
    hidden, opened = Commitment(bytes(range(32))), Commitment(bytes(range(32, 64)), is_revealed=True)
    nonces = {"Bob": b"\x22" * 20, "ann": b"\x11" * 16, "zoë": hidden.nonce("zoë")}
    whole = CommittedDeck(hidden, nonces, label_of(7, 12, SHUFFLE, 1), DECK, cut=(10, 42))
    again = CommittedDeck(hidden, nonces, label_of(7, 12, SHUFFLE, 2), whole.cards[30:], recuts=(5,))
    uncut = CommittedDeck(hidden, nonces, label_of(3, 1, SHUFFLE, 1), DECK)
    seen = dict.fromkeys(whole.cards[:4], "seat 1") | dict.fromkeys(whole.cards[20:25], "board")
    dice = [CommittedThrow.dice(opened, nonces, label_of(8, 3, THROW, 1))]
    drawn = [CommittedThrow.draw(opened, nonces, label_of(8, 4, DRAW, 1), 3)]
    return {
        "a deck with its cut": proof_of_decks(7, 12, "ann", [(whole, seen)]),
        "a reshuffle and a recut": proof_of_decks(
            7, 12, "zoë", [(whole, seen), (again, {again.cards[0]: "seat 2", again.cards[-1]: "board"})]
        ),
        "a deck from a shuffler": proof_of_decks(3, 1, "Bob", [(uncut, dict.fromkeys(uncut.cards[:6], "dealer"))]),
        "two dice": proof_of_throws(8, 3, "ann", dice),
        "cards for the button": proof_of_throws(8, 4, "ann", drawn),
    }


def written() -> bytes:
    """Encode the proofs as the text of the fixture."""
    return json.format(json.encode({"proofs": proofs()}), indent=1) + b"\n"


if __name__ == "__main__":
    FIXTURE.write_bytes(written())
