"""Console output: the rich console, plain tables, numeric tables and JSON."""

from __future__ import annotations

import json
import os
import re
import sys
import textwrap
from collections.abc import Sequence
from io import BytesIO, TextIOWrapper
from typing import Any, Final, Literal, TextIO

import click
from msgspec import to_builtins
from rich.console import Console
from rich.table import Table

WIDTH_WITHOUT_TERMINAL: Final = 110
_BLANKS: Final = re.compile(r"[ \t]+(?=\n)")
_COLUMN_OVERHEAD: Final = 3
"""Width of the border and padding of a column."""


def console() -> Console:
    """Create a rich console on standard output; without a terminal it is wide and plain."""
    if sys.stdout.isatty():
        return Console(highlight=False, markup=False, emoji=False)
    width = _columns_from_environment() or WIDTH_WITHOUT_TERMINAL
    return Console(file=_Trimmed(sys.stdout), highlight=False, markup=False, emoji=False, width=width)


class _Trimmed(TextIOWrapper):
    """Standard output that drops trailing blanks, with which rich fills the lines of a table."""

    def __init__(self, out: TextIO) -> None:
        super().__init__(BytesIO(), encoding=out.encoding or "utf-8")
        self._out = out

    def write(self, text: str) -> int:
        self._out.write(_BLANKS.sub("", text))
        return len(text)

    def flush(self) -> None:
        if not self._out.closed:
            self._out.flush()


def _columns_from_environment() -> int:
    columns = os.environ.get("COLUMNS", "")
    return int(columns) if columns.isascii() and columns.isdigit() and len(columns) < 5 else 0


def echo_wrapped(line: str, *, indent: str = "    ") -> None:
    """Print a line, wrapped with a hanging indent in a terminal or if COLUMNS is set.

    In a pipe it stays one line, for programs that read it.
    """
    if sys.stdout.isatty() or _columns_from_environment():
        wrapped = textwrap.wrap(
            line, console().width, subsequent_indent=indent, drop_whitespace=False, break_on_hyphens=False
        )
        line = "\n".join(part.rstrip() for part in wrapped)
    click.echo(line)


def plain_table(*headings: str) -> Table:
    """Create a table without borders; a heading that ends in > stands over figures at the right."""
    table = Table(box=None, show_header=bool(headings), padding=(0, 2, 0, 0), pad_edge=False)
    for heading in headings:
        justify: Literal["left", "right"] = "right" if heading.endswith(">") else "left"
        table.add_column(heading.removesuffix(">"), justify=justify)
    return table


def signed(chips: int) -> str:
    """Return a result with its sign: ``+1,200``, ``-5``, ``0``."""
    return f"{chips:+,}" if chips else "0"


def print_numeric_table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, title: str = "") -> None:
    """Print a table of names and right-aligned figures, none of them truncated.

    In a terminal that is too narrow, each row becomes a block of lines.
    """
    out = console()
    room = out.width - _COLUMN_OVERHEAD * len(headings) - 1
    cell_widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths = [max(len(heading), cell) for heading, cell in zip(headings, cell_widths, strict=True)]
    if sum(widths) > room:
        # Headings may wrap, figures may not.
        word_widths = [max(map(len, heading.split()), default=0) for heading in headings]
        widths = [max(heading, cell) for heading, cell in zip(word_widths, cell_widths, strict=True)]
    if sum(widths) > room:
        print_records(out, headings, rows, title)
        return
    table = Table(title=title or None, title_justify="left")
    for index, (heading, width) in enumerate(zip(headings, widths, strict=True)):
        table.add_column(heading, justify="right" if index else "left", width=width)
    for row in rows:
        table.add_row(*row)
    out.print(table)


def print_records(out: Console, headings: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> None:
    """Print each row of a table that is too wide as a block of lines; empty cells are left out."""
    if title:
        out.print(title, style="italic")
    widest = max(map(len, headings[1:]), default=0)
    for name, *figures in rows:
        cells = list(zip(headings[1:], figures, strict=True))
        remarks = [figure for heading, figure in cells if figure and not heading]
        out.print("  ".join([name, *remarks]), style="bold", soft_wrap=True)
        for heading, figure in cells:
            line = f"  {heading:<{widest}}  {figure}"
            if len(line) > out.width:
                line = f"  {heading}\n    {figure}"
            if heading and figure:
                out.print(line, soft_wrap=True)


def print_json(value: Any) -> None:
    """Print a value, plain or a structure, as indented JSON."""
    click.echo(json.dumps(to_builtins(value), indent=2, ensure_ascii=False))
