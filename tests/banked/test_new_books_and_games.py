"""A second book for a house game is data; a new game is a `Game` and a page: as CONTRIBUTING has it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.banked.games import FCP, TCP, started
from tests.banked.tables import betting, opened

import hoyle
from hoyle.banked.game import ANTE, DEALER, Game, Line, Shown, Step
from hoyle.banked.games import GAMES
from hoyle.banked.irregularities import rule
from hoyle.banked.sign import Sign
from hoyle.errors import IllegalError
from hoyle.rulebooks.banked_book import BankedBook, BankedPage, LaterWager, PayPage, Times, WagerPage
from hoyle.rulebooks.banked_books import BOOKS, banked_book
from hoyle.rulebooks.book import Answer
from hoyle.rulebooks.paytable import pay_table
from hoyle.table.banked import BankedTable

SOURCES = Path(hoyle.__file__).parent


def test_the_engine_names_no_book_and_asks_no_game_who_it_is() -> None:
    games = "|".join(("three-card-poker", "four-card-poker", "mississippi-stud"))
    for layer in ("banked", "table/banked"):
        for file in sorted((SOURCES / layer).glob("*.py")):
            text = file.read_text(encoding="utf-8")
            assert not re.search(r"\b(oneida|nj-19-47|nj-13-69f|ca-omaha|room-2012)\b", text), file
            assert not re.search(r"isinstance\(\S*game|\bprefix\b", text), file
            assert not re.search(rf'[=!]= "({games})"|in \("({games})"', text), file


def riverside() -> BankedBook:
    """A small book with other figures for Three Card Poker, and a page for High Card."""
    page = banked_book("oneida").page(TCP)
    wagers = replace(
        page.wagers,
        seats=Answer(5, "riverside 2"),
        version={},
        later={"play": LaterWager("riverside 4", Answer(Times(least=1, most=2, whole=True), "riverside 4"))},
    )
    pay = replace(
        page.pay,
        side={"standard": pay_table("standard", "riverside 7", {"flush": 3, "pair": 2})},
        tie=Answer("player", "riverside 6"),
        qualifier=Answer(13, "riverside 5"),
        outcomes={name: f"riverside {name}" for name in page.pay.outcomes},
    )
    floor = replace(page.floor, exposed=Answer("supervisor", "riverside 9"))
    three = replace(page, wagers=wagers, pay=pay, floor=floor)
    return BankedBook(
        "riverside", "Riverside rules", "2020", {TCP: three, "high-card": _high_card(three.wagers)}
    )


def _high_card(wagers: WagerPage) -> BankedPage:
    page = banked_book("oneida").page(TCP)
    dealing = {
        "manual": replace(page.dealing["manual"], steps={"hands": "riverside 11", "bank": "riverside 12"})
    }
    pay = PayPage(outcomes={"compared": "riverside 13"})
    raised = {"raise": LaterWager("riverside 14", Answer(Times(1, 1, whole=True), "riverside 14"))}
    return replace(page, game="high-card", dealing=dealing, pay=pay, wagers=replace(wagers, later=raised))


def high_card() -> Game:
    """One card each; the higher wins Ante and raise, the bank takes ties."""

    def plan(seats: int, dealing: str) -> list[Step]:
        return [Step("hands", list(range(seats))), Step("bank", [DEALER])]

    def show(cards: list[int], community: list[int]) -> Shown:
        return Shown(cards[0] >> 2, "card", pays="card")

    def settle(sign: Sign, stakes: dict[str, int], seat: Shown, dealer: Shown | None) -> list[Line]:
        assert dealer is not None
        times = 1 if seat.value > dealer.value else -1
        clause = sign.page.pay.outcomes["compared"]
        return [Line(wager, times * chips, clause) for wager, chips in stakes.items()]

    return Game(
        "high-card",
        seat_cards=1,
        later=("raise",),
        plan=plan,
        show_seat=show,
        show_dealer=lambda cards, page: show(cards, []),
        settle=settle,
    )


@pytest.fixture
def by_riverside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOOKS, "riverside", riverside())
    game = high_card()
    monkeypatch.setitem(GAMES, game.id, game)


@pytest.mark.usefixtures("by_riverside")
def test_a_second_book_changes_figures_clauses_and_who_wins_a_tie() -> None:
    sign = Sign(TCP, book="riverside")
    assert (sign.book, sign.seats, Sign(TCP).book) == ("riverside", 5, "oneida")
    with pytest.raises(IllegalError, match=r"6 player places: a table has one to 5 \(riverside 2\)"):
        Sign(TCP, book="riverside", seats=6)
    tied = started(sign, "Ah As 9c 9d 4d 4h", {1: {ANTE: 10, "pair_plus": 1}})
    with pytest.raises(IllegalError, match=r"is not one or two times the Ante of 10 \(riverside 4\)"):
        tied.play(1, 30)
    tied.play(1, 20)
    assert tied.state.places[1].gains == {"play": 20, "ante": 10, "pair_plus": -1}
    assert [event.clause for event in tied.log if event.name == "settled"][:2] == ["riverside tie"] * 2
    # Queen high no longer qualifies.
    weak = started(sign, "2c Qh 4d 9s 7h 3d", {1: {ANTE: 10}})
    weak.play(1)
    assert weak.state.places[1].gains == {"play": 0, "ante": 10}
    assert not rule(sign, "dealer-exposed", play_on=True).void
    assert Sign.read(sign.facts()) == sign
    with pytest.raises(IllegalError, match="riverside has no game 'four-card-poker'"):
        Sign(FCP, book="riverside")


@pytest.mark.usefixtures("by_riverside")
def test_a_new_house_game_is_dealt_and_settled_by_the_same_round() -> None:
    sign = Sign("high-card")
    assert sign.book == "riverside"
    round_ = started(sign, "Kc 2d 9h", {2: {ANTE: 5}, 3: {ANTE: 7}})
    assert [event.clause for event in round_.log if event.name == "dealt"] == ["riverside 11", "riverside 12"]
    round_.play(2)
    round_.play(3)
    assert round_.over
    assert round_.state.stacks == {2: 10_010, 3: 9_986}
    with pytest.raises(IllegalError, match="riverside does not deal high-card by hand: manual"):
        Sign("high-card", dealing="hand")


@pytest.mark.usefixtures("by_riverside")
def test_the_table_plays_a_new_game_by_a_new_book_as_it_plays_any_other() -> None:
    table = opened("high-card")
    assert table.log[0].clause == table.page.dealing["manual"].option
    table.sit(2, 50, "bob")
    betting(table, "9c 2d")
    table.wager(2, ANTE, 5)
    table.wager(3, ANTE, 5)
    table.no_more_bets()
    decision = table.waits()[0]
    assert (decision.person, decision.choices[-1].clause) == ("bob", "riverside 14")
    table.act(2, "play")
    table.act(3, "fold")
    assert BankedTable.resume(None, table.log) == table
    assert BankedTable.audit(table.steps).holds
