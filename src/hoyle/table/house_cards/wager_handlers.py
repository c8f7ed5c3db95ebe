"""Wager handlers of a house card table: open the betting, wager, withdraw, no more bets."""

from __future__ import annotations

from hoyle.core.errors import IllegalError, InvalidError, illegal
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.round_state import CLOSED, OPEN, BettingPosition
from hoyle.table import seat_handlers
from hoyle.table.house_cards import round_end
from hoyle.table.house_cards.commands import DealOn, NoMoreBets, OpenWagers, Wager, Withdraw
from hoyle.table.house_cards.decks import deck_handlers, stub_count
from hoyle.table.house_cards.events import RoundBegan
from hoyle.table.house_cards.table_base import HouseCardTableBase


def open_wagers(table: HouseCardTableBase, command: OpenWagers, by: str) -> None:
    """Begin a round: every seated player may bet the chips in front of them."""
    table.check_between_rounds("a round begins")
    if not has_active_players(table):
        raise illegal("house seats", "nobody is here to play", legal="sit")
    deck_handlers.check_ready(table)
    state = table.state
    table.emit(RoundBegan(number=state.number + 1, clause=table.page.decks.shuffle))
    assert state.round is not None
    table.round = HouseCardRound(table.sign, None, state=state.round)
    table.collect_round_events()


def has_active_players(table: HouseCardTableBase) -> bool:
    """Whether a seated player takes part."""
    return any(not player.sitting_out for player in table.state.players.values())


def wager(table: HouseCardTableBase, command: Wager, by: str) -> None:
    """Put chips on a spot of one's own, or of the empty place beside it."""
    round_, state = table.playing_round(), table.state
    player = state.player(command.seat)
    spot = command.spot or command.seat
    if round_.state.phase == OPEN:
        if player.sitting_out:
            raise illegal("house seats", f"seat {command.seat} sits out", legal="sit-in")
        if position_held_by(round_, command.seat, spot) is None:
            # A position they hold already stays theirs, whoever has sat down there since.
            check_spot(table, command.seat, spot)
        stack = state.stack(command.seat)
        if command.chips > stack:
            raise InvalidError(f"not enough chips for {command.chips}: you have {stack}")
    round_.wager(spot, command.wager, command.chips, owner=player.name, paying_seat=command.seat, tender=command.tender)
    table.collect_round_events()


def check_spot(table: HouseCardTableBase, seat: int, spot: int) -> None:
    """Refuse a betting position that the player may not use."""
    page = table.page.wagers
    if spot == seat:
        return
    if not table.sign.two_positions or abs(spot - seat) != 1:
        raise illegal(
            page.two_seats,
            f"seat {seat} cannot bet at place {spot}: only its own"
            f"{' and one beside it' if table.sign.two_positions else ''}",
        )
    if spot in table.state.players:
        name = table.state.players[spot].name
        raise illegal(page.spots, f"place {spot} is {name}'s")


def withdraw(table: HouseCardTableBase, command: Withdraw, by: str) -> None:
    round_ = table.playing_round()
    position = position_held_by(round_, command.seat, command.spot or command.seat)
    if position is None:
        raise IllegalError(f"seat {command.seat} has no wager at place {command.spot or command.seat}")
    round_.withdraw(position.seat, command.wager)
    finish_withdrawal(table)


def finish_withdrawal(table: HouseCardTableBase) -> None:
    """Carry out requests to leave or top up that no wager holds up any more."""
    table.collect_round_events()
    if table.roster.deferred_requests:
        seat_handlers.carry_out_deferred_requests(table)
        round_end.idle_if_empty(table)


def first_invalid_position(round_: HouseCardRound) -> BettingPosition | None:
    """Return the first position whose wagers may not stand together, so that betting cannot be closed."""
    if round_.state.phase == OPEN:
        for seat in round_.state.seats():
            position = round_.state.places[seat]
            try:
                round_.check_stands(position)
            except IllegalError:
                return position
    return None


def withdraw_invalid_wagers(table: HouseCardTableBase, position: BettingPosition) -> None:
    """Withdraw wagers that may not stand together: the side wager if that is enough, else all."""
    round_ = table.playing_round()
    side = round_.game.side
    if side in position.wagers and len(position.wagers) > 1:
        round_.withdraw(position.seat, side)
        if first_invalid_position(round_) is not position:
            return
    for wager in list(position.wagers):
        round_.withdraw(position.seat, wager)


def position_held_by(round_: HouseCardRound, seat: int, spot: int) -> BettingPosition | None:
    """Return a betting position, if the player in that seat holds it."""
    position = round_.state.places.get(spot)
    return position if position is not None and position.paying_seat == seat else None


def no_more_bets(table: HouseCardTableBase, command: NoMoreBets, by: str) -> None:
    round_ = table.playing_round()
    round_.check_close()
    deck_handlers.check_ready(table)
    _check_stop(round_, command.stop_after)
    round_.place_deck(table.state.rack.ready)
    round_.close(deal=False)
    round_.deal(discard_stub=not stub_count.is_count_required(table), stop_after=command.stop_after)
    table.collect_round_events()


def deal_on(table: HouseCardTableBase, command: DealOn, by: str) -> None:
    round_ = table.playing_round()
    if round_.state.phase != CLOSED:
        clause = table.deal_page.close
        raise illegal(clause, f"no deal was stopped: the round is {round_.phase}")
    _check_stop(round_, command.stop_after)
    round_.deal(discard_stub=not stub_count.is_count_required(table), stop_after=command.stop_after)
    table.collect_round_events()


def _check_stop(round_: HouseCardRound, stop_after: int) -> None:
    cards_left = round_.cards_to_deal()
    if stop_after >= cards_left:
        raise InvalidError(
            f"stop_after {stop_after}: 1 to {cards_left - 1} of {cards_left} cards, or 0 for all of them"
        )
