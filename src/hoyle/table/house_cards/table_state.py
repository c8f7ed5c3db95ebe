"""State of a house card table: decks, bank, roster and current round."""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.state_codec import StateCodec
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round_state import HouseCardRoundState, round_from_dict
from hoyle.table import roster


class Deck:
    """Deck at a house card table: its name, back and opening steps."""

    def __init__(self, name: str, back: str, opened_at: int) -> None:
        self.name = name
        self.back = back
        self.opened_at = opened_at
        self.steps: list[str] = []
        """Opening steps of the book that it has been through."""
        self.hand_shuffle = False
        """Whether the shuffler has failed on it: the next shuffle may be by hand."""

    def to_dict(self) -> dict[str, Any]:
        return _DECK.encode(self)


_DECK: Final = StateCodec(Deck("", "", 0), optional=("hand_shuffle",))


class DeckRack:
    """Deck rack of a house card table: its decks, and the order of the shuffled one."""

    def __init__(self) -> None:
        self.decks: list[Deck] = []
        """The first is in play; a second lies in the shuffler."""
        self.brought = 0
        """Number of decks ever brought to the table; they are named by it."""
        self.clear()

    @property
    def in_play(self) -> Deck | None:
        return self.decks[0] if self.decks else None

    @property
    def cut_due(self) -> bool:
        """Whether a cut is due: after a shuffle by hand, or by order of the floor."""
        return bool(self.ready) and not self.cuts and (self.by_hand or self.recut)

    def clear(self) -> None:
        """Forget the shuffled order: the cards have to be shuffled."""
        self.ready: list[int] = []
        """Order of the shuffled deck in play, top first; empty while it is not shuffled."""
        self.by_hand = False
        """Whether it was shuffled by hand."""
        self.cuts = 0
        """Cuts since the shuffle."""
        self.recut = False
        """Whether the floor has ordered another cut."""

    def to_dict(self) -> dict[str, Any]:
        return _RACK.encode(self)

    def restore(self, data: dict[str, Any]) -> None:
        decks = [Deck("", "", 0) for _ in data["decks"]]
        for deck, deck_data in zip(decks, data["decks"], strict=True):
            _DECK.restore(deck, deck_data)
        _RACK.restore(self, data, decks=decks)


_RACK: Final = StateCodec(DeckRack(), known_cards=("ready",))


class HouseCardTableState(roster.Roster):
    """State of one house card table: sign, roster, decks, bank and round."""

    def __init__(self) -> None:
        super().__init__()
        self.posted_sign: HouseCardSign | None = None
        self.rules = ""
        """Version of the rules under which the table opened."""
        self.rack = DeckRack()
        self.bank = 0
        """Winnings of the banker since the table opened."""
        self.number = 0
        self.uncounted = 0
        """Rounds dealt since the last one in which the stub was counted."""
        self.counted = False
        """Whether the stub of this round was counted."""
        self.held = False
        """Whether hands of this round are settled one by one, each on the dealer's command."""
        self.idle = False
        """Whether the last player has left: the cards rest until somebody comes."""
        self.round: HouseCardRoundState | None = None
        """The round in which wagers are open or hands are played."""
        self.last: HouseCardRoundState | None = None
        """The round played before, until the next one begins."""

    @property
    def sign(self) -> HouseCardSign:
        assert self.posted_sign is not None, "the table has no sign yet"
        return self.posted_sign

    @property
    def dealt(self) -> bool:
        """Whether cards have left the deck in the current round."""
        return self.round is not None and self.round.dealt > 0

    @property
    def machine_counts(self) -> bool:
        """Whether the shuffler has counted the deck in play, so that no count is needed."""
        return self.sign.shuffler_counts and not self.rack.by_hand

    def takes_part(self, seat: int) -> bool:
        """Whether the player in a seat has made a wager in this round, folded or not."""
        if self.round is None:
            return False
        return any(position.paying_seat == seat for position in self.round.places.values())

    def stack(self, seat: int) -> int:
        """Return the chips in front of a player that may be wagered."""
        chips = self.player(seat).total_chips()
        return chips if self.round is None else chips + self.round.stacks.get(seat, 0)

    def accounts(self) -> dict[str, int]:
        """Return the chips by account; the sum is always zero."""
        round_ = self.round
        accounts = super().accounts()
        accounts["layout"] = 0 if round_ is None else round_.on_layout()
        accounts["bank"] = self.bank + (0 if round_ is None else round_.bank)
        return accounts

    def total(self) -> int:
        """Sum all accounts, which must come to zero."""
        total = self.cashier + self.bank
        for player in self.players.values():
            total += player.total_chips()
        return total if self.round is None else total + self.round.chips()

    # Checkpoint

    def to_dict(self) -> dict[str, Any]:
        sign = None if self.posted_sign is None else self.posted_sign.facts()
        return {"roster": self.roster_to_dict(), "sign": sign, **_TABLE.encode(self)}

    def restore(self, data: dict[str, Any]) -> None:
        """Restore what `to_dict` wrote into a new state."""
        self.restore_roster(data["roster"])
        self.posted_sign = None if data["sign"] is None else HouseCardSign.read_posted(data["sign"])
        self.rack.restore(data["rack"])
        rounds = {name: round_from_dict(data[name]) for name in ("round", "last") if name in data}
        _TABLE.restore(self, data, rack=self.rack, **rounds)


_TABLE: Final = StateCodec(HouseCardTableState(), optional=("round", "last"), skip=("posted_sign", *roster.FIELDS))
