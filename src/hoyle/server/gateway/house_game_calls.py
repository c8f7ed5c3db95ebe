"""Room-side handlers of house-game calls: the sign, the next roll, and the coach's input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hoyle.core.errors import IllegalError
from hoyle.games.dice.base_game import DiceGame
from hoyle.games.dice.wagers.hop_bets import faces
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.round_state import DECIDING
from hoyle.odds.house_games.advice import seats_settled_before
from hoyle.odds.house_games.dice import next_roll
from hoyle.odds.house_games.edge_result import ratio
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.room import Room
from hoyle.server.ipc.messages import RpcRequest


def sign(room: Room, person: str, call: RpcRequest) -> dict[str, Any]:
    """Return the posted sign of a house game."""
    table = _house_table(room, person, call).table
    return {"game": table.game_id, "posted": table.sign.facts()}


def rolls(room: Room, person: str, call: RpcRequest) -> dict[str, Any]:
    """Outcomes of every throw for the caller's wagers, and the wagers that are closed to them."""
    table = _house_table(room, person, call).table
    round_ = table.game_round()
    if not isinstance(round_, DiceGame):
        raise IllegalError("no dice are thrown here", clause="house tables")
    if not table.roster.seat_of(person):
        raise IllegalError(f"{person or 'nobody'} has no seat here", clause="house seats")
    totals = next_roll.outcomes_by_total(round_, person)
    return {
        "totals": [
            {
                "total": outcome.total,
                "ways": outcome.ways,
                "throws": [
                    {"faces": faces(throw.one, throw.other), "ways": throw.ways, "gain": throw.gain}
                    for throw in outcome.throws
                ],
            }
            for outcome in totals
        ],
        "mean": ratio(next_roll.mean(totals)),
        "mean_value": float(next_roll.mean(totals)),
        "closed": [wager._asdict() for wager in next_roll.refused_wagers(round_, person)],
    }


def decision(room: Room, person: str, call: RpcRequest) -> dict[str, Any]:
    """Coach's input for the player who decides now: their cards, their wagers and the exposed cards."""
    round_ = _house_table(room, person, call).table.game_round()
    place = round_.state.places.get(round_.turn) if isinstance(round_, HouseCardRound) else None
    if not isinstance(round_, HouseCardRound) or place is None or not person or place.owner != person:
        raise IllegalError(f"{person or 'nobody'} has nothing to decide now", clause="house clock")
    state = round_.state
    if state.phase != DECIDING:
        raise IllegalError(f"{person} has nothing to decide now", clause="house clock")
    return {
        "posted": round_.sign.facts(),
        "cards": place.cards,
        "wagers": place.wagers,
        "up": state.dealer_up,
        "board": state.community[: state.turned],
        "first": seats_settled_before(state, place.seat),
    }


def _house_table(room: Room, person: str, call: RpcRequest) -> LiveTable:
    live_table = room.tables.get(call.args["table"])
    if live_table is None or not live_table.is_set_up or not room.may_watch(live_table, person):
        raise IllegalError("there is no such table here", clause="house tables")
    if not live_table.table.IS_HOUSE_GAME:
        raise IllegalError("this table is not a house game", clause="house tables")
    return live_table


CALLS: Final[dict[str, Callable[[Room, str, RpcRequest], dict[str, Any]]]] = {
    "banked-sign": sign,
    "banked-rolls": rolls,
    "banked-decision": decision,
}
OWN: Final = frozenset(("banked-rolls", "banked-decision"))
"""Calls about the caller's own wagers and cards, which need a session."""
