"""Short random sessions that really play: pending decisions are answered, and other commands are strewn in.

A visit has players who want to play. They take what `pending` offers, so that cards are dealt, hands shown
and
pots pushed; and at any moment another command comes that is not pending. The invariants are quick to check:

* no chip is lost, no card lies twice, and a refusal changes nothing;
* whatever is offered is accepted;
* while chips lie out that play must decide, a decision with a choice is pending;
* when only what is offered is done, the round ends.

The share of other commands differs from visit to visit: calm ones get far, wild ones reach unlikely states. A
failure names its visit: `visit(kind, seed)` plays it again.
"""

from __future__ import annotations

import random
from typing import Any, Final

from tests.table.random_sessions import Kind, Wanted, done, nonzero, pay, told

from hoyle.table.pending_decisions import PendingDecision

STEPS: Final = 30
STREWN: Final = (0.05, 0.12, 0.25, 0.4)
"""Shares of commands that are not pending; each visit has one of these."""
SELDOM: Final = 0.3
"""The same at moments that are rare and soon over, however calm the visit."""
LONGEST: Final = 400
"""Answers after which every round is over, however it was left."""


class Visit:
    """A table, the commands tried at it, and the chips that its events lead to."""

    def __init__(self, kind: Kind, seed: int) -> None:
        self.kind = kind
        self.chance = random.Random(f"{kind!r} visit {seed}")
        self.table = kind.open(self.chance)
        self.said: list[tuple[Wanted, str]] = []
        self.ledger: dict[str, int] = {}
        self.before: dict[str, Any] | None = None
        """The table before a refusal, as long as nothing else has happened."""

    def play(self) -> None:
        kind, table, chance = self.kind, self.table, self.chance
        often = chance.choice(STREWN)
        for wanted in kind.arriving(table, chance):
            self.do(wanted, "nobody may sit down")
        for _ in range(STEPS):
            waits = self.awaited()
            strewn = max(often, SELDOM) if kind.seldom(table) else often
            if not waits or chance.random() < strewn:
                self.strew(kind.strewn(table, chance))
            else:
                self.do(kind.answer(table, waits, chance), "offered and refused")
        for _ in range(LONGEST):
            if not kind.busy(table):
                return
            self.do(kind.answer(table, self.awaited(), chance), "offered and refused")
        raise AssertionError(f"the round does not end in {LONGEST} answers")

    def awaited(self) -> list[PendingDecision]:
        """Pending decisions that may be answered now, the ones that hold up the game first."""
        waits: list[PendingDecision] = self.table.pending()
        if self.kind.busy(self.table):
            pressing = [wait for wait in waits if not wait.optional]
            assert pressing, "chips lie out, and nobody is awaited"
            assert pressing[0].choices, f"{pressing[0].kind} is awaited, and nobody can do it"
        return [wait for wait in waits if wait.choices]

    def do(self, wanted: Wanted, otherwise: str) -> None:
        """Give a command that must be accepted."""
        entries, refusal = done(self.table, wanted)
        self.said.append((wanted, refusal))
        assert not refusal, otherwise
        self.check(entries)

    def strew(self, wanted: Wanted) -> None:
        """Give a command that may be refused."""
        if self.before is None:
            self.before = self.table.checkpoint()
        entries, refusal = done(self.table, wanted)
        self.said.append((wanted, refusal))
        if refusal:
            assert self.table.checkpoint() == self.before, "a refusal changed something"
        else:
            self.check(entries)

    def check(self, entries: list[Any]) -> None:
        self.before = None
        pay(self.ledger, entries)
        # Transfers move chips between accounts, so the differences add up to zero if they agree.
        assert nonzero(self.table.roster.accounts()) == nonzero(self.ledger), "chips are where nobody says"
        self.kind.check_cards(self.table)


def visit(kind: Kind, seed: int) -> Any:
    """Play one visit and return the table; a failure says how to play it again."""
    found = Visit(kind, seed)
    try:
        found.play()
    except Exception as error:
        raise AssertionError(f"visit({kind!r}, {seed}), after\n{told(found.said)}\n{error!r}") from error
    return found.table
