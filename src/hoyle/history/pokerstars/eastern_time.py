"""US Eastern time, as PokerStars writes it, computed without a time zone database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

_STANDARD: Final = timedelta(hours=-5)
_SUMMER: Final = timedelta(hours=-4)
_SUNDAY: Final = 6


def eastern(utc: datetime) -> datetime:
    """Convert a UTC time to New York local time, as a naive datetime.

    >>> print(eastern(datetime(2024, 7, 4, 16, tzinfo=UTC)), eastern(datetime(2024, 12, 25, 3, tzinfo=UTC)))
    2024-07-04 12:00:00 2024-12-24 22:00:00
    """
    moment = utc.astimezone(UTC).replace(tzinfo=None)
    begins, ends = _daylight_saving_period(moment.year)
    return moment + (_SUMMER if begins <= moment < ends else _STANDARD)


def _daylight_saving_period(year: int) -> tuple[datetime, datetime]:
    """Return start and end of daylight saving time in UTC; clocks change at two o'clock local time.

    Since 2007 from the second Sunday of March to the first of November, before that from the first Sunday
    of April to the last of October.
    """
    if year >= 2007:
        begins, ends = _first_sunday_from(year, 3, 8), _first_sunday_from(year, 11, 1)
    else:
        begins, ends = _first_sunday_from(year, 4, 1), _first_sunday_from(year, 10, 25)
    return begins + timedelta(hours=2) - _STANDARD, ends + timedelta(hours=2) - _SUMMER


def _first_sunday_from(year: int, month: int, day: int) -> datetime:
    """Return the first Sunday on or after a date."""
    first = datetime(year, month, day)
    return first + timedelta(days=(_SUNDAY - first.weekday()) % 7)
