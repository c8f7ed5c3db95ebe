"""`hoyle judge`: rule on case files, with clause and working."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hoyle.cli.output import console, print_json
from hoyle.errors import HoyleError, IllegalError, InvalidError
from hoyle.judge import Difference, Ruling, differences, judge, read_cases
from hoyle.rulebooks import catalogue

if TYPE_CHECKING:
    from rich.console import Console

EXIT_MISMATCH = 1


@click.command("judge", short_help="Rule on cases: ask the book.")
@click.argument("files", metavar="FILE.json...", nargs=-1, required=True)
@click.option("--only", metavar="ID", multiple=True, help="Only the case of this id; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: results and clauses.")
def command(files: tuple[str, ...], only: tuple[str, ...], as_json: bool) -> None:
    """Rule on every case of the files, each ruling with its clause and its working.

    A case asks one question: who gets which chip, who opens, what a single oversized chip is, what follows
    when a card is exposed. If the case says what it expects, the ruling is held against it, and a difference
    ends the command with exit code 1. `-` reads standard input.

    \b
    hoyle judge cases.json
    hoyle judge cases.json --only OM-07
    hoyle judge cases.json --json
    """
    cases = _chosen([(name, case) for name in files for case in _read(name)], only)
    ruled = [(case, _rule(name, case)) for name, case in cases]
    parted = [_parts(case, ruling) for case, ruling in ruled]
    if as_json:
        answer = [
            {"id": case["id"], "result": ruling.result, "clauses": ruling.clauses} for case, ruling in ruled
        ]
        print_json({"cases": answer})
    else:
        out = console()
        for (case, ruling), parts in zip(ruled, parted, strict=True):
            _print_ruling(out, case, ruling, parts)
        _print_tally(out, parted)
    if any(parted):
        click.get_current_context().exit(EXIT_MISMATCH)


def _read(name: str) -> list[dict[str, Any]]:
    if name == "-":
        return read_cases(sys.stdin.read(), "standard input")
    try:
        text = Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InvalidError(f"{name}: byte {error.start} is not UTF-8 text") from None
    return read_cases(text, name)


def _chosen(
    cases: list[tuple[str, dict[str, Any]]], only: tuple[str, ...]
) -> list[tuple[str, dict[str, Any]]]:
    known = [case["id"] for _, case in cases]
    for id in only:
        if id not in known:
            raise InvalidError(f"no case {id!r}; the cases are {', '.join(known)}")
    return [(name, case) for name, case in cases if not only or case["id"] in only]


def _rule(name: str, case: dict[str, Any]) -> Ruling:
    """The ruling; a refusal names the file as well."""
    try:
        return judge(case)
    except IllegalError as error:
        raise IllegalError(f"{name}: {error}", clause=error.clause, legal=error.legal) from None
    except HoyleError as error:
        raise InvalidError(f"{name}: {error}") from None


def _parts(case: dict[str, Any], ruling: Ruling) -> list[Difference] | None:
    """Where ruling and expectation part; None if nothing was expected."""
    if case.get("expect") is None:
        return None
    if not isinstance(case["expect"], dict):
        raise InvalidError(f"case {case['id']}: expect must be an object, not {_json(case['expect'])}")
    expected = dict(case["expect"])
    if "alternatives" in case:
        expected["alternatives"] = [other.get("totals", {}) for other in case["alternatives"]]
    return differences(expected, ruling.result)


def _print_ruling(out: Console, case: dict[str, Any], ruling: Ruling, parts: list[Difference] | None) -> None:
    from rich.text import Text

    title = case.get("title", "")
    out.print(Text(f"{case['id']}  {title}".rstrip(), "bold"))
    for line in ruling.question:
        _print_in(out, 4, Text(line, "dim"))
    _print_in(out, 2, Text.assemble("Ruling: ", (f"{ruling.answer}.", "bold green")))
    for step in ruling.working:
        text = Text(step.text)
        if step.clause:
            text.append(f"  {step.clause.partition(' ')[2]}", "cyan")
        _print_in(out, 4, text)
    _print_clauses(out, ruling)
    for part in parts or ():
        told = f"✗ {part.where}: expected {_json(part.expected)}, ruled {_json(part.ruled)}"
        _print_in(out, 2, Text(told, "bold red"))
    if parts is not None and not parts:
        _print_in(out, 2, Text("✓ as expected", "green"))
    out.print()


def _print_clauses(out: Console, ruling: Ruling) -> None:
    """The deciding clauses, each with the catalogue's sentence for it."""
    from rich.table import Table
    from rich.text import Text

    if ruling.clauses:
        _print_in(out, 2, Text("By:"))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
        table.add_column(no_wrap=True, style="cyan")
        table.add_column(overflow="fold")
        for id in ruling.clauses:
            table.add_row(id, catalogue.cited(id).summary)
        _print_in(out, 4, table)
    else:
        _print_in(out, 2, Text("By no clause: the book is silent here."))
    if ruling.readings:
        told = f"Reading: {', '.join(ruling.readings)} (the text is doubtful or silent; a reading decides)"
        _print_in(out, 2, Text(told, "dim"))


def _print_in(out: Console, indent: int, what: Any) -> None:
    from rich.padding import Padding

    out.print(Padding(what, (0, 0, 0, indent), expand=False))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _print_tally(out: Console, parted: list[list[Difference] | None]) -> None:
    expected = [parts for parts in parted if parts is not None]
    agree = sum(not parts for parts in expected)
    cases = "1 case" if len(parted) == 1 else f"{len(parted)} cases"
    tally = f"{cases} ruled"
    if expected:
        tally += f"; {agree} of {len(expected)} as expected"
    out.print(tally, style="bold" if agree == len(expected) else "bold red")
