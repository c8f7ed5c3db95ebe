"""Citations of a showdown: the clauses that decided where each chip went."""

from __future__ import annotations

from typing import NamedTuple

from hoyle.core.cards import rank_of
from hoyle.games.poker.events import Awarded
from hoyle.games.poker.pots.odd_chips import BY_CARD, JOINS_HIGH
from hoyle.games.poker.pots.pot_division import HIGH, LAST, LOW, NO_LOW, ODD, UNOPPOSED
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round_state import RoundState
from hoyle.hands import HIGH3, HIGH5, Evaluator
from hoyle.judge.ruling import CitationCollector

ACE = 12


class ComparedShare(NamedTuple):
    """A share of a pot for which hands were compared."""

    share: str
    evaluator: Evaluator
    value: int
    """Value of the best hand."""
    cards: list[int]
    """Cards of the best hand, as held by the first winner."""
    winners: list[int]
    losers: list[int]
    """Seats that were eligible and had a qualifying hand."""


class Shares:
    """Division of a showdown's pots, share by share, for citing the deciding clauses."""

    def __init__(self, awards: list[Awarded], rules: Rules, state: RoundState, *, pots: int) -> None:
        self.awards = awards
        self.rules = rules
        self.state = state
        self.pots = pots
        self.won = [
            _compared_share(rules, lines[0])
            for pot in range(pots)
            for share in (HIGH, LOW)
            if (lines := self.lines(pot, share)) and lines[0].reason not in (LAST, UNOPPOSED)
        ]

    def of(self, share: str) -> list[ComparedShare]:
        return [won for won in self.won if won.share == share]

    def lines(self, pot: int, share: str) -> list[Awarded]:
        return [line for line in self.awards if line.pot == pot and line.share == share]

    def hand(self, seat: int) -> list[int]:
        return self.state.cards[self.state.position_of_seat[seat]]


def _compared_share(rules: Rules, line: Awarded) -> ComparedShare:
    evaluator = rules.high if line.share == HIGH else rules.low
    assert evaluator is not None
    winners = line.tied or [line.seat]
    losers = [seat for seat in line.contest if seat not in winners]
    return ComparedShare(line.share, evaluator, line.value, line.cards, winners, losers)


def cite_showdown(rules: Rules, shares: Shares, *, all_in: bool) -> CitationCollector:
    """Cite the deciding clauses: odd chips, then shares, hands, and the making of the pots."""
    page = rules.page
    cited = CitationCollector()
    for line in shares.awards:
        if line.odd:
            cited.add(line.odd_clause)
            cited.read(*_odd_readings(rules, shares, line))
    for line in shares.awards:
        if line.odd_by == BY_CARD:
            cited.add(page.odd.suits)
    cited.add(*(line.clause for line in shares.awards))
    if sum(shares.state.live) > 1:
        if page.split:
            _cite_split(rules, shares, cited)
        _cite_low(rules, shares, cited)
        cited.add(page.build)
        _cite_ranking(rules, shares, cited)
        if shares.state.board and not rules.variant.board_cards:
            cited.add(page.streets[rules.variant.streets[-1].name].deal, page.common_card)
    _cite_pots(rules, shares, cited, all_in=all_in)
    return cited


def _cite_split(rules: Rules, shares: Shares, cited: CitationCollector) -> None:
    page = rules.page
    for pot in range(shares.pots):
        high, low = shares.lines(pot, HIGH), shares.lines(pot, LOW)
        if high and high[0].joined_clause:
            cited.add(high[0].joined_clause)
            cited.read(page.odd.halves.interpretation)
        cited.add(page.odd.tied_high.clause if low and high and high[0].tied else "")
        cited.add(page.odd.tied_low.clause if low and low[0].tied else "")
        for high_line in high:
            for low_line in low:
                if high_line.seat == low_line.seat:
                    cited.add(page.both_ways)
                    cited.add(*_both_ways_clauses(rules, high_line, low_line))
        if high and high[0].reason == NO_LOW:
            cited.add(page.no_low, page.qualifier, rules.book.cross_references.get(page.qualifier.clause, ""))


def _both_ways_clauses(rules: Rules, won_high: Awarded, won_low: Awarded) -> list[str]:
    """Clauses that let a player win both ways: with one set of cards or two, with an ace in both."""
    page = rules.page
    assert rules.high is not None
    assert rules.low is not None
    high, low = won_high.cards, won_low.cards
    # Sets of equal value may differ in a suit; it is one hand if either of them wins both ways.
    same_hand = rules.low.ranking.rank(high) == won_low.value
    same_hand = same_hand or rules.high.ranking.rank(low) == won_high.value
    aces = all(any(rank_of(card) == ACE for card in cards) for cards in (high, low))
    return [page.same_hand if same_hand else page.two_hands, page.ace_both_ways if aces else ""]


def _cite_low(rules: Rules, shares: Shares, cited: CitationCollector) -> None:
    """Cite the clauses that make the winning lows valid."""
    page = rules.page
    lows = shares.of(LOW)
    if not lows:
        return
    if page.qualifier.value:
        cited.add(page.qualifier, rules.book.cross_references.get(page.qualifier.clause, ""))
    for low in lows:
        # Ranked as a high hand, to see whether the low is a straight or a flush.
        ranking = HIGH5 if len(low.cards) == 5 else HIGH3
        name = ranking.class_name(ranking.rank(low.cards))
        if name.endswith(("straight", "flush")):
            rule = page.low_straights_flushes_count
            cited.add(page.low_straight if name.startswith("straight") else "")
            cited.add(page.low_flush if name.endswith("flush") else "")
            cited.add(rule, rules.book.cross_references.get(rule.clause, "") if not page.split else "")
        if any(rank_of(card) == ACE for card in low.cards):
            cited.add(page.low_cards)


def _cite_ranking(rules: Rules, shares: Shares, cited: CitationCollector) -> None:
    """Cite the clauses that rank the winning hands above the others."""
    page, book = rules.page, rules.book
    if any(len(won.winners) > 1 for won in shares.won):
        cited.add(book.showdown.equal_hands)
    for won in shares.won:
        if not won.losers and len(won.winners) == 1:
            # A single qualifying hand was not compared with another.
            continue
        if won.share == LOW:
            cited.add(page.low_ranking)
        else:
            name = won.evaluator.ranking.class_name(won.value)
            cited.add(page.high_classes.get(name, ""), page.high_ranking)
            cited.add(book.cross_references.get(page.high_ranking, ""))
        if _same_class(won, shares):
            cited.add(book.showdown.same_class)


def _same_class(won: ComparedShare, shares: Shares) -> bool:
    """Whether the best losing hand is of the winner's class, so that single cards decided."""
    if not won.losers:
        return False
    ranking = won.evaluator.ranking
    board = shares.state.board
    best = max(won.evaluator.value(shares.hand(seat), board) for seat in won.losers)
    return ranking.class_name(best) == ranking.class_name(won.value)


def _cite_pots(rules: Rules, shares: Shares, cited: CitationCollector, *, all_in: bool) -> None:
    book, state = rules.book, shares.state
    wagers = book.wagers
    if shares.pots > 1:
        cited.add(book.showdown.side_pots_first, wagers.side_pot, wagers.side_pot_means)
        cited.read("AMB-16")
    if all_in and (shares.pots > 1 or any(state.returned)):
        cited.add(wagers.all_in_share)
    if all_in and shares.pots > 1:
        cited.add(wagers.all_in_cards)
    if any(state.returned):
        cited.add(book.revenue.uncalled)
    if any(state.taken):
        cited.add(book.revenue.net_pot)
        cited.read("AMB-62")


def _odd_readings(rules: Rules, shares: Shares, line: Awarded) -> list[str]:
    """List the interpretations that decided who got an odd chip."""
    odd = rules.page.odd
    if line.share == ODD or line.odd_by == JOINS_HIGH:
        return [odd.halves.interpretation]
    tied = odd.tied_high if line.share == HIGH else odd.tied_low
    several = sum(award.odd for award in shares.lines(line.pot, line.share)) > 1
    return [tied.interpretation, odd.rule.interpretation if several else ""]
