"""Pending decisions: whom the table waits for, and every command they may give with its bounds.

A `PendingDecision` names a moment of the game and whom it waits for; its choices name the commands that would
be accepted now, with the amounts that each may have. What is offered is not refused. Not everything that is
accepted is offered here: seats are asked for by themselves (`hoyle.table.seat_choices`), and reports, records
and disputes may come at any time.

A layout of dice offers hundreds of choices, and most who ask want to know what holds up the game. So the rest
of `Pending` is worked out when somebody looks at it, and before anything is done that would change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, overload
from weakref import ref

from msgspec import Struct


class Preset(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An amount that people often choose."""

    chips: int
    words: str = ""
    """What it is: ``\u00bd pot``; empty where the number says it all."""


class Bounds(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The whole numbers that one field of a command may have: from least to most in steps from least."""

    field: str
    """Its name."""
    least: int
    most: int
    step: int = 1
    """Distance of two amounts that may be chosen."""
    presets: tuple[Preset, ...] = ()
    """Amounts to offer at once, the least first and the most last; a room fills them in for people."""

    def contains(self, value: int) -> bool:
        return self.least <= value <= self.most and (value - self.least) % self.step == 0


class Choice(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One command that would be accepted now."""

    do: str
    """The command's name."""
    given: dict[str, Any] = {}
    """Fields with the one value they must have: the seat, the kind of wager..."""
    bounds: tuple[Bounds, ...] = ()
    """Fields with an amount to choose."""
    cards: tuple[int, int] | None = None
    """Least and most of the cards to name in the field `cards`, one text with all of them (``As Kd``), or,
    where they lie face down, by `places`."""
    chips: int = 0
    """What it costs, where no amount is to be chosen: a call."""
    clause: str = ""
    """What it rests on."""
    words: str = ""
    """The choice as a dealer would offer it: ``raise to 8 to 16``."""
    verb: str = ""
    """The same without the amount that is to be chosen: ``raise to``."""
    left: int = 0
    """How many raises the betting round may still have, this one included; 0 where nothing caps them. A room
    fills it in for people."""
    left_clause: str = ""


class PendingDecision(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A moment that waits for somebody."""

    kind: str
    """What is awaited: ``action``, ``draw``, ``show``, ``shuffle``, ``deal``, ``players``, ``wagers``..."""
    seat: int = 0
    person: str = ""
    """Whom it waits for: the person in the seat, or somebody of the house (``dealer``)."""
    choices: tuple[Choice, ...] = ()
    clause: str = ""
    optional: bool = False
    """Play goes on without an answer: a winner whom nobody called may show."""

    def find_choice(self, do: str) -> Choice | None:
        """The choice of that command, if it is offered."""
        return next((choice for choice in self.choices if choice.do == do), None)


OPEN_TABLE_DECISION: Final = PendingDecision(
    kind="open", person="floor", choices=(Choice(do="open", words="put up a sign"),)
)
"""What every table waits for that is not open yet."""


class Pending(Sequence[PendingDecision]):
    """What was awaited when somebody asked, what holds up the game first."""

    __slots__ = ("__weakref__", "_moment")

    def __init__(self, moment: PendingCache) -> None:
        self._moment = moment

    def __len__(self) -> int:
        return len(self._moment.all())

    def __iter__(self) -> Iterator[PendingDecision]:
        at = 0
        while (wait := self._moment.at(at)) is not None:
            yield wait
            at += 1

    @overload
    def __getitem__(self, at: int) -> PendingDecision: ...

    @overload
    def __getitem__(self, at: slice) -> list[PendingDecision]: ...

    def __getitem__(self, at: int | slice) -> PendingDecision | list[PendingDecision]:
        if isinstance(at, int) and at >= 0:
            wait = self._moment.at(at)
            if wait is None:
                raise IndexError(f"{at}: so much is not awaited")
            return wait
        return self._moment.all()[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (list, tuple, Pending)) and self._moment.all() == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._moment.all())


class PendingCache:
    """What a table waits for until something is done at it, as far as anybody has looked."""

    __slots__ = ("_found", "_handed", "_rest")

    def __init__(self, found: Iterable[PendingDecision], rest: Iterator[PendingDecision]) -> None:
        self._found = list(found)
        self._rest = rest
        self._handed: ref[Pending] | None = None

    def waits(self) -> Pending:
        """What whoever asks may look at, for as long as he likes."""
        handed = None if self._handed is None else self._handed()
        if handed is None:
            handed = Pending(self)
            self._handed = ref(handed)
        return handed

    def at(self, index: int) -> PendingDecision | None:
        """The wait at a place; None where there are not so many."""
        while index >= len(self._found):
            wait = next(self._rest, None)
            if wait is None:
                return None
            self._found.append(wait)
        return self._found[index]

    def all(self) -> list[PendingDecision]:
        self._found += self._rest
        return self._found

    def materialize(self) -> None:
        """Something is going to be done: whoever still looks keeps it all as it is now."""
        if self._handed is not None and self._handed() is not None:
            self.all()
