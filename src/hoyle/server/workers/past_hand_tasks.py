"""Worker tasks for past hands: lists, replays, exports and proofs from a read-only store.

Functions of plain data that return JSON or text, run in a worker process so that neither the room nor the
edge waits for the disk. The store is opened read-only; its index has only finished rounds, and
`hoyle.archive` redacts what is returned of them.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import json
from msgspec.structs import replace

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
from hoyle.archive.hand_search import entries_of
from hoyle.archive.player_hand import PlayerHand, read_player_hand
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.fairness.round_proof import proof_text
from hoyle.games.poker.variants import VARIANTS
from hoyle.hands import HIGH5
from hoyle.history.hand_descriptions import HandDescription, describe_hands
from hoyle.history.pot_breakdown import PotBreakdown, build_pot_breakdown
from hoyle.rulebooks import poker_book as rulebook
from hoyle.server.http_types.past_hand_types import HandRow, PastEvent, PastHandsResponse, ReplayResponse, ReplayStep
from hoyle.storage.store_factory import open_store
from hoyle.storage.store_interface import Store
from hoyle.table.kind_registry import table_class_for

PAGE: Final = 25
MAX_EXPORTED: Final = 500
FORMS: Final = ("phh", "pokerstars", "json", "transcript")
ANY_GAME: Final = ("json", "transcript")
"""Export formats of every game."""
EVERYBODY: Final = "everybody"
"""Name on a spectator's proof; nobody can register it."""
SHOWDOWN: Final = "showdown"
AWARD: Final = "award"
_END_PARTS: Final = {"shown": SHOWDOWN, "awarded": AWARD}
"""Events that begin the last parts of a hand, and the names of those parts."""

_stores: dict[str, Store] = {}
_waypoints: Final = ReplayCache()


def _store(database: str) -> Store:
    if database not in _stores:
        _stores[database] = open_store(database, reading=True)
    return _stores[database]


# Lists


def hands(database: str, person: str, filters: dict[str, Any], after: str) -> bytes:
    """Return a page of a person's hands, as JSON."""
    store = _store(database)
    page = search(store, _hand_filter(person, filters), size=PAGE, start=_cursor(after))
    rows = [_row(store, summary, person) for summary in page.hands]
    best = max((row for row in rows if row.held.ranking == HIGH5.name), key=lambda row: row.held.worth, default=None)
    return json.encode(
        PastHandsResponse(
            hands=tuple(replace(row, best=True) if row is best else row for row in rows),
            next="" if page.next is None else f"{page.next.offset}.{page.next.until}",
        )
    )


def _hand_filter(person: str, filters: dict[str, Any]) -> HandFilter:
    result = HandFilter(person=person, **filters)
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
        player_hand = read_player_hand(entries_of(store, hand), hand.game, hand.book, person)
    except HoyleError:
        player_hand = PlayerHand()  # a hand that the floor declared dead may have no name
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
        held=player_hand,
        disputed=hand.disputed,
    )


# One hand


def check_ownership(database: str, person: str, name: str) -> None:
    """Raise an error if a hand is not the person's own, or not finished."""
    find_hand(_store(database), person, name)


def replay(database: str, person: str, name: str, onlooker: bool, shared_by: str) -> bytes:
    """Return the replay of a hand, with the table after each step, as JSON."""
    replayed = _replay(_store(database), person, name, onlooker=onlooker, views=True)
    return json.encode(_replay_body(replayed, shared_by))


def _replay(store: Store, person: str, name: str, *, onlooker: bool, views: bool = False) -> ReplayedHand:
    """Replay a person's hand, as they knew it or as a spectator saw it."""
    summary = find_hand(store, person, name)
    if onlooker:
        return replay_as_spectator(store, summary.hand, views=views, cache=_waypoints)
    return replay_hand(store, summary.hand, person, views=views, cache=_waypoints)


def _replay_body(replayed: ReplayedHand, shared_by: str) -> ReplayResponse:
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
        forms=FORMS if is_poker else ANY_GAME,
        cut_clause=rulebook(hand.book).procedures.cut.clause if is_poker else "",
        shared_by=shared_by,
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
    from hoyle.history.rulebook_comparison.hand_comparison import other_rulebooks

    try:
        return tuple(other_rulebooks(as_history(replayed)))
    except HoyleError:
        return ()  # a dead round has no history that another book could rule on


# Exports, proofs, other books


def export(database: str, person: str, name: str, form: str) -> str:
    """Export one hand for its player."""
    return _export_text(_replay(_store(database), person, name, onlooker=False), _check_form(form))


def export_many(database: str, person: str, filters: dict[str, Any], form: str) -> str:
    """Export all matching hands, the oldest first, without those that the format cannot express."""
    store = _store(database)
    page = search(store, _hand_filter(person, filters), size=MAX_EXPORTED)
    names = [summary.name for summary in reversed(page.hands)]
    _check_form(form)
    replayed = {
        hand.past.name: hand
        for hand in replay_hands(store, [summary.hand for summary in page.hands], person, cache=_waypoints)
    }
    exported: list[Any] = []
    for name in names:
        try:
            exported.append(as_history(replayed[name]) if form == "phh" else _export_text(replayed[name], form))
        except HoyleError:
            continue
    if form == "phh":
        from hoyle.history.phh.writer import to_phhs

        return to_phhs(exported)
    if form == "json":
        return "[" + ",\n".join(text.rstrip() for text in exported) + "]\n"
    return ("\n\n" if form == "pokerstars" else "\n").join(exported)


def _check_form(form: str) -> str:
    if form not in FORMS:
        raise InvalidError(f"form {form!r}: expected one of {', '.join(FORMS)}")
    return form


def _export_text(replayed: ReplayedHand, form: str) -> str:
    if form == "phh":
        return as_phh(replayed)
    if form == "pokerstars":
        return as_pokerstars(replayed)
    if form == "transcript":
        return as_transcript(replayed)
    return json.format(json.encode(as_data(replayed)), indent=1).decode() + "\n"


def proofs(database: str, person: str, name: str, onlooker: bool) -> list[str]:
    """Proofs of the deal of a hand, for its player or, with the public cards only, for a spectator.

    Each is a file that `hoyle verify-deal` reads.
    """
    store = _store(database)
    summary = find_hand(store, person, name)
    if onlooker:
        results = [replace(proof, person=EVERYBODY) for proof in proofs_of(store, summary.hand, "")]
    else:
        results = proofs_of(store, summary.hand, person)
    return [proof_text(proof) for proof in results]


def compare_rulebooks(database: str, person: str, name: str, book: str, onlooker: bool) -> bytes:
    """Compare a hand under its own book and another, as JSON; only known cards are ruled on."""
    from hoyle.history.rulebook_comparison.comparison_table import side_by_side
    from hoyle.history.rulebook_comparison.hand_comparison import compare_rulebooks

    rulebook(book)
    compared = compare_rulebooks(as_history(_replay(_store(database), person, name, onlooker=onlooker)), [book])
    return json.encode(side_by_side(compared, compared.ruled[0]))
