"""What the dealer says at a table of the room: once for everybody, and to each person as he is spoken of."""

from __future__ import annotations

import pytest
from tests.room.room_driver import RoomDriver

from hoyle.room.views.narration import LiveTableNarrator, Sentence


@pytest.fixture
def evening() -> RoomDriver:
    return RoomDriver()


class Listener:
    """Somebody who hears a table from now on."""

    def __init__(self, evening: RoomDriver, number: int) -> None:
        self.evening = evening
        self.hosted = evening.table(number)
        self.teller = LiveTableNarrator(self.hosted)
        evening.heard.clear()

    def said(self) -> list[Sentence]:
        """What has been said since the last time."""
        heard, self.evening.heard[:] = list(self.evening.heard), []
        return [words for each in heard if each.live_table is self.hosted for words in self.teller.narrate(each.step)]


def test_who_is_spoken_of_is_spoken_to(evening: RoomDriver) -> None:
    number = evening.open("holdem", "oneida")
    evening.seat(number, "ann", "bea")
    table = Listener(evening, number)
    wait = evening.deal_on(number)
    evening.yes(wait.person, "call", number, seat=wait.seat)
    words = table.said()
    button = next(each for each in words if each.text.startswith("For the button"))
    assert all(
        you.startswith("For the button: you " if who == "ann" else "For") for who, you in button.second_person.items()
    )
    assert any(you.endswith(" You have it.") for you in button.second_person.values())
    called = next(each for each in words if each.predicate.startswith("call"))
    assert called.text == f"{called.subject} calls {called.predicate.removeprefix('call ')}."
    assert called.second_person == {wait.person: f"You {called.predicate}."}


def test_what_the_felt_shows_need_not_be_read(evening: RoomDriver) -> None:
    number = evening.open("holdem", "oneida")
    evening.seat(number, "ann", "bea")
    table = Listener(evening, number)
    words: list[Sentence] = []
    while not any(each.heading == "flop" for each in words):
        evening.answer(number, "check", "call")
        words += table.said()
    flop = next(each for each in words if each.heading == "flop")
    assert flop.short_text == "Burn and turn."
    assert flop.text == f"Burn and turn. Flop: {flop.board}."
    pot = next(each for each in words if each.text.startswith("The pot is"))
    first = next(each for each in words if each.text.endswith("is first to act."))
    assert (pot.short_text, first.short_text) == ("", "")


def test_after_a_restart_the_dealer_knows_who_sits_there_now(evening: RoomDriver) -> None:
    number = evening.open("holdem", "oneida")
    evening.seat(number, "ann", "bea", "cid")
    evening.restart()
    table = Listener(evening, number)
    evening.yes("ann", "leave", number, seat=1)
    evening.guests("dot")
    evening.yes("dot", "sit", number, seat=1, chips=200)
    told: list[Sentence] = table.said()
    while not any("dot" in each.second_person for each in told if each.predicate.startswith(("call", "check"))):
        evening.answer(number, "check", "call", "show")
        told += table.said()
    assert any(each.text.startswith("Dot ") for each in told)
    after = told[[each.text.startswith("Dot takes seat 1") for each in told].index(True) :]
    assert not any("nn" in each.text.split() or "ann" in each.second_person for each in after)


def test_a_bot_goes_by_its_name_unless_somebody_else_does(evening: RoomDriver) -> None:
    number = evening.open("holdem", "oneida")
    evening.seat(number, "ann")
    for seat, name in ((2, "Rhea bot"), (3, "Sol bot 2"), (4, "Zoe bot")):
        evening.yes("boss", "seat-bot", number, player=name, style="rock", seat=seat, chips=200)
    evening.guests("Zoe")
    evening.yes("Zoe", "sit", number, seat=5, chips=200)
    table = Listener(evening, number)
    told: list[Sentence] = []
    for _ in range(12):
        evening.answer(number, "check", "call", "show")
        told += table.said()
    spoken_of = {who: each.subject for each in told if each.subject for who in each.second_person}
    assert spoken_of["Rhea bot"] == "Rhea"
    assert spoken_of["Sol bot 2"] == "Sol 2"
    assert spoken_of["Zoe bot"] == "Zoe bot", "there is a Zoe at the table"
