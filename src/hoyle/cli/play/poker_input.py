"""Parser of lines typed at a poker table: menu numbers or words to commands."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.core.validation import check_length
from hoyle.table.command_base import Command
from hoyle.table.pending_decisions import Bounds, Choice, PendingDecision
from hoyle.table.poker.command_parser import parse_command
from hoyle.table.poker.table import PokerTable

_IRREGULAR: Final = {"cannot": "cannot", "must": "must", "has": "have", "is": "are", "does": "do"}


class MenuItem(NamedTuple):
    """Numbered line of the menu of poker actions."""

    label: str
    choice: Choice
    pat: bool = False
    """Whether a choice of cards to draw means none."""


def menu(decision: PendingDecision) -> list[MenuItem]:
    """Return the menu of the poker actions that a player has now."""
    items: list[MenuItem] = []
    for choice in decision.choices:
        if choice.do == "draw":
            items += [MenuItem("pat", choice, pat=True), MenuItem("draw CARDS", choice)]
        else:
            items.append(MenuItem(label(choice), choice))
    return items


def label(choice: Choice) -> str:
    """Return the label of a choice, with the range of its amount: ``raise to 9-200``."""
    amount = _open_amount(choice)
    return choice.label if amount is None else f"{choice.verb} {amount.min}-{amount.max}"


def poker_command(line: str, offered: list[MenuItem], table: PokerTable, seat: int) -> Command:
    """Parse a line typed at a poker table to a command."""
    check_length(line, "the line")
    tokens = line.split()
    if not tokens:
        raise InvalidError("an empty line is no action")
    if not is_number(tokens[0]):
        return parse_command(table, seat, line)
    number, extra = tokens[0], tokens[1:]
    item = menu_item(number, offered)
    choice = item.choice
    if choice.do == "draw" and not item.pat:
        return parse_command(table, seat, " ".join(["draw", *extra]))
    if _open_amount(choice) is not None:
        verb = choice.verb if extra else choice.verb.split()[0]
        return parse_command(table, seat, " ".join([verb, *extra]))
    refuse_extra_words(number, extra, item)
    return table.command_of(choice)


def menu_item(number: str, offered: list[MenuItem]) -> MenuItem:
    """Return the line of the menu with that number."""
    if len(number) > 3 or not 1 <= int(number) <= len(offered):
        raise InvalidError(f"there is no choice {number[:20]}")
    return offered[int(number) - 1]


def refuse_extra_words(number: str, extra: list[str], item: MenuItem) -> None:
    """Refuse words after a choice that takes none, except its fixed amount."""
    choice = item.choice
    fixed = str(choice.bounds[0].min if choice.bounds else choice.cost)
    if extra and [token.lstrip("$") for token in extra] != [fixed]:
        raise InvalidError(f"nothing may follow {number} ({item.label}), got {' '.join(extra)!r}")


def to_second_person(text: str, seat: int) -> str:
    """Rewrite a refusal to address the player in that seat: "seat 3 has" becomes "you have"."""
    text = re.sub(rf"\bseat {seat}'s\b", "your", text)
    text = re.sub(rf"\bseat {seat} ([a-z]+)", lambda match: f"you {_second_person(match[1])}", text)
    return re.sub(rf"\bseat {seat}\b", "you", text)


def is_number(token: str) -> bool:
    return token.isascii() and token.isdigit()


def _open_amount(choice: Choice) -> Bounds | None:
    return next((bounds for bounds in choice.bounds if bounds.min < bounds.max), None)


def _second_person(verb: str) -> str:
    return _IRREGULAR.get(verb, verb.removesuffix("s"))
