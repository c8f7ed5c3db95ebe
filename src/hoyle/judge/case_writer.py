"""JSON text of a case, laid out for people to read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def case_text(case: Mapping[str, Any], width: int | None = None) -> str:
    """Format a case as JSON with one line per field, and one per object in a list.

    A value wider than `width` is broken into lines, part by part.
    """
    parts: list[str] = []
    for name, value in case.items():
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            rows = ",\n    ".join(_json(item, width, 4) for item in value)
            parts.append(f"  {_json(name)}: [\n    {rows}\n  ]")
        else:
            parts.append(f"  {_json(name)}: {_json(value, width, 2, len(name) + 4)}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _json(value: object, width: int | None = None, indent: int = 0, before: int = 0) -> str:
    """Value on one line, or one part per line if too long; `before` counts characters already on the line."""
    line = json.dumps(value, ensure_ascii=False)
    if width is None or indent + before + len(line) < width or not isinstance(value, dict | list):
        return line
    deeper = indent + 2
    if isinstance(value, dict):
        opening, closing = "{", "}"
        parts = [f"{_json(name)}: {_json(part, width, deeper, len(name) + 4)}" for name, part in value.items()]
    else:
        opening, closing = "[", "]"
        parts = [_json(part, width, deeper) for part in value]
    inside = f",\n{' ' * deeper}".join(parts)
    return f"{opening}\n{' ' * deeper}{inside}\n{' ' * indent}{closing}"
