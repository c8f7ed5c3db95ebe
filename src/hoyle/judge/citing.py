"""Which clauses decided a showdown: only those whose breach would have moved a chip, or a name, elsewhere."""

from __future__ import annotations

from typing import NamedTuple

from hoyle.cards import rank_of
from hoyle.hands import HIGH3, HIGH5, Evaluator
from hoyle.judge.ruling import Cited
from hoyle.poker.division import HIGH, LOW, ODD, Contest, best_of
from hoyle.poker.events import Awarded
from hoyle.poker.pots import Pot
from hoyle.poker.rules import Rules
from hoyle.poker.state import State

ACE = 12


class Won(NamedTuple):
    """One share of one pot that hands were compared for."""

    share: int
    evaluator: Evaluator
    values: list[int]
    winners: list[int]
    losers: list[int]
    """Those who could have won it and have a hand for it."""


class Shares:
    """A division, looked at share by share."""

    def __init__(self, awards: list[Awarded], contest: Contest, state: State, pots: list[Pot]) -> None:
        self.awards = awards
        self.contest = contest
        self.state = state
        self.pots = pots
        self.won = [won for pot in pots if len(pot.eligible) > 1 for won in _won(contest, pot)]

    def of(self, share: int) -> list[Won]:
        return [won for won in self.won if won.share == share]

    def lines(self, pot: int, share: int) -> list[Awarded]:
        return [line for line in self.awards if line.pot == pot and line.share == share]


def _won(contest: Contest, pot: Pot) -> list[Won]:
    found: list[Won] = []
    for share, evaluator, values in (
        (HIGH, contest.high, contest.high_values),
        (LOW, contest.low, contest.low_values),
    ):
        winners = best_of(values, pot.eligible) if evaluator is not None else []
        if evaluator is not None and winners:
            losers = [player for player in pot.eligible if values[player] and player not in winners]
            found.append(Won(share, evaluator, values, winners, losers))
    return found


def cite_showdown(rules: Rules, shares: Shares, *, all_in: bool) -> Cited:
    """The deciding clauses: odd chips, then shares, then hands, then how the pots came about."""
    page = rules.page
    cited = Cited()
    for line in shares.awards:
        if line.odd:
            cited.add(line.odd_clause)
            cited.read(*_odd_readings(rules, shares, line))
    for line in shares.awards:
        if line.odd and _goes_by_suit(rules, shares, line):
            cited.add(page.odd.suits)
    cited.add(*(line.clause for line in shares.awards))
    if sum(shares.state.live) > 1:
        if page.split:
            _cite_split(rules, shares, cited)
        _cite_low(rules, shares, cited)
        cited.add(page.build)
        _cite_ranking(rules, shares, cited)
        if shares.contest.board and not rules.variant.board_cards:
            cited.add(page.streets[rules.variant.streets[-1].name].deal, page.common_card)
    _cite_pots(rules, shares, cited, all_in=all_in)
    return cited


def _cite_split(rules: Rules, shares: Shares, cited: Cited) -> None:
    """Clauses of a pot played both ways."""
    page = rules.page
    for at in range(len(shares.pots)):
        high, low = shares.lines(at, HIGH), shares.lines(at, LOW)
        if high and low and sum(line.chips for line in high) > sum(line.chips for line in low):
            cited.add(page.odd.halves.clause)
            cited.read(page.odd.halves.reading)
        cited.add(page.odd.tied_high.clause if len(high) > 1 and low else "")
        cited.add(page.odd.tied_low.clause if len(low) > 1 else "")
        both = {line.seat for line in high} & {line.seat for line in low}
        for seat in sorted(both):
            cited.add(page.both_ways)
            cited.add(*_both_ways(rules, shares.contest, shares.state.where[seat]))
        if high and not low and len(shares.pots[at].eligible) > 1:
            cited.add(page.no_low, page.qualifier.clause)
            cited.add(rules.book.leans_on.get(page.qualifier.clause, ""))
            cited.read(page.qualifier.reading)


def _both_ways(rules: Rules, contest: Contest, player: int) -> list[str]:
    """What a player who wins both ways made use of: one set or two, an ace in both."""
    page = rules.page
    assert contest.high is not None
    assert contest.low is not None
    high = contest.high.best(contest.hands[player], contest.board).cards
    low = contest.low.best(contest.hands[player], contest.board).cards
    # Sets worth the same may differ in a suit; it is one hand if either serves both ways.
    one = contest.low.ranking.rank(high) == contest.low_values[player]
    one = one or contest.high.ranking.rank(low) == contest.high_values[player]
    aces = all(any(rank_of(card) == ACE for card in cards) for cards in (high, low))
    return [page.same_hand if one else page.two_hands, page.ace_both_ways if aces else ""]


def _cite_low(rules: Rules, shares: Shares, cited: Cited) -> None:
    """What makes the winning lows good lows."""
    page, contest = rules.page, shares.contest
    lows = [(won, contest.hands[won.winners[0]]) for won in shares.of(LOW)]
    if not lows:
        return
    if page.qualifier.value:
        cited.add(page.qualifier.clause, rules.book.leans_on.get(page.qualifier.clause, ""))
        cited.read(page.qualifier.reading)
    for won, hand in lows:
        cards = won.evaluator.best(hand, contest.board).cards
        ranking = HIGH5 if len(cards) == 5 else HIGH3
        name = ranking.class_name(ranking.rank(cards))
        if name.endswith(("straight", "flush")):
            rule = page.low_straights_flushes_count
            cited.add(page.low_straight if name.startswith("straight") else "")
            cited.add(page.low_flush if name.endswith("flush") else "")
            cited.add(rule.clause, rules.book.leans_on.get(rule.clause, "") if not page.split else "")
            cited.read(rule.reading)
        if any(rank_of(card) == ACE for card in cards):
            cited.add(page.low_cards)


def _cite_ranking(rules: Rules, shares: Shares, cited: Cited) -> None:
    """What makes the winning hands better than the others."""
    page, book = rules.page, rules.book
    if any(len(won.winners) > 1 for won in shares.won):
        cited.add(book.showdown.equal_hands)
    for won in shares.won:
        if not won.losers and len(won.winners) == 1:
            # The only hand that qualifies is compared with none.
            continue
        if won.share == LOW:
            cited.add(page.low_ranking)
        else:
            name = won.evaluator.ranking.class_name(won.values[won.winners[0]])
            cited.add(page.high_classes.get(name, ""), page.high_ranking)
            cited.add(book.leans_on.get(page.high_ranking, ""))
        if _same_class(won):
            cited.add(book.showdown.same_class)


def _same_class(won: Won) -> bool:
    """Whether the best losing hand is of the winner's class, so that single cards decided."""
    if not won.losers:
        return False
    ranking = won.evaluator.ranking
    best = max(won.values[player] for player in won.losers)
    return ranking.class_name(best) == ranking.class_name(won.values[won.winners[0]])


def _cite_pots(rules: Rules, shares: Shares, cited: Cited, *, all_in: bool) -> None:
    """Clauses on how the pots came about."""
    book, state = rules.book, shares.state
    wagers = book.wagers
    if len(shares.pots) > 1:
        cited.add(book.showdown.side_pots_first, wagers.side_pot, wagers.side_pot_means)
        cited.read("AMB-16")
    if all_in and (len(shares.pots) > 1 or any(state.returned)):
        cited.add(wagers.all_in_share)
    if all_in and len(shares.pots) > 1:
        cited.add(wagers.all_in_cards)
    if any(state.returned):
        cited.add(book.revenue.uncalled)
    if any(state.taken):
        cited.add(book.revenue.net_pot)
        cited.read("AMB-62")


def _odd_readings(rules: Rules, shares: Shares, line: Awarded) -> list[str]:
    odd = rules.page.odd
    sharing = shares.lines(line.pot, line.share)
    if line.share == ODD or len(sharing) == 1:
        return [odd.halves.reading]
    tied = odd.tied_high if line.share == HIGH else odd.tied_low
    several = sum(each.odd for each in sharing) > 1
    return [tied.reading, odd.rule.reading if several else ""]


def _goes_by_suit(rules: Rules, shares: Shares, line: Awarded) -> bool:
    """Whether the odd chip of a tied share went by card: tied hands have equal ranks, so suits decide."""
    by_card = rules.odd.high_by_card if line.share == HIGH else rules.odd.low_by_card
    return by_card and len(shares.lines(line.pot, line.share)) > 1 and line.share != ODD
