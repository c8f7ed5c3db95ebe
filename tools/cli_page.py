"""Generator of docs/cli.md: every command of `hoyle` with its usage, help and options."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from hoyle.cli.main import cli as program

HEAD = """\
# Command reference

What `hoyle COMMAND --help` prints, on one page. [Commands](commands.md) introduces them by what they are for."""


def markdown() -> str:
    """Return the page: every command in the order of `hoyle --help`, subcommands under their group."""
    context = click.Context(program, info_name="hoyle", **program.context_settings)
    return "\n\n".join([HEAD, *_sections(program, context)]) + "\n"


def _sections(group: click.Group, context: click.Context) -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        own = click.Context(command, info_name=name, parent=context, max_content_width=100)
        level = "##" if context.parent is None else "###"
        yield f"{level} {own.command_path}"
        text = re.sub(r"\n{3,}", "\n\n", command.get_help(own)).strip()
        yield f"```text\n{text}\n```"
        if isinstance(command, click.Group):
            yield from _sections(command, own)
