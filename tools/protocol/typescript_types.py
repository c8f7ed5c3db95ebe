"""Generator of web/src/lib/protocol.ts from the frame types."""

from __future__ import annotations

import types
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Raw, Struct, structs
from tools.protocol.documented_types import SHAPES, called

from hoyle.server import websocket_frames

_HEAD: Final = "// Written by `tools.protocol.typescript_types`; a test holds it against them.\n"


def page() -> str:
    """The whole module: parts first, then the frames and their unions."""
    client, server = get_args(websocket_frames.FromClient), get_args(websocket_frames.FromServer)
    parts = [_HEAD, *(_struct(kind) for kind in (*SHAPES, *client, *server))]
    parts.append(_union("FromClient", client))
    parts.append(_union("FromServer", server))
    return "\n".join(parts)


def _union(name: str, kinds: tuple[type[Struct], ...]) -> str:
    return f"export type {name} = {' | '.join(kind.__name__ for kind in kinds)};\n"


def _struct(kind: type[Struct]) -> str:
    hints = get_type_hints(kind, include_extras=True)
    tag = kind.__struct_config__.tag
    lines = [f"export interface {called(kind)} {{"]
    if tag is not None:
        lines.append(f'  type: "{tag}";')
    lines += [
        f"  {part.name}{'' if part.required else '?'}: {_type(hints[part.name])};"
        for part in structs.fields(kind)
    ]
    return "\n".join([*lines, "}", ""])


def _type(hint: Any) -> str:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _shapes(args[0], args[1:]) or _type(args[0])
    if origin in (Union, types.UnionType):
        return " | ".join(_type(each) for each in args)
    if origin is tuple and args[1] is not Ellipsis:
        return f"[{', '.join(map(_type, args))}]"
    if origin in (list, tuple):
        return f"{_type(args[0])}[]"
    if origin is dict:
        return f"Record<string, {_type(args[1])}>"
    if hint is Raw:
        return "NewsPicture"
    if isinstance(hint, type) and issubclass(hint, Struct):
        return called(hint)
    names = {int: "number", str: "string", bool: "boolean", float: "number", type(None): "null"}
    return names.get(hint, "any")


def _shapes(hint: Any, metas: tuple[Any, ...]) -> str:
    """What anything is made of, where the type alone does not say it."""
    for meta in metas:
        if isinstance(meta, Meta) and meta.extra and "shapes" in meta.extra:
            names = " | ".join(map(called, meta.extra["shapes"]))
            return f"{names}[]" if get_origin(hint) is tuple else names
    return ""
