"""House rules for poker: the default book, used where no published rulebook is in force.

It has no clauses of law. Its citations name a topic (``house odd-chip``), and every irregularity is left to
the floor.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hoyle.rulebooks.book_types.poker import (
    Answer,
    FloorCitations,
    GamePage,
    OddChips,
    PokerBook,
    Procedures,
    Revenue,
    ShowdownCitations,
    StreetCitations,
    WagerCitations,
)
from hoyle.rulebooks.books.shared_parts import pages_by_game


def _h(topic: str) -> str:
    return f"house {topic}"


_FLOP: Final = ("preflop", "flop", "turn", "river")
_STUD7: Final = ("third", "fourth", "fifth", "sixth", "seventh")
_STUD5: Final = ("second", "third", "fourth", "fifth")
_MAMBO: Final = ("second", "third", "community")
_ONE_DRAW: Final = ("predraw", "draw")
_THREE_DRAWS: Final = ("predraw", "draw1", "draw2", "draw3")

_STREET: Final = StreetCitations(
    deal=_h("deal"), open=_h("first-to-act"), open_tie=_h("first-to-act"), bet=_h("betting")
)


def _odd(way: str) -> OddChips:
    """Build the odd-chip rules of the house; `way` decides ties: ``card`` or ``position``."""
    return OddChips(
        halves=Answer("high", _h("odd-chip")),
        tied_high=Answer(way, _h("odd-chip")),
        tied_low=Answer(way, _h("odd-chip")),
        rule=Answer("single", _h("odd-chip")),
        cap_cents=Answer(0, _h("odd-chip")),
        suit_scope=Answer("five_card_hand", _h("odd-chip")),
        low_direction=Answer("pip_low", _h("odd-chip")),
        suits=_h("suits"),
    )


def _page(game: str, seats: int, streets: tuple[str, ...], *, wins: str, qualifier: int = 0) -> GamePage:
    """Build the page on a poker game without its opening rule; `wins` is ``high``, ``low`` or ``split``."""
    high, low, split = wins != "low", wins != "high", wins == "split"
    return GamePage(
        game=game,
        scope=_h("games"),
        max_seats=Answer(seats, _h("seats")),
        ante=_h("ante"),
        streets=dict.fromkeys(streets, _STREET),
        build=_h("showdown"),
        high=_h("showdown") if high else "",
        low=_h("showdown") if low else "",
        split=_h("split") if split else "",
        qualifier=Answer(qualifier, _h("qualifier") if qualifier else ""),
        low_straights_flushes_count=Answer(value=False, clause=_h("low-hands") if low else ""),
        odd=_odd("position"),
        high_ranking=_h("high-hands") if high else "",
        low_ranking=_h("low-hands") if low else "",
        no_low=_h("qualifier") if qualifier else "",
        both_ways=_h("split") if split else "",
    )


def _button(game: str, seats: int, streets: tuple[str, ...], *, wins: str, qualifier: int = 0) -> GamePage:
    return replace(
        _page(game, seats, streets, wins=wins, qualifier=qualifier),
        button_marker=_h("button"),
        button_start=Answer("card-draw", _h("button")),
        button_moves=_h("button"),
        blinds=Answer((0, 10), _h("blinds")),
        heads_up_blinds=Answer("button", _h("blinds")),
    )


def _stud(
    game: str,
    seats: int,
    streets: tuple[str, ...],
    *,
    wins: str,
    qualifier: int = 0,
    forced_bet: str = "lowest_ace_high",
) -> GamePage:
    """Build the page on a stud game, opened by a forced bet."""
    page = replace(
        _page(game, seats, streets, wins=wins, qualifier=qualifier),
        odd=_odd("card"),
        forced_bet=Answer(forced_bet, _h("forced-bet")),
        forced_bet_suits=_h("suits"),
    )
    if streets != _STUD7:
        return page
    return replace(
        page,
        stud_short=Answer("common", _h("stud-shortage")),
        stud_short_need=Answer(1, _h("stud-shortage")),
        stud_short_steps=dict.fromkeys(
            ("deal normally", "burn, common card", "shuffle burns, burn, common card"), _h("stud-shortage")
        ),
    )


def _draw(game: str, seats: int, streets: tuple[str, ...], *, wins: str) -> GamePage:
    return replace(
        _button(game, seats, streets, wins=wins),
        draw=_h("draw"),
        draw_burn=_h("draw"),
        draw_shortage=_h("draw-shortage"),
    )


def _deuce_to_seven(game: str, streets: tuple[str, ...]) -> GamePage:
    """Build the page on a deuce-to-seven game, in which straights and flushes spoil a low."""
    counted = Answer(value=True, clause=_h("low-hands"))
    return replace(_draw(game, 6, streets, wins="low"), low_straights_flushes_count=counted)


_PAGES: Final = (
    replace(_button("holdem", 10, _FLOP, wins="high"), board_plays=_h("showdown")),
    _button("omaha-high", 10, _FLOP, wins="high"),
    _button("omaha-hilo8", 10, _FLOP, wins="split", qualifier=8),
    _button("big-omaha-high", 8, _FLOP, wins="high"),
    _button("big-omaha-hilo8", 8, _FLOP, wins="split", qualifier=8),
    _stud("stud7-high", 8, _STUD7, wins="high"),
    _stud("stud7-hilo", 8, _STUD7, wins="split"),
    _stud("stud7-hilo8", 8, _STUD7, wins="split", qualifier=8),
    _draw("draw5-high", 6, _ONE_DRAW, wins="high"),
    _draw("draw5-low", 6, _ONE_DRAW, wins="low"),
    _stud("stud5-high", 8, _STUD5, wins="high"),
    _stud("mambo-hilo6", 10, _MAMBO, wins="split", qualifier=6),
    _stud("razz", 8, _STUD7, wins="low", forced_bet="highest_ace_low"),
    _deuce_to_seven("draw27-single", _ONE_DRAW),
    _deuce_to_seven("draw27-triple", _THREE_DRAWS),
    _draw("badugi", 6, _THREE_DRAWS, wins="low"),
)

BOOK: Final[PokerBook] = PokerBook(
    id="house",
    title="House rules",
    edition="1",
    games=pages_by_game(*_PAGES),
    wagers=WagerCitations(
        notice=_h("limits"),
        table_stakes=_h("table-stakes"),
        no_adding=_h("table-stakes"),
        all_in=_h("all-in"),
        all_in_share=_h("all-in"),
        all_in_cards=_h("all-in"),
        side_pot=_h("all-in"),
        spoken=_h("betting"),
        corrected=_h("betting"),
        bet_made=_h("betting"),
        bet_motions=(_h("betting"),) * 3,
        string_bet=_h("string-bet"),
        unfinished=_h("string-bet"),
        exact_call=_h("string-bet"),
        oversized_chip=_h("oversized-chip"),
        check_raise=_h("check-raise"),
        words_win=_h("betting"),
        fold=_h("betting"),
        ante=_h("ante"),
        blind=_h("blinds"),
        forced_bet=_h("forced-bet"),
        seated_only=_h("seats"),
        forced_oversized_chip=Answer("forced", _h("oversized-chip")),
    ),
    showdown=ShowdownCitations(
        last_player=_h("last-player"),
        held=_h("showdown"),
        order=_h("show-order"),
        conceding=_h("showdown"),
        cards_speak=_h("cards-speak"),
        equal_hands=_h("equal-hands"),
        award=_h("award"),
        side_pots_first=_h("award"),
        own_risk=_h("showdown"),
        burns_apart=_h("burns"),
    ),
    revenue=Revenue(
        basis=_h("rake"),
        methods=Answer(("percent", "increment", "flat"), _h("rake")),
        percent_cap=Answer(0, _h("rake")),
        percent_as_played=_h("rake"),
        increments=_h("rake"),
        uncalled=_h("uncalled-bet"),
        no_flop_no_rake=Answer(value=True, clause=_h("no-flop-no-drop")),
        no_flop_no_drop_for_nonflop=Answer(value=False, clause=_h("no-flop-no-drop")),
        finality=_h("rake"),
        collected_by=_h("rake"),
        set_aside=_h("rake"),
        dropped=dict.fromkeys(("percent", "increment", "flat"), _h("rake")),
        sign=_h("rake"),
        net_pot=_h("rake"),
        jackpot=_h("jackpot"),
        jackpot_fee=_h("jackpot"),
        jackpot_sign=_h("jackpot"),
        jackpot_set_aside=_h("jackpot"),
        jackpot_dropped=_h("jackpot"),
        jackpot_standards=_h("jackpot"),
        container=Answer("drop box", _h("rake")),
    ),
    floor=FloorCitations(),
    procedures=Procedures(
        players=Answer((2, 10), _h("seats")),
        decks=_h("decks"),
        manual_shuffle=_h("shuffle"),
        opening=(("inspect", _h("opening")), ("spread", _h("opening")), ("wash", _h("opening"))),
        shuffle=_h("shuffle"),
        cut=Answer(0, _h("shuffle")),
        cut_from=Answer("", _h("shuffle")),
        cut_complete=_h("shuffle"),
        announce=_h("dealer"),
        duties=_h("dealer"),
        waiting_list=_h("waiting-list"),
        min_stake=Answer(value=False, clause=_h("table-stakes")),
        cards_then_betting=_h("betting"),
        deck=Answer(52, _h("decks")),
        signs=_h("signs"),
    ),
    raise_cap=Answer(0, _h("raise-cap")),
    house_may_cap=Answer(value=True, clause=_h("raise-cap")),
    heads_up_uncapped=Answer(value=True, clause=_h("raise-cap")),
    open_counts_as_raise=Answer(value=False, clause=_h("raise-cap")),
    short_allin_reopens=Answer(value=False, clause=_h("betting")),
    permitted=_h("games"),
)
