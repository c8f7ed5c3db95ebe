"""Starting hands: score and percentile of every starting hand of a game.

A hand's score is its average share of the pot against three random hands, over the same deals for all hands;
its standing is the fraction of starting hands that score less. The results are deterministic: the deals are
the same in every process, and the results ship with the program (`load`).
"""

from __future__ import annotations

import random
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from hoyle.bots.discard_heuristics import discards
from hoyle.bots.strategy.bulk_evaluator import QUICK, BulkEvaluator, OpponentField
from hoyle.bots.strategy.card_layout import DRAW, FLOP, STUD, CardLayout, mask_of, some_cards
from hoyle.bots.strategy.starting_hand_files import StartingHandData, doubles, load, rows
from hoyle.games.poker.resolved_rules import Rules

STEPS: Final = 40
"""Number of steps of the percentile by which hands are weighted."""
_RIVALS: Final = 3
_DEALS: Final = 128 if QUICK else 10
_DEALS_OF_FEW: Final = 500 if QUICK else 30
"""Deals for games with few kinds of hands, which allow a better precision."""
_OTHERS: Final = 200 if QUICK else 60
"""Random hands that a hand is compared with."""
_BANK: Final = 800 if QUICK else 120
"""Sampled starting hands of opponents, for games that have too many to list all."""


class StartingHand:
    """Starting hand that an opponent may have been dealt."""

    __slots__ = ("cards", "laid", "mask", "standing")

    def __init__(self, cards: tuple[int, ...], standing: float, laid: int) -> None:
        self.cards = cards
        self.mask = mask_of(cards)
        self.standing = standing
        self.laid = laid
        """Number of cards discarded in the first draw."""


class StartingHandSample:
    """Starting hands grouped by percentile, for weighted sampling."""

    def __init__(self, hands: Sequence[StartingHand]) -> None:
        self._steps: list[list[StartingHand]] = [[] for _ in range(STEPS + 1)]
        for hand in hands:
            self._steps[int(hand.standing * STEPS)].append(hand)
        self._counts = [len(step) for step in self._steps]

    def draw(self, weights: Sequence[float], count: int, rng: random.Random) -> list[StartingHand]:
        """Sample so many hands, by the weight of each step of the percentile."""
        totals = [weight * many for weight, many in zip(weights, self._counts, strict=True)]
        random_float = rng.random
        return [step[int(random_float() * len(step))] for step in rng.choices(self._steps, totals, k=count)]


class StartingHands:
    """Scores and percentiles of the starting hands of one game."""

    def __init__(self, layout: CardLayout, known: StartingHandData | None = None) -> None:
        self.layout = layout
        self._scores: dict[tuple[int, ...], float] = {}
        self._places: dict[tuple[int, ...], float] = {}
        self._standings: dict[int, float] = {}
        self._sample: Sequence[float] = []
        self._rng = random.Random(layout.rules.game)
        self._deals = _DEALS_OF_FEW if layout.first == 2 else _DEALS if layout.draws < 2 else _DEALS // 8
        self._deals_to_come: list[tuple[int, bytes]] = []
        """Boards, or in stud the cards to come; a hand is scored on those that share no card with it."""
        self._fields: list[OpponentField] = []
        self.bank: list[StartingHand] = []
        self._pat: list[StartingHand] = []
        if known is None:
            self._compute()
        else:
            self._restore(known)
        self.drawers: dict[int, StartingHandSample] = {}
        """Draw games: hands by the number of cards that they discard."""
        drawing = self.bank + self._pat if layout.kind == DRAW else []
        for laid in {hand.laid for hand in drawing}:
            self.drawers[laid] = StartingHandSample([hand for hand in drawing if hand.laid == laid])
        self.everybody = StartingHandSample(self.bank)

    def _compute(self) -> None:
        layout = self.layout
        self._prepare()
        dealt = self._some_hands(_BANK if layout.draws < 2 else _BANK // 8)
        self._sample = sorted(self.score(cards) for cards in dealt)
        if layout.kind == STUD:
            for cards in combinations(range(52), layout.first):
                self.standing(cards)
        else:
            self.bank = [StartingHand(cards, self.standing(cards), self._laid(cards)) for cards in dealt]
        if layout.kind == DRAW:
            self._pat = self._pat_hands()

    def _restore(self, known: StartingHandData) -> None:
        size = self.layout.first
        self._places = dict(zip(rows(known.kinds, size), doubles(known.places), strict=True))
        self._sample = doubles(known.sample)
        dealt = zip(rows(known.bank, size), known.laid, strict=True)
        self.bank = [StartingHand(cards, self.standing(cards), laid) for cards, laid in dealt]
        self._pat = [StartingHand(cards, self.standing(cards), 0) for cards in rows(known.pat, size)]
        if known.deals:
            boards = rows(known.deals, len(known.deals) // len(known.mains))
            self._deals_to_come = [(mask_of(board), bytes(board)) for board in boards]
        self._fields = known.fields()

    def keep(self) -> StartingHandData:
        """Serialize the results for a file."""
        by_deal = self.layout.kind == FLOP and self.layout.first > 2
        fields = self._fields if by_deal or self.layout.kind == DRAW else []
        return StartingHandData(
            kinds=b"".join(map(bytes, self._places)),
            places=array("d", self._places.values()).tobytes(),
            sample=array("d", self._sample if fields else ()).tobytes(),
            bank=b"".join(bytes(hand.cards) for hand in self.bank),
            laid=bytes(hand.laid for hand in self.bank),
            pat=b"".join(bytes(hand.cards) for hand in self._pat),
            deals=b"".join(board for _, board in self._deals_to_come) if by_deal else b"",
            mains=[array("H", field.mains).tobytes() for field in fields],
            lows=[array("H", field.lows).tobytes() for field in fields if field.lows],
        )

    def standing(self, cards: Sequence[int]) -> float:
        """Fraction of starting hands that are worse."""
        mask = mask_of(cards)
        standing = self._standings.get(mask)
        if standing is None:
            kind = _kind_of(cards)
            standing = self._places.get(kind)
            if standing is None:
                standing = bisect_left(self._sample, self.score(cards)) / len(self._sample)
                self._places[kind] = standing
            self._standings[mask] = standing
        return standing

    def score(self, cards: Sequence[int]) -> float:
        """Average share of the pot against three random hands."""
        kind = _kind_of(cards)
        score = self._scores.get(kind)
        if score is None:
            # Score the representative of the kind, so that the order of queries does not matter.
            score = self._scores[kind] = self._score(kind)
        return score

    def _pat_hands(self) -> list[StartingHand]:
        """Pat hands among many more random hands: the bank alone has too few of them."""
        layout = self.layout
        dealt = [tuple(self._rng.sample(range(52), layout.own)) for _ in range(8 * _BANK)]
        mains, _ = layout.evaluator.values(b"".join(map(bytes, dealt)), layout.own, 0)
        best = sorted(zip(mains, dealt, strict=True), reverse=True)[: _BANK // 10]
        hands = [StartingHand(cards, self.standing(cards), self._laid(cards)) for _, cards in best]
        return [hand for hand in hands if not hand.laid]

    def _laid(self, cards: Sequence[int]) -> int:
        return len(discards(list(cards), self.layout.rules)) if self.layout.kind == DRAW else 0

    def _some_hands(self, count: int) -> list[tuple[int, ...]]:
        size = self.layout.first
        if size == 2:
            return list(combinations(range(52), 2))
        return [tuple(self._rng.sample(range(52), size)) for _ in range(count)]

    def _prepare(self) -> None:
        """Deal the boards, or the cards to come, and rank random opponents' hands on them."""
        layout, rng = self.layout, self._rng
        if layout.kind != DRAW:
            to_come = layout.holes + layout.on_board - layout.first
            for _ in range(self._deals):
                cards = rng.sample(range(52), to_come)
                self._deals_to_come.append((mask_of(cards), bytes(cards)))
        if layout.kind == FLOP:
            others = [rng.sample(range(52), layout.own) for _ in range(_OTHERS)]
            packed = [(mask_of(hand), bytes(hand)) for hand in others]
            for gone, board in self._deals_to_come:
                rows = b"".join([hand + board for mask, hand in packed if not mask & gone])
                self._fields.append(
                    OpponentField(*layout.evaluator.values(rows, layout.holes, layout.on_board))
                )
            return
        hands: list[bytes] = []
        for _ in range(3 * _OTHERS):
            hand = rng.sample(range(52), layout.holes)
            hands.append(bytes(layout.drawn_out(hand, layout.draws, 0, rng)))
        self._fields.append(OpponentField(*layout.evaluator.values(b"".join(hands), layout.holes, 0)))

    def _score(self, cards: Sequence[int]) -> float:
        """Score a hand over the prepared deals that share no card with it."""
        layout = self.layout
        if layout.kind == DRAW:
            return self._score_drawing(cards)
        hand, hand_mask = bytes(cards), mask_of(cards)
        possible = [
            index for index, (dealt_mask, _) in enumerate(self._deals_to_come) if not dealt_mask & hand_mask
        ]
        rows = b"".join([hand + self._deals_to_come[index][1] for index in possible])
        mains, lows = layout.evaluator.values(rows, layout.holes, layout.on_board)
        field_per_deal = layout.kind == FLOP
        total = 0.0
        for row, index in enumerate(possible):
            field = self._fields[index if field_per_deal else 0]
            total += field.share(mains[row], lows[row] if lows else 0, _RIVALS)
        return total / max(len(possible), 1)

    def _score_drawing(self, cards: Sequence[int]) -> float:
        layout, mask = self.layout, mask_of(cards)
        # Seeded by the hand, so that a hand always gets the same score.
        rng = random.Random(mask)
        discarded = discards(list(cards), layout.rules)
        kept = [card for card in cards if card not in discarded]
        hands: list[bytes] = []
        for _ in range(self._deals):
            hand = kept + some_cards(len(discarded), mask, rng)
            if layout.draws > 1:
                hand = layout.drawn_out(hand, layout.draws - 1, mask, rng)
            hands.append(bytes(hand))
        mains, lows = layout.evaluator.values(b"".join(hands), layout.holes, 0)
        field = self._fields[0]
        shares = [field.share(value, lows[row] if lows else 0, _RIVALS) for row, value in enumerate(mains)]
        return sum(shares) / self._deals


def _kind_of(cards: Sequence[int]) -> tuple[int, ...]:
    """Canonical representative of the hands that differ only by a permutation of suits."""
    suits: dict[int, int] = {}
    canonical: list[int] = []
    for card in sorted(cards, reverse=True):
        canonical.append(card & ~3 | suits.setdefault(card & 3, len(suits)))
    return tuple(canonical)


_known: Final[dict[tuple[object, ...], StartingHands]] = {}


def starting(rules: Rules) -> StartingHands:
    """Load or compute the starting hands of a game; cached by game and scoring."""
    evaluator = BulkEvaluator(rules)
    key = rules.game, evaluator.main, evaluator.low
    hands = _known.get(key)
    if hands is None:
        hands = _known[key] = StartingHands(CardLayout(rules), load(rules.game, evaluator))
    return hands
