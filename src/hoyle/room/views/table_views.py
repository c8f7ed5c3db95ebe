"""Table views: builds the table and each step as one person may see it, without hidden cards.

All data comes from `view`, `seen_by` and `pending`; none of it depends on a card that the person may not see,
whatever their role. A step carries its events as that person may read them, the dealer's sentences, and the
state of the table as plain values, so that a client needs no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from hoyle.fairness.commitment import commitment_of
from hoyle.games.poker.variants import VARIANTS
from hoyle.room.events import table_events
from hoyle.room.handlers import ruling_consent, table_handlers
from hoyle.room.live_table.due_times import deals_at
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.room import Room
from hoyle.room.unit_of_work import CommittedStep
from hoyle.room.views.bet_presets import with_presets
from hoyle.room.views.narration import ROUND_START_COMMANDS, Sentence
from hoyle.room.views.seat_choices import within_settings
from hoyle.room.views.view_types import (
    ClockView,
    DeniedSeatRequest,
    EventView,
    PendingDecisionView,
    ProposedRuling,
    SeatRequest,
    ShortStack,
    StepView,
    TableSnapshot,
    TableUpdate,
)
from hoyle.table.base import Table
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.poker.rounds.lineup import seats_short_of_chips
from hoyle.table.poker.table import PokerTable
from hoyle.table.poker.view_types import PokerView


def table_snapshot(
    room: Room, hosted: LiveTable, person: str, calls: tuple[Sentence, ...] = ()
) -> TableSnapshot:
    """Return a whole table as one person may see it."""
    table: Any = hosted.table
    hosting, card = hosted.hosting, room.state.tables[hosted.number]
    host = bool(person) and hosting.host == person
    return TableSnapshot(
        table_id=hosted.number,
        title=card.title,
        kind=table.KIND,
        game=card.game,
        book=card.book,
        record=room.chain(hosted.stream).head.number,
        version=table.event_count,
        view=table.view(person),
        pending=pending_for(room, hosted, person),
        narration=calls,
        sign_lines=tuple(sign_lines(table)),
        sign=table.sign.facts(),
        settings={**hosted.settings.to_dict(), "dealer_pace_ms": hosted.pace},
        seats=table.seat_rules().most,
        cards_per_hand=VARIANTS[card.game].hole_cards if card.game in VARIANTS else 0,
        buy_in=(max(hosted.settings.min_buy_in, table.seat_rules().buy_in), hosted.settings.max_buy_in),
        host=hosting.host,
        invite_code=hosting.code if host else "",
        paused=hosting.paused,
        stopped=hosting.stopped,
        closing=hosting.closing,
        bots=tuple(hosting.bots),
        commitment=_commitment(hosted),
        seat_requests=tuple(
            _request_view(room, hosted, ask) for ask in hosting.seat_requests if host or ask.person == person
        ),
        denied_request=_declined_view(hosting, person),
        guests=tuple(hosting.guests) if host else (),
        ruling=_ruling_view(hosted),
        vouched=_sponsors(room, hosted),
        clock=clock_of(hosted),
        next_deal_at=deals_at(hosted),
        short_stacks=short_stacks(hosted),
        own_cards=own_cards(hosted, person),
    )


def table_update(
    room: Room,
    hosted: LiveTable,
    committed: Sequence[CommittedStep],
    calls: Sequence[tuple[Sentence, ...]],
    person: str,
    waited: Sequence[PendingDecision] | None = None,
) -> TableUpdate:
    """Return the steps at a table as one person may read them; `calls` go with the steps.

    `waited` is the result of `public_pending`, where it is known already.
    """
    table: Any = hosted.table
    return TableUpdate(
        table_id=hosted.number,
        record=committed[-1].number if committed else room.chain(hosted.stream).head.number,
        version=table.event_count,
        steps=tuple(
            step_view(room, step, person, sentences)
            for step, sentences in zip(committed, calls, strict=True)
            if _concerns(room, step, person)
        ),
        public_view=table.view(""),
        pending=_pending_views(hosted, public_pending(room, hosted) if waited is None else waited, person),
        clock=clock_of(hosted),
        next_deal_at=deals_at(hosted),
        short_stacks=short_stacks(hosted),
        own_cards=own_cards(hosted, person) if person else None,
        commitment=_commitment(hosted) if any(_changes_commitment(step) for step in committed) else None,
    )


def personal_update(
    public: TableUpdate,
    room: Room,
    hosted: LiveTable,
    committed: Sequence[CommittedStep],
    calls: Sequence[tuple[Sentence, ...]],
    person: str,
    waited: Sequence[PendingDecision],
) -> TableUpdate:
    """Return the spectators' update with what else one person may see: own cards, choices and steps."""
    return structs.replace(
        public,
        steps=tuple(
            step_view(room, step, person, sentences)
            for step, sentences in zip(committed, calls, strict=True)
            if _concerns(room, step, person)
        ),
        pending=own_pending(public, hosted, waited, person),
        own_cards=own_cards(hosted, person),
    )


def own_pending(
    public: TableUpdate, hosted: LiveTable, waited: Sequence[PendingDecision], person: str
) -> tuple[PendingDecisionView, ...]:
    """Return the pending decisions as spectators see them, with the choices of one person."""
    return tuple(
        _pending_view(hosted, decision, offered=True) if decision.person == person else shared
        for decision, shared in zip(waited, public.pending, strict=True)
    )


def people_with_private_view(room: Room, hosted: LiveTable, committed: Sequence[CommittedStep]) -> set[str]:
    """People who see these steps otherwise than a spectator: with private data, or without blocked chat."""
    people: set[str] = set()
    for step in committed:
        for entry in step.step.events:
            public = entry.seen_by("")
            if isinstance(entry, table_events.ChatMessageSent):
                people |= {
                    name for name, person in room.state.people.items() if entry.player in person.blocked
                }
            elif public is not entry:
                public_data = public.to_dict()
                for person in {*hosted.seated.values(), *hosted.hosting.guests, step.step.by}:
                    if person not in people and entry.seen_by(person).to_dict() != public_data:
                        people.add(person)
    return people


def step_view(room: Room, step: CommittedStep, person: str, calls: tuple[Sentence, ...] = ()) -> StepView:
    """Return a step as one person may read it."""
    entries: list[EventView] = []
    number = step.first
    for entry in step.step.events:
        is_room_event = isinstance(entry, table_events.LiveTableEvent)
        if _is_for(room, entry, person):
            seen = entry.seen_by(person)
            entry_number = 0 if is_room_event else number
            entries.append(EventView(name=seen.name, fields=seen.to_dict(), number=entry_number))
        number += not is_room_event
    return StepView(
        record=step.number,
        actor=step.ruler or step.step.by,
        role=step.step.by if step.ruler else "",
        command=step.step.command.name,
        events=tuple(entries),
        narration=calls,
        begins_round=step.step.command.name in ROUND_START_COMMANDS,
    )


def own_cards(hosted: LiveTable, person: str) -> dict[str, list[str]] | None:
    """Return a person's own cards in the current round, by seat or spot; None where they have none."""
    if not person or person not in hosted.seated.values():
        return None
    seen: Any = hosted.table.view(person)  # type: ignore[attr-defined]
    if getattr(seen, "round", None) is None:
        return None
    if isinstance(seen, PokerView):
        assert seen.round is not None
        own = {str(hand.seat): list(hand.cards) for hand in seen.round.hands if hand.person == person}
    else:
        own = {str(place.seat): list(place.cards) for place in seen.round.positions if place.owner == person}
    return {place: cards for place, cards in own.items() if cards} or None


def _concerns(room: Room, step: CommittedStep, person: str) -> bool:
    """Whether any event of a step is shown to a person."""
    entries = step.step.events
    return not entries or any(_is_for(room, entry, person) for entry in entries)


def _is_for(room: Room, entry: Any, person: str) -> bool:
    """Whether an event is shown to a person; chat of people whom they have blocked is not."""
    if isinstance(entry, table_events.ChatMessageSent):
        listener = room.state.people.get(person)
        return listener is None or entry.player not in listener.blocked
    return True


def pending_for(room: Room, hosted: LiveTable, person: str) -> tuple[PendingDecisionView, ...]:
    """Return the pending decisions of a table, with choices only where they are the person's own."""
    return _pending_views(hosted, public_pending(room, hosted), person)


def public_pending(room: Room, hosted: LiveTable) -> list[PendingDecision]:
    """Return the pending decisions of a table, without the optional ones of its staff."""
    table: Any = hosted.table
    if hosted.hosting.closed or hosted.hosting.stopped or not table.is_open:
        return []
    decisions = [
        within_settings(room, hosted, decision)
        for decision in table.pending()
        if not (decision.optional and decision.person in table.STAFF_NAMES)
    ]
    return decisions + _ready_decisions(hosted) + _consent_decisions(hosted)


def _pending_views(
    hosted: LiveTable, waited: Sequence[PendingDecision], person: str
) -> tuple[PendingDecisionView, ...]:
    return tuple(
        [
            _pending_view(hosted, decision, offered=bool(person) and decision.person == person)
            for decision in waited
        ]
    )


def _pending_view(hosted: LiveTable, decision: PendingDecision, *, offered: bool) -> PendingDecisionView:
    """View of a pending decision, with choices where they are open to all or `offered` to the viewer."""
    return PendingDecisionView(
        decision=decision.kind,
        seat=decision.seat,
        person=decision.person,
        clause=decision.clause,
        optional=decision.optional,
        choices=_choices(hosted.table, decision) if offered or not decision.person else (),
    )


def _choices(table: Table, decision: PendingDecision) -> Any:
    """Choices of a decision, with presets where an amount is open; encoded as plain data."""
    if not isinstance(table, PokerTable):
        return decision.choices
    return tuple([with_presets(table, choice) for choice in decision.choices])


def _ready_decisions(hosted: LiveTable) -> list[PendingDecision]:
    """Optional decisions of players who may say that they need no more time."""
    if not hosted.waits_for_ready():
        return []
    waited_for = hosted.not_ready()
    choice = Choice(do="ready", clause="house pace", label="ready")
    return [
        PendingDecision(
            kind="ready", seat=seat, person=name, choices=(choice,), clause="house pace", optional=True
        )
        for seat, name in sorted(hosted.seated.items())
        if name in waited_for
    ]


def _consent_decisions(hosted: LiveTable) -> list[PendingDecision]:
    """Optional decisions of players who may agree or object to a ruling."""
    ruling = standing_ruling(hosted)
    if ruling is None:
        return []
    clause = ruling_consent.CLAUSE
    choices = tuple(
        Choice(
            do="consent",
            fixed={"ruling": ruling.number, "agree": agree},
            clause=clause,
            label="agree" if agree else "object",
        )
        for agree in (True, False)
    )
    return [
        PendingDecision(
            kind="consent",
            seat=seat,
            person=name,
            choices=choices,
            clause=ruling_consent.CLAUSE,
            optional=True,
        )
        for seat, name in sorted(hosted.seated.items())
        if name in ruling.asked and name not in ruling.votes
    ]


def clock_of(hosted: LiveTable) -> ClockView | None:
    """Return the turn clock, or the time left for wagers."""
    turn = hosted.turn
    if hosted.is_wagering_open():
        ends = hosted.betting_ends()
        return ClockView(person=turn.person, started_at=turn.since, expires_at=ends, bank_starts_at=ends)
    deadline = hosted.deadline()
    if deadline is None or hosted.turn.person in hosted.hosting.bots:
        return None
    paused = hosted.settings.floor_clock_pause_ms if turn.held and not turn.stood else 0
    since = turn.since + turn.stood
    return ClockView(
        person=turn.person,
        started_at=since,
        expires_at=deadline - paused,
        bank_starts_at=since + hosted.settings.decision_clock_ms,
        paused_at=turn.held if paused else 0,
        resumes_at=turn.held + paused if paused else 0,
    )


def short_stacks(hosted: LiveTable) -> tuple[ShortStack, ...]:
    """Return the seats that get no cards for lack of chips."""
    table = hosted.table
    if not isinstance(table, PokerTable) or not table.is_open or hosted.hosting.closed:
        return ()
    return tuple(
        ShortStack(seat=out.seat, chips_needed=out.needs, clause=out.clause)
        for out in seats_short_of_chips(table.state)
    )


def sign_lines(table: Any) -> list[str]:
    """Return the posted sign as lines of text."""
    text = getattr(table.sign, "text", None)
    return text().splitlines() if text is not None else []


def _changes_commitment(step: CommittedStep) -> bool:
    """Whether a step changes the published hash of the next secret."""
    return any(
        isinstance(entry, table_events.CommitmentPublished | table_events.CommitmentUsed)
        for entry in step.step.events
    )


def _commitment(hosted: LiveTable) -> str:
    hosting = hosted.hosting
    if not hosting.next_secret:
        return ""
    return commitment_of(bytes.fromhex(hosting.next_secret), opens=hosting.next_opens).hex()


def _request_view(room: Room, hosted: LiveTable, ask: table_events.HostRequest) -> SeatRequest:
    """View of a request; where it cannot be granted now, with the reason and an alternative."""
    against = table_handlers.approval_obstacle(room, hosted, ask)
    seat, chips = (None, None) if against is None else _alternative(hosted, ask)
    return SeatRequest(
        request_id=ask.number,
        player=ask.person,
        kind=ask.what,
        seat=ask.seat,
        chips=ask.chips,
        problem="" if against is None else str(against),
        clause="" if against is None else against.clause,
        suggested_seat=seat,
        suggested_chips=chips,
    )


def _alternative(hosted: LiveTable, ask: table_events.HostRequest) -> tuple[int, int]:
    """Return a seat and chips that could be granted instead; 0 chips where there are none."""
    settings, roster = hosted.settings, hosted.table.roster
    if ask.what == "sit":
        seats = hosted.table.seat_rules().most
        free = [seat for seat in range(1, seats + 1) if seat not in hosted.seated]
        seat = ask.seat if ask.seat in free else next(iter(free), 0)
        chips = min(max(ask.chips, settings.min_buy_in), settings.max_buy_in)
        return seat, chips if seat else 0
    seat = roster.seat_of(ask.person)
    has = roster.stack(seat) + hosted.promised.get(ask.person, 0) if seat else settings.max_buy_in
    return seat, max(0, min(ask.chips, settings.max_buy_in - has))


def _ruling_view(hosted: LiveTable) -> ProposedRuling | None:
    ruling = standing_ruling(hosted)
    if ruling is None:
        return None
    return ProposedRuling(
        ruling_id=ruling.number,
        proposed_by=ruling.by,
        command=ruling.command,
        affected=tuple(ruling.affected),
        voters=tuple(ruling.asked),
        votes=ruling.votes,
    )


def standing_ruling(hosted: LiveTable) -> table_events.Ruling | None:
    """Return the ruling that waits for consent; it lapses with its round."""
    ruling = hosted.hosting.ruling
    return None if ruling is None or ruling.round != hosted.round_number() else ruling


def _sponsors(room: Room, hosted: LiveTable) -> dict[str, str]:
    people = room.state.people
    seated = [name for name in hosted.seated.values() if name in people]
    return {name: people[name].sponsor for name in seated if people[name].sponsor}


def _declined_view(hosting: table_events.LiveTableState, person: str) -> DeniedSeatRequest | None:
    declined = hosting.denied_requests.get(person) if person else None
    if declined is None:
        return None
    what, seat, chips = declined
    return DeniedSeatRequest(kind=what, suggested_seat=seat, suggested_chips=chips)
