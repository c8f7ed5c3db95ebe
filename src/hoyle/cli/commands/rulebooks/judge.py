"""`hoyle judge`: rule on case files, with the deciding clauses and the working."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.console import Console
from rich.text import Text

from hoyle.cli.command_parameters import Parameters, argument, cli_command, option
from hoyle.cli.files import file_title, read_text
from hoyle.cli.parameter_types import NameParam
from hoyle.cli.render.console import console, echo_wrapped, print_json
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.judge import CaseFileItem, Ruling, RulingDifference, diff_from_expected, judge, read_case_file
from hoyle.judge.case_files import CASE_TYPES
from hoyle.judge.case_format import EXAMPLES, case_text, format_text
from hoyle.judge.sessions.session_from_log import read_log, session_from_log
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_interpretations import find_interpretation

EXIT_MISMATCH = 1
EXIT_BAD_INPUT = 2

ALL_KINDS = "all"
KIND = NameParam("kind of case", lambda: [*CASE_TYPES], many="kinds")
KIND_OR_ALL = NameParam("kind of case", lambda: [*KIND.known(), ALL_KINDS], many="kinds")
NARROWEST = 20
"""Text is wrapped no narrower than this, however narrow the terminal."""


class JudgeOptions(Parameters):
    files: tuple[str, ...] = argument("[FILE.json]...", nargs=-1)
    only: tuple[str, ...] = option("Only the case with this id; repeatable.", "ID", multiple=True)
    as_json: bool = option("Print results and clauses as JSON.", flags="--json")
    described: str | None = option(
        "Describe the case format: all kinds, one per line, or one kind with its fields and an example.",
        "[KIND]",
        flags="--format",
        type=KIND_OR_ALL,
        is_flag=False,
        flag_value=ALL_KINDS,
    )
    kinds: bool = option("List the kinds of cases.")
    example: str | None = option("Print an example case of this kind as JSON.", "KIND", type=KIND)
    log: str | None = option("Print a table's log as a session case.", "FILE", flags="--from-log")


@cli_command(JudgeOptions)
def command(options: JudgeOptions) -> int | None:
    """Rule on every case of the files and print each ruling with its clauses and its working.

    A case asks one question: who gets which chip, who opens, what a single oversized chip is, what follows
    when a card is exposed; or it is a whole session, command by command. If the case states an expected
    ruling, the two are compared, and a difference gives exit code 1. A case that cannot be read is one line
    on standard error and exit code 2; the others are still ruled. `-` reads standard input. --format and
    docs/cases.md in the repository describe the format of cases.

    \b
    hoyle judge cases.json
    hoyle judge cases.json --only OM-07
    hoyle judge cases.json --json
    hoyle judge --kinds
    hoyle judge --example showdown > case.json
    hoyle judge --format session
    hoyle judge --from-log table.json > session.json
    """
    if options.described is not None or options.kinds:
        _print_format(options.described or ALL_KINDS)
        return None
    if options.example is not None:
        print_json(EXAMPLES[options.example])
        return None
    if options.log is not None:
        _print_session(options.log)
        return None
    if not options.files:
        raise click.UsageError("no case file is named; `hoyle judge --format` describes the format of cases")
    refused: list[str] = []
    entries = _select_cases([entry for name in options.files for entry in _read(name, refused)], options.only, refused)
    outcomes = [_outcome(name, entry) for name, entry in entries]
    for error in (*refused, *(outcome.error for outcome in outcomes if outcome.error)):
        click.echo(f"hoyle: {' '.join(error.split())}", err=True)
    ruled = [outcome for outcome in outcomes if not outcome.error]
    if options.as_json:
        unread = [{"id": None, "error": error} for error in refused]
        print_json({"cases": [*unread, *(_as_json(outcome) for outcome in outcomes)]})
    elif ruled or not outcomes:
        out = console()
        for outcome in ruled:
            _print_ruling(out, outcome)
        if ruled or not refused:
            _print_tally(out, [outcome.parts for outcome in ruled])
    if len(ruled) < len(outcomes) or refused:
        return EXIT_BAD_INPUT
    return EXIT_MISMATCH if any(outcome.parts for outcome in ruled) else None


class CaseOutcome(NamedTuple):
    """Outcome of one judged case: the ruling and its differences from the expected one, or an error."""

    id: str | None
    title: object = ""
    ruling: Ruling = Ruling({})
    parts: list[RulingDifference] | None = None
    """Differences between ruling and expectation; None if the case expects nothing."""
    error: str = ""


def _read(name: str, refused: list[str]) -> list[tuple[str, CaseFileItem]]:
    title = file_title(name)
    try:
        return [(title, entry) for entry in read_case_file(read_text(name), title)]
    except HoyleError as error:
        refused.append(str(error))
    return []


def _print_session(log: str) -> None:
    id = file_title(log) if log == "-" else Path(log).stem
    steps = read_log(read_text(log), file_title(log))
    try:
        click.echo(case_text(session_from_log(steps, id)))
    except HoyleError as error:
        raise InvalidError(f"{file_title(log)}: {error}") from None


def _print_format(kind_name: str) -> None:
    if kind_name == ALL_KINDS:
        for kind, case_type in CASE_TYPES.items():
            echo_wrapped(f"{kind:<14}  {case_type.QUESTION}", indent=" " * 16)
        click.echo()
        echo_wrapped("`hoyle judge --format KIND` has the fields of a kind and an example.", indent="")
        return
    click.echo(format_text(kind_name, console().width))


def _select_cases(
    entries: list[tuple[str, CaseFileItem]], only: tuple[str, ...], refused: list[str]
) -> list[tuple[str, CaseFileItem]]:
    """Return the cases with the ids of `--only`, or all; refuse an unknown id."""
    ids = [entry.id for _, entry in entries if entry.id]
    missing = [id for id in only if id not in ids]
    # The case may be in a file that could not be read.
    if missing and not refused:
        raise InvalidError(f"no case {missing[0]!r}; the cases are {', '.join(ids)}")
    return [(name, entry) for name, entry in entries if not only or entry.id in only]


def _outcome(name: str, entry: CaseFileItem) -> CaseOutcome:
    """Rule on a case and compare with its expectation; an error names the file and the case."""
    if entry.case is None:
        return CaseOutcome(entry.id, error=str(entry.error))
    case = entry.case
    try:
        ruling = judge(case)
        return CaseOutcome(entry.id, case.get("title"), ruling, diff_from_expected(case, ruling))
    except HoyleError as error:
        return CaseOutcome(entry.id, error=f"{name}: {error}")


def _as_json(outcome: CaseOutcome) -> dict[str, Any]:
    if outcome.error:
        return {"id": outcome.id, "error": outcome.error}
    return {"id": outcome.id, "result": outcome.ruling.result, "clauses": outcome.ruling.clauses}


def _print_ruling(out: Console, outcome: CaseOutcome) -> None:
    ruling, parts = outcome.ruling, outcome.parts
    title = outcome.title if isinstance(outcome.title, str) else ""
    _print_in(out, 0, Text(f"{outcome.id}  {title}".rstrip(), "bold"))
    for line in ruling.question:
        _print_in(out, 4, Text(line, "dim"))
    _print_in(out, 2, Text.assemble("Ruling: ", (f"{ruling.answer}.", "bold green")))
    for step in ruling.working:
        text = Text(step.text)
        if step.clause:
            text.append(f"  {step.clause.partition(' ')[2]}", "cyan")
        _print_in(out, 4, text)
    for alternative in ruling.alternatives:
        switches = ", ".join(f"{name} {_json(value)}" for name, value in alternative.switches.items())
        condition = f"With {switches or 'the same switches'}: "
        _print_in(out, 2, Text.assemble(condition, (f"{alternative.ruling.answer}.", "green")))
    _print_clauses(out, ruling)
    for part in parts or ():
        difference = f"✗ {part.where}: expected {_json(part.expected)}, ruled {_json(part.ruled)}"
        _print_in(out, 2, Text(difference, "bold red"))
    if parts is not None and not parts:
        _print_in(out, 2, Text("✓ as expected", "green"))
    out.print()


def _print_clauses(out: Console, ruling: Ruling) -> None:
    if ruling.clauses:
        _print_in(out, 2, Text("By:"))
        widest = max(len(id) for id in ruling.clauses)
        for id in ruling.clauses:
            head = Text(f"{id:<{widest}}  ", "cyan")
            _print_in(out, 4, Text(clause_catalogue.resolve_citation(id).summary), head)
    else:
        _print_in(out, 2, Text("By no clause: the book is silent here."))
    if ruling.readings:
        _print_in(out, 2, Text("Where the text is doubtful or silent, read:", "dim"))
        widest = max(len(id) for id in ruling.readings)
        for id in ruling.readings:
            _print_in(out, 4, Text(find_interpretation(id).decision, "dim"), Text(f"{id:{widest}}  ", "dim"))


def _print_in(out: Console, indent: int, text: Text, head: Text | None = None) -> None:
    """Print wrapped text with a hanging indent after an optional head, without trailing blanks."""
    first = Text(" " * indent) + (head or Text())
    width = max(out.width - len(first), NARROWEST)
    for index, line in enumerate(text.wrap(out, width)):
        line.rstrip()
        row = (first if index == 0 else Text(" " * len(first))) + line
        out.print(row, no_wrap=True, overflow="ignore", crop=False)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _print_tally(out: Console, differences: list[list[RulingDifference] | None]) -> None:
    expected = [parts for parts in differences if parts is not None]
    agree = sum(not parts for parts in expected)
    cases = "1 case" if len(differences) == 1 else f"{len(differences)} cases"
    tally = f"{cases} ruled"
    if expected:
        tally += f"; {agree} of {len(expected)} as expected"
    out.print(tally, style="bold" if agree == len(expected) else "bold red")
