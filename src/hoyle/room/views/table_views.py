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
from hoyle.room.state import live_table_state
from hoyle.room.unit_of_work import CommittedStep
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
from hoyle.table.pending_decisions import Choice, PendingDecision


def table_snapshot(
    room: Room, live_table: LiveTable, person: str, narration: tuple[Sentence, ...] = ()
) -> TableSnapshot:
    """Return a whole table as one person may see it."""
    table = live_table.table
    hosting, listing = live_table.hosting, room.state.tables[live_table.number]
    is_host = bool(person) and hosting.host == person
    return TableSnapshot(
        table_id=live_table.number,
        title=listing.title,
        kind=table.KIND,
        game=listing.game,
        book=listing.book,
        record=room.chain(live_table.stream).head.number,
        version=table.event_count,
        view=table.view(person),
        pending=pending_for(room, live_table, person),
        narration=narration,
        sign_lines=tuple(table.sign.text().splitlines()),
        sign=table.sign.facts(),
        settings={**live_table.settings.to_dict(), "dealer_pace_ms": live_table.pace},
        seats=table.seat_rules().max_seats,
        cards_per_hand=VARIANTS[listing.game].hole_cards if listing.game in VARIANTS else 0,
        buy_in=(max(live_table.settings.min_buy_in, table.seat_rules().buy_in), live_table.settings.max_buy_in),
        host=hosting.host,
        invite_code=hosting.code if is_host else "",
        paused=hosting.paused,
        stopped=hosting.stopped,
        closing=hosting.closing,
        bots=tuple(hosting.bots),
        commitment=_commitment(live_table),
        seat_requests=tuple(
            _request_view(room, live_table, request)
            for request in hosting.seat_requests
            if is_host or request.person == person
        ),
        denied_request=_declined_view(hosting, person),
        guests=tuple(hosting.guests) if is_host else (),
        ruling=_ruling_view(live_table),
        vouched=_sponsors(room, live_table),
        clock=clock_of(live_table),
        next_deal_at=deals_at(live_table),
        short_stacks=short_stacks(live_table),
        own_cards=own_cards(live_table, person),
    )


def table_update(
    room: Room,
    live_table: LiveTable,
    committed: Sequence[CommittedStep],
    narration: Sequence[tuple[Sentence, ...]],
    person: str,
    pending: Sequence[PendingDecision] | None = None,
) -> TableUpdate:
    """Return the steps at a table as one person may read them, each with its narration.

    `pending` is the result of `public_pending`, where it is known already.
    """
    table = live_table.table
    return TableUpdate(
        table_id=live_table.number,
        record=committed[-1].number if committed else room.chain(live_table.stream).head.number,
        version=table.event_count,
        steps=_step_views(room, committed, narration, person),
        public_view=table.view(""),
        pending=_pending_views(live_table, public_pending(room, live_table) if pending is None else pending, person),
        clock=clock_of(live_table),
        next_deal_at=deals_at(live_table),
        short_stacks=short_stacks(live_table),
        own_cards=own_cards(live_table, person) if person else None,
        commitment=_commitment(live_table) if any(_changes_commitment(step) for step in committed) else None,
    )


def personal_update(
    public: TableUpdate,
    room: Room,
    live_table: LiveTable,
    committed: Sequence[CommittedStep],
    narration: Sequence[tuple[Sentence, ...]],
    person: str,
    pending: Sequence[PendingDecision],
) -> TableUpdate:
    """Return the spectators' update with what else one person may see: own cards, choices and steps."""
    return structs.replace(
        public,
        steps=_step_views(room, committed, narration, person),
        pending=own_pending(public, live_table, pending, person),
        own_cards=own_cards(live_table, person),
    )


def own_pending(
    public: TableUpdate, live_table: LiveTable, pending: Sequence[PendingDecision], person: str
) -> tuple[PendingDecisionView, ...]:
    """Return the pending decisions as spectators see them, with the choices of one person."""
    return tuple(
        _pending_view(live_table, decision, offered=True) if decision.person == person else public_decision
        for decision, public_decision in zip(pending, public.pending, strict=True)
    )


def people_with_private_view(room: Room, live_table: LiveTable, committed: Sequence[CommittedStep]) -> set[str]:
    """Return the people who see these steps otherwise than a spectator: private data, or blocked chat."""
    people: set[str] = set()
    for step in committed:
        for event in step.step.events:
            public = event.seen_by("")
            if isinstance(event, table_events.ChatMessageSent):
                people |= {name for name, person in room.state.people.items() if event.player in person.blocked}
            elif public is not event:
                public_data = public.to_dict()
                for person in {*live_table.seated.values(), *live_table.hosting.guests, step.step.by}:
                    if person not in people and event.seen_by(person).to_dict() != public_data:
                        people.add(person)
    return people


def _step_views(
    room: Room, committed: Sequence[CommittedStep], narration: Sequence[tuple[Sentence, ...]], person: str
) -> tuple[StepView, ...]:
    return tuple(
        step_view(room, step, person, sentences)
        for step, sentences in zip(committed, narration, strict=True)
        if _is_step_shown(room, step, person)
    )


def step_view(room: Room, step: CommittedStep, person: str, narration: tuple[Sentence, ...] = ()) -> StepView:
    """Return a step as one person may read it."""
    events: list[EventView] = []
    number = step.first
    for event in step.step.events:
        is_room_event = isinstance(event, table_events.LiveTableEvent)
        if _is_event_shown(room, event, person):
            visible = event.seen_by(person)
            entry_number = 0 if is_room_event else number
            events.append(EventView(name=visible.name, fields=visible.to_dict(), number=entry_number))
        number += not is_room_event
    return StepView(
        record=step.number,
        actor=step.ruler or step.step.by,
        role=step.step.by if step.ruler else "",
        command=step.step.command.name,
        events=tuple(events),
        narration=narration,
        begins_round=step.step.command.name in ROUND_START_COMMANDS,
    )


def own_cards(live_table: LiveTable, person: str) -> dict[str, list[str]] | None:
    """Return a person's own cards in the current round, by seat or spot; None where they have none."""
    if not person or person not in live_table.seated.values():
        return None
    return live_table.table.own_cards(person) or None


def _is_step_shown(room: Room, step: CommittedStep, person: str) -> bool:
    """Whether any event of a step is shown to a person."""
    events = step.step.events
    return not events or any(_is_event_shown(room, event, person) for event in events)


def _is_event_shown(room: Room, event: Any, person: str) -> bool:
    """Whether an event is shown to a person; chat of people whom they have blocked is not."""
    if isinstance(event, table_events.ChatMessageSent):
        listener = room.state.people.get(person)
        return listener is None or event.player not in listener.blocked
    return True


def pending_for(room: Room, live_table: LiveTable, person: str) -> tuple[PendingDecisionView, ...]:
    """Return the pending decisions of a table, with choices only where they are the person's own."""
    return _pending_views(live_table, public_pending(room, live_table), person)


def public_pending(room: Room, live_table: LiveTable) -> list[PendingDecision]:
    """Return the pending decisions of a table, without the optional ones of its staff."""
    table = live_table.table
    if live_table.hosting.closed or live_table.hosting.stopped or not table.is_open:
        return []
    decisions = [
        within_settings(room, live_table, decision)
        for decision in table.pending()
        if not (decision.optional and decision.person in table.STAFF_NAMES)
    ]
    return decisions + _ready_decisions(live_table) + _consent_decisions(live_table)


def _pending_views(
    live_table: LiveTable, pending: Sequence[PendingDecision], person: str
) -> tuple[PendingDecisionView, ...]:
    return tuple(
        [
            _pending_view(live_table, decision, offered=bool(person) and decision.person == person)
            for decision in pending
        ]
    )


def _pending_view(live_table: LiveTable, decision: PendingDecision, *, offered: bool) -> PendingDecisionView:
    """Return a pending decision, with choices where they are open to all or `offered` to the viewer."""
    return PendingDecisionView(
        decision=decision.kind,
        seat=decision.seat,
        person=decision.person,
        clause=decision.clause,
        optional=decision.optional,
        choices=live_table.table.choices_with_presets(decision) if offered or not decision.person else (),
    )


def _ready_decisions(live_table: LiveTable) -> list[PendingDecision]:
    """Return the optional decisions of players who may say that they are ready."""
    if not live_table.waits_for_ready():
        return []
    choice = Choice(do="ready", clause="house pace", label="ready")
    return _optional_decisions(live_table, "ready", live_table.not_ready(), (choice,), "house pace")


def _consent_decisions(live_table: LiveTable) -> list[PendingDecision]:
    """Return the optional decisions of players who may agree or object to a proposed ruling."""
    ruling = standing_ruling(live_table)
    if ruling is None:
        return []
    clause = ruling_consent.CLAUSE
    choices = tuple(
        Choice(do="consent", fixed={"ruling": ruling.number, "agree": agree}, clause=clause, label=label)
        for agree, label in ((True, "agree"), (False, "object"))
    )
    people = [name for name in ruling.asked if name not in ruling.votes]
    return _optional_decisions(live_table, "consent", people, choices, clause)


def _optional_decisions(
    live_table: LiveTable, kind: str, people: Sequence[str], choices: tuple[Choice, ...], clause: str
) -> list[PendingDecision]:
    """Return the same optional decision for each of these people who has a seat."""
    return [
        PendingDecision(kind=kind, seat=seat, person=name, choices=choices, clause=clause, optional=True)
        for seat, name in sorted(live_table.seated.items())
        if name in people
    ]


def clock_of(live_table: LiveTable) -> ClockView | None:
    """Return the turn clock, or the time left for wagers."""
    turn = live_table.turn
    if live_table.is_wagering_open():
        closes_at = live_table.betting_ends()
        return ClockView(person=turn.person, started_at=turn.since, expires_at=closes_at, bank_starts_at=closes_at)
    deadline = live_table.deadline()
    if deadline is None or live_table.turn.person in live_table.hosting.bots:
        return None
    paused = live_table.settings.floor_clock_pause_ms if turn.paused_at and not turn.paused_ms else 0
    since = turn.since + turn.paused_ms
    return ClockView(
        person=turn.person,
        started_at=since,
        expires_at=deadline - paused,
        bank_starts_at=since + live_table.settings.decision_clock_ms,
        paused_at=turn.paused_at if paused else 0,
        resumes_at=turn.paused_at + paused if paused else 0,
    )


def short_stacks(live_table: LiveTable) -> tuple[ShortStack, ...]:
    """Return the seats that get no cards for lack of chips."""
    table = live_table.table
    if not table.is_open or live_table.hosting.closed:
        return ()
    return tuple(
        ShortStack(seat=seat, chips_needed=chips, clause=clause) for seat, chips, clause in table.short_stacks()
    )


def _changes_commitment(step: CommittedStep) -> bool:
    return any(
        isinstance(event, table_events.CommitmentPublished | table_events.CommitmentUsed) for event in step.step.events
    )


def _commitment(live_table: LiveTable) -> str:
    hosting = live_table.hosting
    if not hosting.next_secret:
        return ""
    return commitment_of(bytes.fromhex(hosting.next_secret), opens=hosting.next_opens).hex()


def _request_view(room: Room, live_table: LiveTable, request: live_table_state.HostRequest) -> SeatRequest:
    """Return a request to the host; where it cannot be granted, with the reason and an alternative."""
    obstacle = table_handlers.approval_obstacle(room, live_table, request)
    seat, chips = (None, None) if obstacle is None else _alternative(live_table, request)
    return SeatRequest(
        request_id=request.number,
        player=request.person,
        kind=request.what,
        seat=request.seat,
        chips=request.chips,
        problem="" if obstacle is None else str(obstacle),
        clause="" if obstacle is None else obstacle.clause,
        suggested_seat=seat,
        suggested_chips=chips,
    )


def _alternative(live_table: LiveTable, request: live_table_state.HostRequest) -> tuple[int, int]:
    """Return a seat and chips that could be granted instead; 0 chips where there are none."""
    settings, roster = live_table.settings, live_table.table.roster
    if request.what == "sit":
        seats = live_table.table.seat_rules().max_seats
        free = [seat for seat in range(1, seats + 1) if seat not in live_table.seated]
        seat = request.seat if request.seat in free else next(iter(free), 0)
        chips = min(max(request.chips, settings.min_buy_in), settings.max_buy_in)
        return seat, chips if seat else 0
    seat = roster.seat_of(request.person)
    stack = roster.stack(seat) + live_table.reserved_top_ups.get(request.person, 0) if seat else settings.max_buy_in
    return seat, max(0, min(request.chips, settings.max_buy_in - stack))


def _ruling_view(live_table: LiveTable) -> ProposedRuling | None:
    ruling = standing_ruling(live_table)
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


def standing_ruling(live_table: LiveTable) -> live_table_state.Ruling | None:
    """Return the ruling that waits for consent; it lapses with its round."""
    ruling = live_table.hosting.ruling
    return None if ruling is None or ruling.round != live_table.table.round_number else ruling


def _sponsors(room: Room, live_table: LiveTable) -> dict[str, str]:
    people = room.state.people
    seated = [name for name in live_table.seated.values() if name in people]
    return {name: people[name].sponsor for name in seated if people[name].sponsor}


def _declined_view(hosting: live_table_state.LiveTableState, person: str) -> DeniedSeatRequest | None:
    declined = hosting.denied_requests.get(person) if person else None
    if declined is None:
        return None
    kind, seat, chips = declined
    return DeniedSeatRequest(kind=kind, suggested_seat=seat, suggested_chips=chips)
