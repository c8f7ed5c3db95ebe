"""View of a house card table: its types, and the table as one person sees it.

Secrets belong to people. Whoever held a hand in a round sees it, both hands if they played two; whoever sits
in that seat later does not.
"""

from __future__ import annotations

from msgspec import Struct

from hoyle.games.house_cards.view import HouseCardRoundView
from hoyle.games.house_cards.view import view as view_round
from hoyle.table.house_cards.decks import deck_handlers
from hoyle.table.house_cards.table_base import HouseCardTableBase


class HouseCardSeatView(Struct, frozen=True, kw_only=True):
    """View of a seated player at a house card table."""

    seat: int
    name: str
    stack: int
    """Chips in front of the player."""
    sitting_out: bool
    """Whether the player sits out."""
    after_round: list[str]
    """Requests carried out when the round is over: ``leave``, ``top up``, ``sit out``."""


class HouseCardDeckView(Struct, frozen=True, kw_only=True):
    """View of a deck at a house card table."""

    name: str
    back: str
    opening: list[str]
    """Opening steps it has not been through."""
    change_due: bool


class HouseCardView(Struct, frozen=True, kw_only=True):
    """View of a house card table, as one person sees it."""

    book: str
    game: str
    person: str
    """The viewer."""
    seat: int
    """Seat of the viewer; 0 if none."""
    round_number: int
    """Number of rounds begun."""
    playing: bool
    """Whether a round is being played."""
    banker_net: int
    """Winnings of the banker since the table opened."""
    decks: list[HouseCardDeckView]
    """The deck in play first."""
    shuffled: bool
    """Whether the deck in play is shuffled."""
    cut: bool
    """Whether it has been cut."""
    waiting: list[str]
    """The waiting list."""
    seats: list[HouseCardSeatView]
    round: HouseCardRoundView | None
    """The round being played, or the last one."""


def view(table: HouseCardTableBase, person: str) -> HouseCardView:
    """Return the table as a person sees it; an empty name is a spectator."""
    state = table.state
    seats: list[HouseCardSeatView] = []
    for seat in sorted(state.players):
        player = state.players[seat]
        requests = [request.what for request in state.deferred_requests if request.player == player.name]
        seats.append(
            HouseCardSeatView(
                seat=seat,
                name=player.name,
                stack=state.stack(seat),
                sitting_out=player.sitting_out,
                after_round=requests,
            )
        )
    round_ = table.shown_round()
    return HouseCardView(
        book=table.sign.book,
        game=table.sign.game,
        person=person,
        seat=state.seat_of(person) if person else 0,
        round_number=state.number,
        playing=state.round is not None,
        banker_net=state.bank + (0 if state.round is None else state.round.bank),
        decks=[
            HouseCardDeckView(
                name=deck.name,
                back=deck.back,
                opening=[step for step, _ in deck_handlers.remaining_opening_steps(table, deck)],
                change_due=deck_handlers.change_due(table, deck),
            )
            for deck in state.rack.decks
        ],
        shuffled=bool(state.rack.ready),
        cut=state.rack.cuts > 0,
        waiting=list(state.waiting),
        seats=seats,
        round=None if round_ is None else view_round(round_, person),
    )
