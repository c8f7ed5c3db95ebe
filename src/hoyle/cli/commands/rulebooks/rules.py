"""`hoyle rules`: browse and search the rulebooks, their clauses and their readings."""

from __future__ import annotations

import re
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from hoyle.cli.command_parameters import JSON, Parameters, argument, cli_command, option
from hoyle.cli.parameter_types import BOOK_GAME, BOOK_OR_CLAUSE, Choice
from hoyle.cli.render.clause_coverage import COVERAGE_FILE, count, print_coverage
from hoyle.cli.render.clause_interpretations import print_reading, print_readings
from hoyle.cli.render.clauses import KIND_COLOURS, print_clause, print_contents, print_conventions, print_found
from hoyle.cli.render.console import console, print_json
from hoyle.core.errors import HoyleError
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_catalogue import BOOKS, KINDS
from hoyle.rulebooks.clause_interpretations import find_interpretation, is_interpretation_id
from hoyle.rulebooks.clause_types import HOUSE, Clause, Section


class RulesOptions(Parameters):
    book: str | None = argument("[BOOK]", required=False, type=BOOK_OR_CLAUSE)
    clause_id: tuple[str, ...] = argument("[CLAUSE]", nargs=-1)
    search: str | None = option("Search clauses and conventions.", "WORDS")
    readings: bool = option("List how doubtful passages are read.")
    kind: str | None = option("Only clauses of this kind.", type=Choice(KINDS))
    game: str | None = option("Only clauses about this game.", "GAME", type=BOOK_GAME)
    coverage: bool = option("Show which clauses the tests cover.")
    scope: str = option(
        "With --coverage: poker alone, or house games and dice too.", type=Choice(["poker", "all"]), default="all"
    )
    file: Path | None = option(
        f"With --coverage: the record to read.  [default: {COVERAGE_FILE}]", type=click.Path(path_type=Path)
    )
    as_json: bool = JSON


@cli_command(RulesOptions)
def command(options: RulesOptions) -> int | None:
    """Look up the five rulebooks, clause by clause.

    \b
    hoyle rules                           the books
    hoyle rules oneida                    the clauses of a book
    hoyle rules oneida XI.K               the clauses of a section
    hoyle rules oneida 'XI.K.10(b)(i)'    one clause (quote the parentheses)
    hoyle rules --search "odd chip"       clauses about these words
    hoyle rules AMB-11                    how one doubtful passage is read
    hoyle rules --readings                how all of them are read
    hoyle rules house                     conventions where no book has a rule
    hoyle rules --coverage                clauses that the tests cover
    """
    book, search, kind, game, as_json = options.book, options.search, options.kind, options.game, options.as_json
    section_id = " ".join(options.clause_id)
    filtered = bool(kind or game)
    if options.coverage:
        if search is not None or filtered or section_id or options.readings:
            raise click.UsageError("--coverage takes only a book, --scope, --file and --json")
        print_coverage(book, poker_only=options.scope == "poker", file=options.file, as_json=as_json)
    elif options.file is not None or options.scope != "all":
        raise click.UsageError("--scope and --file belong to --coverage")
    elif options.readings:
        if book is not None or search is not None or filtered:
            raise click.UsageError("--readings takes only --json: it lists them all")
        print_readings(as_json=as_json)
    elif search is not None:
        if section_id:
            raise click.UsageError("--search looks through a whole book: leave out the clause")
        return print_found(_search(search, book, kind, game), search, as_json=as_json)
    elif book is not None and is_interpretation_id(f"{book} {section_id}"):
        if filtered:
            raise click.UsageError("--kind and --game filter lists: leave out the reading or the filter")
        print_reading(find_interpretation(f"{book} {section_id}"), as_json=as_json)
    elif book is not None and _is_house(book) and not section_id:
        if filtered:
            raise click.UsageError("--kind and --game filter clauses; the house has conventions")
        print_conventions(as_json=as_json)
    elif section_id or (book is not None and not _is_book(book)):
        if filtered:
            raise click.UsageError("--kind and --game filter lists: leave out the clause or the filter")
        _clause_or_section(book or "", section_id, as_json=as_json)
    elif book is not None or filtered:
        print_contents(clause_catalogue.clauses(book, kind, game), as_json=as_json)
    else:
        _books(as_json=as_json)
    return None


def _is_book(text: str) -> bool:
    return _is_house(text) or text.strip().lower() in {info.id for info in BOOKS}


def _is_house(text: str) -> bool:
    return text.strip().lower() == HOUSE


def _search(query: str, book: str | None, kind: str | None, game: str | None) -> list[Clause]:
    """Search clauses, then conventions of the house, which a filter by kind or game excludes."""
    matches: list[Clause] = []
    if book is None or not _is_house(book):
        admitted = set(clause_catalogue.clauses(book, kind, game))
        matches += [clause for clause in clause_catalogue.search(query, book) if clause in admitted]
    if (book is None or _is_house(book)) and not (kind or game):
        matches += clause_catalogue.search(query, HOUSE)
    return matches


def _clause_or_section(book: str, id: str, *, as_json: bool) -> None:
    """Print a clause, or all clauses under a heading (``XI.K``) that is no clause itself."""
    try:
        # Without a book, both words together are the id: DEF 'pot'.
        clause = clause_catalogue.clause(book, id) if _is_book(book) else _by_id_alone(book, id)
    except HoyleError:
        sections = [
            section for section in clause_catalogue.sections(clause_catalogue.clauses()) if _names(section, book, id)
        ]
        if not sections:
            raise
        print_contents((clause for section in sections for clause in section.clauses), as_json=as_json)
        return
    print_clause(clause, as_json=as_json)


def _by_id_alone(book_or_id: str, id: str) -> Clause:
    """Find a clause by its id without the book; an unknown book gets suggestions of similar names."""
    try:
        return clause_catalogue.resolve_citation(f"{book_or_id} {id}".strip())
    except HoyleError:
        if id or not re.search(r"[.:(]", book_or_id):
            clause_catalogue.book_info(book_or_id)  # meant as a book: this lookup suggests similar names
        raise


def _names(section: Section, book: str, id: str) -> bool:
    if _is_book(book):
        return section.book == book.strip().lower() and section.id.lower() == id.lower()
    return section.id.lower() == f"{book} {id}".strip().lower()


def _books(*, as_json: bool) -> None:
    totals = {info.id: {kind: tally.total for kind, tally in count((), info.id)[info.id].items()} for info in BOOKS}
    if as_json:
        print_json([{**info._asdict(), "clauses": totals[info.id]} for info in BOOKS])
        return
    table = Table(title="The five rulebooks", title_style="bold", show_lines=True, row_styles=None)
    table.add_column("id", style="bold", no_wrap=True)
    table.add_column("book and edition", ratio=3)
    table.add_column("games", ratio=3)
    table.add_column("clauses", justify="right", no_wrap=True)
    for info in BOOKS:
        kinds = totals[info.id]
        lines = [Text(f"{sum(kinds.values())}", "bold")]
        lines += [Text(f"{kind} {number}", KIND_COLOURS[kind]) for kind, number in kinds.items()]
        cover = Text.assemble(info.title, (f" ({info.edition})", "dim"), "\n", (info.summary, "italic"))
        table.add_row(info.id, cover, ", ".join(info.games), Text("\n").join(lines))
    out = console()
    out.print(table)
    total = sum(sum(kinds.values()) for kinds in totals.values())
    out.print(f"{total:,} clauses. `hoyle rules oneida` lists a book, `hoyle rules --search WORDS` finds.")
    out.print("Where no book speaks: `hoyle rules house`. Where a text is doubtful: `hoyle rules --readings`.")
