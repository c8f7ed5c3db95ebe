"""What a checkpoint says: words and names, nothing twice, and what older ones said is understood."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from hoyle.core.errors import InvalidError
from hoyle.table.kind_registry import load, resume
from hoyle.table.log.checkpoints import CHECKPOINT_VERSION

KEPT = json.loads((Path(__file__).parents[1] / "golden/checkpoints/version-1.json").read_text("utf-8"))
"""Tables in the middle of play, each with its log and its checkpoint as version 1 had it."""
TITLES = ["stud", "hold'em between rounds", "draw", "three card poker", "craps"]


def kept(*, at: int = 0) -> tuple[dict[str, Any], Any]:
    table: Any = load(KEPT[at]["log"])
    if TITLES[at] == "craps":
        # The first version kept nothing of what was before the last throw: that is not ruled on any more.
        table.state.play.before = None
    return json.loads(json.dumps(KEPT[at]["checkpoint"])), table


@pytest.mark.parametrize("at", range(len(KEPT)), ids=TITLES)
def test_a_checkpoint_of_the_first_version_is_taken_up_where_it_was_left(at: int) -> None:
    old, table = kept(at=at)
    again: Any = resume(old)
    assert again == table
    assert again.checkpoint() == table.checkpoint()
    assert again.pending() == table.pending()
    for person in ("", *(player.name for player in table.roster.players.values())):
        assert again.view(person) == table.view(person)


def test_the_first_checkpoints_noted_no_bets_and_are_taken_up_all_the_same() -> None:
    old, table = kept()
    del old["state"]["round"]["wagers"], old["state"]["round"]["disclosed"]
    again: Any = resume(old)
    assert again.pending() == table.pending()
    assert again.state.round.stacks == table.state.round.stacks
    assert again.state.round.disclosed == [False] * len(again.state.round.seats)


@pytest.mark.parametrize("at", range(len(KEPT)), ids=TITLES)
def test_what_a_checkpoint_holds_is_spelled_and_takes_no_more_room_than_before(at: int) -> None:
    old, table = kept(at=at)
    told = json.loads(json.dumps(table.checkpoint()))
    assert told["version"] == CHECKPOINT_VERSION == 2
    assert resume(told) == table
    assert len(json.dumps(told)) <= len(json.dumps(old)) + 30

    def rows(value: Any) -> Any:
        if isinstance(value, list):
            yield value
        for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from rows(each)

    for row in rows(told):
        assert not any(isinstance(each, bool) for each in row), row
    for name in ("deck", "muck", "ready", "board", "dealer", "discards"):
        for part in (
            told["state"].get("round", {}),
            told["state"].get("last", {}),
            told["state"].get("rack", {}),
        ):
            assert isinstance(part.get(name, ""), str), name


def test_a_hand_in_play_reads_as_it_lies_on_the_table() -> None:
    _, table = kept()
    told = table.checkpoint()["state"]["round"]
    state = table.state.round
    assert told["awaiting"] == "action"
    assert told["live"] == [seat for seat, live in zip(state.seats, state.live, strict=True) if live]
    assert told["ups"][state.live.index(True)].startswith("ddu")
    assert all(set(wager) >= {"player", "raises", "opened"} for wager in told["wagers"])
    assert not {"showdown", "won", "shares"} & set(told), "nothing of it has happened"


@pytest.mark.parametrize("version", [0, 3, "2", None])
def test_a_checkpoint_of_a_version_that_nobody_knows_is_refused(version: object) -> None:
    _, table = kept()
    with pytest.raises(InvalidError, match=r"the checkpoint cannot be read: version .* knows 1 to 2"):
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
    _, table = kept(at=at)
    broken = json.loads(json.dumps(table.checkpoint()))
    inside = broken
    for name in where[:-1]:
        inside = inside[name]
    inside[where[-1]] = value
    # Only compiled modules know at once that a word is no number.
    with suppress(InvalidError):
        resume(broken)


def test_a_place_that_no_table_has_is_refused_however_far_away() -> None:
    _, table = kept()
    broken = json.loads(json.dumps(table.checkpoint()))
    broken["state"]["round"]["wagers"][0]["acted"] = [10**30]
    with pytest.raises(InvalidError, match="the checkpoint cannot be read"):
        resume(broken)
