"""The protocol as a page for authors, written from the types that travel: ``docs/protocol.md``."""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Iterator
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Raw, Struct, structs

from hoyle.history import divisions, readings
from hoyle.room.live import pictures, teller
from hoyle.server import frames
from hoyle.server.endpoints import PATH_KIND
from hoyle.server.http_doors import ENDPOINTS
from hoyle.table import waits

_HEAD: Final = """# The protocol

<!-- Written by `hoyle.server.protocol_text`; a test holds it against the types. -->

One WebSocket at `/socket`, one JSON object per frame with its kind under `type`. Come in first over HTTP:
`POST /api/enter` with `{"name": "ann"}` answers with a session's cookie and with its `token`; programs send
`Authorization: Bearer TOKEN` with the handshake. Without a session a client may look on.

1. The server sends `welcome`.
2. Send `watch` with the number of a table; the whole `table` comes back, with what is posted and awaited.
3. After every command that took effect, `entries` come: what happened as you may read it, the dealer's
   words, and how the felt stands now. A client folds nothing that needs rules. Your own cards are in
   `mine`, by their place; where it is left out they are as before, and belong where the felt shows backs
   (`??`) at your place. What changes around the felt (a pause, a host, who asks for a seat) is followed by
   a whole `table`. Who watched with `reading` is told beside it what the cards make (`reading`). Where a
   step `begins` a round, the dealer's words are remembered anew.
4. Where you are awaited, the wait has `choices`. A choice is a command with bounds: send it as `command`,
   with an `id` of your own and with `expects`, the `last` entry you have seen. The `answer` says whether it
   took effect; the same id again gets the same answer again and has no effect.
5. After a lost connection, `watch` with the last `record` you have: the missing entries come, or a fresh
   `table`. There is never a gap. Then send again, with their ids, the commands that had no answer.

A client that sends faster than it may is slowed down; one that sends on without waiting for answers is told
so and then dropped. One that reads too slowly gets a notice with `again` and its tables afresh, and sends
again what had no answer. What cannot be read is answered by a `notice` and changes nothing.

`protocol-script.json` has frames and what must come back, as data: `python -m hoyle.client.script` holds any
room against it, and any client.
"""

SHAPES: Final[tuple[type[Struct], ...]] = (
    pictures.TablePicture, pictures.NewsPicture, pictures.StepPicture, pictures.EntryPicture,
    teller.Words, pictures.WaitPicture, waits.Choice, waits.Bounds, waits.Preset, pictures.ClockPicture,
    pictures.ShortPicture,
    frames.LobbyTable, readings.Reading, readings.Made, divisions.Division, divisions.DividedPot,
    divisions.Share,
)  # fmt: skip
"""What the frames are made of."""


def page() -> str:
    """The whole page."""
    parts = [_HEAD, "## From the client\n"]
    parts += [_frame(kind) for kind in get_args(frames.FromClient)]
    parts.append("## From the server\n")
    parts += [_frame(kind) for kind in get_args(frames.FromServer)]
    parts.append("## Their parts\n")
    parts += [_struct(kind, f"### {kind.__name__}") for kind in SHAPES]
    parts.append("## Over HTTP\n\nThe OpenAPI description is at `/api/openapi.json`.\n")
    rows = [f"| `{each.method} {PATH_KIND.sub('', each.path)}` | {each.summary} |" for each in ENDPOINTS]
    parts.append("\n".join(["| request | gives |", "|---|---|", *rows]) + "\n")
    return "\n".join(parts)


def _frame(kind: type[Struct]) -> str:
    return _struct(kind, f"### `{kind.__struct_config__.tag}`")


def _struct(kind: type[Struct], title: str) -> str:
    said = _told(kind)
    lines = [title, "", inspect.cleandoc(kind.__doc__ or ""), ""]
    hints = get_type_hints(kind, include_extras=True)
    rows = [
        f"| `{part.name}` | {_type(hints[part.name])}{'' if part.required else ', may be left out'} "
        f"| {said.get(part.name, '')} |"
        for part in structs.fields(kind)
    ]
    if rows:
        lines += ["| field | type | |", "|---|---|---|", *rows, ""]
    return "\n".join(lines)


def _type(hint: Any) -> str:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(args[0]) + _bounds([each for each in args[1:] if isinstance(each, Meta)])
    if origin in (Union, types.UnionType):
        return " or ".join(_type(each) for each in args)
    if origin in (list, tuple):
        return f"list of {_type(args[0])}"
    if origin is dict:
        return f"object of {_type(args[1])}"
    if hint is Raw:
        return "NewsPicture"
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint.__name__
    names = {int: "number", str: "text", bool: "true or false", float: "number", type(None): "null"}
    return names.get(hint, "anything")


def _bounds(metas: list[Meta]) -> str:
    for meta in metas:
        if meta.max_length is not None:
            return f", at most {meta.max_length} characters"
        if meta.le is not None:
            return f", {meta.ge} to {meta.le}"
    return ""


def _told(kind: type[Struct]) -> dict[str, str]:
    """What stands under each field in the source."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if each.__module__.startswith("hoyle"):
            found |= dict(_under(each))
    return found


def _under(kind: type) -> Iterator[tuple[str, str]]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(tree, ast.ClassDef)
    for field, after in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            value = after.value if isinstance(after, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield field.target.id, " ".join(value.value.split()).replace("|", "\\|")
