"""The house dealer: every game of every book is opened, dealt and closed with nobody stuck."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from tests.room.room_driver import POKER_GAMES, RoomDriver, filled

from hoyle.room.decisions import MAX_DUE_ACTIONS
from hoyle.storage import Store
from hoyle.table.pending_decisions import PendingDecision
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES

ROUNDS = 50
PLAYERS = ("ann", "bob", "cy")

MAX_ALIKE = 300
"""Things in a row without a round coming to its end: then somebody is stuck."""


def playing(evening: RoomDriver, number: int, rounds: int, seed: int = 3) -> Counter[str]:
    """Play so many rounds with people who do anything they may; what the house did."""
    rng = random.Random(seed)
    hosted = evening.table(number)
    did: Counter[str] = Counter()
    ended, idle = hosted.table.round_number + rounds, 0
    while hosted.table.round_number < ended or not hosted.table.is_between_rounds():
        before = hosted.table.round_number
        table: Any = hosted.table
        evening.heard.clear()
        wait = chosen(table.pending(), rng)
        if wait is None and evening.desk.due() is None:
            # Wagers are open, and nobody has made one yet.
            wait = next(each for each in table.pending() if each.seat and each.choices)
        if wait is None:
            assert evening.tick(), f"stuck at {hosted.blocking_decision()}"
        else:
            evening.ask(wait.person, table=number, **answer(wait, rng))
        did.update(told.step.command.name for told in evening.heard)
        top_up(evening, number)
        idle = 0 if hosted.table.round_number != before else idle + 1
        assert idle < MAX_ALIKE, f"stuck at {hosted.blocking_decision()}"
    return did


def chosen(waits: list[PendingDecision], rng: random.Random) -> PendingDecision | None:
    """Whoever is awaited, or now and then somebody who may."""
    people = [wait for wait in waits if wait.seat and wait.choices]
    pressing = [wait for wait in people if not wait.optional]
    if pressing:
        return pressing[0]
    return rng.choice(people) if people and rng.random() < 0.5 else None


def answer(wait: PendingDecision, rng: random.Random) -> dict[str, Any]:
    stay = [choice for choice in wait.choices if choice.do not in ("fold", "decline", "withdraw", "take-down")]
    return filled(rng.choice(stay if stay and rng.random() < 0.9 else list(wait.choices)))


def top_up(evening: RoomDriver, number: int) -> None:
    hosted = evening.table(number)
    for seat, name in list(hosted.seated.items()):
        if hosted.table.stacks[seat] < 60 and name not in hosted.reserved_top_ups:
            evening.yes(name, "top-up", number, seat=seat, chips=200)
        if hosted.table.roster.players[seat].sitting_out:
            evening.yes(name, "sit-in", number, seat=seat)


@pytest.mark.parametrize(("book", "game"), POKER_GAMES)
def test_every_poker_game_of_every_book_is_dealt_and_nobody_is_stuck(book: str, game: str) -> None:
    evening = RoomDriver()
    number = evening.open(game, book)
    for name in PLAYERS:
        evening.guests(name, chips=10**6)
    evening.seat(number, *PLAYERS)
    did = playing(evening, number, ROUNDS)
    assert did["shuffle"] >= ROUNDS
    assert did["deal"] >= ROUNDS
    evening.check()
    closed(evening, number)


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_every_game_against_the_house_is_dealt_and_nobody_is_stuck(game: str) -> None:
    evening = RoomDriver()
    number = evening.open(game, wager_window_ms=1000, between_rounds_ms=0)
    for name in PLAYERS:
        evening.guests(name, chips=10**6)
    evening.seat(number, *PLAYERS)
    did = playing(evening, number, ROUNDS)
    if game in ("craps", "mini-dice"):
        assert did["throw"] + did["uncover"] >= ROUNDS
    else:
        assert did["shuffle"] >= ROUNDS
        assert did["count-stub"] >= 1
    evening.check()
    closed(evening, number)


def closed(evening: RoomDriver, number: int) -> None:
    """Close the table, whatever is going on; everybody has all his chips in his wallet."""
    hosted = evening.table(number)
    evening.yes("boss", "close", number, why="late")
    rng = random.Random(1)
    for _ in range(400):
        if hosted.hosting.closed:
            break
        wait, due = hosted.blocking_decision(), evening.desk.due()
        if (due is not None and due <= evening.now) or wait is None or not wait.seat:
            assert evening.tick(), f"stuck at {wait}"
        else:
            evening.ask(wait.person, table=number, **answer(wait, rng))
    assert hosted.hosting.closed
    assert hosted.seated == {}
    balances = evening.room.ledger.balances
    assert not any(chips for name, chips in balances.items() if name.startswith(f"table {number} seat"))
    assert not any(chips for name, chips in balances.items() if name.startswith(f"table {number} p"))
    assert f"table {number} is closed" in evening.no("ann", "sit", number, seat=1, chips=100)
    assert evening.room.state.tables[number].closed
    evening.check()


@pytest.mark.parametrize("game", ["holdem", "three-card-poker", "craps"])
def test_a_store_on_disk_takes_a_table_from_its_opening_to_its_close(game: str, store: Store) -> None:
    evening = RoomDriver(store)
    number = evening.open(game, wager_window_ms=1000)
    evening.seat(number, *PLAYERS)
    playing(evening, number, 5)
    evening.restart()
    playing(evening, number, 3)
    closed(evening, number)
    evening.restart()
    assert store.verify_all_balances() == []


def test_nothing_is_dealt_where_nobody_is() -> None:
    evening = RoomDriver()
    number = evening.open("holdem")
    evening.seat(number, "ann", "bob")
    evening.deal_on(number)
    evening.desk.watch(set())
    evening.finish(number)
    assert evening.desk.due() is None, "the round was ended, and no other begins"
    evening.desk.watch({number})
    evening.deal_on(number)


@pytest.mark.parametrize("game", ["holdem", "stud7-high", "three-card-poker"])
def test_a_game_that_is_disabled_lets_the_round_end(game: str) -> None:
    evening = RoomDriver()
    number = evening.open(game, wager_window_ms=1000)
    evening.seat(number, *PLAYERS)
    hosted = evening.table(number)
    while hosted.table.is_between_rounds():
        evening.tick()
    if game == "three-card-poker":
        evening.yes("ann", "wager", number, seat=1, wager="ante", chips=5)
    evening.yes("boss", "disable-game", game=game, why="a doubt")
    evening.finish(number, "check", "call", "show", "bring-in", "fold")
    assert evening.desk.due() is None
    assert "is not dealt for the time being" in evening.no("boss", "open-table", game=game, sign={})
    evening.guests("dee")
    assert "no new round is dealt" in evening.no("dee", "sit", number, seat=5, chips=200)
    evening.restart()
    assert evening.desk.due() is None
    evening.yes("boss", "enable-game", game=game, why="mended")
    assert evening.desk.due() is not None
    evening.check()


def test_a_person_who_is_disabled_plays_his_hand_to_the_end() -> None:
    evening = RoomDriver()
    number = evening.open("holdem")
    other = evening.open("draw5-high")
    evening.seat(number, *PLAYERS)
    evening.seat(other, *PLAYERS)
    hosted = evening.table(number)
    evening.deal_on(number)
    evening.yes("boss", "suspend-person", player="ann", why="a report")
    assert hosted.seated[1] == "ann"
    assert "must leave after this round" in evening.no("ann", "cancel-deferred", number, seat=1, what="leave")
    evening.finish(number)
    assert 1 not in hosted.seated
    assert "takes no new seat" in evening.no("ann", "sit", number, seat=1, chips=100)
    evening.check()
    evening.yes("boss", "reinstate-person", player="ann", why="cleared")
    evening.yes("ann", "sit", number, seat=1, chips=100)


def test_a_room_that_rests_plays_its_rounds_to_the_end_and_begins_none() -> None:
    evening = RoomDriver()
    number = evening.open("holdem", between_rounds_ms=0)
    evening.seat(number, *PLAYERS)
    evening.deal_on(number)
    evening.room.set_draining(True)
    evening.finish(number)
    played = evening.table(number).table.round_number
    while evening.tick():
        assert evening.table(number).table.is_between_rounds()
    assert evening.table(number).table.round_number == played
    evening.room.set_draining(False)
    evening.deal_on(number)
    assert evening.table(number).table.round_number == played + 1


def test_a_table_closed_in_the_middle_of_a_round_gives_everybody_his_chips() -> None:
    evening = RoomDriver()
    number = evening.open("omaha-hilo8")
    evening.seat(number, *PLAYERS)
    evening.deal_on(number)
    closed(evening, number)
    assert sum(evening.room.wallet_balance(name) for name in PLAYERS) == 30_000


def test_a_table_closes_while_wagers_are_open_and_nobody_has_made_one() -> None:
    evening = RoomDriver()
    number = evening.open("three-card-poker")
    evening.seat(number, *PLAYERS)
    while evening.table(number).table.is_between_rounds():
        evening.tick()
    assert evening.desk.due() is None, "somebody has to bet first"
    closed(evening, number)
    assert sum(evening.room.wallet_balance(name) for name in PLAYERS) == 30_000


@pytest.mark.parametrize("seed", range(6))
def test_a_table_of_dice_closes_when_what_cannot_be_taken_down_is_decided(seed: int) -> None:
    evening = RoomDriver(seed=seed)
    number = evening.open("craps", between_rounds_ms=0)
    evening.seat(number, *PLAYERS, chips=2000)
    playing(evening, number, 3 + seed, seed=seed)
    closed(evening, number)


def test_a_room_full_of_decks_keeps_nobody_waiting_who_acts() -> None:
    evening = RoomDriver()
    for at in range(2 * MAX_DUE_ACTIONS):
        number = evening.open("holdem", "oneida", between_rounds_ms=0, dealer_pace_ms=0)
        evening.seat(number, f"ann {at}", f"bob {at}")
    assert len(evening.room.due_tables(evening.desk.now())) == 2 * MAX_DUE_ACTIONS
    assert evening.desk.tick() == MAX_DUE_ACTIONS, "then it listens, and goes on with the others"
    while not all(hosted.turn.seat for hosted in evening.room.tables.values()):
        # Before a first hand there is time for nonces; nothing else is waited for.
        evening.now = max(evening.now, evening.desk.due() or 0)
        assert 0 < evening.desk.tick() <= MAX_DUE_ACTIONS
    evening.check()


def test_where_the_house_has_just_done_something_is_the_end_of_its_line() -> None:
    evening = RoomDriver()
    numbers = [
        evening.open("holdem", "oneida", between_rounds_ms=0, dealer_pace_ms=0) for _ in range(2 * MAX_DUE_ACTIONS)
    ]
    for number in numbers:
        evening.seat(number, f"ann {number}", f"bob {number}")
    done = dict.fromkeys(numbers, 0)
    while min(done.values()) < 2:
        before = {number: evening.table(number).table.event_count for number in numbers}
        # Before a first hand there is time for nonces; nothing else is waited for.
        evening.now = max(evening.now, evening.desk.due() or 0)
        evening.desk.tick()
        for number in numbers:
            done[number] += evening.table(number).table.event_count > before[number]
            if evening.table(number).turn.seat:
                evening.answer(number, "fold")
        assert max(done.values()) - min(done.values()) <= 1, "nobody waits while others are dealt to twice"


@pytest.mark.clauses("oneida CR.D.place.c")
def test_the_house_confirms_at_once_what_a_player_calls_on() -> None:
    evening = RoomDriver()
    number = evening.open("craps", between_rounds_ms=0)
    evening.seat(number, "ann", "bob", chips=500)
    evening.yes("bob", "bet", number, seat=2, kind="place", number=6, amount=12)
    [wager] = [each.id for each in evening.table(number).table.state.play.live]  # type: ignore[attr-defined]
    evening.heard.clear()
    evening.yes("bob", "call-on", number, seat=2, wager=wager)
    now = evening.desk.now()
    assert (evening.desk.due() or 0) <= now, "not at the pace of the dealer"
    evening.desk.tick()
    assert [(told.step.by, told.step.command.name) for told in evening.heard][:2] == [
        ("bob", "call-on"),
        ("boxperson", "confirm-on"),
    ]
    [seen] = evening.table(number).table.view("bob").wagers  # type: ignore[attr-defined]
    assert (seen.off, seen.on_requested) == (False, False)
    assert "is not a command that a request can give" in evening.no("bob", "confirm-on", number, wager=wager)
    evening.restart()
    [seen] = evening.table(number).table.view("bob").wagers  # type: ignore[attr-defined]
    assert not seen.off
    evening.check()
