"""Parser of lines typed at a house game, such as `ante 10` or `place 6 12`.

Every choice that the table offers goes by one or more names; a typed line is a name, or its number in the
menu, and an amount where the choice leaves one open. Name and amount may come in any order, with the small
words that people put between them: ``bet 10 on the pass line``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from hoyle.cli.play.poker_input import command_from, is_number
from hoyle.core.errors import InvalidError
from hoyle.core.validation import check_length, parse_int
from hoyle.table.command_base import Command
from hoyle.table.dice.view_types import WagerView
from hoyle.table.pending_decisions import Bounds, Choice

_SHORT: Final = {"fold": "f", "play": "p", "stand": "s", "accept": "a", "decline": "d"}
_OTHER_NAMES: Final = {
    "dont_pass": ("don't pass",),
    "dont_come": ("don't come",),
    "ce": ("c and e", "craps and eleven"),
    "any_seven": ("any 7", "seven"),
    "any_7": ("any seven", "seven"),
    "over_7": ("over", "over seven"),
    "under_7": ("under", "under seven"),
}
_SMALL: Final = frozenset((
    "bet", "put", "wager", "make", "on", "the", "a", "an", "for", "to", "of", "at", "my", "line", "bar",
    "chip", "chips", "dollar", "dollars",
))  # fmt: skip
"""Words that say nothing about which wager is meant."""
_FACES: Final = re.compile(r"([1-6])-([1-6])", re.ASCII)
_BY_NAME: Final = ("pass", "decline-line")
"""What ends a turn at the dice for good, and is not done by a number typed in a hurry."""
CHANGES: Final = {
    "take-down": "down",
    "reduce": "cut",
    "increase": "raise",
    "call-on": "on",
    "call-off": "off",
}
"""What may be done to a wager that lies, as it is typed."""
_CHANGED: Final = {
    "take-down": ("take down {}", "down {}"),
    "reduce": ("cut {}", "reduce {}"),
    "increase": ("raise {}", "press {}"),
    "call-on": ("{} on", "on {}"),
    "call-off": ("{} off", "off {}"),
}


class NamedChoice(NamedTuple):
    """A choice, and the names by which it can be typed; the first is the one that is shown."""

    names: tuple[str, ...]
    choice: Choice

    @property
    def label(self) -> str:
        """The choice with the amounts it may have: ``place 6 6-96``."""
        choice = self.choice
        if not choice.bounds:
            return self.names[0]
        bounds = choice.bounds[0]
        span = f"{bounds.least}" if bounds.least == bounds.most else f"{bounds.least}-{bounds.most}"
        # After a number the amounts would read as a second one.
        return f"{self.names[0]}: {span}" if self.names[0][-1].isdigit() else f"{self.names[0]} {span}"


def named(choices: Sequence[Choice], seat: int, wagers: Sequence[WagerView] = ()) -> list[NamedChoice]:
    """The choices of a wait under their names. `wagers` are those on the layout, which have names too."""
    lying = {wager.id: wager for wager in wagers}
    return [NamedChoice(_names(choice, seat, lying), choice) for choice in choices]


def _names(choice: Choice, seat: int, lying: Mapping[str, WagerView]) -> tuple[str, ...]:
    given = choice.given
    if choice.do in ("wager", "withdraw"):
        name = str(given["wager"]).replace("_", " ")
        if given["spot"] != seat:
            name += f" at {given['spot']}"
        return (name,) if choice.do == "wager" else (f"take back {name}", f"withdraw {name}")
    if choice.do == "bet":
        return _bet_names(given, lying)
    if choice.do in _CHANGED:
        wager = lying[str(given["wager"])]
        return tuple(shape.format(name) for name in wager_names(wager) for shape in _CHANGED[choice.do])
    if choice.do in ("pass", "decline-line", "ask"):
        return (choice.words,)
    return (choice.do, _SHORT[choice.do]) if choice.do in _SHORT else (choice.do,)


def _bet_names(given: Mapping[str, object], lying: Mapping[str, WagerView]) -> tuple[str, ...]:
    kind = str(given["kind"])
    if "on" in given:
        flat = lying[str(given["on"])]
        name = kind.replace("_", " ")
        return (f"{name} {flat.number}", name, "odds", f"odds {flat.number}", f"odds {flat.id}")
    where = given.get("number") or given.get("faces") or ""
    names = (kind.replace("_", " "), *_OTHER_NAMES.get(kind, ()))
    return tuple(f"{name} {where}".strip() for name in names)


def wager_names(wager: WagerView) -> tuple[str, ...]:
    """``place 6`` and ``w3``; a bet that has gone to its number is named with it, a hop with its faces."""
    name = wager.name.replace("-", " ")
    if wager.faces:
        return (f"{wager.kind} {wager.faces}", wager.id)
    if wager.number and str(wager.number) not in name.split():
        return (f"{name} {wager.number}", name, wager.id)
    return (name, wager.id)


def house_command(line: str, offered: Sequence[NamedChoice], kinds: Mapping[str, type[Command]]) -> Command:
    """The command that a typed line means."""
    check_length(line, "the line")
    words = [_larger_first(word) for word in line.lower().replace("$", "").split()]
    if not words:
        raise InvalidError("an empty line is no wager")
    found, rest = _in_any_order(words, offered) or _found(words, offered)
    choice = found.choice
    if not choice.bounds:
        if rest:
            raise InvalidError(f"nothing may follow {found.names[0]}, got {' '.join(rest)!r}")
        return command_from(kinds, choice)
    bounds = choice.bounds[0]
    if not rest:
        if bounds.least != bounds.most:
            raise InvalidError(f"how much? {found.names[0]} takes {_span(bounds)}")
        return command_from(kinds, choice)
    if len(rest) > 1:
        raise InvalidError(f"one amount is wanted after {found.names[0]}, got {' '.join(rest)!r}")
    return command_from(kinds, choice, **{bounds.field: parse_int(rest[0], "an amount")})


def _larger_first(word: str) -> str:
    """The two faces of a hop as they are named: ``4-5`` is ``5-4``."""
    faces = _FACES.fullmatch(word)
    return "-".join(sorted(faces.groups(), reverse=True)) if faces else word


def _in_any_order(words: list[str], offered: Sequence[NamedChoice]) -> tuple[NamedChoice, list[str]] | None:
    """The choice and the amount of a line whose words are not in the usual order; None where they are.

    A number may be the amount or part of the name. A name whose words stand in their own order comes first:
    ``10 hard 6`` is 10 chips on the hard six. A number after "on" is part of the name: ``place 6 on 8``.
    """
    if _begins_with_name(words, offered) or all(is_number(word) for word in words):
        return None
    numbers = [at for at, word in enumerate(words) if is_number(word)]
    amounts = sorted(numbers, key=lambda at: (_follows_on(words, at), -at))
    for ignored, in_order in product((frozenset[str](), _SMALL), (True, False)):
        for amount in (*amounts, None):
            name = [word for at, word in enumerate(words) if at != amount and word not in ignored]
            fitting = [
                each
                for each in offered
                if (amount is None or each.choice.bounds)
                and any(_is_named(name, other.split(), in_order=in_order) for other in each.names)
            ]
            if fitting:
                return _the_only(fitting, " ".join(name)), [] if amount is None else [words[amount]]
    return None


def _follows_on(words: list[str], at: int) -> bool:
    """Whether a number comes right after "on" or "on the": it says which wager, not how much."""
    before = [word for word in words[:at] if word != "the"]
    return bool(before) and before[-1] == "on"


def _is_named(typed: list[str], name: list[str], *, in_order: bool) -> bool:
    return typed == name if in_order else sorted(typed) == sorted(name)


def _the_only(fitting: list[NamedChoice], name: str) -> NamedChoice:
    if len(fitting) > 1:
        raise InvalidError(f"which {name}? {', '.join(each.names[0] for each in fitting)}")
    return fitting[0]


def _begins_with_name(words: list[str], offered: Sequence[NamedChoice]) -> bool:
    """Whether a line is a name and at most an amount after it."""
    names = {name for each in offered for name in each.names}
    return " ".join(words) in names or (" ".join(words[:-1]) in names and is_number(words[-1]))


def _found(words: list[str], offered: Sequence[NamedChoice]) -> tuple[NamedChoice, list[str]]:
    """The choice that a line begins with, and what follows it; the longest name that fits is meant."""
    for length in range(len(words), 0, -1):
        name = " ".join(words[:length])
        fitting = [each for each in offered if name in each.names]
        if fitting:
            return _the_only(fitting, name), words[length:]
    if all(is_number(word) for word in words):
        at = int(words[0]) if len(words[0]) < 4 else 0
        if not 1 <= at <= len(offered):
            raise InvalidError(f"there is no choice {words[0][:20]}")
        found = offered[at - 1]
        if found.choice.do in _BY_NAME:
            raise InvalidError(f"{words[0]} is no wager; to {found.names[0]}, say so")
        return found, words[1:]
    raise InvalidError(f"cannot read {' '.join(words)!r}")


def _span(bounds: Bounds) -> str:
    steps = f" in steps of {bounds.step}" if bounds.step > 1 else ""
    return f"{bounds.least} to {bounds.most}{steps}"
