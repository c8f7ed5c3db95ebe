"""US Eastern time, as PokerStars writes it, computed without a time zone database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

_STANDARD: Final = timedelta(hours=-5)
_SUMMER: Final = timedelta(hours=-4)
_SUNDAY: Final = 6


def eastern(utc: datetime) -> datetime:
    """Convert to New York local time, as a naive datetime.

    >>> print(eastern(datetime(2024, 7, 4, 16, tzinfo=UTC)), eastern(datetime(2024, 12, 25, 3, tzinfo=UTC)))
    2024-07-04 12:00:00 2024-12-24 22:00:00
    """
    moment = utc.astimezone(UTC).replace(tzinfo=None)
    begins, ends = _summer(moment.year)
    return moment + (_SUMMER if begins <= moment < ends else _STANDARD)


def _summer(year: int) -> tuple[datetime, datetime]:
    """Start and end of daylight saving time in UTC; clocks change at two o'clock local time.

    Since 2007 from the second Sunday of March to the first of November, before that from the first Sunday
    of April to the last of October.
    """
    if year >= 2007:
        begins, ends = _sunday(year, 3, 8), _sunday(year, 11, 1)
    else:
        begins, ends = _sunday(year, 4, 1), _sunday(year, 10, 25)
    return begins + timedelta(hours=2) - _STANDARD, ends + timedelta(hours=2) - _SUMMER


def _sunday(year: int, month: int, day: int) -> datetime:
    """First Sunday on or after a day."""
    first = datetime(year, month, day)
    return first + timedelta(days=(_SUNDAY - first.weekday()) % 7)
