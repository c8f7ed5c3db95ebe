"""What a person types at the table: numbers, words and places of cards, made into words the engine reads."""

from __future__ import annotations

import re
from typing import Final

from hoyle.bounds import check_length
from hoyle.cards import card_text, cards_text
from hoyle.errors import InvalidError
from hoyle.poker.actions import WORDS, parse
from hoyle.poker.round import Round
from hoyle.poker.state import DRAW, SHOW

DRAW_CARDS: Final = "draw CARDS"

_RANGE: Final = re.compile(r"(\d+) to (\d+)$")
_OPEN_AMOUNT: Final = re.compile(r"(?: to)? \d+-\d+$")
_FIXED_AMOUNT: Final = re.compile(r" (\d+)$")
_DRAWING: Final = ("draw", "discard", "d")
_SIZES: Final = ("pot", "min")
_WITHOUT_AMOUNT: Final = ("fold", "check", "pat", "show", "concede")
_IRREGULAR: Final = {"cannot": "cannot", "must": "must", "has": "have", "is": "are", "does": "do"}


def offered(round_: Round) -> list[str]:
    """What the player to act may do, in words that can be typed back."""
    if round_.state.awaiting == DRAW:
        return ["pat", DRAW_CARDS]
    if round_.state.awaiting == SHOW:
        return ["show", "concede"]
    return [_RANGE.sub(r"\1-\2", option) for option in round_.options().words().split(", ")]


def as_action(line: str, choices: list[str], round_: Round) -> str:
    """The typed line as the engine reads it: numbers become the choice they stand for."""
    check_length(line, "the line")
    words = line.split()
    if not words:
        raise InvalidError("an empty line is no action")
    head, rest = words[0].lower(), words[1:]
    if _is_number(head):
        return _chosen(head, rest, choices, round_)
    if head in _DRAWING and round_.state.awaiting == DRAW:
        return _draw(rest, round_.state.cards[round_.state.actor])
    if head in _SIZES and not rest and _verb(choices[-1]) in ("bet", "raise", "complete"):
        return f"{_verb(choices[-1])} {head}"
    if head == "c" and not rest and "check" in choices:
        return "check"
    _readable(line)
    return line


def to_you(text: str, seat: int) -> str:
    """A refusal spoken to the player in that seat."""
    text = re.sub(rf"\bseat {seat}'s\b", "your", text)
    text = re.sub(rf"\bseat {seat} ([a-z]+)", lambda found: f"you {_second_person(found[1])}", text)
    return re.sub(rf"\bseat {seat}\b", "you", text)


def _chosen(number: str, rest: list[str], choices: list[str], round_: Round) -> str:
    """A choice by its number, with the amount or the cards it takes."""
    if not 1 <= int(number) <= len(choices):
        raise InvalidError(f"there is no choice {number}")
    choice = choices[int(number) - 1]
    if choice == DRAW_CARDS:
        return _draw(rest, round_.state.cards[round_.state.actor])
    if _OPEN_AMOUNT.search(choice):
        return " ".join([_verb(choice), *rest])
    fixed = _FIXED_AMOUNT.search(choice)
    # Saying the only amount there is does no harm.
    if rest and not (fixed and rest[-1].lstrip("$") == fixed[1] and len(rest) == 1):
        raise InvalidError(f"nothing may follow {number} ({choice}), got {' '.join(rest)!r}")
    return choice


def _draw(rest: list[str], hand: list[int]) -> str:
    """A draw by cards or by their places in the hand."""
    named = [part for word in rest for part in word.split(",") if part]
    if not named:
        raise InvalidError(f"which cards? draw 1 3, or draw {card_text(hand[0])}; pat keeps them all")
    if all(_is_number(part) for part in named):
        places = [int(part) for part in named]
        for place in places:
            if not 1 <= place <= len(hand):
                raise InvalidError(f"there is no card {place}: you hold cards 1 to {len(hand)}")
        _each_once([str(place) for place in places])
        return "draw " + cards_text(hand[place - 1] for place in places)
    action = parse("draw " + " ".join(named))
    _each_once([card_text(card) for card in action.cards])
    return "draw " + cards_text(action.cards)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _each_once(named: list[str]) -> None:
    for name in named:
        if named.count(name) > 1:
            raise InvalidError(f"card {name} is named twice")


def _readable(line: str) -> None:
    """Refuse what is no action at all, and amounts where none belongs."""
    try:
        action = parse(line)
    except InvalidError:
        if line.split()[0].lower() in _DRAWING:
            raise
        raise InvalidError(f"cannot read the action {line.strip()!r}") from None
    if action.verb in _WITHOUT_AMOUNT and action.amount:
        raise InvalidError(f"nothing may follow {action.verb}, got {action.amount}")


def _verb(choice: str) -> str:
    """The verb of a choice: ``raise`` of ``raise to 9-200``."""
    head = choice.split()[0]
    return head if head in WORDS else choice


def _second_person(verb: str) -> str:
    return _IRREGULAR.get(verb, verb.removesuffix("s"))
