"""Round end at a poker table: stacks return, rake drops, kill and button move, decks swap."""

from __future__ import annotations

from typing import Final

from hoyle.games.poker.events import Bet, Called, Checked, Conceded, Folded, HandKilled, Raked, Refunded, Shown
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.variants import variant
from hoyle.table.disputes import NoteRecorded
from hoyle.table.poker.decks.deck_events import DeckRetired, DecksSwapped
from hoyle.table.poker.events import ButtonPlaced, Dropped, JackpotWon, KillMoved, RoundClosed
from hoyle.table.poker.rounds.button import next_button
from hoyle.table.poker.rounds.jackpot_standards import find_jackpot_win
from hoyle.table.poker.rounds.kill_pot import ENTIRE, Who, limits_in_force, next_kill
from hoyle.table.poker.table_base import PokerTableBase
from hoyle.table.poker.table_state import PokerTableState

_PLAYER_EVENTS: Final = (Bet, Called, Checked, Conceded, Folded, HandKilled, Shown)
"""Events that end a round by a player's or the floor's act rather than by a refund."""


def set_aside(table: PokerTableBase, event: Raked) -> None:
    """Record that rake or jackpot fee is set aside until the round ends."""
    revenue = table.book.revenue
    clause = ""
    if event.method == "increment":
        clause = revenue.set_aside
    elif event.method == "jackpot":
        clause = revenue.jackpot_set_aside
    if clause:
        fund = "jackpot" if event.method == "jackpot" else "rake"
        table.emit(NoteRecorded(what=f"{fund} set aside", detail=str(event.chips), clause=clause))


def close_round(table: PokerTableBase, round_: PokerRound) -> None:
    """Close a poker round that is over: drop the rake, move kill and button, swap the decks."""
    played = round_.state
    clause = played.end_clause
    refunded = not played.dead_round and _left_alone_by_refund(round_)
    table.emit(
        RoundClosed(
            number=table.state.number,
            dead=played.dead_round,
            refunded=refunded,
            returned=_returned_blinds(table.state, round_),
            clause=clause,
        )
    )
    if played.dead_round:
        # Nothing was won: button, blinds and kill stay for the redeal (AMB-48).
        if played.dead_deck != "stays":
            retire_deck(table, f"{played.dead_why}: {played.dead_deck}", clause)
        return
    _drop(table, round_)
    _settle_jackpot(table, round_)
    _settle_kill(table, round_)
    _move_button(table)
    state = table.state
    if table.book.procedures.alternate and table.sign.shuffler and len(state.rack.decks) > 1:
        clause = table.book.procedures.alternate
        table.emit(DecksSwapped(deck=state.rack.decks[1], clause=clause))


def _returned_blinds(state: PokerTableState, round_: PokerRound) -> list[tuple[int, int, int]]:
    """Return the unused blinds of seats passed over by mistake, with the present seats of their players."""
    played = round_.state
    refunds: list[tuple[int, int, int]] = []
    for seat in played.passed:
        chips = played.stacks[played.position_of_seat[seat]]
        if chips:
            refunds.append((seat, state.seat_of(state.entitled[seat]), chips))
    return refunds


def _left_alone_by_refund(round_: PokerRound) -> bool:
    """Whether the round is over because a ruined hand was refunded and one other was left."""
    if round_.state.live_count() != 1:
        return False
    for event in reversed(round_.log):
        if isinstance(event, Refunded):
            return True
        if isinstance(event, _PLAYER_EVENTS):
            return False
    return False


def retire_deck(table: PokerTableBase, why: str, clause: str) -> None:
    """Retire the deck in play; the other one is next."""
    table.emit(DeckRetired(deck=table.state.rack.decks[0], why=why, clause=clause))


def limits(state: PokerTableState) -> tuple[int, int]:
    """Return the betting limits of the next round."""
    sign = state.sign
    if sign.kill is None or state.kill.holder is None:
        return sign.small, sign.big
    small, big = limits_in_force(sign.kill.kind, (sign.small, sign.big), state.kill.holder)
    return int(small), int(big)


def _drop(table: PokerTableBase, round_: PokerRound) -> None:
    played, fees = round_.state, table.state.boxes.fee_area
    if not (played.rake or played.raked_levels or played.jackpot or fees):
        return
    revenue = table.book.revenue
    default_clause = revenue.collected_by or "house rake"
    container = revenue.container.value or "house"
    percent_rake = played.rake - played.raked_levels
    for method, chips in (("percent", percent_rake), ("increment", played.raked_levels)):
        if chips:
            clause = revenue.dropped.get(method) or default_clause
            table.emit(Dropped(what="rake", chips=chips, into=container, clause=clause))
    if played.jackpot:
        clause = revenue.jackpot_dropped or revenue.jackpot_fee or "house jackpot"
        table.emit(Dropped(what="jackpot", chips=played.jackpot, into="jackpot container", clause=clause))
    if fees:
        clause = revenue.dropped.get("flat") or default_clause
        table.emit(Dropped(what="fees", chips=fees, into="fee box", clause=clause))


def _settle_jackpot(table: PokerTableBase, round_: PokerRound) -> None:
    """Record the hands that met a standard of the sign, before any jackpot is paid."""
    jackpot = table.sign.jackpot
    if jackpot is None:
        return
    clause = table.book.revenue.jackpot_standards or "house jackpot"
    for win in find_jackpot_win(round_.state, round_.rules, jackpot.standards):
        table.emit(
            JackpotWon(seat=win.seat, player=win.player, standard=win.standard, round=table.state.number, clause=clause)
        )


def _settle_kill(table: PokerTableBase, round_: PokerRound) -> None:
    sign = table.sign
    if sign.kill is None:
        return
    kill = table.page.kill
    if kill is None:
        return
    played = round_.state
    winners = [(played.people[player], share) for player, share in zip(played.winners, played.shares, strict=True)]
    if not winners:
        # An uncalled lone blind was returned: its owner has won, and won nothing.
        winners = [(played.people[player], ENTIRE) for player in range(len(played.live)) if played.live[player]]
    kill_state = next_kill(
        kill,
        sign.kill.kind,
        (sign.small, sign.big),
        sign.kill.threshold(),
        table.state.kill,
        pot=sum(played.won),
        winners=winners,
        unit_cents=sign.unit_cents,
    )
    if kill_state != table.state.kill:
        clause = kill.button or kill.trigger
        table.emit(KillMoved(holder=_name(kill_state.holder), last_winner=_name(kill_state.last_winner), clause=clause))


def _name(player: Who | None) -> str | None:
    return None if player is None else str(player)


def _move_button(table: PokerTableBase) -> None:
    """Move the button clockwise to the next player; the deal passes over whoever cannot be dealt in."""
    if not variant(table.sign.game).button:
        return
    occupied = [seat for seat, player in table.state.players.items() if not player.sitting_out]
    if occupied:
        seat = next_button(occupied, table.state.button)
        table.emit(ButtonPlaced(seat=seat, draw=[], clause=table.page.button_moves))
