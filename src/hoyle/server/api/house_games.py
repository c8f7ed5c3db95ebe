"""HTTP API of house games in play: the next roll, and the coach for the player who decides."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from hoyle.core.errors import IllegalError
from hoyle.games.dice.base_game import DiceGame
from hoyle.games.dice.wagers.hop_bets import faces
from hoyle.games.house_cards.game_definition import ANTE
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.round_state import DECIDING
from hoyle.odds.house_games.advice import choice_values, seats_settled_before
from hoyle.odds.house_games.dice import next_roll
from hoyle.odds.house_games.edge_result import ratio
from hoyle.server.api.betting_layout import house_game_table
from hoyle.server.api.endpoint import edge_endpoint, fill, room_call, room_endpoint
from hoyle.server.api.room_context import Caller, RoomContext
from hoyle.server.api.services import ODDS_POOL, Call, Encoded


class ThrowOutcome(Struct, frozen=True, kw_only=True):
    """Outcome of the next roll of two dice: its faces, in either order, and the gain."""

    faces: str
    """The larger first: ``6-1``."""
    ways: int
    """Combinations, out of 36."""
    gain: int
    """Total gain or loss of the caller."""


class RollTotal(Struct, frozen=True, kw_only=True):
    """Total of the next roll of the dice, with the throws that make it."""

    total: int
    ways: int
    """Combinations, out of 36."""
    throws: list[ThrowOutcome]
    """The pairs of faces that make it."""


class ClosedWager(Struct, frozen=True, kw_only=True):
    """Wager at a dice table that the caller cannot make now, with the reason."""

    kind: str
    number: int
    message: str
    clause: str


class NextRollResponse(Struct, frozen=True, kw_only=True):
    """Outcomes of the next roll for the caller's wagers."""

    totals: list[RollTotal]
    mean: str
    mean_value: float
    closed: list[ClosedWager]


class ChoiceValue(Struct, frozen=True, kw_only=True):
    """Expected value of one choice at a house game."""

    choice: str
    exact: str
    value: float


class CoachResponse(Struct, frozen=True, kw_only=True, rename={"unit": "in"}):
    """HTTP response of the coach: expected values of all choices."""

    unit: str
    options: list[ChoiceValue]
    best: list[str]
    margin: float
    notes: list[str]
    """Limitations of the values, each with its clause."""


class CoachInput(Struct, frozen=True, kw_only=True):
    """Decision of a player: their cards, their wagers and the exposed cards."""

    posted: dict[str, Any]
    """Posted sign."""
    cards: list[int]
    wagers: dict[str, int]
    up: list[int]
    board: list[int]
    first: list[int]
    """Seats that are settled before the player's."""


@room_endpoint(
    "GET",
    "/api/tables/{table:table}/next-roll",
    "Outcomes of the next roll for your wagers",
    call="banked-rolls",
    session=True,
)
def rolls(context: RoomContext, caller: Caller, table: int) -> NextRollResponse:
    """Return the outcomes of every throw for the caller's wagers, and the wagers that are closed to them."""
    person, house_table = caller.person, house_game_table(context, caller, table).table
    round_ = house_table.game_round()
    if not isinstance(round_, DiceGame):
        raise IllegalError("no dice are thrown here", clause="house tables")
    if not house_table.roster.seat_of(person):
        raise IllegalError(f"{person} has no seat here", clause="house seats")
    totals = next_roll.outcomes_by_total(round_, person)
    return NextRollResponse(
        totals=[
            RollTotal(
                total=outcome.total,
                ways=outcome.ways,
                throws=[
                    ThrowOutcome(faces=faces(throw.one, throw.other), ways=throw.ways, gain=throw.gain)
                    for throw in outcome.throws
                ],
            )
            for outcome in totals
        ],
        mean=ratio(next_roll.mean(totals)),
        mean_value=float(next_roll.mean(totals)),
        closed=[fill(ClosedWager, wager) for wager in next_roll.refused_wagers(round_, person)],
    )


@edge_endpoint("GET", "/api/tables/{table:table}/coach", "Expected values of your choices", session=True)
async def coach(call: Call, table: int) -> Encoded[CoachResponse]:
    return await call.run(ODDS_POOL, advise, await call.room(CoachInput, "banked-decision", table=table))


@room_call("banked-decision", session=True)
def decision(context: RoomContext, caller: Caller, table: int) -> CoachInput:
    """Return the coach's input for the player who decides now."""
    round_ = house_game_table(context, caller, table).table.game_round()
    place = round_.state.places.get(round_.turn) if isinstance(round_, HouseCardRound) else None
    if (
        not isinstance(round_, HouseCardRound)
        or place is None
        or place.owner != caller.person
        or round_.state.phase != DECIDING
    ):
        raise IllegalError(f"{caller.person} has nothing to decide now", clause="house clock")
    state = round_.state
    return CoachInput(
        posted=round_.sign.facts(),
        cards=list(place.cards),
        wagers=dict(place.wagers),
        up=list(state.dealer_up),
        board=list(state.community[: state.turned]),
        first=list(seats_settled_before(state, place.seat)),
    )


def advise(decision: CoachInput) -> CoachResponse:
    """Compute the expected value of every choice, in antes if there is an ante, else in chips."""
    sign = HouseCardSign.read(decision.posted, as_posted=True)
    advice = choice_values(
        sign, decision.cards, decision.wagers, up=decision.up, board=decision.board, earlier_seats=decision.first
    )
    unit = decision.wagers.get(ANTE, 0) or 1
    values = {name: value / unit for name, value in advice.options.items()}
    best = max(values.values())
    other_values = [value for value in values.values() if value != best]
    return CoachResponse(
        unit="antes" if ANTE in decision.wagers else "chips",
        options=[
            ChoiceValue(choice=name, exact=ratio(value).removesuffix("/1"), value=float(value))
            for name, value in values.items()
        ],
        best=list(advice.best),
        margin=float(best - max(other_values)) if other_values else 0.0,
        notes=list(advice.notes),
    )
