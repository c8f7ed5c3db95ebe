"""Expectations of a session: comparison of the table with what a case expects after a command.

Only what is expected is compared. Seats are given by number or by the player's name, clauses with or without
the name of their book, words without regard to case, spaces and punctuation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from hoyle.core.cards import cards_text, parse_cards
from hoyle.core.errors import HouseRulingRequired, HoyleError, IllegalError, InvalidError
from hoyle.core.name_matching import suggest_name
from hoyle.core.validation import MAX_CHIPS, MAX_SEATS
from hoyle.judge.case_types.decoder import quote_value
from hoyle.judge.case_types.session_case import ExpectedDecision, ExpectedRuling, SessionExpectation, given_fields
from hoyle.judge.ruling_diff import RulingDifference, diff
from hoyle.judge.sessions.table_adapter import TableAdapter
from hoyle.table.log.json_output import to_dict
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.ruling_preview import RULING_EVENTS

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


def compare(expect: SessionExpectation, result: CommandResult) -> list[RulingDifference]:
    """List the expectations of a session line that the table does not meet."""
    expected_fields = given_fields(expect)
    differences: list[RulingDifference] = []
    if result.refusal is not None and "refused" not in expected_fields:
        differences.append(RulingDifference("refused", False, result.refusal.why))
    for name, expected in expected_fields.items():
        differences += COMPARED[name](expected, name, result)
    return differences


def _compare_refusal(expected: bool | str, name: str, result: CommandResult) -> list[RulingDifference]:
    refusal = result.refusal
    if refusal is None:
        return [RulingDifference(name, expected, False)] if expected else []
    if expected is True or (isinstance(expected, str) and _same_clause(expected, refusal.clause)):
        return []
    actual = refusal.why if expected is False else refusal.clause or refusal.why
    return [RulingDifference(name, expected, actual)]


def _compare_ruling(expected: str | ExpectedRuling, name: str, command_result: CommandResult) -> list[RulingDifference]:
    """Compare the expected ruling with the ruling of the floor that fits best."""
    ruling = ExpectedRuling(result=expected) if isinstance(expected, str) else expected
    best: list[RulingDifference] | None = None
    for result, clauses in rulings_of(command_result.entries):
        differences = [] if ruling.result is UNSET else diff(ruling.result, result, f"{name}.result")
        if ruling.clause is not None and not any(_same_clause(ruling.clause, clause) for clause in clauses):
            differences.append(RulingDifference(f"{name}.clause", ruling.clause, clauses))
        if best is None or len(differences) < len(best):
            best = differences
    if best is None:
        return [RulingDifference(name, expected if isinstance(expected, str) else ruling.result, None)]
    return best


def rulings_of(entries: Sequence[Any]) -> list[tuple[str, list[str]]]:
    """Return the rulings of the floor among these events, with their clauses."""
    rulings: list[tuple[str, list[str]]] = []
    for entry in entries:
        if entry.name in RULING_EVENTS:
            facts = entry.fields()
            result = facts[RULING_EVENTS[entry.name]]
            rulings.append((result, list(dict.fromkeys([entry.clause, *facts.get("clauses", ())]))))
    return rulings


def _compare_stacks(expected: dict[str, Any], name: str, result: CommandResult) -> list[RulingDifference]:
    stacks, people = result.setting.stacks(), result.setting.people
    differences: list[RulingDifference] = []
    for key, chips in expected.items():
        if chips is not None and (type(chips) is not int or not 0 <= chips <= _MAX_WON):
            raise InvalidError(f"{name}.{key} must be a number of chips, not {quote_value(chips)}")
        person = people.get(int(key), "") if key.isascii() and key.isdecimal() and len(key) < 4 else key
        if stacks.get(person) != chips:
            differences.append(RulingDifference(f"{name}.{key}", chips, stacks.get(person)))
    return differences


def _compare_pending(
    expected: ExpectedDecision | list[ExpectedDecision], name: str, result: CommandResult
) -> list[RulingDifference]:
    pending: Sequence[PendingDecision] = result.setting.table.pending()
    if isinstance(expected, list):
        if len(expected) != len(pending):
            return [RulingDifference(name, [given_fields(item) for item in expected], to_dict(pending))]
        differences: list[RulingDifference] = []
        for index, (expected_decision, decision) in enumerate(zip(expected, pending, strict=True)):
            differences += _compare_decision(expected_decision, f"{name}[{index}]", decision)
        return differences
    if not pending:
        return [RulingDifference(name, given_fields(expected), None)]
    # Several decisions may be pending at once; compare with the one that fits best.
    return min((_compare_decision(expected, name, decision) for decision in pending), key=len)


def _compare_decision(
    expected_decision: ExpectedDecision, name: str, decision: PendingDecision
) -> list[RulingDifference]:
    differences: list[RulingDifference] = []
    for field, expected in given_fields(expected_decision).items():
        path = f"{name}.{field}"
        if field in ("choices", "offers"):
            differences += _compare_choices(expected, decision, path, exact=field == "choices")
        elif field == "clause":
            if not _same_clause(expected, decision.clause):
                differences.append(RulingDifference(path, expected, decision.clause))
        elif field == "seat" and isinstance(expected, str):
            differences += diff(expected, decision.person, path)
        else:
            differences += diff(expected, getattr(decision, field), path)
    return differences


def _compare_choices(
    expected_choices: list[str | dict[str, Any]], decision: PendingDecision, path: str, *, exact: bool
) -> list[RulingDifference]:
    remaining = list(decision.choices)
    for index, expected in enumerate(expected_choices):
        match = next((choice for choice in remaining if _matches_choice(expected, choice)), None)
        if match is None:
            return [RulingDifference(f"{path}[{index}]", expected, _choice_labels(remaining))]
        remaining.remove(match)
    if exact and remaining:
        return [RulingDifference(path, expected_choices, _choice_labels(decision.choices))]
    return []


def _choice_labels(choices: Iterable[Choice]) -> list[str]:
    return [choice.label or choice.do for choice in choices]


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


def _compare_views(
    expected_views: dict[str, str | dict[str, Any]], name: str, result: CommandResult
) -> list[RulingDifference]:
    differences: list[RulingDifference] = []
    for person, expected in expected_views.items():
        path = f"{name}.{person}"
        if person and person not in result.setting.named:
            hint = suggest_name(person, result.setting.named) or "use shows for a spectator's view"
            raise InvalidError(f"{path} does not take part in this session; {hint}")
        # The short form is a player's own cards.
        parts = {"cards": {person: expected}} if isinstance(expected, str) else expected
        differences += _compare_view(parts, result.setting.view(person), path)
    return differences


def _compare_spectator_view(expected: dict[str, Any], name: str, result: CommandResult) -> list[RulingDifference]:
    return _compare_view(expected, result.setting.view(""), name)


def _compare_view(parts: dict[str, Any], view: dict[str, Any], path: str) -> list[RulingDifference]:
    differences: list[RulingDifference] = []
    for field, expected in parts.items():
        if field not in view:
            raise InvalidError(f"{path}.{field} is not known here; the fields are {', '.join(view)}")
        actual = view[field]
        if isinstance(expected, dict) and field == "cards":
            for player, cards in expected.items():
                differences += _compare_cards(cards, actual.get(player, ""), f"{path}.cards.{player}")
        elif isinstance(expected, str) and field == "board":
            differences += _compare_cards(expected, actual, f"{path}.board")
        else:
            differences += diff(expected, actual, f"{path}.{field}")
    return differences


def _compare_cards(expected: object, actual: str, path: str) -> list[RulingDifference]:
    if not isinstance(expected, str):
        raise InvalidError(f"{path} must be cards as text, not {quote_value(expected)}")
    try:
        cards = cards_text(parse_cards(expected, unknown=True))
    except InvalidError as error:
        raise InvalidError(f"{path}: {error}") from None
    return [] if cards == actual else [RulingDifference(path, cards, actual)]


def _compare_events(
    expected_events: list[str | dict[str, Any]], name: str, result: CommandResult
) -> list[RulingDifference]:
    """Check that the named events come in this order; others may come between them."""
    remaining = [{"name": entry.name, **entry.to_dict()} for entry in result.entries]
    for index, expected in enumerate(expected_events):
        fields = {"name": expected} if isinstance(expected, str) else expected
        while remaining and not _matches_event(fields, remaining[0]):
            remaining.pop(0)
        if not remaining:
            actual = [entry.name for entry in result.entries]
            return [RulingDifference(f"{name}[{index}]", expected, actual)]
        remaining.pop(0)
    return []


def _matches_event(expected: dict[str, Any], entry: dict[str, Any]) -> bool:
    fields = {key: value for key, value in expected.items() if key != "clause"}
    if "clause" in expected and not _same_clause(expected["clause"], entry["clause"]):
        return False
    return not diff(fields, entry)


def _compare_pots(expected_pots: list[Any], name: str, result: CommandResult) -> list[RulingDifference]:
    """Compare the pots: chips only, or chips and the seats that can win them."""
    try:
        pots = result.setting.pots()
    except InvalidError as error:
        raise InvalidError(f"{name} cannot be expected here: {error}") from None
    seats = {person: seat for seat, person in result.setting.people.items()}
    expected: list[Any] = []
    for index, pot in enumerate(expected_pots):
        if isinstance(pot, list) and len(pot) == 2 and isinstance(pot[1], list):
            winners = [seats.get(player, player) if isinstance(player, str) else player for player in pot[1]]
            expected.append([pot[0], winners])
        elif type(pot) is int:
            expected.append([pot, pots[index][1] if index < len(pots) else []])
        else:
            raise InvalidError(f"{name}[{index}] must be chips, or chips and seats, not {quote_value(pot)}")
    return [] if expected == pots else [RulingDifference(name, expected_pots, pots)]


def _compare_clauses(expected: str | list[str], name: str, result: CommandResult) -> list[RulingDifference]:
    cited = result.clauses()
    for expected_clause in [expected] if isinstance(expected, str) else expected:
        if not any(_same_clause(expected_clause, clause) for clause in cited):
            return [RulingDifference(name, expected_clause, cited)]
    return []


def _same_clause(expected: object, clause: str) -> bool:
    """Compare clauses with or without the book: ``XI.K.4`` is ``oneida XI.K.4``."""
    return expected in (clause, clause.partition(" ")[2]) and bool(expected)


COMPARED: Final[dict[str, Callable[[Any, str, CommandResult], list[RulingDifference]]]] = {
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
AT_THE_END: Final = ("stacks", "waits", "sees", "shows", "pots")
"""Fields that may be expected at the end of a session: those about state, not about a command."""
