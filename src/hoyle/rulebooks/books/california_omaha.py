"""California standard game rules for Omaha High/Low Split (undated template), as data.

The document has no irregularities, no all-in rule and no showdown order: those citations stay empty, and the
house rules on them.
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
from hoyle.rulebooks.books.shared_parts import by_position, classes_by_item


def _ca(place: str) -> str:
    return f"ca-omaha {place}"


def _later_street(name: str) -> StreetCitations:
    """Build the citations of the flop, turn or river, each of which lists the same four options."""
    return StreetCitations(
        deal=_ca(name),
        open=_ca(name),
        open_tie="",
        bet=_ca(name),
        fold=_ca(f"{name}.1"),
        check=_ca(f"{name}.2"),
        wager=_ca(f"{name}.3"),
        call=_ca(f"{name}.4"),
    )


_CLASSES: Final = classes_by_item(_ca(f"RANK.{row}") for row in range(1, 11))

_OMAHA_HILO8: Final = GamePage(
    game="omaha-hilo8",
    scope=_ca("TYPE"),
    max_seats=Answer(10, _ca("TABLE")),
    streets={
        "preflop": StreetCitations(
            deal=_ca("DEAL.3"),
            open=_ca("BR1"),
            open_tie="",
            bet=_ca("BR1"),
            fold=_ca("BR1.1"),
            call=_ca("BR1.2"),
            wager=_ca("BR1.3"),
            check=_ca("BR1.4"),
        ),
        "flop": _later_street("FLOP"),
        "turn": _later_street("TURN"),
        "river": _later_street("RIVER"),
    },
    build=_ca("OBJ"),
    high=_ca("AWARD.2"),
    low=_ca("AWARD.2"),
    split=_ca("AWARD.2"),
    qualifier=Answer(8, _ca("VAL-LO"), "AMB-05"),
    no_low=_ca("AWARD.1"),
    low_straights_flushes_count=Answer(value=False, clause=_ca("VAL-LO")),
    # The text mentions odd chips only when the high hand is tied; one rule for all of them (AMB-13).
    odd=replace(
        by_position(_ca("AWARD.4"), _ca("AWARD.4"), _ca("AWARD.4"), "", rule="whole", cap_cents=0, reading="AMB-13"),
        tied_high_alone=_ca("AWARD.3"),
    ),
    high_ranking=_ca("RANK"),
    high_classes=_CLASSES,
    low_ranking=_ca("VAL-LO"),
    both_ways=_ca("OBJ"),
    button_marker=_ca("ACTION"),
    button_start=Answer("card-draw", _ca("DEAL.2"), "AMB-63"),
    button_moves=_ca("ACTION"),
    blinds=Answer((2, 2), _ca("DEAL.3"), "AMB-22"),
    heads_up_blinds=Answer("left", _ca("DEAL.3"), "AMB-22"),
)

_WAGERS: Final = WagerCitations(
    notice=_ca("FEE.2.1"),
    bet_motions=("", "", ""),
    fold=_ca("BR1.1"),
    blind=_ca("DEAL.3"),
    seated_only=_ca("TABLE"),
    raise_amount=Answer("by", _ca("BR1.3")),
    # The first wager of an unopened round is the opening bet, under any name (AMB-18).
    acts={
        "fold": _ca("BR1.1"),
        "check": _ca("BR1.4"),
        "call": _ca("BR1.2"),
        "bet": _ca("FLOP.3"),
        "raise": _ca("BR1.3"),
    },
)

_SHOWDOWN: Final = ShowdownCitations(held=_ca("AWARD"), equal_hands=_ca("AWARD.3"), burns_to_discards=_ca("FLOP"))

_REVENUE: Final = Revenue(
    basis=_ca("FEE.1"),
    methods=Answer(("flat",), _ca("FEE.1")),
    collected_by=_ca("FEE.2.4"),
    dropped={"flat": _ca("FEE.2.4")},
    sign=_ca("FEE.1"),
    jackpot=_ca("FEE.TABLE"),
    jackpot_fee=_ca("FEE.TABLE"),
    jackpot_sign=_ca("FEE.TABLE"),
    fee_rates=Answer(5, _ca("FEE.1"), "AMB-61"),
    fee_declarations=(_ca("FEE.2.1"), _ca("FEE.2.2"), _ca("FEE.2.3"), _ca("FEE.2.4")),
)

_FLOOR: Final = FloorCitations()

_PROCEDURES: Final = Procedures(
    players=Answer((2, 10), _ca("TABLE")),
    manual_shuffle=_ca("DEAL.1"),
    shuffle=_ca("DEAL.1"),
    cut=Answer(0, _ca("DEAL.1")),
    cut_from=Answer("", _ca("DEAL.1")),
    cards_then_betting=_ca("ACTION"),
    deck=Answer(52, _ca("DECK")),
    signs=_ca("FEE.2"),
    machine=Answer(value=False, clause=_ca("DEAL.1")),
)

BOOK: Final[PokerBook] = PokerBook(
    id="ca-omaha",
    title="California standard game rules, Omaha High/Low Split",
    edition="undated",
    games={"omaha-hilo8": _OMAHA_HILO8},
    wagers=_WAGERS,
    showdown=_SHOWDOWN,
    revenue=_REVENUE,
    floor=_FLOOR,
    procedures=_PROCEDURES,
    raise_cap=Answer(3, _ca("BR1.3")),
    house_may_cap=Answer(value=False, clause=_ca("BR1.3")),
    heads_up_uncapped=Answer(value=True, clause=_ca("BR1.3"), interpretation="AMB-19"),
    open_counts_as_raise=Answer(value=False, clause=_ca("FLOP.3"), interpretation="AMB-18"),
    short_allin_reopens=Answer(value=False, interpretation="AMB-21"),
    permitted=_ca("TYPE"),
)
