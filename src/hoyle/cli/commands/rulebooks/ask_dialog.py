"""Dialog of `hoyle ask`: narrows down situation, circumstances and rulebook by questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from rich.console import Console
from rich.text import Text

from hoyle.core.name_matching import match_name
from hoyle.judge.rulebook_comparison.comparison import (
    BOOKS,
    SITUATIONS,
    ComparisonRow,
    Situation,
    compare,
    search_situations,
)

Ask = Callable[[str], str]
"""Puts a question and returns the line typed; EOFError when there are no more."""

MAX_OFFERED: Final = 9
ALL_OF_IT: Final = "all of it"
ALL_BOOKS: Final = "all of them side by side"
LEAVE: Final = ("q", "quit", "exit")


class AskSelection(NamedTuple):
    """Where a walk has led."""

    situation: Situation
    rows: Sequence[ComparisonRow]
    books: Sequence[str]


def run_dialog(out: Console, ask: Ask, said: str, books: Sequence[str] | None) -> AskSelection:
    """Ask until it is known what to look up. `said` are words given already, `books` those already chosen."""
    situation = _situation(out, ask, said)
    rows: Sequence[ComparisonRow] = compare(situation.id).rows
    if len(rows) > 1:
        picked = _pick(out, ask, situation.asks, [row.question for row in rows], ALL_OF_IT)
        rows = rows if picked is None else [rows[picked]]
    if books is None:
        picked = _pick(out, ask, "By which book", BOOKS, ALL_BOOKS)
        books = BOOKS if picked is None else [BOOKS[picked]]
    return AskSelection(situation, rows, books)


def find_situations(text: str) -> list[Situation]:
    """Those that fit the words best, or the one of that name."""
    by_name = match_name(text.strip(), [each.id for each in SITUATIONS])
    if by_name is not None:
        return [each for each in SITUATIONS if each.id == by_name]
    return search_situations(text)[:MAX_OFFERED]


def print_situations(out: Console) -> None:
    """Every situation there is, under its heading."""
    for group in dict.fromkeys(each.group for each in SITUATIONS):
        out.print(Text(group, "bold"))
        for each in SITUATIONS:
            if each.group == group:
                out.print(Text(f"  {each.id:<22}{each.title}"))


def _situation(out: Console, ask: Ask, said: str) -> Situation:
    while True:
        if not said.strip():
            said = _heard(ask, "What happened? (? for a list) > ")
        if said.strip() == "?":
            print_situations(out)
        elif said.strip():
            found = find_situations(said)
            if found:
                break
            out.print(Text(f"Nothing fits {said.strip()!r}: say it otherwise.", "yellow"))
        said = ""
    if len(found) == 1:
        return found[0]
    picked = _pick(out, ask, "Which of these", [each.title for each in found], "")
    assert picked is not None, "one of them is taken"
    return found[picked]


def _pick(out: Console, ask: Ask, question: str, offered: Sequence[str], everything: str) -> int | None:
    """The place of what is picked; None for `everything`, which Enter takes, where there is such a choice."""
    out.print(Text(f"{question}?", "bold"))
    shown = [*offered, *([everything] if everything else [])]
    for number, each in enumerate(shown, start=1):
        out.print(Text(f"  {number}  {each}"))
    usual = len(shown) if everything else 1
    while True:
        typed = _heard(ask, f"1 to {len(shown)} (Enter: {usual}) > ").strip() or str(usual)
        named = match_name(typed, shown)
        if named is not None:
            typed = str(shown.index(named) + 1)
        if typed.isascii() and typed.isdecimal() and len(typed) < 4 and 1 <= int(typed) <= len(shown):
            return None if everything and int(typed) == len(shown) else int(typed) - 1
        out.print(Text("A number of the list is wanted, or q to leave.", "yellow"))


def _heard(ask: Ask, prompt: str) -> str:
    line = ask(prompt)
    if line.strip().lower() in LEAVE:
        raise EOFError
    return line
