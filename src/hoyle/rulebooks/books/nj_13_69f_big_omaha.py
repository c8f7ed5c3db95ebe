"""New Jersey Big Omaha rules, N.J.A.C. 13:69F-14.11(A), as data.

The section is separate. Text it refers to is cited under its own number; topics it never mentions (wagers,
revenue, irregularities) are taken from the older chapter 19:47 and cited as such.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hoyle.rulebooks.book_types.poker import Answer, GamePage, Kill, PokerBook
from hoyle.rulebooks.books import nj_19_47_poker
from hoyle.rulebooks.books.shared_parts import by_position, flop_streets, undivided


def _s(section: str) -> str:
    return f"nj-13-69f 13:69F-{section}"


def _a(item: str) -> str:
    return _s(f"14.11(A){item}")


_OLD: Final = nj_19_47_poker.BOOK
_OLD_OMAHA: Final = _OLD.games["omaha-hilo8"]

_BIG_OMAHA_HIGH: Final = GamePage(
    game="big-omaha-high",
    scope=_a("(a)"),
    max_seats=Answer(8, _a("(b)"), "AMB-66"),
    ante=_a("(b)"),
    streets=flop_streets(
        deal=_a("(d)"), first=_s("14.10(f)"), flop=_s("14.10(g)"), turn=_s("14.10(h)"), river=_s("14.10(i)")
    ),
    build=_a("(f)"),
    high=_a("(f)1"),
    odd=undivided("position", _OLD.showdown.equal_hands),
    high_ranking=_OLD_OMAHA.high_ranking,
    button_marker=_s("14.10(c)1"),
    button_start=Answer("dealers-right", _s("14.10(c)2"), "AMB-68"),
    button_moves=_s("14.10(c)3"),
    blinds=Answer((1, 10), _a("(e)"), "AMB-22"),
    heads_up_blinds=Answer("left", _a("(e)"), "AMB-22"),
)

_BIG_OMAHA_HILO8: Final = replace(
    _BIG_OMAHA_HIGH,
    game="big-omaha-hilo8",
    high=_a("(f)2"),
    low=_a("(f)2"),
    split=_a("(f)2"),
    qualifier=Answer(8, _a("(g)"), "AMB-68"),
    no_low=_a("(g)"),
    low_straights_flushes_count=Answer(value=False, clause=_OLD_OMAHA.low_ranking, interpretation="AMB-01"),
    odd=by_position(_a("(f)2i"), _a("(f)2ii"), _a("(f)2iii"), _a("(f)2iv"), reading="AMB-12"),
    low_ranking=_OLD_OMAHA.low_ranking,
    both_ways=_a("(h)"),
    two_hands=_a("(h)1"),
    same_hand=_a("(h)2"),
    ace_both_ways=_a("(h)3"),
    # The text mentions an increased minimum without a multiple: x2 and x1.5 as at Oneida (AMB-45).
    kill=Kill(
        style="pot",
        trigger=_a("(i)"),
        kill=_a("(i)"),
        half_kill=_a("(i)"),
        needs_low=Answer(value=False, clause=_a("(i)")),
        acts_last=Answer(value=False, clause=_a("(i)"), interpretation="AMB-44"),
        button=_a("(i)"),
        sign=_a("(b)"),
        posted=_s("8.3"),
    ),
)

BOOK: Final[PokerBook] = replace(
    _OLD,
    id="nj-13-69f",
    title="New Jersey Division of Gaming Enforcement, N.J.A.C. 13:69F-14.11(A) Big Omaha",
    edition="undated",
    games={page.game: page for page in (_BIG_OMAHA_HIGH, _BIG_OMAHA_HILO8)},
    wagers=replace(_OLD.wagers, blind=_s("14.10(d)"), forced_bet=""),
    revenue=replace(
        _OLD.revenue,
        jackpot=_s("14.19(a)"),
        jackpot_fee=_s("14.19(c)"),
        jackpot_sign=_s("14.19(b)"),
        jackpot_standards=_s("14.19(b)"),
        jackpot_payouts=Answer(1, _s("14.19(a)")),
    ),
    floor=replace(_OLD.floor, recut=_s("14.5(c)")),
    procedures=replace(
        _OLD.procedures,
        idle_table=_s("14.5(d)"),
        shuffle=_s("14.5(a)"),
        cut=Answer(10, _s("14.5(b)2")),
        cut_from=Answer("top", _s("14.5(b)2"), "AMB-64"),
        cut_complete=_s("14.5(b)3"),
        signs=_s("8.3"),
        preshuffled=_s("14.5(a)"),
    ),
    permitted=_a("(a)"),
    cross_references={_a("(g)"): _s("14.9(j)")},
)
