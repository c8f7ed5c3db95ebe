"""Setup of a poker case's table: a valid sign, seated players, the button placed.

The table decides which signs, players and commands it accepts; its refusals keep their clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hoyle.core.cards import DECK, card_text
from hoyle.core.errors import HoyleError
from hoyle.games.poker.variants import VARIANTS
from hoyle.judge.case_context import CaseContext
from hoyle.judge.case_types.decoder import with_location
from hoyle.rulebooks import PokerBook
from hoyle.table.poker import commands
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.posted_sign_fields import COLLECTED
from hoyle.table.poker.table import PokerTable

LOWER: Final = 4
"""Default lower limit of a sign."""
NO_FEES: Final = {
    "rates": {"2": 0},
    "charged": "hand",
    "criterion": "table limit",
    "collected": COLLECTED["hand"],
    "jackpot": 0,
}
"""Declaration of no fees, for books that require a declaration."""
DEEP: Final = 1_000_000
"""Stack that no number of raises exhausts."""


def default_sign(book: PokerBook, game: str, posted: Mapping[str, Any]) -> dict[str, Any]:
    """Build a posted sign that the rulebook accepts, with defaults for what `posted` leaves out."""
    structure = posted.get("structure", "fixed-limit")
    limits = posted.get("limits")
    lower = limits[0] if isinstance(limits, list) and limits and isinstance(limits[0], int) else LOWER
    button = VARIANTS[game].button
    spread = structure == "spread-limit"
    default_limits = [lower] if structure in ("pot-limit", "no-limit") else [lower, 2 * lower]
    sign = PostedSign(
        book=book.id,
        game=game,
        structure="fixed-limit",
        ante=0 if button else max(lower // 4, 1),
        forced_bet=0 if button else max(lower // 2, 1),
    ).facts()
    sign["limits"] = default_limits
    sign["blinds"] = ([lower, lower] if spread else [max(lower // 2, 1), lower]) if button else []
    flat = "flat" in book.revenue.methods.value
    sign["fees"] = NO_FEES if flat and book.revenue.fee_rates.value else None
    return sign


def open_table(context: CaseContext, game: str, field: str, book: PokerBook | None = None, **posted: Any) -> PokerTable:
    """Open a table under the case's book, or under `book`, a copy of it with other answers.

    A sign that the book forbids is refused with the name of that field.
    """
    sign = {**default_sign(context.book, game, posted), "unit_cents": context.unit_cents, **posted}
    try:
        return PokerTable.open(PostedSign.read(sign), keep_log=False, book=book or context.book)
    except HoyleError as error:
        raise with_location(field, error) from None


def seat_players(context: CaseContext, table: PokerTable, seats: Iterable[int], field: str) -> dict[int, int]:
    """Seat a player for each seat of the case; return the seats of the case by seats of the table.

    A case may number its seats beyond what the table has, as long as there are no more players.
    """
    case_seats = sorted(seats)
    most = table.seat_rules().max_seats
    case_seat_of = (
        dict(zip(case_seats, case_seats, strict=True)) if case_seats[-1] <= most else dict(enumerate(case_seats, 1))
    )
    for seat in case_seat_of:
        try:
            table.sit(seat, DEEP)
        except HoyleError as error:
            raise with_location(field, error) from None
    return case_seat_of


def place_button(table: PokerTable) -> None:
    """Give the button to the last seated player, if the game has a button."""
    if table.page.button_start.value != "none":
        # Cards rise with the seats: the last seat draws the highest, and is also at the dealer's right.
        table.draw_button({seat: card_text(DECK[index]) for index, seat in enumerate(table.stacks)})


def move_button_to(table: PokerTable, seat: int) -> None:
    """Move the button to a seat by dealing hands in which everybody folds."""
    while table.button != seat:
        table.deal(DECK)
        while table.playing:
            table.act(table.pending()[0].seat, "fold")


def act_passively(table: PokerTable) -> list[Any]:
    """Act as cheaply as possible for the next player: bring in, call, check or stand pat; bet if required."""
    decision = table.pending()[0]
    for do in ("bring-in", "call", "check", "draw"):
        if decision.find_choice(do) is not None:
            return table.do(commands.COMMANDS[do](seat=decision.seat))
    return table.act(decision.seat, "bet")
