"""Session runner: seats the players, issues each command, narrates, and compares with the case."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.core.validation import pluralize
from hoyle.history.narration.english_phrases import join_list
from hoyle.judge.case_fields import CaseReader, shown, with_location
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling
from hoyle.judge.ruling_diff import RulingDifference
from hoyle.judge.sessions.adapter_registry import GAMES, adapter_for
from hoyle.judge.sessions.expectations import (
    AFTER_A_COMMAND,
    AT_THE_END,
    HOUSE_RULING,
    CommandResult,
    Refusal,
    compare,
    rulings_of,
)
from hoyle.judge.sessions.table_adapter import TableAdapter
from hoyle.table import command_base as commands
from hoyle.table import field_types
from hoyle.table.base import CLOCK, DEALER
from hoyle.table.command_base import PLAYER, Command
from hoyle.table.disputes import SetTime
from hoyle.table.log.json_output import to_dict
from hoyle.table.seats import Sit

OWN_FIELDS: Final = ("sign", "people", "commands")
COMMON_FIELDS: Final = (
    *("id", "kind", "rulebook", "game", "title", "working", "clauses", "readings", "expect"),
)
FIELDS: Final = (*OWN_FIELDS, *dict.fromkeys(name for game in GAMES for name in adapter_for(game).FIELDS))
PERSON_FIELDS: Final = ("seat", "name", "chips", "currency")
SPOKEN_FIELDS: Final = ("by", "seat", "act")
BESIDE: Final = ("by", "minute", "expect", "title")
"""Fields of every line that are not part of its command."""


class SessionLine(NamedTuple):
    """Line of a session: a command or spoken call, by whom, and the expectations after it."""

    facts: CaseReader
    number: int
    title: str
    minute: int | None
    by: str
    act: str | None
    seat: object
    data: dict[str, Any] | None
    """The command as the case writes it; None for a spoken call, or a line with only expectations."""
    expect: CaseReader | None


class IssuedCommand(NamedTuple):
    """Command with the name of the person who issues it."""

    command: Command
    by: str


def rule_session(case: Mapping[str, Any], location: str) -> Ruling:
    """Play a session case; return a ruling with the dealer's calls and the unmet expectations."""
    return play_session(case, location)[1]


def play_session(case: Mapping[str, Any], location: str) -> tuple[TableAdapter, Ruling]:
    """Play a session case; return the table at its end, and the ruling."""
    setting = _open_table(CaseReader(case, location))
    facts = setting.facts
    lines = [_read_line(line, location, number) for number, line in enumerate(facts.items("commands"), 1)]
    at_the_end = facts.inner("expect", AT_THE_END) if facts.has("expect") else None
    return setting, _Session(setting, lines, at_the_end).rule()


def _open_table(facts: CaseReader) -> TableAdapter:
    """Open the table of a case and seat its players."""
    game = facts.word("game", GAMES)
    kind = adapter_for(game)
    facts = CaseReader(facts.fields, facts.where, (*COMMON_FIELDS, *OWN_FIELDS, *kind.FIELDS))
    book = facts.word("rulebook", kind.books(game))
    setting = kind(facts, book, game)
    posted = facts.inner("sign").fields if facts.has("sign") else {}
    for name in ("book", "game"):
        if name in posted:
            raise facts.refuse(f"sign: {name}", "must be given once, beside the sign")
    setting.table = kind.TABLE()
    try:
        setting.table.do(setting.opening({**kind.default_sign(book, game, posted), **posted}))
    except HoyleError as error:
        raise with_location(f"{facts.where}: sign", error) from None
    for index, person in enumerate(facts.inners("people", PERSON_FIELDS) if facts.has("people") else []):
        location = f"{facts.where}: people[{index}]"
        try:
            name = field_types.check_name(person.fields.get("name", ""), "name")
            money = {"chips": person.count("chips"), "currency": person.count_or("currency", 0)}
            setting.table.do(Sit(seat=person.count("seat"), player=name, **money))
        except HoyleError as error:
            raise with_location(location, error) from None
    setting.prepare()
    return setting


def _read_line(value: object, location: str, number: int) -> SessionLine:
    facts = CaseReader(value, f"{location}: command {number}")
    fields = facts.fields
    act, command = fields.get("act"), fields.get("do")
    if "act" in fields and "do" in fields:
        raise facts.refuse("act", "and do: a line has the player's words or a command, not both")
    if "act" in fields and not isinstance(act, str):
        raise facts.refuse("act", f"must be the player's words, not {shown(act)}")
    # `tell-time` is a command with a `minute` field of its own.
    beside = [name for name in BESIDE if not (name == "minute" and command == "tell-time")]
    data: dict[str, Any] | None = None
    if "do" in fields:
        data = {name: value for name, value in fields.items() if name not in beside}
    else:
        allowed = SPOKEN_FIELDS if "act" in fields else ("do", "act")
        CaseReader(value, facts.where, tuple(dict.fromkeys((*allowed, *beside))))
        if "act" not in fields and "expect" not in fields:
            raise facts.refuse("do", "is missing: a line has a command, a player's words or expectations")
    title = fields.get("title", "")
    if not isinstance(title, str):
        raise facts.refuse("title", f"must be text, not {shown(title)}")
    minute = facts.count("minute") if "minute" in beside and facts.has("minute") else None
    expect = facts.inner("expect", AFTER_A_COMMAND) if facts.has("expect") else None
    by = ""
    if facts.has("by"):
        try:
            by = field_types.check_name(facts.get("by"), "by")
        except InvalidError as error:
            raise with_location(facts.where, error) from None
    return SessionLine(facts, number, title, minute, by, act, fields.get("seat"), data, expect)


class _Session:
    def __init__(
        self, setting: TableAdapter, lines: list[SessionLine], at_the_end: CaseReader | None
    ) -> None:
        self.setting = setting
        self.lines = lines
        self.at_the_end = at_the_end
        self.cited = CitationCollector()
        self.working: list[ReasoningStep] = []
        self.results: list[dict[str, Any]] = []
        self.parts: list[RulingDifference] = []
        self.refusals = 0

    def rule(self) -> Ruling:
        setting = self.setting
        question = [
            setting.title(),
            *(f"seat {seat}: {_player_text(setting, seat)}" for seat in setting.people),
        ]
        has_expectations = self.at_the_end is not None or any(line.expect is not None for line in self.lines)
        for number, line in enumerate(self.lines, 1):
            result = self._issue(line)
            next_data = self.lines[number].data if number < len(self.lines) else None
            entries = setting.continue_deal("" if next_data is None else str(next_data.get("do")))
            if entries:
                result = result or CommandResult(setting, (), None)
                result = result._replace(entries=[*result.entries, *entries])
            if result is not None:
                self._narrate(line, result)
            if has_expectations:
                self._check(line, result or CommandResult(setting, (), None))
        if self.at_the_end is not None and not self.parts:
            for difference in compare(self.at_the_end, CommandResult(setting, (), None)):
                self.parts.append(difference._replace(where=f"at the end: {difference.where}"))
        stacks = setting.stacks()
        answer = join_list([f"{name} has {chips}" for name, chips in stacks.items()]) or "nobody has a seat"
        if self.refusals:
            answer += f"; {self.refusals} refused"
        return Ruling(
            result={"stacks": stacks, "waits": to_dict(setting.table.pending()), "commands": self.results},
            clauses=self.cited.clauses(),
            readings=self.cited.readings,
            working=self.working,
            question=question,
            answer=answer,
            parts=self.parts if has_expectations else None,
        )

    def _issue(self, line: SessionLine) -> CommandResult | None:
        """Issue a line's command; None if the line has only expectations."""
        self._set_time(line)
        if line.data is None and line.act is None:
            return None
        table = self.setting.table
        entries, decks_taken = table.event_count, self.setting.taken
        try:
            issued = self._parse_call(line) if line.act is not None else self._parse_command(line)
            return CommandResult(self.setting, table.do(issued.command, issued.by), None)
        except _UnreadableLine as unreadable:
            raise with_location(line.facts.where, unreadable.error) from None
        except HoyleError as error:
            if table.event_count == entries:
                # The deck or throw of a refused command goes to the next one.
                self.setting.taken = decks_taken
            return CommandResult(self.setting, (), Refusal.of(error))

    def _set_time(self, line: SessionLine) -> None:
        if line.minute is None or line.minute == self.setting.table.roster.minute:
            return
        try:
            self.setting.table.do(SetTime(minute=line.minute), CLOCK)
        except HoyleError as error:
            raise with_location(line.facts.where, error) from None

    def _parse_call(self, line: SessionLine) -> IssuedCommand:
        """Parse a spoken call; the seat is the player's, or the one for which the house acts."""
        assert line.act is not None
        people, roster = self.setting.people, self.setting.table.roster
        seat = self._resolve_seat(line.seat) if line.seat is not None else roster.seat_of(line.by)
        if not line.by and not seat:
            raise _UnreadableLine(InvalidError("by is missing: say who speaks"))
        if not seat:
            clause = self.setting.table.seat_rules().seated_clause
            raise IllegalError(f"{line.by} has no seat at this table ({clause})", clause=clause, legal="sit")
        try:
            command = self.setting.parse_spoken(seat, line.by or people.get(seat, DEALER), line.act)
        except InvalidError as error:
            raise _UnreadableLine(InvalidError(f"act: {error}")) from None
        return IssuedCommand(command, line.by or people.get(seat, DEALER))

    def _parse_command(self, line: SessionLine) -> IssuedCommand:
        assert line.data is not None
        try:
            data = self._with_seat_numbers(line.data, line.by)
            command = commands.command_from_dict(
                self.setting.TABLE.COMMANDS, self.setting.fill_in_cards_or_dice(data)
            )
        except InvalidError as error:
            raise _UnreadableLine(error) from None
        by = line.by
        if not by and type(command).ISSUER == PLAYER:
            by = self.setting.people.get(getattr(command, "seat", 0), "")
        return IssuedCommand(command, by or DEALER)

    def _with_seat_numbers(self, data: dict[str, Any], by: str) -> dict[str, Any]:
        """Replace names by seats, and add the player's own seat if a command of theirs leaves it out."""
        name = data.get("do")
        kind = self.setting.TABLE.COMMANDS.get(name) if isinstance(name, str) else None
        seats = () if kind is None else commands.seat_fields(kind)
        resolved: dict[str, Any] = {
            key: self._resolve_seats_in(key, value, seats) for key, value in data.items()
        }
        seat = self.setting.table.roster.seat_of(by) if by else 0
        if kind is not None and kind.ISSUER == PLAYER and "seat" not in resolved and seat:
            resolved["seat"] = seat
        return resolved

    def _resolve_seats_in(self, key: str, value: Any, seats: Collection[str]) -> Any:
        if isinstance(value, list):
            return [self._resolve_seat_in(key, item, seats) for item in value]
        return self._resolve_seat_in(key, value, seats)

    def _resolve_seat_in(self, key: str, value: Any, seats: Collection[str]) -> Any:
        if key in seats and isinstance(value, str):
            return self._resolve_seat(value)
        if key in ("spot", "spots") and isinstance(value, dict) and isinstance(value.get("seat"), str):
            return {**value, "seat": self._resolve_seat(value["seat"])}
        return value

    def _resolve_seat(self, value: object) -> int:
        if isinstance(value, str):
            seat = self.setting.table.roster.seat_of(value)
            if not seat:
                names = ", ".join(self.setting.people.values()) or "nobody"
                raise _UnreadableLine(InvalidError(f"seat {shown(value)}: those who have a seat are {names}"))
            return int(seat)
        try:
            return field_types.check_int(value, "seat", 1, 99)
        except InvalidError as error:
            raise _UnreadableLine(error) from None

    def _narrate(self, line: SessionLine, result: CommandResult) -> None:
        """Narrate the events of a command, and record its result."""
        if line.title:
            self.working.append(ReasoningStep(f"{line.title}:"))
        self.working += self.setting.calls(result.entries)
        self.cited.add(*result.clauses())
        for entry in result.entries:
            self.cited.read(getattr(entry, "reading", ""))
        record: dict[str, Any] = {"entries": [entry.name for entry in result.entries]}
        rulings = rulings_of(result.entries)
        if rulings:
            record["rulings"] = [{"result": decision, "clauses": clauses} for decision, clauses in rulings]
        if result.refusal is not None:
            self.refusals += 1
            record["refused"] = result.refusal.clause or True
            clause = "" if result.refusal.clause == HOUSE_RULING else result.refusal.clause
            self.working.append(ReasoningStep(f"Refused: {result.refusal.why}.", clause))
        self.results.append(record)

    def _check(self, line: SessionLine, result: CommandResult) -> None:
        """Compare a line with its expectations; report the first line that differs, and no later ones."""
        if self.parts:
            return
        expect = line.expect or CaseReader({}, line.facts.where)
        for difference in compare(expect, result):
            self.parts.append(
                difference._replace(where=f"command {line.number} ({_line_label(line)}): {difference.where}")
            )


class _UnreadableLine(Exception):
    """Raised when a line cannot be parsed, as opposed to a refusal by the table."""

    def __init__(self, error: HoyleError) -> None:
        super().__init__(str(error))
        self.error = error


def _line_label(line: SessionLine) -> str:
    """Return a short label of a session line: the person and the action."""
    action = line.act if line.act is not None else str(line.data["do"]) if line.data is not None else "a look"
    return f"{line.by}: {action}" if line.by else action


def _player_text(setting: TableAdapter, seat: int) -> str:
    return f"{setting.people[seat]}, {pluralize(setting.stacks()[setting.people[seat]], 'chip')}"
