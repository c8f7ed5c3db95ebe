"""Expectations of a session: comparison of the table with what a case expects after a command.

Only what is expected is compared. Seats are given by number or by the player's name, clauses with or without
the name of their book, words without regard to case, spaces and punctuation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from hoyle.core.cards import cards_text, parse_cards
from hoyle.core.errors import HouseRulingRequired, HoyleError, IllegalError, InvalidError
from hoyle.core.name_matching import suggest_name
from hoyle.core.validation import MAX_CHIPS
from hoyle.judge.case_fields import CaseReader, shown
from hoyle.judge.ruling_diff import RulingDifference, diff
from hoyle.judge.sessions.table_adapter import TableAdapter
from hoyle.table.field_types import MAX_SEATS
from hoyle.table.log.json_output import to_dict
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.ruling_preview import RULING_EVENTS

WAIT_FIELDS: Final = ("kind", "seat", "person", "clause", "optional", "choices", "offers")
RULING_FIELDS: Final = ("result", "clause")
HOUSE_RULING: Final = "house ruling"
_MAX_WON: Final = MAX_SEATS * MAX_CHIPS
"""Most chips that one player may have: all that the players brought."""


class Refusal(NamedTuple):
    """Refusal of a command: reason and clause."""

    why: str
    clause: str

    @classmethod
    def of(cls, error: HoyleError) -> Refusal:
        if isinstance(error, HouseRulingRequired):
            return cls(str(error), HOUSE_RULING)
        return cls(str(error), error.clause if isinstance(error, IllegalError) else "")


class CommandResult(NamedTuple):
    """Result of a command: the table after it, its events, or its refusal."""

    setting: TableAdapter
    entries: Sequence[Any]
    refusal: Refusal | None

    def clauses(self) -> list[str]:
        """Return the clauses cited by a command's events or its refusal, in order."""
        clauses: list[str] = []
        for entry in self.entries:
            clauses += [entry.clause, *getattr(entry, "clauses", ())]
            # An award also cites the clauses of its odd chips.
            clauses += [str(value) for name, value in entry.fields().items() if name.endswith("_clause")]
        if self.refusal is not None and self.refusal.clause != HOUSE_RULING:
            clauses.append(self.refusal.clause)
        return list(dict.fromkeys(clause for clause in clauses if clause))


def compare(expect: CaseReader, result: CommandResult) -> list[RulingDifference]:
    """List the expectations of a session line that the table does not meet, in the order of the case."""
    differences: list[RulingDifference] = []
    if result.refusal is not None and "refused" not in expect.fields:
        differences.append(RulingDifference("refused", False, result.refusal.why))
    for name in expect.fields:
        differences += COMPARED[name](expect, name, result)
    return differences


def _compare_refusal(expect: CaseReader, name: str, result: CommandResult) -> list[RulingDifference]:
    expected, refusal = expect.get(name), result.refusal
    if not isinstance(expected, bool | str):
        raise expect.refuse(name, f"must be true, false or a clause, not {shown(expected)}")
    if refusal is None:
        return [RulingDifference(name, expected, False)] if expected else []
    if expected is True or (isinstance(expected, str) and _same_clause(expected, refusal.clause)):
        return []
    actual = refusal.why if expected is False else refusal.clause or refusal.why
    return [RulingDifference(name, expected, actual)]


def _compare_ruling(expect: CaseReader, name: str, command_result: CommandResult) -> list[RulingDifference]:
    expected = expect.get(name)
    if isinstance(expected, str):
        expected = {"result": expected}
    inside = CaseReader(expected, f"{expect.where}: {name}", RULING_FIELDS)
    rulings = rulings_of(command_result.entries)
    best: list[RulingDifference] | None = None
    for result, clauses in rulings:
        differences = diff(
            {key: value for key, value in inside.fields.items() if key == "result"}, {"result": result}, name
        )
        if inside.has("clause") and not any(_same_clause(inside.get("clause"), clause) for clause in clauses):
            differences.append(RulingDifference(f"{name}.clause", inside.get("clause"), clauses))
        if best is None or len(differences) < len(best):
            best = differences
    return [RulingDifference(name, expect.get(name), None)] if best is None else best


def rulings_of(entries: Sequence[Any]) -> list[tuple[str, list[str]]]:
    """Return the rulings of the floor among these events, with their clauses."""
    rulings: list[tuple[str, list[str]]] = []
    for entry in entries:
        if entry.name in RULING_EVENTS:
            facts = entry.fields()
            result = facts[RULING_EVENTS[entry.name]]
            rulings.append((result, list(dict.fromkeys([entry.clause, *facts.get("clauses", ())]))))
    return rulings


def _compare_stacks(expect: CaseReader, name: str, result: CommandResult) -> list[RulingDifference]:
    stacks, people = result.setting.stacks(), result.setting.people
    differences: list[RulingDifference] = []
    inside = expect.inner(name)
    for key in inside.fields:
        expected = inside.count(key, most=_MAX_WON) if inside.has(key) else None
        person = people.get(int(key), "") if key.isascii() and key.isdecimal() and len(key) < 4 else key
        if stacks.get(person) != expected:
            differences.append(RulingDifference(f"{name}.{key}", expected, stacks.get(person)))
    return differences


def _compare_pending(expect: CaseReader, name: str, result: CommandResult) -> list[RulingDifference]:
    expected = expect.get(name)
    pending: Sequence[PendingDecision] = result.setting.table.pending()
    if isinstance(expected, list):
        if len(expected) != len(pending):
            return [RulingDifference(name, expected, to_dict(pending))]
        differences: list[RulingDifference] = []
        for index, (expected_wait, decision) in enumerate(zip(expected, pending, strict=True)):
            differences += _compare_decision(
                CaseReader(expected_wait, f"{expect.where}: {name}[{index}]", WAIT_FIELDS),
                f"{name}[{index}]",
                decision,
            )
        return differences
    inside = expect.inner(name, WAIT_FIELDS)
    if not pending:
        return [RulingDifference(name, expected, None)]
    # Several decisions may be pending at once; compare with the one that fits best.
    return min((_compare_decision(inside, name, decision) for decision in pending), key=len)


def _compare_decision(inside: CaseReader, name: str, decision: PendingDecision) -> list[RulingDifference]:
    actual: dict[str, Any] = {
        "kind": decision.kind,
        "seat": decision.seat,
        "person": decision.person,
        "clause": decision.clause,
        "optional": decision.optional,
    }
    differences: list[RulingDifference] = []
    for field in inside.fields:
        expected = inside.get(field)
        if field in ("choices", "offers"):
            differences += _compare_choices(
                inside, field, decision, f"{name}.{field}", exact=field == "choices"
            )
        elif field == "clause":
            if not _same_clause(expected, decision.clause):
                differences.append(RulingDifference(f"{name}.clause", expected, decision.clause))
        elif field == "seat" and isinstance(expected, str):
            differences += diff(expected, decision.person, f"{name}.seat")
        else:
            differences += diff(expected, actual[field], f"{name}.{field}")
    return differences


def _compare_choices(
    inside: CaseReader, field: str, decision: PendingDecision, path: str, *, exact: bool
) -> list[RulingDifference]:
    remaining = list(decision.choices)
    for index, expected in enumerate(inside.items(field)):
        if not isinstance(expected, str | dict):
            raise inside.refuse(f"{field}[{index}]", f"must be words or an object, not {shown(expected)}")
        match = next((choice for choice in remaining if _matches_choice(expected, choice)), None)
        if match is None:
            return [
                RulingDifference(
                    f"{path}[{index}]", expected, [choice.label or choice.do for choice in remaining]
                )
            ]
        remaining.remove(match)
    if exact and remaining:
        return [
            RulingDifference(
                path, inside.get(field), [choice.label or choice.do for choice in decision.choices]
            )
        ]
    return []


def _matches_choice(expected: str | dict[str, Any], choice: Choice) -> bool:
    if isinstance(expected, str):
        return not diff(expected, choice.label) or not diff(expected, choice.do)
    return not diff(expected, plain_choice(choice))


def plain_choice(choice: Choice) -> dict[str, Any]:
    """Convert a choice to the form of a case: ``{"do": "bet", "seat": 3, "to": [8, 16]}``."""
    plain: dict[str, Any] = {"do": choice.do, **choice.fixed}
    for bounds in choice.bounds:
        span = [bounds.min, bounds.max]
        plain[bounds.field] = span if bounds.step == 1 or bounds.min == bounds.max else [*span, bounds.step]
    if choice.cards is not None:
        plain["cards"] = list(choice.cards)
    if choice.cost:
        plain["chips"] = choice.cost
    return {**plain, "clause": choice.clause, "words": choice.label}


def _compare_views(expect: CaseReader, name: str, result: CommandResult) -> list[RulingDifference]:
    differences: list[RulingDifference] = []
    for person, expected in expect.inner(name).fields.items():
        path = f"{name}.{person}"
        if person and person not in result.setting.named:
            hint = suggest_name(person, result.setting.named) or "use shows for a spectator's view"
            raise expect.refuse(path, f"does not take part in this session; {hint}")
        view = result.setting.view(person)
        if isinstance(expected, str):
            # The short form is a player's own cards.
            expected = {"cards": {person: expected}}
        differences += _compare_view(CaseReader(expected, f"{expect.where}: {path}", tuple(view)), view, path)
    return differences


def _compare_spectator_view(expect: CaseReader, name: str, result: CommandResult) -> list[RulingDifference]:
    view = result.setting.view("")
    return _compare_view(expect.inner(name, tuple(view)), view, name)


def _compare_view(inside: CaseReader, view: dict[str, Any], path: str) -> list[RulingDifference]:
    differences: list[RulingDifference] = []
    for field, expected in inside.fields.items():
        actual = view[field]
        if isinstance(expected, dict) and field == "cards":
            for player, cards in expected.items():
                differences += _compare_cards(cards, actual.get(player, ""), f"{path}.cards.{player}", inside)
        elif isinstance(expected, str) and field == "board":
            differences += _compare_cards(expected, actual, f"{path}.board", inside)
        else:
            differences += diff(expected, actual, f"{path}.{field}")
    return differences


def _compare_cards(expected: object, actual: str, path: str, inside: CaseReader) -> list[RulingDifference]:
    if not isinstance(expected, str):
        raise inside.refuse(path, f"must be cards as text, not {shown(expected)}")
    try:
        cards = cards_text(parse_cards(expected, unknown=True))
    except InvalidError as error:
        raise InvalidError(f"{inside.where}: {path}: {error}") from None
    return [] if cards == actual else [RulingDifference(path, cards, actual)]


def _compare_events(expect: CaseReader, name: str, result: CommandResult) -> list[RulingDifference]:
    """Check that the named events come in this order; others may come between them."""
    remaining = [{"name": entry.name, **entry.to_dict()} for entry in result.entries]
    for index, expected in enumerate(expect.items(name)):
        if isinstance(expected, str):
            expected = {"name": expected}
        inside = CaseReader(expected, f"{expect.where}: {name}[{index}]")
        while remaining and not _matches_event(inside.fields, remaining[0]):
            remaining.pop(0)
        if not remaining:
            actual = [entry.name for entry in result.entries]
            return [RulingDifference(f"{name}[{index}]", expect.items(name)[index], actual)]
        remaining.pop(0)
    return []


def _matches_event(expected: dict[str, Any], entry: dict[str, Any]) -> bool:
    fields = {key: value for key, value in expected.items() if key != "clause"}
    if "clause" in expected and not _same_clause(expected["clause"], entry["clause"]):
        return False
    return not diff(fields, entry)


def _compare_pots(expect: CaseReader, name: str, result: CommandResult) -> list[RulingDifference]:
    """Compare the pots: chips only, or chips and the seats that can win them."""
    try:
        pots = result.setting.pots()
    except InvalidError as error:
        raise expect.refuse(name, f"cannot be expected here: {error}") from None
    seats = {person: seat for seat, person in result.setting.people.items()}
    expected: list[Any] = []
    for index, pot in enumerate(expect.items(name)):
        if isinstance(pot, list) and len(pot) == 2 and isinstance(pot[1], list):
            winners = [seats.get(player, player) if isinstance(player, str) else player for player in pot[1]]
            expected.append([pot[0], winners])
        elif isinstance(pot, int) and not isinstance(pot, bool):
            expected.append([pot, pots[index][1] if index < len(pots) else []])
        else:
            raise expect.refuse(f"{name}[{index}]", f"must be chips, or chips and seats, not {shown(pot)}")
    return [] if expected == pots else [RulingDifference(name, expect.get(name), pots)]


def _compare_clauses(expect: CaseReader, name: str, result: CommandResult) -> list[RulingDifference]:
    cited = result.clauses()
    expected = expect.get(name)
    for expected_clause in [expected] if isinstance(expected, str) else expect.items(name):
        if not any(_same_clause(expected_clause, clause) for clause in cited):
            return [RulingDifference(name, expected_clause, cited)]
    return []


def _same_clause(expected: object, clause: str) -> bool:
    """Compare clauses with or without the book: ``XI.K.4`` is ``oneida XI.K.4``."""
    return expected in (clause, clause.partition(" ")[2]) and bool(expected)


COMPARED: Final[dict[str, Callable[[CaseReader, str, CommandResult], list[RulingDifference]]]] = {
    "refused": _compare_refusal,
    "ruling": _compare_ruling,
    "stacks": _compare_stacks,
    "waits": _compare_pending,
    "sees": _compare_views,
    "shows": _compare_spectator_view,
    "entries": _compare_events,
    "pots": _compare_pots,
    "clauses": _compare_clauses,
}
AFTER_A_COMMAND: Final = tuple(COMPARED)
AT_THE_END: Final = ("stacks", "waits", "sees", "shows", "pots")
"""Fields that may be expected at the end of a session: those about state, not about a command."""
