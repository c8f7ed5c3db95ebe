"""Dispute report: disputes with their rulings, and play that was reported as suspicious."""

from __future__ import annotations

from hoyle.audit.reports.recorded_events import recorded_events, table_streams
from hoyle.audit.reports.report_table import Filter, Report, moment
from hoyle.core.validation import pluralize
from hoyle.storage.models import ROOM, HandIndexEntry
from hoyle.storage.sql.sql_store import SqlStore


def disputes(store: SqlStore, filter_: Filter) -> Report:
    """Build the report of disputes, each with its round and the ruling that closed it."""
    rows: list[list[str | int]] = []
    for stream in table_streams(store, filter_):
        hands = sorted(store.hands(stream=stream), key=lambda hand: hand.first_record)
        open_: dict[int, list[str | int]] = {}
        for entry in recorded_events(store, stream):
            facts = entry.facts
            if entry.name == "dispute-opened":
                hand = _round_of(hands, entry.record.number)
                row = open_[facts["number"]] = [
                    *(moment(entry.record.time), stream, "" if hand is None else hand.round),
                    *(facts["by"] or entry.record.actor, facts["about"], "", "", ""),
                ]
                if filter_.at(entry.record.time) and filter_.about(entry.record.actor, facts["by"]):
                    rows.append(row)
            elif entry.name == "dispute-closed" and facts["number"] in open_:
                open_[facts["number"]][5:] = [moment(entry.record.time), facts["by"], facts["ruling"]]
    columns = ("time", "where", "round", "by", "about", "settled", "settled by", "ruling")
    return Report(title="Disputes", columns=columns, rows=[tuple(row) for row in rows])


def _round_of(hands: list[HandIndexEntry], record: int) -> HandIndexEntry | None:
    """Return the round in play at a record, or the last one before it."""
    latest = None
    for hand in hands:
        if hand.first_record > record:
            break
        latest = hand
    return latest


def suspicions(store: SqlStore, filter_: Filter) -> Report:
    """Build the report of suspicious play: players' reports, and what the floor suspected."""
    rows: list[tuple[str | int, ...]] = []
    for stream in table_streams(store, filter_):
        for entry in recorded_events(store, stream):
            if not filter_.at(entry.record.time):
                continue
            if entry.command.get("do") not in ("report-collusion", "log-complaint") or not entry.last:
                continue
            by, about = entry.record.actor, f"seat {entry.command.get('seat', entry.command.get('about'))}"
            why = str(entry.command.get("why", entry.command.get("text", "")))
            if filter_.about(by, about):
                rows.append((moment(entry.record.time), stream, entry.record.number, by, about, why))
    for entry in recorded_events(store, ROOM):
        facts, time = entry.facts, entry.record.time
        if entry.name != "play-reported" or not filter_.at(time) or filter_.table not in (0, facts["table"]):
            continue
        if filter_.about(facts["by"], facts["player"]):
            place = f"table {facts['table']}, round {facts['round']}"
            rows.append((moment(time), place, entry.record.number, *(facts[name] for name in ("by", "player", "why"))))
    columns = ("time", "where", "record", "reported by", "about", "why")
    return Report(title="Suspicious play", columns=columns, rows=rows)


def sessions(store: SqlStore, filter_: Filter) -> Report:
    """Build the report of log-in sessions and failed log-ins."""
    timed_rows: list[tuple[int, tuple[str | int, ...]]] = []
    for session in store.inventory().sessions:
        if filter_.at(session.started_at) and filter_.about(session.person):
            end_text = moment(session.ended_at) or "open"
            row = (moment(session.started_at), session.person, "session", end_text, session.agent)
            timed_rows.append((session.started_at, row))
    for entry in recorded_events(store, ROOM):
        facts, time = entry.facts, entry.record.time
        if entry.name != "logged-in" or not facts["failures"]:
            continue
        if filter_.at(time) and filter_.about(facts["player"]):
            failures = pluralize(facts["failures"], "wrong password")
            timed_rows.append((time, (moment(time), facts["player"], "failed log-in", failures, "")))
    timed_rows.sort(key=lambda item: item[0])
    columns = ("time", "person", "what", "until", "from")
    return Report(title="Sessions and failed log-ins", columns=columns, rows=[row for _, row in timed_rows])
