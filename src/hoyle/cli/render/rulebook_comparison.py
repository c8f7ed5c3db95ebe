"""Terminal rendering of recorded hands under other rulebooks: each difference with its clauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.cli.render.replay_results import ReplayedHandResult, money, print_transcript
from hoyle.core.errors import InvalidError
from hoyle.history.phh.reader import HandHistory, UnsupportedError
from hoyle.history.rulebook_comparison.hand_comparison import (
    ALL,
    HandComparison,
    RulebookResult,
    compare_rulebooks,
    other_rulebooks,
)
from hoyle.history.rulebook_comparison.hand_differences import HandUnderRulebook, replay_under_rulebook
from hoyle.rulebooks import poker_book as rulebook


def books_named(history: HandHistory, name: str) -> list[str]:
    """Return the named rulebook, or for "all" every other one that has the game."""
    if name == ALL:
        return other_rulebooks(history)
    rulebook(name)
    return [name]


class ComparedHand(NamedTuple):
    """Hand of a file under one other rulebook or all of them, or the error that prevented it."""

    result: ReplayedHandResult
    compared: HandComparison | HandUnderRulebook | None

    @property
    def unreadable(self) -> bool:
        return self.compared is None and not self.result.unsupported

    @property
    def differs(self) -> bool:
        if isinstance(self.compared, HandComparison):
            return any(ruled.differences for ruled in self.compared.ruled)
        return self.compared is not None and bool(self.compared.differences)

    def entry(self, book: str) -> dict[str, Any]:
        """Return the JSON object of a hand under another rulebook or all, for `--json`."""
        entry = self.result.entry()
        if book == ALL:
            return {
                **entry,
                "under": self.compared.to_dict()["under"] if isinstance(self.compared, HandComparison) else [],
            }
        differences = self.compared.differences if isinstance(self.compared, HandUnderRulebook) else []
        return {**entry, "book": book, "differences": [difference.to_dict() for difference in differences]}


def compare(result: ReplayedHandResult, book: str) -> ComparedHand:
    """Replay a hand under another rulebook, or under all that have its game; keep the error if it cannot be."""
    if result.replay is None:
        return ComparedHand(result, None)
    try:
        if book == ALL:
            return ComparedHand(result, compare_rulebooks(result.replay.history))
        compared = replay_under_rulebook(result.replay.history, book)
    except UnsupportedError as error:
        return ComparedHand(result._replace(error=str(error), unsupported=True), None)
    except InvalidError as error:
        return ComparedHand(result._replace(error=str(error)), None)
    replay = compared.replay
    return ComparedHand(ReplayedHandResult(result.file, result.key, replay, replay.error), compared)


def print_all_compared(hands: Sequence[ComparedHand], book: str, *, hero: int | None, as_json: bool) -> None:
    """Print hands under another rulebook or all: the differences of each and, of several hands, a total."""
    if as_json:
        print_json([hand.entry(book) for hand in hands])
        return
    out = console()
    for hand in hands:
        # The error of a single hand goes to standard error; among several hands, show which one it is.
        if book == ALL:
            _print_all_books(out, hand, many=len(hands) > 1)
        else:
            _print_one_book(out, hand, book, hero, many=len(hands) > 1)
    if len(hands) > 1:
        differ = sum(hand.differs for hand in hands)
        same = sum(hand.compared is not None for hand in hands) - differ
        unsupported = sum(hand.result.unsupported for hand in hands)
        unreadable = len(hands) - same - differ - unsupported
        title, by_each, by_some, which = (
            (f"{len(hands)} hands", " by every book", " by some", "that no other book has")
            if book == ALL
            else (f"{len(hands)} hands by {book}", "", "", "it does not have")
        )
        out.print(
            f"{title}: {same} the same{by_each}, {differ} otherwise{by_some}, "
            f"{unsupported} of games {which}, {unreadable} cannot be read"
        )


def _print_all_books(out: Console, hand: ComparedHand, *, many: bool) -> None:
    if many and (hand.differs or hand.unreadable):
        out.print(Text(hand.result.name, style="bold"))
        if hand.compared is None:
            out.print(Text(str(hand.result.error), style="yellow"))
    if isinstance(hand.compared, HandComparison) and (hand.differs or not many):
        print_compared(hand.compared)
    if many and (hand.differs or hand.unreadable):
        out.print()


def _print_one_book(out: Console, hand: ComparedHand, book: str, hero: int | None, *, many: bool) -> None:
    name = hand.result.name
    if not isinstance(hand.compared, HandUnderRulebook):
        if hand.unreadable and many:
            out.print(Text(str(hand.result.error), style="yellow"))
        return
    if not many and not hand.result.refused:
        print_transcript(hand.result, hero)
        out.print()
    if hand.differs:
        out.print(Text(f"{name}: otherwise by {book}", style="bold"))
        for difference in hand.compared.differences:
            out.print(Text(f"  {difference.where}: {difference}", style="yellow"))
    elif not many:
        out.print(Text(f"{name}: nothing is otherwise by {book}", style="green"))


def print_compared(compared: HandComparison) -> None:
    """Print the stacks of a hand under every rulebook, then the differences with both clauses."""
    out = console()
    history = compared.history
    table = plain_table("", f"{history.book} (played)>", *(f"{ruled.book}>" for ruled in compared.ruled))
    all_stacks = [compared.own.stacks, *(ruled.stacks for ruled in compared.ruled)]
    for index in range(history.players):
        table.add_row(history.name(index + 1), *(money(history, stacks, index) for stacks in all_stacks))
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
    if ruled.refused:
        return "refused", "red"
    return ("otherwise", "yellow") if ruled.differences else ("the same", "green")
