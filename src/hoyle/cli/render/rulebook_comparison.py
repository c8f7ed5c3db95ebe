"""Terminal rendering of a recorded hand under other rulebooks: each difference with its clauses."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

from hoyle.cli.render.console import console, print_json
from hoyle.cli.render.replay_results import ReplayedHandResult
from hoyle.core.errors import InvalidError
from hoyle.history.phh.reader import HandHistory, UnsupportedError
from hoyle.history.rulebook_comparison.hand_comparison import (
    ALL,
    HandComparison,
    RulebookResult,
    compare_rulebooks,
    other_rulebooks,
)
from hoyle.rulebooks import poker_book as rulebook


def books_named(history: HandHistory, name: str) -> list[str]:
    """Return the named rulebook, or for "all" every other one that has the game."""
    if name == ALL:
        return other_rulebooks(history)
    rulebook(name)
    return [name]


class ComparedHand(NamedTuple):
    """Hand of a file with its results under other rulebooks, or the error that prevented them."""

    result: ReplayedHandResult
    compared: HandComparison | None

    @property
    def name(self) -> str:
        return f"{self.result.file} [{self.result.key}]" if self.result.key else self.result.file

    @property
    def unreadable(self) -> bool:
        return self.compared is None and not self.result.unsupported

    @property
    def differs(self) -> bool:
        return self.compared is not None and any(ruled.differences for ruled in self.compared.ruled)

    def entry(self) -> dict[str, Any]:
        """Return the JSON object of a hand under all other rulebooks, for `--json`."""
        under = [] if self.compared is None else self.compared.to_dict()["under"]
        return {**self.result.entry(), "under": under}


def compare(result: ReplayedHandResult) -> ComparedHand:
    """Replay a hand under every other rulebook that has its game; keep the error if it cannot be."""
    if result.replay is None:
        return ComparedHand(result, None)
    try:
        return ComparedHand(result, compare_rulebooks(result.replay.history))
    except UnsupportedError as error:
        return ComparedHand(result._replace(error=str(error), unsupported=True), None)
    except InvalidError as error:
        return ComparedHand(result._replace(error=str(error)), None)


def print_all_compared(hands: list[ComparedHand], *, as_json: bool) -> None:
    """Print comparisons of hands under all rulebooks; of several, those that differ, and a total."""
    from rich.text import Text

    if as_json:
        print_json([hand.entry() for hand in hands])
        return
    out = console()
    many = len(hands) > 1
    # The error of a single hand goes to standard error; among several hands, show which one it is.
    listed = [hand for hand in hands if (hand.differs or hand.unreadable if many else hand.compared)]
    for hand in listed:
        if many:
            out.print(Text(hand.name, style="bold"))
        if hand.compared is None:
            out.print(Text(str(hand.result.error), style="yellow"))
        else:
            print_compared(hand.compared)
        if many:
            out.print()
    if many:
        differ = sum(hand.differs for hand in hands)
        same = sum(hand.compared is not None for hand in hands) - differ
        only_one_book = sum(hand.result.unsupported for hand in hands)
        unreadable = len(hands) - same - differ - only_one_book
        out.print(
            f"{len(hands)} hands: {same} the same by every book, {differ} otherwise by some, "
            f"{only_one_book} of games that no other book has, {unreadable} cannot be read"
        )


def print_compared(compared: HandComparison) -> None:
    """Print the stacks of a hand under every rulebook, then the differences with both clauses."""
    from rich.table import Table
    from rich.text import Text

    out = console()
    history = compared.history
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("")
    table.add_column(f"{history.book} (played)", justify="right")
    for ruled in compared.ruled:
        table.add_column(ruled.book, justify="right")
    all_stacks = [compared.own.stacks, *(ruled.stacks for ruled in compared.ruled)]
    for index in range(history.players):
        table.add_row(history.name(index + 1), *(_chips(history, stacks, index) for stacks in all_stacks))
    verdicts = [_verdict(ruled) for ruled in compared.ruled]
    table.add_row("", "", *[Text(verdict, style=style) for verdict, style in verdicts])
    out.print(table)
    for ruled in compared.ruled:
        if not ruled.differences:
            continue
        out.print()
        out.print(Text(f"By {ruled.book}", style="bold"))
        for difference in ruled.differences:
            out.print(Text(f"  {difference.where}: {difference}", style="yellow"))
            if difference.own:
                out.print(Text(f"    played by {difference.own}", style="bright_black"))
        if ruled.refused:
            out.print(Text("  The hand ends there: nobody knows what would have been done instead."))


def _verdict(ruled: RulebookResult) -> tuple[str, str]:
    """Return the verdict under a rulebook's column, and its colour."""
    if ruled.refused:
        return "refused", "red"
    return ("otherwise", "yellow") if ruled.differences else ("the same", "green")


def _chips(history: HandHistory, stacks: list[Decimal] | None, index: int) -> str:
    if stacks is None:
        return ""
    chips = stacks[index]
    return history.money(int(chips * history.scale) if chips.is_finite() else None)
