"""PHH action notation: parser of "p3 cbr 16" and "d dh p1 AhKd", and line numbers for errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

from hoyle.core.cards import parse_cards
from hoyle.core.errors import InvalidError

DEALER: Final = 0

# Verbs of actions.
NO_OP: Final = ""
DEAL_HOLE: Final = "dh"
DEAL_BOARD: Final = "db"
BRING_IN: Final = "pb"
CHECK_CALL: Final = "cc"
BET: Final = "cbr"
FOLD: Final = "f"
DRAW: Final = "sd"
SHOW: Final = "sm"

_DEALER_VERBS: Final = {DEAL_HOLE: "'d dh p1 AhKd'", DEAL_BOARD: "'d db AhKd2c'"}
_PLAYER_VERBS: Final = {
    FOLD: "'p1 f'",
    CHECK_CALL: "'p1 cc'",
    BET: "'p1 cbr 200'",
    BRING_IN: "'p1 pb'",
    DRAW: "'p1 sd' or 'p1 sd AhKd'",
    SHOW: "'p1 sm', 'p1 sm -' or 'p1 sm AhKd'",
}
LARGEST: Final = 15
"""Maximum number of digits of an amount before the decimal point."""

_PLAYER: Final = re.compile(r"p([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a PHH hand history: actor, verb, cards and amount."""

    number: int
    """Number of the action, from 1."""
    text: str
    actor: int = DEALER
    """Player number, or DEALER."""
    verb: str = NO_OP
    player: int = 0
    """Player to whom the dealer deals."""
    cards: tuple[int, ...] | None = None
    """Cards dealt, discarded or shown; None if none were written."""
    as_dealt: bool = False
    """Whether the hand is shown as it was dealt: `sm -`."""
    amount: int = 0
    """Total of a bet or raise, in chips."""
    comment: str = ""


def parse_action(number: int, text: str, players: int, scale: int) -> Action:
    """Parse one action of a PHH file such as ``p3 cbr 16``; the caller adds the place to its errors."""
    body, _, comment = text.partition("#")
    parts = body.split()
    comment = comment.strip()
    if not parts:
        return Action(number, text, comment=comment)
    if len(parts) == 1:
        raise InvalidError("an action is an actor and a verb, such as 'p1 f'")
    actor, verb, *args = parts
    if actor == "d":
        return _dealer_action(number, text, verb, args, players, comment)
    seat = _player(actor, players)
    if verb not in _PLAYER_VERBS:
        raise InvalidError(f"{verb!r} is not a player's verb; expected {', '.join(_PLAYER_VERBS.values())}")
    cards: tuple[int, ...] | None = None
    amount = 0
    as_dealt = False
    if verb == BET:
        if len(args) != 1:
            raise InvalidError("a bet names one amount: the total it makes, as in 'p1 cbr 200'")
        amount = to_chips(args[0], scale)
    elif verb in (DRAW, SHOW):
        if len(args) > 1:
            raise InvalidError(f"write the cards together, as in {_PLAYER_VERBS[verb]}")
        if args == ["-"] and verb == SHOW:
            as_dealt = True
        elif args:
            cards = tuple(parse_cards(args[0], unknown=True))
    elif args:
        raise InvalidError(f"nothing may follow {verb!r}, got {' '.join(args)!r}; expected {_PLAYER_VERBS[verb]}")
    return Action(number, text, seat, verb, 0, cards, as_dealt, amount, comment)


def _dealer_action(number: int, text: str, verb: str, args: list[str], players: int, comment: str) -> Action:
    """Parse a dealing action of a PHH file: ``d dh p1 AhKd`` or ``d db AhKd2c``."""
    if verb not in _DEALER_VERBS:
        raise InvalidError(f"{verb!r} is not a dealer's verb; expected {' or '.join(_DEALER_VERBS.values())}")
    if len(args) != (2 if verb == DEAL_HOLE else 1):
        raise InvalidError(f"expected {_DEALER_VERBS[verb]}")
    player = _player(args[0], players) if verb == DEAL_HOLE else 0
    cards = tuple(parse_cards(args[-1], unknown=True))
    return Action(number, text, DEALER, verb, player, cards, comment=comment)


def _player(token: str, players: int) -> int:
    """Parse a player of a PHH action, ``p1`` to the number of players."""
    match = _PLAYER.fullmatch(token)
    if match is None or int(match[1]) > players:
        raise InvalidError(f"{token!r} is not an actor here; expected d (the dealer) or p1 to p{players}")
    return int(match[1])


def to_chips(value: str | int | Decimal, scale: int) -> int:
    """Convert an amount of a PHH file to a whole number of its smallest unit."""
    amount = as_decimal(value)
    if not amount.is_finite() or amount.adjusted() >= LARGEST:
        raise InvalidError(f"{value} is not an amount of chips")
    amount *= scale
    if amount != amount.to_integral_value():
        raise InvalidError(f"{value} is not an amount of chips")
    return int(amount)


def as_decimal(value: str | int | Decimal) -> Decimal:
    """Convert an amount of a PHH file to a decimal number; refuse other text."""
    try:
        return Decimal(value)
    except InvalidOperation:
        raise InvalidError(f"{value!r} is not an amount of chips") from None


def line_of(text: str, key: str, *, table: str = "", item: int = 0) -> int:
    """Return the line number of a key in a TOML text, or of a string of its array; 0 if it is not there.

    `item` is the number of the string, from 1; `table` is the key of the hand in a file of many hands.
    """
    start = 0
    if table:
        head = re.search(rf"^\s*\[\s*[\"']?{re.escape(table)}[\"']?\s*\]", text, re.MULTILINE)
        start = head.end() if head else 0
    match = re.compile(rf"^\s*[\"']?{re.escape(key)}[\"']?\s*=", re.MULTILINE).search(text, start)
    if match is None:
        return text.count("\n", 0, start) + 1 if table else 0
    position = match.end()
    if item:
        for count, start_of_item in enumerate(_strings(text, position), start=1):
            if count == item:
                position = start_of_item
                break
    return text.count("\n", 0, position) + 1


def _strings(text: str, position: int) -> Iterator[int]:
    """Yield the positions of the strings in the TOML array that begins after `position`."""
    while position < len(text):
        letter = text[position]
        if letter == "]":
            return
        if letter == "#":
            end = text.find("\n", position)
            position = len(text) if end < 0 else end
        elif letter in "\"'":
            yield position
            position += 1
            while position < len(text) and text[position] != letter:
                position += 2 if text[position] == "\\" and letter == '"' else 1
        position += 1
