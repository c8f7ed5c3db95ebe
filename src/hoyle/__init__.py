"""A card room engine that plays by five real rulebooks and cites the clause for everything it does.

The names below are the library's front door; each is loaded when first used, so that importing hoyle is free.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoyle import odds
    from hoyle.cards import cards_text, parse_cards, stacked_deck
    from hoyle.errors import HouseRulingRequired, HoyleError, IllegalError, InvalidError
    from hoyle.history.calls import narrate
    from hoyle.registry import register_book, register_bot, register_game
    from hoyle.rulebooks.catalogue import clause, clauses, search
    from hoyle.rulebooks.shelf import poker_book
    from hoyle.table.banked.table import HouseCardTable
    from hoyle.table.dice.table import DiceTable
    from hoyle.table.entry import Event
    from hoyle.table.poker.sign import Fees, Jackpot, KillOption, PostedSign, Rake
    from hoyle.table.poker.table import PokerTable

    __version__: str

__all__ = [
    "DiceTable",
    "Event",
    "Fees",
    "HouseCardTable",
    "HouseRulingRequired",
    "HoyleError",
    "IllegalError",
    "InvalidError",
    "Jackpot",
    "KillOption",
    "PokerTable",
    "PostedSign",
    "Rake",
    "__version__",
    "cards_text",
    "clause",
    "clauses",
    "narrate",
    "odds",
    "parse_cards",
    "poker_book",
    "register_book",
    "register_bot",
    "register_game",
    "search",
    "stacked_deck",
]

_HOME = {
    "HouseCardTable": "hoyle.table.banked.table",
    "DiceTable": "hoyle.table.dice.table",
    "Event": "hoyle.table.entry",
    "Fees": "hoyle.table.poker.sign",
    "HouseRulingRequired": "hoyle.errors",
    "HoyleError": "hoyle.errors",
    "IllegalError": "hoyle.errors",
    "InvalidError": "hoyle.errors",
    "Jackpot": "hoyle.table.poker.sign",
    "KillOption": "hoyle.table.poker.sign",
    "Rake": "hoyle.table.poker.sign",
    "PostedSign": "hoyle.table.poker.sign",
    "PokerTable": "hoyle.table.poker.table",
    "poker_book": "hoyle.rulebooks.shelf",
    "cards_text": "hoyle.cards",
    "clause": "hoyle.rulebooks.catalogue",
    "clauses": "hoyle.rulebooks.catalogue",
    "narrate": "hoyle.history.calls",
    "parse_cards": "hoyle.cards",
    "register_book": "hoyle.registry",
    "register_bot": "hoyle.registry",
    "register_game": "hoyle.registry",
    "search": "hoyle.rulebooks.catalogue",
    "stacked_deck": "hoyle.cards",
}


if not TYPE_CHECKING:  # whoever checks types sees the names above and refuses others

    def __getattr__(name: str) -> Any:
        if name == "odds":
            return import_module("hoyle.odds")
        if name == "__version__":
            from importlib.metadata import version

            return version("hoyle")
        if name not in _HOME:
            raise AttributeError(f"module 'hoyle' has no attribute {name!r}")
        return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__
