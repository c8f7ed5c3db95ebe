"""HTTP API of the odds: equities, ranges, draws, house edges, advice and rulings, with cost limits.

A question that would cost too much is sampled if possible, else refused with its estimated cost.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct, convert, field

from hoyle import odds
from hoyle.core.cards import check_distinct, parse_card, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_CHIPS
from hoyle.judge import judge
from hoyle.odds.draw_odds import improvements_text
from hoyle.odds.house_games import game_report
from hoyle.odds.house_games.advice import advise
from hoyle.odds.house_games.analysis_registry import ANALYSES
from hoyle.odds.house_games.dice import wager_edges
from hoyle.odds.house_games.house_edge import edges as house_edges
from hoyle.odds.house_games.house_edge import limit_in_antes
from hoyle.odds.ranges.parse_cost import hand_cost_seconds, range_cost_seconds
from hoyle.odds.showdown_rules import GAMES
from hoyle.server.api.endpoint import edge_endpoint, worker_endpoint
from hoyle.server.api.services import ODDS_POOL, RULEBOOK_POOL, Call, Encoded
from hoyle.server.workers.worker_pool import CostLimitExceeded
from hoyle.table.presets.game_catalogue import NAMES

MAX_ESTIMATED_SECONDS: Final = 5.0
"""Maximum estimated seconds of one core for an answer."""
MAX_COUNTED: Final = 2e9
"""Estimated nanoseconds of one core up to which deals are counted, not sampled. Estimates are for an idle
core: on a busy one the count still ends within `MAX_ESTIMATED_SECONDS`."""
MAX_HANDS: Final = 10
MAX_SAMPLES: Final = 1_000_000
DEFAULT_SAMPLES: Final = 200_000
MAX_DRAWS: Final = 4
"""Ways to draw that are listed."""
MAX_COMMANDS: Final = 200
"""Maximum commands of a session that is ruled on here."""

GameName = Annotated[str, Meta(min_length=1, max_length=40)]
Cards = Annotated[str, Meta(max_length=400)]
Chips = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]
ChartCell = tuple[str, float]
"""Hand, and the part of it that is in the range."""


class EquityRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request for equities of hands: cards, partly known hands, ``random``, or ranges."""

    game: GameName
    hands: Annotated[list[Annotated[str, Meta(max_length=2000)]], Meta(min_length=2, max_length=10)]
    board: Cards = ""
    dead: Cards = ""
    exact: bool = True
    """False: sample, even if an exact count is cheap."""
    samples: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class RangeRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to parse a range, in the notation of `hoyle range --help`."""

    game: GameName
    range: Annotated[str, Meta(min_length=1, max_length=2000)]
    dead: Cards = ""


class PayoutLimits(Struct, frozen=True, kw_only=True):
    """Posted payout limits of a house game; 0: no limit."""

    ante: Annotated[Chips, Meta(description="Mississippi Stud: chips of the Ante, where a limit is posted")] = 0
    max_payout: Annotated[Chips, Meta(description="maximum payout of one hand")] = 0
    round_limit: Annotated[Chips, Meta(description="maximum payout of all hands of a round")] = 0


class StrategyRequest(PayoutLimits, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request for advice: a hand at a house game, before a decision."""

    game: GameName
    cards: Annotated[str, Meta(min_length=1, max_length=40)]
    up: Annotated[str, Meta(max_length=4)] = ""
    """Four Card Poker: the dealer's exposed card."""
    board: Cards = ""
    bets: Annotated[list[Annotated[int, Meta(ge=0, le=10)]], Meta(max_length=3)] = field(default_factory=list)
    """Mississippi Stud: the bets made so far, in Antes."""


class JudgeRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request for a ruling on a case (docs/cases.md)."""

    case: dict[str, Any]


class DrawOddsRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request for draw odds: the caller's cards at a draw game."""

    game: Annotated[str, Meta(max_length=40)]
    book: Annotated[str, Meta(max_length=40)]
    cards: Annotated[str, Meta(max_length=40)]


class HandEquitySummary(Struct, frozen=True, kw_only=True):
    """Equity of one hand: its share of the pot."""

    hand: str
    equity: str | None
    """Exact value; null if deals were sampled."""
    equity_float: float
    stderr: float
    win: float
    tie: float
    scoop: float
    quarter: float
    high: float
    low: float


class EquityResponse(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """HTTP response with the equities of hands against one another."""

    game: str
    board: str
    dead: str
    exact: bool
    """Whether every deal was counted, not sampled."""
    deals: int
    hands: list[HandEquitySummary]
    draws_to_come: int | None = None
    """Draw games only."""
    note: str = ""
    """Remark on an unusual question: a board that no street ends with."""


class RangeResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the hands of a range."""

    game: str
    range: str
    hands: int
    share: float
    """Share of all hands that could be dealt."""
    text: str
    chart: list[list[ChartCell]]
    """Thirteen rows of hold'em hands, each with the part that is in the range; empty for other games."""


class WagerEdge(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """House edge of one wager."""

    game: str
    wager: str
    paytable: str
    edge: str
    edge_float: float
    element_of_risk: str
    variance: float
    variance_exact: str
    standard_deviation: float
    lines: dict[str, str]
    """Probability of each outcome."""
    pays: dict[str, str]
    rolls_per_decision: str | None = None
    edge_per_roll: str | None = None
    most: str | None = None
    """Maximum win of one hand in units of the wager, if a limit was given."""
    warnings: list[str] = []


class HouseEdgeResponse(Struct, frozen=True, kw_only=True):
    """House edge of the first wager of a house game."""

    wager: str
    edge: str
    """A fraction."""
    share: float


class StrategyResponse(Struct, frozen=True, kw_only=True):
    """Every choice with its exact value, in units of the first wager."""

    options: dict[str, str]
    best: list[str]


class DrawOption(Struct, frozen=True, kw_only=True):
    """One set of cards to keep, with its improvements."""

    keep: list[str]
    ways: int
    """Number of draws that make a better hand."""
    draws: int
    into: dict[str, int]


class DrawOddsResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the best few ways to draw."""

    draws: list[DrawOption]


class OddsGame(Struct, frozen=True, kw_only=True):
    """Poker game that the odds support."""

    game: str
    title: str
    hole: int
    board: int
    split: bool
    draws: int


class OddsGamesResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the games that the odds support."""

    poker: list[OddsGame]
    house: list[str]


class ChartRow(Struct, frozen=True, kw_only=True):
    hand: str
    cells: list[str]


class StrategyChart(Struct, frozen=True, kw_only=True):
    """One chart of the strategy for a house game."""

    title: str
    columns: list[str]
    rows: list[ChartRow]
    notes: list[str]


class HouseGameOddsResponse(Struct, frozen=True, kw_only=True):
    """House edges and full strategy of a house game."""

    game: str
    edges: list[WagerEdge]
    charts: list[StrategyChart]


class RulingStep(Struct, frozen=True, kw_only=True):
    """Sentence in the reasoning of a ruling, with the clause that it rests on."""

    text: str
    clause: str


class JudgeResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the ruling of a rulebook on a case."""

    result: dict[str, Any]
    """Fields that docs/cases.md lists under `expect` for the kind of case."""
    answer: str
    question: list[str]
    clauses: list[str]
    readings: list[str]
    working: list[RulingStep]


@worker_endpoint("POST", "/api/odds/equity", "Each hand's share of the pot", pool=ODDS_POOL)
def equity(body: EquityRequest) -> EquityResponse:
    _check_price(sum(hand_cost_seconds(body.game, hand, limit=MAX_ESTIMATED_SECONDS) for hand in body.hands))
    result = odds.equity(
        body.game,
        body.hands,
        board=body.board,
        dead=body.dead,
        exact=None if body.exact else False,
        samples=min(body.samples or DEFAULT_SAMPLES, MAX_SAMPLES),
        threads=1,
        work_limit=MAX_COUNTED,
    )
    return convert(result.to_json(), EquityResponse)


def _check_price(seconds: float) -> None:
    if seconds > MAX_ESTIMATED_SECONDS:
        raise CostLimitExceeded(
            f"it would take about {seconds:.0f} s to compute: at most {MAX_ESTIMATED_SECONDS:g} s are "
            "given to one request; name fewer hands, percentages or variables",
            estimated_seconds=round(seconds, 1),
        )


@worker_endpoint("POST", "/api/odds/range", "Number of hands in a range", pool=ODDS_POOL)
def range_hands(body: RangeRequest) -> RangeResponse:
    _check_price(range_cost_seconds(body.game, body.range, limit=MAX_ESTIMATED_SECONDS))
    dead_cards = parse_cards(body.dead)
    check_distinct(dead_cards)
    hands = odds.parse_range(body.game, body.range, gone=dead_cards)
    return RangeResponse(
        game=body.game,
        range=body.range,
        hands=len(hands),
        share=float(hands.share),
        text=str(hands),
        chart=convert(hands.chart() or [], list[list[ChartCell]]),
    )


@worker_endpoint("GET", "/api/odds/edge/{game}", "House edge of every wager of a house game", pool=ODDS_POOL)
def edges(game: str, query: PayoutLimits) -> list[WagerEdge]:
    return convert([edge.as_json() for edge in house_edges(game, max_win=_max_win(game, query))], list[WagerEdge])


def _max_win(game: str, limits: PayoutLimits) -> Any:
    """Maximum win of one hand in Antes, under posted limits."""
    return limit_in_antes(game, limits.ante or None, max_payout=limits.max_payout, round_limit=limits.round_limit)


_first_edges: Final[dict[str, Encoded[HouseEdgeResponse]]] = {}
"""Cache of first edges, by game."""


@edge_endpoint("GET", "/api/games/{game}/edge", "House edge of a house game")
async def first_edge(call: Call, game: str) -> Encoded[HouseEdgeResponse]:
    if game not in _first_edges:
        _first_edges[game] = await call.run(ODDS_POOL, _compute_first_edge, game)
    return _first_edges[game]


def _compute_first_edge(game: str) -> HouseEdgeResponse:
    first = edges(game, PayoutLimits())[0]
    return HouseEdgeResponse(wager=first.wager, edge=first.edge, share=first.edge_float)


@worker_endpoint("POST", "/api/odds/strategy", "Expected value of every choice at a house game", pool=ODDS_POOL)
def strategy(body: StrategyRequest) -> StrategyResponse:
    result = advise(
        body.game,
        parse_cards(body.cards),
        up=parse_card(body.up) if body.up else None,
        board=parse_cards(body.board),
        bets=body.bets,
        max_win=_max_win(body.game, body),
    )
    return convert(result.as_json(), StrategyResponse)


@worker_endpoint("POST", "/api/odds/draw", "Draws that make a better hand", pool=ODDS_POOL)
def draws(body: DrawOddsRequest) -> DrawOddsResponse:
    best = improvements_text(body.game, body.book, body.cards)[:MAX_DRAWS]
    return DrawOddsResponse(draws=convert(best, list[DrawOption]))


@worker_endpoint("GET", "/api/odds/games", "Games that the odds support", pool=RULEBOOK_POOL)
def odds_games() -> OddsGamesResponse:
    return OddsGamesResponse(
        poker=[
            OddsGame(
                game=game.name,
                title=common_title(game.name, game.title),
                hole=game.holes,
                board=game.board,
                split=game.low is not None,
                draws=game.draws,
            )
            for game in GAMES.values()
        ],
        house=[*ANALYSES, *wager_edges.BY_GAME],
    )


def common_title(game: str, title: str) -> str:
    """Common name of a game, or its plain title if the lobby does not list it."""
    listing = NAMES.get(game)
    return title if listing is None else listing.name


@worker_endpoint("GET", "/api/odds/house/{game}", "House edges and full strategy of a house game", pool=RULEBOOK_POOL)
def house_game(game: str) -> HouseGameOddsResponse:
    return convert({"game": game, **game_report.report(game)}, HouseGameOddsResponse)


@worker_endpoint("POST", "/api/judge", "The book's ruling on a case", pool=ODDS_POOL)
def ruling(body: JudgeRequest) -> JudgeResponse:
    commands = body.case.get("commands", ())
    if isinstance(commands, list) and len(commands) > MAX_COMMANDS:
        raise InvalidError(f"{len(commands)} commands: {MAX_COMMANDS} at most are ruled on here")
    verdict = judge(body.case)
    return JudgeResponse(
        result=verdict.result,
        answer=verdict.answer,
        question=list(verdict.question),
        clauses=list(verdict.clauses),
        readings=list(verdict.readings),
        working=[RulingStep(text=step.text, clause=step.clause) for step in verdict.working],
    )
