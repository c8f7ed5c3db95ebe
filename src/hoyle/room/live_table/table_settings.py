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
    """Settings of a table; times are milliseconds."""

    title: Annotated[str, Meta(max_length=MAX_TITLE)] = ""
    clock: Millis = 25_000
    """Time for each decision; only the person awaited is timed."""
    bank: Millis = 60_000
    """Time bank: what a player may use beyond the clock, in all, from when they sit down."""
    pause: Millis = 3_000
    """Pause from the end of a round to the next."""
    pace: Millis = 0
    """Time between two actions of the dealer, and about how long a bot thinks."""
    betting: Millis = 15_000
    """Time for wagers, from the first, before house cards are dealt or mini-dice shaken; it ends early when
    every player is ready."""
    strikes: Annotated[int, Meta(ge=1, le=100)] = 2
    """Consecutive time-outs after which a player sits out."""
    away: Millis = 900_000
    """Time that a seat is kept for a player who sits out."""
    call: Millis = 30_000
    """Time that a free seat is kept for a name called from the waiting list, before it is removed from it."""
    floor: Millis = 120_000
    """Longest pause of the clock for a player who has called the floor; it ends with the ruling, and there is
    one in a turn."""
    least_buy_in: field_types.Chips = 0
    """0: the minimum of the book and the sign."""
    most_buy_in: field_types.Chips = MAX_CHIPS
    private: bool = False
    """A home game: guests with the link may watch, and those whom the host approves may sit."""
    chips: Annotated[str, Meta(pattern=r"\A(play|cage)\Z")] = PLAY
    """Chips in play: ``play``, given by the house, or ``cage``, bought at the cage."""
    fund: Annotated[str, Meta(max_length=MAX_TITLE)] = ""
    """Jackpot fund that tables of the same sign share."""

    def __post_init__(self) -> None:
        field_types.check_name(self.title, "title")
        field_types.check_name(self.fund, "fund")
        if self.private and self.chips != PLAY:
            raise InvalidError(
                f"chips {self.chips!r}: a home game is played for neither: its people settle up themselves"
            )
        if self.least_buy_in > self.most_buy_in:
            raise InvalidError(
                f"least_buy_in {self.least_buy_in}: must be at most most_buy_in, {self.most_buy_in}"
            )

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = to_builtins(self)
        return data


def settings_from_record(data: dict[str, Any]) -> TableSettings:
    """Restore the settings of an open table; older ones did not pause the clock for the floor."""
    return parse_settings({"floor": 0, **data})


def parse_settings(data: object) -> TableSettings:
    """Parse table settings; those left out have their defaults."""
    if not isinstance(data, dict):
        raise InvalidError(f"terms {field_types.abbreviate(data)}: expected names and values")
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
