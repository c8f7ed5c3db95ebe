"""Every field of every command has a type and bounds, and every command somebody who may give it."""

from __future__ import annotations

import re
import typing
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, structs
from tests.table.facade import waiting_list_of
from tests.table.tables import dealt, sign, table

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.room.commands import room_commands, table_commands
from hoyle.room.events import room_events, table_events
from hoyle.table import PokerTable
from hoyle.table import command_base as commands
from hoyle.table.command_base import ANYONE, PLAYER, STAFF, Command
from hoyle.table.dice.commands import COMMANDS as DICE_COMMANDS
from hoyle.table.kind_registry import TABLE_KINDS
from hoyle.table.poker.commands import COMMANDS, CardLocation, Draw, Shuffle
from hoyle.table.seats import JoinWaitingList, LeaveWaitingList, Sit

HUGE = 10**40
NUMBERS: list[Any] = ["1", 1.5, True, None, [1], {"a": 1}, HUGE, -HUGE, -1, "\ud800"]
TEXTS: list[Any] = [5, 1.5, None, ["x"], {"x": 1}, "a\x00b", "\x1b[2J", "\u202egnp", "\ud800"]
FLAGS: list[Any] = [1, 0, "yes", None, []]
ROWS: list[Any] = ["12", 5, {"1": 1}, True]
SPOTS: list[Any] = [
    5, "stub 1", None, {"at": "moon", "card": 1}, {"at": "stub"}, {"at": "stub", "card": 0},
    {"at": "stub", "card": HUGE}, {"at": "hand", "card": 1}, {"at": "board", "card": 1, "seat": 2},
    {"at": "stub", "card": 1, "hat": 2}, {"at": "stub", "card": "1"},
]  # fmt: skip


def good(hint: Any) -> Any:
    """Plain data that a field of this type takes."""
    origin = get_origin(hint)
    if origin is Annotated:
        return good(get_args(hint)[0])
    if origin is tuple:
        return [good(get_args(hint)[0])]
    if origin is dict:
        return {}
    if origin is not None:
        return good(get_args(hint)[0])
    return {int: 1, str: "x", bool: True, CardLocation: {"at": "stub", "card": 1}}[hint]


def bad(hint: Any) -> list[Any]:
    """Plain data that it does not take."""
    origin = get_origin(hint)
    if origin is Annotated:
        base, meta = get_args(hint)
        if base is int:
            return [*(value for value in NUMBERS if not _within(value, meta)), meta.ge - 1, meta.le + 1]
        return [*TEXTS, *too_long(meta)]
    if origin is tuple:
        part = get_args(hint)[0]
        return [*ROWS, *[[wrong] for wrong in bad(part)], [good(part)] * 1001]
    if origin is dict:
        value = get_args(hint)[1]
        inside = [] if value is Any else [{"1": wrong} for wrong in bad(value)]
        return [5, "1", ["1"], {1: "Kh"}, {str(at): "x" for at in range(1001)}, *inside]
    if origin is not None:
        kinds = get_args(hint)
        return [value for value in bad(kinds[0]) if not any(fits(value, kind) for kind in kinds[1:])]
    if hint is CardLocation:
        return SPOTS
    assert hint is bool
    return FLAGS


def _within(value: Any, meta: Any) -> bool:
    """Whether it is a number that may be after all: what is owed is below zero."""
    return type(value) is int and meta.ge <= value <= meta.le


def too_long(meta: Meta) -> list[str]:
    most = meta.max_length
    assert most is not None
    return ["x" * (most + 1), *(["a\nb", " a", "a "] if most <= 60 else [])]


def fits(value: Any, kind: Any) -> bool:
    if kind is type(None):
        return value is None
    return type(value) is int and 0 <= value <= 10**12


def fields_of(kind: type[Command]) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {part.name: hints[part.name] for part in structs.fields(kind)}


def example(kind: type[Command]) -> dict[str, Any]:
    """A command of this kind as plain data, every field told."""
    told = {field: good(hint) for field, hint in fields_of(kind).items()}
    return {"do": commands.name_of(kind), **told}


FIELDS = [(name, field) for name, kind in COMMANDS.items() for field in fields_of(kind)]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_the_same_after_a_file(name: str) -> None:
    told = example(COMMANDS[name])
    command = commands.command_from_dict(COMMANDS, told)
    assert command.name == name
    assert commands.command_from_dict(COMMANDS, commands.to_dict(command)) == command


IN_ROWS = [
    (name, field)
    for name, field in FIELDS
    if field in example(COMMANDS[name]) and isinstance(example(COMMANDS[name])[field], list)
]


@pytest.mark.parametrize(("name", "field"), IN_ROWS, ids=lambda each: str(each))
@pytest.mark.parametrize("kind", [list, iter])
def test_a_row_is_kept_as_it_was_handed_in_whatever_held_it(name: str, field: str, kind: Any) -> None:
    whole = commands.command_from_dict(COMMANDS, example(COMMANDS[name]))
    row = getattr(whole, field)
    command = structs.replace(whole, **{field: kind(row)})
    assert command == whole
    assert commands.to_dict(command) == commands.to_dict(whole), "it can be written down"


@pytest.mark.parametrize(("name", "field"), FIELDS, ids=lambda each: str(each))
def test_what_does_not_fit_a_field_is_turned_away_by_name_and_value(name: str, field: str) -> None:
    kind = COMMANDS[name]
    told = example(kind)
    values = bad(fields_of(kind)[field])
    assert values
    made = commands.command_from_dict(COMMANDS, told)
    for value in values:
        with pytest.raises(InvalidError) as error:
            commands.command_from_dict(COMMANDS, {**told, field: value})
        said = str(error.value)
        assert said.startswith(f"{name}: {field} "), said
        assert len(said) < 300, said
        wrong = value[0] if isinstance(value, list) and len(value) == 1 else value
        if isinstance(wrong, (int, float)) and abs(wrong) < HUGE and field in said:
            assert repr(wrong) in said, said
        if not isinstance(value, dict) and not (isinstance(value, list) and any(type(e) is dict for e in value)):
            # The constructor is as strict as the file.
            with pytest.raises(InvalidError, match=f"^{field} "):
                structs.replace(made, **{field: value})


@pytest.mark.parametrize("name", COMMANDS)
def test_no_field_may_be_missing_and_none_added(name: str) -> None:
    kind = COMMANDS[name]
    told = example(kind)
    with pytest.raises(InvalidError, match=f"{name} has no field 'hat'"):
        commands.command_from_dict(COMMANDS, {**told, "hat": 1})
    with pytest.raises(InvalidError, match=f"{name} has no field 5"):
        commands.command_from_dict(COMMANDS, dict([*told.items(), (5, 1)]))
    for part in structs.fields(kind):
        without = {field: value for field, value in told.items() if field != part.name}
        if part.required:
            with pytest.raises(InvalidError, match=f"{name} needs its field '{part.name}'"):
                commands.command_from_dict(COMMANDS, without)
        else:
            assert commands.command_from_dict(COMMANDS, without)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (5, "a command is an object with its name under 'do', not 5"),
        ("deal", "a command is an object"),
        ([], "a command is an object"),
        ({}, "a command has its name under 'do'; this one has None"),
        ({"do": 5}, "a command has its name under 'do'; this one has 5"),
        ({"do": ["deal"]}, "a command has its name under 'do'"),
        ({"do": "sneeze"}, "unknown command 'sneeze'; the commands are announce, bet"),
        ({"do": "x" * 10**6}, "unknown command 'xxxx"),
    ],
)
def test_what_is_no_command_is_turned_away(data: Any, words: str) -> None:
    with pytest.raises(InvalidError, match=words) as error:
        commands.command_from_dict(COMMANDS, data)
    assert len(str(error.value)) < 1500


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=5),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=3), inside, max_size=3),
    max_leaves=6,
)


@given(data=st.data())
def test_whatever_comes_in_is_done_or_refused(data: st.DataObject) -> None:
    kind = COMMANDS[data.draw(st.sampled_from(sorted(COMMANDS)))]
    told = example(kind)
    for field in fields_of(kind):
        if data.draw(st.booleans()):
            told[field] = data.draw(JSON)
    by = data.draw(st.sampled_from(["dealer", "player 1", "stranger"]) | JSON)
    playing = data.draw(st.sampled_from([dealt, table, lambda book: PokerTable()]))("oneida")
    before = playing.checkpoint()
    try:
        playing.do(commands.command_from_dict(COMMANDS, told), by=by)
    except HoyleError:
        assert playing.checkpoint() == before


@pytest.mark.parametrize("part", ["at", "card", "seat"])
def test_a_place_is_checked_as_it_is_named(part: str) -> None:
    told: dict[str, Any] = {"at": "hand", "seat": 1, "card": 1}
    for wrong in ("moon", None, 1.5, True, HUGE, -1, [1]):
        with pytest.raises(InvalidError, match=f"^{part} "):
            CardLocation(**{**told, part: wrong})


@pytest.mark.parametrize(
    ("spot", "said"),
    [
        ({"at": "stub", "card": "1"}, "{'at': 'stub', 'card': '1'}: card '1': expected a whole number"),
        ({"at": "stub"}, "{'at': 'stub'}: card is missing"),
        ({"at": "stub", "card": 1, "hat": 2}, "{'at': 'stub', 'card': 1, 'hat': 2}: hat is not known here"),
        (5, "5: expected a table of names and values"),
        ({"at": "moon", "card": 1}, "{'at': 'moon', 'card': 1}: at 'moon': expected hand, board, burn or stub"),
    ],
)
def test_what_is_wrong_with_a_place_is_said_in_words(spot: Any, said: str) -> None:
    with pytest.raises(InvalidError) as refusal:
        commands.command_from_dict(COMMANDS, {"do": "off-table", "spot": spot})
    assert str(refusal.value) == f"off-table: spot {said}"


def test_text_that_cannot_be_written_down_is_refused_in_words() -> None:
    with pytest.raises(InvalidError, match="its text cannot be encoded as UTF-8"):
        commands.command_from_dict(DICE_COMMANDS, {"do": "report-throw", "dice": [{"top": 1, "resting": ["\ud800"]}]})


@pytest.mark.parametrize(
    ("sign", "words"),
    [
        ({}, "the sign needs its field 'book'"),
        ({"book": 5, "game": "holdem"}, "book 5: expected text"),
        ({"book": "oneida", "game": "whist"}, "whist"),
        ({"book": "oneida", "game": "holdem", "limits": [HUGE]}, "limits of about 41 digits"),
        ({"book": "oneida", "game": "holdem", "limits": 4}, "limits 4: expected a list"),
        ({"book": "oneida", "game": "holdem", "hat": 4}, "the sign has no field 'hat'"),
        ({"book": "oneida", "game": "holdem", "rake": {"percent": "5"}}, "rake percent '5'"),
    ],
)
def test_a_table_opens_under_a_sign_that_is_one(sign: dict[str, Any], words: str) -> None:
    closed = PokerTable()
    with pytest.raises(HoyleError, match=words):
        closed.do(commands.command_from_dict(COMMANDS, {"do": "open", "sign": sign, "decks": ["a", "b"]}))
    assert closed.event_count == 0


def test_a_table_that_is_not_open_takes_nothing_else() -> None:
    closed = PokerTable()
    for name, kind in COMMANDS.items():
        if name != "open":
            with pytest.raises(IllegalError, match="the table is not open"):
                closed.do(commands.command_from_dict(COMMANDS, example(kind)))
            assert (closed.event_count, closed.log) == (0, [])
    with pytest.raises(IllegalError, match="the table is open already"):
        table("oneida").do(
            commands.command_from_dict(COMMANDS, {"do": "open", "sign": sign("oneida").facts(), "decks": ["a"]})
        )


def test_what_is_no_command_cannot_be_done() -> None:
    playing = table("oneida")
    for thing in (None, 5, "deal", {"do": "deal"}):
        with pytest.raises(InvalidError, match="is no command"):
            playing.do(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize("by", [None, 5, "", " ", "x" * 61, "a\nb", ["ann"]])
def test_whoever_gives_a_command_has_a_name(by: Any) -> None:
    playing = table("oneida", players=2)
    before = playing.checkpoint()
    with pytest.raises(InvalidError, match=r"^by "):
        playing.do(Sit(seat=3, chips=100), by=by)
    assert playing.checkpoint() == before


def test_a_name_is_printable_and_short_and_no_name_of_the_house() -> None:
    playing = table("oneida", players=2)
    for name in ("x" * 61, "a\nb", "\x1b[31m", " ann"):
        with pytest.raises(InvalidError, match=r"^player "):
            playing.sit(3, 100, name)
    for name in sorted(PokerTable.STAFF_NAMES):
        with pytest.raises(InvalidError, match="that name is reserved for staff"):
            playing.sit(3, 100, name)
    assert playing.sit(3, 100, "Zoë 阿明")


def test_a_long_line_is_read_in_no_time() -> None:
    playing = dealt("oneida")
    for text in ("raise" + " " * 1000 + "to 8", "a" * 10**6, " " * 10**6, "raise to " + "9" * 300):
        with pytest.raises(InvalidError, match=r"^action of "):
            playing.act(1, text)
    with pytest.raises(HoyleError):
        playing.act(1, "raise to " + "9" * 180)
    with pytest.raises(HoyleError):
        playing.act(1, "raise" + " " * 190 + "!")


OTHER_NAMES = {"OpenTable": "open", "ActionTimeout": "time-out"}
"""Commands of a table whose names are words of the case files."""


def test_a_command_or_an_event_has_the_name_of_its_class() -> None:
    registries: list[Any] = [table.COMMANDS for table in TABLE_KINDS.values()]
    registries += [table.EVENTS for table in TABLE_KINDS.values()]
    registries += [table_commands.COMMANDS, table_events.EVENTS, room_commands.COMMANDS, room_events.EVENTS]
    for registry in registries:
        for name, kind in registry.items():
            hyphenated = re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()
            assert name in (hyphenated, OTHER_NAMES.get(kind.__name__))
    for each in TABLE_KINDS.values():
        assert not set(each.EVENTS) & set(table_events.EVENTS), "they are in one stream"


# Who may give it


STAFFED = [name for name, kind in COMMANDS.items() if kind.ISSUER == STAFF]
PLAYED = [name for name, kind in COMMANDS.items() if kind.ISSUER == PLAYER]


def test_every_command_says_who_may_give_it() -> None:
    assert {kind.ISSUER for kind in COMMANDS.values()} == {PLAYER, STAFF, ANYONE}
    assert sorted(name for name, kind in COMMANDS.items() if kind.ISSUER == ANYONE) == [
        "join-waiting-list", "leave-waiting-list", "log-complaint", "open-dispute", "sit",
    ]  # fmt: skip
    assert all("seat" in fields_of(COMMANDS[name]) for name in PLAYED)


@pytest.mark.parametrize("name", STAFFED)
@pytest.mark.parametrize("opened", [table, dealt])
def test_what_the_house_does_no_player_can_order(name: str, opened: typing.Callable[[str], PokerTable]) -> None:
    playing = opened("oneida")
    before = playing.checkpoint()
    command = commands.command_from_dict(COMMANDS, example(COMMANDS[name]))
    roles = playing.roles_for(command)
    for by in ("player 1", "player 2", "stranger"):
        with pytest.raises(IllegalError, match=f"{by} cannot order {name}: that is for the ") as refused:
            playing.do(command, by=by)
        assert refused.value.clause == ("house roles" if roles is None else roles.clause)
    assert playing.checkpoint() == before


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("opened", [table, dealt])
def test_a_player_acts_for_his_own_seat_only(name: str, opened: typing.Callable[[str], PokerTable]) -> None:
    playing = opened("oneida")
    before = playing.checkpoint()
    command = commands.command_from_dict(COMMANDS, example(COMMANDS[name]))
    with pytest.raises(IllegalError, match="player 2 sits in seat 2 and cannot act for seat 1"):
        playing.do(command, by="player 2")
    with pytest.raises(IllegalError, match="stranger has no seat at this table"):
        playing.do(command, by="stranger")
    assert playing.checkpoint() == before


def test_nobody_sits_down_or_is_listed_under_another_name() -> None:
    playing = table("oneida", players=2)
    waiting_list_of(playing).add("bob")
    for command, words in (
        (Sit(seat=3, chips=100, player="bob"), "ann cannot sit down as 'bob'"),
        (JoinWaitingList(player="cyd"), "ann cannot speak for cyd"),
        (LeaveWaitingList(player="bob"), "ann cannot speak for bob"),
    ):
        with pytest.raises(IllegalError, match=words):
            playing.do(command, by="ann")
    playing.do(LeaveWaitingList(player="bob"), by="bob")
    seated = playing.do(Sit(seat=3, chips=100), by="ann")[0]
    assert (seated.seat, seated.player) == (3, "ann")


# What others read of it


def test_the_cards_in_a_command_are_for_whoever_gave_it() -> None:
    shuffled = Shuffle(cards="Ah Kd 2c")
    assert shuffled.seen_by("player 1", "dealer").cards == "?? ?? ??"
    drawn = Draw(seat=1, cards="Ah, Kd")
    assert drawn.seen_by("player 1", "player 1") == drawn
    assert drawn.seen_by("player 2", "player 1").cards == "?? ??"
    assert Draw(seat=1, cards="AhKd").seen_by("", "player 1").cards == "?? ??"
    for step in dealt("oneida").steps:
        assert "Kd" not in str(commands.to_dict(step.command.seen_by("player 1", step.by)).get("deck", ""))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_wrong_field_is_named_though_those_before_it_are_left_out(name: str) -> None:
    kind = COMMANDS[name]
    needed = {"do": name} | {part.name: example(kind)[part.name] for part in structs.fields(kind) if part.required}
    for part in structs.fields(kind):
        with pytest.raises(InvalidError, match=f"^{name}: {part.name} "):
            commands.command_from_dict(COMMANDS, {**needed, part.name: bad(fields_of(kind)[part.name])[0]})
