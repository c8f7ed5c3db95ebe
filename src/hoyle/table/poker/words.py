"""From words to commands: ``raise to 16``, ``bet pot``, ``draw Kh 2c``. Here, at the edge, only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.cards import cards_text
from hoyle.errors import IllegalError, InvalidError
from hoyle.poker import actions
from hoyle.poker.state import ACTION, FORCED_BET
from hoyle.table.command import Command
from hoyle.table.fields import whole
from hoyle.table.fields import words as text_of
from hoyle.table.poker import commands, playing

if TYPE_CHECKING:
    from hoyle.table.poker.table import Table


def command_of(table: Table, seat: int, text: str) -> Command:
    """The command that a player's words mean now: the turn is checked first, then the wording."""
    whole(seat, "seat")
    said = text_of(text, "action", 200)
    if not table.playing and actions.parse(said).verb == "show":
        return commands.Show(seat=seat)
    playing.in_turn(table, seat)
    action = actions.parse(said)
    verb = action.verb
    if verb == "fold":
        return commands.Fold(seat=seat)
    if verb == "check":
        return commands.Check(seat=seat)
    if verb == "call":
        return _call(table, seat, action)
    if verb == "bring in":
        return commands.BringIn(seat=seat)
    if verb in ("draw", "pat"):
        return commands.Draw(seat=seat, cards=cards_text(action.cards))
    if verb == "show":
        return commands.Show(seat=seat)
    if verb == "concede":
        return commands.Concede(seat=seat)
    return _wager(table, seat, action)


def _call(table: Table, seat: int, action: actions.Action) -> Command:
    round_ = table.playing_round()
    if action.amount and round_.state.awaiting == ACTION:
        due = round_.options().call
        if due and action.amount != due:
            raise IllegalError(f"seat {seat} calls with {due}, not {action.amount}", legal=f"call {due}")
    return commands.Call(seat=seat)


def _wager(table: Table, seat: int, action: actions.Action) -> Command:
    round_ = table.playing_round()
    state = round_.state
    if state.awaiting not in (ACTION, FORCED_BET):
        # Refused by the table in its own words, with what is due instead.
        return commands.Bet(seat=seat, to=action.amount)
    offered = round_.options()
    if action.verb == "all-in":
        return _all_in(table, seat)
    if action.verb == "bet" and not offered.opening and not offered.forced and offered.min_to:
        raise IllegalError(
            f"seat {seat} cannot bet: there is a bet of {state.current_bet} ({offered.clause}); "
            f"legal: {offered.words()}",
            clause=offered.clause,
            legal=offered.words(),
        )
    to = action.amount + (state.current_bet if action.by else 0)
    if action.size == "min":
        to = offered.min_to
    elif action.size == "pot":
        to = actions.pot_size(round_)
    if to == 0:
        if offered.min_to != offered.max_to:
            raise InvalidError(f"how much? {action.verb} needs an amount; legal: {offered.words()}")
        to = offered.min_to
    return commands.Bet(seat=seat, to=to)


def _all_in(table: Table, seat: int) -> Command:
    round_ = table.playing_round()
    state, offered = round_.state, round_.options()
    everything = state.stacks[state.actor] + state.bets[state.actor]
    if offered.max_to == everything:
        return commands.Bet(seat=seat, to=everything)
    if offered.call and offered.call == state.stacks[state.actor]:
        return commands.Call(seat=seat)
    raise IllegalError(
        f"seat {seat} cannot go all-in for {everything} ({offered.clause}); legal: {offered.words()}",
        clause=offered.clause,
        legal=offered.words(),
    )
