"""Docstrings for the page of the library: examples as code, names of the code as such.

Markdown takes the prompt of an example for a quotation, and knows nothing of ``:func:`` and its like.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

_ROLE = re.compile(r":\w+:`~?([^`]+)`")


class Examples(griffe.Extension):
    """What mkdocstrings reads is put right before it is shown."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = in_markdown(obj.docstring.value)


def in_markdown(docstring: str) -> str:
    """A docstring with every example fenced; an example ends with the first empty line."""
    lines: list[str] = []
    inside = False
    for line in docstring.splitlines():
        if not inside and line.startswith(">>> "):
            inside = True
            lines += ["", "```pycon"]
        elif inside and not line.strip():
            inside = False
            lines.append("```")
        lines.append(line if inside else _ROLE.sub(r"`\1`", line))
    if inside:
        lines.append("```")
    return "\n".join(lines)
