"""`hoyle` for tests: a command as people type it, and what it must look like when it answers or refuses."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from hoyle.cli.main import cli
from hoyle.odds.kernel_loader import REMARK


def hoyle(*words: str, text: str | None = None, env: dict[str, str] | None = None) -> Result:
    """Run a command, with this text on standard input."""
    return CliRunner().invoke(cli, list(words), prog_name="hoyle", input=text, env=env)


def answer(*words: str) -> str:
    """What a command prints that has nothing to complain about."""
    result = hoyle(*words)
    assert result.exit_code == 0, result.stderr
    # Without a compiler the odds say so, and answer all the same.
    assert result.stderr in ("", f"hoyle: {REMARK}\n")
    return result.stdout


def answer_json(*words: str) -> Any:
    return json.loads(answer(*words, "--json"))


def refusal(*words: str) -> str:
    """The one line on standard error that turns bad input away."""
    result = hoyle(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("hoyle: ")
    assert result.stderr.count("\n") == 1
    return result.stderr
