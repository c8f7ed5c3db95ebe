"""Remedies of a floor ruling: their effect on the cards and chips of the round."""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import ChipConservationError, HouseRulingRequired, IllegalError, InvalidError
from hoyle.games.poker import events
from hoyle.games.poker.floor import ruling_types
from hoyle.games.poker.floor.ruling_types import FloorRuling
from hoyle.games.poker.pots.side_pots import pots_of
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import FACE_DOWN, SHUFFLE, TABLED, THROWN
from hoyle.table.poker.commands import CardLocation
from hoyle.table.poker.events import RoundTakenBack
from hoyle.table.poker.table_base import PokerTableBase

_REMOVAL_ORDER: Final = ("stub", "burn", "board", "hand")
"""Order in which several cards are taken out, by location."""


def house_decision(decision: str, clause: str) -> FloorRuling:
    """Return the ruling of a house decision; known decisions have consequences, any other is only logged."""
    if decision and not decision.strip():
        raise InvalidError(f"house {decision!r}: say what the house decides")
    return FloorRuling(
        decision,
        [clause],
        misdeal=decision == ruling_types.MISDEAL,
        dead_round=decision == ruling_types.DEAD_ROUND,
        deck="remove" if decision == ruling_types.REMOVE_DECK else "",
        card="discard" if decision in (ruling_types.DISCARD_CARD, ruling_types.EXAMINE_CARD) else "",
        hand="dead" if decision in (ruling_types.HAND_DISCARDED, ruling_types.DEAD_HAND, ruling_types.REFUND) else "",
        refund="all" if decision == ruling_types.REFUND else "",
    )


def void(round_: PokerRound, cause: str, ruling: FloorRuling) -> None:
    """End the round without a winner: rake and fees go back to the pot, and the pot to its owners."""
    state = round_.state
    clause = ruling.clause
    if state.rake or state.jackpot or state.fees:
        round_.emit(events.RakeReturned(state.rake, state.jackpot, state.fees, clause))
    for position, seat in enumerate(state.seats):
        chips = state.start_stacks[position] - state.stacks[position]
        if chips:
            round_.emit(events.Refunded(seat, chips, clause))
    if state.pot:
        raise ChipConservationError(f"{state.pot} chips are unassigned")
    round_.emit(events.RoundVoided(cause, ruling.misdeal, ruling.deck or "stays", clause))


def is_last_hand(table: PokerTableBase, seat: int) -> bool:
    """Whether a refund has just left the hand of this seat alone, and it has won unseen (AMB-P2)."""
    state = table.state
    last = state.last
    if table.playing or last is None or state.before_last_round is None:
        return False
    winner = last.live.index(True)
    return last.hands[winner] == FACE_DOWN and state.seat_of(last.people[winner]) == seat


def take_back(table: PokerTableBase, clause: str) -> None:
    """Undo the last round: its last hand is ruined too, nobody has won, and all chips go back."""
    state = table.state
    last = state.last
    assert last is not None
    changes: list[tuple[int, int]] = []
    for position, holder in enumerate(last.people):
        chips = last.start_stacks[position] - last.stacks[position]
        if not chips:
            continue
        was_passed_over = last.seats[position] in last.passed
        person = state.entitled[last.seats[position]] if was_passed_over else holder
        seat = state.seat_of(person)
        if not seat or state.player(seat).chips + chips < 0:
            raise HouseRulingRequired(f"the chips of {person} are no longer there: the house must rule")
        changes.append((seat, chips))
    table.emit(
        RoundTakenBack(
            number=state.number, changes=changes, rake=last.rake, jackpot=last.jackpot, fees=last.fees, clause=clause
        )
    )


def check_claims(round_: PokerRound, player: int) -> None:
    """Raise if this is the only hand that still claims a pot, since no book awards the pot then."""
    state = round_.state
    for pot in pots_of(state):
        rivals = [position for position in pot.eligible if position != player]
        if player in pot.eligible and len(rivals) > 1 and all(state.hands[position] >= THROWN for position in rivals):
            raise HouseRulingRequired("all other hands are thrown in: the house must rule")


def card_at(round_: PokerRound, spot: CardLocation) -> int:
    """Return the card of a round that lies at a location."""
    state = round_.state
    if spot.at == "hand":
        return state.cards[state.position_of_seat[spot.seat]][spot.card - 1]
    if spot.at == "board":
        return state.board[spot.card - 1]
    if spot.at == "burn":
        return (state.burned or state.burns)[spot.card - 1]
    return state.deck[state.dealt + spot.card - 1]


def counted_at(round_: PokerRound, spot: CardLocation, counted: list[int]) -> bool:
    """Whether the card at a location is a boxed or exposed card counted before, as far as all can see.

    A face-down card of a hand counts as new: else the answer would reveal who holds a counted card.
    """
    state = round_.state
    card = card_at(round_, spot)
    if spot.at == "hand":
        player = state.position_of_seat[spot.seat]
        is_visible = state.ups[player][spot.card - 1] or state.hands[player] == TABLED or card in state.read
        return is_visible and card in counted
    return card in counted


def replace_exposed(round_: PokerRound, spot: CardLocation, clause: str) -> None:
    """Replace an exposed card by the top card after the deal; the exposed card becomes the burn."""
    state = round_.state
    owner = state.people[state.position_of_seat[spot.seat]]
    card, new = card_at(round_, spot), _top_card(round_)
    round_.emit(events.CardReplaced(spot.seat, owner, spot.card, card, new, "burn", up=False, clause=clause))


def check_place(round_: PokerRound, spot: CardLocation) -> None:
    """Raise if a card has been played on, or if no other card can replace it.

    The engine deals a street in one go, so an irregular card has been dealt already: the next card of the
    deck replaces it, as long as nobody has acted on it. Stub and burns need no replacement.
    """
    state = round_.state
    if spot.at == "burn" and state.awaiting != SHUFFLE:
        return
    if spot.at in ("stub", "burn"):
        _check_spare(round_)
        return
    if state.acted_on or card_at(round_, spot) not in state.last_dealt:
        raise HouseRulingRequired("that card has been played on; no book says how to replace it")
    if not round_.drawing:
        _check_spare(round_)
    elif state.awaiting == SHUFFLE and state.seats[state.actor] != spot.seat:
        raise IllegalError("the round waits for a shuffle; finish it first", legal="shuffle")
    elif state.stub() + len(state.muck) + len(state.laid) <= state.owed:
        raise HouseRulingRequired("no card is left to replace it; the house must rule")


def take_out(round_: PokerRound, spots: tuple[CardLocation, ...], source: str, clause: str) -> None:
    """Move cards that cannot be played to the discards. `source`: ``boxed``, ``off table`` or ``exposed``."""
    # Deeper cards first: no place shifts, and none of these cards comes as a replacement.
    for spot in sorted(spots, key=lambda location: (_REMOVAL_ORDER.index(location.at), location.seat, -location.card)):
        check_place(round_, spot)
        _take_out_card(round_, spot, source, clause)


def _take_out_card(round_: PokerRound, spot: CardLocation, source: str, clause: str) -> None:
    """Take a card out of play, wherever it lies, and replace it where it has to be replaced."""
    state = round_.state
    card = card_at(round_, spot)
    becomes = "discard" if source == "off table" else source
    if spot.at == "stub":
        round_.emit(events.CardExposed(card, source, clause))
    elif spot.at == "burn":
        round_.emit(events.BurnDiscarded(spot.card, card, source, clause))
    elif spot.at == "board":
        round_.emit(events.BoardReplaced(card, _top_card(round_), becomes, clause))
        if not round_.rules.variant.button:
            round_.reopen()
    elif round_.drawing:
        round_.draw_again(spot.seat, spot.card, becomes, clause)
    else:
        holder = state.position_of_seat[spot.seat]
        up = state.ups[holder][spot.card - 1]
        owner = state.people[holder]
        new = _top_card(round_)
        round_.emit(events.CardReplaced(spot.seat, owner, spot.card, card, new, becomes, up=up, clause=clause))
        if up:
            round_.reopen()


def leave_seen(round_: PokerRound, spots: tuple[CardLocation, ...], source: str, clause: str) -> None:
    """Leave cards that all have seen where they lie, as the house ruled; they count as reported."""
    state = round_.state
    if round_.over:
        return
    counted = state.boxed if source == "boxed" else state.exposed
    for spot in spots:
        if spot.at == "hand" and not state.live[state.position_of_seat[spot.seat]]:
            continue
        if not counted_at(round_, spot, counted):
            round_.emit(events.CardSeen(spot.seat, spot.card, card_at(round_, spot), source, clause))


def _check_spare(round_: PokerRound) -> None:
    if round_.spare() < 1:
        raise HouseRulingRequired("no card is left to replace it; the house must rule")


def _top_card(round_: PokerRound) -> int:
    return round_.state.deck[round_.state.dealt]
