"""The protocol as a page for authors, written from the types that travel: ``docs/protocol.md``."""

from __future__ import annotations

from typing import Final, get_args

from msgspec import Struct

from hoyle.server import frames, protocol_commands, protocol_limits
from hoyle.server.endpoints import PATH_KIND
from hoyle.server.http_doors import ENDPOINTS
from hoyle.server.protocol_commands import KINDS_OF_TABLES
from hoyle.server.protocol_shapes import PARTS, VIEWS, called
from hoyle.server.protocol_tables import table

_HEAD: Final = """# The protocol

<!-- Written by `hoyle.server.protocol_text`; a test holds it against the types. -->

One WebSocket at `/socket`, one JSON object per frame with its kind under `type`, as text in UTF-8; the same
bytes as a binary frame are read alike. Come in first over HTTP: `POST /api/enter` with `{"name": "ann"}`
answers with a session's cookie and with its `token`; programs send `Authorization: Bearer TOKEN` with the
handshake. Without a session a client may look on.

1. The server sends `welcome`.
2. Send `watch` with the number of a table (`lobby` tells which there are); the whole `table` comes back, with
   what is posted and awaited, and how it stands (`view`).
3. After every command that took effect, `entries` come: what happened as you may read it, the dealer's
   words, and how the felt stands now. A client folds nothing that needs rules. Your own cards are in
   `mine`, by their place; where it is left out they are as before, and belong where the felt shows backs
   (`??`) at your place. What changes around the felt (a pause, a host, who asks for a seat) is followed by
   a whole `table`. Who watched with `reading` is told beside it what the cards make (`reading`). Where a
   step `begins` a round, the dealer's words are remembered anew.
4. Take a seat with the command `sit`. Where you are awaited, the wait has `choices`. A choice is a command
   with bounds: send it as `command`, with an `id` of your own and with `expects`, the `last` entry you have
   seen. The `answer` says whether it took effect. One that answers an earlier turn, round or throw than the
   present one is refused.
5. After a lost connection, `watch` with the last `record` you have: the missing entries come, or a fresh
   `table`. There is never a gap. Then send again, with their ids, the commands that had no answer.

Sitting down and acting, frame by frame (`<` from the server, shortened):

```
< {"type": "welcome", "person": "ann", "kind": "guest", "protocol": 2, "purse": 10000, ...}
> {"type": "watch", "table": 2}
< {"type": "table", "picture": {"table": 2, "kind": "poker", "last": 40, "record": 31,
   "buy_in": [100, 2000], "view": {...}, "waits": [...], ...}, ...}
> {"type": "command", "id": "1", "table": 2, "command": {"do": "sit", "seat": 3, "chips": 500}}
< {"type": "entries", "news": {"table": 2, "last": 41, "felt": {...}, "steps": [...], ...}, ...}
< {"type": "answer", "id": "1", "ok": true, "first": 41, "last": 41}
< {"type": "entries", "news": {"table": 2, "last": 58, "mine": {"3": ["As", "Kd"]}, "waits": [
   {"kind": "action", "seat": 3, "person": "ann", "choices": [
    {"do": "fold", "given": {"seat": 3}, ...},
    {"do": "bet", "given": {"seat": 3}, "bounds": [{"field": "to", "least": 8, "most": 8}], ...}]}],
   ...}, ...}
> {"type": "command", "id": "2", "table": 2, "expects": 58, "command": {"do": "bet", "seat": 3, "to": 8}}
```

Cards are texts of two characters: a rank out of `23456789TJQKA` and a suit out of `cdhs`, or `??` for a card
that you may not see. Whatever comes from the server has them as lists; in a command the field `cards` is one
text with spaces, `"As Kd"`. Chips are whole numbers, times are milliseconds.

What is said at a table (`say`) is an entry like any other: `said`, with `player` and `text`.

A client that sends faster than it may is slowed down; one that sends on without waiting for answers is told
so and then dropped. One that reads too slowly gets a notice with `again` and its tables afresh, and sends
again what had no answer. What cannot be read is answered by a `notice` and changes nothing; text that is no
UTF-8 ends the connection. Fields that are unknown are refused in what a client sends; a client ignores those
that it does not know.

## What an id is good for

* What took effect took effect once. Its id and its answer are on disk with it: the same id again gets that
  answer again, from any process and any node, after any crash.
* What was refused changed nothing. The same id gets the same refusal again from the process that gave it, as
  long as that remembers it (10,000 of them), whatever has happened at the table since; another process, or
  another node that has taken the table, decides it as if it came for the first time. A new try has a new id.
* An answer with `again` is neither: nothing was decided, or it may have been written and nobody knows. Send
  the same command with the same id again in a moment, until there is another answer. It takes effect once.

## When the room cannot write

Its disk is full, or its database is away: everybody connected gets one `notice` of level `error`, and nothing
that may not be on disk is shown to anybody. Commands are answered with `again`, requests over HTTP with 503;
`watch` is answered by the notice, and by the `table` when it is over. Who connects meanwhile gets the notice
and is welcomed then. When it is over everybody gets another `notice` and his tables afresh; clocks begin
anew, and it is the same turn.

`protocol-script.json` has frames and what must come back, as data: `python -m hoyle.client.script` holds any
room against it, and any client.
"""

_COMMANDS: Final = """## Commands

What goes under `command`, with its name under `do`: `{"do": "sit", "seat": 3, "chips": 500}`. What `waits`
offers is accepted; everything else is accepted when the table or the room has it so, and else refused with a
reason. A `seat` is the sender's own unless he rules on others. Who plays at a table rules on nothing there.
"""

_ENTRIES: Final = """## Entries

What the steps of `entries` are made of, with the names of their facts; each has a `clause`, too, on which it
rests. A client needs none of them to show a table, for the felt comes with them.
"""


def page() -> str:
    """The whole page."""
    parts = [_HEAD, "## From the client\n"]
    parts += [_frame(kind, sent=True) for kind in get_args(frames.FromClient)]
    parts.append("## From the server\n")
    parts += [_frame(kind, sent=False) for kind in get_args(frames.FromServer)]
    parts.append("## Their parts\n")
    parts += [table(kind, f"### {called(kind)}", sent=False) for kind in PARTS]
    for name, title in KINDS_OF_TABLES.items():
        parts.append(f"## `view` and `felt` {title[0].lower()}{title[1:]}\n\nWhere `kind` is `{name}`.\n")
        parts += [table(kind, f"### {called(kind)}", sent=False) for kind in VIEWS[name]]
    parts += [_COMMANDS, protocol_commands.commands(), _ENTRIES, protocol_commands.entries()]
    parts.append(protocol_limits.text())
    parts.append("## Over HTTP\n\nThe OpenAPI description is at `/api/openapi.json`.\n")
    rows = [f"| `{each.method} {PATH_KIND.sub('', each.path)}` | {each.summary} |" for each in ENDPOINTS]
    parts.append("\n".join(["| request | gives |", "|---|---|", *rows]) + "\n")
    return "\n".join(parts)


def _frame(kind: type[Struct], *, sent: bool) -> str:
    return table(kind, f"### `{kind.__struct_config__.tag}`", sent=sent)
