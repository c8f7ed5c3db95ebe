"""State of a dice table: roster, chips and the layout in front of the players."""

from __future__ import annotations

from typing import Any

from hoyle.core.errors import InvalidError
from hoyle.games.dice.game_state import DiceState
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.table import roster
from hoyle.table.dice.posted_sign import sign_class
from hoyle.table.roster import LEAVE


class Player(roster.Player):
    """Player at a dice table; their chips are always in play, in the state of the layout."""

    def __init__(self, seat: int, name: str, table: DiceTableState) -> None:
        super().__init__(seat, name, 0)
        self._table = table

    def total_chips(self) -> int:
        return self._table.play.stacks.get(self.name, 0)

    def to_dict(self) -> dict[str, Any]:
        data = super().to_dict()
        data["chips"] = self.total_chips()
        return data


class DiceTableState(roster.Roster):
    """State of one dice table: sign, roster, and the game on the layout."""

    def __init__(self) -> None:
        super().__init__()
        self.posted_sign: DiceSign | None = None
        self.rules = ""
        """Version of the rules under which the table opened."""
        self.play = DiceState()

    def new_player(self, seat: int, name: str, chips: int) -> roster.Player:
        play = self.play
        play.seats[name] = seat
        play.add_chips(name, chips)
        return Player(seat, name, self)

    def add_chips(self, seat: int, chips: int) -> None:
        self.play.add_chips(self.player(seat).name, chips)
        self.cashier -= chips

    def remove_player(self, seat: int) -> None:
        name = self.player(seat).name
        play = self.play
        if play.shooter == name or any(wager.owner == name for wager in play.live):
            raise InvalidError(f"{name} cannot leave: their wagers stand, or they hold the dice")
        super().remove_player(seat)
        play.remove_player(name)

    def set_players(self) -> None:
        """List the active players clockwise from seat 1, at the left of boxperson or dealer (AMB-C24).

        If only players who wait for their last wagers are left, and no dealer throws, they throw for them.
        """
        seated = [player for _, player in sorted(self.players.items())]
        leaving = [player.name for player in seated if self.find_deferred_request(player.name, LEAVE) is not None]
        active = [player.name for player in seated if not player.sitting_out and player.name not in leaving]
        if not active and self.posted_sign is not None and not self.posted_sign.DEALER_HOLDS:
            active = leaving
        self.play.set_players(active)

    def accounts(self) -> dict[str, int]:
        """Return the chips by account; the sum is always zero."""
        accounts = super().accounts()
        accounts["cashier"] -= self.play.cash
        accounts["layout"] = self.play.layout
        accounts["bank"] = self.play.bank
        return accounts

    def total(self) -> int:
        """Sum all accounts, which must come to zero."""
        play = self.play
        return self.cashier - play.cash + play.held + play.layout + play.bank

    # Checkpoint

    def to_dict(self) -> dict[str, Any]:
        return {
            "roster": self.roster_to_dict(),
            "game": "" if self.posted_sign is None else self.posted_sign.GAME,
            "sign": None if self.posted_sign is None else self.posted_sign.facts(),
            "rules": self.rules,
            "play": self.play.to_dict(),
        }

    def restore(self, data: dict[str, Any]) -> None:
        """Restore what `to_dict` wrote into a new state."""
        self.restore_roster(data["roster"])
        self.posted_sign = None if data["sign"] is None else sign_class(data["game"]).read_posted(data["sign"])
        self.rules = data["rules"]
        self.play = DiceState()
        self.play.restore(data["play"])
        self.play.keeps_before = self.posted_sign is not None and self.posted_sign.RULED_ON
