"""A shuffle and dice that can be trusted: sealed before anybody's word is known, proved afterwards.

Everything here is pure: bytes of chance come in as arguments, and the same bytes give the same cards.
`docs/fair-deal.md` specifies every byte, so that a stranger can check a deal without this program.
"""

from hoyle.room.fair.deals import Opening, SealedDeck, SealedThrow
from hoyle.room.fair.proof import (
    Proof,
    Sealed,
    proof_of_decks,
    proof_of_throws,
    proof_text,
    read_proof,
    read_sealed,
    sealed_of,
)
from hoyle.room.fair.seal import Seal, label_of
from hoyle.room.fair.verdict import Check, Verdict, rederive, verify

__all__ = [
    "Check",
    "Opening",
    "Proof",
    "Seal",
    "Sealed",
    "SealedDeck",
    "SealedThrow",
    "Verdict",
    "label_of",
    "proof_of_decks",
    "proof_of_throws",
    "proof_text",
    "read_proof",
    "read_sealed",
    "rederive",
    "sealed_of",
    "verify",
]
