"""HTTP API of house games: the betting layout with its costs, the next roll, and the coach.

A layout is made from the posted sign alone, so it is the same for every client.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec import Struct, json, structs

from hoyle.core.errors import IllegalError, NotFoundError
from hoyle.games.dice.base_game import DiceGame
from hoyle.games.dice.posted_sign import CrapsSign, DiceSign
from hoyle.games.dice.wagers.betting_spot import COME, HARDWAY, HOP, LINE, NUMBER, ODDS, BettingSpot
from hoyle.games.dice.wagers.hop_bets import faces
from hoyle.games.dice.wagers.wager_names import NAMES
from hoyle.games.house_cards.game_definition import ANTE, BONUS
from hoyle.games.house_cards.game_definition import wager_label as wager_words
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.round_state import DECIDING
from hoyle.odds.house_games.advice import choice_values, seats_settled_before
from hoyle.odds.house_games.analysis_interface import max_win_in_antes
from hoyle.odds.house_games.analysis_registry import ANALYSES, analysis
from hoyle.odds.house_games.dice import next_roll, wager_edges
from hoyle.odds.house_games.edge_result import Edge, ratio
from hoyle.odds.house_games.game_report import report
from hoyle.room.live_table.live_table import LiveTable
from hoyle.rulebooks.book_types.pay_table import PayTable, odds_text
from hoyle.server.api.endpoint import edge_endpoint, fill, room_call, room_endpoint
from hoyle.server.api.room_context import Caller, RoomContext
from hoyle.server.api.services import ODDS_POOL, RULEBOOK_POOL, Call, Encoded
from hoyle.table.kind_registry import table_class_for


class Holds(Struct, frozen=True, kw_only=True):
    """Restriction or condition of a wager, with its clause."""

    text: str
    clause: str


class WagerCost(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Betting spot with its costs. Shares and costs are fractions as text; empty: not available."""

    name: str
    kind: str
    title: str
    clause: str
    number: int = 0
    """Number that it is on; for a hop 2 is a pair and 1 two different faces."""
    pays: str = ""
    chance: str = ""
    chance_of: str = ""
    edge: str = ""
    percent: str = ""
    per_roll: str = ""
    per_roll_percent: str = ""
    chance_percent: str = ""
    least: int = 0
    most: int = 0
    step: int = 1
    offered: bool = True
    holds: tuple[Holds, ...] = ()


class PayLine(Struct, frozen=True, kw_only=True):
    """Line of a pay table."""

    hand: str
    pays: str


class Pays(Struct, frozen=True, kw_only=True):
    """Pay table as printed on the layout."""

    title: str
    lines: tuple[PayLine, ...]
    clause: str


class BettingLayoutResponse(Struct, frozen=True, kw_only=True):
    """Betting layout of a house game."""

    game: str
    spots: tuple[WagerCost, ...]
    tables: tuple[Pays, ...] = ()
    printed: tuple[str, ...] = ()
    """Sentences printed on the layout."""


class HouseGameSign(Struct, frozen=True, kw_only=True):
    """Posted sign of a house game, as plain data."""

    game: str
    posted: dict[str, Any]


@edge_endpoint("GET", "/api/tables/{table:table}/layout", "Betting layout of a house game")
async def layout(call: Call, table: int) -> Encoded[BettingLayoutResponse]:
    return await call.run(RULEBOOK_POOL, betting_layout, await _posted_sign(call, table))


@edge_endpoint("GET", "/api/tables/{table:table}/cost/{wager}", "Cost of a wager at a card game")
async def cost(call: Call, table: int, wager: str) -> Encoded[WagerCost]:
    return await call.run(ODDS_POOL, wager_cost, await _posted_sign(call, table), wager)


async def _posted_sign(call: Call, table: int) -> HouseGameSign:
    return await call.room(HouseGameSign, "banked-sign", table=table)


@room_call("banked-sign")
def posted_sign(context: RoomContext, caller: Caller, table: int) -> HouseGameSign:
    """Return the posted sign of a house game."""
    live_table = house_game_table(context, caller, table)
    return HouseGameSign(game=live_table.game, posted=live_table.table.sign.facts())


def house_game_table(context: RoomContext, caller: Caller, table: int) -> LiveTable:
    """Return the table of a house game."""
    live_table = context.visible_table(caller, table)
    if not live_table.is_set_up or not live_table.table.IS_HOUSE_GAME:
        raise NotFoundError("this table is not a house game", clause="house tables")
    return live_table


# In the worker process


def betting_layout(posted: HouseGameSign) -> BettingLayoutResponse:
    """Build the layout of a sign; the edges of card wagers take longer and come from `wager_cost`."""
    return _cached_layout(posted.game, json.encode(posted.posted, order="sorted"))


@lru_cache(maxsize=64)
def _cached_layout(game: str, encoded_sign: bytes) -> BettingLayoutResponse:
    sign = table_class_for(game).read_sign(game, json.decode(encoded_sign))
    if isinstance(sign, DiceSign):
        return _dice_layout(sign)
    assert isinstance(sign, HouseCardSign)
    return _card_layout(sign)


def wager_cost(posted: HouseGameSign, wager: str) -> WagerCost:
    """Return the spot of a card wager with its exact house edge."""
    return _cached_cost(posted.game, json.encode(posted.posted, order="sorted"), wager)


@lru_cache(maxsize=64)
def _cached_cost(game: str, encoded_sign: bytes, wager: str) -> WagerCost:
    sign = HouseCardSign.read_posted(json.decode(encoded_sign))
    spots = _card_layout(sign).spots
    match = next((spot for spot in spots if spot.name == wager), None)
    if match is None:
        raise NotFoundError(f"no wager {wager!r} in {game}: {', '.join(spot.name for spot in spots)}")
    return match if match.edge else _with_edge(match, _card_edge(sign, wager))


# Dice


def _dice_layout(sign: DiceSign) -> BettingLayoutResponse:
    edges = wager_edges.posted_edges(sign)
    spots = tuple(_dice_wager_cost(sign, spot, edges[spot.name]) for spot in sign.layout.spots())
    return BettingLayoutResponse(game=sign.GAME, spots=spots)


def _dice_wager_cost(sign: DiceSign, spot: BettingSpot, edge: Edge) -> WagerCost:
    names = NAMES.get(spot.kind)
    default = spot.name.replace("-", " ").capitalize()
    title = default if names is None else (names.title or names.name).format(spot.number)
    if spot.family == HOP:
        title = "Hop, a pair" if spot.number == 2 else "Hop, two faces"
    chance, condition = _chance(spot, edge)
    spot_cost = WagerCost(
        name=spot.name,
        kind=spot.kind,
        number=spot.number,
        title=title,
        clause=spot.made,
        pays=_pays_text(edge.pays),
        chance=ratio(chance),
        chance_percent=percent(chance),
        chance_of=condition,
        least=-(-spot.minimum // spot.step) * spot.step,
        most=spot.maximum // spot.step * spot.step,
        step=spot.step,
        offered=not isinstance(sign, CrapsSign) or sign.is_offered(spot.kind),
        holds=tuple(_restrictions(sign, spot)),
    )
    return _with_edge(spot_cost, edge)


def _with_edge(spot_cost: WagerCost, edge: Edge) -> WagerCost:
    if edge.rolls is None:
        return structs.replace(spot_cost, edge=ratio(edge.edge), percent=percent(edge.edge))
    share = edge.element_of_risk
    return structs.replace(
        spot_cost,
        edge=ratio(share),
        percent=percent(share),
        per_roll=ratio(share / edge.rolls),
        per_roll_percent=percent(share / edge.rolls),
    )


def percent(share: Fraction) -> str:
    """Format a share as ``1.414%``."""
    return f"{float(share) * 100:.3f}%"


def _chance(spot: BettingSpot, edge: Edge) -> tuple[Fraction, str]:
    chance = sum((share for line, share in edge.lines.items() if not line.startswith(("lose", "push"))), Fraction(0))
    if spot.family in (LINE, COME):
        return chance, "Won in the end"
    if spot.family in (NUMBER, ODDS):
        first, second = (str(spot.number), "7") if spot.right else ("7", str(spot.number))
        return chance, f"{first} before {second}"
    if spot.family == HARDWAY:
        return chance, "Hard before easy or 7"
    return chance, "On the next roll"


def _pays_text(pays: Mapping[str, str]) -> str:
    """Payouts of a wager, with totals of equal odds joined."""
    by_odds: dict[str, list[str]] = {}
    for line, odds in pays.items():
        by_odds.setdefault(odds.removesuffix(" net"), []).append(line)
    if len(by_odds) == 1:
        return next(iter(by_odds))
    return "; ".join(f"{', '.join(lines)}: {odds}" for odds, lines in by_odds.items())


def _restrictions(sign: DiceSign, spot: BettingSpot) -> list[Holds]:
    page, notes = spot.page, []
    if spot.can_be_off:
        notes.append(Holds(text="Off on the come-out unless you call it on.", clause=page.off))
    if page.locked:
        notes.append(Holds(text="With its point it may be neither taken down nor cut.", clause=page.locked))
    if page.not_restored:
        notes.append(Holds(text="Taken down or cut, it may not be put back.", clause=page.not_restored))
    if page.barred and isinstance(sign, CrapsSign):
        notes.append(Holds(text=f"A first {sign.bar} gives it back.", clause=page.barred))
    if spot.charged:
        base = "what it can win" if spot.fee_on_win else "the stake"
        percentage = ratio(Fraction(spot.fee_num * 100, spot.fee_den)).removesuffix("/1")
        notes.append(Holds(text=f"Commission of {percentage} % of {base}, paid when it is made.", clause=page.made))
    if page.limit:
        notes.append(Holds(text="Up to the posted multiple of the flat bet.", clause=page.limit))
    return notes


# House cards


def _card_layout(sign: HouseCardSign) -> BettingLayoutResponse:
    game, page = sign.definition, sign.page.wagers
    spots: list[WagerCost] = []
    least, most = sign.ante
    title = f"{wager_words(ANTE)} with {wager_words(game.later[0])}" if len(game.later) == 1 else "Ante"
    spots.append(
        WagerCost(
            name=ANTE,
            kind=ANTE,
            title=title,
            clause=page.chips,
            least=least,
            most=most,
            pays=_main_payout(sign),
            holds=tuple(_limit_notes(sign)),
        )
    )
    if game.side:
        least, most = sign.side_limits
        side = WagerCost(
            name=game.side,
            kind=game.side,
            title=wager_words(game.side),
            clause=sign.side.clause,
            least=least,
            most=most,
        )
        spots.append(side)
    for wager in game.later:
        later = page.later[wager]
        spots.append(
            WagerCost(
                name=wager, kind=wager, title=wager_words(wager), clause=later.size.clause, pays=_main_payout(sign)
            )
        )
    tables = []
    if game.side:
        tables.append(_printed_table(f"Ante {BONUS}", sign.bonus))
        tables.append(_printed_table(wager_words(game.side), sign.side))
    elif sign.main.lines:
        tables.append(_printed_table("Every wager pays", sign.main))
    return BettingLayoutResponse(
        game=game.id,
        spots=tuple(_with_known_edge(sign, spot) for spot in spots),
        tables=tuple(tables),
        printed=game.printed,
    )


def _limit_notes(sign: HouseCardSign) -> list[Holds]:
    """Posted payout limits, and the Ante for which the edge is computed under them."""
    cap = sign.page.pay.cap
    if cap is None:
        return []
    notes: list[Holds] = []
    if sign.max_payout:
        text = f"No hand wins more than {sign.max_payout:,}."
        notes.append(Holds(text=text, clause=cap.least_cents.clause))
    if sign.round_limit:
        text = f"All hands of a round win no more than {sign.round_limit:,}."
        notes.append(Holds(text=text, clause=cap.sign))
    if notes:
        text = f"The cost is that of an Ante of {sign.ante[0]:,}; under a limit a larger one costs more."
        notes.append(Holds(text=text, clause=notes[0].clause))
    return notes


def _max_win_in_antes(sign: HouseCardSign) -> Fraction | None:
    """Maximum win of a hand with the minimum Ante, in Antes; None if no limit affects it."""
    most = max_win_in_antes(sign, sign.ante[0])
    later = sign.page.wagers.later
    antes = 1 + sum(later[wager].size.value.most for wager in sign.definition.later)
    if most is None or most >= antes * max(sign.main.lines.values()):
        return None
    return most


def _main_payout(sign: HouseCardSign) -> str:
    return "1 to 1" if sign.definition.has_dealer_hand else ""


def _printed_table(title: str, table: PayTable) -> Pays:
    lines = tuple(PayLine(hand=hand[:1].upper() + hand[1:], pays=odds_text(odds)) for hand, odds in table.lines.items())
    return Pays(title=title, lines=lines, clause=table.clause)


def _with_known_edge(sign: HouseCardSign, spot_cost: WagerCost) -> WagerCost:
    """Add the edge if it is precomputed, for a pay table of the book."""
    game_analysis = ANALYSES.get(sign.game)
    if game_analysis is None or (spot_cost.name == ANTE and _max_win_in_antes(sign) is not None):
        return spot_cost
    for row in report(sign.game)["edges"]:
        pay_table = game_analysis.wagers[row["wager"]][row["paytable"]]
        wager = _layout_spot(row["wager"])
        if wager == spot_cost.name and pay_table.lines == _table_of(sign, wager).lines:
            share = Fraction(row["edge"])
            return structs.replace(spot_cost, edge=ratio(share), percent=percent(share))
    return spot_cost


def _table_of(sign: HouseCardSign, wager: str) -> PayTable:
    """Return the pay table of a wager."""
    if wager == sign.definition.side:
        return sign.side
    return sign.bonus if sign.definition.side else sign.main


def _layout_spot(wager: str) -> str:
    """Spot of an analysed wager: Ante and Play are analysed together, as the Ante."""
    return ANTE if wager.startswith(ANTE) else wager.replace("-", "_")


def _card_edge(sign: HouseCardSign, wager: str) -> Edge:
    game_analysis = analysis(sign.game)
    for name in game_analysis.wagers:
        if _layout_spot(name) == wager:
            table, most = _table_of(sign, wager), _max_win_in_antes(sign) if wager == ANTE else None
            return game_analysis.edge(name, table) if most is None else game_analysis.edge_within(name, table, most)
    raise NotFoundError(f"{wager} is decided with the ante: ask for the ante")


# The next roll and the coach


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
    sign = HouseCardSign.read_posted(decision.posted)
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
