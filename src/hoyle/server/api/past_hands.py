"""HTTP API of past hands: lists, replays, exports, deal proofs and share links.

The room identifies sessions and links; everything else is read in a worker process, from a read-only store
whose index has only finished rounds, and `hoyle.archive` redacts what is returned of them. A player reads
their own hands with what they may know. A link shows one hand to everyone, from its player's view or a
spectator's, until it is revoked.
"""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, json, structs

from hoyle.archive import (
    Cursor,
    HandFilter,
    HandSummary,
    ReplayCache,
    ReplayedHand,
    ReplayEvent,
    as_data,
    as_history,
    as_phh,
    as_pokerstars,
    as_transcript,
    find_hand,
    replay_as_spectator,
    replay_hand,
    replay_hands,
    search,
)
from hoyle.archive.fairness_proofs import proofs_of
from hoyle.archive.hand_replay import ReplaySentence
from hoyle.archive.hand_search import entries_of
from hoyle.archive.player_cards import PlayerCards, read_player_cards
from hoyle.audit.closed_hands import PUBLIC_VIEWER
from hoyle.core.errors import HoyleError, IllegalError, InvalidError, NotFoundError
from hoyle.fairness.round_proof import RoundProof, proof_text
from hoyle.games.poker.variants import VARIANTS
from hoyle.hands import HIGH5
from hoyle.history.hand_descriptions import HandDescription, describe_hands
from hoyle.history.pot_breakdown import PotBreakdown, build_pot_breakdown
from hoyle.history.rulebook_comparison import hand_comparison
from hoyle.history.rulebook_comparison.comparison_table import ComparisonTable, side_by_side
from hoyle.room.messages import CommandRequest
from hoyle.room.outage import RoomUnavailable
from hoyle.room.state.room_state import SharedHand
from hoyle.room.views.view_types import View
from hoyle.rulebooks import poker_book as rulebook
from hoyle.server.api.accounts import EmptyResponse, SessionOwner
from hoyle.server.api.endpoint import edge_endpoint, room_call, room_endpoint
from hoyle.server.api.room_context import Caller, RoomContext
from hoyle.server.api.services import Call, Encoded, File
from hoyle.storage.store_factory import open_store
from hoyle.storage.store_interface import Store
from hoyle.table.kind_registry import table_class_for

PAGE: Final = 25
MAX_EXPORTED: Final = 500
SUFFIXES: Final = {"phh": "phh", "pokerstars": "txt", "json": "json", "transcript": "txt"}
"""Export formats, with the suffixes of their files."""
ANY_GAME: Final = ("json", "transcript")
"""Export formats of every game."""
SHOWDOWN: Final = "showdown"
AWARD: Final = "award"
_END_PARTS: Final = {"shown": SHOWDOWN, "awarded": AWARD}
"""Events that begin the last parts of a hand, and the names of those parts."""
_HAND: Final = "/api/hands/{table:table}/{first:table}"
_SHARED: Final = "/api/shared/{code}"
_FILES: Final = ("application/json", "text/plain")

_Word = Annotated[str, Meta(max_length=40)]
_Number = Annotated[int, Meta(ge=0, lt=10**15)]

_stores: dict[str, Store] = {}
_replay_cache: Final = ReplayCache()


class HandQuery(Struct, frozen=True, kw_only=True):
    """Filter of a person's past hands, as a query."""

    game: Annotated[_Word, Meta(description="Only this game")] = ""
    book: Annotated[_Word, Meta(description="Only by this book")] = ""
    table: Annotated[_Number, Meta(description="Only at this table")] = 0
    round: Annotated[_Number, Meta(description="Only the hand of this number at its table")] = 0
    since: Annotated[_Number, Meta(description="Ended at this time or later, in milliseconds since 1970")] = 0
    until: Annotated[_Number, Meta(description="Ended before this time")] = 0
    result: Annotated[_Word, Meta(description="won, lost or even")] = ""


class HandListQuery(HandQuery, frozen=True, kw_only=True):
    """Query for a page of a person's past hands."""

    after: Annotated[_Word, Meta(description="`next` of the previous page")] = ""


class HandView(Struct, frozen=True, kw_only=True):
    """Hand as one reader may see it: its player, or whoever has the link to it."""

    player: str
    name: str
    """Id of the hand: ``7/120``."""
    is_public: bool = False
    """Whether only a spectator's view is shown."""
    shared_by: str = ""


class HandRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Row in a person's list of past hands."""

    hand: str
    """Id of the hand: ``7/120``."""
    table_id: int
    round: int
    game: str
    kind: str
    """``poker``, ``house-cards`` or ``dice``."""
    book: str
    ended: int
    pot: int
    net: int
    result: str
    people: tuple[str, ...]
    held: PlayerCards
    best: bool = False
    """Whether it is the best hand on this page."""
    disputed: bool = False


class PastHandsResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with a page of past hands, the latest first."""

    hands: tuple[HandRow, ...]
    next: str = ""
    """Cursor for the next request's `after`; empty on the last page."""


class PastEvent(Struct, frozen=True, kw_only=True):
    """Event of a past hand, as the reader may know it."""

    name: str
    fields: dict[str, Any]


class ReplayStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Step of a replay: the events, the dealer's announcements, and the table after it."""

    number: int
    """From 1."""
    time: int
    actor: str
    command: str
    events: tuple[PastEvent, ...]
    narration: tuple[ReplaySentence, ...] = ()
    mark: str = ""
    """Street, ``showdown`` or phase that begins here; empty if none does."""
    view: View = None
    """Table after the step; left out if unchanged."""
    hand_values: tuple[HandDescription, ...] | None = None
    """Values of the visible hands; left out if unchanged."""


class ReplayResponse(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Replay of a past hand, as one person may know it."""

    hand: str
    person: str
    """Reader; empty for a spectator's view."""
    table_id: int
    round: int
    game: str
    book: str
    rules: str
    kind: str
    stakes: str
    began: int
    ended: int
    pot: int
    people: tuple[str, ...]
    seat: int
    net: int
    result: str
    sign: tuple[str, ...]
    steps: tuple[ReplayStep, ...]
    pot_breakdown: PotBreakdown | None = None
    """Poker only: breakdown of the pots, share by share."""
    cards_per_hand: int = 0
    """Poker only: cards of a complete hand."""
    books: tuple[str, ...] = ()
    """Other books that have the game."""
    forms: tuple[str, ...] = ()
    """Formats in which it can be exported."""
    cut_clause: str = ""
    """Clause by which the deck was cut."""
    shared_by: str = ""
    """Player who shared the link; empty if it was not opened by a link."""


class ShareHandRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Scope of a link: the hand as its player knew it, or a spectator's view."""

    whole: bool = False


class UnshareHandRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """HTTP request to revoke the link to a shared hand."""

    code: Annotated[str, Meta(min_length=24, max_length=24)]


class HandLink(Struct, frozen=True, kw_only=True):
    """Link by which a player shares a past hand."""

    code: str
    player: str
    table_id: int
    first: int
    whole: bool


class HandLinksResponse(Struct, frozen=True, kw_only=True):
    """Links to past hands that the caller has shared."""

    shares: tuple[HandLink, ...]


# Own hands


@edge_endpoint("GET", "/api/hands", "Your past hands by filter, the latest first", session=True)
async def hands(call: Call, query: HandListQuery) -> Encoded[PastHandsResponse]:
    return await call.read_archive(_list_hands, await _person(call), query)


@edge_endpoint(
    "GET",
    "/api/hands/export/{form}",
    "Filtered hands as a file: phh, pokerstars, json or transcript",
    session=True,
    files=_FILES,
)
async def export_hands(call: Call, form: str, query: HandQuery) -> File:
    text = json.decode((await call.read_archive(_export_many, await _person(call), query, form)).data, type=str)
    return _file(text, "hands.phhs" if form == "phh" else f"hands.{SUFFIXES[form]}", form)


@edge_endpoint("GET", _HAND, "Replay of one of your hands", session=True)
async def hand(call: Call, table: int, first: int) -> Encoded[ReplayResponse]:
    return await call.read_archive(_replay, await _own_hand(call, table, first))


@edge_endpoint("GET", f"{_HAND}/export/{{form}}", "Hand as a file", session=True, files=_FILES)
async def export_hand(call: Call, table: int, first: int, form: str) -> File:
    view = await _own_hand(call, table, first)
    text = json.decode((await call.read_archive(_export, view, form)).data, type=str)
    return _file(text, f"hand-{table}-{first}.{SUFFIXES[form]}", form)


@edge_endpoint("GET", f"{_HAND}/proofs", "Your proofs of the deal", session=True)
async def proofs(call: Call, table: int, first: int) -> Encoded[list[RoundProof]]:
    return await call.read_archive(_proofs, await _own_hand(call, table, first))


@edge_endpoint("GET", f"{_HAND}/proofs/{{number:table}}", "One deal proof as a file", session=True)
async def proof(call: Call, table: int, first: int, number: int) -> RoundProof | File:
    return await _proof_file(call, await _own_hand(call, table, first), number)


@edge_endpoint("GET", f"{_HAND}/under/{{book}}", "Comparison of the hand under its own book and another", session=True)
async def under(call: Call, table: int, first: int, book: str) -> Encoded[ComparisonTable]:
    return await call.read_archive(_compare_rulebooks, await _own_hand(call, table, first), book)


async def _person(call: Call) -> str:
    return (await call.room(SessionOwner, "who")).person


async def _own_hand(call: Call, table: int, first: int) -> HandView:
    return HandView(player=await _person(call), name=f"{table}/{first}")


async def _proof_file(call: Call, view: HandView, number: int) -> File:
    """Return one deal proof as a file that `hoyle verify-deal` reads."""
    text = json.decode((await call.read_archive(_proof_text, view, number)).data, type=str)
    return _file(text, f"proof-{view.name.replace('/', '-')}-{number}.json", "json")


def _file(text: str, name: str, form: str) -> File:
    return File(text, name, "application/json" if form == "json" else "text/plain")


# Links


@edge_endpoint("POST", f"{_HAND}/share", "Share the hand by link", session=True, status=201)
async def share_hand(call: Call, table: int, first: int, body: ShareHandRequest) -> HandLink:
    await call.read_archive(_check_ownership, await _own_hand(call, table, first))
    return await call.room(HandLink, "share", table=table, first=first, code=secrets.token_hex(12), whole=body.whole)


@room_call("share", session=True)
def share(context: RoomContext, caller: Caller, table: int, first: int, code: str, whole: bool) -> HandLink:
    """Share one of the caller's hands by link; the edge has checked that it is theirs."""
    command = {"do": "share-hand", "table": table, "first": first, "code": code, "whole": whole}
    run_command(context, caller, f"share {code}", command)
    return HandLink(code=code, player=caller.person, table_id=table, first=first, whole=whole)


@room_endpoint("GET", "/api/shares", "Links that you have given out", call="shares", session=True)
def shares(context: RoomContext, caller: Caller) -> HandLinksResponse:
    links = context.room.state.shares.values()
    return HandLinksResponse(shares=tuple(_hand_link(link) for link in links if link.player == caller.person))


@room_endpoint("POST", "/api/shares/revoke", "Revoke a link", call="unshare", session=True)
def unshare(context: RoomContext, caller: Caller, body: UnshareHandRequest) -> EmptyResponse:
    return run_command(context, caller, f"unshare {body.code}", {"do": "unshare-hand", "code": body.code})


@room_call("shared")
def shared_link(context: RoomContext, caller: Caller, code: str) -> HandLink:
    """Return the shared hand behind a link; needs no account."""
    link = context.room.state.shares.get(code)
    if link is None:
        raise NotFoundError("this link leads nowhere: it was revoked, or never given out")
    return _hand_link(link)


@edge_endpoint("GET", _SHARED, "Replay of a shared hand")
async def shared(call: Call, code: str) -> Encoded[ReplayResponse]:
    return await call.read_archive(_replay, await _linked_hand(call, code))


@edge_endpoint("GET", f"{_SHARED}/proofs", "Deal proofs of the cards that the link shows")
async def shared_proofs(call: Call, code: str) -> Encoded[list[RoundProof]]:
    return await call.read_archive(_proofs, await _linked_hand(call, code))


@edge_endpoint("GET", f"{_SHARED}/proofs/{{number:table}}", "One deal proof as a file")
async def shared_proof(call: Call, code: str, number: int) -> RoundProof | File:
    return await _proof_file(call, await _linked_hand(call, code), number)


@edge_endpoint("GET", f"{_SHARED}/under/{{book}}", "Comparison of the hand under its own book and another")
async def shared_under(call: Call, code: str, book: str) -> Encoded[ComparisonTable]:
    return await call.read_archive(_compare_rulebooks, await _linked_hand(call, code), book)


async def _linked_hand(call: Call, code: str) -> HandView:
    link = await call.room(HandLink, "shared", code=code)
    return HandView(
        player=link.player, name=f"{link.table_id}/{link.first}", is_public=not link.whole, shared_by=link.player
    )


def _hand_link(link: SharedHand) -> HandLink:
    return HandLink(code=link.code, player=link.player, table_id=link.table, first=link.first, whole=link.whole)


def run_command(context: RoomContext, caller: Caller, id_: str, command: dict[str, Any]) -> EmptyResponse:
    """Run a command of the caller through the pipeline; raises the refusal."""
    request = CommandRequest(idempotency_key=id_, person=caller.person, command=command)
    [answer] = context.pipeline.process([request])
    if answer.retry:
        raise RoomUnavailable(answer.message)
    if not answer.ok:
        raise IllegalError(answer.message, clause=answer.clause, legal=answer.allowed)
    return EmptyResponse()


# In the worker process: lists


def _store(database: str) -> Store:
    if database not in _stores:
        _stores[database] = open_store(database, reading=True)
    return _stores[database]


def _list_hands(database: str, person: str, query: HandListQuery) -> PastHandsResponse:
    """Build a page of a person's hands."""
    store = _store(database)
    page = search(store, _hand_filter(person, query), size=PAGE, start=_cursor(query.after))
    rows = [_row(store, summary, person) for summary in page.hands]
    best = max((row for row in rows if row.held.ranking == HIGH5.name), key=lambda row: row.held.worth, default=None)
    return PastHandsResponse(
        hands=tuple(structs.replace(row, best=True) if row is best else row for row in rows),
        next="" if page.next is None else f"{page.next.offset}.{page.next.until}",
    )


def _hand_filter(person: str, query: HandQuery) -> HandFilter:
    names = HandQuery.__struct_fields__
    result = HandFilter(person=person, **{name: getattr(query, name) for name in names})
    result.check()
    if result.game:
        table_class_for(result.game)
    if result.book:
        rulebook(result.book)
    return result


def _cursor(after: str) -> Cursor | None:
    if not after:
        return None
    offset, _, until = after.partition(".")
    if not all(part.isascii() and part.isdecimal() and len(part) < 16 for part in (offset, until)):
        raise InvalidError(f"after {after!r}: expected `next` of the previous page")
    return Cursor(int(offset), int(until))


def _row(store: Store, summary: HandSummary, person: str) -> HandRow:
    hand = summary.hand
    try:
        player_cards = read_player_cards(entries_of(store, hand), hand.game, hand.book, person)
    except HoyleError:
        player_cards = PlayerCards()  # a hand that the floor declared dead may have no name
    return HandRow(
        hand=summary.name,
        table_id=summary.table,
        round=hand.round,
        game=hand.game,
        kind=table_class_for(hand.game).KIND,
        book=hand.book,
        ended=hand.ended_at,
        pot=hand.pot,
        net=summary.net,
        result=summary.result,
        people=hand.people,
        held=player_cards,
        disputed=hand.disputed,
    )


# In the worker process: one hand


def _check_ownership(database: str, view: HandView) -> None:
    """Raise an error if a hand is not its player's own, or not finished."""
    find_hand(_store(database), view.player, view.name)


def _replayed(database: str, view: HandView, *, views: bool = False) -> ReplayedHand:
    """Replay a hand, as its player knew it or as a spectator saw it."""
    store = _store(database)
    summary = find_hand(store, view.player, view.name)
    if view.is_public:
        return replay_as_spectator(store, summary.hand, views=views, cache=_replay_cache)
    return replay_hand(store, summary.hand, view.player, views=views, cache=_replay_cache)


def _replay(database: str, view: HandView) -> ReplayResponse:
    """Build the replay of a hand, with the table after each step."""
    replayed = _replayed(database, view, views=True)
    hand = replayed.hand
    is_poker = replayed.round is not None
    return ReplayResponse(
        hand=replayed.past.name,
        person=replayed.person,
        table_id=replayed.past.table,
        round=hand.round,
        game=hand.game,
        book=hand.book,
        rules=hand.rules,
        kind=replayed.kind,
        stakes=replayed.sign.stakes(),
        began=hand.started_at,
        ended=hand.ended_at,
        pot=hand.pot,
        people=hand.people,
        seat=replayed.past.seat,
        net=replayed.past.net,
        result=replayed.past.result,
        sign=tuple(replayed.sign.text().splitlines()),
        steps=tuple(_steps(replayed)),
        pot_breakdown=_pot_breakdown(replayed),
        cards_per_hand=VARIANTS[hand.game].hole_cards if is_poker else 0,
        books=_other_books(replayed) if is_poker else (),
        forms=tuple(SUFFIXES) if is_poker else ANY_GAME,
        cut_clause=rulebook(hand.book).procedures.cut.clause if is_poker else "",
        shared_by=view.shared_by,
    )


def _steps(replayed: ReplayedHand) -> list[ReplayStep]:
    """Steps of a replay: events are joined until there is a dealer's call or an award to show."""
    steps: list[ReplayStep] = []
    events: list[ReplayEvent] = []
    last_view, last_part = b"", ""
    last_values: tuple[HandDescription, ...] = ()
    # Several awards are shown one by one; a single one goes with the call for it.
    has_several_awards = sum(replay_event.name == "awarded" for replay_event in replayed.moments) > 1
    for index, replay_event in enumerate(replayed.moments):
        events.append(replay_event)
        is_last = index == len(replayed.moments) - 1
        if not (replay_event.calls or (has_several_awards and replay_event.name == "awarded") or is_last):
            continue
        view = json.encode(replay_event.view)
        part, values = (_hand_part(events, replay_event.view, last_part), _hand_values(replayed, replay_event.view))
        steps.append(
            ReplayStep(
                number=len(steps) + 1,
                time=replay_event.time,
                actor=replay_event.by,
                command=replay_event.did,
                events=tuple(PastEvent(name=event.name, fields=_public_fields(event)) for event in events),
                narration=tuple(call for event in events for call in event.calls),
                mark=part if part != last_part else "",
                view=replay_event.view if view != last_view else None,
                hand_values=values if values != last_values else None,
            )
        )
        last_view, last_part, last_values, events = view, part, values, []
    return steps


def _public_fields(event: ReplayEvent) -> dict[str, Any]:
    """Fields of an event, without the order of the deck."""
    return {key: value for key, value in event.facts.items() if key != "deck"}


def _hand_part(events: list[ReplayEvent], view: Any, previous: str) -> str:
    """Return the part of the hand that a step belongs to, such as the flop."""
    round_ = getattr(view, "round", None)
    if previous in _END_PARTS.values():
        return previous
    for event in events:
        if event.name in _END_PARTS:
            return _END_PARTS[event.name]
    return str(getattr(round_, "street", "") or getattr(round_, "phase", "") or previous)


def _hand_values(replayed: ReplayedHand, view: Any) -> tuple[HandDescription, ...]:
    """Values of the hands that the reader sees in a view."""
    round_view = getattr(view, "round", None)
    if replayed.round is None or round_view is None:
        return ()
    return tuple(describe_hands(replayed.round.rules, round_view, replayed.person))


def _pot_breakdown(replayed: ReplayedHand) -> PotBreakdown | None:
    """Return the breakdown of the pots of a poker hand."""
    view = next((event.view for event in reversed(replayed.moments) if event.view is not None), None)
    round_view = getattr(view, "round", None)
    if replayed.round is None or round_view is None:
        return None
    return build_pot_breakdown(
        replayed.round.log, round_view, replayed.round.rules, {hand.seat: hand.person for hand in round_view.hands}
    )


def _other_books(replayed: ReplayedHand) -> tuple[str, ...]:
    try:
        return tuple(hand_comparison.other_rulebooks(as_history(replayed)))
    except HoyleError:
        return ()  # a dead round has no history that another book could rule on


# In the worker process: exports, proofs, other books


def _export(database: str, view: HandView, form: str) -> str:
    """Export one hand for its player."""
    return _export_text(_replayed(database, view), _check_form(form))


def _export_many(database: str, person: str, query: HandQuery, form: str) -> str:
    """Export all matching hands, the oldest first, without those that the format cannot express."""
    store = _store(database)
    page = search(store, _hand_filter(person, query), size=MAX_EXPORTED)
    _check_form(form)
    replayed = {
        hand.past.name: hand
        for hand in replay_hands(store, [summary.hand for summary in page.hands], person, cache=_replay_cache)
    }
    exported: list[Any] = []
    for summary in reversed(page.hands):
        hand = replayed[summary.name]
        try:
            exported.append(as_history(hand) if form == "phh" else _export_text(hand, form))
        except HoyleError:
            continue
    if form == "phh":
        from hoyle.history.phh.writer import to_phhs

        return to_phhs(exported)
    if form == "json":
        return "[" + ",\n".join(text.rstrip() for text in exported) + "]\n"
    return ("\n\n" if form == "pokerstars" else "\n").join(exported)


def _check_form(form: str) -> str:
    if form not in SUFFIXES:
        raise NotFoundError(f"form {form!r}: expected one of {', '.join(SUFFIXES)}")
    return form


def _export_text(replayed: ReplayedHand, form: str) -> str:
    if form == "phh":
        return as_phh(replayed)
    if form == "pokerstars":
        return as_pokerstars(replayed)
    if form == "transcript":
        return as_transcript(replayed)
    return json.format(json.encode(as_data(replayed)), indent=1).decode() + "\n"


def _proofs(database: str, view: HandView) -> list[RoundProof]:
    """Return the proofs of the deal of a hand, for its player or, with public cards only, for a spectator."""
    store = _store(database)
    summary = find_hand(store, view.player, view.name)
    if view.is_public:
        return [structs.replace(proof, person=PUBLIC_VIEWER) for proof in proofs_of(store, summary.hand, "")]
    return list(proofs_of(store, summary.hand, view.player))


def _proof_text(database: str, view: HandView, number: int) -> str:
    all_proofs = _proofs(database, view)
    if not 1 <= number <= len(all_proofs):
        raise NotFoundError(f"proof {number}: expected 1 to {len(all_proofs)} for hand {view.name}")
    return proof_text(all_proofs[number - 1])


def _compare_rulebooks(database: str, view: HandView, book: str) -> ComparisonTable:
    """Compare a hand under its own book and another; only known cards are ruled on."""
    rulebook(book)
    compared = hand_comparison.compare_rulebooks(as_history(_replayed(database, view)), [book])
    return side_by_side(compared, compared.ruled[0])
