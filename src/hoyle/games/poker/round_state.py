"""State of a poker round, built only by applying its events.

Players are kept by position: 0 is the first dealt-in seat at the house dealer's left, then clockwise.
`seats` gives the seat numbers people use.
"""

from __future__ import annotations

from typing import Any, Final, final

from hoyle.core.cards import UNKNOWN, cards_text, parse_cards
from hoyle.core.mypyc_compat import i64, mypyc_attr
from hoyle.core.state_codec import StateCodec

# What the round waits for.
NOTHING: Final = 0
ACTION: Final = 1
FORCED_BET: Final = 2
DRAW: Final = 3
SHUFFLE: Final = 4
SHOW: Final = 5
OVER: Final = 6
MUCK: Final = 7
STREET: Final = 8
PENDING_KINDS: Final[list[str]] = [
    "nothing", "action", "forced bet", "draw", "shuffle", "show", "over", "muck", "street",
]  # fmt: skip

# Where a hand stands at the showdown.
FACE_DOWN: Final = 0
TABLED: Final = 1
THROWN: Final = 2
MUCKED: Final = 3
HAND_STATES: Final[list[str]] = ["face down", "tabled", "thrown in", "mucked"]


@mypyc_attr(acyclic=True)
class WagerSnapshot:
    """Betting state before a bet or raise, to restore if its chips are refunded."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.current_bet = 0
        self.last_raise = 0
        self.raises = 0
        self.opened = False
        self.completing = False
        self.last_bettor = -1
        self.acted = 0
        """Players who had acted, one bit per position."""
        self.ghosts = 0
        """Folded seats that still received a card, one bit per position."""

    def to_dict(self) -> dict[str, Any]:
        """Encode the snapshot as plain data."""
        data = _WAGER.encode(self)
        for field in ("acted", "ghosts"):
            data[field] = [i for i in range(data[field].bit_length()) if data[field] >> i & 1]
        return data


_WAGER: Final = StateCodec(WagerSnapshot(0))


def from_dict(data: dict[str, Any]) -> WagerSnapshot:
    """Decode a snapshot that `WagerSnapshot.to_dict` encoded."""
    wager = WagerSnapshot(0)
    masks = {field: sum([1 << i for i in data[field]]) for field in ("acted", "ghosts")}
    _WAGER.restore(wager, data, **masks)
    return wager


def position_bitmask(flags: list[bool]) -> int:
    """Return the bitmask of the positions at which a flag is set."""
    mask: i64 = 0  # no round has as many players as a register has bits
    bit: i64 = 1
    for flag in flags:
        if flag:
            mask |= bit
        bit <<= 1
    return mask


@final
class RoundState:
    """State of one poker round: seats, chips, cards, betting and what it waits for."""

    def __init__(self) -> None:
        # Lists with an entry per player are filled by `Opened`; until then they share an empty list.
        no_numbers: list[int] = []
        no_flags: list[bool] = []
        self.seats: list[int] = no_numbers
        self.position_of_seat: dict[int, int] = {}
        """Position of each seat number."""
        self.people: list[str] = []
        """Person who holds each hand and may see it, whoever sits in the seat later."""
        self.strays: list[int] = no_numbers
        """Seats that got cards by mistake and owe nothing."""
        self.passed: list[int] = no_numbers
        """Seats that owe an ante or a blind and got no cards by mistake. Only what they post is in the round;
        the rest of their stacks is not."""
        self.button = -1
        """Position of the button; -1 in games without one."""
        self.deck: list[int] = no_numbers
        self.dealt = 0
        """Number of cards gone from the top of `deck`."""
        self.start_chips = 0
        self.start_stacks: list[int] = no_numbers
        # Money
        self.stacks: list[int] = no_numbers
        self.bets: list[int] = no_numbers
        """Chips each player has bet in this betting round."""
        self.put_in: list[int] = no_numbers
        """Chips each player has put in this round that others must match."""
        self.spared: list[int] = []
        """Chips credited to each player as put in although they were not: antes that seats dealt in by
        mistake did not owe. Empty where there is no such seat."""
        self.gathered: list[list[int]] = []
        """Bets of each finished betting round, from the second on."""
        self.pot = 0
        """All chips in play that belong to no stack: bets included, rake and awards taken off."""
        self.dead = 0
        """Dead money in the pot that nobody has to match (a made-up blind, an ante paid for the table)."""
        self.dead_in: list[int] = no_numbers
        """Dead money put in by each player."""
        self.rake = 0
        self.jackpot = 0
        self.fees = 0
        self.taken: list[int] = []
        """Amounts of rake, jackpot and fees taken, in order."""
        self.taken_at: list[int] = []
        """Contribution level of the pot that each of them was taken from."""
        self.raked_levels = 0
        """Increment rake taken so far."""
        self.won: list[int] = no_numbers
        self.returned: list[int] = no_numbers
        # Cards
        self.cards: list[list[int]] = []
        self.ups: list[list[bool]] = []
        self.board: list[int] = []
        self.burns: list[int] = []
        self.known_burns: list[int] = []
        """Burns that are publicly seen (an exposed card that became the burn)."""
        self.muck: list[int] = []
        """Discards and dead hands, which a reshuffle may bring back."""
        self.burned: list[int] = []
        """Burns among the discards, where the book puts burns there."""
        self.out: list[int] = []
        """Cards found face up or fallen off the table, not used again this round."""
        self.folded: list[list[int]] = []
        """Cards of each dead hand, in case the house asks to see it."""
        self.disclosed: list[bool] = no_flags
        """Whether the house has asked to see each dead hand, so that it is publicly seen."""
        self.boxed: list[int] = []
        """Cards found face up in the deck so far; unknown if shuffled since."""
        self.exposed: list[int] = []
        """Hole cards turned up in the deal so far; unknown if shuffled since."""
        self.read: list[int] = []
        """Cards face down in a hand that are publicly seen."""
        self.last_dealt: list[int] = []
        """Cards of the street dealt last, in the order they left the deck; in a draw those drawn so far."""
        # Players
        self.live: list[bool] = no_flags
        self.ghosts: list[bool] = no_flags
        """Folded seats that still receive a card until the next bet."""
        self.hands: list[int] = no_numbers
        """State of each hand: FACE_DOWN, TABLED, THROWN or MUCKED."""
        # Betting
        self.street = -1
        self.street_name = ""
        self.current_bet = 0
        self.last_raise = 0
        """Size of the last full bet or raise: the least the next raise must add."""
        self.raises = 0
        self.wagers: list[WagerSnapshot] = []
        """Bets and raises of this betting round."""
        self.required: list[int] = no_numbers
        """Bet that each player's blind or forced bet sets, even if the player could not pay it in full."""
        self.opened = False
        """Whether there is a bet in this betting round (before the flop: the blind)."""
        self.completing = False
        """Whether only the forced bet was made, so that the next raise completes it to the lower limit."""
        self.in_round = 0
        """Number of live players when the betting round began."""
        self.acted: list[bool] = no_flags
        """Whether each player has acted since the last full raise and so may not raise again."""
        self.checked: list[bool] = no_flags
        self.voluntary: list[bool] = no_flags
        """Whether each player has bet, called or raised voluntarily in this round of play."""
        self.acted_on = False
        """Whether a player has acted on the cards dealt last."""
        self.last_bettor = -1
        self.last_caller = -1
        """Player who called last, as long as nobody has acted since."""
        self.first_to_act = -1
        self.last_opener = -1
        """Player who was first to act in the last betting round."""
        self.forced_bettor = -1
        self.last_blind = -1
        self.acts_last = -1
        """Player who posted the kill, where the house lets them act last in the first betting round."""
        # What happens next
        self.awaiting = NOTHING
        self.actor = -1
        self.turn_clause = ""
        """Clause that names the player to act."""
        self.shuffle_of = ""
        """Cards that a due shuffle is of: ``discards``, ``burns`` or ``stub and burns``."""
        self.shuffle_clause = ""
        self.laid: list[int] = []
        """Discards of the player who is drawing, until the new cards are dealt."""
        self.owed = 0
        """Number of cards still owed to the player who is drawing."""
        self.drawn = 0
        """Number of positions from the button's left that the draw has passed."""
        self.common = False
        """Whether the last street of stud was one common card."""
        self.showdown = False
        # How it ended
        self.winners: list[int] = []
        """Player of each award."""
        self.shares: list[str] = []
        """Share of each award."""
        self.dead_round = False
        self.dead_why = ""
        self.dead_deck = ""
        """Treatment of the deck after a dead round."""
        self.end_clause = ""

    # Frequent queries

    def live_count(self) -> int:
        count = 0
        for is_live in self.live:
            if is_live:
                count += 1
        return count

    def contested(self) -> bool:
        """Whether more than one hand is live."""
        one_live = False
        for is_live in self.live:
            if is_live:
                if one_live:
                    return True
                one_live = True
        return False

    def stub(self) -> int:
        """Return the number of cards left in the deck."""
        return len(self.deck) - self.dealt

    def next_live(self, after: int) -> int:
        """Return the first live player clockwise after a position; -1 if there is none."""
        live = self.live
        count: i64 = len(live)
        player: i64 = after
        for _step in range(count):
            player += 1
            if player >= count:
                player = 0
            if live[player]:
                return player
        return -1

    def live_from(self, start: int) -> list[int]:
        """List the live players clockwise from a position."""
        live = self.live
        count: i64 = len(live)
        players: list[int] = []
        player: i64 = start
        for _step in range(count):
            if player >= count:
                player = 0
            if live[player]:
                players.append(player)
            player += 1
        return players

    def next_to_act(self, after: int) -> int:
        """Return the next player to act in this betting round, -1 when it is over."""
        live, stacks, acted, bets = self.live, self.stacks, self.acted, self.bets
        current_bet = self.current_bet
        count: i64 = len(live)
        last_player: i64 = -1
        player: i64 = after
        for _step in range(count):
            player += 1
            if player >= count:
                player = 0
            if not live[player] or stacks[player] == 0:
                continue
            if not acted[player] or bets[player] < current_bet:
                if player != self.acts_last:
                    return player
                last_player = player
        return last_player

    def answered(self) -> list[int]:
        """List the contribution level of each player: chips put in, and those they were spared."""
        if not self.spared:
            return self.put_in
        return [self.put_in[i] + self.spared[i] for i in range(len(self.put_in))]

    def up_cards(self, player: int) -> list[int]:
        cards = self.cards[player]
        ups = self.ups[player]
        return [cards[i] for i in range(len(cards)) if ups[i]]

    def first_up(self, player: int) -> int:
        """Return the first of a player's up-cards; -1 if there is none."""
        ups = self.ups[player]
        for i in range(len(ups)):
            if ups[i]:
                return self.cards[player][i]
        return -1

    def total(self) -> int:
        """Return the total of all chips in the round; constant after it opens."""
        chips = self.pot + self.rake + self.jackpot + self.fees
        for stack in self.stacks:
            chips += stack
        return chips

    def known(self, player: int) -> bool:
        """Whether all of a player's cards are known (a hand history may hide some)."""
        return UNKNOWN not in self.cards[player]

    def snapshot(self) -> dict[str, object]:
        """Return every field by name, to compare two states."""
        fields: dict[str, object] = {name: getattr(self, name) for name in FIELDS}
        fields["wagers"] = [wager.to_dict() for wager in self.wagers]
        return fields

    def copied(self) -> RoundState:
        """Return a copy with its own lists; wager snapshots are immutable and shared."""
        clone = RoundState()
        for name in FIELDS:
            value = getattr(self, name)
            if isinstance(value, list):
                value = [list(item) if isinstance(item, list) else item for item in value]
            setattr(clone, name, value)
        return clone

    def to_dict(self) -> dict[str, Any]:
        """Encode the state as plain data, without fields that have their initial value; `restore` decodes it.

        Cards are spelled, faces are ``d`` or ``u`` for each card of a hand, and a flag per player becomes the
        list of seats that have it.
        """
        data: dict[str, Any] = {}
        for name in FIELDS:
            value = getattr(self, name)
            if name == "position_of_seat" or value == _FRESH[name]:
                continue
            if name in _CARDS:
                value = cards_text(value)
            elif name in _FLAGS:
                value = [self.seats[i] for i in range(len(value)) if value[i]]
            elif name in _NUMBERS:
                value = list(value) if any(value) else []
            elif name in _HANDS:
                value = [cards_text(cards) for cards in value] if any(value) else []
            elif name == "ups":
                value = ["".join(["u" if up else "d" for up in ups]) for ups in value] if any(value) else []
            elif name == "hands":
                value = [HAND_STATES[hand] for hand in value] if any(value) else []
            elif name == "wagers":
                value = [wager.to_dict() for wager in self.wagers]
            elif name == "awaiting":
                value = PENDING_KINDS[self.awaiting]
            elif name == "gathered":
                value = [list(bets) for bets in self.gathered]
            elif isinstance(value, list):
                value = list(value)
            if value != []:
                data[name] = value
        return data

    def restore(self, data: dict[str, Any]) -> None:
        """Fill a new state with data that `to_dict` encoded."""
        self.seats = list(data.get("seats", ()))
        self.position_of_seat = {seat: position for position, seat in enumerate(self.seats)}
        count = len(self.seats)
        for name in FIELDS:
            value: Any = data.get(name)
            if name in _CARDS:
                value = [] if value is None else parse_cards(value, unknown=True)
            elif name in _FLAGS:
                seats = value or ()
                value = [seat in seats for seat in self.seats]
            elif name in _NUMBERS:
                value = list(value) if value else [0] * count
            elif name in _HANDS:
                value = [parse_cards(cards, unknown=True) for cards in value or [""] * count]
            elif name == "ups":
                value = [[face == "u" for face in faces] for faces in value or [""] * count]
            elif name == "hands":
                value = [HAND_STATES.index(hand) for hand in value] if value else [FACE_DOWN] * count
            elif value is None or name == "position_of_seat":
                continue
            elif name == "wagers":
                value = [from_dict(wager) for wager in value]
            elif name == "awaiting":
                value = PENDING_KINDS.index(value)
            elif name == "gathered":
                value = [list(bets) for bets in value]
            elif isinstance(value, list):
                value = list(value)
            setattr(self, name, value)

    # Equality by value, hence no hash: a state changes with every event.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, RoundState) and self.snapshot() == other.snapshot()


FIELDS: Final[tuple[str, ...]] = (
    "seats", "position_of_seat", "people", "start_stacks", "last_dealt", "acted_on", "turn_clause",
    "shuffle_of", "shuffle_clause", "winners", "shares", "dead_why", "dead_deck", "end_clause",
    "button", "deck", "dealt", "start_chips", "stacks", "bets", "put_in", "spared", "strays", "passed",
    "gathered", "pot", "dead", "dead_in", "rake", "jackpot", "fees", "taken", "taken_at",
    "raked_levels", "won", "returned", "cards", "ups", "board", "burns", "known_burns", "muck",
    "burned", "out", "boxed", "exposed", "read", "live", "ghosts", "hands", "street", "street_name",
    "current_bet", "last_raise", "raises", "wagers", "required", "opened", "completing", "in_round",
    "acted", "checked", "voluntary", "last_bettor", "last_caller", "first_to_act", "last_opener",
    "forced_bettor", "last_blind", "acts_last", "awaiting", "actor", "laid", "owed", "drawn", "common",
    "showdown", "dead_round", "folded", "disclosed"
)  # fmt: skip
"""Every attribute of a `RoundState`."""

_CARDS: Final = frozenset(
    (
        *("deck", "board", "burns", "known_burns", "muck", "burned", "out"),
        *("boxed", "exposed", "read", "last_dealt", "laid"),
    )
)
"""Fields that hold cards."""
_HANDS: Final = frozenset(("cards", "folded"))
"""Fields that hold cards for each player."""
_FLAGS: Final = frozenset(("live", "ghosts", "disclosed", "acted", "checked", "voluntary"))
"""Fields that hold a flag for each player."""
_NUMBERS: Final = frozenset(("bets", "put_in", "required", "dead_in", "won", "returned"))
"""Fields that hold chips for each player, mostly 0."""
_FRESH: Final[dict[str, Any]] = RoundState().snapshot()
