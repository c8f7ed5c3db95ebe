"""Base class of a terminal session at a table: dealer's calls, prompts, help and questions.

A session never decides anything. What may be done comes from the table, what is typed goes to it as a
command; what it refuses is shown with its clause, and asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hoyle.cli.play.poker_input import to_second_person
from hoyle.cli.play.rule_lookup import explain_clause
from hoyle.cli.render.poker_table import colour_cards, print_calls
from hoyle.core.errors import HoyleError, IllegalError
from hoyle.history.narration import Announcement

Ask = Callable[[str], str]
"""Puts a prompt before the person and returns the line typed; EOFError when there are no more."""

PROMPT: Final = "? for help > "

LEAVES: Final = ("quit", "q", "exit", "leave")
"""What says that one leaves."""

Help = tuple[tuple[str, str], ...]
"""What may be typed, with its meaning."""


class TableSession:
    """One person at a table."""

    UNIT: ClassVar[str] = "hand"
    """What is played again and again, and has its own calls."""
    HISTORY: ClassVar[int] = 1000
    """Calls that `history` goes back."""

    def __init__(self, seat: int, out: Console, ask: Ask) -> None:
        self.seat = seat
        self.out = out
        self.ask = ask
        self.calls: list[Announcement] = []
        """The calls of the hand in play, or of the last one."""
        self._refused = ""
        """Clause of a refusal that has just been given."""
        self._clause_width = 0

    def help(self) -> Help:
        """What may be typed in this game besides questions."""
        raise NotImplementedError

    def example(self) -> str:
        """A clause of this game's own."""
        raise NotImplementedError

    def questions(self) -> Help:
        """What may be asked at every table."""
        return (
            ("table", "the table once more"),
            ("why", "the clause behind the last call; why 12: behind call 12"),
            ("rules", f"what is posted at this table; rules {self.example()}: one clause"),
            ("history", f"the calls of this {self.UNIT} so far"),
            ("quit", "leave the table"),
        )

    def show_table(self) -> None:
        """The table as it lies before the person, if there is anything to see."""
        raise NotImplementedError

    def print_rules(self, wanted: str) -> None:
        """What is posted at the table, or the clause asked for."""
        raise NotImplementedError

    def run(self) -> None:
        """Play until the person leaves."""
        try:
            self.play()
        except (EOFError, KeyboardInterrupt):
            self._goodbye()

    def play(self) -> None:
        """Hand after hand; the person leaves by an end of file."""
        raise NotImplementedError

    def net_result(self) -> int:
        """What the person has won so far."""
        raise NotImplementedError

    def say(self, calls: list[Announcement]) -> None:
        """Print new calls under the numbers that `why` knows them by."""
        self._clause_width = max([self._clause_width, *(len(call.clause) for call in calls)])
        print_calls(self.out, calls, numbers_from=len(self.calls) + 1, clause_width=self._clause_width)
        self.calls += calls

    def refuse(self, error: HoyleError, choices: Sequence[str]) -> None:
        """Show what was refused, to the person's face, with what he may do instead."""
        self._refused = error.clause if isinstance(error, IllegalError) else ""
        legal = "" if "legal:" in str(error) or not choices else f"; legal: {', '.join(choices)}"
        self.out.print(Text(f"{to_second_person(str(error), self.seat)}{legal}", "yellow"))

    def accept(self) -> None:
        """What was typed is done: the last refusal is past."""
        self._refused = ""

    def handle_question(self, line: str) -> bool:
        """Whether the line was a question rather than an action, and has been answered.

        What was answered at length may have pushed the table off a small screen: it is shown again.
        """
        word, _, rest = line.strip().lower().partition(" ")
        if word in LEAVES:
            raise EOFError
        if word in ("help", "h", "?"):
            self._help()
        elif word == "why":
            self._why(rest.strip())
        elif word == "rules":
            self.print_rules(line.strip()[len(word) :].strip())
        elif word == "history":
            first = max(len(self.calls) - self.HISTORY, 0)
            print_calls(self.out, self.calls[first:], numbers_from=first + 1)
        elif word != "table":
            return False
        self.show_table()
        return True

    def _help(self) -> None:
        grid = Table(box=None, show_header=False, padding=(0, 2, 0, 2), pad_edge=False)
        grid.add_column(no_wrap=True)
        grid.add_column()
        for word, meaning in (*self.help(), *self.questions()):
            grid.add_row(f"  {word}", meaning)
        self.out.print(grid)

    def _why(self, which: str) -> None:
        if not which and self._refused:
            explain_clause(self.out, self._refused)
            return
        if not self.calls:
            self.out.print("nothing has been called yet")
            return
        number = int(which) if which.isascii() and which.isdigit() and len(which) < 6 else 0
        if which and not 1 <= number <= len(self.calls):
            self.out.print(
                f"there is no call {which[:20]}; this {self.UNIT} has calls 1 to {len(self.calls)}",
                style="yellow",
            )
            return
        call = self.calls[number - 1] if number else self.calls[-1]
        self.out.print(colour_cards(call.text))
        explain_clause(self.out, call.clause)

    def _goodbye(self) -> None:
        # What he has bet in a hand he walks away from stays on the table.
        won = self.net_result()
        result = f"{won} ahead" if won > 0 else f"{-won} down" if won < 0 else "even"
        self.out.print()
        self.out.print(f"You leave the table {result}. Thank you for playing.")
