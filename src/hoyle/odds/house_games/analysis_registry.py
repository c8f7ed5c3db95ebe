"""Analysis registry: the analysis of each house card game, by game id.

>>> [edge.wager for edge in (analysis("mississippi-stud").strategy_edge("ante", "simple"),) if edge]
['ante']
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Final

from hoyle.core.cards import check_card, check_distinct
from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.odds.house_games import (
    four_card_poker,
    mississippi_stud,
    simple_strategies,
    strategy_charts,
    three_card_poker,
)
from hoyle.odds.house_games.analysis_interface import Advice, Analysis, Chart, Progress, VisibleCards, Wagers
from hoyle.odds.house_games.edge_result import Edge
from hoyle.odds.house_games.rulebook_pay_tables import ACES_UP, ANTE_BONUS, AUTOMATIC_BONUS, PAIR_PLUS, STUD
from hoyle.rulebooks.book_types.pay_table import PayTable

STANDARD: Final = "standard"


class ThreeCard(Analysis):
    """Analysis of Three Card Poker."""

    game = three_card_poker.GAME
    wagers: ClassVar[Wagers] = {"ante-play": {STANDARD: ANTE_BONUS}, "pair-plus": PAIR_PLUS}
    random_ante_multiples = (0, 1)

    def edge(self, wager: str, table: PayTable, progress: Progress | None = None) -> Edge:
        if wager == "ante-play":
            return three_card_poker.ante_play_edge(table)
        return three_card_poker.pair_plus_edge(table)

    def strategy_edge(self, wager: str, strategy: str, progress: Progress | None = None) -> Edge | None:
        if wager == "ante-play":
            return simple_strategies.three_card_edge(strategy, self.random_ante_multiples)
        table = PAIR_PLUS[STANDARD]
        return simple_strategies.side_wager_edge(
            three_card_poker.pair_plus_edge(table), table, strategy, self.random_ante_multiples
        )

    def advise(self, visible: VisibleCards, table: PayTable | None = None) -> Advice:
        for card in visible.cards:
            check_card(card)
        check_distinct(visible.cards)
        value = three_card_poker.play_value(visible.cards, table or ANTE_BONUS)
        return Advice({"fold": Fraction(-1), "play-1x": value})

    def table_of(self, sign: HouseCardSign) -> PayTable:
        return sign.bonus

    def simple_bet(self, visible: VisibleCards) -> int:
        return int(simple_strategies.plays_three_card(visible.cards))

    def charts(self, progress: Progress | None = None) -> list[Chart]:
        return [strategy_charts.three_card_chart()]

    def prepare(self) -> None:
        three_card_poker.results_by_hand()


class FourCard(Analysis):
    """Analysis of Four Card Poker."""

    game = four_card_poker.GAME
    wagers: ClassVar[Wagers] = {"ante-play": {STANDARD: AUTOMATIC_BONUS}, "aces-up": {STANDARD: ACES_UP}}
    random_ante_multiples = (0, 1, 2, 3)
    open_card = True

    def edge(self, wager: str, table: PayTable, progress: Progress | None = None) -> Edge:
        if wager == "ante-play":
            return four_card_poker.ante_play_edge(table, progress)
        return four_card_poker.aces_up_edge(table)

    def strategy_edge(self, wager: str, strategy: str, progress: Progress | None = None) -> Edge | None:
        if wager == "ante-play":
            return simple_strategies.four_card_edge(strategy, self.random_ante_multiples, progress)
        return simple_strategies.side_wager_edge(
            four_card_poker.aces_up_edge(ACES_UP), ACES_UP, strategy, self.random_ante_multiples
        )

    def advise(self, visible: VisibleCards, table: PayTable | None = None) -> Advice:
        if not visible.up:
            raise InvalidError("the dealer's open card is needed: --up 8h")
        values = four_card_poker.play_values(visible.cards, visible.up[0], table or AUTOMATIC_BONUS)
        return _advice_for_antes(Fraction(-1), values)

    def table_of(self, sign: HouseCardSign) -> PayTable:
        return sign.bonus

    def simple_bet(self, visible: VisibleCards) -> int:
        return simple_strategies.four_card_antes(visible.cards)

    def charts(self, progress: Progress | None = None) -> list[Chart]:
        return strategy_charts.compute_or_load(self.game, strategy_charts.four_card_chart, progress=progress)


class Stud(Analysis):
    """Analysis of Mississippi Stud."""

    game = mississippi_stud.GAME
    wagers: ClassVar[Wagers] = {"ante": {STANDARD: STUD}}
    random_ante_multiples = (0, 1, 2, 3)
    streets = True

    def edge(self, wager: str, table: PayTable, progress: Progress | None = None) -> Edge:
        return mississippi_stud.ante_edge(table, progress)

    def edge_within(self, wager: str, table: PayTable, max_win: Fraction, progress: Progress | None = None) -> Edge:
        return mississippi_stud.ante_edge(table, progress, max_win=max_win)

    def strategy_edge(self, wager: str, strategy: str, progress: Progress | None = None) -> Edge | None:
        return simple_strategies.stud_edge(strategy, self.random_ante_multiples)

    def advise(self, visible: VisibleCards, table: PayTable | None = None) -> Advice:
        gains = mississippi_stud.Gains(table or STUD, visible.max_win, visible.optional)
        values = mississippi_stud.play_values(visible.cards, visible.board, visible.bets, gains)
        return _advice_for_antes(gains.folded(1 + sum(visible.bets)), values)

    def table_of(self, sign: HouseCardSign) -> PayTable:
        return sign.main

    def simple_bet(self, visible: VisibleCards) -> int:
        return simple_strategies.stud_antes([*visible.cards, *visible.board], len(visible.board))

    def charts(self, progress: Progress | None = None) -> list[Chart]:
        return strategy_charts.compute_or_load(
            self.game,
            strategy_charts.third_street_chart,
            strategy_charts.fourth_street_chart,
            strategy_charts.fifth_street_chart,
            progress=progress,
        )

    def prepare(self) -> None:
        mississippi_stud.play_values([0, 5], [], [])


def _advice_for_antes(fold: Fraction, values: list[Fraction]) -> Advice:
    """Build the advice from the value of a fold and of a wager of one, two and three Antes."""
    return Advice({"fold": fold, **{f"play-{antes}x": value for antes, value in enumerate(values, 1)}})


ANALYSES: Final[dict[str, Analysis]] = {
    game_analysis.game: game_analysis for game_analysis in (ThreeCard(), FourCard(), Stud())
}


def analysis(game: str) -> Analysis:
    """Return the analysis of a house card game."""
    game_analysis = ANALYSES.get(game)
    if game_analysis is None:
        raise InvalidError(f"{game} is not analysed: {', '.join(ANALYSES)} are")
    return game_analysis
