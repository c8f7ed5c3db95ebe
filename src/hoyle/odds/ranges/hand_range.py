"""Hand range: the hands that range notation (`QQ+, AKs@50%`) names, with weights.

Items are separated by commas and added up. ``:`` means *and*, ``!`` *and not*, brackets group, ``@`` gives
an item a weight (``@50%``, ``@0.5``); if several items name a hand, the last one's weight counts.

Hold'em: ``QQ+``, ``TT-77``, ``AKs``, ``AQo+``, ``A5s-A2s``, ``76s+`` (two neighbours climb together, other
hands by their lower card).
Omaha: ``AA**``, ``A2**ss``, ``KK$ds``, ``A23*``, ``[KQ]T+**``, ``Ah*h``, that is places in any order, those
missing being ``*``, then features of the hand. ``ss`` is single-suited (one suit twice, no other), ``ds``
double-suited (two suits twice or more, no third), ``rb`` rainbow, also as words of their own (``AA:ds``);
with a dollar sign also ``$np`` no pair, ``$op`` one pair, ``$tp`` two pairs, ``$nt`` no three of a kind.
Both: ``15%`` the best of all hands, ``20%-40%`` those between, by equity against a random hand
(:mod:`hoyle.odds.ranges.holdem_percentiles`, :mod:`hoyle.odds.ranges.omaha_percentiles`).

A place is a rank and a suit, or one of them; a suit right after a rank belongs to it. The rank may be a list
(``[AKQ]``, ``[A-T]``, ``[T+]``, ``[9-]``), a group (``$R`` A-T, ``$B`` A-J, ``$M`` T-7, ``$Z`` 6-2, ``$N``
K-9, ``$F`` K-J, ``$L`` A and 8-2, ``$W`` A and 5-2) or a variable, ``R O N P``; the suit may be a variable,
``w x y z``. The same variable is the same rank or suit, different ones are different, and none is a rank or
suit named in the same word: ``AxAyxy``, ``RROO``, ``ssxx``.

``+`` or ``-`` after all ranks of an Omaha word moves them together, aces staying where others can move:
``KK+``, ``JT98+``, ``T987-``, ``AT9+$ds``; between two ends it spans them: ``TT-77``, ``AxKx-JxTx**``. A
``+`` in the middle (``T+T+``) is that rank or higher.

>>> len(parse_range("holdem", "QQ+, AKs")), len(parse_range("omaha-high", "AA**"))
(22, 6961)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import comb, gcd, lcm
from typing import TYPE_CHECKING, Final

from hoyle.core.cards import cards_text
from hoyle.core.errors import InvalidError
from hoyle.odds.kernel_loader import cores, kernel
from hoyle.odds.ranges.card_slots import ALL_CARDS
from hoyle.odds.ranges.omaha_percentiles import standings
from hoyle.odds.ranges.range_parser import Program, RangeParser
from hoyle.odds.ranges.starting_hand_grid import Cell, as_html, build_grid
from hoyle.odds.showdown_rules import ShowdownRules, game

if TYPE_CHECKING:
    from random import Random

_HEAVIEST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Range:
    """Hand range: the hands that a notation names, each once, with their weights.

    >>> import hoyle
    >>> aces_and_kings = hoyle.odds.parse_range("holdem", "AA, AKs")
    >>> len(aces_and_kings), aces_and_kings.size
    (10, 2)
    """

    text: str
    game: str
    size: int
    cards: bytes
    """Concatenated holdings, ``size`` cards each."""
    weights: tuple[int, ...] | None
    """Integer weight of each holding, or None if all are equal."""
    heaviest: Fraction = Fraction(1)
    """Weight of the heaviest holding, as written."""
    deck: int = 52
    """Number of cards that hands can be dealt from."""

    def __len__(self) -> int:
        return len(self.cards) // self.size

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for start in range(0, len(self.cards), self.size):
            yield tuple(self.cards[start : start + self.size])

    def __str__(self) -> str:
        return f"{self.text}: {self._count()}"

    def _repr_html_(self) -> str:
        rows = self.chart()
        if rows is not None:
            return as_html(rows, caption=str(self))
        return f"<table><tr><th>{escape(self.text)}</th><td>{self._count()}</td></tr></table>"

    def _count(self) -> str:
        """Return the number and share of hands as text: ``22 of 1,326 hands (1.66%)``."""
        weight_text = "" if self.weighed == len(self) else f", by weight {float(self.weighed):,.6g}"
        return f"{len(self):,} of {comb(self.deck, self.size):,} hands{weight_text} ({self.share:.2%})"

    @property
    def weighed(self) -> Fraction:
        """Number of hands, each counted by its weight, the heaviest as at most one.

        >>> parse_range("holdem", "AA@50%, KK").weighed
        Fraction(9, 1)
        """
        weighted_count = len(self) if self.weights is None else Fraction(sum(self.weights), max(self.weights))
        return weighted_count * min(self.heaviest, Fraction(1))

    @property
    def share(self) -> float:
        """Share of all hands that can be dealt, each counted by its weight."""
        return float(self.weighed / comb(self.deck, self.size))

    def chart(self) -> list[list[Cell]] | None:
        """Build the starting-hand grid of a hold'em range; None for other games."""
        return build_grid(self, self.weights, full=min(float(self.heaviest), 1.0)) if self.size == 2 else None

    def sample(self, count: int, chance: Random) -> list[tuple[int, ...]]:
        """Draw random hands of the range by weight, with the caller's random generator."""
        indexes = chance.choices(range(len(self)), self.weights, k=count)
        return [tuple(self.cards[index * self.size : (index + 1) * self.size]) for index in indexes]


def parse_range(game_or_rules: str | ShowdownRules, text: str, *, gone: Collection[int] = ()) -> Range:
    """Parse range notation; return the hands of ``text`` without any card in ``gone``.

    >>> print(parse_range("holdem", "QQ+, AKs"))
    QQ+, AKs: 22 of 1,326 hands (1.66%)
    """
    rules = game(game_or_rules) if isinstance(game_or_rules, str) else game_or_rules
    if not rules.flop:
        raise InvalidError(f"{rules.name} has no ranges: give the cards known, '??' for those that are not")
    parser = RangeParser(text, rules)
    items = parser.items()
    free = ALL_CARDS
    for card in gone:
        free &= ~(1 << card)
    programs = [item for item, _ in items]
    equities = standings(rules) if parser.by_standing else b""
    cards, numbers = kernel.holdings(programs, rules.holes, free, equities, cores(), None)
    if not cards:
        reason = ""
        if gone and kernel.holdings(programs, rules.holes, ALL_CARDS, equities, cores(), None)[0]:
            reason = f" once {cards_text(gone)} are gone"
        raise InvalidError(f"range {text!r} names no hand{reason}")
    heaviest = max(items[number][1] for number in set(memoryview(numbers).cast("H")))
    return Range(text, rules.name, rules.holes, cards, _weights(items, numbers, text), heaviest, free.bit_count())


def _weights(items: list[tuple[Program, Fraction]], numbers: bytes, text: str) -> tuple[int, ...] | None:
    """Return the weight of each hand as a small integer in the same proportions; None if all are equal.

    `numbers` has the number of the item that each hand comes from, in 16 bits.
    """
    weights = [weight for _, weight in items]
    if len(set(weights)) == 1:
        return None
    scale = lcm(*[weight.denominator for weight in weights])
    integers = [int(weight * scale) for weight in weights]
    divisor = gcd(*integers)
    integers = [weight // divisor for weight in integers]
    if max(integers) > _HEAVIEST:
        raise InvalidError(f"the weights of range {text!r} are too far apart: at most 1 to {_HEAVIEST}")
    item_numbers = memoryview(numbers).cast("H")
    return tuple([integers[number] for number in item_numbers])
