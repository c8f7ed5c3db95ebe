"""House-game tables for simulation: one player who wagers and decides round after round.

The player gives commands and reads the events like any client of the table.
"""

from __future__ import annotations

from array import array
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, Final

from hoyle.core.cards import cards_text
from hoyle.core.validation import MAX_CHIPS
from hoyle.games.dice.events import Decided
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.games.dice.wagers.hop_bets import MIXED, PAIR
from hoyle.games.house_cards.events import CommunityTurned, Dealt, Folded, Settled
from hoyle.games.house_cards.game_definition import ANTE
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.odds.house_games.analysis_interface import VisibleCards
from hoyle.odds.house_games.analysis_registry import ANALYSES, analysis
from hoyle.odds.house_games.dice import wager_edges
from hoyle.odds.house_games.house_edge import wagers
from hoyle.rulebooks.book_types.dice import COME, HOP, LINE
from hoyle.simulation.wager_tallies import WagerTally
from hoyle.table.dice import commands as dice_commands
from hoyle.table.dice import table as dice_table
from hoyle.table.dice.automatic_pre_roll import roll
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES
from hoyle.table.house_cards import commands as card_commands
from hoyle.table.house_cards.table import HouseCardTable

STACK: Final = MAX_CHIPS
PLAYER: Final = "player"
THROWER: Final = "another"
"""Second player, who throws the dice so that the first only bets."""
SEAT: Final = 1
BET_CHIPS: Final = 120
"""Chips of every wager on the dice: a multiple of all steps, with whole commissions."""
HOP_FACES: Final = {MIXED: "5-4", PAIR: "3-3"}
"""Example faces for each kind of hop."""


@cache
def played_wagers(game: str) -> list[str]:
    """List the wagers that the simulated player makes: all but those that need or repeat another."""
    if game in ANALYSES:
        return list(ANALYSES[game].wagers)
    return [name for name in wagers(game) if "odds" not in name and not name.startswith("place-to-lose")]


class Hand:
    """Visible cards, bets and gains of the simulated player in one round."""

    def __init__(self) -> None:
        self.cards: list[int] = []
        self.up: list[int] = []
        """Face-up cards of the dealer."""
        self.community: list[int] = []
        self.bets: list[int] = []
        """Later wagers so far, in Antes."""
        self.gains: dict[str, int] = {}

    def update(self, entries: list[Any]) -> bool:
        """Update the hand with the table's events; return whether the round is over."""
        for entry in entries:
            if isinstance(entry, Dealt):
                for holder, area, card in zip(entry.holders, entry.areas, entry.cards, strict=True):
                    if holder == PLAYER:
                        self.cards.append(card)
                    elif area == "dealer up":
                        self.up.append(card)
            elif isinstance(entry, CommunityTurned):
                self.community += entry.cards
            elif isinstance(entry, Settled):
                self.gains[entry.wager] = entry.gain
            elif isinstance(entry, Folded):
                self.gains[ANTE] = -entry.chips
            elif entry.name == "round-closed":
                return True
        return False


class SimulatedTable:
    """Base class of the tables of a simulation, which tally the wagers of one player."""

    def __init__(self, random: Random, tallies: dict[str, WagerTally], followed: str) -> None:
        self.random = random
        self.tallies = tallies
        self.followed = followed
        self.path = array("q")
        """Running result of the followed wager after each decision, in chips."""
        self._won = 0

    def play(self) -> None:
        """Play one round of cards, or roll the dice once, and tally the wagers."""
        raise NotImplementedError

    def finish(self) -> None:
        """Play on until no wager is left; after a round of cards there is none."""

    def _follow(self, gain: int) -> None:
        self._won += gain
        self.path.append(self._won)


class CardTable(SimulatedTable):
    """Simulated card table: the player makes the Ante and side wager, and decides by the strategy."""

    UNIT: Final = 1
    """Chips of a wager."""

    def __init__(self, game: str, strategy: str, random: Random, tallies: dict[str, WagerTally], followed: str) -> None:
        super().__init__(random, tallies, followed)
        # A shuffler that counts the deck saves the dealer's cuts and counts, which change no card.
        self._table = HouseCardTable.open(HouseCardSign(game, shuffler=True, shuffler_counts=True), keep_log=False)
        self._table.open_decks()
        self._table.sit(SEAT, STACK, PLAYER)
        side = self._side = self._table.sign.definition.side
        self._wagers = [card_commands.Wager(seat=SEAT, wager=wager, chips=1) for wager in (ANTE, side) if wager]
        self._analysis = analysis(game)
        self._strategy = strategy
        self._deck = list(range(52))

    def play(self) -> None:
        table, hand = self._table, Hand()
        self.random.shuffle(self._deck)
        table.do(card_commands.Shuffle(cards=cards_text(self._deck)))
        table.do(card_commands.OpenWagers())
        for wager in self._wagers:
            table.do(wager, PLAYER)
        is_over = hand.update(table.do(card_commands.NoMoreBets()))
        while not is_over:
            antes = self._antes_to_bet(hand)
            if antes:
                hand.bets.append(antes)
                entries = table.do(card_commands.Play(seat=SEAT, chips=antes), PLAYER)
            else:
                entries = table.do(card_commands.Fold(seat=SEAT), PLAYER)
            is_over = hand.update(entries)
        self._tally(hand)

    def _antes_to_bet(self, hand: Hand) -> int:
        """Return the number of Antes that the strategy bets, 0 to fold; the largest of equal choices."""
        if self._strategy == "random":
            return self.random.choice(self._analysis.random_ante_multiples)
        visible_cards = VisibleCards(cards=hand.cards, up=hand.up, board=hand.community, bets=hand.bets)
        if self._strategy == "simple":
            return self._analysis.simple_bet(visible_cards)
        best = self._analysis.advise(visible_cards).best[-1]
        return 0 if best == "fold" else int(best[5])  # "play-3x"

    def _tally(self, hand: Hand) -> None:
        net = sum(hand.gains.values())
        has_folded = self._side and self._side not in hand.gains
        # A fold loses the side wager too.
        side_gain = -1 if has_folded else hand.gains.get(self._side, 0)
        ante, *side_wagers = self.tallies
        gains = {ante: net - side_gain, **dict.fromkeys(side_wagers, side_gain)}
        for name, gain in gains.items():
            self.tallies[name].add(Fraction(gain))
        self._follow(gains[self.followed])


class DiceTable(SimulatedTable):
    """Simulated dice table: the player repeats every wager as soon as it is decided and legal."""

    UNIT: Final = BET_CHIPS
    """Chips of a wager."""

    def __init__(self, game: str, random: Random, tallies: dict[str, WagerTally], followed: str) -> None:
        super().__init__(random, tallies, followed)
        sign: DiceSign = DICE_GAMES[game].sign()
        self._table = dice_table.DiceTable.open(sign, keep_log=False)
        self._table.sit(SEAT, STACK, PLAYER)
        self._table.sit(SEAT + 1, STACK, THROWER)
        self._repeated = {name: _RepeatedWager(sign, name) for name in tallies}
        self._live_wagers: dict[str, str] = {}
        """Names of the wagers on the layout, by the table's ids."""

    def play(self) -> None:
        """Make every dice wager that is due, and roll the dice."""
        live_names = set(self._live_wagers.values())
        point = self._table.state.play.point
        for name, wager in self._repeated.items():
            if name not in live_names and wager.is_time(point):
                entry = self._table.do(wager.bet, PLAYER)[0]
                wager.commission = entry.commission
                self._live_wagers[entry.id] = name
        self._roll()

    def finish(self) -> None:
        """Roll the dice until no wager is left on the layout.

        Wagers that are decided at once have other results than those that get a point: leaving out the
        slow ones would bias the totals.
        """
        while self._live_wagers:
            self._roll()

    def _roll(self) -> None:
        for entry in roll(self._table, (THROWER,), self.random.randrange(1, 7), self.random.randrange(1, 7)):
            if isinstance(entry, Decided) and entry.id in self._live_wagers:
                name = self._live_wagers.pop(entry.id)
                gain = entry.paid - entry.taken - self._repeated[name].commission
                self.tallies[name].add(Fraction(gain, BET_CHIPS))
                if name == self.followed:
                    self._follow(gain)


class _RepeatedWager:
    """Dice wager that the simulated player makes again after each decision."""

    def __init__(self, sign: DiceSign, name: str) -> None:
        kind, number = wager_edges.wager_of_name(sign.rulebook, name)
        self.family = sign.rulebook.wagers[kind].family
        faces = HOP_FACES[number] if self.family == HOP else ""
        number = 0 if faces else number
        self.bet = dice_commands.Bet(seat=SEAT, kind=kind, amount=BET_CHIPS, number=number, faces=faces)
        self.commission = 0

    def is_time(self, point: int) -> bool:
        """Whether a dice wager is due: a line bet before a come-out, a Come bet while a point is on."""
        if self.family == LINE:
            return not point
        return bool(point) or self.family != COME
