"""Committed draws: a shuffled deck that stays hidden, or dice and cards thrown in the open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple, Self

from hoyle.core.cards import DECK, card_text, cards_text, check_card, check_distinct
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import check_int
from hoyle.fairness.commitment import CUT, DRAW, THROW, Commitment, canonical_nonces, draw_context_hash
from hoyle.fairness.merkle_tree import Tree, deck_root, leaf_of, salts_of
from hoyle.fairness.random_stream import RandomStream
from hoyle.fairness.shuffle_and_cut import check_cut, cut_deck, draw_cut_size, shuffled

MAX_DICE: Final = 100
SIDES: Final = 6


class CardOpening(NamedTuple):
    """Opening of one card in a committed deck: its position, salt and Merkle path."""

    card: int
    position: int
    """Position in the shuffled deck before any cut; the top card is 1."""
    dealt: int
    """Position after all cuts; the first card off the deck is 1."""
    salt: bytes
    path: tuple[bytes, ...]


class CommittedDeck:
    """Deck, or discards, shuffled and cut under a commitment, with the root that fixes every card.

    The same arguments always give the same deck, so that a deal survives an interruption.
    """

    def __init__(
        self,
        commitment: Commitment,
        nonces: Mapping[str, bytes],
        label: str,
        cards: Iterable[int] = DECK,
        *,
        cut: tuple[int, int] | None = None,
        recuts: Sequence[int] = (),
    ) -> None:
        """Shuffle `cards`, given in any order; `cut` has the bounds of a cut, `recuts` later ordered cuts."""
        if commitment.is_revealed:
            raise IllegalError(
                "a seal that is opened would show every card of a deck", legal="a seal that stays closed"
            )
        # Sorted first: otherwise the house could choose the initial order.
        sorted_cards = sorted(cards)
        if not sorted_cards:
            raise InvalidError("no cards: at least one is shuffled")
        for card in sorted_cards:
            check_card(card)
        check_distinct(sorted_cards)
        least, most = cut or (0, 0)
        if cut is not None:
            check_cut(least, most, len(sorted_cards))
        for count in recuts:
            check_cut(count, count, len(sorted_cards))
        self.commitment = commitment
        self.nonces = canonical_nonces(nonces)
        self.label = label
        self.bounds = cut
        self.recuts = tuple(recuts)
        terms = draw_context_hash(label, commitment.hash, self.nonces, count=len(sorted_cards), least=least, most=most)
        stream = RandomStream(commitment.secret, terms)
        self.shuffled = shuffled(sorted_cards, stream.below)
        """Cards as committed: before any cut, top card first."""
        self.cut = 0 if cut is None else draw_cut_size(stream.below, least, most)
        """Number of cards cut off the top; 0 where no cut is made."""
        self.cards = cut_deck(self.shuffled, self._total_cut())
        """Cards as dealt: after all cuts, top card first."""
        self._terms = terms

    # Computed lazily: a caller that needs only the cut needs no hashes.

    @cached_property
    def _salts(self) -> list[bytes]:
        return salts_of(self.commitment.secret, self._terms, len(self.shuffled))

    @cached_property
    def _tree(self) -> Tree:
        salted_cards = enumerate(zip(self._salts, self.shuffled, strict=True), 1)
        return Tree([leaf_of(salt, position, card) for position, (salt, card) in salted_cards])

    @property
    def top(self) -> bytes:
        return self._tree.top

    @cached_property
    def root(self) -> bytes:
        """Root hash, published before the first card is dealt."""
        return deck_root(self._terms, self.cut, self.top)

    def openings(self, cards: Iterable[int]) -> list[CardOpening]:
        """Return the openings that prove these cards of a deck and reveal nothing of any other."""
        positions = {card: position for position, card in enumerate(self.shuffled, 1)}
        openings = []
        for card in cards:
            if card not in positions:
                raise InvalidError(f"{card_text(card)} is not in this deck of {len(positions)} cards")
            position = positions[card]
            openings.append(
                CardOpening(
                    card=card,
                    position=position,
                    dealt=dealt_place(position, len(positions), self._total_cut()),
                    salt=self._salts[position - 1],
                    path=tuple(self._tree.path(position)),
                )
            )
        return openings

    def _total_cut(self) -> int:
        """Return how many cards all cuts together moved from the top to the bottom."""
        return (self.cut + sum(self.recuts)) % len(self.shuffled)


def dealt_place(position: int, count: int, cut: int) -> int:
    """Return the dealt position of a shuffled position after `cut` cards were cut in all."""
    return (position - 1 - cut) % count + 1


class CommittedThrow:
    """Open draw under a commitment: dice, cards for the button, or a cut; the revealed secret proves it."""

    def __init__(
        self,
        commitment: Commitment,
        nonces: Mapping[str, bytes],
        label: str,
        *,
        what: str,
        count: int,
        least: int,
        most: int,
    ) -> None:
        """Draw the values; callers use `dice`, `draw` or `cut`, which pass the kind `what` and its bounds."""
        if not commitment.is_revealed:
            raise IllegalError(
                "a seal that stays closed proves no throw, and may hide a deck", legal="a seal that opens"
            )
        check_draw(what, count, least, most)
        self.commitment = commitment
        self.nonces = canonical_nonces(nonces)
        self.label = label
        self.what = what
        self.count = count
        self.least = least
        self.most = most
        self.terms = draw_context_hash(label, commitment.hash, self.nonces, count=count, least=least, most=most)
        """Hash of the draw context, published before the throw: it fixes the nonces."""
        stream = RandomStream(commitment.secret, self.terms)
        if what == DRAW:
            self.values = tuple(shuffled(DECK, stream.below)[:count])
        else:
            self.values = tuple(draw_cut_size(stream.below, least, most) for _ in range(count))

    @classmethod
    def dice(cls, commitment: Commitment, nonces: Mapping[str, bytes], label: str, count: int = 2) -> Self:
        """Throw dice under a commitment."""
        return cls(commitment, nonces, label, what=THROW, count=count, least=1, most=SIDES)

    @classmethod
    def draw(cls, commitment: Commitment, nonces: Mapping[str, bytes], label: str, count: int) -> Self:
        """Draw different cards face up under a commitment, for the button or for seats."""
        return cls(commitment, nonces, label, what=DRAW, count=count, least=1, most=len(DECK))

    @classmethod
    def cut(cls, commitment: Commitment, nonces: Mapping[str, bytes], label: str, *, least: int, most: int) -> Self:
        """Draw the number of cards that a player cuts, under a commitment."""
        return cls(commitment, nonces, label, what=CUT, count=1, least=least, most=most)

    @property
    def text(self) -> str:
        """Values of an open draw as text: ``3 5``, ``Ah Kd``."""
        return cards_text(self.values) if self.what == DRAW else " ".join(str(value) for value in self.values)


def check_draw(what: str, count: int, least: int, most: int) -> None:
    """Refuse a kind of open draw, or bounds, that no table uses."""
    if what == THROW:
        check_int(count, "the number of dice", least=1, most=MAX_DICE)
        if (least, most) != (1, SIDES):
            raise InvalidError(f"a die that shows {least} to {most}: 1 to {SIDES}")
    elif what == DRAW:
        check_int(count, "the number of cards", least=1, most=len(DECK))
        if (least, most) != (1, len(DECK)):
            raise InvalidError(f"a draw out of {least} to {most}: 1 to {len(DECK)}")
    elif what == CUT:
        check_int(count, "the number of cuts", least=1, most=1)
        check_cut(least, most, len(DECK))
    else:
        raise InvalidError(f"{what!r} is not drawn: {THROW}, {DRAW} or {CUT}")
