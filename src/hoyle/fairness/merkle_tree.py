"""Merkle tree over the positions of a deck: one root fixes all cards, each can be opened alone.

A leaf is the hash of a salt, a place and its card. Without the salt a leaf tells nothing: nobody can
try the 52 cards. Two nodes are joined by their hash; a node without a neighbour moves up as it is.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from hoyle.core.cards import card_text
from hoyle.fairness.commitment import domain_tag

_SALTS: Final = domain_tag("salts")
_LEAF: Final = domain_tag("leaf")
_NODE: Final = domain_tag("node")
_ROOT: Final = domain_tag("root")


class Tree:
    """All hashes from the leaves to the top."""

    __slots__ = ("_levels", "top")

    def __init__(self, leaves: Sequence[bytes]) -> None:
        level = list(leaves)
        self._levels = [level]
        while len(level) > 1:
            joined = [_node(left, right) for left, right in zip(level[::2], level[1::2], strict=False)]
            level = joined if len(level) % 2 == 0 else [*joined, level[-1]]
            self._levels.append(level)
        self.top: bytes = level[0]

    def path(self, position: int) -> list[bytes]:
        """The neighbours on the way from a place, counted from 1, to the top."""
        found = []
        at = position - 1
        for level in self._levels:
            if at ^ 1 < len(level):
                found.append(level[at ^ 1])
            at >>= 1
        return found


def merkle_top(leaf: bytes, position: int, count: int, path: Sequence[bytes]) -> bytes | None:
    """The top that a leaf at this place of `count` leads to; None if the path is not of that place."""
    if not 1 <= position <= count:
        return None
    at, width, hash_ = position - 1, count, leaf
    left = list(path)
    while width > 1:
        if at ^ 1 < width:
            if not left:
                return None
            neighbour = left.pop(0)
            hash_ = _node(neighbour, hash_) if at & 1 else _node(hash_, neighbour)
        at, width = at >> 1, (width + 1) >> 1
    return None if left else hash_


def salts_of(secret: bytes, terms: bytes, count: int) -> list[bytes]:
    """A salt for every place: to know some of them is to know nothing of the others."""
    key = hmac.digest(secret, _SALTS + terms, "sha256")
    return [hmac.digest(key, place.to_bytes(2, "big"), "sha256") for place in range(1, count + 1)]


def leaf_of(salt: bytes, position: int, card: int) -> bytes:
    """What stands for a card at a place, counted from 1."""
    return sha256(_LEAF + salt + position.to_bytes(2, "big") + card_text(card).encode()).digest()


def deck_root(terms: bytes, cut: int, top: bytes) -> bytes:
    """What is published before the first card: the deck, its cut, and the terms it was drawn by."""
    return sha256(_ROOT + terms + cut.to_bytes(2, "big") + top).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()
