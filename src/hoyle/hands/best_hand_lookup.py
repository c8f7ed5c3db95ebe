"""Best-hand search by memoized lookup: same values as the exhaustive search, faster.

Every search returns the value that :class:`~hoyle.hands.best_hand_search.ExhaustiveSearch` finds by trying
every legal set of cards. Searches memoize values by rank, so :func:`search_for` creates each only once."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.hands.best_hand_kernel import SCALES, KernelBestHandSearch
from hoyle.hands.best_hand_search import ANY, TWO_PLUS_THREE, BestHandSearch, ExhaustiveSearch
from hoyle.hands.hash_keys import CARD_KEYS, RANK_KEYS, SUITED, TALLY_BITS, rank_key, suit_mask, tally_start
from hoyle.hands.rankings import PokerRanking, Ranking

_SEARCHES: Final[dict[tuple[Ranking, int, int], BestHandSearch]] = {}


def search_for(ranking: Ranking, building: int, top: int) -> BestHandSearch:
    """Return the cached best-hand search for a ranking, a building rule and a qualifier."""
    key = (ranking, building, top)
    search = _SEARCHES.get(key)
    if search is None:
        python_search = python_search_for(ranking, building, top)
        search = _SEARCHES[key] = KernelBestHandSearch(python_search) if ranking in SCALES else python_search
    return search


def python_search_for(ranking: Ranking, building: int, top: int) -> BestHandSearch:
    """Create the fastest best-hand search in Python, without the kernel."""
    if isinstance(ranking, PokerRanking):
        if top and not ranking.flushes:
            return QualifyingLowSearch(ranking, building, top)
        if not top and building == TWO_PLUS_THREE and not ranking.low:
            return OmahaHighSearch(ranking)
        if not top and building == ANY and not (ranking.low and ranking.flushes):
            return RankKeySearch(ranking)
    return ExhaustiveSearch(ranking, building, top)


class RankKeySearch(BestHandSearch):
    """Search over any mix of cards where a flush never hurts: best value memoized by ranks, then flushes."""

    def __init__(self, ranking: PokerRanking) -> None:
        super().__init__(ranking, ANY, 0)
        self._poker = ranking
        self._start = tally_start(ranking.size) if ranking.flushes else 0
        self._best: dict[int, int] = {}

    def value(self, hole: list[int], board: list[int]) -> int:
        total = self._start
        for card in board:
            total += CARD_KEYS[card]
        for card in hole:
            total += CARD_KEYS[card]
        best = self._best.get(total >> TALLY_BITS, 0)
        if best == 0:
            best = self._compute(hole, board)
        if total & SUITED:
            return self._with_flush(best, total, hole, board)
        return best

    def values(self, hands: list[list[int]], board: list[int]) -> list[int]:
        start = self._start
        for card in board:
            start += CARD_KEYS[card]
        values: list[int] = []
        for hole in hands:
            total = start
            for card in hole:
                total += CARD_KEYS[card]
            best = self._best.get(total >> TALLY_BITS, 0)
            if best == 0:
                best = self._compute(hole, board)
            if total & SUITED:
                best = self._with_flush(best, total, hole, board)
            values.append(best)
        return values

    def _with_flush(self, best: int, total: int, hole: list[int], board: list[int]) -> int:
        """Return the best value by ranks, or that of a flush if it is better; `total` sums the card keys."""
        if not self._poker.flushes:
            return best
        suited = self._poker.scale().suited
        for suit in range(4):
            if total >> (4 * suit + 3) & 1:  # the tally of this suit has reached a flush
                value = suited[suit_mask(hole, suit) | suit_mask(board, suit)]
                if value > best:
                    best = value
        return best

    def _compute(self, hole: list[int], board: list[int]) -> int:
        """Compute the best value by ranks alone of cards not looked up before, and memoize it."""
        self.check(hole, board)
        cards = hole + board
        return self._best_of([card >> 2 for card in cards], rank_key(cards))

    def _best_of(self, ranks: list[int], key: int) -> int:
        """Find the best value of a collection of ranks by removing one card at a time to a hand's size."""
        best = self._best.get(key, 0)
        if best:
            return best
        if len(ranks) == self.ranking.size:
            best = self._poker.scale().plain.get(key, 0)
            if best == 0:
                raise InvalidError("five cards of one rank: no deck holds them")
        else:
            for index, rank in enumerate(ranks):
                if index and rank == ranks[index - 1]:
                    continue
                value = self._best_of(ranks[:index] + ranks[index + 1 :], key - RANK_KEYS[rank])
                if value > best:
                    best = value
        self._best[key] = best
        return best


class QualifyingLowSearch(BestHandSearch):
    """Search for a qualifying low, memoized by the set of ranks at or below the qualifier."""

    def __init__(self, ranking: PokerRanking, building: int, top: int) -> None:
        super().__init__(ranking, building, top)
        self._poker = ranking
        self._bits: list[int] = [0] * 53
        for card in range(52):
            if ranking.pip(card) <= top:
                self._bits[card] = 1 << (ranking.pip(card) - 1)
        self._bits[52] = 1 << 13  # the unknown card, index -1: its masks are never stored
        self._table: dict[int, int] = {}

    def value(self, hole: list[int], board: list[int]) -> int:
        return self._value(hole, board, self._mask(board))

    def values(self, hands: list[list[int]], board: list[int]) -> list[int]:
        board_mask = self._mask(board)
        return [self._value(hole, board, board_mask) for hole in hands]

    def _mask(self, cards: list[int]) -> int:
        """Return the bit mask of the low ranks among the cards."""
        mask = 0
        for card in cards:
            mask |= self._bits[card]
        return mask

    def _value(self, hole: list[int], board: list[int], board_mask: int) -> int:
        """Return the value of the best qualifying low of one hand, memoized; 0 if there is none."""
        mask = self._mask(hole)
        if self.building == TWO_PLUS_THREE:
            key = board_mask << 14 | mask
            has_enough = len(hole) >= 2 and len(board) >= 3
        else:
            key = board_mask | mask
            has_enough = len(hole) + len(board) >= self.ranking.size
        value = self._table.get(key, -1)
        if value < 0 or not has_enough:
            self.check(hole, board)
            value = self._table[key] = self._best_low(mask, board_mask)
        return value

    def _best_low(self, hole_mask: int, board_mask: int) -> int:
        """Find the best low among all legal choices of ranks from hole cards and board."""
        best = 0
        if self.building == TWO_PLUS_THREE:
            for pair in combinations(_bit_positions(hole_mask), 2):
                for triple in combinations(_bit_positions(board_mask), 3):
                    best = max(best, self._value_of_ranks([*pair, *triple]))
        else:
            for bits in combinations(_bit_positions(hole_mask | board_mask), self.ranking.size):
                best = max(best, self._value_of_ranks(list(bits)))
        return best

    def _value_of_ranks(self, low_ranks: list[int]) -> int:
        """Return the value of a low hand of these ranks (0: ace, 1: deuce, ...); 0 if two are equal."""
        if len(set(low_ranks)) < self.ranking.size:
            return 0
        key = 0
        for rank in low_ranks:
            # The keys start at the deuce: the ace moves from first to last.
            key += RANK_KEYS[(rank + 12) % 13]
        return self._poker.scale().plain[key]


class BoardRow:
    """Memo of Omaha values on one board: the best value by ranks for every pair of hole-card ranks."""

    __slots__ = ("best", "triples")

    def __init__(self, board: list[int]) -> None:
        self.triples: list[int] = []
        for triple in combinations(board, 3):
            key = rank_key(list(triple))
            if key not in self.triples:
                self.triples.append(key)
        self.best: list[int] = [0] * 91
        """Best value by index of the rank pair (91 = 13 * 14 / 2); 0: not computed yet."""


class OmahaHighSearch(BestHandSearch):
    """Search for Omaha high: memoized by board ranks and pair of hole cards, then flushes."""

    def __init__(self, ranking: PokerRanking) -> None:
        super().__init__(ranking, TWO_PLUS_THREE, 0)
        self._poker = ranking
        self._rows: dict[int, BoardRow] = {}

    def value(self, hole: list[int], board: list[int]) -> int:
        total = tally_start(3)
        for card in board:
            total += CARD_KEYS[card]
        return self._value(hole, board, self._row(board, total), total & SUITED)

    def values(self, hands: list[list[int]], board: list[int]) -> list[int]:
        total = tally_start(3)
        for card in board:
            total += CARD_KEYS[card]
        row = self._row(board, total)
        suited = total & SUITED
        return [self._value(hole, board, row, suited) for hole in hands]

    def _row(self, board: list[int], total: int) -> BoardRow:
        """Return the memo of a board, created on first use; `total` sums the keys of its cards."""
        row = self._rows.get(total >> TALLY_BITS)
        if row is None:
            self.check([0, 1], board)
            row = self._rows[total >> TALLY_BITS] = BoardRow(board)
        return row

    def _value(self, hole: list[int], board: list[int], row: BoardRow, suited: int) -> int:
        """Return the value of the best Omaha hand: over all pairs of hole cards by ranks, then flushes."""
        for card in hole:
            if card < 0 or card > 51:
                self.check(hole, board)
        best = 0
        count = len(hole)
        pairs = row.best
        for i in range(count):
            high_rank = hole[i] >> 2
            for j in range(i + 1, count):
                low_rank = hole[j] >> 2
                if high_rank > low_rank:
                    pair_index = high_rank * (high_rank + 1) // 2 + low_rank
                else:
                    pair_index = low_rank * (low_rank + 1) // 2 + high_rank
                value = pairs[pair_index]
                if value == 0:
                    value = self._compute(row, pair_index, RANK_KEYS[high_rank] + RANK_KEYS[low_rank])
                if value > best:
                    best = value
        if best == 0:
            self.check(hole, board)
        if suited:
            value = self._flush(hole, board, suited)
            if value > best:
                best = value
        return best

    def _compute(self, row: BoardRow, pair_index: int, pair_key: int) -> int:
        """Compute the best value of a rank pair with any three board cards, and memoize it."""
        plain = self._poker.scale().plain
        best = 0
        for triple_key in row.triples:
            value = plain.get(pair_key + triple_key, 0)
            if value > best:
                best = value
        row.best[pair_index] = best
        return best

    def _flush(self, hole: list[int], board: list[int], suited: int) -> int:
        """Return the value of the best flush of two hole cards and three board cards; 0 if there is none."""
        suit = (suited.bit_length() - 1) >> 2
        hole_mask = suit_mask(hole, suit)
        if hole_mask & (hole_mask - 1) == 0:  # fewer than two hole cards of the suit
            return 0
        table = self._poker.scale().suited
        best = 0
        for triple in combinations(_bit_positions(suit_mask(board, suit)), 3):
            board_mask = 1 << triple[0] | 1 << triple[1] | 1 << triple[2]
            for pair in combinations(_bit_positions(hole_mask), 2):
                value = table[board_mask | 1 << pair[0] | 1 << pair[1]]
                if value > best:
                    best = value
        return best


def _bit_positions(mask: int) -> list[int]:
    """List the positions of the bits set in a mask of ranks."""
    return [bit for bit in range(14) if mask >> bit & 1]
