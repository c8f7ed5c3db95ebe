"""An auditor reads rounds that are over, every card of them, and nothing of the one that is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.json import encode
from tests.audit.sample_room import RoomDriver

from hoyle.audit.closed_hands import MAX_HANDS, closed_hands, latest_hands, read_hands
from hoyle.audit.room_audit import audit_room
from hoyle.cli.main import cli
from hoyle.core.errors import InvalidError
from hoyle.fairness.round_proof import proof_text
from hoyle.storage.sql.sql_store import SqlStore


@pytest.fixture
def evening(store: SqlStore) -> RoomDriver:
    """Some hands that are over, and one that is being played."""
    found = RoomDriver(store, seed=4)
    table = found.open("holdem")
    found.play(60)
    hosted = found.desk.room.tables[table]
    while hosted.current_round is None or not hosted.last_finished_record:
        found.tick()
    return found


def test_every_card_of_a_round_that_is_over_is_there(evening: RoomDriver, store: SqlStore) -> None:
    last = latest_hands(store, 1, 1)[0]
    [hand] = read_hands(store, 1, last.first, last.last)
    assert (hand.hand, hand.people) == (last.hand, last.people)
    dealt = [entry.facts for entry in hand.entries if entry.name == "dealt"]
    assert dealt
    assert "??" not in json.dumps(dealt)
    assert {entry.record for entry in hand.entries} <= set(range(hand.first, hand.last + 1))


def test_nothing_of_the_round_being_played_is_in_any_reading(evening: RoomDriver, store: SqlStore) -> None:
    hosted = evening.desk.room.tables[1]
    told = encode(read_hands(store, 1, 1, hosted.last_finished_record)).decode()
    assert hosted.hosting.secret not in told, "the secret of the deck that is being played"
    assert hosted.hosting.next_secret not in told, "and that of the next one"
    shuffle = [record for record in store.records("table 1") if record.name == "shuffle"][-1]
    assert shuffle.number > hosted.last_finished_record
    assert json.loads(shuffle.payload)["command"]["cards"] not in told
    with pytest.raises(InvalidError, match="no round of table 1 lies between"):
        read_hands(store, 1, hosted.last_finished_record + 1, 10**9)


def test_who_reported_play_is_no_auditors_to_read(evening: RoomDriver, store: SqlStore) -> None:
    evening.ask("bob", 1, do="report-play", player="cy", why="always folds to ann")
    hosted = evening.desk.room.tables[1]
    before = hosted.last_finished_record
    while hosted.last_finished_record == before:
        evening.turn(1)
    assert "always folds to ann" not in encode(read_hands(store, 1, 1, hosted.last_finished_record)).decode()


def test_what_was_read_derives_every_deck_again(evening: RoomDriver, store: SqlStore, tmp_path: Path) -> None:
    hosted = evening.desk.room.tables[1]
    for hand in read_hands(store, 1, 1, hosted.last_finished_record):
        proof, sealed = tmp_path / "proof.json", tmp_path / "sealed.json"
        [made] = [each for each in hand.proofs if each.decks]
        [secret] = hand.sealed
        proof.write_text(proof_text(made))
        sealed.write_text(proof_text(secret))
        done = CliRunner().invoke(cli, ["verify-deal", str(proof), "--sealed", str(sealed)])
        assert done.exit_code == 0, done.output
        assert "every card of every shuffle follows from secret" in done.output


def test_only_some_rounds_are_read_at_once(evening: RoomDriver, store: SqlStore) -> None:
    while len(store.hands(stream="table 1")) <= MAX_HANDS:
        evening.play(20)
    over = evening.desk.room.tables[1].last_finished_record
    with pytest.raises(InvalidError, match=f"more than {MAX_HANDS} rounds"):
        closed_hands(store, 1, 1, over)
    assert len(latest_hands(store, 1, 5)) == 5


def test_the_audit_finds_a_reading_of_a_round_that_was_not_over(
    evening: RoomDriver, store: SqlStore, place: str
) -> None:
    hosted = evening.desk.room.tables[1]
    last, hosted.last_finished_record = hosted.last_finished_record, 10**9
    live = evening.desk.room.chain("table 1").head.number
    evening.ask("aud", do="access-hands", table=1, first=1, last=last, why="a complaint")
    hosted.last_finished_record = 10**9
    evening.ask("aud", do="access-hands", table=1, first=1, last=live, why="curious")
    hosted.last_finished_record = last
    verdict = audit_room(place)
    assert len(verdict.findings) == 1
    assert f"records to {live} of table 1 were read when rounds were over up to {last}" in str(verdict.first)
