"""State of a dice table: roster, chips and the layout in front of the players."""

from __future__ import annotations

from typing import Any

from hoyle.core.errors import InvalidError
from hoyle.games.dice.game_state import DiceState
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.table import roster
from hoyle.table.dice.posted_sign import known_sign
from hoyle.table.roster import LEAVE


class Player(roster.Player):
    """A player at a dice table. Their chips are always in play: the layout's state holds them."""

    def __init__(self, seat: int, name: str, table: DiceTableState) -> None:
        super().__init__(seat, name, 0)
        self._table = table

    def total_chips(self) -> int:
        return self._table.play.stacks.get(self.name, 0)

    def to_dict(self) -> dict[str, Any]:
        found = super().to_dict()
        found["chips"] = self.total_chips()
        return found


class DiceTableState(roster.Roster):
    """State of one dice table."""

    def __init__(self) -> None:
        super().__init__()
        self.put_up: DiceSign | None = None
        self.rules = ""
        """Version of the rules under which the table opened."""
        self.play = DiceState()

    def new_player(self, seat: int, name: str, chips: int) -> roster.Player:
        play = self.play
        play.seats[name] = seat
        play.bring(name, chips)
        return Player(seat, name, self)

    def add_chips(self, seat: int, chips: int) -> None:
        self.play.bring(self.player(seat).name, chips)
        self.cashier -= chips

    def remove_player(self, seat: int) -> None:
        name = self.player(seat).name
        play = self.play
        if play.shooter == name or any(wager.owner == name for wager in play.live):
            raise InvalidError(f"{name} cannot leave: their wagers stand, or they hold the dice")
        super().remove_player(seat)
        play.send_away(name)

    def arrange(self) -> None:
        """List the active players clockwise from seat 1, at the left of boxperson or dealer (AMB-C24).

        If only players who wait for their last wagers are left, and no dealer throws, they throw for them.
        """
        here = [player for _, player in sorted(self.players.items())]
        leaving = [
            player.name for player in here if self.find_deferred_request(player.name, LEAVE) is not None
        ]
        found = [player.name for player in here if not player.sitting_out and player.name not in leaving]
        if not found and self.put_up is not None and not self.put_up.DEALER_HOLDS:
            found = leaving
        self.play.arrange(found)

    def accounts(self) -> dict[str, int]:
        """Chips by account; the sum is always zero."""
        found = super().accounts()
        found["cashier"] -= self.play.cash
        found["layout"] = self.play.layout
        found["bank"] = self.play.bank
        return found

    def total(self) -> int:
        """Sum of all accounts, which must be zero."""
        play = self.play
        return self.cashier - play.cash + play.held + play.layout + play.bank

    # Checkpoint

    def to_dict(self) -> dict[str, Any]:
        return {
            "roster": self.plain_company(),
            "game": "" if self.put_up is None else self.put_up.GAME,
            "sign": None if self.put_up is None else self.put_up.facts(),
            "rules": self.rules,
            "play": self.play.to_dict(),
        }

    def restore(self, data: dict[str, Any]) -> None:
        """Restore what `to_dict` wrote into a new state."""
        self.restore_company(data["roster"])
        self.put_up = None if data["sign"] is None else known_sign(data["game"], data["sign"])
        self.rules = data["rules"]
        self.play = DiceState()
        self.play.restore(data["play"])
        self.play.keeps_before = self.put_up is not None and self.put_up.RULED_ON
