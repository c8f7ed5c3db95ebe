"""Entry point of the `hoyle` command: lazy loading of commands, one-line errors and exit codes.

Each command lives in the module of its own name as a click command called ``command`` and is imported only
when it runs. An error that the caller can fix is one line on standard error and exit code 2, no traceback.
"""

from __future__ import annotations

import codecs
import difflib
import importlib
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from io import TextIOWrapper
from typing import Any, Final

import click

from hoyle.core.errors import HoyleError

COMMANDS: Final = {
    "serve": "Start a card room: tables for browsers and programs.",
    "play": "Play against bots or the house in the terminal.",
    "deal": "Deal one hand between bots and print the dealer's calls.",
    "judge": "Rule on cases from a file, with the deciding clauses.",
    "ask": "Look up what the rulebooks say about a situation.",
    "replay": "Replay hand histories and verify their results.",
    "history": "List, show and export a person's past hands in a room.",
    "verify-deal": "Verify the fairness proof of a deal or dice roll.",
    "audit": "Verify every record of a room.",
    "room": "Manage the members, nodes and old records of a room.",
    "doctor": "Check a deployment and recommend changes.",
    "report": "Print or export a room's reports for a regulator.",
    "simulate": "Play many hands between bots and report the results.",
    "playthrough": "Print a game turn by turn as a learning agent sees it.",
    "equity": "Compute each hand's share of the pot, exactly if possible.",
    "range": "Count the hands of a range and show some of them.",
    "edge": "Compute the exact house edge of every wager.",
    "strategy": "Compute the best play in a house game.",
    "rules": "Look up clauses in the five rulebooks.",
}
"""Commands with their help lines, so that the help imports no command module."""

_FOLDERS: Final = {
    "games": ("play", "deal", "simulate", "playthrough"),
    "hand_files": ("replay", "history", "verify-deal"),
    "odds": ("equity", "range", "edge", "strategy"),
    "operations": ("serve", "audit", "room", "doctor", "report"),
    "rulebooks": ("judge", "ask", "rules"),
}
"""Commands by their folder in `hoyle.cli.commands`."""
_MODULES: Final = {"range": "show_range", "edge": "house_edge", "room": "room_admin", "report": "regulator_report"}
"""Modules whose name is not that of their command."""

ASCII_REPLACEMENTS: Final = {
    "♠": "s",
    "♥": "h",
    "♦": "d",
    "♣": "c",
    "–": "-",
    "’": "'",
    "≠": "!",
    "×": "x",
    "−": "-",
    "●": "*",
    "→": ">",
    "▶": ">",
    "▒": "#",
    "│": "|",
    "─": "-",
    "…": "...",
    "±": "+-",
    "€": "EUR ",
    "£": "GBP ",
    "✓": "+",
    "✗": "x",
    "‘": "'",
    "“": '"',
    "”": '"',
}
"""ASCII replacements for characters that the terminal's encoding lacks."""
ASCII_FALLBACK: Final = "hoyle.letters"

EXIT_BAD_INPUT: Final = 2
EXIT_INTERRUPTED: Final = 130
EXIT_BROKEN_PIPE: Final = 1


class _Commands(click.Group):
    """Click command group that imports commands on demand and prints every error as one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if find_spec(_module(name)) is not None]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        from hoyle.plugins import load_plugins

        load_plugins()
        command = importlib.import_module(_module(cmd_name)).command
        assert isinstance(command, click.Command), cmd_name
        command.name, command.short_help = cmd_name, COMMANDS[cmd_name]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        typed_name = args[0]
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            matches = difflib.get_close_matches(typed_name, COMMANDS, n=2)
            if not matches:
                raise
            message = f"no such command {typed_name!r}; did you mean {' or '.join(matches)}?"
            raise click.UsageError(message, error.ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])

    def main(self, args: Sequence[str] | None = None, *rest: Any, **options: Any) -> Any:
        options["standalone_mode"] = False
        try:
            code = super().main(args, *rest, **options)
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            code = 0
        except click.ClickException as error:
            message = error.format_message()
            if message[1:2].islower():  # click begins with a capital, we do not; PHH stays PHH
                message = message[0].lower() + message[1:]
            code = _refuse(message, error.ctx if isinstance(error, click.UsageError) else None)
        except HoyleError as error:
            code = _refuse(str(error))
        except ValueError as error:
            if "null byte" not in str(error):  # raised by Python itself for a file name with a null byte
                raise
            code = _refuse(f"the name of a file: {error}")
        except BrokenPipeError:
            # The reader left (`hoyle rules oneida | head`); keep the interpreter's last flush quiet too.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = EXIT_BROKEN_PIPE
        except OSError as error:
            # An error without a file name comes from writing to standard output: disk full, or closed.
            code = _refuse(f"{error.filename or 'standard output'}: {error.strerror or error}")
        except (click.Abort, KeyboardInterrupt):
            code = EXIT_INTERRUPTED
        sys.exit(code if isinstance(code, int) else 0)


def _module(name: str) -> str:
    folder = next(folder for folder, names in _FOLDERS.items() if name in names)
    return f"hoyle.cli.commands.{folder}.{_MODULES.get(name, name.replace('-', '_'))}"


def _refuse(message: str, context: click.Context | None = None) -> int:
    """Print an error as one line, with a pointer to the command's help, and return the exit code."""
    line = " ".join(message.split())
    if context is not None:
        line = f"{line.rstrip('.')} (see {context.command_path} --help)"
    click.echo(f"hoyle: {line}", err=True)
    return EXIT_BAD_INPUT


SHELL: Final = """To complete names with Tab, put this into ~/.bashrc:

\b
  eval "$(_HOYLE_COMPLETE=bash_source hoyle)"

For zsh and fish, use zsh_source and fish_source."""


@click.group(
    cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}, epilog=SHELL
)
@click.version_option(package_name="hoyle", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """A card room that plays by the rulebooks and cites the clause for every decision."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _replace_by_ascii(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that the terminal's encoding lacks by ASCII (a codec error handler)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(ASCII_REPLACEMENTS.get(char, "?") for char in missing), error.end


def main() -> None:
    """Run the `hoyle` command: the entry point of the console script."""
    codecs.register_error(ASCII_FALLBACK, _replace_by_ascii)
    if sys.stdout is None:  # closed by the parent process: `hoyle rules >&-`
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  until the end of the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=ASCII_FALLBACK)  # some terminals have no ♠
    cli(prog_name="hoyle")
