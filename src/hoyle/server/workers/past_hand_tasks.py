"""Worker tasks for past hands: lists, replays, exports and proofs from a read-only store.

Functions of plain data that give JSON or text, so that neither the room nor the edge waits for a disk or for
a long table to be gone through. The store is opened for reading. Only rounds that are over are in its index,
and everything told of them goes through `hoyle.archive`, which redacts it.
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
from hoyle.archive.player_cards import PlayerCards, holding
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.fairness.round_proof import proof_text
from hoyle.games.poker.variants import VARIANTS
from hoyle.hands import HIGH5
from hoyle.history.hand_descriptions import HandDescription, describe_hands
from hoyle.history.pot_breakdown import PotBreakdown, build_pot_breakdown
from hoyle.room.views.table_views import sign_lines
from hoyle.rulebooks import poker_book as rulebook
from hoyle.server.api.types.past_hand_types import (
    HandRow,
    HandsBody,
    ReplayBody,
    ReplayStep,
    StepEntry,
)
from hoyle.server.gateway.lobby import stakes
from hoyle.storage.store_factory import open_store
from hoyle.storage.store_interface import Store
from hoyle.table.kind_registry import table_class_for

PAGE: Final = 25
MAX_EXPORTED: Final = 500
FORMS: Final = ("phh", "pokerstars", "json", "transcript")
ANY_GAME: Final = ("json", "transcript")
"""Forms that every game has."""
EVERYBODY: Final = "everybody"
"""Whose proof an onlooker's is: nobody can be called so."""
SHOWDOWN: Final = "showdown"
AWARD: Final = "award"
_ENDS: Final = {"shown": SHOWDOWN, "awarded": AWARD}
"""Entries with which the last part of a hand begins, and what that part is called."""

_stores: dict[str, Store] = {}
_waypoints: Final = ReplayCache()


def _store(place: str) -> Store:
    if place not in _stores:
        _stores[place] = open_store(place, reading=True)
    return _stores[place]


# Lists


def hands(place: str, person: str, wanted: dict[str, Any], after: str) -> bytes:
    """A page of somebody's hands, as JSON."""
    store = _store(place)
    page = search(store, _wanted(person, wanted), size=PAGE, start=_cursor(after))
    rows = [_row(store, past, person) for past in page.hands]
    best = max(
        (row for row in rows if row.held.ranking == HIGH5.name), key=lambda row: row.held.worth, default=None
    )
    return json.encode(
        HandsBody(
            hands=tuple(replace(row, best=True) if row is best else row for row in rows),
            next="" if page.next is None else f"{page.next.offset}.{page.next.until}",
        )
    )


def _wanted(person: str, filters: dict[str, Any]) -> HandFilter:
    wanted = HandFilter(person=person, **filters)
    wanted.check()
    if wanted.game:
        table_class_for(wanted.game)
    if wanted.book:
        rulebook(wanted.book)
    return wanted


def _cursor(after: str) -> Cursor | None:
    if not after:
        return None
    offset, _, until = after.partition(".")
    if not all(part.isascii() and part.isdecimal() and len(part) < 16 for part in (offset, until)):
        raise InvalidError(f"after {after!r}: what the page before gave as next is wanted")
    return Cursor(int(offset), int(until))


def _row(store: Store, past: HandSummary, person: str) -> HandRow:
    hand = past.hand
    try:
        held = holding(entries_of(store, hand), hand.game, hand.book, person)
    except HoyleError:
        held = PlayerCards()  # a hand that the floor declared dead may have no name
    return HandRow(
        hand=past.name,
        table=past.table,
        round=hand.round,
        game=hand.game,
        kind=table_class_for(hand.game).KIND,
        book=hand.book,
        ended=hand.ended,
        pot=hand.pot,
        net=past.net,
        result=past.result,
        people=hand.people,
        held=held,
        disputed=hand.disputed,
    )


# One hand


def check_ownership(place: str, person: str, name: str) -> None:
    """Refuse a hand that is not somebody's own, or not over."""
    find_hand(_store(place), person, name)


def replay(place: str, person: str, name: str, onlooker: bool, shared_by: str) -> bytes:
    """A hand event by event with the table after each, as JSON."""
    told = _told(_store(place), person, name, onlooker=onlooker, views=True)
    return json.encode(_replayed(told, shared_by))


def _told(store: Store, person: str, name: str, *, onlooker: bool, views: bool = False) -> ReplayedHand:
    """A hand of somebody's, as he knew it or as an onlooker saw it."""
    past = find_hand(store, person, name)
    if onlooker:
        return replay_as_spectator(store, past.hand, views=views, waypoints=_waypoints)
    return replay_hand(store, past.hand, person, views=views, waypoints=_waypoints)


def _replayed(told: ReplayedHand, shared_by: str) -> ReplayBody:
    hand = told.hand
    poker = told.round is not None
    return ReplayBody(
        hand=told.past.name,
        person=told.person,
        table=told.past.table,
        round=hand.round,
        game=hand.game,
        book=hand.book,
        rules=hand.rules,
        kind=told.kind,
        stakes=stakes(told.sign),
        began=hand.began,
        ended=hand.ended,
        pot=hand.pot,
        people=hand.people,
        seat=told.past.seat,
        net=told.past.net,
        result=told.past.result,
        sign=tuple(sign_lines(told)),
        steps=tuple(_steps(told)),
        division=_division(told),
        holds=VARIANTS[hand.game].hole_cards if poker else 0,
        books=_others(told) if poker else (),
        forms=FORMS if poker else ANY_GAME,
        cut_clause=rulebook(hand.book).procedures.cut.clause if poker else "",
        shared_by=shared_by,
    )


def _steps(told: ReplayedHand) -> list[ReplayStep]:
    """The moments of a hand, joined so that each step has something to say or to give."""
    found: list[ReplayStep] = []
    waiting: list[ReplayEvent] = []
    before, mark = b"", ""
    read: tuple[HandDescription, ...] = ()
    # Several awards are told one after the other; a single one goes with the words for it.
    alone = sum(moment.name == "awarded" for moment in told.moments) > 1
    for at, moment in enumerate(told.moments):
        waiting.append(moment)
        if not (moment.calls or (alone and moment.name == "awarded") or at == len(told.moments) - 1):
            continue
        view = json.encode(moment.view)
        now, made = _mark(waiting, moment.view, mark), _made(told, moment.view)
        found.append(
            ReplayStep(
                number=len(found) + 1,
                time=moment.time,
                by=moment.by,
                did=moment.did,
                entries=tuple(StepEntry(name=each.name, facts=_plain(each)) for each in waiting),
                calls=tuple(call for each in waiting for call in each.calls),
                mark=now if now != mark else "",
                view=moment.view if view != before else None,
                readings=made if made != read else None,
            )
        )
        before, mark, read, waiting = view, now, made, []
    return found


def _plain(moment: ReplayEvent) -> dict[str, Any]:
    """What an entry says, but for a deck of which nobody may know a card."""
    return {key: value for key, value in moment.facts.items() if key != "deck"}


def _mark(moments: list[ReplayEvent], view: Any, before: str) -> str:
    """The part of the hand that a step belongs to."""
    round_ = getattr(view, "round", None)
    if before in _ENDS.values():
        return before
    for moment in moments:
        if moment.name in _ENDS:
            return _ENDS[moment.name]
    return str(getattr(round_, "street", "") or getattr(round_, "phase", "") or before)


def _made(told: ReplayedHand, view: Any) -> tuple[HandDescription, ...]:
    """What the hands make that the reader sees at one moment, as the table tells it."""
    seen = getattr(view, "round", None)
    if told.round is None or seen is None:
        return ()
    return tuple(describe_hands(told.round.rules, seen, told.person))


def _division(told: ReplayedHand) -> PotBreakdown | None:
    """The pots of a poker hand as they were divided."""
    view = next((moment.view for moment in reversed(told.moments) if moment.view is not None), None)
    seen = getattr(view, "round", None)
    if told.round is None or seen is None:
        return None
    return build_pot_breakdown(
        told.round.log, seen, told.round.rules, {hand.seat: hand.person for hand in seen.hands}
    )


def _others(told: ReplayedHand) -> tuple[str, ...]:
    from hoyle.history.rulebook_comparison.hand_comparison import other_rulebooks

    try:
        return tuple(other_rulebooks(as_history(told)))
    except HoyleError:
        return ()  # a dead round has no history that another book could rule on


# Exports, proofs, other books


def export(place: str, person: str, name: str, form: str) -> str:
    """One hand, written down for its player."""
    return _written(_told(_store(place), person, name, onlooker=False), _form(form))


def export_many(place: str, person: str, wanted: dict[str, Any], form: str) -> str:
    """All hands that are looked for, the oldest first; what has no such notation is left out."""
    store = _store(place)
    found = search(store, _wanted(person, wanted), size=MAX_EXPORTED)
    names = [past.name for past in reversed(found.hands)]
    _form(form)
    told = {
        each.past.name: each
        for each in replay_hands(store, [past.hand for past in found.hands], person, waypoints=_waypoints)
    }
    good: list[Any] = []
    for name in names:
        try:
            good.append(as_history(told[name]) if form == "phh" else _written(told[name], form))
        except HoyleError:
            continue
    if form == "phh":
        from hoyle.history.phh.writer import to_phhs

        return to_phhs(good)
    if form == "json":
        return "[" + ",\n".join(text.rstrip() for text in good) + "]\n"
    return ("\n\n" if form == "pokerstars" else "\n").join(good)


def _form(form: str) -> str:
    if form not in FORMS:
        raise InvalidError(f"form {form!r}: one of {', '.join(FORMS)} is wanted")
    return form


def _written(told: ReplayedHand, form: str) -> str:
    if form == "phh":
        return as_phh(told)
    if form == "pokerstars":
        return as_pokerstars(told)
    if form == "transcript":
        return as_transcript(told)
    return json.format(json.encode(as_data(told)), indent=1).decode() + "\n"


def proofs(place: str, person: str, name: str, onlooker: bool) -> list[str]:
    """Proofs of the deal of a hand for its player, or for an onlooker the cards that everybody saw.

    Each is the file that `hoyle verify-deal` reads.
    """
    store = _store(place)
    past = find_hand(store, person, name)
    if onlooker:
        found = [replace(proof, person=EVERYBODY) for proof in proofs_of(store, past.hand, "")]
    else:
        found = proofs_of(store, past.hand, person)
    return [proof_text(proof) for proof in found]


def compare_rulebooks(place: str, person: str, name: str, book: str, onlooker: bool) -> bytes:
    """A hand by its own book and by another, side by side, as JSON; only known cards are ruled on."""
    from hoyle.history.rulebook_comparison.comparison_table import side_by_side
    from hoyle.history.rulebook_comparison.hand_comparison import compare_rulebooks

    rulebook(book)
    compared = compare_rulebooks(as_history(_told(_store(place), person, name, onlooker=onlooker)), [book])
    return json.encode(side_by_side(compared, compared.ruled[0]))
