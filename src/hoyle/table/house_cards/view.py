"""View of a house card table: its types, and the table as one person sees it.

Secrets belong to people. Whoever held a hand in a round sees it, both hands if they played two; whoever sits
in that seat later does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from hoyle.games.house_cards.view import RoundView
from hoyle.games.house_cards.view import view as view_round
from hoyle.table.house_cards.decks import deck_handlers

if TYPE_CHECKING:
    from hoyle.table.house_cards.table import HouseCardTable


class SeatView(Struct, frozen=True, kw_only=True):
    """View of a seated player at a house card table."""

    seat: int
    name: str
    stack: int
    """Chips in front of the player."""
    away: bool
    """Whether the player sits out."""
    promises: list[str]
    """Requests carried out when the round is over: ``leave``, ``top up``, ``sit out``."""


class DeckView(Struct, frozen=True, kw_only=True):
    """View of a deck at a house card table."""

    name: str
    back: str
    opening: list[str]
    """Opening steps it has not been through."""
    change_due: bool


class HouseCardTableView(Struct, frozen=True, kw_only=True):
    """View of a house card table, as one person sees it."""

    book: str
    game: str
    person: str
    """The viewer."""
    seat: int
    """Seat of the viewer; 0 if none."""
    number: int
    """Number of rounds begun."""
    playing: bool
    """Whether a round is being played."""
    bank: int
    """Winnings of the banker since the table opened."""
    decks: list[DeckView]
    """The deck in play first."""
    shuffled: bool
    """Whether the deck in play is shuffled."""
    cut: bool
    """Whether it has been cut."""
    waiting: list[str]
    """The waiting list."""
    seats: list[SeatView]
    round: RoundView | None
    """The round being played, or the last one."""


def view(table: HouseCardTable, person: str) -> HouseCardTableView:
    """Return the table as a person sees it; an empty name is a spectator."""
    state = table.state
    seats: list[SeatView] = []
    for seat in sorted(state.players):
        player = state.players[seat]
        promises = [promise.what for promise in state.promises if promise.player == player.name]
        seats.append(
            SeatView(
                seat=seat,
                name=player.name,
                stack=state.stack(seat),
                away=player.sitting_out,
                promises=promises,
            )
        )
    round_ = table.shown_round()
    return HouseCardTableView(
        book=table.sign.book,
        game=table.sign.game.id,
        person=person,
        seat=state.seat_of(person) if person else 0,
        number=state.number,
        playing=state.round is not None,
        bank=state.bank + (0 if state.round is None else state.round.bank),
        decks=[
            DeckView(
                name=deck.name,
                back=deck.back,
                opening=[step for step, _ in deck_handlers.steps_left(table, deck)],
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
