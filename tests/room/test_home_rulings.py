"""Rulings by somebody with an interest: refused where they play; at a home game the players agree first."""

from __future__ import annotations

from typing import Any

import pytest
from tests.room.room_driver import RoomDriver, wrong

from hoyle.room.handlers import ruling_consent
from hoyle.room.views.table_views import step_view, table_snapshot
from hoyle.storage import Store

KILLS = {"protected": False, "comment": False}
"""With `report-left-table`: the hand of whoever left is dead."""
LEFT = "report-left-table"


@pytest.fixture
def evening(store: Store) -> RoomDriver:
    return RoomDriver(store)


def home(evening: RoomDriver, *players: str, host: str = "hal") -> int:
    """A home game at which a hand is being played; its host looks on."""
    evening.guests(host)
    number, code = evening.home("holdem", host)
    for seat, name in enumerate(players, 1):
        evening.guests(name)
        evening.yes(name, "join-home-game", number, code=code)
        ask = evening.yes(name, "sit", number, seat=seat, chips=200).created["request_id"]
        evening.yes(host, "approve-seat-request", number, request_id=ask)
    evening.desk.watch({number})
    evening.deal_on(number)
    return number


def live(evening: RoomDriver, number: int) -> set[str]:
    table: Any = evening.table(number).table
    return {hand.person for hand in table.view("").round.hands if hand.live}


def proven(evening: RoomDriver, place: str) -> None:
    evening.restart()
    evening.check()
    assert wrong(place) == []


# Who plays


def test_whoever_has_a_bot_in_the_game_rules_on_nothing_there(evening: RoomDriver, place: str) -> None:
    number = home(evening, "ann", "bob")
    evening.yes("hal", "seat-bot", number, player="Ada bot", style="rock", seat=5, chips=100)
    said = evening.no("hal", LEFT, number, seat=1, **KILLS)
    assert said == f"hal has Ada bot, who plays at table {number} and rules on nothing there"
    asked = {"do": LEFT, "seat": 1, **KILLS}
    assert "rules on nothing there" in evening.no("hal", "propose-ruling", number, command=asked)
    proven(evening, place)


def test_a_manager_who_has_a_bot_sit_down_plays_there(evening: RoomDriver, place: str) -> None:
    evening.staff("boss", "manager", "floor")
    evening.staff("flo", "floor")
    number = evening.open("holdem")
    evening.seat(number, "ann", "bob")
    evening.yes("boss", "seat-bot", number, player="Ada bot", style="rock", seat=5, chips=200)
    evening.deal_on(number)
    assert "boss has Ada bot, who plays" in evening.no("boss", LEFT, number, seat=1, **KILLS)
    evening.yes("flo", LEFT, number, seat=1, **KILLS)
    proven(evening, place)


def test_whoever_vouches_for_a_second_account_in_the_game_plays(evening: RoomDriver, place: str) -> None:
    evening.staff("flo", "floor")
    evening.staff("fay", "floor")
    number = evening.open("holdem")
    evening.authenticator.guest("flora", sponsor="flo")
    evening.seat(number, "flora", "bob")
    evening.deal_on(number)
    assert "flo has flora, who plays at table 1" in evening.no("flo", LEFT, number, seat=2, **KILLS)
    evening.yes("fay", LEFT, number, seat=2, **KILLS)
    assert table_snapshot(evening.room, evening.table(number), "bob").vouched == {"flora": "flo"}
    proven(evening, place)


def test_a_record_names_the_person_who_ruled(evening: RoomDriver) -> None:
    evening.staff("flo", "floor")
    number = evening.open("holdem")
    evening.seat(number, "ann", "bob", "cy")
    evening.deal_on(number)
    evening.heard.clear()
    evening.yes("flo", LEFT, number, seat=1, **KILLS)
    told = next(each for each in evening.heard if each.step.command.name == LEFT)
    step = step_view(evening.room, told, "ann")
    assert (step.actor, step.role, step.command) == ("flo", "floor", LEFT)
    evening.yes("bob", "open-dispute", number, about="the cut")
    evening.yes("flo", "settle-dispute", number, number=1, ruling="stands", ruled_by="ann")
    told = next(each for each in reversed(evening.heard) if each.step.command.name == "settle-dispute")
    [closed] = [entry for entry in told.step.events if entry.name == "dispute-closed"]
    assert closed.by == "flo", "nobody rules in another's name"


# Consent


def test_a_host_kills_no_hand_without_the_consent_of_its_player(evening: RoomDriver, place: str) -> None:
    number = home(evening, "ann", "bob", "cy")
    answer = evening.yes("hal", LEFT, number, seat=1, **KILLS)
    assert answer.created == {"ruling_id": 1}
    assert live(evening, number) == {"ann", "bob", "cy"}, "nothing is carried out yet"
    picture = table_snapshot(evening.room, evening.table(number), "ann")
    assert picture.ruling is not None
    assert (picture.ruling.proposed_by, picture.ruling.affected) == ("hal", ("ann",))
    [wait] = [wait for wait in picture.pending if wait.decision == "consent" and wait.person == "ann"]
    assert [choice.label for choice in wait.choices] == ["agree", "object"]
    assert "hal is not asked" in evening.no("hal", "consent", number, ruling=1)
    assert "no ruling 2 waits" in evening.no("ann", "consent", number, ruling=2)
    evening.restart()
    evening.heard.clear()
    evening.yes("ann", "consent", number, ruling=1)
    assert live(evening, number) == {"bob", "cy"}
    told = next(each for each in evening.heard if each.step.command.name == LEFT)
    assert (told.ruler, told.step.by) == ("hal", "floor")
    assert evening.table(number).hosting.ruling is None
    assert "no ruling 1 waits" in evening.no("bob", "consent", number, ruling=1)
    proven(evening, place)


def test_most_of_the_players_overrule_one(evening: RoomDriver, place: str) -> None:
    number = home(evening, "ann", "bob", "cy")
    evening.yes("hal", LEFT, number, seat=1, **KILLS)
    evening.yes("ann", "consent", number, ruling=1, agree=False)
    assert "ann has answered already" in evening.no("ann", "consent", number, ruling=1)
    evening.yes("bob", "consent", number, ruling=1)
    assert "ann" in live(evening, number), "one of three is no majority"
    evening.yes("cy", "consent", number, ruling=1)
    assert live(evening, number) == {"bob", "cy"}
    proven(evening, place)


def test_what_nobody_can_agree_to_any_more_is_off_the_table(evening: RoomDriver, place: str) -> None:
    number = home(evening, "ann", "bob")
    evening.yes("hal", LEFT, number, seat=1, **KILLS)
    evening.yes("ann", "consent", number, ruling=1, agree=False)
    assert evening.table(number).hosting.ruling is None, "one of two is no majority"
    assert "no ruling 1 waits" in evening.no("bob", "consent", number, ruling=1)
    assert live(evening, number) == {"ann", "bob"}
    proven(evening, place)


def test_a_ruling_is_of_its_round(evening: RoomDriver, place: str) -> None:
    number = home(evening, "ann", "bob")
    evening.yes("hal", LEFT, number, seat=1, **KILLS)
    evening.finish(number, "fold")
    evening.deal_on(number)
    assert table_snapshot(evening.room, evening.table(number), "ann").ruling is None
    assert "no ruling 1 waits" in evening.no("ann", "consent", number, ruling=1)
    proven(evening, place)


def test_a_second_ruling_takes_the_place_of_the_first(evening: RoomDriver, place: str) -> None:
    number = home(evening, "ann", "bob", "cy")
    evening.yes("hal", LEFT, number, seat=1, **KILLS)
    assert evening.yes("hal", LEFT, number, seat=2, **KILLS).created == {"ruling_id": 2}
    evening.no("ann", "consent", number, ruling=1)
    evening.yes("bob", "consent", number, ruling=2)
    assert live(evening, number) == {"ann", "cy"}
    proven(evening, place)


def test_a_plain_undo_of_the_round_needs_nobody(evening: RoomDriver, place: str) -> None:
    number = home(evening, "ann", "bob", "cy")
    undo = {"trigger": "other", "decision": "dead round, return all", "why": "the lights went out"}
    answer = evening.yes("hal", "house-ruling", number, **undo)
    assert "ruling_id" not in answer.created
    company = evening.table(number).table.roster
    assert [company.stack(seat) for seat in (1, 2, 3)] == [200, 200, 200]
    proven(evening, place)


def test_what_takes_nothing_from_anybody_needs_nobody(evening: RoomDriver, place: str) -> None:
    number = home(evening, "ann", "bob", "cy")
    stays = {"trigger": "other", "decision": "play on", "why": "nothing happened"}
    assert "ruling_id" not in evening.yes("hal", "house-ruling", number, **stays).created
    proven(evening, place)


def test_the_floor_of_the_house_asks_at_a_home_game_too(evening: RoomDriver, place: str) -> None:
    evening.staff("flo", "floor")
    number = home(evening, "ann", "bob", "cy")
    assert evening.yes("flo", LEFT, number, seat=1, **KILLS).created == {"ruling_id": 1}
    evening.yes("ann", "consent", number, ruling=1)
    assert live(evening, number) == {"bob", "cy"}
    proven(evening, place)


def test_nobody_is_asked_where_the_floor_of_the_house_rules(evening: RoomDriver) -> None:
    evening.staff("flo", "floor")
    number = evening.open("holdem")
    asked = {"do": LEFT, "seat": 1, **KILLS}
    assert "is no home game" in evening.no("flo", "propose-ruling", number, command=asked)


def test_the_audit_finds_a_ruling_to_which_nobody_agreed(
    evening: RoomDriver, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = home(evening, "ann", "bob", "cy")
    with monkeypatch.context() as lax:
        lax.setattr(ruling_consent, "costs", lambda hosted, command: [])
        evening.yes("hal", LEFT, number, seat=1, **KILLS)
    assert live(evening, number) == {"bob", "cy"}
    [finding] = wrong(place)
    assert (finding.check, finding.message) == ("roles", "hal ruled report-left-table, to which ann had to agree")


def test_the_audit_finds_a_ruling_by_somebody_who_plays(
    evening: RoomDriver, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.staff("flo", "floor")
    number = evening.open("holdem")
    evening.authenticator.guest("flora", sponsor="flo")
    evening.seat(number, "flora", "bob", "cy")
    evening.deal_on(number)
    monkeypatch.setattr(type(evening.room), "check_neutral", lambda room, hosted, person: None)
    evening.yes("flo", LEFT, number, seat=2, **KILLS)
    [finding] = wrong(place)
    assert finding.check == "roles"
    assert finding.message == "flo ruled where they play, or a bot or second account of theirs"
