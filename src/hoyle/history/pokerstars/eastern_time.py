"""Eastern time, which PokerStars writes: reckoned by the law, for a machine may know no time zones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

_STANDARD: Final = timedelta(hours=-5)
_SUMMER: Final = timedelta(hours=-4)
_SUNDAY: Final = 6


def eastern(utc: datetime) -> datetime:
    """What a clock in New York shows, without its time zone.

    >>> print(eastern(datetime(2024, 7, 4, 16, tzinfo=UTC)), eastern(datetime(2024, 12, 25, 3, tzinfo=UTC)))
    2024-07-04 12:00:00 2024-12-24 22:00:00
    """
    moment = utc.astimezone(UTC).replace(tzinfo=None)
    begins, ends = _summer(moment.year)
    return moment + (_SUMMER if begins <= moment < ends else _STANDARD)


def _summer(year: int) -> tuple[datetime, datetime]:
    """First and last moment of summer time, each at two o'clock of the time that ends there, as UTC.

    Since 2007 from the second Sunday of March to the first of November, before that from the first Sunday
    of April to the last of October.
    """
    if year >= 2007:
        begins, ends = _sunday(year, 3, 8), _sunday(year, 11, 1)
    else:
        begins, ends = _sunday(year, 4, 1), _sunday(year, 10, 25)
    return begins + timedelta(hours=2) - _STANDARD, ends + timedelta(hours=2) - _SUMMER


def _sunday(year: int, month: int, day: int) -> datetime:
    """The first Sunday from a day on."""
    first = datetime(year, month, day)
    return first + timedelta(days=(_SUNDAY - first.weekday()) % 7)
