"""Session runner: seats everybody, gives each command, narrates and compares with the case."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.core.validation import pluralize
from hoyle.history.narration.english import join_list
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
from hoyle.table.log.serialization import to_dict
from hoyle.table.seats import Sit

OWN_FIELDS: Final = ("sign", "people", "commands")
COMMON_FIELDS: Final = (
    *("id", "kind", "rulebook", "game", "title", "working", "clauses", "readings", "expect"),
)
FIELDS: Final = (*OWN_FIELDS, *dict.fromkeys(name for game in GAMES for name in adapter_for(game).FIELDS))
PERSON_FIELDS: Final = ("seat", "name", "chips", "currency")
SPOKEN_FIELDS: Final = ("by", "seat", "act")
BESIDE: Final = ("by", "minute", "expect", "title")
"""Fields of every line that are no part of its command."""


class SessionLine(NamedTuple):
    """One line of a session: what is to be done, by whom, and what is expected then."""

    facts: CaseReader
    number: int
    title: str
    minute: int | None
    by: str
    act: str | None
    seat: object
    data: dict[str, Any] | None
    """The command as the case writes it; None where somebody speaks, or where the line only looks."""
    expect: CaseReader | None


class IssuedCommand(NamedTuple):
    """A command on its way to the table."""

    command: Command
    by: str


def rule_session(case: Mapping[str, Any], where: str) -> Ruling:
    """Play a session; the ruling is everything the dealer calls, and says where the case parts from it."""
    return play_session(case, where)[1]


def play_session(case: Mapping[str, Any], where: str) -> tuple[TableAdapter, Ruling]:
    """The same with the table as it then stands."""
    setting = _open(CaseReader(case, where))
    facts = setting.facts
    lines = [_line(each, where, at) for at, each in enumerate(facts.items("commands"), 1)]
    at_the_end = facts.inner("expect", AT_THE_END) if facts.has("expect") else None
    return setting, _Session(setting, lines, at_the_end).rule()


def _open(facts: CaseReader) -> TableAdapter:
    """The table of a case, open, with everybody in his seat."""
    game = facts.word("game", GAMES)
    kind = adapter_for(game)
    facts = CaseReader(facts.fields, facts.where, (*COMMON_FIELDS, *OWN_FIELDS, *kind.FIELDS))
    book = facts.word("rulebook", kind.books(game))
    setting = kind(facts, book, game)
    given = facts.inner("sign").fields if facts.has("sign") else {}
    for name in ("book", "game"):
        if name in given:
            raise facts.refuse(f"sign: {name}", "is said once, beside the sign")
    setting.table = kind.TABLE()
    try:
        setting.table.do(setting.opening({**kind.default_sign(book, game, given), **given}))
    except HoyleError as error:
        raise with_location(f"{facts.where}: sign", error) from None
    for at, each in enumerate(facts.inners("people", PERSON_FIELDS) if facts.has("people") else []):
        place = f"{facts.where}: people[{at}]"
        try:
            name = field_types.name(each.fields.get("name", ""), "name")
            money = {"chips": each.count("chips"), "currency": each.count_or("currency", 0)}
            setting.table.do(Sit(seat=each.count("seat"), player=name, **money))
        except HoyleError as error:
            raise with_location(place, error) from None
    setting.prepare()
    return setting


def _line(value: object, where: str, number: int) -> SessionLine:
    facts = CaseReader(value, f"{where}: command {number}")
    given = facts.fields
    act, called = given.get("act"), given.get("do")
    if "act" in given and "do" in given:
        raise facts.refuse("act", "and do: a line has the player's words or a command, not both")
    if "act" in given and not isinstance(act, str):
        raise facts.refuse("act", f"must be the player's words, not {shown(act)}")
    # Telling the time is a command with a minute of its own.
    beside = [name for name in BESIDE if not (name == "minute" and called == "tell-time")]
    data: dict[str, Any] | None = None
    if "do" in given:
        data = {name: value for name, value in given.items() if name not in beside}
    else:
        own = SPOKEN_FIELDS if "act" in given else ("do", "act")
        CaseReader(value, facts.where, tuple(dict.fromkeys((*own, *beside))))
        if "act" not in given and "expect" not in given:
            raise facts.refuse("do", "is missing: a line has a command, a player's words, or only looks")
    title = given.get("title", "")
    if not isinstance(title, str):
        raise facts.refuse("title", f"must be text, not {shown(title)}")
    minute = facts.count("minute") if "minute" in beside and facts.has("minute") else None
    expect = facts.inner("expect", AFTER_A_COMMAND) if facts.has("expect") else None
    by = ""
    if facts.has("by"):
        try:
            by = field_types.name(facts.get("by"), "by")
        except InvalidError as error:
            raise with_location(facts.where, error) from None
    return SessionLine(facts, number, title, minute, by, act, given.get("seat"), data, expect)


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
        question = [setting.title(), *(f"seat {seat}: {_person(setting, seat)}" for seat in setting.people)]
        expects = self.at_the_end is not None or any(line.expect is not None for line in self.lines)
        for at, line in enumerate(self.lines, 1):
            moment = self._give(line)
            after = self.lines[at].data if at < len(self.lines) else None
            entries = setting.continue_deal("" if after is None else str(after.get("do")))
            if entries:
                moment = moment or CommandResult(setting, (), None)
                moment = moment._replace(entries=[*moment.entries, *entries])
            if moment is not None:
                self._tell(line, moment)
            if expects:
                self._hold(line, moment or CommandResult(setting, (), None))
        if self.at_the_end is not None and not self.parts:
            for part in compare(self.at_the_end, CommandResult(setting, (), None)):
                self.parts.append(part._replace(where=f"at the end: {part.where}"))
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
            parts=self.parts if expects else None,
        )

    def _give(self, line: SessionLine) -> CommandResult | None:
        """Hand a line's command to the table; None where the line only looks."""
        self._tell_time(line)
        if line.data is None and line.act is None:
            return None
        table = self.setting.table
        entries, taken = table.event_count, self.setting.taken
        try:
            given = self._spoken(line) if line.act is not None else self._command(line)
            return CommandResult(self.setting, table.do(given.command, given.by), None)
        except _Unreadable as unreadable:
            raise with_location(line.facts.where, unreadable.error) from None
        except HoyleError as error:
            if table.event_count == entries:
                # The deck or the throw was for what is refused: it lies ready for the next.
                self.setting.taken = taken
            return CommandResult(self.setting, (), Refusal.of(error))

    def _tell_time(self, line: SessionLine) -> None:
        if line.minute is None or line.minute == self.setting.table.roster.minute:
            return
        try:
            self.setting.table.do(SetTime(minute=line.minute), CLOCK)
        except HoyleError as error:
            raise with_location(line.facts.where, error) from None

    def _spoken(self, line: SessionLine) -> IssuedCommand:
        """What a player's words mean; the seat is his, or the one for which the house acts."""
        assert line.act is not None
        people = self.setting.people
        seat = self._seat(line.seat) if line.seat is not None else self.setting.table.roster.seat_of(line.by)
        if not line.by and not seat:
            raise _Unreadable(InvalidError("by is missing: say who speaks"))
        if not seat:
            clause = self.setting.table.seat_rules().seated_clause
            raise IllegalError(f"{line.by} has no seat at this table ({clause})", clause=clause, legal="sit")
        try:
            command = self.setting.parse_spoken(seat, line.by or people.get(seat, DEALER), line.act)
        except InvalidError as error:
            raise _Unreadable(InvalidError(f"act: {error}")) from None
        return IssuedCommand(command, line.by or people.get(seat, DEALER))

    def _command(self, line: SessionLine) -> IssuedCommand:
        assert line.data is not None
        try:
            data = self._with_seats(line.data, line.by)
            command = commands.command_from_dict(
                self.setting.TABLE.COMMANDS, self.setting.fill_in_cards_or_dice(data)
            )
        except InvalidError as error:
            raise _Unreadable(error) from None
        by = line.by
        if not by and type(command).ISSUER == PLAYER:
            by = self.setting.people.get(getattr(command, "seat", 0), "")
        return IssuedCommand(command, by or DEALER)

    def _with_seats(self, data: dict[str, Any], by: str) -> dict[str, Any]:
        """Seats for names, and the speaker's own seat where a command of his leaves it out."""
        called = data.get("do")
        kind = self.setting.TABLE.COMMANDS.get(called) if isinstance(called, str) else None
        seats = () if kind is None else commands.seat_fields(kind)
        found: dict[str, Any] = {key: self._seats_in(key, value, seats) for key, value in data.items()}
        seat = self.setting.table.roster.seat_of(by) if by else 0
        if kind is not None and kind.ISSUER == PLAYER and "seat" not in found and seat:
            found["seat"] = seat
        return found

    def _seats_in(self, key: str, value: Any, seats: Collection[str]) -> Any:
        if isinstance(value, list):
            return [self._seat_in(key, each, seats) for each in value]
        return self._seat_in(key, value, seats)

    def _seat_in(self, key: str, value: Any, seats: Collection[str]) -> Any:
        if key in seats and isinstance(value, str):
            return self._seat(value)
        if key in ("spot", "spots") and isinstance(value, dict) and isinstance(value.get("seat"), str):
            return {**value, "seat": self._seat(value["seat"])}
        return value

    def _seat(self, who: object) -> int:
        if isinstance(who, str):
            seat = self.setting.table.roster.seat_of(who)
            if not seat:
                here = ", ".join(self.setting.people.values()) or "nobody"
                raise _Unreadable(InvalidError(f"seat {shown(who)}: those who have a seat are {here}"))
            return int(seat)
        try:
            return field_types.check_int(who, "seat", 1, 99)
        except InvalidError as error:
            raise _Unreadable(error) from None

    def _tell(self, line: SessionLine, moment: CommandResult) -> None:
        """Put what a command has done into words, and keep it."""
        if line.title:
            self.working.append(ReasoningStep(f"{line.title}:"))
        self.working += self.setting.calls(moment.entries)
        self.cited.add(*moment.clauses())
        for entry in moment.entries:
            self.cited.read(getattr(entry, "reading", ""))
        result: dict[str, Any] = {"entries": [entry.name for entry in moment.entries]}
        rulings = rulings_of(moment.entries)
        if rulings:
            result["rulings"] = [{"result": ruled, "clauses": clauses} for ruled, clauses in rulings]
        if moment.refusal is not None:
            self.refusals += 1
            result["refused"] = moment.refusal.clause or True
            clause = "" if moment.refusal.clause == HOUSE_RULING else moment.refusal.clause
            self.working.append(ReasoningStep(f"Refused: {moment.refusal.why}.", clause))
        self.results.append(result)

    def _hold(self, line: SessionLine, moment: CommandResult) -> None:
        """Hold a line against what it expects; the first that differs is named, the rest follows from it."""
        if self.parts:
            return
        expect = line.expect or CaseReader({}, line.facts.where)
        for part in compare(expect, moment):
            self.parts.append(part._replace(where=f"command {line.number} ({_words(line)}): {part.where}"))


class _Unreadable(Exception):
    """A line that nobody can read, which is no refusal of the table."""

    def __init__(self, error: HoyleError) -> None:
        super().__init__(str(error))
        self.error = error


def _words(line: SessionLine) -> str:
    """A line in short: who, and what."""
    what = line.act if line.act is not None else str(line.data["do"]) if line.data is not None else "a look"
    return f"{line.by}: {what}" if line.by else what


def _person(setting: TableAdapter, seat: int) -> str:
    return f"{setting.people[seat]}, {pluralize(setting.stacks()[setting.people[seat]], 'chip')}"
