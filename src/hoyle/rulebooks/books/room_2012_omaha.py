"""Omaha eight-or-better procedures of one poker room (1 May 2012), as data."""

from __future__ import annotations

from typing import Final

from hoyle.rulebooks.book_types.poker import (
    Answer,
    FloorCitations,
    GamePage,
    PokerBook,
    Procedures,
    Revenue,
    ShowdownCitations,
    WagerCitations,
)
from hoyle.rulebooks.books.shared_parts import by_card, classes_by_item, flop_streets


def _r(item: str) -> str:
    return f"room-2012 {item}"


_CLASSES: Final = classes_by_item(
    _r(f"RANK(2)({item})") for item in ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
)

_OMAHA_HILO8: Final = GamePage(
    game="omaha-hilo8",
    scope=_r("OMA(1)"),
    max_seats=Answer(10, _r("OMA(1)"), "AMB-66"),
    ante=_r("OMA(1)"),
    # OMA(4) covers every street in one sentence.
    streets=flop_streets(
        deal=_r("OMA(3)"), first=_r("OMA(4)"), flop=_r("OMA(4)"), turn=_r("OMA(4)"), river=_r("OMA(4)")
    ),
    build=_r("OMA(5)"),
    high=_r("OMA(5)"),
    low=_r("OMA(5)"),
    split=_r("OMA(5)"),
    qualifier=Answer(8, _r("OMA(6)"), "AMB-04"),
    no_low=_r("OMA(6)"),
    low_straights_flushes_count=Answer(value=False, clause=_r("OMA(6)"), interpretation="AMB-04"),
    odd=by_card(_r("OMA(5)(A)"), _r("OMA(5)(B)"), _r("OMA(5)(C)"), _r("OMA(5)(D)"), rule="whole", cap_cents=0),
    high_ranking=_r("RANK(2)"),
    high_classes=_CLASSES,
    # Lows are never ranked; OMA(6) is the closest text in the document (AMB-04).
    low_ranking=_r("OMA(6)"),
    both_ways=_r("OMA(7)"),
    two_hands=_r("OMA(7)(i)"),
    same_hand=_r("OMA(7)(ii)"),
    ace_both_ways=_r("OMA(7)(iii)"),
    button_marker=_r("DEF 'button'"),
    button_start=Answer("card-draw", _r("OMA(2)"), "AMB-63"),
    button_moves=_r("DEF 'button'"),
    blinds=Answer((1, 10), _r("OMA(4)"), "AMB-22"),
    heads_up_blinds=Answer("left", _r("OMA(4)"), "AMB-22"),
)

_WAGERS: Final = WagerCitations(
    notice=_r("WAG(4)"),
    table_stakes=_r("WAG(3)"),
    no_adding=_r("WAG(3)(i)"),
    idle_currency=_r("WAG(3)"),
    all_in=_r("WAG(3)(ii)"),
    all_in_share=_r("WAG(3)(ii)(A)"),
    all_in_cards=_r("WAG(3)(ii)(B)"),
    side_pot=_r("WAG(3)(ii)(C)"),
    side_pot_means=_r("DEF 'side pot'"),
    spoken=_r("WAG(4)"),
    corrected=_r("WAG(5)"),
    bet_made=_r("WAG(6)"),
    bet_motions=(_r("WAG(6)(i)"), _r("WAG(6)(ii)"), _r("WAG(6)(iii)")),
    string_bet=_r("WAG(7)"),
    unfinished=_r("WAG(7)(i)"),
    exact_call=_r("WAG(7)(ii)"),
    oversized_chip=_r("WAG(9)"),
    check_raise=_r("WAG(10)"),
    words_win=_r("GEN(10)"),
    fold=_r("DEF 'fold'"),
    ante=_r("WAG(2)(i)"),
    blind=_r("WAG(2)(ii)"),
    seated_only=_r("WAG(1)"),
    pot_untouched=_r("WAG(8)"),
    raise_amount=Answer("to", _r("DEF 'raise'")),
    acts={act: _r(f"DEF '{act}'") for act in ("fold", "check", "call", "bet", "raise")},
)

_SHOWDOWN: Final = ShowdownCitations(
    last_player=_r("OVER(3)"),
    held=_r("OVER(3)"),
    order=_r("GEN(4)"),
    conceding=_r("GEN(4)"),
    disclosure=_r("GEN(4)"),
    cards_speak=_r("RANK(4)"),
    equal_hands=_r("RANK(3)"),
    award=_r("OVER(4)(iv)"),
    side_pots_first=_r("OVER(4)(v)"),
    own_risk=_r("GEN(1)"),
    burns_apart=_r("OVER(4)(iii)"),
    same_class=_r("RANK(3)"),
)

_REVENUE: Final = Revenue(
    basis=_r("REV(1)"),
    methods=Answer(("increment",), _r("REV(2)")),
    increments=_r("REV(2)(A)"),
    uncalled=_r("REV(4)"),
    no_flop_no_rake=Answer(value=False, clause=_r("REV(4)")),
    no_flop_no_drop_for_nonflop=Answer(value=False, clause=_r("REV(4)")),
    finality=_r("REV(5)"),
    collected_by=_r("OVER(4)(vi)"),
    set_aside=_r("REV(2)(B)"),
    dropped={"increment": _r("REV(2)(C)")},
    sign=_r("REV(3)"),
    net_pot=_r("DEF 'pot'"),
    container=Answer("table inventory container", _r("REV(2)(C)")),
)

_FLOOR: Final = FloorCitations(
    supervisor=_r("GEN(2)"),
    misdeal=_r("GEN(5)"),
    no_cut=_r("GEN(5)(i)"),
    wrong_start=_r("GEN(5)(ii)"),
    boxed_many=_r("GEN(5)(iii)"),
    boxed_one=_r("GEN(8)"),
    missed_seat=_r("GEN(5)(iv)"),
    ineligible=Answer("discard", _r("GEN(6)"), "AMB-49"),
    bad_deck=Answer("replace", _r("GEN(7)")),
    off_table=_r("GEN(11)"),
    unprotected=_r("GEN(9)"),
    reconstruct=_r("GEN(9)(i)"),
    refund=_r("GEN(9)(ii)"),
    left=Answer("silent", _r("GEN(9)(iii)"), "AMB-51"),
    discard_folds=_r("GEN(10)(i)"),
    debt_stays=_r("GEN(10)(ii)"),
    conduct=_r("COND(1)"),
    offender=Answer("must leave", _r("COND(2)")),
    in_view=_r("GEN(3)"),
    fouled=_r("DEF 'fouled hand'"),
)

_PROCEDURES: Final = Procedures(
    players=Answer((2, 11), _r("OVER(1)"), "AMB-66"),
    decks=_r("CARDS"),
    manual_shuffle=_r("SHUF"),
    opening=(("inspect", _r("OPEN(1)")), ("spread", _r("OPEN(2)")), ("wash", _r("OPEN(3)"))),
    shuffle=_r("SHUF"),
    # GEN(5)(i) presupposes a cut; no clause describes one.
    cut=Answer(0, _r("GEN(5)(i)")),
    cut_from=Answer("", _r("GEN(5)(i)")),
    announce=_r("OVER(4)(ii)"),
    duties=_r("OVER(4)"),
    waiting_list=_r("WAIT"),
    min_stake=Answer(value=False, clause=_r("WAG(3)")),
    cards_then_betting=_r("OVER(2)"),
    deck=Answer(52, _r("CARDS")),
    # A device may stack the cards; it is the dealer who shuffles.
    machine=Answer(value=False, clause=_r("SHUF")),
)

BOOK: Final[PokerBook] = PokerBook(
    id="room-2012",
    title="Omaha (Hi Lo Split/Eight or Better) Game Procedures",
    edition="2012-05-01",
    games={"omaha-hilo8": _OMAHA_HILO8},
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
    permitted=_r("OMA(1)"),
)
