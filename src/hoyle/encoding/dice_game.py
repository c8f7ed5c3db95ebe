"""Craps and mini-dice for learning agents: a short session as numbered actions and observations.

Between two rolls the player bets, raises and takes down wagers, one at a time, and then has the dice rolled;
a second player throws them. After the last roll the dice are rolled until the player has no wager left.
"""

from __future__ import annotations

from array import array
from random import Random
from typing import Any, Final, NamedTuple

from hoyle.bots.house_game_bots import round_up_to_step
from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_CHIPS, check_int
from hoyle.encoding.game_interface import NO_PLAYER, EncodedGame
from hoyle.encoding.observation_fields import ObservationFields
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.games.dice.wagers.hop_bets import faces, spot_number
from hoyle.history.narration import Narrator, narrator
from hoyle.rulebooks.book_types.dice import COME, HOP, LINE, POINTS
from hoyle.table.command_base import Command
from hoyle.table.dice.automatic_pre_roll import roll
from hoyle.table.dice.commands import Bet, Increase
from hoyle.table.dice.table import DiceTable
from hoyle.table.dice.view_types import DiceView, DiceWagerView
from hoyle.table.pending_decisions import Choice
from hoyle.table.presets.house_game_presets import house_game_preset

PLAYER: Final = "player"
ANOTHER: Final = "another"
"""Second player, who throws the dice so that the first only bets."""
SEAT: Final = 1
ROLLS: Final = 100
ROLL: Final = 0
"""Number of the action that rolls the dice."""


class Spot(NamedTuple):
    """Spot of a dice layout: kind of wager, and its number or faces."""

    kind: str
    number: int
    faces: str = ""

    def __str__(self) -> str:
        return f"{self.kind.replace('_', ' ')} {self.number or self.faces}".rstrip()


class EncodedDiceGame(EncodedGame):
    """Encoded dice session of a player who bets on another player's throws."""

    def __init__(
        self,
        game: str,
        book: str | None = None,
        *,
        unit: int | None = None,
        stack: int | None = None,
        limits: str | None = None,
        rolls: int = ROLLS,
    ) -> None:
        """Set up the table; `unit` is the size of every bet and raise, rounded up to a legal amount."""
        super().__init__()
        offer = house_game_preset(game, book, players=1, limits=limits)
        if not isinstance(offer.sign, DiceSign):
            raise InvalidError(f"{game} is played with cards, not with dice")
        check_int(rolls, "rolls", least=1)
        self.sign: DiceSign = offer.sign
        self.name = game
        self.book = self.sign.book
        self.players = 1
        self.unit = self.sign.minimum if unit is None else unit
        check_int(self.unit, "unit", least=1)
        self.stack = max(offer.stack, 40 * self.unit) if stack is None else stack
        self.rolls = rolls
        self._table = DiceTable.open(self.sign, keep_log=False)
        self._seating = self._table.sit(SEAT, self.stack, PLAYER)
        self._seating += self._table.sit(SEAT + 1, MAX_CHIPS, ANOTHER)
        self._start = self._table.snapshot()
        self._spots = _bet_spots(self.sign)
        self._wager_spots = [*self._spots, *_point_spots(self.sign)]
        """All spots that can hold a wager, with the numbers that line and Come bets move to."""
        self._first_down = 1 + len(self._spots)
        self.actions = (
            "roll",
            *(f"bet {spot}" for spot in self._spots),
            *(f"take down {spot}" for spot in self._wager_spots),
        )
        self.fields = self._observation_fields()
        self._rng = Random()
        self._events: list[Any] = []
        """Events that are not narrated yet."""
        self._sentences: list[str] = []
        self._narration = self._narrator()
        self._moves: dict[int, Command] = {}
        self._rolled = 0

    def reset(self, rng: Random) -> None:
        self._rng = rng
        self._table.reset_to(self._start)
        self._events = []
        self._sentences = []
        self._narration = self._narrator()
        self._rolled = 0
        self.turn = 0
        self._update_legal_actions()

    def step(self, number: int) -> None:
        self.check(number)
        if number != ROLL:
            self._events += self._table.do(self._moves[number], PLAYER)
        else:
            self._roll()
            self._rolled += 1
            if self._rolled == self.rolls or self._is_broke():
                while self._own_wagers():
                    self._roll()
                self.turn = NO_PLAYER
                self.legal = ()
                self._moves = {}
                return
        self._update_legal_actions()

    def action_label(self, number: int) -> str:
        move = self._moves.get(number)
        if isinstance(move, Bet):
            return f"{self.actions[number]}, {move.amount}"
        if isinstance(move, Increase):
            return f"raise {self._spots[number - 1]} to {move.to}"
        return self.actions[number]

    def observation(self, player: int) -> array[float]:
        row, view = self.fields.blank(), self._view()
        start = self.fields.start
        if start("point") >= 0:
            row[start("point") + (POINTS.index(view.point) + 1 if view.point else 0)] = 1
        for index, face in enumerate(view.dice):
            if face:
                row[start("dice") + index * 6 + face - 1] = 1
        stack = self._table.stacks[SEAT]
        row[start("stack")] = stack / (stack + self.stack)
        row[start("rolls")] = (self.rolls - self._rolled) / self.rolls
        first = start("wagers")
        for wager in self._own_wagers():
            index = first + self._wager_spots.index(_spot_under(wager))
            row[index] = min(row[index] + wager.amount / self.stack, 1)
        return row

    def observed_text(self, player: int) -> list[str]:
        for event in self._events:
            self._sentences += [call.text for call in self._narration.narrate(event)]
        self._sentences += [call.text for call in self._narration.flush()]
        self._events = []
        return list(self._sentences)

    def _narrator(self) -> Narrator:
        narration = narrator(self.sign, {SEAT: "you"}, viewer=PLAYER)
        for event in self._seating:
            narration.narrate(event)
        return narration

    def returns(self) -> list[int]:
        """Return the chips won so far; wagers on the layout count at the amount bet."""
        on_layout = sum(wager.amount for wager in self._own_wagers())
        return [self._table.stacks[SEAT] + on_layout - self.stack]

    def accounts(self) -> tuple[int, int]:
        """Return the chips of all players, wagers included, and the winnings of the house."""
        view = self._view()
        return sum(self._table.stacks.values()) + view.chips_on_layout, view.banker_net

    def render(self) -> list[str]:
        view = self._view()
        point = f"point {view.point}, " if view.point else ""
        dice = f"dice {view.dice[0]}-{view.dice[1]}, " if view.dice[0] else ""
        wagers = [f"{_spot_under(wager)}: {wager.amount}" for wager in self._own_wagers()]
        return [f"{view.phase}, {point}{dice}stack {self._table.stacks[SEAT]}", *wagers]

    def _view(self) -> DiceView:
        return self._table.view(PLAYER)

    def _own_wagers(self) -> list[DiceWagerView]:
        return [wager for wager in self._view().wagers if wager.owner == PLAYER]

    def _is_broke(self) -> bool:
        return not self._own_wagers() and not any(choice.do == "bet" for choice in self._choices())

    def _roll(self) -> None:
        faces = self._rng.randint(1, 6), self._rng.randint(1, 6)
        self._events += roll(self._table, (ANOTHER,), *faces)

    def _choices(self) -> list[Choice]:
        choices: list[Choice] = []
        for decision in self._table.pending():
            if decision.kind == "wagers" and decision.seat == SEAT:
                choices += decision.choices
        return choices

    def _update_legal_actions(self) -> None:
        """Map the legal action numbers to commands; a bet on a spot that has a wager raises it."""
        own = {wager.id: wager for wager in self._own_wagers()}
        bets: dict[int, Command] = {}
        raises: dict[int, Command] = {}
        for choice in self._choices():
            fixed = choice.fixed
            if choice.do == "bet":
                spot = self._spot_of(choice, own)
                amount = round_up_to_step(self.unit, choice.bounds[0])
                self._add_command(bets, 1 + self._spots.index(spot), choice, amount=amount)
            elif choice.do == "increase":
                wager = own[fixed["wager"]]
                spot = _spot_under(wager)
                if spot in self._spots:
                    to = round_up_to_step(wager.amount + self.unit, choice.bounds[0])
                    self._add_command(raises, 1 + self._spots.index(spot), choice, to=to)
            elif choice.do == "take-down":
                index = self._wager_spots.index(_spot_under(own[fixed["wager"]]))
                self._add_command(bets, self._first_down + index, choice)
        self._moves = {**bets, **raises}
        self.legal = [ROLL, *sorted(self._moves)]

    def _spot_of(self, choice: Choice, own: dict[str, DiceWagerView]) -> Spot:
        """Return the spot of a bet; odds belong to the wager that they support."""
        fixed = choice.fixed
        number = own[fixed["on"]].number if "on" in fixed else fixed.get("number", 0)
        return Spot(fixed["kind"], number, fixed.get("faces", ""))

    def _add_command(self, moves: dict[int, Command], number: int, choice: Choice, **amount: int) -> None:
        """Add the command of a choice unless an equivalent one has the action number already."""
        if number not in moves:
            moves[number] = self._table.command_of(choice, **amount)

    def _observation_fields(self) -> ObservationFields:
        parts: list[tuple[str, tuple[int, ...], str]] = []
        if self._view().has_points:
            points = ", ".join(map(str, POINTS))
            parts.append(("point", (1 + len(POINTS),), f"1 for the point: none, {points}"))
        spots = ", ".join(map(str, self._wager_spots))
        parts += [
            ("dice", (2, 6), "1 for the face of each of the dice in the last roll"),
            ("stack", (1,), "chips in the stack, as s / (s + starting stack)"),
            ("rolls", (1,), "rolls still to come, as a share of all"),
            (
                "wagers",
                (len(self._wager_spots),),
                f"chips on each spot, as a share of the starting stack, 1 at most: {spots}",
            ),
        ]
        return ObservationFields(parts)


def _spot_under(wager: DiceWagerView) -> Spot:
    return Spot(wager.kind, 0 if wager.hop_faces else wager.number, wager.hop_faces)


def _bet_spots(sign: DiceSign) -> list[Spot]:
    spots: list[Spot] = []
    for spot in sign.layout.spots():
        if spot.page.family != HOP:
            spots.append(Spot(spot.kind, spot.number))
            continue
        # A hop is bet on its two faces: the layout has one spot for all of the same kind.
        for first in range(1, 7):
            for second in range(1, first + 1):
                if spot_number(first, second) == spot.number:
                    spots.append(Spot(spot.kind, 0, faces(first, second)))
    return spots


def _point_spots(sign: DiceSign) -> list[Spot]:
    """Return the spots of the points, to which line and Come bets move."""
    kinds = [kind for kind, page in sign.rulebook.wagers.items() if page.family in (LINE, COME)]
    return [Spot(kind, point) for kind in kinds for point in POINTS]
