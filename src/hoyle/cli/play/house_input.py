"""Parser of lines typed at a house game, such as `ante 10` or `place 6 12`.

Every choice that the table offers has one or more names. A typed line is a name, or a number of the menu, and
an amount if the choice needs one. Name and amount may come in any order, with filler words between them:
``bet 10 on the pass line``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from hoyle.bots.house_game_bots import HouseTable
from hoyle.cli.play.poker_input import is_number
from hoyle.core.errors import InvalidError
from hoyle.core.validation import check_length, parse_int
from hoyle.table.command_base import Command
from hoyle.table.dice.view_types import DiceWagerView
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
_FILLERS: Final = frozenset((
    "bet", "put", "wager", "make", "on", "the", "a", "an", "for", "to", "of", "at", "my", "line", "bar",
    "chip", "chips", "dollar", "dollars",
))  # fmt: skip
"""Words that do not identify a wager."""
_FACES: Final = re.compile(r"([1-6])-([1-6])", re.ASCII)
_NAME_REQUIRED: Final = ("pass-dice", "decline-line")
"""Commands that give up the dice, which a mistyped number must not do."""
CHANGES: Final = {"take-down": "down", "reduce": "cut", "increase": "raise", "call-on": "on", "call-off": "off"}
"""Changes to a wager on the layout, with the word to type."""
_CHANGE_NAMES: Final = {
    "take-down": ("take down {}", "down {}"),
    "reduce": ("cut {}", "reduce {}"),
    "increase": ("raise {}", "press {}"),
    "call-on": ("{} on", "on {}"),
    "call-off": ("{} off", "off {}"),
}


class NamedChoice(NamedTuple):
    """Choice of a house game with the names by which it can be typed; the first one is displayed."""

    names: tuple[str, ...]
    choice: Choice

    @property
    def label(self) -> str:
        """Name of a choice with the range of its amount: ``field 5-100``, ``place 6: 6-96``."""
        choice = self.choice
        if not choice.bounds:
            return self.names[0]
        bounds = choice.bounds[0]
        span = f"{bounds.min}" if bounds.min == bounds.max else f"{bounds.min}-{bounds.max}"
        # A colon separates the number of a name from the amounts.
        return f"{self.names[0]}: {span}" if self.names[0][-1].isdigit() else f"{self.names[0]} {span}"


def name_choices(choices: Sequence[Choice], seat: int, wagers: Sequence[DiceWagerView] = ()) -> list[NamedChoice]:
    """Name the choices of a pending decision; `wagers` are those on the layout, which choices refer to."""
    by_id = {wager.id: wager for wager in wagers}
    return [NamedChoice(_names(choice, seat, by_id), choice) for choice in choices]


def _names(choice: Choice, seat: int, wagers: Mapping[str, DiceWagerView]) -> tuple[str, ...]:
    fixed = choice.fixed
    if choice.do in ("wager", "withdraw"):
        name = str(fixed["wager"]).replace("_", " ")
        if fixed["spot"] != seat:
            name += f" at {fixed['spot']}"
        return (name,) if choice.do == "wager" else (f"take back {name}", f"withdraw {name}")
    if choice.do == "bet":
        return _bet_names(fixed, wagers)
    if choice.do in _CHANGE_NAMES:
        wager = wagers[str(fixed["wager"])]
        return tuple(shape.format(name) for name in wager_names(wager) for shape in _CHANGE_NAMES[choice.do])
    if choice.do in ("pass-dice", "decline-line", "ask-for-shaker"):
        return (choice.label,)
    return (choice.do, _SHORT[choice.do]) if choice.do in _SHORT else (choice.do,)


def _bet_names(fixed: Mapping[str, object], wagers: Mapping[str, DiceWagerView]) -> tuple[str, ...]:
    kind = str(fixed["kind"])
    if "on" in fixed:
        flat = wagers[str(fixed["on"])]
        name = kind.replace("_", " ")
        return (f"{name} {flat.number}", name, "odds", f"odds {flat.number}", f"odds {flat.id}")
    spot = fixed.get("number") or fixed.get("faces") or ""
    names = (kind.replace("_", " "), *_OTHER_NAMES.get(kind, ()))
    return tuple(f"{name} {spot}".strip() for name in names)


def wager_names(wager: DiceWagerView) -> tuple[str, ...]:
    """Return the names of a dice wager (``place 6``, ``w3``), with the number it moved to or its faces."""
    name = wager.name.replace("-", " ")
    if wager.hop_faces:
        return (f"{wager.kind} {wager.hop_faces}", wager.id)
    if wager.number and str(wager.number) not in name.split():
        return (f"{name} {wager.number}", name, wager.id)
    return (name, wager.id)


def house_command(line: str, offered: Sequence[NamedChoice], table: HouseTable) -> Command:
    """Parse a line typed at a house game to a command."""
    check_length(line, "the line")
    tokens = [_normalize_faces(token) for token in line.lower().replace("$", "").split()]
    if not tokens:
        raise InvalidError("an empty line is no wager")
    item, extra = _match_any_order(tokens, offered) or _match_start(tokens, offered)
    choice = item.choice
    if not choice.bounds:
        if extra:
            raise InvalidError(f"nothing may follow {item.names[0]}, got {' '.join(extra)!r}")
        return table.command_of(choice)
    bounds = choice.bounds[0]
    if not extra:
        if bounds.min != bounds.max:
            raise InvalidError(f"how much? {item.names[0]} takes {_span(bounds)}")
        return table.command_of(choice)
    if len(extra) > 1:
        raise InvalidError(f"expected one amount after {item.names[0]}, got {' '.join(extra)!r}")
    return table.command_of(choice, **{bounds.field: parse_int(extra[0], "an amount")})


def _normalize_faces(token: str) -> str:
    """Normalize the two faces of a hop: ``4-5`` becomes ``5-4``."""
    faces = _FACES.fullmatch(token)
    return "-".join(sorted(faces.groups(), reverse=True)) if faces else token


def _match_any_order(tokens: list[str], offered: Sequence[NamedChoice]) -> tuple[NamedChoice, list[str]] | None:
    """Find the choice and amount of a typed line with words in any order; None if it needs no such search.

    A number may be the amount or part of the name. A name whose words are in order is preferred:
    ``10 hard 6`` is 10 chips on the hard six. A number after "on" is part of the name: ``place 6 on 8``.
    """
    if _begins_with_name(tokens, offered) or all(is_number(token) for token in tokens):
        return None
    numbers = [index for index, token in enumerate(tokens) if is_number(token)]
    amounts = sorted(numbers, key=lambda index: (_follows_on(tokens, index), -index))
    for ignored, in_order in product((frozenset[str](), _FILLERS), (True, False)):
        for amount in (*amounts, None):
            name = [token for index, token in enumerate(tokens) if index != amount and token not in ignored]
            matches = [
                item
                for item in offered
                if (amount is None or item.choice.bounds)
                and any(_is_named(name, alternative.split(), in_order=in_order) for alternative in item.names)
            ]
            if matches:
                return _require_single(matches, " ".join(name)), [] if amount is None else [tokens[amount]]
    return None


def _follows_on(tokens: list[str], index: int) -> bool:
    """Whether a number comes right after "on" or "on the": it identifies the wager, not the amount."""
    before = [token for token in tokens[:index] if token != "the"]
    return bool(before) and before[-1] == "on"


def _is_named(typed: list[str], name: list[str], *, in_order: bool) -> bool:
    return typed == name if in_order else sorted(typed) == sorted(name)


def _require_single(matches: list[NamedChoice], name: str) -> NamedChoice:
    """Return the only choice that a typed name matches; ask which one is meant if there are more."""
    if len(matches) > 1:
        raise InvalidError(f"which {name}? {', '.join(item.names[0] for item in matches)}")
    return matches[0]


def _begins_with_name(tokens: list[str], offered: Sequence[NamedChoice]) -> bool:
    """Whether a typed line is a wager's name, with or without an amount after it."""
    names = {name for item in offered for name in item.names}
    return " ".join(tokens) in names or (" ".join(tokens[:-1]) in names and is_number(tokens[-1]))


def _match_start(tokens: list[str], offered: Sequence[NamedChoice]) -> tuple[NamedChoice, list[str]]:
    """Find the choice with the longest name that a typed line starts with, and the words after it."""
    for length in range(len(tokens), 0, -1):
        name = " ".join(tokens[:length])
        matches = [item for item in offered if name in item.names]
        if matches:
            return _require_single(matches, name), tokens[length:]
    if all(is_number(token) for token in tokens):
        number = int(tokens[0]) if len(tokens[0]) < 4 else 0
        if not 1 <= number <= len(offered):
            raise InvalidError(f"there is no choice {tokens[0][:20]}")
        item = offered[number - 1]
        if item.choice.do in _NAME_REQUIRED:
            raise InvalidError(f"{tokens[0]} is no wager; to {item.names[0]}, say so")
        return item, tokens[1:]
    raise InvalidError(f"cannot read {' '.join(tokens)!r}")


def _span(bounds: Bounds) -> str:
    steps = f" in steps of {bounds.step}" if bounds.step > 1 else ""
    return f"{bounds.min} to {bounds.max}{steps}"
