"""Irregularities in house card games: the ruling on each and what happens to hands and deck.

The ruling follows from the book and the facts; the table carries it out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hoyle.core.errors import HouseRulingRequired, InvalidError
from hoyle.games.house_cards.game_definition import AUTOMATED
from hoyle.games.house_cards.posted_sign import HouseCardSign

RESHUFFLE: Final = "reshuffle"
RECUT: Final = "recut"
REMOVE: Final = "remove deck"
KEEP: Final = ""

ALL_VOID: Final = "all hands void, reshuffle"
PLAY_ON: Final = "play on"
SHUFFLE_AGAIN: Final = "shuffle again"
CUT_AGAIN: Final = "cut again"


class HouseCardRuling(NamedTuple):
    """Ruling on an irregularity: consequences for the hands and the deck."""

    words: str
    clause: str
    void: bool = False
    """Whether all hands are void and every wager not yet settled goes back."""
    deck: str = KEEP
    """Treatment of the deck: ``reshuffle``, ``recut``, ``remove deck`` or empty."""


TRIGGERS: Final = (
    *("face-up-card", "drawn-in-error", "wrong-number", "dealer-exposed", "player-exposed"),
    *("shuffler-failed", "shoe-failed", "stub-count", "machine-count", "improper-cut", "unsuitable-card"),
)


def rule_irregularity(
    sign: HouseCardSign,
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
) -> HouseCardRuling:
    """Rule on an irregularity.

    `shown`: the face of a card drawn in error was seen. `found`: cards counted in all. `misdealt`: a seat or
    the dealer has a wrong number. `correctable`: a stack sent to the wrong place can be put right.
    `revealed`: the dealer's hand is up already. `dealt`: a card has left the deck since the cut. `play_on`:
    the supervisor lets a round go on where the book allows it. `whole_deck`: the whole deck is replaced.
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
            return HouseCardRuling(PLAY_ON, floor.exposed.clause)
        return _void(floor.exposed.clause)
    if trigger == "player-exposed":
        if not floor.player_exposed:
            raise HouseRulingRequired(f"{sign.book} has no rule for a player's card that was exposed")
        return HouseCardRuling(PLAY_ON, floor.player_exposed)
    if trigger == "shuffler-failed":
        return HouseCardRuling(SHUFFLE_AGAIN, floor.shuffler_failed, deck=RESHUFFLE)
    if trigger == "shoe-failed":
        if sign.dealing not in floor.shoe_failed.value:
            raise HouseRulingRequired(
                f"{sign.book} has no rule for a shoe that fails in {sign.dealing} dealing"
            )
        return _void(floor.shoe_failed.clause)
    if trigger == "stub-count":
        return _count(sign, found, misdealt=misdealt)
    if trigger == "machine-count":
        if found == page.decks.cards.value:
            return HouseCardRuling("no stub count is due", page.counts.machine)
        return HouseCardRuling("the deck is removed", page.counts.machine_wrong, deck=REMOVE)
    if trigger == "improper-cut":
        if dealt:
            return HouseCardRuling("play on: a card has been dealt", page.decks.recut_by.clause)
        return HouseCardRuling(CUT_AGAIN, page.decks.recut_by.clause, deck=RECUT)
    if trigger == "unsuitable-card":
        what = "deck" if whole_deck else "card"
        deck = REMOVE if whole_deck else KEEP
        return HouseCardRuling(f"the {what} is replaced", page.decks.unsuitable, deck=deck)
    raise InvalidError(f"unknown irregularity {trigger!r}: {', '.join(TRIGGERS)}")


def _drawn(sign: HouseCardSign, *, correctable: bool) -> HouseCardRuling:
    """Rule on a card drawn in error: it is the next card, or a device's stack is corrected (AMB-T11)."""
    floor = sign.page.floor
    by_device = sign.dealing == AUTOMATED
    if not by_device or floor.drawn_by_device.value == "next card":
        return HouseCardRuling(
            "used as the next card", floor.drawn_by_device.clause if by_device else floor.drawn
        )
    if correctable:
        return HouseCardRuling("the stacks are put right", floor.drawn_by_device.clause)
    return _void(floor.number)


def _count(sign: HouseCardSign, found: int, *, misdealt: bool) -> HouseCardRuling:
    counts = sign.page.counts
    whole = found == sign.page.decks.cards.value
    if whole and not misdealt:
        return HouseCardRuling("the stub goes to the discard rack unseen", counts.right)
    if whole:
        return _void(counts.misdeal)
    clause = counts.neither if misdealt else counts.short
    return HouseCardRuling("all hands void, the deck is removed", clause, void=True, deck=REMOVE)


def _void(clause: str) -> HouseCardRuling:
    return HouseCardRuling(ALL_VOID, clause, void=True, deck=RESHUFFLE)
