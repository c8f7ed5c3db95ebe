"""Public API of hoyle: table, rulebook and odds names, imported on first use.

Each name is loaded on first use, so that importing hoyle costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoyle import odds
    from hoyle.core.cards import cards_text, parse_cards, stacked_deck
    from hoyle.core.errors import HouseRulingRequired, HoyleError, IllegalError, InvalidError
    from hoyle.extension_registration import register_book, register_bot, register_game
    from hoyle.history.narration import narrate
    from hoyle.rulebooks.clause_catalogue import clause, clauses, search
    from hoyle.rulebooks.registry import poker_book
    from hoyle.table.dice.table import DiceTable
    from hoyle.table.house_cards.table import HouseCardTable
    from hoyle.table.log.event_base import Event
    from hoyle.table.poker.posted_sign import PostedSign
    from hoyle.table.poker.posted_sign_fields import Fees, Jackpot, KillOption, Rake
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
    "HouseCardTable": "hoyle.table.house_cards.table",
    "DiceTable": "hoyle.table.dice.table",
    "Event": "hoyle.table.log.event_base",
    "Fees": "hoyle.table.poker.posted_sign_fields",
    "HouseRulingRequired": "hoyle.core.errors",
    "HoyleError": "hoyle.core.errors",
    "IllegalError": "hoyle.core.errors",
    "InvalidError": "hoyle.core.errors",
    "Jackpot": "hoyle.table.poker.posted_sign_fields",
    "KillOption": "hoyle.table.poker.posted_sign_fields",
    "Rake": "hoyle.table.poker.posted_sign_fields",
    "PostedSign": "hoyle.table.poker.posted_sign",
    "PokerTable": "hoyle.table.poker.table",
    "poker_book": "hoyle.rulebooks.registry",
    "cards_text": "hoyle.core.cards",
    "clause": "hoyle.rulebooks.clause_catalogue",
    "clauses": "hoyle.rulebooks.clause_catalogue",
    "narrate": "hoyle.history.narration",
    "parse_cards": "hoyle.core.cards",
    "register_book": "hoyle.extension_registration",
    "register_bot": "hoyle.extension_registration",
    "register_game": "hoyle.extension_registration",
    "search": "hoyle.rulebooks.clause_catalogue",
    "stacked_deck": "hoyle.core.cards",
}


if not TYPE_CHECKING:  # type checkers see the imports above, and refuse other names

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
