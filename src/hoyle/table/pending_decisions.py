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
    """Suggested amount of a bet, with its label."""

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
        """Whether a value is within the range and on one of its steps."""
        return self.min <= value <= self.max and (value - self.min) % self.step == 0


class Choice(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Choice of a pending decision: a command that would be accepted now."""

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
    """Pending decision: what the table waits for, from whom, and with which choices."""

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


def single_choice(
    kind: str,
    do: str,
    label: str,
    clause: str,
    *,
    person: str = "dealer",
    seat: int = 0,
    optional: bool = False,
    **details: Any,
) -> PendingDecision:
    """Return a decision with one choice, which rests on the same clause; `details` are fields of the choice."""
    choice = Choice(do=do, clause=clause, label=label, **details)
    return PendingDecision(kind=kind, seat=seat, person=person, choices=(choice,), clause=clause, optional=optional)


OPEN_TABLE_DECISION: Final = single_choice("open", "open", "put up a sign", "", person="floor")
"""The decision that every unopened table waits for."""


class Pending(Sequence[PendingDecision]):
    """Lazy sequence of pending decisions, the ones that hold up the game first."""

    __slots__ = ("__weakref__", "_cache")

    def __init__(self, cache: PendingCache) -> None:
        self._cache = cache

    def __len__(self) -> int:
        return len(self._cache.all())

    def __iter__(self) -> Iterator[PendingDecision]:
        index = 0
        while (decision := self._cache.decision_at(index)) is not None:
            yield decision
            index += 1

    @overload
    def __getitem__(self, index: int) -> PendingDecision: ...

    @overload
    def __getitem__(self, index: slice) -> list[PendingDecision]: ...

    def __getitem__(self, index: int | slice) -> PendingDecision | list[PendingDecision]:
        if isinstance(index, int) and index >= 0:
            decision = self._cache.decision_at(index)
            if decision is None:
                raise IndexError(f"{index}: so much is not awaited")
            return decision
        return self._cache.all()[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (list, tuple, Pending)) and self._cache.all() == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._cache.all())


class PendingCache:
    """Pending decisions of one state of the table, computed as far as they have been read."""

    __slots__ = ("_decisions", "_remaining", "_sequence")

    def __init__(self, decisions: Iterable[PendingDecision], remaining: Iterator[PendingDecision]) -> None:
        self._decisions = list(decisions)
        self._remaining = remaining
        self._sequence: ref[Pending] | None = None

    def sequence(self) -> Pending:
        """Return the sequence for a caller, which stays valid after the table has changed."""
        sequence = None if self._sequence is None else self._sequence()
        if sequence is None:
            sequence = Pending(self)
            self._sequence = ref(sequence)
        return sequence

    def decision_at(self, index: int) -> PendingDecision | None:
        """Return the decision at an index; None past the end."""
        while index >= len(self._decisions):
            decision = next(self._remaining, None)
            if decision is None:
                return None
            self._decisions.append(decision)
        return self._decisions[index]

    def all(self) -> list[PendingDecision]:
        """Return all pending decisions, computing those not read yet."""
        self._decisions += self._remaining
        return self._decisions

    def materialize(self) -> None:
        """Compute the rest before the table changes, if a caller still holds the sequence."""
        if self._sequence is not None and self._sequence() is not None:
            self.all()
