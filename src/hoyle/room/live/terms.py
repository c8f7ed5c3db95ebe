"""What the room adds to a table's sign: clocks, pace, buy-ins, who may come."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct, ValidationError, convert, structs, to_builtins

from hoyle.bounds import MOST_CHIPS
from hoyle.errors import InvalidError
from hoyle.misfits import misfit
from hoyle.table import fields

Millis = Annotated[int, Meta(ge=0, le=86_400_000)]

MOST_TITLE: Final = 40
PLAY: Final = "play"
CAGE: Final = "cage"


class Terms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Times are milliseconds."""

    title: Annotated[str, Meta(max_length=MOST_TITLE)] = ""
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
    least_buy_in: fields.Chips = 0
    """0: whatever the book and the sign ask for."""
    most_buy_in: fields.Chips = MOST_CHIPS
    private: bool = False
    """A home game: who has the link may look, whom the host approves may sit."""
    chips: Annotated[str, Meta(pattern=r"\A(play|cage)\Z")] = PLAY
    """What is played for: ``play``, chips that the house gives to play with, or ``cage``, chips bought at the
    cage."""
    fund: Annotated[str, Meta(max_length=MOST_TITLE)] = ""
    """The jackpot fund that tables of the same sign share."""

    def __post_init__(self) -> None:
        fields.name(self.title, "title")
        fields.name(self.fund, "fund")
        if self.private and self.chips != PLAY:
            raise InvalidError(
                f"chips {self.chips!r}: a home game is played for neither: its people settle up themselves"
            )
        if self.least_buy_in > self.most_buy_in:
            raise InvalidError(
                f"least_buy_in {self.least_buy_in}: no more than most_buy_in, {self.most_buy_in}, is wanted"
            )

    def plain(self) -> dict[str, Any]:
        found: dict[str, Any] = to_builtins(self)
        return found


def terms_on_record(data: dict[str, Any]) -> Terms:
    """The terms of a table that was opened: older ones let no clock stand still for the floor."""
    return read_terms({"floor": 0, **data})


def read_terms(data: object) -> Terms:
    """The terms that plain data describe; whatever is left out is as usual."""
    if not isinstance(data, dict):
        raise InvalidError(f"terms {fields.shown(data)}: names and values are wanted")
    known = [part.name for part in structs.fields(Terms)]
    for key in data:
        if key not in known:
            raise InvalidError(f"terms have no {fields.shown(key)}; they have {', '.join(known)}")
    try:
        return convert(data, Terms)
    except ValidationError as error:
        raise InvalidError(f"terms: {misfit(error, data)}") from None
    except UnicodeError as error:
        raise InvalidError(f"terms: {error}") from None
