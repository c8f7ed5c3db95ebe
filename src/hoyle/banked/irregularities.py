"""What the floor decides when something goes wrong at a house card game.

The consequence follows from the book and the facts; carrying it out is the table's business.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hoyle.banked.game import AUTOMATED
from hoyle.banked.sign import Sign
from hoyle.errors import InvalidError

RESHUFFLE: Final = "reshuffle"
REMOVE: Final = "remove deck"
KEEP: Final = ""

ALL_VOID: Final = "all hands void, reshuffle"
SHUFFLE_AGAIN: Final = "shuffle again"
CUT_AGAIN: Final = "cut again"
"""Rulings after which the deck has to be shuffled or cut before a round may begin."""


class Ruling(NamedTuple):
    """What happens to the hands and to the deck."""

    words: str
    clause: str
    void: bool = False
    """All hands are void: every wager not yet settled goes back."""
    deck: str = KEEP
    """What happens to the deck: ``reshuffle``, ``remove deck`` or nothing."""


TRIGGERS: Final = (
    *("face-up-card", "drawn-in-error", "wrong-number", "dealer-exposed", "shuffler-failed", "shoe-failed"),
    *("stub-count", "machine-count", "improper-cut", "unsuitable-card"),
)


def rule(
    sign: Sign,
    trigger: str,
    *,
    shown: bool = False,
    found: int = 52,
    misdealt: bool = False,
    correctable: bool = True,
    revealed: bool = False,
    dealt: bool = False,
    play_on: bool = False,
    whole_deck: bool = False,
) -> Ruling:
    """Rule on an irregularity.

    `shown`: the face of a card drawn in error was seen. `found`: cards counted in all. `misdealt`: a seat or
    the dealer has a wrong number. `correctable`: a stack sent to the wrong place can be put right.
    `revealed`: the dealer's hand is up already. `dealt`: a card has left the deck since the cut. `play_on`:
    the supervisor lets a round go on where the book leaves it to him. `whole_deck`: all of it is replaced.
    """
    game = sign.game
    if trigger == "face-up-card":
        return _void(game.cite("face-up"))
    if trigger == "drawn-in-error":
        if shown:
            return _void(game.cite("face-up"))
        return _drawn(sign, correctable=correctable)
    if trigger == "wrong-number":
        return _void(game.cite("number"))
    if trigger == "dealer-exposed":
        if revealed or (play_on and not game.has_dealer_hand):
            return Ruling("play on", game.cite("exposed"))
        return _void(game.cite("exposed"))
    if trigger == "shuffler-failed":
        return Ruling(SHUFFLE_AGAIN, game.cite("shuffler-failed"), deck=RESHUFFLE)
    if trigger == "shoe-failed":
        return _void(game.cite("shoe-failed"))
    if trigger == "stub-count":
        return _count(sign, found, misdealt=misdealt)
    if trigger == "machine-count":
        if found == 52:
            return Ruling("no stub count is due", game.cite("machine-count"))
        return Ruling("the deck is removed", game.cite("machine-wrong"), deck=REMOVE)
    if trigger == "improper-cut":
        if dealt:
            return Ruling("play on: a card has been dealt", game.cite("recut"))
        return Ruling(CUT_AGAIN, game.cite("recut"))
    if trigger == "unsuitable-card":
        what = "deck" if whole_deck else "card"
        return Ruling(f"the {what} is replaced", game.cite("unsuitable"), deck=REMOVE if whole_deck else KEEP)
    raise InvalidError(f"unknown irregularity {trigger!r}: {', '.join(TRIGGERS)}")


def _drawn(sign: Sign, *, correctable: bool) -> Ruling:
    """L.2 knows manual dealing only; a device's stack is put right if it can be (AMB-T11)."""
    game = sign.game
    if sign.dealing != AUTOMATED or game.prefix == "MS":
        return Ruling("used as the next card", game.cite("drawn"))
    if correctable:
        return Ruling("the stacks are put right", game.cite("drawn-automated"))
    return _void(game.cite("number"))


def _count(sign: Sign, found: int, *, misdealt: bool) -> Ruling:
    game = sign.game
    if found == 52 and not misdealt:
        return Ruling("the stub goes to the discard rack unseen", game.cite("count-right"))
    if found == 52:
        return _void(game.cite("count-misdeal"))
    clause = game.cite("count-neither" if misdealt else "count-short")
    return Ruling("all hands void, the deck is removed", clause, void=True, deck=REMOVE)


def _void(clause: str) -> Ruling:
    return Ruling(ALL_VOID, clause, void=True, deck=RESHUFFLE)
