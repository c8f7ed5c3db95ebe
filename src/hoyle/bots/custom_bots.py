"""Custom bots: loads classes written by others, named as `module:Class`, and reports their errors.

Such a class needs nothing of hoyle but a method ``act(turn, rng)`` that answers with a command or, at poker,
with what a player would say; docs/bots.md has the whole interface. Only the command line names them: a room
takes names from strangers and knows its own bots alone.
"""

from __future__ import annotations

import importlib
import os
import random
import sys
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice
from typing import Any, Final, TypeVar

from hoyle.bots.bot_turn import BotTurn
from hoyle.bots.house_game_bots import BOTS as HOUSE_BOTS
from hoyle.bots.house_game_bots import HouseBot, HouseBotTurn, house_bot
from hoyle.bots.poker_bots import BOTS, Bot, bot
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.name_matching import match_name, suggest_name
from hoyle.core.validation import check_length
from hoyle.table.command_base import Command

Kind = TypeVar("Kind")

BETWEEN: Final = ":"
"""Stands between module and class."""
_FAILURES: Final = (Exception, SystemExit)
"""What may come out of somebody else's code: who leaves the program leaves a table."""


def poker_bots_from_names(names: str, players: int) -> list[Bot]:
    """Bots for so many players: one name for all, or several in turn (``mine:Careful,rock``)."""
    return _in_turn(names, players, list(BOTS), bot, _Own)


def seated_names(names: str, players: int) -> list[str]:
    """The names of the bots that `poker_bots_from_names` seats, as they are spelled."""
    return _names_in_turn(names, players, list(BOTS))


def house_bots_from_names(names: str, players: int) -> list[HouseBot]:
    """The same against the house."""
    return _in_turn(names, players, list(HOUSE_BOTS), house_bot, _HouseOwn)


def _in_turn(
    names: str, players: int, known: list[str], ours: Callable[[str], Kind], own: Callable[[str], Kind]
) -> list[Kind]:
    return [own(name) if BETWEEN in name else ours(name) for name in _names_in_turn(names, players, known)]


def _names_in_turn(names: str, players: int, known: list[str]) -> list[str]:
    check_length(names, "the names of the bots")
    wanted = [_named(name.strip(), known) for name in names.split(",")]
    return list(islice(cycle(wanted), players))


def _named(name: str, known: list[str]) -> str:
    """A bot of ours in any case, or one of somebody's own as it is."""
    if BETWEEN in name:
        return name
    found = match_name(name, known)
    if found is None:
        own = "or one of your own as module:Class"
        hint = suggest_name(name, known) or f"the bots are {', '.join(known)}, {own}"
        raise InvalidError(f"unknown bot {name!r}; {hint}")
    return found


def registered(name: str, make: Callable[[], Any], *, against_house: bool) -> Callable[[], Any]:
    """What makes a bot under a name of its own: see `hoyle.registration`."""
    return partial(_HouseOwn if against_house else _Own, name, make)


def _made(name: str, make: Callable[[], Any] | None) -> Any:
    """What was registered under a name makes, or the class that the name itself names."""
    kind = name.partition(BETWEEN)[2] or name
    found = _class_of(name) if make is None else make
    try:
        made = found()
    except _FAILURES as error:
        raise _failed(name, error) from error
    if not callable(getattr(made, "act", None)):
        raise InvalidError(f"bot {name!r}: {kind} has no method act(turn, rng)")
    return made


def _class_of(name: str) -> Any:
    """The class of this name; modules are looked for where the command was given too."""
    module, _, kind = name.partition(BETWEEN)
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module)
        for part in kind.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        raise InvalidError(f"bot {name!r}: {error}") from None
    except _FAILURES as error:
        raise _failed(name, error) from error
    if not callable(found):
        raise InvalidError(f"bot {name!r}: {kind} is no class")
    return found


class _Own:
    """One of them at poker; what it does wrong is said in its name."""

    def __init__(self, name: str, make: Callable[[], Any] | None = None) -> None:
        self.name = name
        self.bot = _made(name, make)

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        try:
            found = self.bot.act(turn, rng)
            if isinstance(found, str):
                found = turn.say(found)
        except _FAILURES as error:
            raise _failed(self.name, error) from error
        if not isinstance(found, Command):
            raise InvalidError(f"bot {self.name!r} answers {found!r}: a command or words are wanted")
        return found


class _HouseOwn:
    """One of them against the house."""

    def __init__(self, name: str, make: Callable[[], Any] | None = None) -> None:
        self.name = name
        self.bot = _made(name, make)

    def act(self, turn: HouseBotTurn, rng: random.Random) -> Command | None:
        try:
            found = self.bot.act(turn, rng)
        except _FAILURES as error:
            raise _failed(self.name, error) from error
        if found is None and not turn.wait.optional:
            offered = ", ".join(dict.fromkeys(choice.do for choice in turn.wait.choices))
            raise InvalidError(
                f"bot {self.name!r} answers None to {turn.wait.kind}: only wagers may be let pass, "
                f"here one of {offered} is wanted"
            )
        if not isinstance(found, Command | None):
            raise InvalidError(f"bot {self.name!r} answers {found!r}: a command is wanted, or None to pass")
        return found


def attribute_error(bot: Bot | HouseBot, refusal: HoyleError) -> HoyleError:
    """What the table said to a bot's command, in the name of a bot that somebody else wrote."""
    return _failed(bot.name, refusal) if isinstance(bot, _Own | _HouseOwn) else refusal


def _failed(name: str, error: BaseException) -> HoyleError:
    """What went wrong, and where in its author's file."""
    if isinstance(error, HoyleError):
        return InvalidError(f"bot {name!r}: {error}")
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = "" if place is None else f" ({place.tb_frame.f_code.co_filename}, line {place.tb_lineno})"
    return InvalidError(f"bot {name!r} fails: {type(error).__name__}: {error}{where}")
