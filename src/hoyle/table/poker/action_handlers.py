"""Handlers of player actions at a poker table: fold, check, call, bet, draw, show, timeout."""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.cards import parse_cards
from hoyle.core.errors import IllegalError, InvalidError, illegal
from hoyle.games.poker.action_parser import out_of_turn, prompt_for_actor
from hoyle.games.poker.events import WinnerShows
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import ACTION, DRAW, FACE_DOWN, FORCED_BET, SHOW
from hoyle.table.action_timeout import CLAUSE as HOUSE_CLOCK
from hoyle.table.action_timeout import ActionTimedOut, ActionTimeout
from hoyle.table.command_base import Command
from hoyle.table.poker import commands
from hoyle.table.poker.events import BlindsChosen, CurrencyChanged
from hoyle.table.poker.table_base import PokerTableBase

TURN_ACTIONS: Final[tuple[type[Command], ...]] = (
    commands.Fold, commands.Check, commands.Call, commands.Bet, commands.BringIn, commands.Concede
)  # fmt: skip
"""Actions in turn that name nothing but a seat and an amount."""


def round_awaiting(table: PokerTableBase, seat: int) -> PokerRound:
    """Return the round being played if it waits for this seat; refuse any other seat."""
    if not table.playing:
        table.check_seated(seat)
    round_ = table.playing_round()
    if round_.actor == seat:
        return round_
    table.check_seated(seat)
    raise out_of_turn(round_, seat)


def _with_due_clause(round_: PokerRound, error: IllegalError) -> IllegalError:
    """Return the refusal of an action with the clause of what is due instead, where it cites none."""
    state = round_.state
    if error.clause or not state.turn_clause:
        return error
    betting = state.awaiting in (ACTION, FORCED_BET)
    clause = round_.options().clause if betting else state.turn_clause
    legal = error.legal or prompt_for_actor(round_)
    return IllegalError(f"{error} ({clause}); legal: {legal}", clause=clause, legal=legal)


def act(table: PokerTableBase, command: Any, by: str) -> None:
    """Fold, check, call, bet, bring in or concede for the player in turn."""
    round_ = round_awaiting(table, command.seat)
    kind = type(command)
    try:
        if kind is commands.Fold:
            round_.fold()
        elif kind is commands.Call:
            round_.call()
        elif kind is commands.Check:
            round_.check()
        elif kind is commands.Bet:
            round_.bet_to(command.to)
        elif kind is commands.BringIn:
            round_.bring_in()
        else:
            round_.concede()
    except IllegalError as error:
        raise _with_due_clause(round_, error) from None
    table.collect_round_events()


def draw(table: PokerTableBase, command: commands.Draw, by: str) -> None:
    """Discard cards of the player in turn, named by card or by place in the hand, and draw others."""
    round_ = round_awaiting(table, command.seat)
    state = round_.state
    if state.awaiting != DRAW:
        raise _with_due_clause(round_, IllegalError(f"cannot draw now: the round waits for {round_.pending}"))
    hand = state.cards[state.actor]
    if command.places:
        if command.cards:
            raise InvalidError("cards and places: name the cards or their places, not both")
        if len(set(command.places)) < len(command.places) or not all(
            1 <= index <= len(hand) for index in command.places
        ):
            raise InvalidError(f"places {list(command.places)}: expected different ones from 1 to {len(hand)}")
        discards = [hand[index - 1] for index in command.places]
    else:
        discards = parse_cards(command.cards)
        if discards and by != state.people[state.actor]:
            # The answer would reveal whether the player holds them.
            raise IllegalError(
                f"{by} cannot see the cards of seat {command.seat}: name their places",
                clause=table.book.floor.in_view or "house draw",
                legal=f"places 1 to {len(hand)}",
            )
    try:
        round_.draw(discards)
    except IllegalError as error:
        raise _with_due_clause(round_, error) from None
    table.collect_round_events()


def show(table: PokerTableBase, command: commands.Show, by: str) -> None:
    """Table a hand at the showdown, or after the round that of an uncalled winner."""
    if not table.playing:
        table.check_seated(command.seat)
        winner, last = uncalled_winner(table), table.state.last
        if last is None or winner < 0 or table.state.seat_of(last.people[winner]) != command.seat:
            table.playing_round()  # raises: no round is being played
            return
        table.emit(WinnerShows(last.seats[winner], list(last.cards[winner]), "house winner-shows"))
        return
    seat = command.seat
    round_ = table.playing_round()
    if round_.state.awaiting == SHOW:
        table.check_seated(seat)
    else:
        round_ = round_awaiting(table, seat)
    try:
        round_.show(seat=seat)
    except IllegalError as error:
        raise _with_due_clause(round_, error) from None
    table.collect_round_events()


def uncalled_winner(table: PokerTableBase) -> int:
    """Return the position in the last round of an uncalled winner who may show; -1 if there is none.

    They may until the next round begins, wherever they sit by now: the hand is theirs, not the seat's.
    """
    last = table.state.last
    if last is None or last.dead_round or last.live_count() != 1:
        return -1
    winner = last.live.index(True)
    if last.hands[winner] != FACE_DOWN or not last.cards[winner]:
        return -1
    return winner if table.state.seat_of(last.people[winner]) else -1


def perform(table: PokerTableBase, command: Command, by: str) -> None:
    """Perform a player's action in turn, decided by a ruling on their words or chips."""
    if isinstance(command, commands.Draw):
        draw(table, command, by)
    elif isinstance(command, commands.Show):
        show(table, command, by)
    elif type(command) in TURN_ACTIONS:
        act(table, command, by)
    else:
        raise InvalidError(f"{command.name} is nothing that a player does in turn")


def action_timeout(table: PokerTableBase, command: ActionTimeout, by: str) -> None:
    """Act for a player whose time is over: check, fold, stand pat, show or pay (clarification 46)."""
    round_ = round_awaiting(table, command.seat)
    state = round_.state
    player = state.people[state.actor]
    table.emit(ActionTimedOut(seat=command.seat, player=player, clause=HOUSE_CLOCK))
    if state.awaiting == DRAW:
        round_.draw([])
    elif state.awaiting == SHOW:
        round_.show()
    elif state.awaiting == FORCED_BET:
        round_.bring_in()
    else:
        legal = round_.options()
        if legal.check:
            round_.check()
        elif legal.fold:
            round_.fold()
        else:
            round_.bet_to(legal.min_raise_to)
    table.collect_round_events()


def change_currency(table: PokerTableBase, command: commands.ChangeCurrency, by: str) -> None:
    player = table.state.poker_player(command.seat)
    if not player.currency:
        raise IllegalError(f"seat {command.seat} has no cash on the table")
    wagers = table.book.wagers
    if table.playing and not wagers.currency:
        clause = wagers.no_adding or wagers.idle_currency
        raise illegal(
            clause, f"the cash of seat {command.seat} is no part of this round", legal="change it between rounds"
        )
    clause = wagers.currency or wagers.idle_currency
    table.emit(CurrencyChanged(seat=command.seat, chips=player.currency, clause=clause))


def remove_chips(table: PokerTableBase, command: commands.RemoveChips, by: str) -> None:
    """Refuse to take chips off the table: table stakes never allow it."""
    table.state.player(command.seat)
    wagers = table.book.wagers
    clause = wagers.no_adding or "house table-stakes"
    raise illegal(
        clause,
        f"seat {command.seat} cannot take {command.chips} chips off the table",
        legal="leave with everything between rounds",
    )


def choose_blinds(table: PokerTableBase, command: commands.ChooseBlinds, by: str) -> None:
    """Note how a player makes up missed blinds: post them, or wait until they come round."""
    player = table.state.poker_player(command.seat)
    if table.sign.missed_blinds != "dead":
        raise illegal(
            "house missed-blinds",
            f"seat {command.seat} has nothing to choose: missed blinds at this table: {table.sign.missed_blinds}",
        )
    if not player.missed:
        raise IllegalError(f"seat {command.seat} has missed no blind", clause="house missed-blinds")
    if player.waits == command.wait:
        raise IllegalError(f"seat {command.seat} {'waits' if command.wait else 'posts'} already")
    table.emit(BlindsChosen(seat=command.seat, waits=command.wait, clause="house missed-blinds"))
