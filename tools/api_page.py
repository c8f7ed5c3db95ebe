"""Griffe extension for the API page: fences examples and converts Sphinx roles to code.

Markdown would take the prompt of an example for a quotation, and does not know ``:func:`` and similar roles.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

_ROLE = re.compile(r":\w+:`~?([^`]+)`")


class Examples(griffe.Extension):
    """Griffe extension that converts docstrings to Markdown before mkdocstrings renders them."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = in_markdown(obj.docstring.value)


def in_markdown(docstring: str) -> str:
    """Fence every example of a docstring; an example ends at the first empty line."""
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
