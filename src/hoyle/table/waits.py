"""Who is awaited for what, with every choice and its bounds: the only source of buttons and of bots' moves.

A `Wait` names a moment of the game and whom it waits for; its choices name the commands that would be
accepted now, with the amounts that each may have. What is not offered is refused, what is offered is not.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Preset(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An amount that people often choose."""

    chips: int
    words: str = ""
    """What it is: ``\u00bd pot``; empty where the number says it all."""


class Bounds(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The whole numbers that one field of a command may have: from least to most in steps from least."""

    field: str
    least: int
    most: int
    step: int = 1
    presets: tuple[Preset, ...] = ()
    """Amounts to offer at once, the least first and the most last; a room fills them in for people."""

    def holds(self, value: int) -> bool:
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
    """Least and most of the cards to name in the field `cards`, or, where they lie face down, by `places`."""
    chips: int = 0
    """What it costs, where no amount is to be chosen: a call."""
    clause: str = ""
    words: str = ""
    """The choice as a dealer would offer it: ``raise to 8 to 16``."""
    verb: str = ""
    """The same without the amount that is to be chosen: ``raise to``."""
    left: int = 0
    """How many raises the betting round may still have, this one included; 0 where nothing caps them. A room
    fills it in for people."""
    left_clause: str = ""


class Wait(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
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

    def choice(self, do: str) -> Choice | None:
        """The choice of that command, if it is offered."""
        return next((choice for choice in self.choices if choice.do == do), None)
