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
from hoyle.bots.strategy.card_layout import DRAW, FLOP, STUD, CardLayout, mask_of, random_cards
from hoyle.bots.strategy.starting_hand_files import StartingHandData, doubles, load, rows
from hoyle.games.poker.resolved_rules import Rules

STEPS: Final = 40
"""Number of steps of the percentile by which hands are weighted."""
_RIVALS: Final = 3
_DEALS: Final = 128 if QUICK else 10
_DEALS_OF_FEW: Final = 500 if QUICK else 30
"""Deals for games with few kinds of hands, which allow a better precision."""
_OPPONENT_HANDS: Final = 200 if QUICK else 60
"""Random hands that a hand is compared with."""
_BANK: Final = 800 if QUICK else 120
"""Sampled starting hands of opponents, for games that have too many to list all."""


class StartingHand:
    """Starting hand that an opponent may have been dealt."""

    __slots__ = ("cards", "discards", "mask", "standing")

    def __init__(self, cards: tuple[int, ...], standing: float, discards: int) -> None:
        self.cards = cards
        self.mask = mask_of(cards)
        self.standing = standing
        self.discards = discards
        """Number of cards discarded in the first draw."""


class StartingHandSample:
    """Starting hands grouped by percentile, for weighted sampling."""

    def __init__(self, hands: Sequence[StartingHand]) -> None:
        self._steps: list[list[StartingHand]] = [[] for _ in range(STEPS + 1)]
        for hand in hands:
            self._steps[int(hand.standing * STEPS)].append(hand)
        self._counts = [len(step) for step in self._steps]

    def draw(self, weights: Sequence[float], count: int, rng: random.Random) -> list[StartingHand]:
        """Sample so many starting hands, weighted by their percentile."""
        totals = [weight * size for weight, size in zip(weights, self._counts, strict=True)]
        random_float = rng.random
        return [step[int(random_float() * len(step))] for step in rng.choices(self._steps, totals, k=count)]


class StartingHands:
    """Scores and percentiles of the starting hands of one game."""

    def __init__(self, layout: CardLayout, saved: StartingHandData | None = None) -> None:
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
        if saved is None:
            self._compute()
        else:
            self._restore(saved)
        self.by_discards: dict[int, StartingHandSample] = {}
        """Draw games: hands by the number of cards that they discard."""
        draw_hands = self.bank + self._pat if layout.kind == DRAW else []
        for count in {hand.discards for hand in draw_hands}:
            self.by_discards[count] = StartingHandSample([hand for hand in draw_hands if hand.discards == count])
        self.all_hands = StartingHandSample(self.bank)

    def _compute(self) -> None:
        """Score a sample of starting hands, which gives every hand of the game its percentile."""
        layout = self.layout
        self._prepare_deals()
        dealt = self._sample_hands(_BANK if layout.draws < 2 else _BANK // 8)
        self._sample = sorted(self.score(cards) for cards in dealt)
        if layout.kind == STUD:
            # Opponents' hands are sampled from the deck: only the percentiles of all hands are needed.
            for cards in combinations(range(52), layout.first):
                self.standing(cards)
        else:
            self.bank = [StartingHand(cards, self.standing(cards), self._discard_count(cards)) for cards in dealt]
        if layout.kind == DRAW:
            self._pat = self._pat_hands()

    def _restore(self, saved: StartingHandData) -> None:
        """Take over the percentiles and sampled hands of a starting-hand file."""
        size = self.layout.first
        self._places = dict(zip(rows(saved.kinds, size), doubles(saved.places), strict=True))
        self._sample = doubles(saved.sample)
        dealt = zip(rows(saved.bank, size), saved.laid, strict=True)
        self.bank = [StartingHand(cards, self.standing(cards), count) for cards, count in dealt]
        self._pat = [StartingHand(cards, self.standing(cards), 0) for cards in rows(saved.pat, size)]
        if saved.deals:
            boards = rows(saved.deals, len(saved.deals) // len(saved.mains))
            self._deals_to_come = [(mask_of(board), bytes(board)) for board in boards]
        self._fields = saved.fields()

    def to_data(self) -> StartingHandData:
        """Return the starting-hand values as the data of a file."""
        by_deal = self.layout.kind == FLOP and self.layout.first > 2
        fields = self._fields if by_deal or self.layout.kind == DRAW else []
        return StartingHandData(
            kinds=b"".join(map(bytes, self._places)),
            places=array("d", self._places.values()).tobytes(),
            sample=array("d", self._sample if fields else ()).tobytes(),
            bank=b"".join(bytes(hand.cards) for hand in self.bank),
            laid=bytes(hand.discards for hand in self.bank),
            pat=b"".join(bytes(hand.cards) for hand in self._pat),
            deals=b"".join(board for _, board in self._deals_to_come) if by_deal else b"",
            mains=[array("H", field.mains).tobytes() for field in fields],
            lows=[array("H", field.lows).tobytes() for field in fields if field.lows],
        )

    def standing(self, cards: Sequence[int]) -> float:
        """Return the fraction of starting hands that are worse than these cards."""
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
        """Return a starting hand's average share of the pot against three random hands."""
        kind = _kind_of(cards)
        score = self._scores.get(kind)
        if score is None:
            # Score the representative of the kind, so that the order of queries does not matter.
            score = self._scores[kind] = self._score(kind)
        return score

    def _pat_hands(self) -> list[StartingHand]:
        """Find pat hands among many more random hands: the bank alone has too few of them."""
        layout = self.layout
        dealt = [tuple(self._rng.sample(range(52), layout.own)) for _ in range(8 * _BANK)]
        mains, _ = layout.evaluator.values(b"".join(map(bytes, dealt)), layout.own, 0)
        best = sorted(zip(mains, dealt, strict=True), reverse=True)[: _BANK // 10]
        hands = [StartingHand(cards, self.standing(cards), self._discard_count(cards)) for _, cards in best]
        return [hand for hand in hands if not hand.discards]

    def _discard_count(self, cards: Sequence[int]) -> int:
        """Return how many cards a starting hand discards in its first draw; 0 in games without a draw."""
        return len(discards(list(cards), self.layout.rules)) if self.layout.kind == DRAW else 0

    def _sample_hands(self, count: int) -> list[tuple[int, ...]]:
        """Return all two-card starting hands, or a random sample of larger ones."""
        size = self.layout.first
        if size == 2:
            return list(combinations(range(52), 2))
        return [tuple(self._rng.sample(range(52), size)) for _ in range(count)]

    def _prepare_deals(self) -> None:
        """Deal boards or cards to come, and rank random opponents' hands on them, to score hands against."""
        layout, rng = self.layout, self._rng
        if layout.kind != DRAW:
            to_come = layout.holes + layout.on_board - layout.first
            for _ in range(self._deals):
                cards = rng.sample(range(52), to_come)
                self._deals_to_come.append((mask_of(cards), bytes(cards)))
        if layout.kind == FLOP:
            opponent_hands = [rng.sample(range(52), layout.own) for _ in range(_OPPONENT_HANDS)]
            packed = [(mask_of(hand), bytes(hand)) for hand in opponent_hands]
            for board_mask, board in self._deals_to_come:
                hand_rows = b"".join([hand + board for mask, hand in packed if not mask & board_mask])
                self._fields.append(OpponentField(*layout.evaluator.values(hand_rows, layout.holes, layout.on_board)))
            return
        hands: list[bytes] = []
        for _ in range(3 * _OPPONENT_HANDS):
            hand = rng.sample(range(52), layout.holes)
            hands.append(bytes(layout.play_out_draws(hand, layout.draws, 0, rng)))
        self._fields.append(OpponentField(*layout.evaluator.values(b"".join(hands), layout.holes, 0)))

    def _score(self, cards: Sequence[int]) -> float:
        """Score a starting hand over the prepared deals that share no card with it."""
        layout = self.layout
        if layout.kind == DRAW:
            return self._score_drawing(cards)
        hand, hand_mask = bytes(cards), mask_of(cards)
        possible = [index for index, (deal_mask, _) in enumerate(self._deals_to_come) if not deal_mask & hand_mask]
        hand_rows = b"".join([hand + self._deals_to_come[index][1] for index in possible])
        mains, lows = layout.evaluator.values(hand_rows, layout.holes, layout.on_board)
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
            hand = kept + random_cards(len(discarded), mask, rng)
            if layout.draws > 1:
                hand = layout.play_out_draws(hand, layout.draws - 1, mask, rng)
            hands.append(bytes(hand))
        mains, lows = layout.evaluator.values(b"".join(hands), layout.holes, 0)
        field = self._fields[0]
        shares = [field.share(value, lows[row] if lows else 0, _RIVALS) for row, value in enumerate(mains)]
        return sum(shares) / self._deals


def _kind_of(cards: Sequence[int]) -> tuple[int, ...]:
    """Return the canonical one of the hands that differ only by a permutation of suits."""
    renumbered_suits: dict[int, int] = {}
    canonical: list[int] = []
    for card in sorted(cards, reverse=True):
        # The two lowest bits of a card are its suit: suits are numbered in the order of their highest cards.
        suit = renumbered_suits.setdefault(card & 3, len(renumbered_suits))
        canonical.append(card & ~3 | suit)
    return tuple(canonical)


_cache: Final[dict[tuple[object, ...], StartingHands]] = {}


def starting_hands_of(rules: Rules) -> StartingHands:
    """Load or compute the starting hands of a game; cached by game and scoring."""
    evaluator = BulkEvaluator(rules)
    key = rules.game, evaluator.main, evaluator.low
    hands = _cache.get(key)
    if hands is None:
        hands = _cache[key] = StartingHands(CardLayout(rules), load(rules.game, evaluator))
    return hands
