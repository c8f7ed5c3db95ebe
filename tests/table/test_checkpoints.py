"""What a checkpoint says: words and names, nothing twice; one of another version is refused."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from hoyle.core.errors import InvalidError
from hoyle.table.command_base import command_from_dict
from hoyle.table.kind_registry import TABLE_KINDS, resume
from hoyle.table.log.checkpoint_version import CHECKPOINT_VERSION

SESSIONS = json.loads((Path(__file__).parents[1] / "golden/checkpoints/sessions.json").read_text("utf-8"))
"""Commands of tables in the middle of play."""
KINDS = ["poker", "poker", "poker", "house-cards", "dice"]
TITLES = ["stud", "hold'em between rounds", "draw", "three card poker", "craps"]


def played(at: int = 0) -> Any:
    """Return the table of a session, in the middle of play."""
    table = TABLE_KINDS[KINDS[at]]()
    for step in SESSIONS[at]:
        table.do(command_from_dict(table.COMMANDS, step["command"]), step["by"])
    return table


@pytest.mark.parametrize("at", range(len(SESSIONS)), ids=TITLES)
def test_a_table_is_taken_up_from_its_checkpoint_where_it_was_left(at: int) -> None:
    table = played(at)
    again: Any = resume(json.loads(json.dumps(table.checkpoint())))
    assert again == table
    assert again.checkpoint() == table.checkpoint()
    assert again.pending() == table.pending()
    for person in ("", *(player.name for player in table.roster.players.values())):
        assert again.view(person) == table.view(person)


@pytest.mark.parametrize("at", range(len(SESSIONS)), ids=TITLES)
def test_what_a_checkpoint_holds_is_spelled(at: int) -> None:
    told = json.loads(json.dumps(played(at).checkpoint()))
    assert told["version"] == CHECKPOINT_VERSION == 1

    def rows(value: Any) -> Any:
        if isinstance(value, list):
            yield value
        for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from rows(each)

    for row in rows(told):
        assert not any(isinstance(each, bool) for each in row), row
    for name in ("deck", "muck", "ready", "board", "dealer", "discards"):
        for part in (told["state"].get("round", {}), told["state"].get("last", {}), told["state"].get("rack", {})):
            assert isinstance(part.get(name, ""), str), name


def test_a_hand_in_play_reads_as_it_lies_on_the_table() -> None:
    table = played()
    told = table.checkpoint()["state"]["round"]
    state = table.state.round
    assert told["awaiting"] == "action"
    assert told["live"] == [seat for seat, live in zip(state.seats, state.live, strict=True) if live]
    assert told["ups"][state.live.index(True)].startswith("ddu")
    assert all(set(wager) >= {"player", "raises", "opened"} for wager in told["wagers"])
    assert not {"showdown", "won", "shares"} & set(told), "nothing of it has happened"


@pytest.mark.parametrize("version", [0, 2, "1", True, None])
def test_a_checkpoint_of_a_version_that_nobody_knows_is_refused(version: object) -> None:
    table = played()
    with pytest.raises(InvalidError, match=r"the checkpoint cannot be read: version .* reads version 1"):
        resume({**table.checkpoint(), "version": version})


@pytest.mark.parametrize(
    ("at", "where", "value"),
    [
        (3, ("state", "round", "stacks"), {"2": "many"}),
        (4, ("state", "play", "stacks"), {"ann": [1]}),
        (4, ("state", "roster", "dispute_openers"), [{"by": {"a": 1}, "about": "a call"}]),
    ],
    ids=["house cards", "craps", "a dispute"],
)
def test_what_no_table_ever_wrote_is_refused_in_words_where_it_is_noticed(
    at: int, where: tuple[str, ...], value: object
) -> None:
    table = played(at)
    broken = json.loads(json.dumps(table.checkpoint()))
    inside = broken
    for name in where[:-1]:
        inside = inside[name]
    inside[where[-1]] = value
    # Only compiled modules know at once that a word is no number.
    with suppress(InvalidError):
        resume(broken)


def test_a_place_that_no_table_has_is_refused_however_far_away() -> None:
    table = played()
    broken = json.loads(json.dumps(table.checkpoint()))
    broken["state"]["round"]["wagers"][0]["acted"] = [10**30]
    with pytest.raises(InvalidError, match="the checkpoint cannot be read"):
        resume(broken)
