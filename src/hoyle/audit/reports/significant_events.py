"""Significant-event report: who changed what in the room, why, and the values before and after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hoyle.audit.reports.recorded_events import RecordedEvent, recorded_events, table_streams
from hoyle.audit.reports.report_table import Cell, Filter, Report, moment
from hoyle.storage.models import ROOM
from hoyle.storage.sql.sql_store import SqlStore

NO_REASON: Final = "none given"
"""Reason shown for hosts, who need not give one at their own table."""
COLUMNS: Final = ("time", "where", "record", "actor", "event", "about", "reason", "before", "after", "clause")


class _State:
    """State of a stream as far as it has been read, for before and after values."""

    def __init__(self) -> None:
        self.roles: dict[str, list[str]] = {}
        self.flags: dict[tuple[str, str], bool] = {}
        self.cage = 0
        self.host = ""
        self.rake = ""
        self.rules = ""
        self.files = ""

    def change(self, key: tuple[str, str], value: bool, labels: tuple[str, str]) -> tuple[str, str]:
        """Set a flag of the replayed state; return its labels before and after."""
        before = self.flags.get(key, False)
        self.flags[key] = value
        return labels[before], labels[value]


Description = tuple[str, str, str, str] | None
"""Subject, reason, before, after."""


def _role(state: _State, facts: dict[str, Any]) -> Description:
    person = facts["player"]
    before = state.roles.get(person, [])
    after = [role for role in before if role != facts["role"]] + ([facts["role"]] if facts["on"] else [])
    state.roles[person] = after
    why = facts.get("why", "") or NO_REASON
    return person, why, ", ".join(before) or "player", ", ".join(after) or "player"


def _cage(state: _State, facts: dict[str, Any], sign: int) -> Description:
    before = state.cage
    state.cage += sign * facts["chips"]
    return facts["player"], facts["why"] or NO_REASON, f"out of the cage {before:,}", f"{state.cage:,}"


def _person(state: _State, facts: dict[str, Any]) -> Description:
    flag = facts["what"]
    before, after = state.change((flag, facts["player"]), facts["on"], (f"not {flag}", flag))
    return facts["player"], facts["why"] or NO_REASON, before, after


def _game(state: _State, facts: dict[str, Any]) -> Description:
    before, after = state.change(("stopped", facts["game"]), not facts["on"], ("dealt", "not dealt"))
    return facts["game"], facts["why"] or NO_REASON, before, after


def _pause(state: _State, facts: dict[str, Any]) -> Description:
    before, after = state.change(("paused", ""), facts["on"], ("playing", "paused"))
    return "play", facts["why"] or NO_REASON, before, after


def _stop(state: _State, facts: dict[str, Any]) -> Description:
    # The error text stays in the log: it may name a card that is not out yet.
    state.flags["paused", ""] = True
    return "play", f"something went wrong while {facts['doing']} was done", "playing", "stopped"


def _host(state: _State, facts: dict[str, Any]) -> Description:
    before, state.host = state.host, facts["host"]
    return facts["host"], "", before, state.host


def _terms(state: _State, facts: dict[str, Any]) -> Description:
    state.host = facts["host"]
    return facts["game"], "", "no table", f"host {state.host}" if state.host else "open to everybody"


def _rake(state: _State, facts: dict[str, Any]) -> Description:
    before, state.rake = state.rake or "as on the sign", str(facts["rake"])
    return f"seat {facts['seat']}", "short table", before, state.rake


def _clocks_restarted(state: _State, facts: dict[str, Any]) -> Description:
    before, state.rules = state.rules, facts["rules"]
    return "the table", "a process took it up", f"rules {before}" if before else "", f"rules {state.rules}"


def _program(state: _State, facts: dict[str, Any]) -> Description:
    before, state.files = state.files, facts["digest"][:16]
    return f"{facts['files']} files", "; ".join(facts["changed"]), before, state.files


EVENTS: Final[dict[str, Callable[[_State, dict[str, Any]], Description]]] = {
    "role-changed": _role,
    "chips-issued": lambda state, facts: _cage(state, facts, 1),
    "chips-redeemed": lambda state, facts: _cage(state, facts, -1),
    "person-restricted": _person,
    "game-availability-changed": _game,
    "entered": lambda state, facts: (
        (facts["player"], "", "", f"second account of {facts['sponsor']}") if facts.get("sponsor") else None
    ),
    "registered": lambda state, facts: (facts["player"], "", "guest", "member"),
    "password-changed": lambda state, facts: (facts["player"], "", "", "another password"),
    "code-issued": lambda state, facts: (
        facts["player"], facts["why"] or NO_REASON, "in use" if facts["reset"] else "", "to be claimed",
    ),
    "name-claimed": lambda state, facts: (facts["player"], "the code was known", "to be claimed", "claimed"),
    "departed": lambda state, facts: (
        facts["player"], facts["why"] or NO_REASON, "", "name free" if facts["free"] else "former account",
    ),
    "ruling-proposed": lambda state, facts: (
        str(facts["command"].get("do", "")), f"costs {', '.join(facts['affected'])}", "", "proposed",
    ),
    "ruling-closed": lambda state, facts: (
        f"ruling {facts['ruling']} of {facts['by']}", "the players' consent", "proposed",
        "carried out" if facts["carried"] else "not agreed to",
    ),
    "hands-accessed": lambda state, facts: (
        f"table {facts['table']}, records {facts['first']} to {facts['last']}", facts["why"], "", "read",
    ),
    "installed-files-checked": _program,
    "table-closed": lambda state, facts: (f"table {facts['table']}", "as ordered", "open", "closed"),
    "table-set-up": _terms,
    "paused": _pause,
    "table-faulted": _stop,
    "faulted-round-voided": lambda state, facts: ("the round", facts["why"], "stopped", "called off"),
    "closing": lambda state, facts: (
        "the table", facts["why"] or NO_REASON, "open", "closes after the round",
    ),
    "closed": lambda state, facts: ("the table", "as ordered", "closing", "closed"),
    "host-changed": _host,
    "player-removed": lambda state, facts: (facts["player"], facts["why"], "seated", "has to leave"),
    "bot-seated": lambda state, facts: (facts["player"], "", "", f"bot, {facts['style']}"),
    "jackpot-won": lambda state, facts: (
        facts["player"], facts["standard"], "", f"won in round {facts['round']}",
    ),
    "jackpot-paid": lambda state, facts: (
        facts.get("player") or f"seat {facts['seat']}", facts["standard"], "won", f"{facts['chips']:,} paid",
    ),
    "rake-reduced": _rake,
    "play-refused": lambda state, facts: (facts.get("player", ""), facts.get("why", ""), "", "refused play"),
    "dispute-closed": lambda state, facts: (f"dispute {facts['number']}", facts["ruling"], "open", "closed"),
    "house-ruled": lambda state, facts: (
        str(facts.get("what", "")), str(facts.get("decision", "")), "", "ruled",
    ),
    "ruled": lambda state, facts: (str(facts.get("trigger", "")), str(facts.get("result", "")), "", "ruled"),
    "deck-retired": lambda state, facts: (
        str(facts.get("deck", "")), str(facts.get("why", "")), "in use", "retired",
    ),
    "clocks-restarted": _clocks_restarted,
}  # fmt: skip
"""Significant events, and the function that describes each."""


def events(store: SqlStore, filter_: Filter) -> Report:
    """Build the report of all significant events of the room, in order of time."""
    timed: list[tuple[int, tuple[Cell, ...]]] = []
    if not filter_.table:
        _append_rows(recorded_events(store, ROOM), ROOM, filter_, timed)
    for stream in table_streams(store, filter_):
        _append_rows(recorded_events(store, stream), stream, filter_, timed)
    timed.sort(key=lambda timed_row: timed_row[0])
    return Report(title="Significant events", columns=COLUMNS, rows=[row for _, row in timed])


def _append_rows(entries: Any, place: str, filter_: Filter, rows: list[tuple[int, tuple[Cell, ...]]]) -> None:
    state = _State()
    entry: RecordedEvent
    for entry in entries:
        describe = EVENTS.get(entry.name)
        if describe is None:
            continue
        description = describe(state, entry.facts)
        if description is None or not filter_.at(entry.record.time):
            continue
        about, why, before, after = description
        if filter_.about(entry.record.actor, about):
            row: tuple[Cell, ...] = (
                *(moment(entry.record.time), place, entry.record.number, entry.record.actor, entry.name),
                *(about, why, before, after, str(entry.facts.get("clause", ""))),
            )
            rows.append((entry.record.time, row))
