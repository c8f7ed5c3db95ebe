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
"""Function that shows a prompt and returns the line typed; raises EOFError at the end of input."""

MAX_OFFERED: Final = 9
ALL_OF_IT: Final = "all of it"
ALL_BOOKS: Final = "all of them side by side"
LEAVE: Final = ("q", "quit", "exit")


class AskSelection(NamedTuple):
    """Situation, questions and rulebooks that were chosen in the dialog of `hoyle ask`."""

    situation: Situation
    rows: Sequence[ComparisonRow]
    books: Sequence[str]


def run_dialog(out: Console, ask: Ask, query: str, books: Sequence[str] | None) -> AskSelection:
    """Ask in the terminal for the situation and the books that the command line left open."""
    situation = _situation(out, ask, query)
    rows: Sequence[ComparisonRow] = compare(situation.id).rows
    if len(rows) > 1:
        picked = _pick(out, ask, situation.asks, [row.question for row in rows], ALL_OF_IT)
        rows = rows if picked is None else [rows[picked]]
    if books is None:
        picked = _pick(out, ask, "By which book", BOOKS, ALL_BOOKS)
        books = BOOKS if picked is None else [BOOKS[picked]]
    return AskSelection(situation, rows, books)


def find_situations(text: str) -> list[Situation]:
    """Return the situation of that id, or the best matches for a description."""
    by_name = match_name(text.strip(), [situation.id for situation in SITUATIONS])
    if by_name is not None:
        return [situation for situation in SITUATIONS if situation.id == by_name]
    return search_situations(text)[:MAX_OFFERED]


def print_situations(out: Console) -> None:
    """Print every situation that the books can be asked about, by group."""
    for group in dict.fromkeys(situation.group for situation in SITUATIONS):
        out.print(Text(group, "bold"))
        for situation in SITUATIONS:
            if situation.group == group:
                out.print(Text(f"  {situation.id:<22}{situation.title}"))


def _situation(out: Console, ask: Ask, query: str) -> Situation:
    """Ask for the situation until a description matches one, or one is picked from the matches."""
    while True:
        if not query.strip():
            query = _read_line(ask, "What happened? (? for a list) > ")
        if query.strip() == "?":
            print_situations(out)
        elif query.strip():
            matches = find_situations(query)
            if matches:
                break
            out.print(Text(f"Nothing fits {query.strip()!r}: try other words.", "yellow"))
        query = ""
    if len(matches) == 1:
        return matches[0]
    picked = _pick(out, ask, "Which of these", [situation.title for situation in matches], "")
    assert picked is not None, "there is no choice of all"
    return matches[picked]


def _pick(out: Console, ask: Ask, question: str, offered: Sequence[str], everything: str) -> int | None:
    """Prompt for one of numbered options; return its index, or None for the option `everything`."""
    out.print(Text(f"{question}?", "bold"))
    options = [*offered, *([everything] if everything else [])]
    for number, choice in enumerate(options, start=1):
        out.print(Text(f"  {number}  {choice}"))
    default = len(options) if everything else 1
    while True:
        typed = _read_line(ask, f"1 to {len(options)} (Enter: {default}) > ").strip() or str(default)
        matched_name = match_name(typed, options)
        if matched_name is not None:
            typed = str(options.index(matched_name) + 1)
        if typed.isascii() and typed.isdecimal() and len(typed) < 4 and 1 <= int(typed) <= len(options):
            return None if everything and int(typed) == len(options) else int(typed) - 1
        out.print(Text("Type a number of the list, or q to leave.", "yellow"))


def _read_line(ask: Ask, prompt: str) -> str:
    line = ask(prompt)
    if line.strip().lower() in LEAVE:
        raise EOFError
    return line
