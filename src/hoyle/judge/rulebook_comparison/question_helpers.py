"""Headings, games and short forms of questions that poker situations share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hoyle.judge.rulebook_comparison.questions import ClauseQuestion, IrregularityQuestion

DEAL: Final = "The deal"
DECK: Final = "The deck"
HANDS: Final = "Hands"
BETTING: Final = "Betting"
SHOWDOWN: Final = "The showdown"
POTS: Final = "Pots"
TABLE: Final = "The table"

FLOP: Final = ("omaha-hilo8", "holdem", "big-omaha-hilo8")
STUD: Final = ("stud7-hilo8", "stud7-high")
SPLIT: Final = ("omaha-hilo8", "big-omaha-hilo8")
EVERY_GAME: Final = "every game"

WHO_DECIDES: Final = ClauseQuestion("Who decides", "floor.supervisor", "The shift supervisor is final")


def irregular(question: str, trigger: str, **facts: Any) -> IrregularityQuestion:
    """Ask for the ruling on an irregularity with these facts."""
    return IrregularityQuestion(question, trigger, facts)


def yes_no(yes: str, no: str) -> Callable[[Any], str]:
    """Return a formatter of a yes-or-no answer of a rulebook."""
    return lambda value: yes if value else no


def named(**names: str) -> Callable[[Any], str]:
    """Return a formatter of a parameter value; keyword names have underscores for `-` and `+`."""
    return lambda value: names.get(str(value).replace("-", "_").replace("+", "_"), str(value))
