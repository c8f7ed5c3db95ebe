"""Clause coverage report: which clauses have a test that would fail if they were broken.

The test run writes ``build/clause-coverage.json``, a map of citations to the tests that cover them; this
module compares it with the catalogue and prints the result.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final

from msgspec import Struct, ValidationError, convert
from rich.table import Table
from rich.text import Text

from hoyle.cli.files import read_json
from hoyle.cli.render.clauses import KIND_COLOURS
from hoyle.cli.render.console import console, print_json
from hoyle.core.errors import InvalidError
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_catalogue import NOT_FOR_SOFTWARE

COVERAGE_FILE: Final = Path("build", "clause-coverage.json")
"""Coverage record of a full test run, relative to the root of the repository."""
SOURCE_TREE: Final = Path(__file__).resolve().parents[4]
"""Root of the repository, when hoyle runs from its sources."""


class Count(Struct):
    """Test coverage of the clauses of one kind in one book."""

    covered: int = 0
    total: int = 0
    missing: list[str] = []


def find_coverage() -> Path:
    """Return the path of the clause coverage record, in the working directory or the source tree."""
    places = [COVERAGE_FILE]
    if (SOURCE_TREE / "pyproject.toml").is_file():
        places.append(SOURCE_TREE / COVERAGE_FILE)
    for place in places:
        if place.is_file():
            return place
    missing = " nor at ".join(str(place) for place in places)
    raise InvalidError(f"no clause coverage at {missing}: run `make test` first")


def read_coverage(file: Path | None = None) -> dict[str, list[str]]:
    """Read the clause coverage record: a map of citations to the tests that cover them."""
    path = file or find_coverage()
    if not path.exists():
        raise InvalidError(f"no clause coverage at {path}: run `make test` first")
    try:
        record = convert(read_json(str(path)), dict[str, list[str]])
    except ValidationError:
        raise InvalidError(f"{path}: expected an object of citation to tests; `make test` writes it") from None
    for citation in record:
        clause_catalogue.resolve_citation(citation)
    return record


def count(
    covered: Collection[str], book: str | None = None, *, poker_only: bool = False
) -> dict[str, dict[str, Count]]:
    """Count the clauses that tests cover, and those missing, by book and kind."""
    counts: dict[str, dict[str, Count]] = {}
    for clause in clause_catalogue.clauses(book):
        if poker_only and not clause.is_poker:
            continue
        kinds = counts.setdefault(clause.book, {})
        tally = kinds.setdefault(clause.kind, Count())
        tally.total += 1
        if clause.citation in covered or _is_covered_heading(clause.citation, covered):
            tally.covered += 1
        else:
            tally.missing.append(clause.id)
    return {
        book: {kind: tallies[kind] for kind in clause_catalogue.KINDS if kind in tallies}
        for book, tallies in counts.items()
    }


def _is_covered_heading(citation: str, covered: Collection[str]) -> bool:
    """Whether a citation is a heading of a book, and all its clauses for software are covered."""
    return citation in clause_catalogue.HEADINGS and all(
        clause.citation in covered
        for clause in clause_catalogue.clauses()
        if clause.citation.startswith(f"{citation}(") and clause.kind not in NOT_FOR_SOFTWARE
    )


def print_coverage(book: str | None, *, poker_only: bool, file: Path | None, as_json: bool) -> None:
    """Print a table of clause coverage, and the clauses that no test covers."""
    if book is not None:
        clause_catalogue.book_info(book)
    path = file or find_coverage()
    counts = count(read_coverage(path), book, poker_only=poker_only)
    if as_json:
        print_json(counts)
        return
    out = console()
    table = Table(title="Clauses upheld by a test", title_style="bold")
    table.add_column("book", style="bold")
    table.add_column("kind")
    table.add_column("covered", justify="right")
    table.add_column("of", justify="right")
    table.add_column("")
    for name, kinds in counts.items():
        for index, (kind, tally) in enumerate(kinds.items()):
            table.add_row(
                name if index == 0 else "",
                kind,
                str(tally.covered),
                str(tally.total),
                _verdict(kind, tally),
                end_section=index == len(kinds) - 1,
            )
    out.print(table)
    out.print(f"As recorded in {path}.", style="dim", soft_wrap=True)
    if not poker_only and not all(clause.is_poker for clause in clause_catalogue.clauses(book)):
        out.print("Banked and dice games are counted too: --scope poker leaves them out.", style="dim")
    for name, kinds in counts.items():
        for kind, tally in kinds.items():
            if kind not in NOT_FOR_SOFTWARE and tally.missing:
                out.print()
                out.print(f"{name}, {kind}: not covered", style="bold")
                out.print(", ".join(tally.missing), style=KIND_COLOURS[kind])


def _verdict(kind: str, tally: Count) -> Text:
    if kind in NOT_FOR_SOFTWARE:
        return Text("definition" if kind == "definition" else "not for software", "dim")
    if not tally.missing:
        return Text("complete", "green")
    return Text(f"{len(tally.missing)} missing", "yellow")
