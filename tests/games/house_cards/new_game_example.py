"""Example of an extension: a new book, a new house game and its analysis, as in CONTRIBUTING."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from tests.games.house_cards.rounds import TCP

import hoyle
from hoyle.games.house_cards.game_definition import (
    DEALER,
    AnnouncedHand,
    DealStep,
    HouseCardGame,
    SettledSign,
    WagerResult,
)
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.odds.house_games.analysis_interface import Advice, Analysis, Chart, Progress, VisibleCards, Wagers
from hoyle.odds.house_games.edge_result import Edge, Outcomes
from hoyle.rulebooks.book_types.house_cards import (
    AnteMultiple,
    HouseCardBook,
    HouseCardPage,
    HouseCardWagerPage,
    LaterWager,
    PayPage,
)
from hoyle.rulebooks.book_types.pay_table import PayTable, pay_table
from hoyle.rulebooks.book_types.poker import Answer
from hoyle.rulebooks.house_card_registry import house_card_book

EVEN = pay_table("standard", "riverside 13", {"higher": 1})


def riverside() -> HouseCardBook:
    """Small book with other figures for Three Card Poker, and a page for High Card."""
    page = house_card_book("oneida").page(TCP)
    wagers = replace(
        page.wagers,
        seats=Answer(5, "riverside 2"),
        version={},
        later={"play": LaterWager("riverside 4", Answer(AnteMultiple(least=1, most=2, whole=True), "riverside 4"))},
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
    return HouseCardBook("riverside", "Riverside rules", "2020", {TCP: three, "high-card": _high_card(three.wagers)})


def _high_card(wagers: HouseCardWagerPage) -> HouseCardPage:
    page = house_card_book("oneida").page(TCP)
    dealing = {"manual": replace(page.dealing["manual"], steps={"hands": "riverside 11", "bank": "riverside 12"})}
    pay = PayPage(outcomes={"compared": "riverside 13"})
    raised = {"raise": LaterWager("riverside 14", Answer(AnteMultiple(1, 1, whole=True), "riverside 14"))}
    return replace(page, game="high-card", dealing=dealing, pay=pay, wagers=replace(wagers, later=raised))


def high_card() -> HouseCardGame:
    """High Card: one card each; the higher wins Ante and raise, the bank takes ties."""

    def plan(seats: int, dealing: str) -> list[DealStep]:
        return [DealStep("hands", list(range(seats))), DealStep("bank", [DEALER])]

    def show(cards: list[int], community: list[int]) -> AnnouncedHand:
        return AnnouncedHand(cards[0] >> 2, "card", pays="card")

    def settle(
        sign: SettledSign, stakes: dict[str, int], seat: AnnouncedHand, dealer: AnnouncedHand | None
    ) -> list[WagerResult]:
        assert dealer is not None
        times = 1 if seat.value > dealer.value else -1
        clause = sign.page.pay.outcomes["compared"]
        return [WagerResult(wager, times * chips, clause) for wager, chips in stakes.items()]

    return HouseCardGame(
        "high-card",
        title="High Card",
        about="one card each",
        printed=("The bank takes ties",),
        seat_cards=1,
        later=("raise",),
        plan=plan,
        show_seat=show,
        show_dealer=lambda cards, page: show(cards, []),
        settle=settle,
    )


class HighCard(Analysis):
    """Analysis of High Card: raise with a nine or better."""

    game = "high-card"
    wagers: ClassVar[Wagers] = {"ante": {"standard": EVEN}}
    random_ante_multiples = (0, 1)

    def edge(self, wager: str, table: PayTable, progress: Progress | None = None) -> Edge:
        outcomes = Outcomes()
        for rank in range(13):
            value = self.advise(VisibleCards(cards=[rank * 4])).options
            bet = Fraction(2 if value["play-1x"] > value["fold"] else 1)
            outcomes.add(str(rank), Fraction(1, 13), max(value.values()), bet)
        return outcomes.edge(self.game, wager, table.name)

    def advise(self, seen: VisibleCards, table: PayTable | None = None) -> Advice:
        higher = Fraction(4 * (seen.cards[0] >> 2), 51)
        return Advice({"fold": Fraction(-1), "play-1x": 2 * (2 * higher - 1)})

    def table_of(self, sign: HouseCardSign) -> PayTable:
        return EVEN

    def simple_bet(self, visible: VisibleCards) -> int:
        return int(visible.cards[0] >> 2 > 5)

    def charts(self, progress: Progress | None = None) -> list[Chart]:
        return [Chart("High Card: raise or fold", ["choice"], [("9 or better", ["play"])])]


def register() -> None:
    """Register the book, the game and its analysis."""
    hoyle.register_game(high_card(), analysis=HighCard())
    hoyle.register_book(riverside())
