"""Provably fair draws: commit to a secret, draw cards or dice from it, prove and verify the result.

All functions are pure: random bytes are arguments, and the same bytes give the same cards.
`docs/fair-deal.md` specifies every byte, so that anyone can check a deal without this program.
"""

from hoyle.fairness.commitment import Commitment, label_of
from hoyle.fairness.committed_draws import CardOpening, CommittedDeck, CommittedThrow
from hoyle.fairness.proof_verification import Check, VerificationResult, rederive, verify
from hoyle.fairness.round_proof import (
    AuditorSecret,
    RoundProof,
    auditor_secret,
    proof_of_decks,
    proof_of_throws,
    proof_text,
    read_auditor_secret,
    read_proof,
)

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
