"""Session runner: seats the players, issues each command, narrates, and compares with the case."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from hoyle.core import validation
from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.core.validation import pluralize
from hoyle.games.registry import GAMES
from hoyle.history.narration.english_phrases import join_list
from hoyle.judge.case_types.decoder import decode, match_field, match_game, quote_value, with_location
from hoyle.judge.case_types.session_case import SessionCase, SessionExpectation, SessionLine, given_fields
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling
from hoyle.judge.ruling_diff import RulingDifference
from hoyle.judge.sessions.adapter_registry import adapter_for
from hoyle.judge.sessions.expectations import AT_THE_END, HOUSE_RULING, CommandResult, Refusal, compare, rulings_of
from hoyle.judge.sessions.table_adapter import TableAdapter
from hoyle.table import command_base as commands
from hoyle.table.base import CLOCK, DEALER
from hoyle.table.command_base import PLAYER, Command
from hoyle.table.disputes import SetTime
from hoyle.table.log.json_output import to_dict
from hoyle.table.seats import Sit

TABLE_FIELDS: Final = ("button", "deck", "sealed", "shooter", "dice", "deck_names", "run_out")
"""Fields that only sessions at some kinds of table have."""
BESIDE: Final = ("by", "minute", "expect", "title")
"""Fields of every line that are not part of its command."""


class NumberedLine(NamedTuple):
    """Line of a session with its number: a command or spoken call, and the expectations after it."""

    number: int
    line: SessionLine
    by: str
    data: dict[str, Any]
    """The command as the case writes it, or the seat of a spoken call; empty for expectations alone."""

    @property
    def location(self) -> str:
        return f"command {self.number}"

    @property
    def call(self) -> str | None:
        """The words of a spoken call; None if the line has none."""
        return None if self.line.act is UNSET else self.line.act

    @property
    def command_name(self) -> str:
        """Name of the line's command; empty if it has none."""
        return "" if self.line.do is UNSET else self.line.do

    @property
    def label(self) -> str:
        """Short label of a session line: the person and the action."""
        action = self.call if self.call is not None else self.command_name or "a look"
        return f"{self.by}: {action}" if self.by else action


class IssuedCommand(NamedTuple):
    """Command with the name of the person who issues it."""

    command: Command
    by: str


def judge_session(case: SessionCase) -> Ruling:
    """Play a session case; return a ruling with the dealer's calls and the unmet expectations."""
    return play_session(case)[1]


def play_session(case: SessionCase) -> tuple[TableAdapter, Ruling]:
    """Play a session case; return the table at its end, and the ruling."""
    setting = _open_table(case)
    lines = [_read_line(fields, number) for number, fields in enumerate(case.commands, 1)]
    if case.expect is not None:
        for name in given_fields(case.expect):
            if name not in AT_THE_END:
                fields = ", ".join(AT_THE_END)
                raise InvalidError(f"expect.{name} is not known at the end; the fields are {fields}")
    return setting, _Session(setting, lines, case.expect).rule()


def _open_table(case: SessionCase) -> TableAdapter:
    game = match_game(case.game, [*GAMES])
    kind = adapter_for(game)
    for name in TABLE_FIELDS:
        if getattr(case, name) is not None and name not in kind.FIELDS:
            raise InvalidError(f"{name} is not known in {game}; its fields are {', '.join(kind.FIELDS)}")
    book = match_field("rulebook", case.rulebook, kind.books(game))
    setting = kind(case, book, game)
    posted = case.sign or {}
    for name in ("book", "game"):
        if name in posted:
            raise InvalidError(f"sign: {name} must be given once, beside the sign")
    setting.table = kind.TABLE()
    try:
        setting.table.do(setting.opening({**kind.default_sign(book, game, posted), **posted}))
    except HoyleError as error:
        raise with_location("sign", error) from None
    for index, person in enumerate(case.people or []):
        try:
            name = validation.check_name(person.name, "name")
            sit = Sit(seat=person.seat, player=name, chips=person.chips, currency=person.currency)
            setting.table.do(sit)
        except HoyleError as error:
            raise with_location(f"people[{index}]", error) from None
    setting.prepare()
    return setting


def _read_line(fields: dict[str, Any], number: int) -> NumberedLine:
    """Read a line of a session: what is beside its command, and the command's own fields."""
    try:
        # `set-time` is a command with a `minute` field of its own.
        beside = [name for name in BESIDE if not (name == "minute" and fields.get("do") == "set-time")]
        if "act" in fields and "do" in fields:
            raise InvalidError("act and do: a line has the player's words or a command, not both")
        data = {name: value for name, value in fields.items() if name not in beside}
        own = {name: fields[name] for name in ("do", "act", *beside) if name in fields}
        if "do" not in fields:
            data = {"seat": data["seat"]} if "act" in fields and "seat" in data else {}
            own = {name: value for name, value in fields.items() if name not in data}
        line = decode(own, SessionLine)
        if line.do is UNSET and line.act is UNSET and line.expect is None:
            raise InvalidError("do is missing: a line has a command, a player's words or expectations")
        by = "" if line.by is None else validation.check_name(line.by, "by")
    except InvalidError as error:
        raise with_location(f"command {number}", error) from None
    return NumberedLine(number, line, by, data)


class _Session:
    """Session of a case in play: its table, what was cited and said, and the unmet expectations."""

    def __init__(self, setting: TableAdapter, lines: list[NumberedLine], at_the_end: SessionExpectation | None) -> None:
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
        question = [setting.title(), *(f"seat {seat}: {_player_text(setting, seat)}" for seat in setting.people)]
        has_expectations = self.at_the_end is not None or any(
            numbered.line.expect is not None for numbered in self.lines
        )
        for number, line in enumerate(self.lines, 1):
            result = self._issue(line)
            entries = setting.continue_deal(self.lines[number].command_name if number < len(self.lines) else "")
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
        return self.cited.ruling(
            result={"stacks": stacks, "waits": to_dict(setting.table.pending()), "commands": self.results},
            working=self.working,
            question=question,
            answer=answer,
            parts=self.parts if has_expectations else None,
        )

    def _issue(self, line: NumberedLine) -> CommandResult | None:
        """Issue a line's command; None if the line has only expectations."""
        self._set_time(line)
        if line.call is None and not line.command_name:
            return None
        table = self.setting.table
        entries, decks_taken = table.event_count, self.setting.taken
        try:
            issued = self._parse_command(line) if line.call is None else self._parse_call(line, line.call)
            return CommandResult(self.setting, table.do(issued.command, issued.by), None)
        except _UnreadableLine as unreadable:
            raise with_location(line.location, unreadable.error) from None
        except HoyleError as error:
            if table.event_count == entries:
                # The deck or throw of a refused command goes to the next one.
                self.setting.taken = decks_taken
            return CommandResult(self.setting, (), Refusal.of(error))

    def _set_time(self, line: NumberedLine) -> None:
        minute = line.line.minute
        if minute is None or minute == self.setting.table.roster.minute:
            return
        try:
            self.setting.table.do(SetTime(minute=minute), CLOCK)
        except HoyleError as error:
            raise with_location(line.location, error) from None

    def _parse_call(self, line: NumberedLine, call: str) -> IssuedCommand:
        """Parse a spoken call; the seat is the player's, or the one for which the house acts."""
        people, roster = self.setting.people, self.setting.table.roster
        given_seat = line.data.get("seat")
        seat = roster.seat_of(line.by) if given_seat is None else self._resolve_seat(given_seat)
        if not line.by and not seat:
            raise _UnreadableLine(InvalidError("by is missing: say who speaks"))
        if not seat:
            clause = self.setting.table.seat_rules().seated_clause
            raise IllegalError(f"{line.by} has no seat at this table ({clause})", clause=clause, legal="sit")
        try:
            command = self.setting.parse_spoken(seat, line.by or people.get(seat, DEALER), call)
        except InvalidError as error:
            raise _UnreadableLine(InvalidError(f"act: {error}")) from None
        return IssuedCommand(command, line.by or people.get(seat, DEALER))

    def _parse_command(self, line: NumberedLine) -> IssuedCommand:
        try:
            data = self._with_seat_numbers(line.data, line.by)
            command = commands.command_from_dict(self.setting.TABLE.COMMANDS, self.setting.fill_in_cards_or_dice(data))
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
        resolved: dict[str, Any] = {key: self._resolve_seats_in(key, value, seats) for key, value in data.items()}
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
                raise _UnreadableLine(InvalidError(f"seat {quote_value(value)}: those who have a seat are {names}"))
            return int(seat)
        try:
            return validation.check_int(value, "seat", 1, 99)
        except InvalidError as error:
            raise _UnreadableLine(error) from None

    def _narrate(self, line: NumberedLine, result: CommandResult) -> None:
        """Narrate the events of a command, and record its result."""
        if line.line.title:
            self.working.append(ReasoningStep(f"{line.line.title}:"))
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

    def _check(self, line: NumberedLine, result: CommandResult) -> None:
        """Compare a line with its expectations; report the first line that differs, and no later ones."""
        if self.parts:
            return
        try:
            differences = compare(line.line.expect or SessionExpectation(), result)
        except HoyleError as error:
            raise with_location(f"{line.location}: expect", error) from None
        for difference in differences:
            where = f"{line.location} ({line.label}): {difference.where}"
            self.parts.append(difference._replace(where=where))


class _UnreadableLine(Exception):
    """Raised when a line cannot be parsed, as opposed to a refusal by the table."""

    def __init__(self, error: HoyleError) -> None:
        super().__init__(str(error))
        self.error = error


def _player_text(setting: TableAdapter, seat: int) -> str:
    return f"{setting.people[seat]}, {pluralize(setting.stacks()[setting.people[seat]], 'chip')}"
