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
    """Ruling on an irregularity in a house card game: consequences for the hands and the deck."""

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
    face_seen: bool = False,
    card_count: int = 52,
    misdealt: bool = False,
    correctable: bool = True,
    dealer_revealed: bool = False,
    card_dealt: bool = False,
    play_on: bool = False,
    whole_deck: bool = False,
) -> HouseCardRuling:
    """Rule on an irregularity in a house card game by its book.

    `face_seen`: the face of a card drawn in error was seen. `card_count`: cards counted in all. `misdealt`: a
    seat or the dealer has a wrong number. `correctable`: a stack sent to the wrong place can be put right.
    `dealer_revealed`: the dealer's hand is up already. `card_dealt`: a card has left the deck since the cut.
    `play_on`: the supervisor lets a round go on where the book allows it. `whole_deck`: the whole deck is
    replaced.
    """
    page = sign.page
    floor = page.floor
    if trigger == "face-up-card":
        return _void_ruling(floor.face_up)
    if trigger == "drawn-in-error":
        if face_seen:
            return _void_ruling(floor.face_up)
        return _rule_card_drawn_in_error(sign, correctable=correctable)
    if trigger == "wrong-number":
        return _void_ruling(floor.number)
    if trigger == "dealer-exposed":
        if dealer_revealed or (play_on and floor.exposed.value == "supervisor"):
            return HouseCardRuling(PLAY_ON, floor.exposed.clause)
        return _void_ruling(floor.exposed.clause)
    if trigger == "player-exposed":
        if not floor.player_exposed:
            raise HouseRulingRequired(f"{sign.book} has no rule for a player's card that was exposed")
        return HouseCardRuling(PLAY_ON, floor.player_exposed)
    if trigger == "shuffler-failed":
        return HouseCardRuling(SHUFFLE_AGAIN, floor.shuffler_failed, deck=RESHUFFLE)
    if trigger == "shoe-failed":
        if sign.dealing not in floor.shoe_failed.value:
            raise HouseRulingRequired(f"{sign.book} has no rule for a shoe that fails in {sign.dealing} dealing")
        return _void_ruling(floor.shoe_failed.clause)
    if trigger == "stub-count":
        return _rule_stub_count(sign, card_count, misdealt=misdealt)
    if trigger == "machine-count":
        if card_count == page.decks.cards.value:
            return HouseCardRuling("no stub count is due", page.counts.machine)
        return HouseCardRuling("the deck is removed", page.counts.machine_wrong, deck=REMOVE)
    if trigger == "improper-cut":
        if card_dealt:
            return HouseCardRuling("play on: a card has been dealt", page.decks.recut_by.clause)
        return HouseCardRuling(CUT_AGAIN, page.decks.recut_by.clause, deck=RECUT)
    if trigger == "unsuitable-card":
        replaced = "deck" if whole_deck else "card"
        deck = REMOVE if whole_deck else KEEP
        return HouseCardRuling(f"the {replaced} is replaced", page.decks.unsuitable, deck=deck)
    raise InvalidError(f"unknown irregularity {trigger!r}: {', '.join(TRIGGERS)}")


def _rule_card_drawn_in_error(sign: HouseCardSign, *, correctable: bool) -> HouseCardRuling:
    """Rule on a card drawn in error: it is the next card, or a device's stack is corrected (AMB-T11)."""
    floor = sign.page.floor
    is_automated = sign.dealing == AUTOMATED
    if not is_automated or floor.drawn_by_device.value == "next card":
        return HouseCardRuling("used as the next card", floor.drawn_by_device.clause if is_automated else floor.drawn)
    if correctable:
        return HouseCardRuling("the stacks are put right", floor.drawn_by_device.clause)
    return _void_ruling(floor.number)


def _rule_stub_count(sign: HouseCardSign, card_count: int, *, misdealt: bool) -> HouseCardRuling:
    counts = sign.page.counts
    is_complete = card_count == sign.page.decks.cards.value
    if is_complete and not misdealt:
        return HouseCardRuling("the stub goes to the discard rack unseen", counts.right)
    if is_complete:
        return _void_ruling(counts.misdeal)
    clause = counts.neither if misdealt else counts.short
    return HouseCardRuling("all hands void, the deck is removed", clause, void=True, deck=REMOVE)


def _void_ruling(clause: str) -> HouseCardRuling:
    return HouseCardRuling(ALL_VOID, clause, void=True, deck=RESHUFFLE)
