"""Merkle tree over the positions of a deck: one root fixes all cards, each can be opened alone.

A leaf is the hash of a salt, a position and its card. The salt prevents guessing the card by trying all 52. A
node is the hash of its two children; a node without a sibling moves up unchanged.
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
    """Merkle tree with all hashes from the leaves to the top."""

    __slots__ = ("_levels", "top")

    def __init__(self, leaves: Sequence[bytes]) -> None:
        level = list(leaves)
        self._levels = [level]
        while len(level) > 1:
            parents = [_node(left, right) for left, right in zip(level[::2], level[1::2], strict=False)]
            level = parents if len(level) % 2 == 0 else [*parents, level[-1]]
            self._levels.append(level)
        self.top: bytes = level[0]

    def path(self, position: int) -> list[bytes]:
        """Return the Merkle path of a position, counted from 1: the siblings on the way to the top."""
        siblings = []
        index = position - 1
        for level in self._levels:
            if index ^ 1 < len(level):
                siblings.append(level[index ^ 1])
            index >>= 1
        return siblings


def merkle_top(leaf: bytes, position: int, count: int, path: Sequence[bytes]) -> bytes | None:
    """Compute the top hash from a leaf and its path; None if the path does not fit the position."""
    if not 1 <= position <= count:
        return None
    index, width, hash_ = position - 1, count, leaf
    siblings = list(path)
    while width > 1:
        if index ^ 1 < width:
            if not siblings:
                return None
            sibling = siblings.pop(0)
            hash_ = _node(sibling, hash_) if index & 1 else _node(hash_, sibling)
        index, width = index >> 1, (width + 1) >> 1
    return None if siblings else hash_


def salts_of(secret: bytes, terms: bytes, count: int) -> list[bytes]:
    """Derive an independent salt for every position of a deck."""
    key = hmac.digest(secret, _SALTS + terms, "sha256")
    return [hmac.digest(key, position.to_bytes(2, "big"), "sha256") for position in range(1, count + 1)]


def leaf_of(salt: bytes, position: int, card: int) -> bytes:
    """Hash a card at a position of the deck, counted from 1, to a leaf of the Merkle tree."""
    return sha256(_LEAF + salt + position.to_bytes(2, "big") + card_text(card).encode()).digest()


def deck_root(terms: bytes, cut: int, top: bytes) -> bytes:
    """Hash a deck, its cut and its draw context into the root that is published before the deal."""
    return sha256(_ROOT + terms + cut.to_bytes(2, "big") + top).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()
