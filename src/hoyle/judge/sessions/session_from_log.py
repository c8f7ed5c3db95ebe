"""Session case from a table's log: the same commands, the logged results as expectations.

The events of the log are applied, and the case expects the stacks and rulings they lead to. It passes as long
as the rules turn its commands into the same results.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from hoyle.core.errors import InvalidError
from hoyle.games.registry import GAMES
from hoyle.judge.case_types.decoder import quote_value
from hoyle.judge.case_types.session_case import SessionCase
from hoyle.judge.sessions.adapter_registry import adapter_for
from hoyle.judge.sessions.expectations import rulings_of
from hoyle.judge.sessions.table_adapter import TableAdapter
from hoyle.table import command_base as commands
from hoyle.table.base import DEALER
from hoyle.table.command_base import PLAYER
from hoyle.table.log.event_log import LogStep, steps_from_dicts
from hoyle.table.log.log_audit import REPLAY_ERRORS


def read_log(text: str, name: str) -> list[object]:
    """Read the steps of a log file: a JSON list, or one step per line."""
    try:
        if text.lstrip().startswith("["):
            steps = json.loads(text)
            return list(steps)
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except json.JSONDecodeError as error:
        raise InvalidError(
            f"{name}: neither a JSON list of steps nor one step per line: {error.msg} in line {error.lineno}"
        ) from None
    except RecursionError:
        raise InvalidError(f"{name}: lists and objects are nested too deeply") from None
    except ValueError:
        raise InvalidError(f"{name}: a number has too many digits") from None


def session_from_log(data: Sequence[object], id: str) -> dict[str, Any]:
    """Convert the steps of a log into a session case."""
    opening = data[0] if data else None
    command = opening.get("command") if isinstance(opening, Mapping) else None
    command = command if isinstance(command, Mapping) else {}
    sign = command.get("sign")
    game = sign.get("game", command.get("game")) if isinstance(sign, Mapping) else None
    if not isinstance(sign, Mapping) or not isinstance(game, str) or game not in GAMES:
        raise InvalidError(f"the log does not begin with the opening of a table: {quote_value(opening)}")
    kind = adapter_for(game)
    if sign.get("book") not in kind.books(game):
        raise InvalidError(f"the log names book {quote_value(sign.get('book'))}, which does not have {game}")
    steps = steps_from_dicts(kind.TABLE.COMMANDS, kind.TABLE.EVENTS, data)
    return _LogConverter(kind, game, steps, id).case()


class _LogConverter:
    def __init__(self, kind: type[TableAdapter], game: str, steps: list[LogStep], id: str) -> None:
        self.kind = kind
        self.game = game
        self.steps = steps
        self.id = id
        opening = commands.to_dict(steps[0].command)
        self.sign: dict[str, Any] = opening["sign"]
        book = self.sign["book"]
        self.setting = kind(SessionCase(id=id, rulebook=book, game=game, commands=[]), book, game)
        self.setting.table = kind.TABLE()
        self.paused = False
        """Whether the deal ever paused where a session would continue it automatically."""

    def case(self) -> dict[str, Any]:
        table = self.setting.table
        self._apply(1, self.steps[0])
        case: dict[str, Any] = {"id": self.id, "kind": "session", "rulebook": self.sign["book"], "game": self.game}
        sign = self._sign_differences()
        if sign:
            case["sign"] = sign
        case.update(self.kind.saved_opening(self.steps[0].command))
        people: list[dict[str, Any]] = []
        lines: list[dict[str, Any]] = []
        for number, step in enumerate(self.steps[1:], 2):
            seat = table.roster.seat_of(step.by)
            data = commands.to_dict(step.command)
            self._apply(number, step)
            self.paused = self.paused or self.setting.pauses()
            if not lines and step.by == DEALER and data["do"] == "sit":
                people.append(_person(data))
                continue
            lines.append(self._line(step, data, seat))
        if self.paused:
            case.update(self.kind.PAUSED)
        case["people"] = people
        case["commands"] = lines
        case["expect"] = {"stacks": self.setting.stacks()}
        return case

    def _sign_differences(self) -> dict[str, Any]:
        """Fields of the sign that differ from a session's defaults."""
        book, game = self.sign["book"], self.game
        posted = {name: value for name, value in self.sign.items() if name not in ("book", "game")}
        differing = dict(posted)
        for name, value in posted.items():
            shorter = {key: other_value for key, other_value in differing.items() if key != name}
            # A field may be left out if its default still follows from the remaining fields.
            if self.kind.default_sign(book, game, shorter).get(name, _MISSING) == value:
                differing = shorter
        restored = {**self.kind.default_sign(book, game, differing), **differing}
        return differing if all(restored.get(name) == value for name, value in posted.items()) else posted

    def _apply(self, number: int, step: LogStep) -> None:
        table = self.setting.table
        for entry in step.events:
            try:
                table.apply(entry)
            except REPLAY_ERRORS as error:
                reason = str(error) or type(error).__name__
                raise InvalidError(f"step {number} of the log: {entry.name} cannot follow: {reason}") from None

    def _line(self, step: LogStep, data: dict[str, Any], seat: int) -> dict[str, Any]:
        """Build one line of the session; `seat` is the seat of the person who gave the command."""
        line: dict[str, Any] = {}
        if type(step.command).ISSUER == PLAYER and seat and data.get("seat") == seat:
            line["by"] = step.by
            del data["seat"]
        elif step.by != DEALER or type(step.command).ISSUER == PLAYER:
            line["by"] = step.by
        line.update(data)
        expect: dict[str, Any] = {}
        rulings = rulings_of(step.events)
        if rulings:
            result, clauses = rulings[0]
            expect["ruling"] = {"result": result}
            if clauses[0]:
                expect["ruling"]["clause"] = clauses[0]
        if any(entry.name in self.kind.ROUND_END_EVENTS for entry in step.events):
            expect["stacks"] = self.setting.stacks()
        if expect:
            line["expect"] = expect
        return line


_MISSING: Final = object()


def _person(data: dict[str, Any]) -> dict[str, Any]:
    person = {"seat": data["seat"], "name": data.get("player", ""), "chips": data["chips"]}
    if "currency" in data:
        person["currency"] = data["currency"]
    return person
