"""Console output: the rich console, plain tables, tables of figures and JSON."""

from __future__ import annotations

import json
import os
import re
import sys
import textwrap
from collections.abc import Sequence
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING, Any, Final, TextIO

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

WIDTH_WITHOUT_TERMINAL: Final = 110
_BLANKS: Final = re.compile(r"[ \t]+(?=\n)")
_BESIDE: Final = 3
"""What a column of a ruled table takes besides its cells."""


def console() -> Console:
    """A rich console on standard output, as wide as the terminal; wide and plain when nobody is watching."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(highlight=False, markup=False, emoji=False)
    width = _asked_for() or WIDTH_WITHOUT_TERMINAL
    return Console(file=_Trimmed(sys.stdout), highlight=False, markup=False, emoji=False, width=width)


class _Trimmed(TextIOWrapper):
    """Standard output without the blanks that fill the lines of a table."""

    def __init__(self, out: TextIO) -> None:
        super().__init__(BytesIO(), encoding=out.encoding or "utf-8")
        self._out = out

    def write(self, text: str) -> int:
        self._out.write(_BLANKS.sub("", text))
        return len(text)

    def flush(self) -> None:
        if not self._out.closed:
            self._out.flush()


def _asked_for() -> int:
    """The width that COLUMNS asks for, 0 where it asks for none."""
    asked = os.environ.get("COLUMNS", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 5 else 0


def echo_wrapped(line: str, *, indent: str = "    ") -> None:
    """A line that goes on below itself in a terminal, or where COLUMNS asks for it.

    In a pipe it stays one, for programs that read it.
    """
    if sys.stdout.isatty() or _asked_for():
        wrapped = textwrap.wrap(
            line,
            console().width,
            subsequent_indent=indent,
            drop_whitespace=False,
            break_on_hyphens=False,
        )
        line = "\n".join(part.rstrip() for part in wrapped)
    click.echo(line)


def plain_table() -> Table:
    """A table without lines and headings, two blanks between its columns."""
    from rich.table import Table

    return Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)


def print_numeric_table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, title: str = "") -> None:
    """A table with names at the left and figures at the right of it, every one of them whole.

    Where the terminal is too narrow for that, the rows stand below one another.
    """
    from rich.table import Table

    out = console()
    room = out.width - _BESIDE * len(headings) - 1
    cells = [max(len(row[at]) for row in rows) for at in range(len(headings))]
    widths = [max(len(heading), cell) for heading, cell in zip(headings, cells, strict=True)]
    if sum(widths) > room:
        # Headings may go on below themselves, figures may not.
        words = [max(map(len, heading.split()), default=0) for heading in headings]
        widths = [max(word, cell) for word, cell in zip(words, cells, strict=True)]
    if sum(widths) > room:
        print_records(out, headings, rows, title)
        return
    table = Table(title=title or None, title_justify="left")
    for at, (heading, width) in enumerate(zip(headings, widths, strict=True)):
        table.add_column(heading, justify="right" if at else "left", width=width)
    for row in rows:
        table.add_row(*row)
    out.print(table)


def print_records(
    out: Console, headings: Sequence[str], rows: Sequence[Sequence[str]], title: str = ""
) -> None:
    """A table whose rows stand below one another, for what is too wide; what is empty is left out."""
    if title:
        out.print(title, style="italic")
    widest = max(map(len, headings[1:]), default=0)
    for first, *rest in rows:
        told = list(zip(headings[1:], rest, strict=True))
        remarks = [figure for heading, figure in told if figure and not heading]
        out.print("  ".join([first, *remarks]), style="bold", soft_wrap=True)
        for heading, figure in told:
            line = f"  {heading:<{widest}}  {figure}"
            if len(line) > out.width:
                line = f"  {heading}\n    {figure}"
            if heading and figure:
                out.print(line, soft_wrap=True)


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))
