"""State of a poker table: roster, decks, drop boxes, button, kill and current round."""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.errors import ChipConservationError
from hoyle.core.state_codec import StateCodec
from hoyle.games.poker.round_state import ACTION, FORCED_BET, RoundState
from hoyle.rulebooks.book_types.poker import GamePage, PokerBook
from hoyle.table import roster
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.poker.rounds.kill_pot import KillState


class Player(roster.Player):
    """Player at a poker table: chips, cash, and missed blinds."""

    def __init__(self, seat: int, name: str, chips: int) -> None:
        super().__init__(seat, name, chips)
        self.currency = 0
        """Cash on the table that has not been changed yet, in chips."""
        self.missed: list[int] = []
        """Blinds that passed while the player was away, as indexes in the sign's list."""
        self.waits = False
        """Whether the player waits for the blind to come round rather than post what they missed."""

    def total_chips(self) -> int:
        return self.chips + self.currency

    def to_dict(self) -> dict[str, Any]:
        data = super().to_dict()
        if self.currency:
            data["currency"] = self.currency
        if self.missed:
            data["missed"] = list(self.missed)
        if self.waits:
            data["waits"] = True
        return data

    def copy_to(self, other: roster.Player) -> None:
        super().copy_to(other)
        assert isinstance(other, Player)
        other.currency = self.currency
        other.missed = list(self.missed)
        other.waits = self.waits

    def restore(self, data: dict[str, Any]) -> None:
        super().restore(data)
        self.currency = data.get("currency", 0)
        self.missed = list(data.get("missed", ()))
        self.waits = data.get("waits", False)


class DeckRack:
    """Deck rack of a poker table: its decks, and the order of the shuffled one."""

    def __init__(self) -> None:
        self.decks: list[str] = []
        """Names of the decks: the one in play first, then the idle one."""
        self.retired: list[str] = []
        self.ready: list[int] = []
        """Order of the shuffled deck in play; empty while it is not shuffled."""
        self.cuts = 0
        """Cuts since the shuffle."""
        self.preshuffled = False
        """Whether the deck that lies ready came shuffled by its maker."""

    def to_dict(self) -> dict[str, Any]:
        return _RACK.encode(self)

    def restore(self, data: dict[str, Any]) -> None:
        _RACK.restore(self, data)

    def copy_from(self, other: DeckRack) -> None:
        # By hand, without a spelled deck between: a table copies its state before every round.
        self.decks = list(other.decks)
        self.retired = list(other.retired)
        self.ready = list(other.ready)
        self.cuts = other.cuts
        self.preshuffled = other.preshuffled


_RACK: Final = StateCodec(DeckRack(), known_cards=("ready",))


class DropBoxes:
    """Boxes of a poker table for chips that have left the players: rake, jackpot and fees."""

    def __init__(self) -> None:
        self.rake_area = 0
        self.drop_box = 0
        self.jackpot_area = 0
        self.jackpot_fund = 0
        self.fee_area = 0
        self.fee_box = 0

    def total(self) -> int:
        box_total = self.rake_area + self.drop_box + self.jackpot_area + self.jackpot_fund
        return box_total + self.fee_area + self.fee_box

    def to_dict(self) -> dict[str, int]:
        return _BOXES.encode(self)

    def restore(self, data: dict[str, int]) -> None:
        _BOXES.restore(self, data)


_BOXES: Final = StateCodec(DropBoxes())


class JackpotDue:
    """Jackpot that a player has won and has not been paid."""

    def __init__(self, player: str, standard: str, round_: int) -> None:
        self.player = player
        self.standard = standard
        self.round = round_

    def to_dict(self) -> dict[str, Any]:
        return _JACKPOT.encode(self)


_JACKPOT: Final = StateCodec(JackpotDue("", "", 0))


class UnfinishedBet:
    """Unfinished bet: chips of a player who announced that more was to come; no bet yet."""

    def __init__(self, seat: int, chips: list[int], said: str, street: int, bet: int) -> None:
        self.seat = seat
        self.chips = chips
        self.said = said
        self.street = street
        """Street on which it was made."""
        self.bet = bet
        """Bet that stood then: whoever has acted since acts again only after a larger one."""

    def to_dict(self) -> dict[str, Any]:
        return _UNFINISHED.encode(self)


_UNFINISHED: Final = StateCodec(UnfinishedBet(0, [], "", 0, 0))


class PreRoundState:
    """Table state before a round that was won by the hand which a refund had left alone.

    Should that hand prove ruined as well, nobody has won the round (AMB-P2).
    """

    def __init__(self, button: int, kill: KillState) -> None:
        self.button = button
        self.kill = kill
        self.missed: dict[str, list[int]] = {}
        """Missed blinds that were made up in the round, by player."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "button": self.button,
            "kill": {"holder": self.kill.holder, "last_winner": self.kill.last_winner},
            "missed": {name: list(missed) for name, missed in self.missed.items()},
        }


def pre_round_state_from_dict(data: dict[str, Any] | None) -> PreRoundState | None:
    if data is None:
        return None
    before = PreRoundState(data["button"], KillState(data["kill"]["holder"], data["kill"]["last_winner"]))
    before.missed = {name: list(missed) for name, missed in data["missed"].items()}
    return before


class PokerTableState(roster.Roster):
    """State of one poker table: sign, roster, round, button, kill, decks and boxes."""

    def __init__(self) -> None:
        super().__init__()
        self.posted_sign: PostedSign | None = None
        """Posted sign; None before the table opens."""
        self.alternative_book: PokerBook | None = None
        """The sign's book with other readings, to ask how play would go under them."""
        self.rules = ""
        """Version of the rules under which the table opened."""
        self.round: RoundState | None = None
        """The round being played."""
        self.last: RoundState | None = None
        """The round played before, until the next one begins."""
        self.prepaid_blinds = 0
        """Blinds of seats passed over by mistake, until the round that begins holds them."""
        self.before_last_round: PreRoundState | None = None
        """State before that round was won, where a refund had left one hand alone."""
        self.number = 0
        """Number of rounds begun, misdeals included."""
        self.unfinished: UnfinishedBet | None = None
        """The last unfinished bet of this round; `unfinished_bet_of` checks whether it still is."""
        self.owed: dict[str, list[int]] = {}
        """Blinds missed by people who have left, owed when they come back (clarification 37)."""
        self.entitled: dict[int, str] = {}
        """Players entitled to cards in the round begun last, by their seat then."""
        self.small = 0
        self.big = 0
        """Limits of the round begun last."""
        self.button = 0
        """Seat of the button; 0 before it is placed."""
        self.broken_up = False
        """Whether play has ended since the button was placed: it may be drawn for again."""
        self.kill = KillState()
        self.rack = DeckRack()
        self.boxes = DropBoxes()
        self.jackpots: list[JackpotDue] = []
        """Jackpots won and not paid yet, oldest first: they belong to people, wherever they are."""
        self.rake: Rake | None = None
        """Rake lowered at the players' request; None for that of the sign."""
        self.round_rake: Rake | None = None
        """The same for the round begun last."""
        self.opening: list[str] = []
        """Opening steps done, in order."""
        self.opened = False
        """Whether a round has been dealt since the table opened or was idle: the opening is past."""
        self.spread = ""
        """Spread of an idle table's decks: ``up`` or ``down``; empty while there is play."""
        self.rotated_at = 0
        self.counted_at = 0
        self._read: PostedSign | None = None
        self._book: PokerBook | None = None
        self._page: GamePage | None = None

    @property
    def sign(self) -> PostedSign:
        assert self.posted_sign is not None, "the table has no sign yet"
        return self.posted_sign

    @property
    def book(self) -> PokerBook:
        """Rulebook that the posted sign names, cached until the sign changes."""
        if self._book is None or self._read is not self.posted_sign:
            self._load_book()
        assert self._book is not None
        return self._book

    @property
    def page(self) -> GamePage:
        """Rules of the posted game in that rulebook, cached until the sign changes."""
        if self._page is None or self._read is not self.posted_sign:
            self._load_book()
        assert self._page is not None
        return self._page

    def _load_book(self) -> None:
        sign = self.sign
        self._book = self.alternative_book or sign.rulebook
        self._page = self._book.page(sign.game)
        self._read = sign

    def new_player(self, seat: int, name: str, chips: int) -> roster.Player:
        return Player(seat, name, chips)

    def note_arrival(self, player: roster.Player) -> None:
        super().note_arrival(player)
        missed = self.owed.pop(player.name, [])
        if missed:
            self.poker_player(player.seat).missed = missed

    def remove_player(self, seat: int) -> None:
        player = self.poker_player(seat)
        if player.missed:
            self.owed[player.name] = player.missed
        super().remove_player(seat)
        if not self.players:
            self.break_up()

    def break_up(self) -> None:
        """Note that play has ended: the button may be drawn for again."""
        self.broken_up = self.button > 0

    def poker_player(self, seat: int) -> Player:
        """Return the player in a seat, as a poker player."""
        player = self.player(seat)
        assert isinstance(player, Player)
        return player

    def set_time(self, minute: int) -> None:
        if self.minute < 0:
            # Hours run from the first time set.
            self.rotated_at = self.counted_at = minute
        self.minute = minute

    def cash_plays(self) -> bool:
        """Whether the book lets cash be bet."""
        return bool(self.book.wagers.currency)

    def at_stake(self, seat: int) -> int:
        """Return the chips that a player could bet if a round began now."""
        player = self.poker_player(seat)
        return player.total_chips() - self.idle_cash(seat) if player.currency else player.chips

    def idle_cash(self, seat: int) -> int:
        """Return the cash of a player that no round touches."""
        player = self.poker_player(seat)
        return 0 if not player.currency or self.cash_plays() else player.currency

    def is_dealt_in(self, seat: int) -> bool:
        """Whether the person in a seat is part of the round being played, folded or not."""
        round_ = self.round
        # Cards dealt to an empty seat do not belong to whoever sits down there.
        return (
            round_ is not None
            and seat in round_.position_of_seat
            and round_.people[round_.position_of_seat[seat]] != ""
        )

    def stack(self, seat: int) -> int:
        """Return the chips in front of a player, cash included."""
        round_ = self.round
        if round_ is not None and self.is_dealt_in(seat):
            return round_.stacks[round_.position_of_seat[seat]] + self.idle_cash(seat)
        return self.player(seat).total_chips()

    def accounts(self) -> dict[str, int]:
        """Return the chips by account; the sum is always zero."""
        boxes, round_ = self.boxes, self.round
        accounts = super().accounts()
        accounts["pot"] = 0 if round_ is None else round_.pot
        accounts["rake"] = boxes.rake_area + (0 if round_ is None else round_.rake)
        accounts["drop box"] = boxes.drop_box
        accounts["jackpot"] = boxes.jackpot_area + (0 if round_ is None else round_.jackpot)
        accounts["jackpot fund"] = boxes.jackpot_fund
        accounts["fees"] = boxes.fee_area + (0 if round_ is None else round_.fees)
        accounts["fee box"] = boxes.fee_box
        return accounts

    def total(self) -> int:
        """Sum all accounts, which must come to zero."""
        total = self.cashier + self.boxes.total()
        round_ = self.round
        if round_ is None:
            for player in self.players.values():
                total += player.total_chips()
            return total
        total += round_.total() if round_.seats else self.prepaid_blinds
        for seat, player in self.players.items():
            if not self.is_dealt_in(seat):
                total += player.total_chips()
            elif player.total_chips() != player.chips:
                total += self.idle_cash(seat)
        return total

    def jackpot_due(self, player: str, standard: str) -> JackpotDue | None:
        """Return the unpaid jackpot of a player by a standard, if there is one."""
        for due in self.jackpots:
            if due.player == player and due.standard == standard:
                return due
        return None

    def remove_paid_jackpot(self, player: str, standard: str) -> None:
        """Remove a jackpot that has been paid."""
        paid = self.jackpot_due(player, standard)
        self.jackpots = [due for due in self.jackpots if due is not paid]

    def unfinished_bet_of(self, seat: int) -> UnfinishedBet | None:
        """Return the unfinished bet of a player; None once they have acted."""
        round_, bet = self.round, self.unfinished
        if round_ is None or bet is None or bet.seat != seat:
            return None
        if round_.awaiting != ACTION and round_.awaiting != FORCED_BET:
            return None
        is_current = round_.street == bet.street and round_.current_bet == bet.bet
        return bet if is_current and round_.seats[round_.actor] == seat else None

    def begin_round(self, number: int, entitled: list[int], small: int, big: int, paid: list[tuple[int, int]]) -> None:
        """Begin a round with the deck that lies ready; its own events follow."""
        for seat, chips in paid:
            self.player(seat).chips -= chips
            self.prepaid_blinds += chips
        self.number = number
        self.entitled = {seat: self.player(seat).name for seat in entitled}
        self.small = small
        self.big = big
        self.round_rake = self.rake
        self.round = RoundState()
        self.last = None
        self.unfinished = None
        self.before_last_round = None
        self.opened = True
        self.broken_up = False
        self.spread = ""
        self.rack.ready = []
        self.rack.cuts = 0

    def close_round(self, *, dead: bool, refunded: bool = False, returned: list[tuple[int, int, int]]) -> None:
        """Return the stacks to the players and the rake and fees to their areas.

        `refunded`: a refund has left one hand alone, and that hand has won.
        """
        round_ = self.round
        if round_ is None or round_.pot != 0:
            problem = "there is none" if round_ is None else f"{round_.pot} chips are left in the pot"
            raise ChipConservationError(f"round {self.number} cannot be closed: {problem}")
        self.prepaid_blinds = 0
        for _seat, current_seat, chips in returned:
            if current_seat:
                self.player(current_seat).chips += chips
            else:
                self.cashier += chips
        before = PreRoundState(self.button, self.kill) if refunded else None
        if not dead:
            self._clear_made_up_blinds(round_, before)
        for position in range(len(round_.seats)):
            if not round_.people[position]:
                continue
            player = self.poker_player(round_.seats[position])
            player.chips = round_.stacks[position]
            if player.currency and self.cash_plays():
                player.chips -= player.currency
            has_paid = round_.put_in[position] + round_.dead_in[position] > 0
            if not dead and player.missed and has_paid and player.name in self.entitled.values():
                # Made-up blinds that were returned are owed again (clarification 40).
                if before is not None:
                    before.missed[player.name] = player.missed
                player.missed = []
                player.waits = False
        self.boxes.rake_area += round_.rake
        self.boxes.jackpot_area += round_.jackpot
        self.boxes.fee_area += round_.fees
        self.round = None
        self.last = round_
        self.unfinished = None
        self.before_last_round = before

    def _clear_made_up_blinds(self, round_: RoundState, before: PreRoundState | None) -> None:
        """Clear missed blinds that a player passed over by mistake has made up with what they put up."""
        for seat in round_.passed:
            name, position = self.entitled[seat], round_.position_of_seat[seat]
            current_seat = self.seat_of(name)
            missed = self.poker_player(current_seat).missed if current_seat else self.owed.get(name, [])
            if not missed or round_.put_in[position] + round_.dead_in[position] == 0:
                continue
            if before is not None:
                before.missed[name] = missed
            if current_seat:
                self.poker_player(current_seat).missed = []
                self.poker_player(current_seat).waits = False
            else:
                del self.owed[name]

    def take_back_round(self, changes: list[tuple[int, int]], rake: int, jackpot: int, fees: int) -> None:
        """Undo the round played last: chips, button and kill are as they were before it."""
        last, before = self.last, self.before_last_round
        assert last is not None
        assert before is not None
        for seat, chips in changes:
            self.player(seat).chips += chips
        self.boxes.drop_box -= rake
        self.boxes.jackpot_fund -= jackpot
        self.boxes.fee_box -= fees
        self.button = before.button
        self.kill = before.kill
        for name, missed in before.missed.items():
            seat = self.seat_of(name)
            if seat:
                self.poker_player(seat).missed = list(missed)
            else:
                self.owed[name] = list(missed)
        self.last = last.copied()
        self.last.dead_round = True
        self.before_last_round = None

    def copy(self) -> PokerTableState:
        """Copy the state between rounds; what never changes is shared."""
        clone = PokerTableState()
        self.copy_roster_to(clone)
        clone.posted_sign = self.posted_sign
        clone.alternative_book = self.alternative_book
        clone.rules = self.rules
        clone.round = None if self.round is None else self.round.copied()
        # A finished round changes only when a hand of it is shown, and then it is copied first.
        clone.last = self.last
        clone.before_last_round = self.before_last_round
        clone.prepaid_blinds = self.prepaid_blinds
        clone.number = self.number
        clone.unfinished = self.unfinished
        clone.owed = {name: list(missed) for name, missed in self.owed.items()}
        clone.entitled = dict(self.entitled)
        clone.small, clone.big = self.small, self.big
        clone.button = self.button
        clone.broken_up = self.broken_up
        clone.kill = self.kill
        clone.rack.copy_from(self.rack)
        clone.boxes.restore(self.boxes.to_dict())
        clone.jackpots = list(self.jackpots)
        clone.rake = self.rake
        clone.round_rake = self.round_rake
        clone.opening = list(self.opening)
        clone.opened = self.opened
        clone.spread = self.spread
        clone.rotated_at = self.rotated_at
        clone.counted_at = self.counted_at
        return clone

    # Checkpoint

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "roster": self.roster_to_dict(),
            "sign": None if self.posted_sign is None else self.posted_sign.facts(),
            "rules": self.rules,
            "number": self.number,
            "entitled": {str(seat): name for seat, name in self.entitled.items()},
            "limits": {"small": self.small, "big": self.big},
            "button": self.button,
            "kill": {"holder": self.kill.holder, "last_winner": self.kill.last_winner},
            "rack": self.rack.to_dict(),
            "boxes": self.boxes.to_dict(),
            "rake": None if self.rake is None else self.rake.facts(),
            "round_rake": None if self.round_rake is None else self.round_rake.facts(),
            "opening": list(self.opening),
            "opened": self.opened,
            "spread": self.spread,
            "rotated_at": self.rotated_at,
            "counted_at": self.counted_at,
        }
        if self.round is not None:
            data["round"] = self.round.to_dict()
        if self.last is not None:
            data["last"] = self.last.to_dict()
        if self.unfinished is not None:
            data["unfinished"] = self.unfinished.to_dict()
        if self.broken_up:
            data["broken_up"] = True
        if self.before_last_round is not None:
            data["before"] = self.before_last_round.to_dict()
        if self.owed:
            data["owed"] = {name: list(missed) for name, missed in self.owed.items()}
        if self.jackpots:
            data["jackpots"] = [due.to_dict() for due in self.jackpots]
        return data

    def restore(self, data: dict[str, Any]) -> None:
        """Restore what `to_dict` wrote into a new state."""
        self.restore_roster(data["roster"])
        sign = data["sign"]
        self.posted_sign = None if sign is None else PostedSign.read_posted(sign)
        self.rules = data["rules"]
        self.round = round_from_dict(data.get("round"))
        self.last = round_from_dict(data.get("last"))
        self.before_last_round = pre_round_state_from_dict(data.get("before"))
        self.number = data["number"]
        bet = data.get("unfinished")
        if bet is not None:
            self.unfinished = UnfinishedBet(**bet)
        self.owed = {name: list(missed) for name, missed in data.get("owed", {}).items()}
        self.entitled = {int(seat): name for seat, name in data["entitled"].items()}
        self.small, self.big = data["limits"]["small"], data["limits"]["big"]
        self.button = data["button"]
        self.broken_up = data.get("broken_up", False)
        self.kill = KillState(data["kill"]["holder"], data["kill"]["last_winner"])
        self.rack.restore(data["rack"])
        self.boxes.restore(data["boxes"])
        self.rake = None if data["rake"] is None else Rake.read(data["rake"])
        self.round_rake = None if data["round_rake"] is None else Rake.read(data["round_rake"])
        self.opening = list(data["opening"])
        self.opened = data["opened"]
        self.spread = data["spread"]
        self.rotated_at = data["rotated_at"]
        self.counted_at = data["counted_at"]
        self.jackpots = [JackpotDue(due["player"], due["standard"], due["round"]) for due in data.get("jackpots", ())]


def round_from_dict(data: dict[str, Any] | None) -> RoundState | None:
    if data is None:
        return None
    round_ = RoundState()
    round_.restore(data)
    return round_
