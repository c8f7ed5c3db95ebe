"""A case as people read it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def case_text(case: Mapping[str, Any]) -> str:
    """A line for each field, and one for each object in a list: each person, each command."""
    parts: list[str] = []
    for name, value in case.items():
        if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            rows = ",\n    ".join(_json(each) for each in value)
            parts.append(f"  {_json(name)}: [\n    {rows}\n  ]")
        else:
            parts.append(f"  {_json(name)}: {_json(value)}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
