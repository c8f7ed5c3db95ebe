"""Poker table of a case: opened under a valid sign, players seated, button placed.

What the sign may say, who may sit down and what may be done is the table's to decide; a case that it refuses
is refused with the table's own clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hoyle.core.cards import DECK, card_text
from hoyle.core.errors import HoyleError
from hoyle.games.poker.variants import VARIANTS
from hoyle.judge.case_context import CaseContext
from hoyle.judge.case_fields import with_location
from hoyle.rulebooks import PokerBook
from hoyle.table.poker import commands
from hoyle.table.poker.posted_sign import COLLECTED, PostedSign
from hoyle.table.poker.table import PokerTable

LOWER: Final = 4
"""The lower limit of a sign that names none."""
NO_FEES: Final = {
    "rates": {"2": 0},
    "charged": "hand",
    "criterion": "table limit",
    "collected": COLLECTED["hand"],
    "jackpot": 0,
}
"""What a book that demands a declaration of fees accepts for none."""
DEEP: Final = 1_000_000
"""Stacks that no number of raises exhausts."""


def default_sign(book: PokerBook, game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """A sign that the book accepts, as plain data, for whatever `given` leaves open."""
    structure = given.get("structure", "fixed-limit")
    limits = given.get("limits")
    lower = limits[0] if isinstance(limits, list) and limits and isinstance(limits[0], int) else LOWER
    button = VARIANTS[game].button
    spread = structure == "spread-limit"
    usual = [lower] if structure in ("pot-limit", "no-limit") else [lower, 2 * lower]
    sign = PostedSign(
        book=book.id,
        game=game,
        structure="fixed-limit",
        ante=0 if button else max(lower // 4, 1),
        forced_bet=0 if button else max(lower // 2, 1),
    ).facts()
    sign["limits"] = usual
    sign["blinds"] = ([lower, lower] if spread else [max(lower // 2, 1), lower]) if button else []
    flat = "flat" in book.revenue.methods.value
    sign["fees"] = NO_FEES if flat and book.revenue.fee_rates.value else None
    return sign


def open_table(
    context: CaseContext, game: str, field: str, book: PokerBook | None = None, **given: Any
) -> PokerTable:
    """A table by the book of the case; a sign that this forbids is refused on account of that field.

    `book` is the same with other answers.
    """
    sign = {**default_sign(context.book, game, given), "unit_cents": context.unit_cents, **given}
    try:
        return PokerTable.open(PostedSign.read(sign), keep_log=False, book=book or context.book)
    except HoyleError as error:
        raise with_location(f"{context.facts.where}: {field}", error) from None


def seat_players(context: CaseContext, table: PokerTable, seats: Iterable[int], field: str) -> dict[int, int]:
    """Somebody in each of these seats; which seat of the case each seat of the table stands for.

    A case may number its seats beyond what the table has, as long as there are no more people.
    """
    wanted = sorted(seats)
    most = table.seat_rules().most
    found = dict(zip(wanted, wanted, strict=True)) if wanted[-1] <= most else dict(enumerate(wanted, 1))
    for seat in found:
        try:
            table.sit(seat, DEEP)
        except HoyleError as error:
            raise with_location(f"{context.facts.where}: {field}", error) from None
    return found


def place_button(table: PokerTable) -> None:
    """The button to the last of those who sit there, where the game has one."""
    if table.page.button_start.value != "none":
        # The cards go up with the seats: the last draws the highest, and sits at the dealer's right besides.
        table.draw_button({seat: card_text(DECK[at]) for at, seat in enumerate(table.stacks)})


def move_button_to(table: PokerTable, seat: int) -> None:
    """Deal hands that everybody folds until the button lies there."""
    while table.button != seat:
        table.deal(DECK)
        while table.playing:
            table.act(table.pending()[0].seat, "fold")


def act_passively(table: PokerTable) -> list[Any]:
    """Whoever is next goes on as cheaply as he may: brings in, calls, checks, or stands pat in a draw; where
    he must open, he bets."""
    wait = table.pending()[0]
    for do in ("bring-in", "call", "check", "draw"):
        if wait.find_choice(do) is not None:
            return table.do(commands.COMMANDS[do](seat=wait.seat))
    return table.act(wait.seat, "bet")
