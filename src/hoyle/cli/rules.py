"""`hoyle rules`: the five books, their clauses and how they are read, a search, and what the tests uphold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from hoyle.cli.coverage import COVERAGE_FILE, Count, count, find_coverage, read_coverage
from hoyle.cli.output import console, print_json
from hoyle.errors import HoyleError
from hoyle.rulebooks import catalogue
from hoyle.rulebooks.catalogue import BOOKS, HOUSE, KINDS, NOT_FOR_SOFTWARE, BookInfo, Clause
from hoyle.rulebooks.conventions import COVER, KIND, conventions
from hoyle.rulebooks.readings import WEIGHTS, Reading, is_reading, reading, readings

if TYPE_CHECKING:
    from rich.console import Console

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
    "sign": "the posted sign sets it, and is held against the book",
    "floor": "dealer or floor brings it in, the engine computes what follows",
    "record": "a procedure to prompt for and log",
    "definition": "what a word means",
    "physical": "hands and furniture, not for software",
    KIND: "what the house does where no rulebook speaks; no clause of law",
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


@click.command("rules", short_help="Look up the five rulebooks, clause by clause.")
@click.argument("book", required=False)
@click.argument("clause_id", metavar="[CLAUSE]", nargs=-1)
@click.option("--search", metavar="WORDS", help="Find clauses and conventions where every word occurs.")
@click.option("--readings", "show_readings", is_flag=True, help="How doubtful places are read.")
@click.option("--kind", type=click.Choice(KINDS), help="Only clauses of this kind.")
@click.option("--game", metavar="GAME", help="Only clauses that speak about this game.")
@click.option("--coverage", "show_coverage", is_flag=True, help="Which clauses the tests uphold.")
@click.option(
    "--scope",
    type=click.Choice(["poker", "all"]),
    default="all",
    show_default=True,
    help="With --coverage: leave out the banked and dice games, or count them.",
)
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    help=f"With --coverage: the record to read.  [default: {COVERAGE_FILE}]",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    book: str | None,
    clause_id: tuple[str, ...],
    search: str | None,
    show_readings: bool,
    kind: str | None,
    game: str | None,
    show_coverage: bool,
    scope: str,
    file: Path | None,
    as_json: bool,
) -> None:
    """Look up the five rulebooks, clause by clause.

    \b
    hoyle rules                           the books
    hoyle rules oneida                    the clauses of a book
    hoyle rules oneida XI.K               the clauses of a section
    hoyle rules oneida 'XI.K.10(b)(i)'    one clause (quote the parentheses)
    hoyle rules --search "odd chip"       every clause with these words
    hoyle rules AMB-11                    how a doubtful place is read
    hoyle rules --readings                all of them
    hoyle rules house                     what is done where no book speaks
    hoyle rules --coverage                which clauses the tests uphold
    """
    wanted = " ".join(clause_id)
    if show_coverage:
        if search is not None or kind or game or wanted or show_readings:
            raise click.UsageError("--coverage takes only a book, --scope, --file and --json")
        _coverage(book, poker_only=scope == "poker", file=file, as_json=as_json)
    elif file is not None or scope != "all":
        raise click.UsageError("--scope and --file belong to --coverage")
    elif show_readings:
        if book is not None or search is not None or kind or game:
            raise click.UsageError("--readings takes only --json: it lists them all")
        _readings(as_json=as_json)
    elif search is not None:
        if wanted:
            raise click.UsageError("--search looks through a whole book: leave out the clause")
        _list(_found(search, book, kind, game), search, as_json=as_json)
    elif book is not None and is_reading(f"{book} {wanted}"):
        if kind or game:
            raise click.UsageError("--kind and --game filter lists: leave out the reading or the filter")
        _reading(reading(f"{book} {wanted}"), as_json=as_json)
    elif book is not None and _is_house(book) and not wanted:
        if kind or game:
            raise click.UsageError("--kind and --game filter clauses; the house has conventions")
        _conventions(as_json=as_json)
    elif wanted or (book is not None and not _is_book(book)):
        _clause_or_section(book or "", wanted, as_json=as_json, kind=kind, game=game)
    elif book is not None or kind or game:
        _contents(catalogue.clauses(book, kind, game), as_json=as_json)
    else:
        _books(as_json=as_json)


def _is_book(text: str) -> bool:
    return _is_house(text) or text.strip().lower() in {info.id for info in BOOKS}


def _is_house(text: str) -> bool:
    return text.strip().lower() == HOUSE


def _found(words: str, book: str | None, kind: str | None, game: str | None) -> list[Clause]:
    """Clauses, and after them conventions: these are of no kind and no game, so a filter leaves them out."""
    found: list[Clause] = []
    if book is None or not _is_house(book):
        admitted = set(catalogue.clauses(book, kind, game))
        found += [each for each in catalogue.search(words, book) if each in admitted]
    if (book is None or _is_house(book)) and not (kind or game):
        found += catalogue.search(words, HOUSE)
    return found


def _books(*, as_json: bool) -> None:
    counted = {info.id: count((), info.id)[info.id] for info in BOOKS}
    totals = {id: {kind: tally["total"] for kind, tally in kinds.items()} for id, kinds in counted.items()}
    if as_json:
        print_json([{**info._asdict(), "clauses": totals[info.id]} for info in BOOKS])
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(title="The five rulebooks", title_style="bold", show_lines=True, row_styles=None)
    table.add_column("id", style="bold", no_wrap=True)
    table.add_column("book and edition", ratio=3)
    table.add_column("games", ratio=3)
    table.add_column("clauses", justify="right", no_wrap=True)
    for info in BOOKS:
        kinds = totals[info.id]
        lines = [Text(f"{sum(kinds.values())}", "bold")]
        lines += [Text(f"{kind} {number}", KIND_COLOURS[kind]) for kind, number in kinds.items()]
        table.add_row(info.id, _cover(info), ", ".join(info.games), Text("\n").join(lines))
    out = console()
    out.print(table)
    total = sum(sum(kinds.values()) for kinds in totals.values())
    out.print(f"{total:,} clauses. `hoyle rules oneida` lists a book, `hoyle rules --search WORDS` finds.")
    out.print(
        "Where no book speaks: `hoyle rules house`. Where a text is doubtful: `hoyle rules --readings`."
    )


def _cover(info: BookInfo) -> Any:
    from rich.text import Text

    return Text.assemble(info.title, (f" ({info.edition})", "dim"), "\n", (info.summary, "italic"))


def _contents(found: Iterable[Clause], *, as_json: bool) -> None:
    rows = tuple(found)
    if as_json:
        print_json([_as_dict(each) for each in rows])
        return
    out = console()
    book = ""
    for section in catalogue.sections(rows):
        if section.book != book:
            book = section.book
            info = catalogue.book_info(book)
            out.print(f"{info.title} ({info.edition})", style="bold underline")
        out.print()
        out.print(f"{section.id}  {section.title}", style="bold")
        _print_rows(out, section.clauses, with_book=False)
    out.print()
    out.print(_how_many(rows))


def _list(rows: list[Clause], words: str, *, as_json: bool) -> None:
    if as_json:
        print_json([_as_dict(each) for each in rows])
    elif rows:
        out = console()
        _print_rows(out, rows, with_book=True, summaries=True, words=words.split())
        out.print(_how_many(rows))
    else:
        console().print(f"no clause has {words!r}; every word must occur, so try fewer or shorter ones")
    if not rows:
        click.get_current_context().exit(EXIT_NOT_FOUND)


def _conventions(*, as_json: bool) -> None:
    rows = conventions()
    if as_json:
        print_json([_as_dict(each) for each in rows])
        return
    out = console()
    out.print(COVER.title, style="bold underline")
    out.print(COVER.summary, style="italic")
    out.print()
    _print_rows(out, rows, with_book=False, summaries=True)
    out.print()
    out.print(_how_many(rows))


def _how_many(rows: Iterable[Clause]) -> str:
    of_house = [each.book == HOUSE for each in rows]
    clauses, others = of_house.count(False), of_house.count(True)
    parts = [_counted(clauses, "clause")] if clauses or not others else []
    return " and ".join([*parts, _counted(others, KIND)] if others else parts)


def _counted(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number:,} {what}s"


def _print_rows(
    out: Console,
    rows: Iterable[Clause],
    *,
    with_book: bool,
    summaries: bool = False,
    words: Iterable[str] = (),
) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for each in rows:
        cell = Text(each.title, "bold" if summaries else "")
        if summaries:
            cell.append(f"\n{each.summary}", "not bold")
            for word in words:
                cell.highlight_regex(rf"(?i)(?<!\w){re.escape(word)}", "underline")
        table.add_row(
            Text(each.citation if with_book else f"  {each.id}"),
            Text(each.kind, KIND_COLOURS[each.kind]),
            cell,
        )
    out.print(table)


def _clause_or_section(book: str, wanted: str, *, as_json: bool, kind: str | None, game: str | None) -> None:
    """Print a clause; a heading (``XI.K``) that is no clause itself prints what stands under it."""
    if kind or game:
        raise click.UsageError("--kind and --game filter lists: leave out the clause or the filter")
    try:
        # Without a book first, the words before and after the blank are one id: DEF 'pot'.
        found = catalogue.clause(book, wanted) if _is_book(book) else _by_id_alone(book, wanted)
    except HoyleError:
        under = [each for each in catalogue.sections(catalogue.clauses()) if _names(each, book, wanted)]
        if not under:
            raise
        _contents((each for section in under for each in section.clauses), as_json=as_json)
        return
    if as_json:
        print_json(_as_dict(found))
    else:
        _print_clause(found)


def _by_id_alone(first: str, rest: str) -> Clause:
    try:
        return catalogue.cited(f"{first} {rest}".strip())
    except HoyleError:
        if rest or not re.search(r"[.:(]", first):
            catalogue.book_info(first)  # it was meant as a book: let that lookup name the near ones
        raise


def _names(section: catalogue.Section, book: str, wanted: str) -> bool:
    if _is_book(book):
        return section.book == book.strip().lower() and section.id.lower() == wanted.lower()
    return section.id.lower() == f"{book} {wanted}".strip().lower()


def _print_clause(each: Clause) -> None:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    out = console()
    out.print(Text.assemble((each.citation, "bold"), "  ", (each.title, f"bold {KIND_COLOURS[each.kind]}")))
    out.print(Padding(Text(each.summary), (1, 4)))
    facts = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    if each.book == HOUSE:
        facts.add_row("kind", f"{each.kind}: {KINDS_IN_WORDS[each.kind]}")
        out.print(facts)
        return
    (section,) = catalogue.sections([each])
    facts.add_row("book", catalogue.book_info(each.book).title)
    facts.add_row("section", f"{section.id}  {section.title}")
    why = each.why_physical[:1].lower() + each.why_physical[1:].rstrip(".")
    facts.add_row("kind", f"{each.kind}: {why or KINDS_IN_WORDS[each.kind]}")
    facts.add_row("games", "every poker game of the book" if "all" in each.games else ", ".join(each.games))
    facts.add_row("source", SOURCES_IN_WORDS[each.source])
    if each.filled_from:
        facts.add_row("filled from", _name_sources(each.filled_from))
    if each.readings:
        facts.add_row("readings", f"{', '.join(each.readings)} (the text is doubtful; a reading decides)")
        for id in each.readings:
            facts.add_row("", Text.assemble((f"{id}  ", "bold"), reading(id).decision))
    out.print(facts)


def _readings(*, as_json: bool) -> None:
    if as_json:
        print_json([_reading_as_dict(each) for each in readings()])
        return
    from rich.table import Table
    from rich.text import Text

    out = console()
    subject = ""
    table = Table(box=None)
    for each in readings():
        if each.subject != subject:
            if subject:
                out.print(table)
                out.print()
            subject = each.subject
            out.print(subject, style="bold underline")
            table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
            table.add_column(no_wrap=True)
            table.add_column(no_wrap=True, style="yellow")
            table.add_column(overflow="fold")
        told = Text.assemble((each.title, "bold"), f"\n{each.decision}")
        table.add_row(f"  {each.id}", "!" * each.weight, told)
    out.print(table)
    out.print()
    out.print(f"{len(readings())} readings. `hoyle rules AMB-11` prints one. " + _weights_in_words())


def _weights_in_words() -> str:
    return "; ".join(f"{'!' * weight} {WEIGHTS[weight]}" for weight in range(len(WEIGHTS) - 1, 0, -1)) + "."


def _reading(each: Reading, *, as_json: bool) -> None:
    if as_json:
        print_json(_reading_as_dict(each))
        return
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    out = console()
    out.print(Text.assemble((each.id, "bold"), "  ", (each.title, "bold yellow")))
    if each.problem:
        out.print(Padding(Text(each.problem), (1, 4, 0, 4)))
    out.print(Padding(Text(each.decision, "bold"), (1, 4)))
    facts = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    place = f"{each.subject}, {each.place}" if each.place else each.subject
    rows = [
        ("why", each.why),
        ("otherwise", each.alternative),
        ("switch", each.parameter),
        ("where", place),
        ("weight", f"{'!' * each.weight} {WEIGHTS[each.weight]}" if each.weight else ""),
        ("clauses", ", ".join(_touched(each))),
    ]
    for name, text in rows:
        if text:
            facts.add_row(name, Text(text))
    out.print(facts)


def _touched(each: Reading) -> list[str]:
    """Citations of the clauses that rest on a reading."""
    return [clause.citation for clause in catalogue.clauses() if each.id in clause.readings]


def _reading_as_dict(each: Reading) -> dict[str, object]:
    """As the digest has it: empty fields are left out."""
    fields: dict[str, object] = {"id": each.id, "weight": each.weight, "subject": each.subject}
    texts = {
        "place": each.place,
        "title": each.title,
        "problem": each.problem,
        "reading": each.decision,
        "why": each.why,
        "alternative": each.alternative,
        "parameter": each.parameter,
    }
    fields |= {name: text for name, text in texts.items() if text}
    return fields | {"clauses": _touched(each)}


def _name_sources(text: str) -> str:
    return re.sub(r"\bS\d\b", lambda tag: OUTSIDE_SOURCES.get(tag.group(), tag.group()), text)


def _as_dict(each: Clause) -> dict[str, object]:
    fields: dict[str, object] = {
        "rulebook": each.book,
        "id": each.id,
        "title": each.title,
        "summary": each.summary,
        "kind": each.kind,
        "games": list(each.games),
        "readings": list(each.readings),
        "source": each.source,
    }
    if each.readings:
        fields["decisions"] = {id: reading(id).decision for id in each.readings}
    if each.filled_from:
        fields["filled_from"] = each.filled_from
    if each.why_physical:
        fields["why_physical"] = each.why_physical
    return fields


def _coverage(book: str | None, *, poker_only: bool, file: Path | None, as_json: bool) -> None:
    if book is not None:
        catalogue.book_info(book)
    path = file or find_coverage()
    counted = count(read_coverage(path), book, poker_only=poker_only)
    if as_json:
        print_json(counted)
        return
    from rich.table import Table

    out = console()
    table = Table(title="Clauses upheld by a test", title_style="bold")
    table.add_column("book", style="bold")
    table.add_column("kind")
    table.add_column("covered", justify="right")
    table.add_column("of", justify="right")
    table.add_column("")
    for name, kinds in counted.items():
        for place, (kind, tally) in enumerate(kinds.items()):
            table.add_row(
                name if place == 0 else "",
                kind,
                str(tally["covered"]),
                str(tally["total"]),
                _verdict(kind, tally),
                end_section=place == len(kinds) - 1,
            )
    out.print(table)
    out.print(f"As recorded in {path}.", style="dim", soft_wrap=True)
    if not poker_only and not all(each.is_poker for each in catalogue.clauses(book)):
        out.print("Banked and dice games are counted too: --scope poker leaves them out.", style="dim")
    for name, kinds in counted.items():
        for kind, tally in kinds.items():
            if kind not in NOT_FOR_SOFTWARE and tally["missing"]:
                out.print()
                out.print(f"{name}, {kind}: not covered", style="bold")
                out.print(", ".join(tally["missing"]), style=KIND_COLOURS[kind])


def _verdict(kind: str, tally: Count) -> Any:
    from rich.text import Text

    if kind in NOT_FOR_SOFTWARE:
        return Text("definition" if kind == "definition" else "not for software", "dim")
    if not tally["missing"]:
        return Text("complete", "green")
    return Text(f"{len(tally['missing'])} missing", "yellow")
