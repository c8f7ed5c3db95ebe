"""Single events of a round held against its state: chips that are there, cards that come next, turns kept."""

from __future__ import annotations

from typing import Final

from hoyle.cards import cards_text
from hoyle.errors import InvalidError
from hoyle.poker.events import (
    Awarded,
    Bet,
    BoardDealt,
    BoardReplaced,
    Burned,
    Called,
    CardReplaced,
    Checked,
    Conceded,
    Dealt,
    Discarded,
    Disclosed,
    Drawn,
    Ended,
    Event,
    FeeCollected,
    Folded,
    HandKilled,
    Opened,
    Posted,
    Raked,
    RakeGivenBack,
    Refunded,
    Reshuffled,
    Returned,
    RoundDead,
    Shown,
    Turn,
)
from hoyle.poker.round import Round
from hoyle.poker.state import ACTION, DRAW, FORCED_BET, SHOW, State

TURNS: Final = {
    Checked: (ACTION,),
    Called: (ACTION,),
    Bet: (ACTION, FORCED_BET),
    Discarded: (DRAW,),
    Conceded: (SHOW,),
}
"""What the round must wait for when somebody does one of these."""


def check_event(round_: Round, event: Event) -> None:
    """Refuse what cannot happen in this state; who ordered it is not asked."""
    state = round_.state
    if isinstance(event, (Opened, Posted, FeeCollected)):
        raise InvalidError("the round has begun already")
    waits = TURNS.get(type(event))
    if waits is not None:
        seat = event.facts()["seat"]
        if seat != round_.actor or state.awaiting not in waits:
            raise InvalidError(f"seat {seat} cannot do that: the round waits for {_waits_for(round_)}")
    if isinstance(event, (Folded, HandKilled, Turn, Shown, Awarded)):
        _live(state, event.seat)
    _check_chips(state, event)
    _check_cards(round_, event)


def _waits_for(round_: Round) -> str:
    return f"seat {round_.actor}, {round_.awaiting}" if round_.actor else round_.awaiting


def _live(state: State, seat: int) -> int:
    player = state.where.get(seat, -1)
    if player < 0 or not state.live[player]:
        raise InvalidError(f"seat {seat} has no hand")
    return player


def _check_chips(state: State, event: Event) -> None:
    if isinstance(event, (Called, Bet)):
        _at_most(event.chips, state.stacks[_live(state, event.seat)], f"the stack of seat {event.seat}")
    elif isinstance(event, (Returned, Refunded)):
        if event.seat not in state.where:
            raise InvalidError(f"seat {event.seat} is not dealt in")
        _at_most(event.chips, state.pot, "the pot")
    elif isinstance(event, (Raked, Awarded)):
        _at_most(event.chips, state.pot, "the pot")
    elif isinstance(event, RakeGivenBack):
        back = [event.rake, event.jackpot, event.fees]
        held = [state.rake, state.jackpot, state.fees]
        if back != held:
            raise InvalidError(f"rake, jackpot and fees of {back} go back, and {held} were set aside")
    elif isinstance(event, (Ended, RoundDead)) and state.pot:
        raise InvalidError(f"{state.pot} chips are left in the pot")


def _at_most(chips: int, there: int, where: str) -> None:
    if not 0 < chips <= there:
        raise InvalidError(f"{chips} chips cannot come out of {where}, which holds {there}")


def _check_cards(round_: Round, event: Event) -> None:
    state = round_.state
    if isinstance(event, (Dealt, BoardDealt, Drawn)):
        _next_cards(state, event.cards)
    elif isinstance(event, Burned):
        _next_cards(state, [event.card])
    elif isinstance(event, CardReplaced):
        _next_cards(state, [event.new])
        _among([event.old], state.cards[_live(state, event.seat)])
    elif isinstance(event, BoardReplaced):
        _next_cards(state, [event.new])
        _among([event.old], state.board)
    elif isinstance(event, Discarded):
        _among(event.cards, state.cards[_live(state, event.seat)])
    elif isinstance(event, Shown):
        hand = state.cards[_live(state, event.seat)]
        if sorted(event.cards) != sorted(hand):
            raise InvalidError(f"seat {event.seat} holds {cards_text(hand)}, not {cards_text(event.cards)}")
    elif isinstance(event, Reshuffled):
        due = round_.cards_to_shuffle()
        if sorted(event.cards) != sorted(due):
            raise InvalidError(f"{cards_text(due)} are to be shuffled, not {cards_text(event.cards)}")
    elif isinstance(event, Disclosed):
        check_disclosed(state, event)


def _next_cards(state: State, cards: list[int]) -> None:
    due = state.deck[state.dealt : state.dealt + len(cards)]
    if cards != due:
        raise InvalidError(f"the deck's next cards are {cards_text(due) or 'none'}, not {cards_text(cards)}")


def _among(cards: list[int], hand: list[int]) -> None:
    left = list(hand)
    for card in cards:
        if card not in left:
            raise InvalidError(f"{cards_text([card])} is not among {cards_text(hand)}")
        left.remove(card)


def check_disclosed(state: State, event: Disclosed) -> None:
    """The hand that the house asks to see is the one that was discarded."""
    player = state.where[event.seat]
    held = state.cards[player] or state.folded[player]
    if event.cards != held:
        raise InvalidError(f"seat {event.seat} held {cards_text(held)}, not {cards_text(event.cards)}")
