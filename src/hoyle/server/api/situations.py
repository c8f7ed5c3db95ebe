"""HTTP API of situations and showdowns: rulebooks compared on a situation, and a showdown settled chip by chip."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field, structs, to_builtins

from hoyle.games.poker.variants import VARIANTS, Variant
from hoyle.hands import TWO_PLUS_THREE
from hoyle.history.narration.english_phrases import count_phrase
from hoyle.judge.case_context import RULEBOOKS as SETTLED_RULEBOOKS
from hoyle.judge.poker.settle_page import settle as settle_case
from hoyle.judge.rulebook_comparison.comparison import (
    BOOKS,
    SITUATIONS,
    Situation,
    SituationComparison,
    compare,
    search_situations,
)
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks import poker_book as rulebook
from hoyle.server.api.endpoint import fill, worker_endpoint
from hoyle.server.api.odds import RulingStep, common_title
from hoyle.server.api.rulebooks import SearchTerms
from hoyle.server.api.services import RULEBOOK_POOL

COVERS: Final = {
    "oneida": "2024, in force",
    "nj-19-47": "1999 print",
    "nj-13-69f": "Big Omaha only",
    "ca-omaha": "undated template",
    "room-2012": "room procedures",
}
"""Subtitle of a book's column."""
MAX_NEAR: Final = 5
"""Maximum related situations that a search lists."""
MAX_CHIPS: Final = 1_000_000_000
MAX_SEATS: Final = 11

Seat = Annotated[int, Meta(ge=1, le=MAX_SEATS)]
Chips = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]
Card = Annotated[str, Meta(min_length=2, max_length=3)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]


class SituationQuery(Struct, frozen=True, kw_only=True):
    """Query for a search of situations."""

    words: SearchTerms = ""


class SituationSummary(Struct, frozen=True, kw_only=True):
    """Summary of a situation at a table on which rulebooks are compared."""

    id: str
    title: str
    where: str
    group: str
    clauses: int
    speaking: int
    """Number of books that rule on it."""


class SituationsResponse(Struct, frozen=True, kw_only=True):
    """HTTP response to a search: the matching situations."""

    situations: list[SituationSummary]
    near: list[SituationSummary]
    clauses: int
    """Number of clauses that match the search terms."""


class RulebookAnswer(Struct, frozen=True, kw_only=True):
    """Answer of one rulebook to a question about a situation."""

    book: str
    words: str
    clause: str
    clauses: list[str]
    readings: list[str]
    silent: bool
    absent: bool
    """Whether the book lacks the game."""
    borrowed: bool
    """Whether it rests on another book's clause."""
    differs: bool


class SituationComparisonRow(Struct, frozen=True, kw_only=True):
    question: str
    differs: bool
    cells: list[RulebookAnswer]


class CoveredBook(Struct, frozen=True, kw_only=True):
    id: str
    cover: str


class ComparisonResponse(SituationSummary, frozen=True, kw_only=True):
    """HTTP response with the comparison of all rulebooks on a situation."""

    settle: bool
    """Whether the settle page can settle it."""
    books: list[CoveredBook]
    rows: list[SituationComparisonRow]
    notes: list[str]
    silent: list[str]
    text: str


class SettledPlayer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One hand of a showdown; cards may still be missing."""

    seat: Seat
    cards: Annotated[list[Card], Meta(max_length=7)] = field(default_factory=list)
    state: Annotated[str, Meta(max_length=10)] = "live"
    """`live`, `all-in` or `folded`."""
    put_in: Chips | UnsetType = field(default=UNSET, name="in")
    """All chips put in: for all players or for none."""


class SettledPot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pot of a showdown and the seats that can win it."""

    chips: Chips
    seats: Annotated[list[Seat], Meta(min_length=1, max_length=MAX_SEATS)]


class SettleShowdownRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Showdown to settle: with the chips of each player, or with the pots."""

    rulebook: Name
    game: Name
    board: Annotated[list[Card], Meta(max_length=5)] = field(default_factory=list)
    players: Annotated[list[SettledPlayer], Meta(min_length=1, max_length=MAX_SEATS)]
    button: Seat | None = None
    pots: Annotated[list[SettledPot], Meta(min_length=1, max_length=10)] | UnsetType = UNSET
    rake: Chips = 0
    jackpot: Chips = 0
    cents: Annotated[int, Meta(ge=1, le=1_000_000)] = 100
    """Value of the smallest chip, in cents."""


class SettledHandValue(Struct, frozen=True, kw_only=True):
    words: str
    """Name of the hand; empty if it makes none."""
    cards: list[str]


class SettledHand(Struct, frozen=True, kw_only=True):
    """High and low of a hand; null if the game has no such half."""

    high: SettledHandValue | None
    low: SettledHandValue | None


class LaidPot(Struct, frozen=True, kw_only=True):
    chips: int
    seats: list[int]


class AwardLine(Struct, frozen=True, kw_only=True):
    """Award of one share of a pot to one winner."""

    share: str
    seat: int
    chips: int
    odd: int
    hand: str
    clause: str


class AwardedPot(Struct, frozen=True, kw_only=True):
    name: str
    chips: int
    left: int
    """Chips after rake and jackpot."""
    seats: list[int]
    lines: list[AwardLine]
    why: list[RulingStep]


class OtherBook(Struct, frozen=True, kw_only=True):
    """Settlement of the same showdown under another book."""

    book: str
    totals: dict[str, int]
    same: bool


class PotDivision(Struct, frozen=True, kw_only=True):
    """Division of the pots, chip by chip."""

    total: int
    pots: list[AwardedPot]
    totals: dict[str, int]
    """By seat."""
    returned: dict[str, int]
    answer: str
    readings: list[str]
    others: list[OtherBook]
    text: str


class SettleShowdownResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the settlement of a showdown."""

    hands: dict[str, SettledHand]
    """By seat."""
    pots: list[LaidPot]
    division: PotDivision | None
    missing: str
    """Missing input, in words."""


class SettledGame(Struct, frozen=True, kw_only=True):
    """Game whose showdowns can be settled."""

    game: str
    title: str
    hole: int
    board: int
    button: bool
    seats: int
    build: str
    build_clause: str
    high: bool
    low: bool


class SettledBook(Struct, frozen=True, kw_only=True):
    id: str
    cover: str
    games: list[SettledGame]


class SettleGamesResponse(Struct, frozen=True, kw_only=True):
    books: list[SettledBook]


# Situations


@worker_endpoint("GET", "/api/ask", "Situations by search terms, or all of them", pool=RULEBOOK_POOL)
def situations(query: SituationQuery) -> SituationsResponse:
    """Return the situations that match, related ones, and the number of matching clauses."""
    if not query.words.strip():
        return SituationsResponse(
            situations=[_summary(situation) for situation in SITUATIONS],
            near=[],
            clauses=len(clause_catalogue.clauses()),
        )
    matches = search_situations(query.words)
    near = [
        candidate
        for candidate in SITUATIONS
        if matches and candidate.group == matches[0].group and candidate not in matches[:MAX_NEAR]
    ]
    return SituationsResponse(
        situations=[_summary(match) for match in matches],
        near=[_summary(candidate) for candidate in near[:MAX_NEAR]],
        clauses=len(clause_catalogue.search(query.words)),
    )


def _summary(situation: Situation) -> SituationSummary:
    compared = compare(situation.id)
    return fill(SituationSummary, situation, clauses=len(compared.clauses), speaking=len(compared.speaking))


@worker_endpoint("GET", "/api/ask/{situation}", "Comparison of the books on a situation", pool=RULEBOOK_POOL)
def comparison(situation: str) -> ComparisonResponse:
    compared = compare(situation)
    rows = [
        SituationComparisonRow(
            question=row.question,
            differs=bool(row.differs),
            cells=[
                fill(
                    RulebookAnswer,
                    cell,
                    book=book,
                    clause=cell.clauses[0] if cell.clauses else "",
                    borrowed=cell.borrowed(book),
                    differs=book in row.differs,
                )
                for book, cell in row.cells.items()
            ],
        )
        for row in compared.rows
    ]
    return ComparisonResponse(
        **structs.asdict(_summary(compared.situation)),
        settle=compared.situation.settle,
        books=[CoveredBook(id=book, cover=COVERS[book]) for book in BOOKS],
        rows=rows,
        notes=compared.notes,
        silent=[book for book in BOOKS if book not in compared.speaking],
        text=_as_text(compared),
    )


def _as_text(compared: SituationComparison) -> str:
    """Format a comparison as text to copy."""
    lines = [compared.situation.title]
    for row in compared.rows:
        lines += ["", row.question]
        for book, cell in row.cells.items():
            cited = f" [{'; '.join(cell.clauses)}]" if cell.clauses else ""
            lines.append(f"  {book}: {cell.words}{cited}")
    return "\n".join(lines)


# Showdowns


@worker_endpoint("GET", "/api/settle", "Books and games whose showdowns can be settled", pool=RULEBOOK_POOL)
def settled_games() -> SettleGamesResponse:
    return SettleGamesResponse(books=[_settled_book(book) for book in BOOKS if book in SETTLED_RULEBOOKS])


def _settled_book(book: str) -> SettledBook:
    games = [
        SettledGame(
            game=game,
            title=common_title(game, VARIANTS[game].title),
            hole=VARIANTS[game].hole_cards,
            board=VARIANTS[game].board_cards,
            button=VARIANTS[game].button,
            seats=page.max_seats.value,
            build=_hand_building(VARIANTS[game]),
            build_clause=page.build,
            high=bool(page.high),
            low=bool(page.low),
        )
        for game, page in rulebook(book).games.items()
    ]
    return SettledBook(id=book, cover=COVERS[book], games=games)


def _hand_building(variant: Variant) -> str:
    """Rule by which a hand is built, in a few words."""
    if variant.building == TWO_PLUS_THREE:
        return "two from the hand, three from the board"
    if variant.board_cards:
        return "the best of hand and board"
    return f"the best of {count_phrase(variant.hole_cards, 'card')}" if variant.hole_cards > 5 else "all five cards"


@worker_endpoint("POST", "/api/settle", "Settle a showdown, chip by chip, with reasons", pool=RULEBOOK_POOL)
def settle(body: SettleShowdownRequest) -> SettleShowdownResponse:
    case: dict[str, Any] = to_builtins(body)
    case["button"] = body.button
    case["players"] = [{**to_builtins(player), "state": player.state, "cards": player.cards} for player in body.players]
    case["params"] = {"unit_cents": case.pop("cents", body.cents)}
    return convert(settle_case(case), SettleShowdownResponse)
