"""Generator of docs/protocol.md from the frame types."""

from __future__ import annotations

from typing import Final, get_args

from msgspec import Struct
from tools.protocol import command_reference, http_reference, limits_and_close_codes
from tools.protocol.command_reference import KINDS_OF_TABLES
from tools.protocol.documented_types import PARTS, VIEWS, called
from tools.protocol.field_tables import table

from hoyle.room.home_games.invite_codes import FIRST, NUMBERS, SECOND
from hoyle.room.live_table.automatic_dealer import NONCE_TIME
from hoyle.server import websocket_frames
from hoyle.server.edge import websocket_hub
from hoyle.server.gateway.broadcast import CATCH_UP_STEPS

_HEAD: Final = """# The protocol

<!-- Written by `tools.protocol.protocol_page`; a test holds it against the types. -->

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
   present one is refused, and so is one that expects an entry that does not exist yet.
5. After a lost connection, `watch` with the last `record` you have: the missing entries come, or a fresh
   `table`. There is never a gap. Then send again, with their ids, the commands that had no answer.

Sitting down and acting, frame by frame (`<` from the server, shortened):

```
< {"type": "welcome", "person": "ann", "kind": "guest", "protocol": 2, "heartbeat": 20000, ...}
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

## Accounts

* `POST /api/enter` gives a guest's session, `POST /api/register` makes a member of the guest. With it the
  token changes: the answer has the new one, the old one is of no use any more, and its sockets are closed
  with 1013. `POST /api/password` does the same with another password, and ends all other sessions.
* A session lasts 30 days. When it ends, by itself or by `POST /api/logout`, its sockets are closed with 4401
  and nothing that they send is done. `POST /api/account/delete` deletes the account.
* A name that the house has reserved, and an account whose password it has reset, is claimed by its one-time
  code: `POST /api/claim`.
* Wrong passwords and codes make whoever tries them wait, by address and name, each time twice as long: 429
  with `Retry-After` and, in milliseconds, `wait`. An unknown name is answered as any other, in the same time.
  So many guests come from one address in an hour; then 429 too. A guest's account that nobody uses for a few
  days expires.
* A program of one's own comes in by a second account for which a member vouches: `POST /api/enter` with
  `vouched` and the member's token. Where it plays the member rules on nothing, and at an open table they do
  not both sit. `table` frames say who vouches for whom.
* Names are of 1 to 24 letters of one alphabet, digits, blanks and `- _ . '`. None looks like another, or like
  a word of the table or the house: `Seat 4`, `the dealer`, `you`, `player 1`, `admin`, `bank`.

Chips come in two kinds that never meet: `purse` has the play chips that the house gives, `deposit` the chips
bought at the cage. What a table is played for its terms say (`chips`).

## Rulings at a home game

A ruling that would kill a hand or move chips is proposed to the players instead of being carried out: the
answer has its number under `given.ruling`, `table` frames have it as `ruling`, and everybody who was asked
has a wait of kind `consent` with two choices. It is carried out when those whom it costs something have all
agreed, or more than half of those who were asked. A plain undo of the round, in which all chips go back to
where they came from, is carried out at once.

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

`protocol-script.json` has frames and what must come back, as data: `python -m tools.protocol.conformance`
holds any room against it, and any client. """

_LONGEST_CODE: Final = max(map(len, FIRST)) + 2 * max(map(len, SECOND)) + len(str(NUMBERS - 1)) + len("---")

_TRY_LATER: Final = websocket_frames.CLOSE_TRY_AGAIN_LATER

_LIVENESS: Final = f"""## Heartbeat

Both sides find out when the other is gone, though its socket stays half open.

* The server sends a WebSocket ping every {websocket_frames.HEARTBEAT / 1000:g} s, which libraries and
  browsers answer by themselves. A client that has not answered after another
  {websocket_frames.HEARTBEAT / 1000:g} s is cut off (1011). Until then a half-open socket counts as
  connected: its owner stays in `here`, and what they were sent meanwhile comes again when they `watch`
  after coming back.
* A client sends the frame `ping` when nothing has come for the `heartbeat` of `welcome`. The `pong`
  comes from the room itself and not only from the process that has the sockets. Where nothing at all
  comes for another `heartbeat`, the server is dead for this client: close the connection, without
  waiting for the closing handshake, and come again, first at once and then after growing pauses.
* A room that does not answer for {websocket_hub.HANGS:g} s is reported to everyone connected by a `notice` of
  level `error`, and by another `notice` when it answers again. Commands sent meanwhile are answered
  then; they need not be sent again on the same connection.

## Restarts

When the room's process dies, the server starts another. Every connection is closed with
{_TRY_LATER}, requests over HTTP are answered with 503 and handshakes with 503 and `retry-after`
until it is there, usually within seconds. Everything that was acknowledged is on disk. Come again as
after a lost connection: `watch` with your last `record`, then send the commands that had no answer, with
their ids.

What a client missed is sent as `entries` only from the last {CATCH_UP_STEPS} steps that the same process has
kept in memory. A process that has just started, or a node that has taken a table over, has none: the
answer to `watch` is then the whole `table`. Records missed during a restart are therefore in the picture
(`view`, `calls` of the round being played) and not sent one by one; their numbers go on without a gap,
the restart itself is one of them (`woken`), and past hands are complete over HTTP (`/api/hands`). A
`record` that is higher than any the room has is answered by the whole `table`, too.

## Details

* **`answer.first` and `last`.** The entries that the command caused are `first` to `last`. Where
  `first` is greater than `last` it caused records of the room and no entry of the table itself: `say`,
  `nonce`, `ready`, `pause`, an ask at a home game. `last` is then the table's last entry as it was.
  Both are 0 for a matter of the room (`table` 0).
* **The new link.** `given` of the answer has what the room has made: `table` and `code` after
  `open-home-game`, `table` after `open-table`, `code` after `new-link`, `ask` after a `sit` or `top-up`
  that waits for the host. The code is in the host's `table` (`picture.code`), too.
* **Length of links.** The code of a home game has at most {_LONGEST_CODE} characters out of `a` to `z`,
  `0` to `9` and hyphens; that of a shared hand has 24 hexadecimal digits. Tokens of sessions have 64
  hexadecimal digits. Compare codes as they are: nothing is folded or trimmed.
* **A promised top-up.** `top-up` during a round is a promise. Its chips leave the wallet at once, with
  a `purse`, and are set aside: they cannot be spent, and are not in the stack yet. They join the stack
  when the round is over (`topped-up`); `change-mind` before that, or leaving, puts them back into the
  wallet. Between rounds they join the stack at once.
* **Refused watches.** A `watch` that is refused (no such table, a closed one, a home game without its
  link, too many tables) is answered by a `notice` of level `error` with `table`, the number that was asked
  for, and by nothing else; the client does not follow that table. The same comes for a table that one
  followed and may see no longer. A notice of another level with `table` is news of a table that is followed
  still: on several nodes, that its node is not heard, and that it is heard again.
* **Nonces.** `commitment` is the hash that is out. Everyone seated may contribute to it once it is
  there, also before the first round of a table: nothing is drawn while nobody is seated, and a first
  draw (the button, the first deck, the first throw) waits until everyone seated has contributed, or
  until the hash has been out for {NONCE_TIME:,} ms. The last `nonce` of a person before the draw
  counts. Send it when `commitment` changes and when you have sat down.
* **The ready-made sign.** `open-table` and `open-home-game` need the whole `sign`. `POST /api/signs`
  with `game` and `book` and nothing else gives the book's usual one: `sign` and `terms` of its answer
  are what to send, `stack` is what people usually sit down with. With `values` it gives the sign with
  these changes, or the `problem` and the clause that forbids them.
* **Bounds of a seat.** A `sit` that `waits` or `GET /api/tables/N/seat` offers has the bounds of the
  room's own buy-in; `buy_in` of the table says the same.
"""

_COMMANDS: Final = """## Commands

What goes under `command`, with its name under `do`: `{"do": "sit", "seat": 3, "chips": 500}`. What `waits`
offers is accepted; everything else is accepted when the table or the room has it so, and else refused with a
reason. A `seat` is the sender's own unless he rules on others. Who plays at a table rules on nothing there,
and neither does who has a bot or a second account there. Who ruled is said by the server: `ruled_by` is
whoever sends it.
"""

_ENTRIES: Final = """## Entries

What the steps of `entries` are made of, with the names of their facts; each has a `clause`, too, on which it
rests. A client needs none of them to show a table, for the felt comes with them.
"""


def page() -> str:
    """The whole page."""
    parts = [_HEAD, _LIVENESS, "## From the client\n"]
    parts += [_frame(kind, sent=True) for kind in get_args(websocket_frames.FromClient)]
    parts.append("## From the server\n")
    parts += [_frame(kind, sent=False) for kind in get_args(websocket_frames.FromServer)]
    parts.append("## Their parts\n")
    parts += [table(kind, f"### {called(kind)}", sent=False) for kind in PARTS]
    for name, title in KINDS_OF_TABLES.items():
        parts.append(f"## `view` and `felt` {title[0].lower()}{title[1:]}\n\nWhere `kind` is `{name}`.\n")
        parts += [table(kind, f"### {called(kind)}", sent=False) for kind in VIEWS[name]]
    parts += [_COMMANDS, command_reference.commands(), _ENTRIES, command_reference.entries()]
    parts.append(limits_and_close_codes.text())
    parts.append(http_reference.text())
    return "\n".join(parts)


def _frame(kind: type[Struct], *, sent: bool) -> str:
    return table(kind, f"### `{kind.__struct_config__.tag}`", sent=sent)
