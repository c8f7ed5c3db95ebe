"""Rule lookup during terminal play: prints the posted sign, clauses and readings on request."""

from __future__ import annotations

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from hoyle.core.errors import HoyleError
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_interpretations import find_interpretation, is_interpretation_id
from hoyle.rulebooks.clause_types import HOUSE
from hoyle.table.presets.house_game_presets import HouseGamePreset
from hoyle.table.presets.poker_presets import PokerPreset


def explain_clause(out: Console, citation: str) -> None:
    """Print the title, summary and readings of a rulebook clause."""
    if not citation:
        _print(out, Text("the book has no clause on this: the default reading decides"))
        return
    clause = clause_catalogue.resolve_citation(citation)
    _print(out, Text(f"{clause.citation}  {clause.title}", "bold"))
    _print(out, Text(clause.summary))
    if clause.book == HOUSE:
        _print(out, Text("(a convention of the house, not a clause of any rulebook)", "dim"))
    elif clause.source != "text":
        _print(out, Text("(the book's own words are lost here: filled from another text)", "dim"))
    for id in clause.readings:
        _print(out, Text(f"(Ambiguous rule. Our reading ({id}): {find_interpretation(id).decision})", "dim"))


def print_rules(out: Console, offer: PokerPreset | HouseGamePreset, clause: str) -> None:
    """Print the posted sign, and at poker what decides the pot; or only `clause` if it is not empty."""
    if clause:
        _look_up(out, offer.rules.book.id if isinstance(offer, PokerPreset) else offer.book, clause)
        return
    for line in offer.sign.cited_lines():
        out.print(Text.assemble(line.text, ("  " + "; ".join(line.clauses), "dim")))
    if isinstance(offer, HouseGamePreset):
        return
    page = offer.rules.page
    odd = page.odd
    deciding = [page.build, page.high, page.low, page.split, page.qualifier.clause]
    if page.split:
        deciding.append(odd.halves.clause)
    deciding += [odd.tied_high.clause if page.high else "", odd.tied_low.clause if page.low else ""]
    out.print()
    out.print("What decides the pot:", style="bold")
    for citation in dict.fromkeys(filter(None, deciding)):
        explain_clause(out, citation)


def _look_up(out: Console, book: str, id: str) -> None:
    """Print the rulebook clause or the reading with the typed id."""
    try:
        if not is_interpretation_id(id):
            explain_clause(out, _citation(book, id))
            return
        interpretation = find_interpretation(id)
        _print(out, Text(f"{interpretation.id}  {interpretation.title}", "bold"))
        for text in filter(None, (interpretation.problem, interpretation.decision, interpretation.why)):
            _print(out, Text(text))
    except HoyleError as error:
        out.print(str(error), style="yellow")


def _print(out: Console, content: RenderableType) -> None:
    out.print(Padding(content, (0, 0, 0, 4), expand=False))


def _citation(book: str, typed: str) -> str:
    try:
        return clause_catalogue.clause(book, typed).citation
    except HoyleError:
        return clause_catalogue.resolve_citation(typed).citation
