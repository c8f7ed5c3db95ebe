"""Markdown tables of a struct's fields: type, default, bounds and description."""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Iterator
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Raw, Struct, json, structs

NAMES: Final = {int: "number", str: "text", bool: "true or false", float: "number", type(None): "null"}


def table(kind: type[Struct], title: str, *, sent: bool, who: str = "") -> str:
    """Table of a type's fields under a title; `sent`: by a client, which may leave out optional fields."""
    descriptions = _field_docs(kind)
    doc = _markdown(inspect.cleandoc(kind.__doc__ or ""))
    lines = [title, "", doc, "", *([who, ""] if who else [])]
    hints = get_type_hints(kind, include_extras=True)
    rows = [
        f"| `{part.name}` | {_type(hints[part.name])}{_default(part, sent=sent)} | {descriptions.get(part.name, '')} |"
        for part in structs.fields(kind)
    ]
    if rows:
        lines += ["| field | type | |", "|---|---|---|", *rows, ""]
    return "\n".join(lines)


def _default(part: structs.FieldInfo, *, sent: bool) -> str:
    """Default value of an optional field, in words."""
    if part.required:
        return ""
    default = part.default if part.default is not NODEFAULT else part.default_factory()
    if default is None:
        return ", may be left out" if sent else ", or left out"
    text = json.encode(default).decode()
    return f", `{text}` if left out"


def _type(hint: Any) -> str:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        metas = [meta for meta in args[1:] if isinstance(meta, Meta)]
        return _shapes(metas) or _type(args[0]) + _bounds(metas)
    if origin in (Union, types.UnionType):
        return " or ".join(_type(option) for option in args if option is not type(None))
    if origin is tuple and len(args) == 2 and args[1] is not Ellipsis:
        return f"two of {_type(args[0])}"
    if origin in (list, tuple):
        return f"list of {_type(args[0])}"
    if origin is dict:
        return f"object of {_type(args[1])}"
    if hint is Raw:
        return "TableUpdate"
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint.__name__
    return NAMES.get(hint, "anything")


def _shapes(metas: list[Meta]) -> str:
    """Types that an `Any` stands for, from its metadata."""
    for meta in metas:
        if meta.extra and "shapes" in meta.extra:
            return str(meta.extra.get("words", "")) + " or ".join(shape.__name__ for shape in meta.extra["shapes"])
    return ""


def _bounds(metas: list[Meta]) -> str:
    for meta in metas:
        if meta.max_length is not None:
            return f", at most {meta.max_length} characters"
        if meta.le is not None:
            return f", {meta.ge} to {meta.le}"
    return ""


def _field_docs(kind: type[Struct]) -> dict[str, str]:
    """Docstring under each field in the source, base classes included."""
    docs: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("hoyle"):
            docs |= dict(_own_field_docs(base))
    return docs


def _own_field_docs(kind: type) -> Iterator[tuple[str, str]]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(tree, ast.ClassDef)
    for field, after in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            value = after.value if isinstance(after, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield field.target.id, _markdown(" ".join(value.value.split()).replace("|", "\\|"))


def _markdown(text: str) -> str:
    """Convert reST literals to Markdown."""
    return text.replace("``", "`")
