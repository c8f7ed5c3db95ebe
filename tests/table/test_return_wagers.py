"""What cannot go on is called off, at every kind of table: everybody has back what he put into it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.dice.random_sessions import craps_table, mini_table, seated
from tests.games.house_cards import tables as banked_tables
from tests.table.tables import EVERY_GAME, STUDS, dealt, one

from hoyle.core.errors import HoyleError
from hoyle.table import Fees, PokerTable, Rake
from hoyle.table.base import Table as AnyTable
from hoyle.table.dice.commands import DealerShakes, ReleaseDice
from hoyle.table.disputes import ReturnWagers
from hoyle.table.poker.commands import BringIn


def called_off(table: Any) -> list[Any]:
    """The table after the floor has called off what was being played; it can be resumed and audited."""
    entries: list[Any] = table.do(ReturnWagers(why="the lights went out"), "floor")
    assert one(entries, "house-ruled").why == "the lights went out"
    assert type(table).load(table.dump()) == table
    found = type(table).audit(table.steps)
    assert found.finished
    assert all(each.step < len(table.steps) for each in found.differences)
    return entries


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_a_round_of_poker_is_dead_and_the_next_is_dealt(book: str, game: str) -> None:
    fees = Fees(rates={2: 1}, charged="player", criterion="table limit", collected="before the deal", jackpot=0)
    posted: dict[str, Any] = {"fees": fees} if book == "ca-omaha" else {"rake": Rake(levels=((1, 1),))}
    playing = dealt(book, game, **posted)
    stacks = dict.fromkeys(playing.stacks, 200)
    if game in STUDS:
        playing.do(BringIn(seat=playing.playing_round().actor))
    assert playing.stacks != stacks
    entries = called_off(playing)
    assert one(entries, "round-voided").clause == "house incidents"
    assert (playing.stacks, playing.is_between_rounds()) == (stacks, True)
    assert not any(playing.state.accounts()[name] for name in ("pot", "rake", "fees", "drop box"))
    with pytest.raises(HoyleError):
        playing.do(ReturnWagers(), "floor")


@pytest.mark.parametrize("game", ["three-card-poker", "four-card-poker", "mississippi-stud"])
@pytest.mark.parametrize("is_dealt", [False, True])
def test_wagers_on_house_cards_go_back_before_the_deal_and_after_it(game: str, is_dealt: bool) -> None:
    table = banked_tables.betting(banked_tables.opened(game))
    table.wager(3, "ante", 5)
    if is_dealt:
        table.no_more_bets()
    assert table.stacks == {3: 995}
    called_off(table)
    assert (table.stacks, table.is_between_rounds()) == ({3: 1000}, True)
    with pytest.raises(HoyleError):
        table.do(ReturnWagers(), "floor")


def test_dice_in_the_air_do_not_count_and_commissions_go_back_with_the_wagers() -> None:
    table = seated(craps_table(), "ann", "bob")
    before = dict(table.stacks)
    table.offer()
    table.accept(1)
    table.bet(1, "pass", 10)
    table.throw(4, 2)
    table.bet(2, "buy", 20, number=4)
    assert sum(before.values()) - sum(table.stacks.values()) == 31
    table.do(ReleaseDice(seat=1), "ann")
    entries = called_off(table)
    assert one(entries, "no-roll").clause == "house incidents"
    assert (table.stacks, table.is_between_rounds(), table.state.play.live) == (before, True, [])
    with pytest.raises(HoyleError):
        table.do(ReturnWagers(), "floor")


def test_a_shaken_shaker_is_not_uncovered() -> None:
    table = seated(mini_table(), "ann", "bob")
    before = dict(table.stacks)
    table.bet(1, "field", 10)
    table.do(DealerShakes(times=3))
    assert not table.is_between_rounds()
    called_off(table)
    assert (table.stacks, table.is_between_rounds()) == (before, True)


def test_nobody_who_plays_calls_a_round_off() -> None:
    playing: AnyTable = dealt("oneida")
    assert isinstance(playing, PokerTable)
    with pytest.raises(HoyleError, match="that is for the house"):
        playing.do(ReturnWagers(), "player 1")
