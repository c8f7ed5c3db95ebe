"""Wager questions: whether a house card table accepts a wager, and by which clause."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from hoyle.core.cards import DECK
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import MAX_CHIPS
from hoyle.games.house_cards.game_definition import ANTE, STREETS
from hoyle.games.house_cards.posted_sign import BASE, HouseCardSign
from hoyle.games.house_cards.wager_limits import check_later, check_opening
from hoyle.judge.case_types.decoder import match_field, required
from hoyle.judge.case_types.house_game_cases import WagerQuestion
from hoyle.judge.ruling import ReasoningStep, Ruling
from hoyle.judge.sessions.house_card_adapter import stack_deck
from hoyle.table.house_cards.table import HouseCardTable

ASKER: Final = "player"


def rule_question(question: WagerQuestion, sign: HouseCardSign) -> Ruling:
    """Rule whether the table accepts a wager, and by which clause."""
    try:
        clause = _QUESTIONS[question.type](question, sign)
    except IllegalError as refusal:
        id = refusal.clause.partition(" ")[2]
        return Ruling({"answer": "reject"}, [id], [ReasoningStep(str(refusal), refusal.clause)], answer="reject")
    id = clause.partition(" ")[2]
    return Ruling({"answer": "accept"}, [id], [ReasoningStep("Nothing forbids it.", clause)], answer="accept")


def _open_for_betting(sign: HouseCardSign, seat: int = 1) -> HouseCardTable:
    """Open a table with one seated player and betting open."""
    table = HouseCardTable.open(sign, keep_log=False)
    table.open_decks()
    table.sit(seat, MAX_CHIPS, ASKER)
    stack_deck(table, list(DECK))
    table.open_wagers()
    return table


def _whole_chips(amount: float | None) -> int:
    """Return an amount of chips; raise for a fraction of a chip or a negative amount."""
    if amount is None:
        return 0
    if not isinstance(amount, int) or amount < 0:
        raise IllegalError(
            f"{Fraction(str(amount))} is not a whole number of chips (house chips)", clause="house chips"
        )
    return amount


def _try_opening_wagers(question: WagerQuestion, sign: HouseCardSign) -> str:
    ante, side = _whole_chips(question.ante), _whole_chips(question.side)
    if side and not sign.definition.side:
        # The layout has no spot for it: this raises with the book's clause.
        check_opening(sign, ante, side)
    table = _open_for_betting(sign)
    for wager, chips in ((ANTE, ante), (sign.definition.side, side)):
        if chips:
            table.wager(1, wager, chips)
    table.no_more_bets()
    page = sign.page.wagers
    if sign.variant != BASE:
        return page.version[sign.variant].clause
    if ante and side:
        return page.both
    return page.ante_limits if ante else page.side_limits


def _try_play_wager(question: WagerQuestion, sign: HouseCardSign) -> str:
    wager = sign.definition.later[0]
    ante, chips = _whole_chips(question.ante), _whole_chips(question.play)
    if not ante or not chips:
        # A later wager needs chips and an Ante, so this cannot be tried at a table.
        check_later(sign, wager, ante, chips)
    table = _open_for_betting(sign)
    table.wager(1, ANTE, ante)
    table.no_more_bets()
    table.act(1, "play", chips)
    return sign.page.wagers.later[wager].size.clause


def _try_two_positions(question: WagerQuestion, sign: HouseCardSign) -> str:
    seats = required("question.positions", question.positions)
    if len(seats) != 2:
        raise InvalidError(f"question.positions names {len(seats)} seats where two belong")
    clause = sign.page.wagers.two_seats
    if seats[0] == seats[1]:
        raise IllegalError(f"seat {seats[0]} twice is one position ({clause})", clause=clause)
    places = sign.page.wagers.seats
    for seat in seats:
        if not 1 <= seat <= places.value:
            text = f"there is no seat {seat}: 1 to {places.value} ({places.clause})"
            raise IllegalError(text, clause=places.clause)
    table = _open_for_betting(sign, seats[0])
    for spot in seats:
        table.wager(seats[0], ANTE, sign.ante[0], spot=spot)
    return clause


def _try_late_wager(question: WagerQuestion, sign: HouseCardSign) -> str:
    wagers = ("ante", "pair_plus", "aces_up", "play", *STREETS)
    wager = match_field("question.wager", question.wager, wagers)
    table = _open_for_betting(sign)
    for opening in sign.definition.opening:
        table.wager(1, opening, max(sign.ante[0], sign.side_limits[0]))
    table.no_more_bets()
    if wager not in sign.definition.later:
        table.wager(1, wager, 1)
        return sign.page.wagers.chips
    for _ in range(sign.definition.later.index(wager) + 1):
        table.act(1, "play")
    return sign.page.wagers.later_time


def _try_position(question: WagerQuestion, sign: HouseCardSign) -> str:
    seat = required("question.pos", question.pos)
    # Numbers that no table has become 0, which the table refuses.
    _open_for_betting(sign, seat if 0 <= seat < 100 else 0)
    return sign.page.wagers.seats.clause


_QUESTIONS: Final[dict[str, Callable[[WagerQuestion, HouseCardSign], str]]] = {
    "initial": _try_opening_wagers,
    "play": _try_play_wager,
    "two_positions": _try_two_positions,
    "after_no_more_bets": _try_late_wager,
    "position": _try_position,
}
