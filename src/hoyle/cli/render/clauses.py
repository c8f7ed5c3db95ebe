"""Terminal rendering of clauses and conventions: search results, contents and one clause in full."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.core.validation import pluralize
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_interpretations import find_interpretation
from hoyle.rulebooks.clause_types import HOUSE, Clause
from hoyle.rulebooks.house_conventions import COVER, KIND, conventions

EXIT_NOT_FOUND: Final = 1

KIND_COLOURS: Final = {
    "rule": "green",
    "sign": "cyan",
    "floor": "yellow",
    "record": "magenta",
    "definition": "blue",
    "physical": "bright_black",
    KIND: "white",
}

KINDS_IN_WORDS: Final = {
    "rule": "the engine applies it by itself",
    "sign": "the posted sign sets it, and is checked against the book",
    "floor": "dealer or floor brings it in, the engine computes what follows",
    "record": "a procedure to prompt for and log",
    "definition": "the meaning of a word",
    "physical": "hands and furniture, not for software",
    KIND: "practice of the house where no rulebook has a rule; not a clause",
}

SOURCES_IN_WORDS: Final = {
    "text": "the book's own text",
    "analogy": "by analogy: this book's own text is lost here and is filled from a sister book",
    "outside": "from outside: this book's own text is lost here and is filled from a public source",
}

OUTSIDE_SOURCES: Final = {
    "S1": "the current N.J.A.C. 13:69F-14.5",
    "S2": "the current N.J.A.C. 13:69F-14.10",
    "S3": "the current N.J.A.C. 13:69F-14.19",
    "S4": "public descriptions of mambo stud",
}


def print_contents(clauses: Iterable[Clause], *, as_json: bool) -> None:
    """Print a list of rulebook clauses by book and section."""
    rows = tuple(clauses)
    if as_json:
        print_json([_as_dict(clause) for clause in rows])
        return
    out = console()
    book = ""
    for section in clause_catalogue.sections(rows):
        if section.book != book:
            book = section.book
            info = clause_catalogue.book_info(book)
            out.print(f"{info.title} ({info.edition})", style="bold underline")
        out.print()
        out.print(f"{section.id}  {section.title}", style="bold")
        _print_rows(out, section.clauses, with_book=False)
    out.print()
    out.print(_total(rows))


def print_found(rows: list[Clause], query: str, *, as_json: bool) -> int | None:
    """Print the clauses that a search found, or suggest a corrected query; return the exit code."""
    if as_json:
        print_json([_as_dict(clause) for clause in rows])
    elif rows:
        out = console()
        _print_rows(out, rows, with_book=True, summaries=True, terms=query.split())
        out.print(_total(rows))
    else:
        correction = clause_catalogue.correct_query(query)
        hint = f"did you mean {correction!r}?" if correction else "try other words, or fewer of them"
        console().print(f"no clause mentions {query!r}; {hint}")
    return None if rows else EXIT_NOT_FOUND


def print_conventions(*, as_json: bool) -> None:
    """Print the conventions of the house."""
    rows = conventions()
    if as_json:
        print_json([_as_dict(clause) for clause in rows])
        return
    out = console()
    out.print(COVER.title, style="bold underline")
    out.print(COVER.summary, style="italic")
    out.print()
    _print_rows(out, rows, with_book=False, summaries=True)
    out.print()
    out.print(_total(rows))


def print_clause(clause: Clause, *, as_json: bool) -> None:
    """Print one rulebook clause in full."""
    if as_json:
        print_json(_as_dict(clause))
        return
    out = console()
    out.print(Text.assemble((clause.citation, "bold"), "  ", (clause.title, f"bold {KIND_COLOURS[clause.kind]}")))
    out.print(Padding(Text(clause.summary), (1, 4)))
    grid = plain_table()
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    if clause.book == HOUSE:
        grid.add_row("kind", f"{clause.kind}: {KINDS_IN_WORDS[clause.kind]}")
        out.print(grid)
        return
    (section,) = clause_catalogue.sections([clause])
    grid.add_row("book", clause_catalogue.book_info(clause.book).title)
    grid.add_row("section", f"{section.id}  {section.title}")
    why = clause.why_physical[:1].lower() + clause.why_physical[1:].rstrip(".")
    grid.add_row("kind", f"{clause.kind}: {why or KINDS_IN_WORDS[clause.kind]}")
    grid.add_row("games", "every poker game of the book" if "all" in clause.games else ", ".join(clause.games))
    grid.add_row("source", SOURCES_IN_WORDS[clause.source])
    if clause.filled_from:
        grid.add_row("filled from", _name_sources(clause.filled_from))
    if clause.readings:
        grid.add_row("readings", f"{', '.join(clause.readings)} (the text is doubtful; a reading decides)")
        for id in clause.readings:
            grid.add_row("", Text.assemble((f"{id}  ", "bold"), find_interpretation(id).decision))
    out.print(grid)


def _print_rows(
    out: Console, rows: Iterable[Clause], *, with_book: bool, summaries: bool = False, terms: Iterable[str] = ()
) -> None:
    table = plain_table()
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for clause in rows:
        cell = Text(clause.title, "bold" if summaries else "")
        if summaries:
            cell.append(f"\n{clause.summary}", "not bold")
            for term in terms:
                cell.highlight_regex(rf"(?i)(?<!\w){re.escape(term)}", "underline")
        table.add_row(
            Text(clause.citation if with_book else f"  {clause.id}"), Text(clause.kind, KIND_COLOURS[clause.kind]), cell
        )
    out.print(table)


def _total(rows: Iterable[Clause]) -> str:
    is_convention = [clause.book == HOUSE for clause in rows]
    clauses, conventions = is_convention.count(False), is_convention.count(True)
    if not conventions:
        return pluralize(clauses, "clause")
    convention_text = pluralize(conventions, KIND)
    return f"{pluralize(clauses, 'clause')} and {convention_text}" if clauses else convention_text


def _name_sources(text: str) -> str:
    return re.sub(r"\bS\d\b", lambda tag: OUTSIDE_SOURCES.get(tag.group(), tag.group()), text)


def _as_dict(clause: Clause) -> dict[str, Any]:
    fields = clause._asdict()
    optional = {name: fields.pop(name) for name in ("filled_from", "why_physical")}
    if clause.readings:
        fields["decisions"] = {id: find_interpretation(id).decision for id in clause.readings}
    return {"rulebook": fields.pop("book"), **fields, **{name: text for name, text in optional.items() if text}}
