"""The protocol as it is written down, and every frame there and back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from tests.server.in_process_room import InProcessRoom
from tools.protocol import protocol_page, typescript_types

from hoyle.room import permissions
from hoyle.server import websocket_frames
from hoyle.server.api.endpoint import PATH_KIND, Endpoint
from hoyle.server.api.routes import ENDPOINTS
from hoyle.server.edge.openapi import openapi
from hoyle.server.ipc import messages


def test_the_page_is_what_the_types_say(pytestconfig: pytest.Config) -> None:
    page = Path(pytestconfig.rootpath / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert page == protocol_page.page(), "write docs/protocol.md anew from tools.protocol.protocol_page.page()"


def test_the_types_of_the_web_client_are_what_the_types_say(pytestconfig: pytest.Config) -> None:
    written = Path(pytestconfig.rootpath / "web" / "src" / "lib" / "protocol.ts").read_text(encoding="utf-8")
    assert written == typescript_types.page(), "write it anew from tools.protocol.typescript_types.page()"


def test_the_types_of_the_http_api_are_what_the_handlers_say(pytestconfig: pytest.Config) -> None:
    written = Path(pytestconfig.rootpath / "web" / "src" / "lib" / "api.ts").read_text(encoding="utf-8")
    assert written == typescript_types.api_page(), "write it anew: python -m tools.protocol.typescript_types"


def test_no_answer_of_the_http_api_is_typed_by_hand_in_the_web_client(pytestconfig: pytest.Config) -> None:
    sources = pytestconfig.rootpath / "web" / "src"
    generated = (sources / "lib" / "api.ts").read_text(encoding="utf-8")
    names = set(re.findall(r"^export interface (\w+)", generated, re.MULTILINE))
    for path in (*sources.rglob("*.ts"), *sources.rglob("*.svelte")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\bapi<\s*\{", text), path
        if path.name != "api.ts":
            assert not names & set(re.findall(r"^\s*(?:export )?interface (\w+)", text, re.MULTILINE)), path


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: f"{endpoint.method} {endpoint.path}")
def test_no_dict_leaves_a_handler(endpoint: Endpoint) -> None:
    kind = endpoint.gives
    if kind is not None:
        [entry] = get_args(kind) or (kind,)
        assert issubclass(entry, msgspec.Struct), endpoint.path


def shapes_of(page: str) -> dict[str, dict[str, str]]:
    """Every shape on the page: its fields with their types."""
    found: dict[str, dict[str, str]] = {}
    for part in page.split("\n### ")[1:]:
        body = part.split("\n## ")[0]
        rows = [line.split(" | ") for line in body.splitlines() if line.startswith("| `")]
        listed = re.findall(r"^\* `(\w+)` \((.+?)\)(?::|$)", body, re.MULTILINE)
        fields = {row[0][3:-1]: row[1] for row in rows} | dict(listed)
        found.setdefault(part.splitlines()[0].strip("`"), fields)
    return found


def hold(shapes: dict[str, dict[str, str]], kind: str, data: Any) -> None:
    """Whether something is what the page says of its kind, with all its parts."""
    if kind.startswith("list of "):
        for each in data:
            hold(shapes, kind.removeprefix("list of "), each)
    elif " or " in kind and kind.split(" or ")[0] in shapes:
        view = {"has_points": "DiceView", "banker_net": "HouseCardView"}
        hold(shapes, next((name for field, name in view.items() if field in data), "PokerView"), data)
    elif kind in shapes:
        fields = shapes[kind]
        assert data.keys() - {"type"} <= fields.keys(), kind
        assert {name for name, said in fields.items() if "left out" not in said} <= data.keys(), kind
        for name, value in data.items():
            if name != "type" and value is not None:
                hold(shapes, fields[name].split(", ")[0], value)


@pytest.mark.parametrize("game", ["holdem", "stud7-high", "draw5-high", "three-card-poker", "craps", "mini-dice"])
def test_a_table_and_its_news_have_the_fields_that_the_page_names(game: str) -> None:
    shapes = shapes_of(protocol_page.page())
    company = InProcessRoom()
    number = company.evening.open(game, "nj-19-47" if game == "mini-dice" else "oneida")
    ann, bob = company.connect("ann"), company.connect("bob")
    for client, seat in ((ann, 1), (bob, 2)):
        client.watch(number)
        client.yes(number, do="sit", seat=seat, chips=200)
    for _ in range(12):
        company.wait(2_000)
        for client in (ann, bob):
            turn = client.views.turn(number, optional=True)
            if turn is not None:
                client.do(number, **turn.first(*(choice["do"] for choice in turn.choices)))
    ann.watch(number)
    told = [frame for frame in (*ann.frames, *bob.frames) if frame["type"] != "lobby"]
    assert {"welcome", "table", "events", "answer", "presence"} <= {frame["type"] for frame in told}
    for frame in told:
        hold(shapes, frame["type"], frame)
    for frame in told:
        if frame["type"] == "events":
            hold(shapes, "TableUpdate", frame["update"])


def test_every_command_that_somebody_may_send_is_on_the_page_and_no_other() -> None:
    page = protocol_page.page()
    written = {line.strip("#` ") for line in page.splitlines() if line.startswith("#### `")}
    matrices = (permissions.GAME_PERMISSIONS, permissions.LIVE_TABLE_PERMISSIONS, permissions.ROOM_PERMISSIONS)
    assert written == {name for matrix in matrices for names in matrix.values() for name in names}


def made(kind: Any) -> Any:
    """One of a kind: every field that must be there."""
    values: dict[str, Any] = {}
    for part in msgspec.structs.fields(kind):
        if part.required:
            values[part.name] = {
                "command": {"do": "fold"},
                "update": msgspec.Raw(b"{}"),
                "id": "x",
                "idempotency_key": "x",
            }.get(part.name)
            if values[part.name] is None:
                values[part.name] = {int: 7, str: "x", bool: True}.get(part.type, 7)
            if part.name in ("tables", "connected"):
                values[part.name] = []
    return kind(**values)


@pytest.mark.parametrize("kind", get_args(websocket_frames.FromClient), ids=lambda kind: kind.__name__)
def test_a_frame_of_a_client_is_read_as_it_was_written(kind: Any) -> None:
    frame = made(kind)
    data = msgspec.json.encode(frame)
    assert msgspec.json.decode(data, type=websocket_frames.FromClient) == frame
    plain = msgspec.json.decode(data)
    assert plain["type"] == kind.__struct_config__.tag
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode({**plain, "person": "ann"}), type=websocket_frames.FromClient)


SERVER = [kind for kind in get_args(websocket_frames.FromServer) if kind is not websocket_frames.TableFrame]


@pytest.mark.parametrize("kind", SERVER, ids=lambda kind: kind.__name__)
def test_a_frame_of_the_server_is_read_as_it_was_written(kind: Any) -> None:
    data = msgspec.json.encode(made(kind))
    again = msgspec.json.decode(data, type=kind)
    assert msgspec.json.encode(again) == data


def test_kinds_of_frames_have_names_of_their_own() -> None:
    for union in (websocket_frames.FromClient, websocket_frames.FromServer):
        tags = [kind.__struct_config__.tag for kind in get_args(union)]
        assert len(set(tags)) == len(tags)


TO_ROOM: list[messages.Message] = [
    messages.ClientConnected(1, "t"), messages.ClientDisconnected(2), messages.ClientFrameReceived(3,
    b"\x00"),
    messages.ClientLagging(4),
    messages.RpcRequest(5, "me", "t", {"a": 1}), messages.BotConnected(6, "Ada bot"),
]  # fmt: skip
TO_EDGE: list[messages.Message] = [
    messages.OutgoingFrame([1, 2], b"{}"), messages.CloseClient(1, 4401, "x"), messages.RpcResponse(1, 200,
    b"{}"),
    messages.BotRoster([("Ada bot", "rock", 1)]), messages.ClientResynced(1),
]  # fmt: skip


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_packets_are_read_however_they_are_cut(size: int) -> None:
    stream = messages.encode_packet(TO_ROOM) + messages.encode_packet([]) + messages.encode_packet(TO_ROOM[:1])
    unpacker = messages.PacketReader()
    bodies = [body for at in range(0, len(stream), size) for body in unpacker.feed(stream[at : at + size])]
    assert [messages.decode_for_room(body) for body in bodies] == [TO_ROOM, [], TO_ROOM[:1]]
    [body] = messages.PacketReader().feed(messages.encode_packet(TO_EDGE))
    assert messages.decode_for_edge(body) == TO_EDGE


def test_a_packet_of_nobodys_size_ends_the_link() -> None:
    with pytest.raises(ConnectionError):
        messages.PacketReader().feed(b"\xff\xff\xff\xff")


def test_the_page_says_what_comes_of_every_request() -> None:
    page = protocol_page.page().replace("\n  ", " ")
    items = {line.split("`")[1]: line for line in page.splitlines() if re.match(r"\* `(GET|POST) /", line)}
    assert len(items) == len(ENDPOINTS)
    for endpoint in ENDPOINTS:
        item = items[f"{endpoint.method} {PATH_KIND.sub('', endpoint.path)}"]
        assert ("(needs a session)" in item) == endpoint.session
        body = item.partition(" Body: ")[2].partition(" Answer: ")[0]
        for field in msgspec.structs.fields(endpoint.body) if endpoint.body is not None else ():
            assert f"`{field.encode_name}`" in body
        assert item.partition(" Answer: ")[2].startswith(str(endpoint.status))


def test_every_status_code_of_the_description_is_on_the_page() -> None:
    page = protocol_page.page()
    described = openapi(ENDPOINTS, "room", "cookie")["paths"]
    codes = {code for path in described.values() for way in path.values() for code in way["responses"]}
    assert {"401", "403", "503"} <= codes
    for code in codes:
        assert re.search(rf"\b{code}\b", page.partition("### Status codes")[2]), code


@pytest.mark.parametrize(
    "words",
    [
        "the first is greater than the last", "`invite_code` after `replace-invite-link`",
        "leave the wallet at once", "**Refused watches.**", "half-open socket", "missed during a restart",
        "**Length of links.**", "before the first round of a table", "**The default sign.**",
        "a silence of `heartbeat`",
    ],
)  # fmt: skip
def test_the_page_answers_what_authors_of_clients_asked(words: str) -> None:
    assert words in " ".join(protocol_page.page().split())
