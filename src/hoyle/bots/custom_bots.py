"""Custom bots: loads classes written by others, named as `module:Class`, and reports their errors.

Such a class needs only a method ``act(turn, rng)`` that returns a command or, at poker, a spoken action;
docs/bots.md has the whole interface. Only the command line loads them: a room takes bot names from clients
and must not import modules for them.
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
"""Separator of module and class."""
_FAILURES: Final = (Exception, SystemExit)
"""Exceptions of a custom bot that are reported as its error; `sys.exit` in a bot is one of them."""


def poker_bots_from_names(names: str, players: int) -> list[Bot]:
    """Create poker bots for so many players: one name for all, or several in turn (``mine:Careful,rock``)."""
    return _in_turn(names, players, list(BOTS), bot, _CustomBot)


def seated_names(names: str, players: int) -> list[str]:
    """Names of the bots that `poker_bots_from_names` creates, in their standard spelling."""
    return _names_in_turn(names, players, list(BOTS))


def house_bots_from_names(names: str, players: int) -> list[HouseBot]:
    """Create house game bots for so many players, like `poker_bots_from_names`."""
    return _in_turn(names, players, list(HOUSE_BOTS), house_bot, _CustomHouseBot)


def _in_turn(
    names: str, players: int, known: list[str], builtin: Callable[[str], Kind], custom: Callable[[str], Kind]
) -> list[Kind]:
    in_turn = _names_in_turn(names, players, known)
    return [custom(name) if BETWEEN in name else builtin(name) for name in in_turn]


def _names_in_turn(names: str, players: int, known: list[str]) -> list[str]:
    check_length(names, "the names of the bots")
    resolved = [_resolved_name(name.strip(), known) for name in names.split(",")]
    return list(islice(cycle(resolved), players))


def _resolved_name(name: str, known: list[str]) -> str:
    """Match the name of a built-in bot loosely; that of a custom one stays as it is."""
    if BETWEEN in name:
        return name
    match = match_name(name, known)
    if match is None:
        own = "or one of your own as module:Class"
        hint = suggest_name(name, known) or f"the bots are {', '.join(known)}, {own}"
        raise InvalidError(f"unknown bot {name!r}; {hint}")
    return match


def registered(name: str, make: Callable[[], Any], *, against_house: bool) -> Callable[[], Any]:
    """Wrap the factory of a bot that was registered under a name; see `hoyle.registration`."""
    return partial(_CustomHouseBot if against_house else _CustomBot, name, make)


def _create(name: str, make: Callable[[], Any] | None) -> Any:
    """Create a bot with its registered factory, or from the class that its name names."""
    kind = name.partition(BETWEEN)[2] or name
    factory = _class_of(name) if make is None else make
    try:
        created = factory()
    except _FAILURES as error:
        raise _failed(name, error) from error
    if not callable(getattr(created, "act", None)):
        raise InvalidError(f"bot {name!r}: {kind} has no method act(turn, rng)")
    return created


def _class_of(name: str) -> Any:
    """Import the class of this name; the working directory is on the module path."""
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


class _CustomBot:
    """Custom bot at poker; its errors are reported with its name."""

    def __init__(self, name: str, make: Callable[[], Any] | None = None) -> None:
        self.name = name
        self.bot = _create(name, make)

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        try:
            answer = self.bot.act(turn, rng)
            if isinstance(answer, str):
                answer = turn.say(answer)
        except _FAILURES as error:
            raise _failed(self.name, error) from error
        if not isinstance(answer, Command):
            raise InvalidError(f"bot {self.name!r} answers {answer!r}: expected a command or a string")
        return answer


class _CustomHouseBot:
    """Custom bot at a house game; its errors are reported with its name."""

    def __init__(self, name: str, make: Callable[[], Any] | None = None) -> None:
        self.name = name
        self.bot = _create(name, make)

    def act(self, turn: HouseBotTurn, rng: random.Random) -> Command | None:
        try:
            answer = self.bot.act(turn, rng)
        except _FAILURES as error:
            raise _failed(self.name, error) from error
        if answer is None and not turn.decision.optional:
            offered = ", ".join(dict.fromkeys(choice.do for choice in turn.decision.choices))
            raise InvalidError(
                f"bot {self.name!r} answers None to {turn.decision.kind}: only wagers are optional, "
                f"expected one of {offered}"
            )
        if not isinstance(answer, Command | None):
            raise InvalidError(f"bot {self.name!r} answers {answer!r}: expected a command, or None to pass")
        return answer


def attribute_error(bot: Bot | HouseBot, refusal: HoyleError) -> HoyleError:
    """Add the bot's name to the table's refusal of its command, if it is a custom bot."""
    return _failed(bot.name, refusal) if isinstance(bot, _CustomBot | _CustomHouseBot) else refusal


def _failed(name: str, error: BaseException) -> HoyleError:
    """Error of a custom bot, with the file and line that raised it."""
    if isinstance(error, HoyleError):
        return InvalidError(f"bot {name!r}: {error}")
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = "" if place is None else f" ({place.tb_frame.f_code.co_filename}, line {place.tb_lineno})"
    return InvalidError(f"bot {name!r} fails: {type(error).__name__}: {error}{where}")
