"""What the floor decides when something goes wrong at a house card game.

The consequence follows from the book and the facts; carrying it out is the table's business.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hoyle.banked.game import AUTOMATED
from hoyle.banked.sign import Sign
from hoyle.errors import HouseRulingNeeded, InvalidError

RESHUFFLE: Final = "reshuffle"
RECUT: Final = "recut"
REMOVE: Final = "remove deck"
KEEP: Final = ""

ALL_VOID: Final = "all hands void, reshuffle"
PLAY_ON: Final = "play on"
SHUFFLE_AGAIN: Final = "shuffle again"
CUT_AGAIN: Final = "cut again"


class Ruling(NamedTuple):
    """What happens to the hands and to the deck."""

    words: str
    clause: str
    void: bool = False
    """All hands are void: every wager not yet settled goes back."""
    deck: str = KEEP
    """What happens to the deck: ``reshuffle``, ``recut``, ``remove deck`` or nothing."""


TRIGGERS: Final = (
    *("face-up-card", "drawn-in-error", "wrong-number", "dealer-exposed", "player-exposed"),
    *("shuffler-failed", "shoe-failed", "stub-count", "machine-count", "improper-cut", "unsuitable-card"),
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
    page = sign.page
    floor = page.floor
    if trigger == "face-up-card":
        return _void(floor.face_up)
    if trigger == "drawn-in-error":
        if shown:
            return _void(floor.face_up)
        return _drawn(sign, correctable=correctable)
    if trigger == "wrong-number":
        return _void(floor.number)
    if trigger == "dealer-exposed":
        if revealed or (play_on and floor.exposed.value == "supervisor"):
            return Ruling(PLAY_ON, floor.exposed.clause)
        return _void(floor.exposed.clause)
    if trigger == "player-exposed":
        if not floor.player_exposed:
            raise HouseRulingNeeded(f"{sign.book} has no rule for a player's card that was exposed")
        return Ruling(PLAY_ON, floor.player_exposed)
    if trigger == "shuffler-failed":
        return Ruling(SHUFFLE_AGAIN, floor.shuffler_failed, deck=RESHUFFLE)
    if trigger == "shoe-failed":
        if sign.dealing not in floor.shoe_failed.value:
            raise HouseRulingNeeded(
                f"{sign.book} has no rule for a shoe that fails in {sign.dealing} dealing"
            )
        return _void(floor.shoe_failed.clause)
    if trigger == "stub-count":
        return _count(sign, found, misdealt=misdealt)
    if trigger == "machine-count":
        if found == page.decks.cards.value:
            return Ruling("no stub count is due", page.counts.machine)
        return Ruling("the deck is removed", page.counts.machine_wrong, deck=REMOVE)
    if trigger == "improper-cut":
        if dealt:
            return Ruling("play on: a card has been dealt", page.decks.recut_by.clause)
        return Ruling(CUT_AGAIN, page.decks.recut_by.clause, deck=RECUT)
    if trigger == "unsuitable-card":
        what = "deck" if whole_deck else "card"
        deck = REMOVE if whole_deck else KEEP
        return Ruling(f"the {what} is replaced", page.decks.unsuitable, deck=deck)
    raise InvalidError(f"unknown irregularity {trigger!r}: {', '.join(TRIGGERS)}")


def _drawn(sign: Sign, *, correctable: bool) -> Ruling:
    """The next card; a device's stack is put right if it can be, where the book reads it so (AMB-T11)."""
    floor = sign.page.floor
    by_device = sign.dealing == AUTOMATED
    if not by_device or floor.drawn_by_device.value == "next card":
        return Ruling("used as the next card", floor.drawn_by_device.clause if by_device else floor.drawn)
    if correctable:
        return Ruling("the stacks are put right", floor.drawn_by_device.clause)
    return _void(floor.number)


def _count(sign: Sign, found: int, *, misdealt: bool) -> Ruling:
    counts = sign.page.counts
    whole = found == sign.page.decks.cards.value
    if whole and not misdealt:
        return Ruling("the stub goes to the discard rack unseen", counts.right)
    if whole:
        return _void(counts.misdeal)
    clause = counts.neither if misdealt else counts.short
    return Ruling("all hands void, the deck is removed", clause, void=True, deck=REMOVE)


def _void(clause: str) -> Ruling:
    return Ruling(ALL_VOID, clause, void=True, deck=RESHUFFLE)
