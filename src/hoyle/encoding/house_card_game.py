"""House card game encoded as numbers: one round at a real table.

First come the wagers before the deal, then a decision at every stage; the round ends with the settlement.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from hoyle.core.cards import DECK, UNKNOWN_TEXT, cards_text, check_distinct
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.encoding.game_interface import NO_PLAYER, EncodedGame
from hoyle.encoding.observation_fields import CARD_INDEX, CARDS, ObservationFields
from hoyle.games.house_cards.game_definition import ANTE, COMMUNITY, wager_label
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.view import HouseCardPositionView, HouseCardRoundView
from hoyle.history.narration import narrate
from hoyle.simulation.random_decks import shuffled_deck
from hoyle.table.house_cards.commands import Fold, NoMoreBets, OpenWagers, Play, Shuffle, Stand, Wager
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.presets.house_game_presets import house_game_preset

PLAYER: Final = "player"
SEAT: Final = 1


class EncodedHouseCardRound(EncodedGame):
    """Encoded house card round of one player against the dealer."""

    def __init__(
        self,
        game: str,
        book: str | None = None,
        *,
        unit: int | None = None,
        stack: int | None = None,
        limits: str | None = None,
    ) -> None:
        """Set up the table; `unit` is the size of every first wager, by default the posted minimum."""
        super().__init__()
        offer = house_game_preset(game, book, players=1, limits=limits)
        if not isinstance(offer.sign, HouseCardSign):
            raise InvalidError(f"{game} is played with dice, not with cards")
        # A shuffler that counts the deck saves the dealer's cuts and counts, which change no card.
        self.sign = HouseCardSign.read({**offer.sign.facts(), "shuffler": True, "shuffler_counts": True})
        self.name = game
        self.book = self.sign.book
        self.players = 1
        self.unit = self.sign.ante[0] if unit is None else unit
        self.stack = max(offer.stack, 40 * self.unit) if stack is None else stack
        self._table = HouseCardTable.open(self.sign, keep_log=False)
        self._table.open_decks()
        self._table.sit(SEAT, self.stack, PLAYER)
        self._start = self._table.snapshot()
        self._openings = self._find_openings()
        """Combinations of wagers before the deal, by action number."""
        self._ante_multiples = self._find_ante_multiples()
        names = [" and ".join(wager_label(wager) for wager in wagers) for wagers in self._openings]
        self._fold, self._stand = len(names), -1
        names.append("fold")
        # Only a player who made a side wager without the Ante may stand.
        if not all(ANTE in wagers for wagers in self._openings):
            self._stand = len(names)
            names.append("stand")
        self._first_bet = len(names)
        names += [
            f"bet {multiple} times the Ante" if multiple > 1 else "bet the Ante" for multiple in self._ante_multiples
        ]
        self.actions = tuple(names)
        self.fields = self._observation_fields()
        self._entries: list[Any] = []
        self._before_deal = False
        self._stage = 0

    def reset(self, rng: Random) -> None:
        self.deal(shuffled_deck(rng))

    def deal(self, deck: list[int]) -> None:
        """Start a house card round with a known deck, top card first."""
        check_distinct(deck)
        table = self._table
        table.reset_to(self._start)
        self._entries = table.do(Shuffle(cards=cards_text(deck)))
        self._entries = self._entries + table.do(OpenWagers())
        self.turn = 0
        self._before_deal = True
        self._stage = 0
        self.legal = range(len(self._openings))

    def step(self, number: int) -> None:
        self.check(number)
        table = self._table
        if self._before_deal:
            events: list[Any] = []
            for wager in self._openings[number]:
                events += table.do(Wager(seat=SEAT, wager=wager, chips=self.unit), PLAYER)
            events += table.do(NoMoreBets())
            self._before_deal = False
        elif number == self._fold:
            events = table.do(Fold(seat=SEAT), PLAYER)
        elif number == self._stand:
            events = table.do(Stand(seat=SEAT), PLAYER)
        else:
            events = table.do(Play(seat=SEAT, chips=self._chips(number)), PLAYER)
        self._stage += 1
        self._entries = self._entries + events
        self._update_legal_actions()

    def action_label(self, number: int) -> str:
        return f"play {self._chips(number)}" if number >= self._first_bet else self.actions[number]

    def observation(self, player: int) -> array[float]:
        row, view = self.fields.blank(), self._view()
        position = _own_position(view)
        self._mark_cards(row, "hand", [] if position is None else position.cards)
        self._mark_cards(row, "dealer", view.dealer)
        self._mark_cards(row, "community", view.community)
        last = self.fields["stage"].size - 1
        row[self.fields.start("stage") + (last if self.is_over else min(self._stage, last - 1))] = 1
        if position is not None and not self.is_over:
            first = self.fields.start("wagers")
            for index, wager in enumerate((*self.sign.opening, *self.sign.definition.later)):
                row[first + index] = position.wagers.get(wager, 0) / self.stack
        return row

    def observed_text(self, player: int) -> list[str]:
        visible = [entry.seen_by(PLAYER) for entry in self._entries]
        return [call.text for call in narrate(visible, self.sign, {SEAT: "you"}, viewer=PLAYER)]

    def returns(self) -> list[int]:
        """Return the chips won in the round, 0 until it is settled."""
        return [self._table.stacks[SEAT] - self.stack if self.is_over else 0]

    def bank(self) -> int:
        """Return the chips that the house has won in this round."""
        return self._table.view().banker_net

    def render(self) -> list[str]:
        view = self._view()
        lines = [f"dealer {' '.join(view.dealer)}".rstrip()] if self.sign.definition.has_dealer_hand else []
        if view.community:
            lines.append(f"community {' '.join(view.community)}")
        position = _own_position(view)
        if position is not None:
            wagers = ", ".join(f"{wager_label(wager)} {chips}" for wager, chips in position.wagers.items())
            lines.append(f"hand {' '.join(position.cards)}".rstrip() + (f", {wagers}" if wagers else ""))
        return [*lines, f"stack {self._table.stacks[SEAT]}"]

    def _view(self) -> HouseCardRoundView:
        view = self._table.view(PLAYER).round
        assert view is not None, "no round has been opened"
        return view

    def _mark_cards(self, row: array[float], field: str, cards: Sequence[str]) -> None:
        first = self.fields.start(field)
        for card in cards:
            if first >= 0 and card != UNKNOWN_TEXT:
                row[first + CARD_INDEX[card]] = 1

    def _update_legal_actions(self) -> None:
        """Update player in turn and legal actions from the table's pending decision."""
        if not self._table.view().playing:
            self.turn = NO_PLAYER
            self.legal = ()
            return
        [decision] = [decision for decision in self._table.pending() if decision.kind == "decision"]
        legal: list[int] = []
        for choice in decision.choices:
            if choice.do == "fold":
                legal.append(self._fold)
            elif choice.do == "stand":
                legal.append(self._stand)
            else:
                bounds = choice.bounds[0]
                numbers = range(self._first_bet, len(self.actions))
                legal += [number for number in numbers if bounds.contains(self._chips(number))]
        self.legal = sorted(legal)

    def _chips(self, number: int) -> int:
        return self._ante_multiples[number - self._first_bet] * self.unit

    def _find_openings(self) -> list[tuple[str, ...]]:
        """Find the legal combinations of wagers before the deal by trying them at the table."""
        table = self._table
        openings: list[tuple[str, ...]] = []
        last_refusal: IllegalError | None = None
        offered = self.sign.opening
        for count in range(1, len(offered) + 1):
            for wagers in combinations(offered, count):
                table.reset_to(self._start)
                try:
                    table.do(Shuffle(cards=cards_text(DECK)))
                    table.do(OpenWagers())
                    for wager in wagers:
                        table.do(Wager(seat=SEAT, wager=wager, chips=self.unit), PLAYER)
                    table.do(NoMoreBets())
                except IllegalError as error:
                    last_refusal = error
                else:
                    openings.append(wagers)
        if not openings:
            assert last_refusal is not None
            raise last_refusal
        return openings

    def _find_ante_multiples(self) -> list[int]:
        sizes = [self.sign.page.wagers.later[wager].size.value for wager in self.sign.definition.later]
        return list(range(min(size.least for size in sizes), max(size.most for size in sizes) + 1))

    def _observation_fields(self) -> ObservationFields:
        game = self.sign.definition
        places = [place for step in game.plan(1, self.sign.dealing) for place in step.places]
        parts: list[tuple[str, tuple[int, ...], str]] = [
            ("hand", (CARDS,), "1 for each card of the player, 2c 2d 2h 2s 3c ... As")
        ]
        if game.has_dealer_hand:
            parts.append(("dealer", (CARDS,), "1 for each card of the dealer that lies face up"))
        if COMMUNITY in places:
            parts.append(("community", (CARDS,), "1 for each community card that has been turned up"))
        stages = ("wagers before the deal", *(wager_label(wager) for wager in game.later), "the round is over")
        wagers = ", ".join(wager_label(wager) for wager in (*self.sign.opening, *game.later))
        parts += [
            ("stage", (len(stages),), f"1 for what is awaited: {', '.join(stages)}"),
            (
                "wagers",
                (len(self.sign.opening) + len(game.later),),
                f"chips on each of {wagers}, as a share of the starting stack",
            ),
        ]
        return ObservationFields(parts)


def _own_position(view: HouseCardRoundView) -> HouseCardPositionView | None:
    return next((position for position in view.positions if position.seat == SEAT), None)
