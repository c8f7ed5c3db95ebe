"""Random sessions at any kind of table: every command at every moment, and the invariants after each.

A `Kind` says how one kind of table is opened, which commands to try there, and where its cards lie; a session
plays it. Whatever is tried, valid or not:

* chips: the sum of all accounts is zero, and the transfers of the events lead to them, event by event;
* cards: each lies in exactly one place;
* a refusal is a `HoyleError` and changes nothing;
* the events alone lead to the table: all of them from the start, and the rest of them from a checkpoint
  taken after any of them;
* a person's events match their view: the events as they may read them lead to it;
* what is pending is what is accepted: each choice at its bounds, and nothing beyond them;
* an audit of the log holds;
* cards that a person may not see change nothing for them: not what they see, read or are refused.

A failure names the seed of the session and its last commands: `evening(kind, seed)` plays it again.

`tests.table.short_sessions` has thousands of short ones that play rather than try.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, Protocol

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.log.json_output import to_dict
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.roster import DEFERRABLE_REQUESTS

PEOPLE: Final = ("ann", "bob", "cyd", "dan", "eve", "fay", "gus")
"""People who come and go. One seat may be taken by several of them in turn."""
STRANGER: Final = ""
"""A spectator."""
MAX_CHOICES: Final = 20
"""Choices that are tried at one moment: a dice layout has hundreds."""


class Wanted(NamedTuple):
    """A command and its issuer."""

    command: Command
    by: str


class Kind(Protocol):
    """One kind of table, for one game under one book."""

    def open(self, chance: random.Random) -> Any:
        """Open a table of this kind under a random sign, with no player yet."""
        ...

    def resume(self, checkpoint: Mapping[str, Any] | None, entries: list[Any]) -> Any: ...

    def audit(self, table: Any) -> Any:
        """Audit the table's log as a file gives it back."""
        ...

    def wanted(self, table: Any, chance: random.Random) -> Wanted:
        """Return a command to try now, valid or not."""
        ...

    def arriving(self, table: Any, chance: random.Random) -> list[Wanted]:
        """Return commands that seat players at an empty table, so that there is a game."""
        ...

    def answer(self, table: Any, waits: list[PendingDecision], chance: random.Random) -> Wanted:
        """Return a pending command, as players who want to play would choose it."""
        ...

    def strewn(self, table: Any, chance: random.Random) -> Wanted:
        """Return a command that is not pending: a report to the floor, a newcomer, a slip."""
        ...

    def seldom(self, table: Any) -> bool:
        """Whether this is a moment that few rounds have, or that is soon over."""
        ...

    def busy(self, table: Any) -> bool:
        """Whether chips lie out that only play can decide: then a decision must be pending."""
        ...

    def complete(self, table: Any, choice: Choice, fields: dict[str, Any], chance: random.Random) -> Wanted:
        """Return the command of a choice, with the fields it leaves open: a deck, a name, some cards."""
        ...

    def unoffered(self, table: Any) -> list[Wanted]:
        """Return commands that must be refused now, because they are pending elsewhere and not offered."""
        ...

    def check_cards(self, table: Any) -> None:
        """Check that each card lies in exactly one place."""
        ...

    def check_preview(self, table: Any, wanted: Wanted) -> None:
        """Check that the preview of a report predicts the ruling."""
        ...

    def round_number(self, table: Any, wanted: Wanted) -> int:
        """Return the round whose cards a command names; 0 if it has no cards."""
        ...

    def may_see(self, entry: Any, person: str) -> list[int]:
        """Return the cards of an event that a person may see by the rules of the game."""
        ...

    def moved(self, command: Command, cards: Mapping[int, int]) -> Command:
        """Return the command with other cards in place of these."""
        ...


class Evening:
    """A table, and beside it the tables that its events lead to."""

    def __init__(self, kind: Kind, seed: int) -> None:
        self.kind = kind
        self.seed = seed
        self.chance = random.Random(f"{kind!r} {seed}")
        self.table = kind.open(self.chance)
        self.said: list[tuple[Wanted, str]] = []
        """Every command tried, and its refusal; empty if it was accepted."""
        self.ledger: dict[str, int] = {}
        self.folded = kind.resume(None, [])
        """The table that the events alone lead to."""
        self.read = {person: kind.resume(None, []) for person in (*PEOPLE, STRANGER)}
        """The same from the events as each person may read them."""
        self._follow(list(self.table.log))

    def play(self, steps: int) -> None:
        for _ in range(steps):
            self.step(self.kind.wanted(self.table, self.chance))
        audit = self.kind.audit(self.table)
        assert audit.holds, str(audit.first)
        for person in self.chance.sample((*PEOPLE, STRANGER), 2):
            check_secrets(self, person)

    def step(self, wanted: Wanted) -> None:
        """Try a command: it is done, or nothing has changed."""
        table = self.table
        before = table.checkpoint()
        self.kind.check_preview(table, wanted)
        entries, refusal = done(table, wanted)
        self.said.append((wanted, refusal))
        if refusal:
            assert table.checkpoint() == before, "a refusal changed something"
            return
        self._follow(entries)
        if self.chance.random() < 0.3:
            check_waits(self)
            check_seat_offers(self)

    def _follow(self, entries: list[Any]) -> None:
        """Compare the table with what its events lead to."""
        kind, table, folded = self.kind, self.table, self.folded
        checkpoints = []
        for entry in entries:
            folded.apply(entry)
            pay(self.ledger, [entry])
            accounts = folded.roster.accounts()
            assert sum(accounts.values()) == 0, (entry, accounts)
            assert nonzero(accounts) == nonzero(self.ledger), entry
            checkpoints.append(folded.checkpoint())
        state = table.state_to_dict()
        assert folded.state_to_dict() == state, "the entries do not lead to the table"
        for at, checkpoint in enumerate(checkpoints, 1):
            again = kind.resume(checkpoint, entries[at:])
            assert again.state_to_dict() == state, f"resumed after {entries[at - 1]}"
        stored = json.loads(json.dumps(table.checkpoint()))
        assert kind.resume(stored, []).state_to_dict() == state, "a checkpoint does not survive a file"
        kind.check_cards(table)
        for person, reader in self.read.items():
            for entry in entries:
                reader.apply(entry.seen_by(person))
            reads, seen = to_dict(reader.view(person)), to_dict(table.view(person))
            assert reads == seen, f"{person!r} sees otherwise than he reads"


def done(table: Any, wanted: Wanted) -> tuple[list[Any], str]:
    """Return the events of a command, or its refusal."""
    try:
        return table.do(wanted.command, by=wanted.by), ""
    except HoyleError as error:
        return [], str(error) or "without a word"


def evening(kind: Kind, seed: int, steps: int = 70) -> Evening:
    """Play one session; a failure says how to play it again."""
    found = Evening(kind, seed)
    try:
        found.play(steps)
    except Exception as error:
        raise AssertionError(f"{kind!r}, seed {seed}, after\n{told(found.said)}\n{error!r}") from error
    return found


def pay(ledger: dict[str, int], entries: list[Any]) -> None:
    """Apply the transfers of events to a ledger."""
    for entry in entries:
        for transfer in entry.transfers():
            assert transfer.chips >= 0, transfer
            ledger[transfer.source] = ledger.get(transfer.source, 0) - transfer.chips
            ledger[transfer.to] = ledger.get(transfer.to, 0) + transfer.chips


def told(said: list[tuple[Wanted, str]]) -> str:
    """Return the last commands tried and their refusals, as text."""
    return "\n".join(f"  {each.by}: {each.command} {no and '-- ' + no}" for each, no in said[-8:])


def nonzero(accounts: Mapping[str, int]) -> dict[str, int]:
    return {name: chips for name, chips in accounts.items() if chips}


# Pending decisions


def check_waits(found: Evening) -> None:
    """Check that every choice is accepted at its bounds and refused beyond, and that others are refused."""
    kind, table, chance = found.kind, found.table, found.chance
    checkpoint = table.checkpoint()
    copy = kind.resume(checkpoint, [])
    waits = table.pending()
    assert to_dict(copy.pending()) == to_dict(waits), "a table taken up awaits something else"
    for wait in waits:
        assert wait.clause, wait
    choices = [choice for wait in waits for choice in wait.choices]
    if len(choices) > MAX_CHOICES:
        choices = chance.sample(choices, MAX_CHOICES)
    for choice in choices:
        for good in within(choice, chance):
            wanted = kind.complete(table, choice, good, chance)
            assert not done(kind.resume(checkpoint, []), wanted)[1], (choice, wanted)
        for bad in beyond(choice):
            try:
                wanted = kind.complete(table, choice, bad, chance)
            except InvalidError:
                continue  # the command cannot even be built
            assert done(copy, wanted)[1], (choice, wanted)
    for wanted in kind.unoffered(table):
        assert done(copy, wanted)[1], wanted
    assert copy.checkpoint() == table.checkpoint() == checkpoint, "a refusal changed something"


def check_seat_offers(found: Evening) -> None:
    """Check that seat choices are accepted at their bounds, and that other seat commands are refused."""
    kind, table, chance = found.kind, found.table, found.chance
    checkpoint = table.checkpoint()
    person = chance.choice(PEOPLE)
    offered = table.seat_choices(person)
    for choice in offered:
        for good in within(choice, chance):
            wanted = Wanted(command_from_dict(table.COMMANDS, {"do": choice.do, **good}), person)
            assert not done(kind.resume(checkpoint, []), wanted)[1], (choice, wanted)
        for bad in beyond(choice):
            try:
                wanted = Wanted(command_from_dict(table.COMMANDS, {"do": choice.do, **bad}), person)
            except InvalidError:
                continue
            assert done(kind.resume(checkpoint, []), wanted)[1], (choice, wanted)
    named = [{"do": choice.do, **choice.fixed} for choice in offered]
    seat = table.roster.seat_of(person)
    about = [{"do": do, "seat": seat} for do in ("leave", "sit-out", "sit-in", "top-up")]
    about += [{"do": "cancel-deferred", "seat": seat, "what": what} for what in DEFERRABLE_REQUESTS]
    about += [{"do": "sit", "seat": free} for free in range(1, 12)]
    for each in about:
        if each not in named:
            chips = {"chips": 50_000} if each["do"] in ("sit", "top-up") else {}
            wanted = Wanted(command_from_dict(table.COMMANDS, {**each, **chips}), person)
            assert done(kind.resume(checkpoint, []), wanted)[1], wanted


def within(choice: Choice, chance: random.Random) -> list[dict[str, Any]]:
    """Fields of a choice at the least, at the most and between."""
    fields = dict(choice.fixed)
    found = []
    for pick in ("least", "most", "any"):
        told = dict(fields)
        for bound in choice.bounds:
            steps = (bound.max - bound.min) // bound.step
            step = {"least": 0, "most": steps, "any": chance.randint(0, steps)}[pick]
            told[bound.field] = bound.min + step * bound.step
        if choice.cards is not None:
            least, most = choice.cards
            told["cards"] = {"least": least, "most": most, "any": chance.randint(least, most)}[pick]
        found.append(told)
    return found if choice.bounds or choice.cards else found[:1]


def beyond(choice: Choice) -> list[dict[str, Any]]:
    """The same just outside each bound."""
    found = []
    fields = dict(choice.fixed)
    for bound in choice.bounds:
        fields[bound.field] = bound.min
    if choice.cards is not None:
        fields["cards"] = choice.cards[0]
    for bound in choice.bounds:
        steps = [bound.min + 1] if bound.step > 1 else []
        for value in (bound.min - 1, bound.max + 1, *steps):
            if value >= 0:
                found.append({**fields, bound.field: value})
    if choice.cards is not None:
        found += [{**fields, "cards": count} for count in (choice.cards[0] - 1, choice.cards[1] + 1) if count >= 0]
    return found


# Secrets


def check_secrets(found: Evening, person: str) -> None:
    """Replay the session with other cards wherever this person could not see them: they must see no
    difference."""
    kind = found.kind
    open_to_him = seen_by_round(found, person)
    first, second = (kind.open(random.Random(f"{kind!r} {found.seed}")) for _ in range(2))
    mixer = random.Random(found.seed)
    mixed: dict[int, dict[int, int]] = {}
    for wanted, refused in found.said:
        number = kind.round_number(first, wanted)
        cards = mixed.setdefault(number, mix(open_to_him.get(number, set()), mixer))
        other = Wanted(kind.moved(wanted.command, cards), wanted.by)
        answers = []
        for table, each in ((first, wanted), (second, other)):
            entries, refusal = done(table, each)
            # A refusal is seen by its issuer alone.
            heard = refusal if not table.is_person(each.by) or each.by == person else bool(refusal)
            answers.append((heard, to_dict([entry.seen_by(person) for entry in entries])))
        assert answers[0] == answers[1], f"{person!r} learns of hidden cards by {wanted}"
        assert bool(answers[0][0]) == bool(refused)
        assert to_dict(first.view(person)) == to_dict(second.view(person)), f"{person!r} after {wanted}"
        assert to_dict(first.pending()) == to_dict(second.pending()), wanted


def seen_by_round(found: Evening, person: str) -> dict[int, set[int]]:
    """Return the cards of each round that a person may have seen."""
    seen: dict[int, set[int]] = {}
    decks = Decks()
    for entry in found.table.log:
        decks.follow(entry)
        seen.setdefault(decks.number, set()).update(found.kind.may_see(entry, person))
    return seen


class Decks:
    """Cards by round: a round called off before a card was dealt leaves its deck to the next."""

    def __init__(self, log: Iterable[Any] = ()) -> None:
        self.number = 0
        self.dealt = True
        for entry in log:
            self.follow(entry)

    def follow(self, entry: Any) -> None:
        if entry.name == "round-began" and self.dealt:
            self.number += 1
            self.dealt = False
        self.dealt = self.dealt or entry.name == "dealt"


def mix(kept: set[int], chance: random.Random) -> dict[int, int]:
    """Return other cards for those that are not kept."""
    free = [card for card in range(52) if card not in kept]
    other = list(free)
    chance.shuffle(other)
    return {card: card for card in kept} | dict(zip(free, other, strict=True))
