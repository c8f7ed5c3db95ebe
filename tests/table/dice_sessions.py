"""Random dice sessions: openings, commands to try and invariants for `random_sessions`."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from tests.games.dice.random_sessions import PEOPLE as REGULARS
from tests.games.dice.random_sessions import lawful_command, offered, some_command
from tests.table.random_sessions import PEOPLE, STRANGER, Wanted, done

from hoyle.core.errors import HoyleError
from hoyle.games.dice.posted_sign import CrapsSign, MiniDiceSign
from hoyle.games.dice.wagers import legal_wagers
from hoyle.rulebooks import dice_registry
from hoyle.table.base import DEALER
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.dice.table import DiceTable
from hoyle.table.log.json_output import to_dict
from hoyle.table.log.log_audit import LogAudit
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.seats import Sit

CRAPS: Final = "craps"
MINI_DICE: Final = "mini-dice"

OFFERED: Final = frozenset((
    "bet", "take-down", "reduce", "increase", "call-on", "confirm-on", "call-off", "offer", "accept",
    "decline", "ask-for-shaker", "pass-dice", "order-pass", "decline-line", "no-line-bet", "release-dice",
    "throw", "call-throw", "dispute-throw", "settle-throw", "rule-throw", "dealer-shakes", "holder-shakes",
    "uncover",
))  # fmt: skip
"""Commands that `pending` offers whenever they are possible."""
LIMITS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {},
    {"minimum": 5, "maximum": 100},
    {"minimum": 5, "maximum": 200, "min_chip": 5},
)
CRAPS_EXTRAS: Final[tuple[tuple[dict[str, Any], ...], ...]] = (
    ({"odds_multiple": 2}, {"odds_multiple": {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}}, {"odds_multiple": 100}),
    ({"put_bets": True},),
    ({"offers": {"place_to_lose": True}},),
    ({"odds_maximum": 40},),
    ({"take_excess": False},),
    ({"line_bet_at_point": True},),
    ({"commission_rounding": "up"}, {"commission_rounding": "nearest"}),
    ({"commission_refunded": True},),
    ({"commission_after_win": False},),
    ({"off_at_point": True},),
    ({"dont_barred_at_point": True},),
    ({"commission_pct": 3}, {"commissions": {"buy": Fraction(4), "lay": Fraction(0)}}),
    ({"limits": {"place": (12, 60), "field": (1, 10), "come": (5, 0)}},),
    (
        {
            "optional_wagers": ("twins",),
            "approved_wagers": ("twins",),
            "optional_pay": {"twins": {2: Fraction(20), 12: Fraction(33, 2)}},
        },
    ),
)
"""Optional settings of a craps sign."""


def every_game() -> list[tuple[str, str]]:
    """Every dice game under every book."""
    return [*((CRAPS, book) for book in dice_registry.CRAPS), *((MINI_DICE, book) for book in dice_registry.MINI_DICE)]


class DiceKind:
    """Tables of one game of dice under one book."""

    def __init__(self, game: str, book: str) -> None:
        self.game = game
        self.book = book

    def __repr__(self) -> str:
        return f"DiceKind({self.game!r}, {self.book!r})"

    def open(self, chance: random.Random) -> DiceTable:
        options: dict[str, Any] = {"book": self.book, "seats": 5, **chance.choice(LIMITS)}
        if self.game == MINI_DICE:
            options |= {name: chance.random() < 0.5 for name in ("player_may_return", "wagers_removable")}
            return DiceTable.open(MiniDiceSign(**options))
        for extra in CRAPS_EXTRAS:
            if chance.random() < 0.5:
                options.update(chance.choice(extra))
        callers = dice_registry.craps_book(self.book).callers.value
        return DiceTable.open(CrapsSign(**options, no_roll_caller=chance.choice(callers)))

    def resume(self, checkpoint: Mapping[str, Any] | None, entries: list[Any]) -> DiceTable:
        return DiceTable.resume(checkpoint, entries, keep_log=False)

    def audit(self, table: DiceTable) -> LogAudit:
        again = DiceTable.load(json.loads(json.dumps(table.dump())))
        assert again == table, "the log does not survive a file"
        return DiceTable.audit(again.steps)

    # Commands to try

    def wanted(self, table: DiceTable, chance: random.Random) -> Wanted:
        luck = chance.random()
        here = table.state.players
        free = [seat for seat in range(1, table.sign.seats + 1) if seat not in here]
        if free and len(here) < 3 and luck < 0.15:
            name = chance.choice([each for each in REGULARS if not table.state.seat_of(each)])
            return Wanted(Sit(seat=chance.choice(free), chips=chance.choice((50, 500)), player=name), name)
        if luck < 0.35:
            return self._pressing(table, chance)
        command, by = (lawful_command if luck < 0.75 else some_command)(table, chance)
        return Wanted(command, by)

    def _pressing(self, table: DiceTable, chance: random.Random) -> Wanted:
        """A command that the game waits for, so that the dice are thrown among all the betting."""
        waits = table.pending()
        wait = chance.choice([wait for wait in waits if not wait.optional] or waits)
        if not wait.choices:
            return Wanted(*some_command(table, chance))
        choice = wait.choices[0] if chance.random() < 0.6 else chance.choice(wait.choices)
        return self._chosen(table, choice, chance)

    def _chosen(self, table: DiceTable, choice: Choice, chance: random.Random) -> Wanted:
        fields = dict(choice.fixed)
        for bound in choice.bounds:
            most = min(5, (bound.max - bound.min) // bound.step)
            fields[bound.field] = bound.min + bound.step * chance.randint(0, most)
        if choice.do == "sit":
            fields["chips"] = 500
        return self.complete(table, choice, fields, chance)

    def arriving(self, table: DiceTable, chance: random.Random) -> list[Wanted]:
        seats = chance.sample(range(1, table.sign.seats + 1), chance.randint(1, 3))
        return [
            Wanted(Sit(seat=seat, chips=chance.choice((50, 500)), player=name), name)
            for seat, name in zip(seats, REGULARS, strict=False)
        ]

    def answer(self, table: DiceTable, waits: list[PendingDecision], chance: random.Random) -> Wanted:
        """A bet now and then, and mostly what the game waits for."""
        wagers = [wait for wait in waits if wait.kind == "wagers"]
        if wagers and not self.busy(table) and chance.random() < 0.5:
            return self._chosen(table, chance.choice(chance.choice(wagers).choices), chance)
        return self._pressing(table, chance)

    def strewn(self, table: DiceTable, chance: random.Random) -> Wanted:
        command, by = (some_command if chance.random() < 0.7 else lawful_command)(table, chance)
        return Wanted(command, by)

    def seldom(self, table: DiceTable) -> bool:
        return table.state.play.released

    def busy(self, table: DiceTable) -> bool:
        play = table.state.play
        return play.released or any(not legal_wagers.may_come_down(table.game, wager) for wager in play.live)

    def complete(self, table: DiceTable, choice: Choice, fields: dict[str, Any], chance: random.Random) -> Wanted:
        told = {"do": choice.do, **fields}
        if choice.do == "sit" and "player" not in told:
            state = table.state
            told["player"] = next(
                each for each in (*PEOPLE, "guest") if not state.seat_of(each) and each not in state.barred
            )
        by = next((wait.person for wait, each in offered(table) if each == choice), "")
        return Wanted(command_from_dict(table.COMMANDS, told), by or DEALER)

    def unoffered(self, table: DiceTable) -> list[Wanted]:
        found = offered(table)
        chance = random.Random(table.event_count)
        tried = [Wanted(*some_command(table, chance)) for _ in range(25)]
        return [
            each
            for each in tried
            if each.command.name in OFFERED and not any(_is_of(table, each, wait, choice) for wait, choice in found)
        ]

    # Invariants

    def check_cards(self, table: DiceTable) -> None:
        """Check that every chip is in a stack or in a wager, and that every view shows them all; there are no
        cards."""
        play = table.state.play
        assert play.held == sum(play.stacks.values())
        assert play.layout == sum(wager.amount for wager in play.live)
        assert all(chips >= 0 for chips in play.stacks.values())
        nobody = to_dict(table.view(STRANGER))
        for person in REGULARS:
            seen = to_dict(table.view(person))
            assert seen == {**nobody, "person": person, "seat": table.state.seat_of(person)}

    def check_preview(self, table: DiceTable, wanted: Wanted) -> None:
        """Check that a preview changes nothing and predicts what a fork of the table does."""
        if wanted.command.name not in ("throw", "uncover", "no-roll", "sit", "leave"):
            return
        before = table.checkpoint()
        told: list[Any] = []
        said = ""
        try:
            told = list(table.preview(wanted.command, wanted.by).entries)
        except HoyleError as error:
            said = str(error)
        assert table.checkpoint() == before, "a preview changed something"
        entries, refusal = done(self.resume(before, []), wanted)
        assert (to_dict(told), said) == (to_dict(entries), refusal), "the preview said otherwise"

    # Secrets

    def round_number(self, table: DiceTable, wanted: Wanted) -> int:
        return 0

    def may_see(self, entry: Any, person: str) -> list[int]:
        """Dice are visible to all."""
        return []

    def moved(self, command: Command, cards: Mapping[int, int]) -> Command:
        return command


def _is_of(table: DiceTable, wanted: Wanted, wait: PendingDecision, choice: Choice) -> bool:
    """Whether a choice offers this command to its issuer, for this amount."""
    if choice.do != wanted.command.name or (wanted.by != wait.person and table.is_person(wanted.by)):
        return False
    facts = to_dict(wanted.command)
    return all(facts.get(field) == value for field, value in choice.fixed.items()) and all(
        bound.contains(facts.get(bound.field, 0)) for bound in choice.bounds
    )
