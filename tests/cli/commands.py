"""Helpers that run `hoyle` commands in tests, and check the form of answers and refusals."""

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
    """Return the output of a command that must succeed without errors."""
    result = hoyle(*words)
    assert result.exit_code == 0, result.stderr
    # Without a compiler the odds print a remark, and still answer.
    assert result.stderr in ("", f"hoyle: {REMARK}\n")
    return result.stdout


def answer_json(*words: str) -> Any:
    return json.loads(answer(*words, "--json"))


def refusal(*words: str) -> str:
    """Return the one line on standard error with which a command refuses bad input."""
    result = hoyle(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("hoyle: ")
    assert result.stderr.count("\n") == 1
    return result.stderr
