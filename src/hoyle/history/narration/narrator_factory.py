"""Narrator factory: builds the narrator of any table or poker round, and narrates whole logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from hoyle.core.errors import InvalidError
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.posted_sign import Sign
from hoyle.history.narration.announcement import Announcement, Narrator
from hoyle.history.narration.dice_narrator import DiceNarrator
from hoyle.history.narration.english_phrases import Money
from hoyle.history.narration.house_card_narrator import HouseCardNarrator
from hoyle.history.narration.narrator import TableNarrator
from hoyle.history.narration.poker_round_narrator import PokerRoundNarrator
from hoyle.history.narration.poker_table_narrator import PokerTableNarrator
from hoyle.table.log.event_base import Entry
from hoyle.table.poker.posted_sign import PostedSign

Under = Sign | Rules
"""Sign of a table of any kind, or rules of a single round of poker."""


def narrate(
    entries: Iterable[Entry],
    under: Under | None = None,
    names: Mapping[int, str] | None = None,
    viewer: str | None = None,
    *,
    blinds: Sequence[int] = (),
    money: Money = str,
) -> Iterator[Announcement]:
    """Yield the dealer's announcements for the log of a table, or for the events of one round of poker.

    `under` is the sign or the rules in force; a log that begins with the table's opening contains its sign.
    Players go by their names at a table, by their seats in a single round; `names` overrides the name of a
    seat, and a player called ``you`` is addressed. `viewer` is the person the narration is for, empty for a
    spectator; without one every card is named. `blinds` are announced with a single round whose stakes they
    are; `money` formats amounts, by default as bare numbers of chips.

    >>> import hoyle
    >>> sign = hoyle.PostedSign(book="oneida", game="holdem", structure="fixed-limit", limits=(4, 8),
    ...     blinds=(2, 4))
    >>> table = hoyle.PokerTable.open(sign)
    >>> _ = table.sit(1, 100, "ann")
    >>> list(narrate(table.log))[-1].text
    'Ann takes seat 1 with 100 in chips.'
    """
    remaining = iter(entries)
    if under is None:
        first = next(remaining, None)
        if first is None:
            return
        under = getattr(first, "sign", None)
        if under is None:
            raise InvalidError(f"{first.name} does not open a table: `under` must give the sign or the rules")
        remaining = chain([first], remaining)
    log_narrator = narrator(under, names, viewer, blinds=blinds, money=money)
    for entry in remaining:
        yield from log_narrator.narrate(entry)
    yield from log_narrator.flush()


def narrator(
    under: Under,
    names: Mapping[int, str] | None = None,
    viewer: str | None = None,
    *,
    blinds: Sequence[int] = (),
    money: Money = str,
) -> Narrator:
    """Build the narrator of a table or a poker round, to be given each event as it comes; see `narrate`."""
    if isinstance(under, Rules):
        return PokerRoundNarrator(under, names, viewer, blinds=blinds, money=money)
    return table_narrator(under, names, viewer, money=money)


def table_narrator(
    under: Sign,
    names: Mapping[int, str] | None = None,
    viewer: str | None = None,
    *,
    money: Money = str,
    marked: bool = False,
) -> TableNarrator:
    """Build the narrator of a table of any kind; with `marked`, one narration serves all viewers."""
    if isinstance(under, PostedSign):
        return PokerTableNarrator(under, names, viewer, money=money, marked=marked)
    if isinstance(under, HouseCardSign):
        return HouseCardNarrator(under, names, viewer, money=money, marked=marked)
    if not isinstance(under, DiceSign):
        raise InvalidError(f"{under!r} is no sign of a table")
    return DiceNarrator(under, names, viewer, money=money, marked=marked)
