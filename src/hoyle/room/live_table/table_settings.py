"""Table settings beside the posted sign: clocks, pace, buy-in limits, privacy, jackpot fund."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct, ValidationError, convert, structs, to_builtins

from hoyle.core import validation
from hoyle.core.errors import InvalidError
from hoyle.core.name_matching import suggest_name
from hoyle.core.validation import MAX_CHIPS, explain_error

Millis = Annotated[int, Meta(ge=0, le=86_400_000)]

MAX_TITLE: Final = 40
PLAY: Final = "play"
CAGE: Final = "cage"


class TableSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of a table."""

    title: Annotated[str, Meta(max_length=MAX_TITLE)] = ""
    decision_clock_ms: Millis = 25_000
    """Time for each decision; only the person awaited is timed."""
    time_bank_ms: Millis = 60_000
    """Time bank: what a player may use beyond the clock, in all, from when they sit down."""
    between_rounds_ms: Millis = 3_000
    """Pause from the end of a round to the next."""
    dealer_pace_ms: Millis = 0
    """Time between two actions of the dealer, and about how long a bot thinks."""
    wager_window_ms: Millis = 15_000
    """Time for wagers, from the first, before house cards are dealt or mini-dice shaken; it ends early when
    every player is ready."""
    max_timeouts: Annotated[int, Meta(ge=1, le=100)] = 2
    """Consecutive time-outs after which a player sits out."""
    away_seat_hold_ms: Millis = 900_000
    """Time that a seat is kept for a player who sits out."""
    called_seat_hold_ms: Millis = 30_000
    """Time that a free seat is kept for a name called from the waiting list, before it is removed from it."""
    floor_clock_pause_ms: Millis = 120_000
    """Longest pause of the clock for a player who has called the floor; it ends with the ruling, and there is
    one in a turn."""
    min_buy_in: validation.Chips = 0
    """0: the minimum of the book and the sign."""
    max_buy_in: validation.Chips = MAX_CHIPS
    private: bool = False
    """A home game: guests with the link may watch, and those whom the host approves may sit."""
    chips: Annotated[str, Meta(pattern=r"\A(play|cage)\Z")] = PLAY
    """Chips in play: ``play``, given by the house, or ``cage``, bought at the cage."""
    jackpot_fund: Annotated[str, Meta(max_length=MAX_TITLE)] = ""
    """Jackpot fund that tables of the same sign share."""

    def __post_init__(self) -> None:
        validation.check_name(self.title, "title")
        validation.check_name(self.jackpot_fund, "jackpot_fund")
        if self.private and self.chips != PLAY:
            raise InvalidError(
                f"chips {self.chips!r}: a home game is played for neither: its people settle up themselves"
            )
        if self.min_buy_in > self.max_buy_in:
            raise InvalidError(f"min_buy_in {self.min_buy_in}: must be at most max_buy_in, {self.max_buy_in}")

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = to_builtins(self)
        return data


def parse_settings(data: object) -> TableSettings:
    """Parse table settings; those left out have their defaults."""
    if not isinstance(data, dict):
        raise InvalidError(f"settings {validation.abbreviate(data)}: expected names and values")
    names = [field.name for field in structs.fields(TableSettings)]
    for key in data:
        if key not in names:
            hint = (isinstance(key, str) and suggest_name(key, names)) or f"expected {', '.join(names)}"
            raise InvalidError(f"settings: unknown key {validation.abbreviate(key)}; {hint}")
    try:
        return convert(data, TableSettings)
    except ValidationError as error:
        raise InvalidError(f"settings: {explain_error(error, data)}") from None
    except UnicodeError as error:
        raise InvalidError(f"settings: {error}") from None
