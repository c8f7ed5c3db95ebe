"""Commitment to the house's secret, the players' nonces, and the context hash of a draw.

The commitment is published first; then every seated player contributes a nonce; then the draw is a function
of the secret, the nonces and the label alone. The house cannot choose it, since the secret was committed
before the nonces came, and no player can, since none knows the secret.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.core.validation import abbreviate, check_int, check_length

SECRET_BYTES: Final = 32
"""2^256 secrets: more than the 2^226 orders of a deck, so that every order is possible."""
MIN_NONCE: Final = 16
MAX_NONCE: Final = 64
MAX_PEOPLE: Final = 100
SHUFFLE: Final = "shuffle"
THROW: Final = "throw"
DRAW: Final = "draw"
CUT: Final = "cut"


def domain_tag(tag: str) -> bytes:
    """Return the prefix for hashes of one kind, so that none can pass for another kind."""
    return b"hoyle fair 1 " + tag.encode() + b"\0"


_SEAL_HIDDEN: Final = domain_tag("seal hidden")
_SEAL_OPENED: Final = domain_tag("seal opened")
_NONCE: Final = domain_tag("nonce")
_TERMS: Final = domain_tag("terms")


class Commitment:
    """Hash commitment to 32 secret bytes of the house.

    The secret of a deck is never revealed: it would show mucked hands. A commitment that `is_revealed` is for
    dice and other draws that hide nothing: its secret is their proof. The two have different hashes, so that
    neither can be used as the other.
    """

    __slots__ = ("hash", "is_revealed", "secret")

    def __init__(self, secret: bytes, *, is_revealed: bool = False) -> None:
        if len(secret) != SECRET_BYTES:
            raise InvalidError(f"a secret of {len(secret)} bytes: {SECRET_BYTES} are sealed")
        self.secret = bytes(secret)
        self.is_revealed = is_revealed
        self.hash = commitment_of(self.secret, opens=is_revealed)

    def nonce(self, person: str) -> bytes:
        """Return the nonce for a player or bot that sends none: derived from the secret, not chosen.

        Bytes drawn later, with the other nonces known, would let the house retry until it likes the deck.
        """
        return hmac.digest(self.secret, _NONCE + name_bytes(person), "sha256")

    def __repr__(self) -> str:
        return f"Commitment({self.hash.hex()})"  # never the secret: texts end up in logs


def commitment_of(secret: bytes, *, opens: bool) -> bytes:
    """Return the hash of a secret that is published before any nonce is contributed."""
    return sha256((_SEAL_OPENED if opens else _SEAL_HIDDEN) + secret).digest()


def label_of(table: int, round_: int, kind: str, number: int = 1) -> str:
    """Return the label of a draw, numbered from 1 under one commitment: none can be left out or repeated.

    >>> label_of(7, 12, SHUFFLE)
    'table 7 round 12 shuffle 1'
    """
    return f"table {table} round {round_} {kind} {number}"


def canonical_nonces(nonces: Mapping[str, bytes]) -> dict[str, bytes]:
    """Check the players' nonces and sort them by name."""
    if len(nonces) > MAX_PEOPLE:
        raise InvalidError(f"{len(nonces)} nonces: {MAX_PEOPLE} at most")
    for person, nonce in nonces.items():
        name_bytes(person)
        if not MIN_NONCE <= len(nonce) <= MAX_NONCE:
            raise InvalidError(f"the nonce of {abbreviate(person)} has {len(nonce)} bytes: {MIN_NONCE} to {MAX_NONCE}")
    return {person: bytes(nonces[person]) for person in sorted(nonces)}


def draw_context_hash(
    label: str, commitment: bytes, nonces: Mapping[str, bytes], *, count: int, least: int = 0, most: int = 0
) -> bytes:
    """Hash everything that is fixed before a draw; the drawn cards or dice depend on every bit of it.

    The draw is `count` cards with a cut of `least` to `most`, 0 and 0 for no cut, or `count` values within
    those bounds.
    """
    for number, noun in ((count, "the count"), (least, "the least"), (most, "the most")):
        check_int(number, noun, least=0, most=0xFFFF)
    ordered = canonical_nonces(nonces)
    parts = [_TERMS, name_bytes(label, "a label"), commitment, _two_bytes(len(ordered))]
    for person, nonce in ordered.items():
        parts += name_bytes(person), _two_bytes(len(nonce)), nonce
    return sha256(b"".join([*parts, _two_bytes(count), _two_bytes(least), _two_bytes(most)])).digest()


def name_bytes(text: str, noun: str = "a name") -> bytes:
    """Encode a text for hashing, as its length and its UTF-8; refuse one that cannot be printed."""
    check_length(text, noun)
    if not text or not text.isprintable():
        raise InvalidError(f"{noun} {abbreviate(text)}: at least one character, and only such as can be printed")
    encoded = text.encode()
    return _two_bytes(len(encoded)) + encoded


def _two_bytes(value: int) -> bytes:
    return value.to_bytes(2, "big")
