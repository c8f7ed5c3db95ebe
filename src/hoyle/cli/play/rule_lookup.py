"""Rule lookup during terminal play: prints the posted sign, clauses and readings on request."""

from __future__ import annotations

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from hoyle.core.errors import HoyleError
from hoyle.games.posted_sign_line import SignLine
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_interpretations import is_interpretation_id, reading
from hoyle.table.presets.house_game_presets import HouseGamePreset
from hoyle.table.presets.poker_presets import PokerPreset


def explain_clause(out: Console, citation: str) -> None:
    """Title and summary of a clause."""
    if not citation:
        _print(out, Text("no clause speaks of this: the book is silent, and the usual reading decides"))
        return
    clause = clause_catalogue.resolve_citation(citation)
    _print(out, Text(f"{clause.citation}  {clause.title}", "bold"))
    _print(out, Text(clause.summary))
    if clause.book == clause_catalogue.HOUSE:
        _print(out, Text("(a convention of the house, not a clause of any rulebook)", "dim"))
    elif clause.source != "text":
        _print(out, Text("(the book's own words are lost here: filled from another text)", "dim"))
    for id in clause.readings:
        _print(out, Text(f"(a doubtful place, read as in {id}: {reading(id).decision})", "dim"))


def explain_reading(out: Console, id: str) -> None:
    """What is doubtful, and how it is read."""
    found = reading(id)
    _print(out, Text(f"{found.id}  {found.title}", "bold"))
    for text in (found.problem, found.decision, found.why):
        if text:
            _print(out, Text(text))


def print_rules(out: Console, offer: PokerPreset, wanted: str) -> None:
    """The sign of the table and the clauses that decide the pot; or the one clause asked for."""
    if wanted:
        _look_up(out, offer.rules.book.id, wanted)
        return
    for line in offer.sign.cited_lines():
        _posted(out, line)
    page = offer.rules.page
    odd = page.odd
    deciding = [page.build, page.high, page.low, page.split, page.qualifier.clause]
    if page.split:
        deciding.append(odd.halves.clause)
    deciding += [odd.tied_high.clause if page.high else "", odd.tied_low.clause if page.low else ""]
    out.print()
    out.print("What decides the pot:", style="bold")
    for citation in dict.fromkeys(each for each in deciding if each):
        explain_clause(out, citation)


def print_house_rules(out: Console, offer: HouseGamePreset, wanted: str) -> None:
    """What a table of the house posts: limits, and what it pays; or the one clause asked for."""
    if wanted:
        _look_up(out, offer.book, wanted)
        return
    for line in offer.sign.cited_lines():
        _posted(out, line)


def _posted(out: Console, line: SignLine) -> None:
    out.print(Text.assemble(line.text, ("  " + "; ".join(line.clauses), "dim")))


def _look_up(out: Console, book: str, wanted: str) -> None:
    """One clause or one reading, by the words typed."""
    try:
        if is_interpretation_id(wanted):
            explain_reading(out, wanted)
        else:
            explain_clause(out, _cited(book, wanted))
    except HoyleError as error:
        out.print(str(error), style="yellow")


def _print(out: Console, what: RenderableType) -> None:
    out.print(Padding(what, (0, 0, 0, 4), expand=False))


def _cited(book: str, wanted: str) -> str:
    """A citation as typed, with or without the book."""
    try:
        return clause_catalogue.clause(book, wanted).citation
    except HoyleError:
        return clause_catalogue.resolve_citation(wanted).citation
