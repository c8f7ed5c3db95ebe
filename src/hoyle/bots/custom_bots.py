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

BotKind = TypeVar("BotKind")

_SEPARATOR: Final = ":"
"""Character between module and class in the name of a custom bot."""
_FAILURES: Final = (Exception, SystemExit)
"""Exceptions of a custom bot that are reported as its error; `sys.exit` in a bot is one of them."""


def poker_bots_from_names(names: str, players: int) -> list[Bot]:
    """Create poker bots for so many players: one name for all, or several in turn (``mine:Careful,rock``)."""
    return _create_bots(names, players, list(BOTS), bot, _CustomPokerBot)


def seated_names(names: str, players: int) -> list[str]:
    """Return the standard names of the bots that `poker_bots_from_names` creates."""
    return _repeat_names(names, players, list(BOTS))


def house_bots_from_names(names: str, players: int) -> list[HouseBot]:
    """Create house game bots for so many players, like `poker_bots_from_names`."""
    return _create_bots(names, players, list(HOUSE_BOTS), house_bot, _CustomHouseBot)


def _create_bots(
    names: str,
    players: int,
    builtin_names: list[str],
    create_builtin: Callable[[str], BotKind],
    create_custom: Callable[[str], BotKind],
) -> list[BotKind]:
    """Create one bot per player from names separated by commas, which repeat if there are too few."""
    return [
        create_custom(name) if _SEPARATOR in name else create_builtin(name)
        for name in _repeat_names(names, players, builtin_names)
    ]


def _repeat_names(names: str, players: int, builtin_names: list[str]) -> list[str]:
    """Return one bot name per player from names separated by commas, which repeat if there are too few."""
    check_length(names, "the names of the bots")
    standard_names = [_standard_name(name.strip(), builtin_names) for name in names.split(",")]
    return list(islice(cycle(standard_names), players))


def _standard_name(name: str, builtin_names: list[str]) -> str:
    """Return the standard spelling of a built-in bot's name; that of a custom bot stays as it is."""
    if _SEPARATOR in name:
        return name
    match = match_name(name, builtin_names)
    if match is None:
        choices = f"{', '.join(builtin_names)}, or one of your own as module:Class"
        raise InvalidError(f"unknown bot {name!r}; {suggest_name(name, builtin_names) or f'the bots are {choices}'}")
    return match


def wrap_factory(name: str, make: Callable[[], Any], *, against_house: bool) -> Callable[[], Any]:
    """Wrap the factory of a bot that was registered under a name; see `hoyle.extension_registration`."""
    return partial(_CustomHouseBot if against_house else _CustomPokerBot, name, make)


def _create(name: str, make: Callable[[], Any] | None) -> Any:
    """Create a bot with its registered factory, or from the class that its name names."""
    class_name = name.partition(_SEPARATOR)[2] or name
    factory = _import_class(name) if make is None else make
    try:
        created = factory()
    except _FAILURES as error:
        raise _bot_error(name, error) from error
    if not callable(getattr(created, "act", None)):
        raise InvalidError(f"bot {name!r}: {class_name} has no method act(turn, rng)")
    return created


def _import_class(name: str) -> Any:
    """Import the class that a custom bot's name names; the working directory is on the module path."""
    module, _, class_path = name.partition(_SEPARATOR)
    working_directory = os.getcwd()
    if working_directory not in sys.path:
        sys.path.insert(0, working_directory)
    try:
        bot_class: Any = importlib.import_module(module)
        for attribute in class_path.split("."):
            bot_class = getattr(bot_class, attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise InvalidError(f"bot {name!r}: {error}") from None
    except _FAILURES as error:
        raise _bot_error(name, error) from error
    if not callable(bot_class):
        raise InvalidError(f"bot {name!r}: {class_path} is no class")
    return bot_class


class _CustomBot:
    """Bot written by others; its errors are reported with its name."""

    def __init__(self, name: str, make: Callable[[], Any] | None = None) -> None:
        self.name = name
        self.bot = _create(name, make)

    def answer(self, turn: BotTurn | HouseBotTurn, rng: random.Random) -> object:
        """Return what the bot answers; at poker that may be a spoken action."""
        try:
            answer = self.bot.act(turn, rng)
            return turn.say(answer) if isinstance(answer, str) and isinstance(turn, BotTurn) else answer
        except _FAILURES as error:
            raise _bot_error(self.name, error) from error


class _CustomPokerBot(_CustomBot):
    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        answer = self.answer(turn, rng)
        if not isinstance(answer, Command):
            raise InvalidError(f"bot {self.name!r} answers {answer!r}: expected a command or a string")
        return answer


class _CustomHouseBot(_CustomBot):
    def act(self, turn: HouseBotTurn, rng: random.Random) -> Command | None:
        answer = self.answer(turn, rng)
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
    return _bot_error(bot.name, refusal) if isinstance(bot, _CustomBot) else refusal


def _bot_error(name: str, error: BaseException) -> HoyleError:
    """Build the error of a custom bot, with the file and line that raised it."""
    if isinstance(error, HoyleError):
        return InvalidError(f"bot {name!r}: {error}")
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    location = "" if frame is None else f" ({frame.tb_frame.f_code.co_filename}, line {frame.tb_lineno})"
    return InvalidError(f"bot {name!r} fails: {type(error).__name__}: {error}{location}")
