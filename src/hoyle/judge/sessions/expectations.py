"""Expectations of a session: what may be expected after a command, compared with the table.

Only what is expected is compared. Seats go by their numbers or by the names of those who sit there, clauses
with or without the name of their book, words without regard to case, spaces and punctuation.
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
from hoyle.table.log.serialization import to_dict
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.ruling_preview import RULING_EVENTS

WAIT_FIELDS: Final = ("kind", "seat", "person", "clause", "optional", "choices", "offers")
RULING_FIELDS: Final = ("result", "clause")
HOUSE_RULING: Final = "house ruling"
_MAX_WON: Final = MAX_SEATS * MAX_CHIPS
"""One player may have what everybody brought."""


class Refusal(NamedTuple):
    """Why a command was not carried out."""

    why: str
    clause: str

    @classmethod
    def of(cls, error: HoyleError) -> Refusal:
        if isinstance(error, HouseRulingRequired):
            return cls(str(error), HOUSE_RULING)
        return cls(str(error), error.clause if isinstance(error, IllegalError) else "")


class CommandResult(NamedTuple):
    """The table after a command, and what the command did."""

    setting: TableAdapter
    entries: Sequence[Any]
    refusal: Refusal | None

    def clauses(self) -> list[str]:
        """Everything cited, in order."""
        found: list[str] = []
        for entry in self.entries:
            found += [entry.clause, *getattr(entry, "clauses", ())]
            # An award cites what gave each of its odd chips, too.
            found += [str(value) for name, value in entry.fields().items() if name.endswith("_clause")]
        if self.refusal is not None and self.refusal.clause != HOUSE_RULING:
            found.append(self.refusal.clause)
        return list(dict.fromkeys(clause for clause in found if clause))


def compare(expect: CaseReader, moment: CommandResult) -> list[RulingDifference]:
    """Every field that is not as expected, in the order in which the case names them."""
    found: list[RulingDifference] = []
    if moment.refusal is not None and "refused" not in expect.fields:
        found.append(RulingDifference("refused", False, moment.refusal.why))
    for name in expect.fields:
        found += COMPARED[name](expect, name, moment)
    return found


def _refused(expect: CaseReader, name: str, moment: CommandResult) -> list[RulingDifference]:
    wanted, refusal = expect.get(name), moment.refusal
    if not isinstance(wanted, bool | str):
        raise expect.refuse(name, f"must be true, false or a clause, not {shown(wanted)}")
    if refusal is None:
        return [RulingDifference(name, wanted, False)] if wanted else []
    if wanted is True or (isinstance(wanted, str) and _same_clause(wanted, refusal.clause)):
        return []
    ruled = refusal.why if wanted is False else refusal.clause or refusal.why
    return [RulingDifference(name, wanted, ruled)]


def _ruling(expect: CaseReader, name: str, moment: CommandResult) -> list[RulingDifference]:
    wanted = expect.get(name)
    if isinstance(wanted, str):
        wanted = {"result": wanted}
    inside = CaseReader(wanted, f"{expect.where}: {name}", RULING_FIELDS)
    rulings = rulings_of(moment.entries)
    best: list[RulingDifference] | None = None
    for result, clauses in rulings:
        parts = diff(
            {key: value for key, value in inside.fields.items() if key == "result"}, {"result": result}, name
        )
        if inside.has("clause") and not any(_same_clause(inside.get("clause"), each) for each in clauses):
            parts.append(RulingDifference(f"{name}.clause", inside.get("clause"), clauses))
        if best is None or len(parts) < len(best):
            best = parts
    return [RulingDifference(name, expect.get(name), None)] if best is None else best


def rulings_of(entries: Sequence[Any]) -> list[tuple[str, list[str]]]:
    """What the floor has ruled, with its clauses."""
    found: list[tuple[str, list[str]]] = []
    for entry in entries:
        if entry.name in RULING_EVENTS:
            facts = entry.fields()
            result = facts[RULING_EVENTS[entry.name]]
            found.append((result, list(dict.fromkeys([entry.clause, *facts.get("clauses", ())]))))
    return found


def _stacks(expect: CaseReader, name: str, moment: CommandResult) -> list[RulingDifference]:
    stacks, people = moment.setting.stacks(), moment.setting.people
    found: list[RulingDifference] = []
    inside = expect.inner(name)
    for who in inside.fields:
        wanted = inside.count(who, most=_MAX_WON) if inside.has(who) else None
        person = people.get(int(who), "") if who.isascii() and who.isdecimal() and len(who) < 4 else who
        if stacks.get(person) != wanted:
            found.append(RulingDifference(f"{name}.{who}", wanted, stacks.get(person)))
    return found


def _waits(expect: CaseReader, name: str, moment: CommandResult) -> list[RulingDifference]:
    wanted = expect.get(name)
    waits: Sequence[PendingDecision] = moment.setting.table.pending()
    if isinstance(wanted, list):
        if len(wanted) != len(waits):
            return [RulingDifference(name, wanted, to_dict(waits))]
        found: list[RulingDifference] = []
        for at, (each, wait) in enumerate(zip(wanted, waits, strict=True)):
            found += _wait(
                CaseReader(each, f"{expect.where}: {name}[{at}]", WAIT_FIELDS), f"{name}[{at}]", wait
            )
        return found
    inside = expect.inner(name, WAIT_FIELDS)
    if not waits:
        return [RulingDifference(name, wanted, None)]
    # Several may be awaited at once; the one of the person or seat that is named counts.
    return min((_wait(inside, name, wait) for wait in waits), key=len)


def _wait(inside: CaseReader, name: str, wait: PendingDecision) -> list[RulingDifference]:
    ruled: dict[str, Any] = {
        "kind": wait.kind,
        "seat": wait.seat,
        "person": wait.person,
        "clause": wait.clause,
        "optional": wait.optional,
    }
    found: list[RulingDifference] = []
    for field in inside.fields:
        wanted = inside.get(field)
        if field in ("choices", "offers"):
            found += _choices(inside, field, wait, f"{name}.{field}", exact=field == "choices")
        elif field == "clause":
            if not _same_clause(wanted, wait.clause):
                found.append(RulingDifference(f"{name}.clause", wanted, wait.clause))
        elif field == "seat" and isinstance(wanted, str):
            found += diff(wanted, wait.person, f"{name}.seat")
        else:
            found += diff(wanted, ruled[field], f"{name}.{field}")
    return found


def _choices(
    inside: CaseReader, field: str, wait: PendingDecision, where: str, *, exact: bool
) -> list[RulingDifference]:
    left = list(wait.choices)
    for at, wanted in enumerate(inside.items(field)):
        if not isinstance(wanted, str | dict):
            raise inside.refuse(f"{field}[{at}]", f"must be words or an object, not {shown(wanted)}")
        match = next((choice for choice in left if _is_choice(wanted, choice)), None)
        if match is None:
            return [
                RulingDifference(f"{where}[{at}]", wanted, [choice.words or choice.do for choice in left])
            ]
        left.remove(match)
    if exact and left:
        return [
            RulingDifference(where, inside.get(field), [choice.words or choice.do for choice in wait.choices])
        ]
    return []


def _is_choice(wanted: str | dict[str, Any], choice: Choice) -> bool:
    if isinstance(wanted, str):
        return not diff(wanted, choice.words) or not diff(wanted, choice.do)
    return not diff(wanted, plain_choice(choice))


def plain_choice(choice: Choice) -> dict[str, Any]:
    """A choice as a case writes it: ``{"do": "bet", "seat": 3, "to": [8, 16]}``."""
    found: dict[str, Any] = {"do": choice.do, **choice.given}
    for bounds in choice.bounds:
        span = [bounds.least, bounds.most]
        found[bounds.field] = (
            span if bounds.step == 1 or bounds.least == bounds.most else [*span, bounds.step]
        )
    if choice.cards is not None:
        found["cards"] = list(choice.cards)
    if choice.chips:
        found["chips"] = choice.chips
    return {**found, "clause": choice.clause, "words": choice.words}


def _sees(expect: CaseReader, name: str, moment: CommandResult) -> list[RulingDifference]:
    found: list[RulingDifference] = []
    for person, wanted in expect.inner(name).fields.items():
        where = f"{name}.{person}"
        if person and person not in moment.setting.named:
            hint = suggest_name(person, moment.setting.named) or "shows is for whoever looks on"
            raise expect.refuse(where, f"is nobody of this session; {hint}")
        view = moment.setting.view(person)
        if isinstance(wanted, str):
            # The short form names a person's own cards.
            wanted = {"cards": {person: wanted}}
        found += _view(CaseReader(wanted, f"{expect.where}: {where}", tuple(view)), view, where)
    return found


def _shows(expect: CaseReader, name: str, moment: CommandResult) -> list[RulingDifference]:
    view = moment.setting.view("")
    return _view(expect.inner(name, tuple(view)), view, name)


def _view(inside: CaseReader, view: dict[str, Any], where: str) -> list[RulingDifference]:
    found: list[RulingDifference] = []
    for field, wanted in inside.fields.items():
        seen = view[field]
        if isinstance(wanted, dict) and field == "cards":
            for who, cards in wanted.items():
                found += _cards(cards, seen.get(who, ""), f"{where}.cards.{who}", inside)
        elif isinstance(wanted, str) and field == "board":
            found += _cards(wanted, seen, f"{where}.board", inside)
        else:
            found += diff(wanted, seen, f"{where}.{field}")
    return found


def _cards(wanted: object, seen: str, where: str, inside: CaseReader) -> list[RulingDifference]:
    if not isinstance(wanted, str):
        raise inside.refuse(where, f"must be cards as text, not {shown(wanted)}")
    try:
        cards = cards_text(parse_cards(wanted, unknown=True))
    except InvalidError as error:
        raise InvalidError(f"{inside.where}: {where}: {error}") from None
    return [] if cards == seen else [RulingDifference(where, cards, seen)]


def _entries(expect: CaseReader, name: str, moment: CommandResult) -> list[RulingDifference]:
    """The entries named come in this order; others may stand between them."""
    left = [{"name": entry.name, **entry.to_dict()} for entry in moment.entries]
    for at, wanted in enumerate(expect.items(name)):
        if isinstance(wanted, str):
            wanted = {"name": wanted}
        inside = CaseReader(wanted, f"{expect.where}: {name}[{at}]")
        while left and not _is_entry(inside.fields, left[0]):
            left.pop(0)
        if not left:
            ruled = [entry.name for entry in moment.entries]
            return [RulingDifference(f"{name}[{at}]", expect.items(name)[at], ruled)]
        left.pop(0)
    return []


def _is_entry(wanted: dict[str, Any], entry: dict[str, Any]) -> bool:
    rest = {key: value for key, value in wanted.items() if key != "clause"}
    if "clause" in wanted and not _same_clause(wanted["clause"], entry["clause"]):
        return False
    return not diff(rest, entry)


def _pots(expect: CaseReader, name: str, moment: CommandResult) -> list[RulingDifference]:
    """Chips pot by pot, or chips and who can win them."""
    try:
        pots = moment.setting.pots()
    except InvalidError as error:
        raise expect.refuse(name, f"cannot be expected here: {error}") from None
    seats = {person: seat for seat, person in moment.setting.people.items()}
    wanted: list[Any] = []
    for at, each in enumerate(expect.items(name)):
        if isinstance(each, list) and len(each) == 2 and isinstance(each[1], list):
            named = [seats.get(who, who) if isinstance(who, str) else who for who in each[1]]
            wanted.append([each[0], named])
        elif isinstance(each, int) and not isinstance(each, bool):
            wanted.append([each, pots[at][1] if at < len(pots) else []])
        else:
            raise expect.refuse(f"{name}[{at}]", f"must be chips, or chips and seats, not {shown(each)}")
    return [] if wanted == pots else [RulingDifference(name, expect.get(name), pots)]


def _clauses(expect: CaseReader, name: str, moment: CommandResult) -> list[RulingDifference]:
    cited = moment.clauses()
    wanted = expect.get(name)
    for each in [wanted] if isinstance(wanted, str) else expect.items(name):
        if not any(_same_clause(each, clause) for clause in cited):
            return [RulingDifference(name, each, cited)]
    return []


def _same_clause(wanted: object, clause: str) -> bool:
    """``XI.K.4`` is ``oneida XI.K.4``."""
    return wanted in (clause, clause.partition(" ")[2]) and bool(wanted)


COMPARED: Final[dict[str, Callable[[CaseReader, str, CommandResult], list[RulingDifference]]]] = {
    "refused": _refused,
    "ruling": _ruling,
    "stacks": _stacks,
    "waits": _waits,
    "sees": _sees,
    "shows": _shows,
    "entries": _entries,
    "pots": _pots,
    "clauses": _clauses,
}
AFTER_A_COMMAND: Final = tuple(COMPARED)
AT_THE_END: Final = ("stacks", "waits", "sees", "shows", "pots")
"""What may be expected when the session is over: how things stand, not how they came about."""
