"""A shuffle and dice that can be trusted: sealed before anybody's word is known, proved afterwards.

Everything here is pure: bytes of chance come in as arguments, and the same bytes give the same cards.
`docs/fair-deal.md` specifies every byte, so that a stranger can check a deal without this program.
"""

from hoyle.room.fair.deals import CardOpening, CommittedDeck, CommittedThrow
from hoyle.room.fair.proof import (
    AuditorSecret,
    RoundProof,
    auditor_secret,
    proof_of_decks,
    proof_of_throws,
    proof_text,
    read_auditor_secret,
    read_proof,
)
from hoyle.room.fair.seal import Commitment, label_of
from hoyle.room.fair.verdict import Check, VerificationResult, rederive, verify

__all__ = [
    "AuditorSecret",
    "CardOpening",
    "Check",
    "Commitment",
    "CommittedDeck",
    "CommittedThrow",
    "RoundProof",
    "VerificationResult",
    "auditor_secret",
    "label_of",
    "proof_of_decks",
    "proof_of_throws",
    "proof_text",
    "read_auditor_secret",
    "read_proof",
    "rederive",
    "verify",
]
