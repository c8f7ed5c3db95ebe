"""Table settings beside the posted sign: clocks, pace, buy-in limits, privacy, jackpot fund."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct, ValidationError, convert, structs, to_builtins

from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_CHIPS
from hoyle.core.validation_messages import explain_error
from hoyle.table import field_types

Millis = Annotated[int, Meta(ge=0, le=86_400_000)]

MAX_TITLE: Final = 40
PLAY: Final = "play"
CAGE: Final = "cage"


class TableSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Times are milliseconds."""

    title: Annotated[str, Meta(max_length=MAX_TITLE)] = ""
    clock: Millis = 25_000
    """For every decision; only the person awaited is timed."""
    bank: Millis = 60_000
    """What a player may use beyond that, in all, from when he sits down."""
    pause: Millis = 3_000
    """From the end of a round to the next: the winner's moment."""
    pace: Millis = 0
    """Between two things that the dealer does, and about how long a bot thinks."""
    betting: Millis = 15_000
    """How long wagers stay open, from the first, before house cards are dealt or mini-dice shaken; no longer
    than until everybody is ready."""
    strikes: Annotated[int, Meta(ge=1, le=100)] = 2
    """Clocks in a row that run out before somebody counts as away."""
    away: Millis = 900_000
    """How long a seat is kept for somebody who is away."""
    call: Millis = 30_000
    """How long a free seat is kept for whoever was called from the waiting list, before he is off it."""
    floor: Millis = 120_000
    """How long the clock of somebody who has called the floor stands still at the most; no longer than until
    the floor has ruled, and once in a turn."""
    least_buy_in: field_types.Chips = 0
    """0: whatever the book and the sign ask for."""
    most_buy_in: field_types.Chips = MAX_CHIPS
    private: bool = False
    """A home game: who has the link may look, whom the host approves may sit."""
    chips: Annotated[str, Meta(pattern=r"\A(play|cage)\Z")] = PLAY
    """What is played for: ``play``, chips that the house gives to play with, or ``cage``, chips bought at the
    cage."""
    fund: Annotated[str, Meta(max_length=MAX_TITLE)] = ""
    """The jackpot fund that tables of the same sign share."""

    def __post_init__(self) -> None:
        field_types.name(self.title, "title")
        field_types.name(self.fund, "fund")
        if self.private and self.chips != PLAY:
            raise InvalidError(
                f"chips {self.chips!r}: a home game is played for neither: its people settle up themselves"
            )
        if self.least_buy_in > self.most_buy_in:
            raise InvalidError(
                f"least_buy_in {self.least_buy_in}: no more than most_buy_in, {self.most_buy_in}, is wanted"
            )

    def to_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = to_builtins(self)
        return found


def settings_from_record(data: dict[str, Any]) -> TableSettings:
    """The terms of a table that was opened: older ones let no clock stand still for the floor."""
    return parse_settings({"floor": 0, **data})


def parse_settings(data: object) -> TableSettings:
    """The terms that plain data describe; whatever is left out is as usual."""
    if not isinstance(data, dict):
        raise InvalidError(f"terms {field_types.abbreviate(data)}: names and values are wanted")
    known = [part.name for part in structs.fields(TableSettings)]
    for key in data:
        if key not in known:
            raise InvalidError(f"terms have no {field_types.abbreviate(key)}; they have {', '.join(known)}")
    try:
        return convert(data, TableSettings)
    except ValidationError as error:
        raise InvalidError(f"terms: {explain_error(error, data)}") from None
    except UnicodeError as error:
        raise InvalidError(f"terms: {error}") from None
