"""How commands print: one console, one plain table, one way of writing JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

WIDTH_WITHOUT_TERMINAL = 110


def console() -> Console:
    """A rich console on standard output; wide and plain when nobody is watching."""
    from rich.console import Console

    watched = sys.stdout.isatty()
    return Console(
        highlight=False, markup=False, emoji=False, width=None if watched else WIDTH_WITHOUT_TERMINAL
    )


def plain_table() -> Table:
    """A table without lines and headings, two blanks between its columns."""
    from rich.table import Table

    return Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)


def exact_column(table: Table, fractions: Iterable[str]) -> None:
    """A column for these fractions, wide enough for every one of them: half a fraction is none."""
    table.add_column("exact", justify="right", min_width=max(map(len, fractions), default=0), no_wrap=True)


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))
