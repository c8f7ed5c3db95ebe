"""A person at the table: shows what happens, offers what is legal, reads what is typed.

The session never decides anything. What may be done comes from the table, what is typed goes to it as a
command; what it refuses is shown with its clause, and asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from hoyle.cli.explain import explain_clause, print_rules
from hoyle.cli.picture import coloured, middle, print_calls, results, table_picture
from hoyle.cli.typed import Offered, menu, poker_command, to_you
from hoyle.errors import HoyleError, IllegalError
from hoyle.history.calls import Call, narrator
from hoyle.history.voice import limits
from hoyle.poker.events import Event
from hoyle.room.bots import Bot
from hoyle.room.drive import drive
from hoyle.room.home_game import HomeGame
from hoyle.table.waits import Wait

Ask = Callable[[str], str]
"""Puts a prompt before the person and returns the line typed; EOFError when there are no more."""

HELP: Final = (
    ("a number", "the action offered under it; with an amount where it needs one: 3 20"),
    ("words", "fold, check, call, bet 6, raise to 12, r 12, c, all in, bring in"),
    ("pot, min", "instead of an amount, where legal: bet pot, raise min, 3 pot"),
    ("draw Kh 2c", "lay down cards and draw as many; by place: draw 1 3; pat: none"),
    ("why", "the clause behind the last call; why 12: behind call 12"),
    ("rules", "what is posted at this table; rules XI.K.4: one clause"),
    ("history", "the calls of this hand so far"),
    ("quit", "leave the table"),
)


class Session:
    """One person among bots, hand after hand."""

    def __init__(self, game: HomeGame, seat: int, bots: dict[int, Bot], out: Console, ask: Ask) -> None:
        self.game = game
        self.seat = seat
        self.bots = bots
        self.out = out
        self._ask = ask
        self.person = game.table.view(seat).person
        self.names = {each: f"seat {each}" for each in game.seats}
        self.names[seat] = "you"
        self.calls: list[Call] = []
        """The calls of the hand in play, or of the last one."""
        self._refused = ""
        """Clause of a refusal that has just been given."""
        self._clause_width = 0

    def run(self) -> None:
        """Play until the person leaves."""
        rules = self.game.offer.rules
        blinds = self.game.offer.sign.blinds
        self.out.print(f"{rules.variant.title}, {limits(rules.stakes, blinds)}", style="bold")
        self.out.print(f"by {rules.book.id}: {rules.book.title}")
        self.out.print(f"You sit in seat {self.seat}. Type help for help, quit to leave.", style="dim")
        try:
            while True:
                self._play_hand()
                self._between_hands()
        except (EOFError, KeyboardInterrupt):
            self._goodbye()

    # One hand

    def _play_hand(self) -> None:
        game, table = self.game, self.game.table
        before = game.stacks
        entries = game.deal()
        dealer = narrator(table.rules, {self.seat: "you"}, self.person, blinds=game.offer.sign.blinds)
        self.calls = []
        self.out.print()
        self.out.print(Rule(f"hand {game.hands}", characters="─"))
        while True:
            entries = entries + drive(table, self.bots, game.rng)
            fresh = [call for entry in entries if isinstance(entry, Event) for call in dealer.hear(entry)]
            self._say(fresh + ([] if table.playing else dealer.rest()))
            if not table.playing:
                break
            entries = self._act(table.waits()[0])
        self.out.print()
        for line in results(self.names, before, game.stacks):
            self.out.print(line)

    def _say(self, calls: list[Call]) -> None:
        self._clause_width = max([self._clause_width, *(len(call.clause) for call in calls)])
        print_calls(self.out, calls, numbers_from=len(self.calls) + 1, clause_width=self._clause_width)
        self.calls += calls

    def _act(self, wait: Wait) -> list[Any]:
        """Ask until the table has accepted something; the entries that this made."""
        table = self.game.table
        seen = table.view(self.person).round
        assert seen is not None
        self.out.print()
        self.out.print(table_picture(seen, self.names))
        self.out.print(middle(seen))
        offered = menu(wait)
        while True:
            line = self._prompt(wait, offered, seen.hand_of(self.seat).cards)
            if self._answered(line):
                continue
            try:
                command = poker_command(line, offered, table, self.seat)
                entries = table.do(command, by=self.person)
            except HoyleError as error:
                self._refused = error.clause if isinstance(error, IllegalError) else ""
                choices = ", ".join(each.label for each in offered)
                legal = "" if "legal:" in str(error) else f"; legal: {choices}"
                self.out.print(Text(f"{to_you(str(error), self.seat)}{legal}", "yellow"))
            else:
                self._refused = ""
                return entries

    def _prompt(self, wait: Wait, offered: list[Offered], cards: list[str]) -> str:
        words = "   ".join(f"{at} {each.label}" for at, each in enumerate(offered, 1))
        if wait.kind == "draw":
            words += "   (" + " ".join(f"{at}:{card}" for at, card in enumerate(cards, 1)) + ")"
        self.out.print(coloured(words, "bold"))
        return self._ask("> ")

    # Questions

    def _answered(self, line: str) -> bool:
        """Whether the line was a question rather than an action, and has been answered."""
        word, _, rest = line.strip().lower().partition(" ")
        if not word:
            return True
        if word in ("quit", "q", "exit", "leave"):
            raise EOFError
        if word in ("help", "h", "?"):
            self._help()
        elif word == "why":
            self._why(rest.strip())
        elif word == "rules":
            print_rules(self.out, self.game.offer, line.strip()[len(word) :].strip())
        elif word == "history":
            print_calls(self.out, self.calls, numbers_from=1)
        else:
            return False
        return True

    def _help(self) -> None:
        grid = Table(box=None, show_header=False, padding=(0, 2, 0, 2), pad_edge=False)
        grid.add_column(no_wrap=True)
        grid.add_column()
        for word, meaning in HELP:
            grid.add_row(f"  {word}", meaning)
        self.out.print(grid)

    def _why(self, which: str) -> None:
        if not which and self._refused:
            explain_clause(self.out, self._refused)
            return
        if not self.calls:
            self.out.print("nothing has been called yet")
            return
        number = int(which) if which.isdigit() else 0
        if which and not 1 <= number <= len(self.calls):
            self.out.print(
                f"there is no call {which}; this hand has calls 1 to {len(self.calls)}", style="yellow"
            )
            return
        call = self.calls[number - 1] if number else self.calls[-1]
        self.out.print(coloured(call.text))
        explain_clause(self.out, call.clause)

    # Between hands

    def _between_hands(self) -> None:
        for seat in self.game.short():
            if seat == self.seat:
                self.out.print("You have too few chips for another hand: Enter buys in again.", style="bold")
            else:
                self.out.print(f"Seat {seat} buys in for {self.game.buy_in(seat)}.", style="dim")
        while True:
            self.out.print("Enter for the next hand; why, history or quit.", style="dim")
            line = self._ask("> ")
            if not line.strip():
                break
            if not self._answered(line):
                self.out.print(f"the hand is over: nothing to {line.strip().split()[0]}", style="yellow")
        if self.seat in self.game.short():
            self.game.buy_in(self.seat)

    def _goodbye(self) -> None:
        # What he has bet in a hand he walks away from stays in the pot.
        won = self.game.stacks[self.seat] - self.game.bought[self.seat]
        result = f"{won} ahead" if won > 0 else f"{-won} down" if won < 0 else "even"
        self.out.print()
        self.out.print(f"You leave the table {result}. Thank you for playing.")
