"""Oneida Nation Rules of Play, chapter XI Poker (28 March 2024), as data."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hoyle.rulebooks.book_types.poker import (
    Answer,
    FloorCitations,
    GamePage,
    Kill,
    PokerBook,
    Procedures,
    Revenue,
    ShowdownCitations,
    StreetCitations,
    WagerCitations,
)
from hoyle.rulebooks.books.shared_parts import (
    by_card,
    classes_by_item,
    draw_streets,
    flop_streets,
    pages_by_game,
    stud7_streets,
    undivided,
)


def _xi(item: str) -> str:
    return f"oneida XI.{item}"


# A hand of none of these classes ranks below them all (C.2).
_CLASSES: Final = classes_by_item(_xi(f"C.2({item})") for item in "abcdefghi")

# P.5 applies only where cards are still dealt to seats, that is in stud.
_SEAT_STOPS: Final = Answer(value=False, clause=_xi("P.5"), interpretation="AMB-52")
_SEAT_GOES_ON: Final = Answer(value=True, clause=_xi("P.5"), interpretation="AMB-52")

_HOLDEM: Final = GamePage(
    game="holdem",
    scope=_xi("J.1"),
    max_seats=Answer(11, _xi("J.2")),
    ante=_xi("J.2"),
    streets=flop_streets(deal=_xi("J.5"), first=_xi("J.6"), flop=_xi("J.7"), turn=_xi("J.8"), river=_xi("J.9")),
    build=_xi("J.10"),
    high=_xi("J.10"),
    odd=undivided("position", _xi("C.6")),
    high_ranking=_xi("C.2"),
    high_classes=_CLASSES,
    button_marker=_xi("J.3(a)"),
    button_start=Answer("card-draw", _xi("J.3(b)"), "AMB-63"),
    button_moves=_xi("J.3(c)"),
    blinds=Answer((1, 10), _xi("J.4"), "AMB-22"),
    heads_up_blinds=Answer("left", _xi("J.4"), "AMB-22"),
    board_plays=_xi("J.10(a)"),
    folded_seat_gets_cards=_SEAT_STOPS,
    kill=Kill(
        style="two-in-a-row",
        trigger=_xi("J.11"),
        kill=_xi("J.11(b)"),
        half_kill=_xi("J.11(a)"),
        needs_low=Answer(value=False, clause=_xi("J.11")),
        acts_last=Answer(value=False, clause=_xi("J.12"), interpretation="AMB-44"),
        button=_xi("J.12"),
    ),
    unseen_muck=_xi("J.10"),
)

_OMAHA_HIGH: Final = GamePage(
    game="omaha-high",
    scope=_xi("K.1"),
    max_seats=Answer(10, _xi("K.2"), "AMB-66"),
    ante=_xi("K.2"),
    streets=flop_streets(deal=_xi("K.4"), first=_xi("K.6"), flop=_xi("K.7"), turn=_xi("K.8"), river=_xi("K.9")),
    build=_xi("K.10"),
    high=_xi("K.10(a)"),
    odd=undivided("position", _xi("C.6")),
    high_ranking=_xi("C.2"),
    high_classes=_CLASSES,
    button_marker=_xi("K.3(a)"),
    button_start=Answer("card-draw", _xi("K.3(b)"), "AMB-63"),
    button_moves=_xi("K.3(c)"),
    blinds=Answer((1, 10), _xi("K.5"), "AMB-22"),
    heads_up_blinds=Answer("left", _xi("K.5"), "AMB-22"),
    folded_seat_gets_cards=_SEAT_STOPS,
)

_OMAHA_HILO8: Final = replace(
    _OMAHA_HIGH,
    game="omaha-hilo8",
    high=_xi("K.10(b)"),
    low=_xi("K.10(b)"),
    split=_xi("K.10(b)"),
    qualifier=Answer(8, _xi("K.11")),
    no_low=_xi("K.11"),
    low_straights_flushes_count=Answer(value=False, clause=_xi("K.10(b)(v)"), interpretation="AMB-01"),
    odd=by_card(_xi("K.10(b)(i)"), _xi("K.10(b)(ii)"), _xi("K.10(b)(iii)"), _xi("K.10(b)(iv)")),
    low_ranking=_xi("C.4"),
    low_cards=_xi("C.5"),
    both_ways=_xi("K.12"),
    two_hands=_xi("K.12(a)"),
    same_hand=_xi("K.12(b)"),
    ace_both_ways=_xi("K.12(c)"),
    kill=Kill(
        style="pot",
        trigger=_xi("K.13"),
        kill=_xi("K.13(b)"),
        half_kill=_xi("K.13(a)"),
        needs_low=Answer(value=False, clause=_xi("K.13"), interpretation="AMB-38"),
        acts_last=Answer(value=False, clause=_xi("K.13"), interpretation="AMB-44"),
        button=_xi("K.13"),
        sign=_xi("K.2"),
        kill_means=_xi("A.21"),
        half_kill_means=_xi("A.17"),
    ),
)


def _stud7(game: str, forced_bet: Answer[str]) -> GamePage:
    """Page of a seven-card stud game: the part common to its three forms."""
    return GamePage(
        game=game,
        scope=_xi("I.1"),
        max_seats=Answer(8, _xi("I.2"), "AMB-66"),
        ante=_xi("I.2"),
        streets=stud7_streets(
            third=StreetCitations(deal=_xi("I.3"), open=forced_bet.clause, open_tie=_xi("I.4"), bet=_xi("I.5")),
            fourth=_xi("I.6"),
            later=_xi("I.8"),
            showing=_xi("I.6(a)"),
            showing_tie=_xi("I.6(b)"),
            options=_xi("I.7"),
        ),
        build=_xi("I.9"),
        high=_xi("I.9(a)"),
        odd=undivided("card", _xi("C.6")),
        high_ranking=_xi("C.2"),
        high_classes=_CLASSES,
        forced_bet=forced_bet,
        forced_bet_suits=_xi("I.4"),
        forced_bet_sign=_xi("I.2"),
        stud_short=Answer("count", _xi("I.8"), "AMB-31"),
        stud_short_need=Answer(2, _xi("I.8"), "AMB-31"),
        stud_short_steps={
            "deal normally": _xi("I.8"),
            "scramble stub and burns, finish": _xi("I.8(a)"),
            "burn, community card": _xi("I.8(b)"),
            "scramble stub and burns, burn, community card": _xi("I.8(c)"),
        },
        common_card=_xi("A.10"),
        folded_seat_gets_cards=_SEAT_GOES_ON,
    )


_STUD7_HIGH: Final = _stud7("stud7-high", Answer("lowest_ace_high", _xi("I.4(a)")))

_STUD7_HILO: Final = replace(
    _stud7("stud7-hilo", Answer("highest_ace_low", _xi("I.4(b)"), "AMB-27")),
    high=_xi("I.9(b)"),
    low=_xi("I.9(b)"),
    split=_xi("I.9(b)"),
    qualifier=Answer(0, _xi("I.9(b)")),
    low_straights_flushes_count=Answer(value=False, clause=_xi("I.11"), interpretation="AMB-01"),
    odd=by_card(_xi("I.9(b)(i)"), _xi("I.9(b)(ii)"), _xi("I.9(b)(iii)"), _xi("I.9(b)(iv)")),
    low_ranking=_xi("C.4"),
    low_cards=_xi("C.5"),
    low_straight=_xi("I.11(a)"),
    low_flush=_xi("I.11(b)"),
    both_ways=_xi("I.11"),
    ace_both_ways=_xi("I.12"),
)

_FORCED_HILO8: Final = Answer("lowest_ace_high", _xi("I.4(c)"))
_STUD7_HILO8: Final = replace(
    _STUD7_HILO,
    game="stud7-hilo8",
    streets=_stud7("stud7-hilo8", _FORCED_HILO8).streets,
    forced_bet=_FORCED_HILO8,
    qualifier=Answer(8, _xi("I.10")),
    no_low=_xi("I.10"),
)

_DRAW5_HIGH: Final = GamePage(
    game="draw5-high",
    scope=_xi("L.1"),
    max_seats=Answer(8, _xi("L.2"), "AMB-66"),
    ante=_xi("L.2"),
    streets=draw_streets(deal=_xi("L.4"), first=_xi("L.6"), draw=_xi("L.7"), final=_xi("L.8")),
    build=_xi("L.9"),
    high=_xi("L.9(a)"),
    odd=undivided("position", _xi("C.6")),
    high_ranking=_xi("C.2"),
    high_classes=_CLASSES,
    button_marker=_xi("L.3(a)"),
    button_start=Answer("card-draw", _xi("L.3(b)"), "AMB-63"),
    button_moves=_xi("L.3(c)"),
    blinds=Answer((1, 10), _xi("L.5"), "AMB-22"),
    heads_up_blinds=Answer("left", _xi("L.5"), "AMB-22"),
    folded_seat_gets_cards=_SEAT_STOPS,
    draw=_xi("L.7"),
    draw_burn=_xi("L.7(a)"),
    draw_shortage=_xi("L.7(b)"),
)

_DRAW5_LOW: Final = replace(
    _DRAW5_HIGH,
    game="draw5-low",
    high="",
    low=_xi("L.9(b)"),
    qualifier=Answer(0, _xi("L.9(b)")),
    # The only low game without a clause of its own on straights and flushes.
    low_straights_flushes_count=Answer(value=False, clause=_xi("C.4"), interpretation="AMB-01"),
    high_ranking="",
    high_classes={},
    low_ranking=_xi("C.4"),
    low_cards=_xi("C.5"),
)

_STUD5_HIGH: Final = GamePage(
    game="stud5-high",
    scope=_xi("M.1"),
    max_seats=Answer(8, _xi("M.2"), "AMB-66"),
    ante=_xi("M.2"),
    streets={
        "second": StreetCitations(deal=_xi("M.3"), open=_xi("M.4"), open_tie=_xi("M.4"), bet=_xi("M.5")),
        "third": StreetCitations(deal=_xi("M.6"), open=_xi("M.6"), open_tie=_xi("M.6"), bet=_xi("M.6")),
        "fourth": StreetCitations(deal=_xi("M.7"), open=_xi("M.7"), open_tie=_xi("M.7"), bet=_xi("M.7")),
        "fifth": StreetCitations(deal=_xi("M.7"), open=_xi("M.7"), open_tie=_xi("M.7"), bet=_xi("M.7")),
    },
    build=_xi("M.8"),
    high=_xi("M.8"),
    odd=undivided("card", _xi("C.6")),
    high_ranking=_xi("C.2"),
    high_classes=_CLASSES,
    forced_bet=Answer("lowest_ace_high", _xi("M.4")),
    forced_bet_suits=_xi("M.4"),
    open_must_bet=Answer(value=True, clause=_xi("M.6"), interpretation="AMB-20"),
    folded_seat_gets_cards=_SEAT_GOES_ON,
)

_WAGERS: Final = WagerCitations(
    notice=_xi("G.1"),
    table_stakes=_xi("G.2"),
    no_adding=_xi("G.2(a)"),
    currency=_xi("G.2(b)"),
    all_in=_xi("G.2(d)"),
    all_in_share=_xi("G.2(d)(i)"),
    all_in_cards=_xi("G.2(d)(ii)"),
    side_pot=_xi("G.2(d)(iii)"),
    side_pot_means=_xi("A.31"),
    spoken=_xi("G.3"),
    corrected=_xi("G.4"),
    bet_made=_xi("G.5"),
    bet_motions=(_xi("G.5(a)"), _xi("G.5(b)"), _xi("G.5(c)")),
    string_bet=_xi("G.6"),
    unfinished=_xi("G.6(a)"),
    exact_call=_xi("G.6(b)"),
    announced_raise=_xi("G.6(c)"),
    oversized_chip=_xi("G.8"),
    check_raise=_xi("G.9"),
    words_win=_xi("P.11"),
    fold=_xi("A.14"),
    ante=_xi("G.1(a)"),
    blind=_xi("G.1(b)"),
    forced_bet=_xi("G.1(c)"),
    # Implied by the chapter, stated nowhere.
    pot_untouched=_xi("G.7"),
    raise_amount=Answer("to", _xi("A.27")),
    forced_oversized_chip=Answer("forced", _xi("G.8"), "AMB-23"),
    acts={"fold": _xi("A.14"), "check": _xi("A.9"), "call": _xi("A.8"), "bet": _xi("A.3"), "raise": _xi("A.27")},
)

_SHOWDOWN: Final = ShowdownCitations(
    last_player=_xi("F.4"),
    held=_xi("F.4"),
    order=_xi("P.4"),
    conceding=_xi("P.4"),
    disclosure=_xi("P.4"),
    cards_speak=_xi("C.7"),
    equal_hands=_xi("C.6"),
    award=_xi("F.5(d)"),
    side_pots_first=_xi("F.5(e)"),
    own_risk=_xi("P.1"),
    tabling=_xi("Q.1"),
    tabled_winner=_xi("Q.2"),
    retrieval=_xi("Q.3"),
    burns_apart=_xi("F.5(c)"),
    same_class=_xi("C.6"),
)

_REVENUE: Final = Revenue(
    basis=_xi("N.1"),
    methods=Answer(("percent", "increment"), _xi("N.2")),
    percent_cap=Answer(25, _xi("N.2(a)(i)"), "AMB-59"),
    percent_as_played=_xi("N.2(a)(ii)"),
    increments=_xi("N.2(b)(i)"),
    uncalled=_xi("N.4"),
    no_flop_no_rake=Answer(value=True, clause=_xi("N.4"), interpretation="AMB-58"),
    no_flop_no_drop_for_nonflop=Answer(value=False, clause=_xi("N.4"), interpretation="AMB-58"),
    finality=_xi("N.5"),
    short_table=Answer(6, _xi("N.6"), "AMB-60"),
    collected_by=_xi("F.5(g)"),
    set_aside=_xi("N.2(b)(ii)"),
    dropped={"percent": _xi("N.2(a)(iii)"), "increment": _xi("N.2(b)(iii)")},
    sign=_xi("N.3"),
    net_pot=_xi("A.25"),
    jackpot=_xi("O.1"),
    jackpot_fee=_xi("O.2(a)"),
    jackpot_sign=_xi("O.2(b)"),
    jackpot_set_aside=_xi("O.3"),
    jackpot_dropped=_xi("O.4"),
    jackpot_standards=_xi("O.5"),
    container=Answer("drop box", _xi("N.2(b)(iii)")),
    method_clauses={"percent": _xi("N.2(a)"), "increment": _xi("N.2(b)")},
)

_FLOOR: Final = FloorCitations(
    supervisor=_xi("P.2"),
    supplement=_xi("P.16"),
    misdeal=_xi("P.6"),
    no_cut=_xi("P.6(a)"),
    wrong_start=_xi("P.6(b)"),
    boxed_many=_xi("P.6(c)"),
    boxed_one=_xi("P.9"),
    missed_seat=_xi("P.6(d)"),
    ineligible=Answer("dead round", _xi("P.7"), "AMB-49"),
    bad_deck=Answer("remove", _xi("P.8")),
    off_table=_xi("P.13"),
    recut=_xi("E.3"),
    shuffler=_xi("P.15"),
    stub_count=_xi("F.5(f)"),
    exposed=_xi("P.14"),
    exposed_first=_xi("P.14(a)"),
    exposed_later=_xi("P.14(b)"),
    exposed_many=_xi("P.14(c)"),
    stud_hole_up=_xi("P.12"),
    unprotected=_xi("P.10"),
    stud_protected=_xi("P.10(a)"),
    reconstruct=_xi("P.10(b)"),
    refund=_xi("P.10(c)"),
    left=Answer("vicinity", _xi("P.10(d)"), "AMB-51"),
    discard_folds=_xi("P.11(a)(i)"),
    upcards_down_fold=_xi("P.11(a)(ii)"),
    debt_stays=_xi("P.11(b)"),
    conduct=_xi("R.1"),
    offender=Answer("may refuse", _xi("R.2")),
    in_view=_xi("P.3"),
    fouled=_xi("A.16"),
)

_PROCEDURES: Final = Procedures(
    players=Answer((2, 11), _xi("F.2"), "AMB-66"),
    decks=_xi("B.2"),
    alternate=_xi("B.2(a)"),
    rotation_hours=Answer(6, _xi("B.2(b)")),
    manual_shuffle=_xi("B.3"),
    opening=(
        ("distribute", _xi("D.1")),
        ("inspect", _xi("D.2")),
        ("spread", _xi("D.3")),
        ("wash", _xi("D.4")),
        ("first deck", _xi("D.5")),
    ),
    opening_by={
        "distribute": Answer(("supervisor",), _xi("D.1")),
        "inspect": Answer(("floor", "supervisor"), _xi("D.2")),
    },
    idle_table=_xi("E.4"),
    shuffle=_xi("E.1"),
    cut=Answer(10, _xi("E.2(b)")),
    cut_from=Answer("either", _xi("E.2(b)"), "AMB-64"),
    cut_complete=_xi("E.2(c)"),
    stub_count_minutes=Answer(60, _xi("F.5(f)")),
    announce=_xi("F.5(b)"),
    duties=_xi("F.5"),
    waiting_list=_xi("S.1"),
    min_stake=Answer(value=True, clause=_xi("G.2(c)"), interpretation="AMB-24"),
    cards_then_betting=_xi("F.3"),
    deck=Answer(52, _xi("B.1")),
    signs=_xi("G.1"),
    inspected_by=Answer(2, _xi("D.4")),
    first_deck={"manual": _xi("D.5(a)"), "machine": _xi("D.5(b)")},
)

BOOK: Final[PokerBook] = PokerBook(
    id="oneida",
    title="Oneida Nation Gaming Commission Rules of Play, chapter XI Poker",
    edition="2024-03-28",
    games=pages_by_game(
        _HOLDEM, _OMAHA_HIGH, _OMAHA_HILO8, _STUD7_HIGH, _STUD7_HILO, _STUD7_HILO8, _DRAW5_HIGH, _DRAW5_LOW, _STUD5_HIGH
    ),
    wagers=_WAGERS,
    showdown=_SHOWDOWN,
    revenue=_REVENUE,
    floor=_FLOOR,
    procedures=_PROCEDURES,
    raise_cap=Answer(0, _xi("G.10"), "AMB-19"),
    house_may_cap=Answer(value=True, clause=_xi("G.10"), interpretation="AMB-19"),
    heads_up_uncapped=Answer(value=False, clause=_xi("G.10"), interpretation="AMB-19"),
    open_counts_as_raise=Answer(value=False, interpretation="AMB-18"),
    short_allin_reopens=Answer(value=False, interpretation="AMB-21"),
    permitted=_xi("H.1"),
    # Draw low has no sentence of its own on straights and flushes (AMB-01).
    cross_references={_xi("C.4"): _xi("K.10(b)(v)")},
)
