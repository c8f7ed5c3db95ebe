"""New Jersey poker rules, N.J.A.C. 19:47 subchapter 14 (1999), as data.

Sections 14.3 to 14.8 and 14.14 onward are lost. Their places carry the sister text they are filled from in
brackets: ``19:47-14.7[XI.G.3]`` is wager rule G.3 of the Oneida chapter, standing in for the lost 14.7.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hoyle.rulebooks.book_types.poker import (
    Answer,
    FloorCitations,
    GamePage,
    PokerBook,
    Procedures,
    Revenue,
    ShowdownCitations,
    StreetCitations,
    WagerCitations,
)
from hoyle.rulebooks.books.shared_parts import (
    by_card,
    draw_streets,
    flop_streets,
    pages_by_game,
    stud7_streets,
    undivided,
)


def _s(section: str) -> str:
    return f"nj-19-47 19:47-{section}"


_EQUAL: Final = _s("14.3[RANK(3)]")
_FIVE_CARD_HIGH: Final = _s("14.3(b)")
_LOW: Final = _s("14.3[XI.C.4]")
_THREE_CARD_HIGH: Final = _s("14.3(c)")
# The surviving twin of 14.3(c), class by class (AMB-07).
_THREE_CARD_CLASSES: Final = {
    "royal flush": "oneida XI.C.3(a)",
    "straight flush": "oneida XI.C.3(b)",
    "three-of-a-kind": "oneida XI.C.3(c)",
    "straight": "oneida XI.C.3(d)",
    "flush": "oneida XI.C.3(e)",
    "one pair": "oneida XI.C.3(f)",
}

_HOLDEM: Final = GamePage(
    game="holdem",
    scope=_s("14.10(a)"),
    max_seats=Answer(11, _s("14.10(b)")),
    ante=_s("14.10(b)"),
    streets=flop_streets(
        deal=_s("14.10(e)"), first=_s("14.10(f)"), flop=_s("14.10(g)"), turn=_s("14.10(h)"), river=_s("14.10(i)")
    ),
    build=_s("14.10(j)"),
    high=_s("14.10(j)"),
    odd=undivided("position", _EQUAL),
    high_ranking=_FIVE_CARD_HIGH,
    button_marker=_s("14.10(c)1"),
    button_start=Answer("dealers-right", _s("14.10(c)2")),
    button_moves=_s("14.10(c)3"),
    blinds=Answer((1, 10), _s("14.10(d)"), "AMB-22"),
    heads_up_blinds=Answer("left", _s("14.10(d)"), "AMB-22"),
    board_plays=_s("14.10(j)"),
)

_OMAHA_HIGH: Final = GamePage(
    game="omaha-high",
    scope=_s("14.11(a)"),
    max_seats=Answer(10, _s("14.11(b)"), "AMB-66"),
    ante=_s("14.11(b)"),
    streets=flop_streets(
        deal=_s("14.11(d)"), first=_s("14.11(e)"), flop=_s("14.11(e)"), turn=_s("14.11(e)"), river=_s("14.11(e)")
    ),
    build=_s("14.11(f)"),
    high=_s("14.11(f)1"),
    odd=undivided("position", _EQUAL),
    high_ranking=_FIVE_CARD_HIGH,
    button_marker=_s("14.11(c)"),
    button_start=Answer("dealers-right", _s("14.11(c)")),
    button_moves=_s("14.11(c)"),
    blinds=Answer((1, 10), _s("14.11(e)"), "AMB-22"),
    heads_up_blinds=Answer("left", _s("14.11(e)"), "AMB-22"),
)

_OMAHA_HILO8: Final = replace(
    _OMAHA_HIGH,
    game="omaha-hilo8",
    high=_s("14.11(f)2"),
    low=_s("14.11(f)2"),
    split=_s("14.11(f)2"),
    qualifier=Answer(8, _s("14.11(g)")),
    no_low=_s("14.11(g)"),
    low_straights_flushes_count=Answer(value=False, clause=_LOW, interpretation="AMB-01"),
    odd=by_card(_s("14.11(f)2i"), _s("14.11(f)2ii"), _s("14.11(f)2iii"), _s("14.11(f)2iv")),
    low_ranking=_LOW,
    both_ways=_s("14.11(h)"),
    two_hands=_s("14.11(h)1"),
    same_hand=_s("14.11(h)2"),
    ace_both_ways=_s("14.11(h)3"),
)


def _stud7(game: str, forced_bet: Answer[str]) -> GamePage:
    """Build the page on a seven-card stud game: the part common to its three forms."""
    return GamePage(
        game=game,
        scope=_s("14.9(a)"),
        max_seats=Answer(8, _s("14.9(b)"), "AMB-66"),
        ante=_s("14.9(b)"),
        streets=stud7_streets(
            third=StreetCitations(
                deal=_s("14.9(c)"), open=forced_bet.clause, open_tie=_s("14.9(d)"), bet=_s("14.9(e)")
            ),
            fourth=_s("14.9(f)"),
            later=_s("14.9(h)"),
            showing=_s("14.9(f)1"),
            showing_tie=_s("14.9(f)2"),
            options=_s("14.9(g)"),
        ),
        build=_s("14.9(i)"),
        high=_s("14.9(i)1"),
        odd=undivided("card", _EQUAL),
        high_ranking=_FIVE_CARD_HIGH,
        forced_bet=forced_bet,
        forced_bet_suits=_s("14.9(d)"),
        stud_short=Answer("common", _s("14.9(h)"), "AMB-28"),
        stud_short_need=Answer(1, _s("14.9(h)"), "AMB-28"),
        stud_short_steps={
            "deal normally": _s("14.9(h)"),
            "burn, common card": _s("14.9(h)"),
            "shuffle burns, burn, common card": _s("14.9(h)"),
        },
        common_card=_s("14.1 'common card'"),
    )


_STUD7_HIGH: Final = _stud7("stud7-high", Answer("lowest_ace_high", _s("14.9(d)1")))

_STUD7_HILO: Final = replace(
    _stud7("stud7-hilo", Answer("highest_ace_low", _s("14.9(d)2"))),
    high=_s("14.9(i)2"),
    low=_s("14.9(i)2"),
    split=_s("14.9(i)2"),
    qualifier=Answer(0, _s("14.9(i)2")),
    low_straights_flushes_count=Answer(value=False, clause=_s("14.9(k)"), interpretation="AMB-01"),
    odd=by_card(_s("14.9(i)2i"), _s("14.9(i)2ii"), _s("14.9(i)2iii"), _s("14.9(i)2iv")),
    low_ranking=_LOW,
    low_straight=_s("14.9(k)1"),
    low_flush=_s("14.9(k)2"),
    both_ways=_s("14.9(k)"),
    ace_both_ways=_s("14.9(l)"),
)

_FORCED_HILO8: Final = Answer("lowest_ace_high", _s("14.9(d)3"))
_STUD7_HILO8: Final = replace(
    _STUD7_HILO,
    game="stud7-hilo8",
    streets=_stud7("stud7-hilo8", _FORCED_HILO8).streets,
    forced_bet=_FORCED_HILO8,
    qualifier=Answer(8, _s("14.9(j)")),
    no_low=_s("14.9(j)"),
)

_DRAW5_HIGH: Final = GamePage(
    game="draw5-high",
    scope=_s("14.12(a)"),
    max_seats=Answer(8, _s("14.12(b)"), "AMB-66"),
    ante=_s("14.12(b)"),
    streets=draw_streets(deal=_s("14.12(d)"), first=_s("14.12(e)"), draw=_s("14.12(f)"), final=_s("14.12(g)")),
    build=_s("14.12(h)"),
    high=_s("14.12(h)1"),
    odd=undivided("position", _EQUAL),
    high_ranking=_FIVE_CARD_HIGH,
    button_marker=_s("14.12(c)"),
    button_start=Answer("dealers-right", _s("14.12(c)")),
    button_moves=_s("14.12(c)"),
    blinds=Answer((1, 10), _s("14.12(e)"), "AMB-22"),
    heads_up_blinds=Answer("left", _s("14.12(e)"), "AMB-22"),
    draw=_s("14.12(f)"),
    draw_burn=_s("14.12(f)1"),
    draw_shortage=_s("14.12(f)2"),
)

_DRAW5_LOW: Final = replace(
    _DRAW5_HIGH,
    game="draw5-low",
    high="",
    low=_s("14.12(h)2"),
    qualifier=Answer(0, _s("14.12(h)2")),
    # The only low game without a clause of its own on straights and flushes.
    low_straights_flushes_count=Answer(value=False, clause=_LOW, interpretation="AMB-01"),
    high_ranking="",
    low_ranking=_LOW,
)


def _stud5_street(clause: str) -> StreetCitations:
    return StreetCitations(deal=clause, open=clause, open_tie=clause, bet=clause)


_STUD5_HIGH: Final = GamePage(
    game="stud5-high",
    scope=_s("14.13(a)"),
    max_seats=Answer(8, _s("14.13(b)"), "AMB-66"),
    ante=_s("14.13(b)"),
    streets={
        "second": StreetCitations(
            deal=_s("14.13(c)"), open=_s("14.13(d)"), open_tie=_s("14.13(d)"), bet=_s("14.13(e)")
        ),
        "third": _stud5_street(_s("14.13(f)")),
        "fourth": _stud5_street(_s("14.13(g)")),
        "fifth": _stud5_street(_s("14.13(g)")),
    },
    build=_s("14.13(h)"),
    high=_s("14.13(h)"),
    odd=undivided("card", _EQUAL),
    high_ranking=_FIVE_CARD_HIGH,
    forced_bet=Answer("lowest_ace_high", _s("14.13(d)")),
    forced_bet_suits=_s("14.13(d)"),
    open_must_bet=Answer(value=True, clause=_s("14.13(f)"), interpretation="AMB-20"),
)

_MAMBO: Final = GamePage(
    game="mambo-hilo6",
    scope=_s("14.13A(a)"),
    max_seats=Answer(11, _s("14.13A(b)")),
    ante=_s("14.13A(b)"),
    streets={
        "second": StreetCitations(
            deal=_s("14.13A(c)"), open=_s("14.13A(d)"), open_tie=_s("14.13A(d)"), bet=_s("14.13A(e)")
        ),
        "third": StreetCitations(
            deal=_s("14.13A(f)"), open=_s("14.13A(f)"), open_tie=_s("14.13A(f)"), bet=_s("14.13A(g)")
        ),
        "community": StreetCitations(
            deal=_s("14.13A(h)"), open=_s("14.13A(h)1"), open_tie=_s("14.13A(h)2"), bet=_s("14.13A(i)")
        ),
    },
    build=_s("14.13A(j)"),
    high=_s("14.13A(j)"),
    low=_s("14.13A(j)"),
    split=_s("14.13A(j)"),
    qualifier=Answer(6, _s("14.13A(k)"), "AMB-35"),
    no_low=_s("14.13A(k)"),
    low_straights_flushes_count=Answer(value=False, clause=_s("14.13A(k)"), interpretation="AMB-36"),
    odd=by_card(_s("14.13A[14.9(i)2i]"), _s("14.13A[14.9(i)2ii]"), _s("14.13A[14.9(i)2iii]"), _s("14.13A[14.9(i)2iv]")),
    high_ranking=_THREE_CARD_HIGH,
    high_classes=_THREE_CARD_CLASSES,
    low_ranking=_LOW,
    both_ways=_s("14.13A[14.9(k)]"),
    ace_both_ways=_s("14.13A[14.9(l)]"),
    forced_bet=Answer("lowest_ace_high", _s("14.13A(d)")),
    forced_bet_suits=_s("14.13A(d)"),
)

_WAGERS: Final = WagerCitations(
    notice=_s("14.7[XI.G.1]"),
    table_stakes=_s("14.7[XI.G.2]"),
    no_adding=_s("14.7[XI.G.2(a)]"),
    currency=_s("14.1 'table stakes'"),
    all_in=_s("14.7[XI.G.2(d)]"),
    all_in_share=_s("14.7[XI.G.2(d)(i)]"),
    all_in_cards=_s("14.7[XI.G.2(d)(ii)]"),
    side_pot=_s("14.7[XI.G.2(d)(iii)]"),
    side_pot_means=_s("14.1 'side pot'"),
    spoken=_s("14.7[XI.G.3]"),
    corrected=_s("14.7[XI.G.4]"),
    bet_made=_s("14.7[XI.G.5]"),
    bet_motions=(_s("14.7[XI.G.5(a)]"), _s("14.7[XI.G.5(b)]"), _s("14.7[XI.G.5(c)]")),
    string_bet=_s("14.7[XI.G.6]"),
    unfinished=_s("14.7[XI.G.6(a)]"),
    exact_call=_s("14.7[XI.G.6(b)]"),
    oversized_chip=_s("14.7[XI.G.8]"),
    check_raise=_s("14.7[XI.G.9]"),
    words_win=_s("14.15[GEN(10)]"),
    fold=_s("14.1 'fold'"),
    ante=_s("14.7[XI.G.1(a)]"),
    blind=_s("14.7[XI.G.1(b)]"),
    forced_bet=_s("14.7[XI.G.1(c)]"),
    pot_untouched=_s("14.7[XI.G.7]"),
    raise_amount=Answer("to", _s("14.1 'raise'")),
    forced_oversized_chip=Answer("forced", _s("14.7[XI.G.8]"), "AMB-23"),
    acts={act: _s(f"14.1 '{act}'") for act in ("fold", "check", "call", "bet", "raise")},
)

_SHOWDOWN: Final = ShowdownCitations(
    last_player=_s("14.6[OVER(3)]"),
    held=_s("14.6[OVER(3)]"),
    order=_s("14.15[GEN(4)]"),
    conceding=_s("14.15[GEN(4)]"),
    disclosure=_s("14.15[GEN(4)]"),
    cards_speak=_s("14.3[RANK(4)]"),
    equal_hands=_EQUAL,
    award=_s("14.6[OVER(4)(iv)]"),
    side_pots_first=_s("14.6[OVER(4)(v)]"),
    own_risk=_s("14.15[GEN(1)]"),
    burns_apart=_s("14.6[OVER(4)(iii)]"),
    same_class=_EQUAL,
)

_REVENUE: Final = Revenue(
    basis=_s("14.14[REV(1)]"),
    # With 14.14 lost, method and size of the rake are the house's to set.
    methods=Answer(("percent", "increment", "flat"), _s("14.14[REV(2)]"), "AMB-59"),
    percent_cap=Answer(0, _s("14.14[REV(2)]"), "AMB-59"),
    increments=_s("14.14[REV(2)(A)]"),
    uncalled=_s("14.14[REV(4)]"),
    no_flop_no_rake=Answer(value=False, clause=_s("14.14[REV(4)]")),
    no_flop_no_drop_for_nonflop=Answer(value=False, clause=_s("14.14[REV(4)]")),
    finality=_s("14.14[REV(5)]"),
    collected_by=_s("14.6[OVER(4)(vi)]"),
    set_aside=_s("14.14[REV(2)(B)]"),
    sign=_s("14.14[REV(3)]"),
    net_pot=_s("14.1 'pot'"),
)

_FLOOR: Final = FloorCitations(
    supervisor=_s("14.15[GEN(2)]"),
    misdeal=_s("14.15[GEN(5)]"),
    no_cut=_s("14.15[GEN(5)(i)]"),
    wrong_start=_s("14.15[GEN(5)(ii)]"),
    boxed_many=_s("14.15[GEN(5)(iii)]"),
    boxed_one=_s("14.15[GEN(8)]"),
    missed_seat=_s("14.15[GEN(5)(iv)]"),
    ineligible=Answer("discard", _s("14.15[GEN(6)]"), "AMB-49"),
    bad_deck=Answer("replace", _s("14.15[GEN(7)]")),
    off_table=_s("14.15[GEN(11)]"),
    recut=_s("14.5(c)"),
    unprotected=_s("14.15[GEN(9)]"),
    reconstruct=_s("14.15[GEN(9)(i)]"),
    refund=_s("14.15[GEN(9)(ii)]"),
    left=Answer("silent", _s("14.15[GEN(9)(iii)]"), "AMB-51"),
    discard_folds=_s("14.15[GEN(10)(i)]"),
    debt_stays=_s("14.15[GEN(10)(ii)]"),
    conduct=_s("14.16[COND(1)]"),
    offender=Answer("must leave", _s("14.16[COND(2)]")),
    in_view=_s("14.15[GEN(3)]"),
    fouled=_s("14.1 'fouled hand'"),
)

_PROCEDURES: Final = Procedures(
    players=Answer((2, 11), _s("14.6[OVER(1)]"), "AMB-66"),
    decks=_s("14.2(a)"),
    opening=(("inspect", _s("14.4(a)")), ("spread", _s("14.4(b)")), ("wash", _s("14.4(c)"))),
    idle_table=_s("14.5(d)"),
    shuffle=_s("14.5(a)"),
    cut=Answer(10, _s("14.5(b)2")),
    cut_from=Answer("top", _s("14.5(b)2"), "AMB-64"),
    cut_complete=_s("14.5(b)3"),
    announce=_s("14.6[OVER(4)(ii)]"),
    duties=_s("14.6[OVER(4)(ii)]"),
    waiting_list=_s("14.17[WAIT]"),
    min_stake=Answer(value=True, clause=_s("14.7[XI.G.2(c)]"), interpretation="AMB-24"),
    cards_then_betting=_s("14.6[OVER(2)]"),
    deck=Answer(52, _s("14.2(a)")),
    signs=_s("8.3"),
)

BOOK: Final[PokerBook] = PokerBook(
    id="nj-19-47",
    title="New Jersey Casino Control Commission, N.J.A.C. 19:47-14 Poker",
    edition="1999-04-19",
    games=pages_by_game(
        _HOLDEM,
        _OMAHA_HIGH,
        _OMAHA_HILO8,
        _STUD7_HIGH,
        _STUD7_HILO,
        _STUD7_HILO8,
        _DRAW5_HIGH,
        _DRAW5_LOW,
        _STUD5_HIGH,
        _MAMBO,
    ),
    wagers=_WAGERS,
    showdown=_SHOWDOWN,
    revenue=_REVENUE,
    floor=_FLOOR,
    procedures=_PROCEDURES,
    raise_cap=Answer(0, interpretation="AMB-19"),
    house_may_cap=Answer(value=False, interpretation="AMB-19"),
    heads_up_uncapped=Answer(value=False, interpretation="AMB-19"),
    open_counts_as_raise=Answer(value=False, interpretation="AMB-18"),
    short_allin_reopens=Answer(value=False, interpretation="AMB-21"),
    permitted=_s("14.8[XI.H.1]"),
    cross_references={_s("14.11(g)"): _s("14.9(j)"), _s("14.13(d)"): _s("14.9(d)"), _THREE_CARD_HIGH: "oneida XI.C.3"},
)
