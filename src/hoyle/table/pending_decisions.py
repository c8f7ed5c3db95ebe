"""Pending decisions: whom the table waits for, and every command they may give with its bounds.

A `PendingDecision` names what is awaited and from whom; its choices are the commands that would be accepted
now, with the amounts that each may have. A command that is offered is not refused. Not every accepted command
is offered here: seat commands are listed by `hoyle.table.seat_choices`, and reports, records and disputes may
come at any time.

A dice layout offers hundreds of choices, and most callers only need the first decision. So `Pending` is lazy:
the rest is computed when it is read, or before the table changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, overload
from weakref import ref

from msgspec import Struct


class Preset(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A suggested amount."""

    chips: int
    label: str = ""
    """Label: ``½ pot``; empty where the number says it all."""


class Bounds(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Range of the integers that one field of a command may have, in steps from `min`."""

    field: str
    """Name of the field."""
    min: int
    max: int
    step: int = 1
    """Distance between two amounts that may be chosen."""
    presets: tuple[Preset, ...] = ()
    """Suggested amounts, the minimum first and the maximum last; a room fills them in for people."""

    def contains(self, value: int) -> bool:
        return self.min <= value <= self.max and (value - self.min) % self.step == 0


class Choice(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A command that would be accepted now."""

    do: str
    """Name of the command."""
    fixed: dict[str, Any] = {}
    """Fields with a fixed value: the seat, the kind of wager..."""
    bounds: tuple[Bounds, ...] = ()
    """Fields with an amount to choose."""
    cards: tuple[int, int] | None = None
    """Least and most number of cards to name, in the field `cards` as one text (``As Kd``), or in `places`
    where they lie face down."""
    cost: int = 0
    """Cost where no amount is to be chosen: a call."""
    clause: str = ""
    """Clause that allows it."""
    label: str = ""
    """The choice as a dealer would offer it: ``raise to 8 to 16``."""
    verb: str = ""
    """The same without the amount to choose: ``raise to``."""
    raises_left: int = 0
    """Raises left in the betting round, this one included; 0 if uncapped. A room fills it in for people."""
    raise_cap_clause: str = ""


class PendingDecision(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A decision that the table waits for."""

    kind: str
    """Kind of decision: ``action``, ``draw``, ``show``, ``shuffle``, ``deal``, ``players``, ``wagers``..."""
    seat: int = 0
    person: str = ""
    """The person to decide: the player in the seat, or staff (``dealer``)."""
    choices: tuple[Choice, ...] = ()
    clause: str = ""
    optional: bool = False
    """Whether play goes on without an answer: an uncalled winner may show."""

    def find_choice(self, do: str) -> Choice | None:
        """Return the choice of a command, if it is offered."""
        return next((choice for choice in self.choices if choice.do == do), None)


OPEN_TABLE_DECISION: Final = PendingDecision(
    kind="open", person="floor", choices=(Choice(do="open", label="put up a sign"),)
)
"""The decision that every unopened table waits for."""


class Pending(Sequence[PendingDecision]):
    """Lazy sequence of pending decisions, the ones that hold up the game first."""

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
    """Pending decisions of one state of the table, computed as far as they have been read."""

    __slots__ = ("_found", "_handed", "_rest")

    def __init__(self, found: Iterable[PendingDecision], rest: Iterator[PendingDecision]) -> None:
        self._found = list(found)
        self._rest = rest
        self._handed: ref[Pending] | None = None

    def waits(self) -> Pending:
        """Return the sequence for a caller, which stays valid after the table has changed."""
        handed = None if self._handed is None else self._handed()
        if handed is None:
            handed = Pending(self)
            self._handed = ref(handed)
        return handed

    def at(self, index: int) -> PendingDecision | None:
        """Return the decision at an index; None past the end."""
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
        """Compute the rest before the table changes, if a caller still holds the sequence."""
        if self._handed is not None and self._handed() is not None:
            self.all()
