"""Base class of a terminal session at a table: dealer's calls, prompts, help and questions.

A session has no rules of its own: the table offers the choices, typed lines become commands, and a refused
command is shown with its clause before the session asks again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hoyle.cli.play.local_games import LocalGame
from hoyle.cli.play.poker_input import to_second_person
from hoyle.cli.play.rule_lookup import explain_clause, print_rules
from hoyle.cli.render.poker_table import colour_cards, print_calls, results
from hoyle.core.errors import HoyleError, IllegalError
from hoyle.history.narration import Announcement

Ask = Callable[[str], str]
"""Function that shows a prompt and returns the line typed; raises EOFError at the end of input."""

PROMPT: Final = "? for help > "

LEAVES: Final = ("quit", "q", "exit", "leave")
"""Words that leave the table."""

Help = tuple[tuple[str, str], ...]
"""Lines of help: what may be typed, and its meaning."""


class TableSession:
    """Terminal session of one person at a table."""

    UNIT: ClassVar[str] = "hand"
    """Name of one repetition of the game, which has its own numbered calls."""
    HISTORY: ClassVar[int] = 1000
    """Calls that `history` prints at most."""

    game: LocalGame[Any]

    def __init__(self, game: LocalGame[Any], seat: int, out: Console, ask: Ask) -> None:
        self.game = game
        self.names = {number: f"seat {number}" for number in game.offer.seats} | {seat: "you"}
        self.seat = seat
        self.out = out
        self.ask = ask
        self.calls: list[Announcement] = []
        """Dealer's calls of the current or last hand."""
        self._refused = ""
        """Clause of the refusal just shown, for `why`."""
        self._clause_width = 0

    def help(self) -> Help:
        """Return the help lines on the actions of this game."""
        raise NotImplementedError

    def example(self) -> str:
        """Return the id of a clause of this game, as an example for the help."""
        raise NotImplementedError

    def questions(self) -> Help:
        """Return the help lines on the questions that every table answers."""
        return (
            ("table", "the table once more"),
            ("why", "the clause behind the last call; why 12: behind call 12"),
            ("rules", f"what is posted at this table; rules {self.example()}: one clause"),
            ("history", f"the calls of this {self.UNIT} so far"),
            ("quit", "leave the table"),
        )

    def show_table(self) -> None:
        """Print the table as the person at the terminal sees it, if there is anything to see."""
        raise NotImplementedError

    def run(self) -> None:
        """Play at the terminal until the person leaves."""
        title, book, book_title = self.heading()
        try:
            self.out.print(title, style="bold")
            self.out.print(f"by {book}: {book_title}")
            self.out.print(f"You sit in seat {self.seat}. Type help for help, quit to leave.", style="dim")
            while True:
                self.play_round()
        except (EOFError, KeyboardInterrupt):
            self._goodbye()

    def heading(self) -> tuple[str, str, str]:
        """Return the game with its limits, the id of its rulebook and the title of that."""
        raise NotImplementedError

    def play_round(self) -> None:
        """Play one hand or round, or one roll of the dice; EOFError means that the person leaves."""
        raise NotImplementedError

    def print_results(self, before: Mapping[int, int]) -> None:
        """Print every player's stack before and after a round."""
        self.out.print()
        for line in results(self.names, before, self.game.stacks):
            self.out.print(line)

    def say(self, calls: list[Announcement]) -> None:
        """Print new dealer's calls with the numbers that `why` accepts."""
        self._clause_width = max([self._clause_width, *(len(call.clause) for call in calls)])
        print_calls(self.out, calls, numbers_from=len(self.calls) + 1, clause_width=self._clause_width)
        self.calls += calls

    def refuse(self, error: HoyleError, choices: Sequence[str]) -> None:
        """Print the table's refusal of a command, addressed to the person, with the legal choices."""
        self._refused = error.clause if isinstance(error, IllegalError) else ""
        legal = "" if "legal:" in str(error) or not choices else f"; legal: {', '.join(choices)}"
        self.out.print(Text(f"{to_second_person(str(error), self.seat)}{legal}", "yellow"))

    def accept(self) -> None:
        """Forget the last refusal, after a command was accepted."""
        self._refused = ""

    def handle_question(self, line: str) -> bool:
        """Answer a typed line if it is a question such as `why`; return whether it was one.

        The table is printed again afterwards, since a long answer may have scrolled it off the screen.
        """
        keyword, _, argument = line.strip().lower().partition(" ")
        if keyword in LEAVES:
            raise EOFError
        if keyword in ("help", "h", "?"):
            self._help()
        elif keyword == "why":
            self._why(argument.strip())
        elif keyword == "rules":
            print_rules(self.out, self.game.offer, line.strip()[len(keyword) :].strip())
        elif keyword == "history":
            first = max(len(self.calls) - self.HISTORY, 0)
            print_calls(self.out, self.calls[first:], numbers_from=first + 1)
        elif keyword != "table":
            return False
        self.show_table()
        return True

    def _help(self) -> None:
        grid = Table(box=None, show_header=False, padding=(0, 2, 0, 2), pad_edge=False)
        grid.add_column(no_wrap=True)
        grid.add_column()
        for input_text, meaning in (*self.help(), *self.questions()):
            grid.add_row(f"  {input_text}", meaning)
        self.out.print(grid)

    def _why(self, argument: str) -> None:
        """Explain the clause of the last refusal or call, or of the call with the typed number."""
        if not argument and self._refused:
            explain_clause(self.out, self._refused)
            return
        if not self.calls:
            self.out.print("nothing has been called yet")
            return
        number = int(argument) if argument.isascii() and argument.isdigit() and len(argument) < 6 else 0
        if argument and not 1 <= number <= len(self.calls):
            self.out.print(
                f"there is no call {argument[:20]}; this {self.UNIT} has calls 1 to {len(self.calls)}", style="yellow"
            )
            return
        call = self.calls[number - 1] if number else self.calls[-1]
        self.out.print(colour_cards(call.text))
        explain_clause(self.out, call.clause)

    def _goodbye(self) -> None:
        # Chips bet in an unfinished hand stay on the table, so they count as lost.
        won = self.game.stacks[self.seat] - self.game.bought[self.seat]
        result = f"{won} ahead" if won > 0 else f"{-won} down" if won < 0 else "even"
        self.out.print()
        self.out.print(f"You leave the table {result}. Thank you for playing.")
