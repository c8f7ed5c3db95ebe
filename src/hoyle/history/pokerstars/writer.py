"""PokerStars hand-history writer: one finished round as text that trackers import.

Games that the site never had are written in the same grammar under their own titles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

from hoyle.core.cards import UNKNOWN, card_text
from hoyle.core.errors import IllegalError
from hoyle.games.poker import events
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, POT_LIMIT, SPREAD, Rules
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import RoundState
from hoyle.history.pokerstars.summary import Summary

LIMITS: Final = {FIXED: "Limit", SPREAD: "Limit", POT_LIMIT: "Pot Limit", NO_LIMIT: "No Limit"}

SYMBOLS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "": ""}
"""Currency symbols of the site; empty for play money."""

_STREETS: Final = {
    "third": "3rd STREET",
    "fourth": "4th STREET",
    "fifth": "5th STREET",
    "sixth": "6th STREET",
    "seventh": "RIVER",
    "second": "2nd STREET",
    "draw1": "FIRST DRAW",
    "draw2": "SECOND DRAW",
    "draw3": "THIRD DRAW",
    "preflop": "HOLE CARDS",
    "predraw": "DEALING HANDS",
}
_EASTERN: Final = ZoneInfo("America/New_York")
_TABLE_SIZES: Final = (2, 6, 8, 9, 10)
"""Table sizes of the site."""
DEFAULT_TIME: Final = datetime(2000, 1, 1)
"""Used if no time is given: trackers do not read a hand without one."""
TRACKERS: Final = "trackers"
POKER: Final = "poker"
READERS: Final = (TRACKERS, POKER)
"""Readers of the text: trackers, which read the site's own grammar, or the Python package `poker`."""


def to_pokerstars(
    round_: PokerRound,
    *,
    hand: int = 1,
    table: str = "hoyle",
    time: datetime | None = None,
    names: Mapping[int, str] | None = None,
    hero: int = 0,
    currency: str = "USD",
    scale: int = 0,
    size: int = 0,
    reader: str = TRACKERS,
) -> str:
    """Return one finished poker round as the text of a PokerStars hand history.

    `time` without a time zone is Eastern time, as on the site. `hero` is the seat whose hole cards are
    written; 0 writes only those shown. `scale` chips make one unit of currency; the default is the chip value
    of the stakes. `size` is the number of seats at the table; the default is the site's smallest table that
    has every seat.

    The package `poker` reads two hole cards, whole amounts, and no currency symbols after the first line; for
    that `reader` four hole cards are written in pairs, a board is always named, and names have no spaces.
    """
    if reader not in READERS:
        raise IllegalError(f"reader {reader!r} is not known; expected {' or '.join(READERS)}")
    if reader == POKER and not hero:
        raise IllegalError("the package poker reads a hand only with one player's cards: hero is missing")
    if not round_.over or round_.state.dead_round:
        raise IllegalError("only a round that was played to its end can be written")
    writer = _Writer(round_.rules, names or {}, hero, currency, scale, for_poker=reader == POKER)
    writer.opening(round_, hand, table, time or DEFAULT_TIME, size)
    for event in round_.log:
        writer.write(event)
    return "\n".join([*writer.lines, *writer.summary.lines(writer.state)]) + "\n"


class _Writer:
    """Writer of a poker round as PokerStars text, line by line."""

    def __init__(
        self, rules: Rules, names: Mapping[int, str], hero: int, currency: str, scale: int, *, for_poker: bool
    ) -> None:
        if currency not in SYMBOLS:
            codes = ", ".join(code for code in SYMBOLS if code)
            raise IllegalError(f"currency {currency!r} is not known to trackers; use {codes} or none")
        self.rules = rules
        self.hero = hero
        self.currency = currency
        self.unit_cents = rules.stakes.unit_cents
        self.scale = scale
        self.state = RoundState()
        self.lines: list[str] = []
        self.names = names
        self.for_poker = for_poker
        self.summary = Summary(rules, self.name, self.money, for_poker=for_poker)
        self._big_blind = 0
        self._showdown = False
        self._collected: list[events.Awarded] = []

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat, without blanks for the package `poker`."""
        name = self.names.get(seat, f"Player {seat}")
        return name.replace(" ", "_") if self.for_poker else name

    def money(self, chips: int) -> str:
        """Return chips as an amount of currency, with cents only if there are any."""
        return ("" if self.for_poker else SYMBOLS[self.currency]) + self._amount(chips)

    def _amount(self, chips: int) -> str:
        amount = Decimal(chips) / self.scale if self.scale else Decimal(chips * self.unit_cents) / 100
        places = -min(int(amount.normalize().as_tuple().exponent), 0)
        return f"{amount:.{max(places, 2) if places else 0}f}"

    def opening(self, round_: PokerRound, hand: int, table: str, time: datetime, size: int) -> None:
        """Write the header of a PokerStars hand history: game, table and seats."""
        rules = self.rules
        stakes = rules.stakes
        blinds = [
            event.level or event.chips
            for event in round_.log
            if isinstance(event, events.Posted) and event.what in ("blind", "straddle")
        ]
        self._big_blind = max(
            [event.level for event in round_.log if isinstance(event, events.Posted) and event.what == "blind"],
            default=0,
        )
        self.summary.big_blind = self._big_blind
        if stakes.structure in (FIXED, SPREAD) or not blinds:
            low, high = stakes.small, stakes.big
        else:
            low, high = min(blinds), self._big_blind or stakes.small
        currency = f" {self.currency}" if self.currency else ""
        sign = SYMBOLS[self.currency]
        self.lines.append(
            f"PokerStars Hand #{hand}: {rules.variant.pokerstars} {LIMITS[stakes.structure]} "
            f"({sign}{self._amount(low)}/{sign}{self._amount(high)}{currency}) - {_time_text(time)}"
        )
        opened_event = round_.log[0]
        assert isinstance(opened_event, events.Opened)
        last = max(opened_event.seats)
        if size < last:
            size = next((table_size for table_size in _TABLE_SIZES if table_size >= last), last)
        button = f" Seat #{opened_event.button} is the button" if opened_event.button else ""
        self.lines.append(f"Table '{table}' {size}-max{button}")
        for seat, stack in zip(opened_event.seats, opened_event.stacks, strict=True):
            self.lines.append(f"Seat {seat}: {self.name(seat)} ({self.money(stack)} in chips)")

    def write(self, event: events.PokerEvent) -> None:
        """Write the PokerStars lines of one event of the round, and apply the event."""
        self.summary.before(event, self.state)
        if isinstance(event, events.Shown | events.Conceded) and not self._showdown:
            self._showdown = True
            self.lines.append("*** SHOW DOWN ***")
        if isinstance(event, events.Awarded):
            self._collected.append(event)
        text = self._line_for(event)
        if text:
            self.lines.append(text)
        events.apply(self.state, event)
        self._write_after(event)

    def _line_for(self, event: events.PokerEvent) -> str:
        """Return the PokerStars line of a player's action; empty for other events."""
        state = self.state
        if isinstance(event, events.Posted):
            return self._post_line(event)
        if isinstance(event, events.Folded):
            return f"{self.name(event.seat)}: folds"
        if isinstance(event, events.Checked):
            return f"{self.name(event.seat)}: checks"
        if isinstance(event, events.Called):
            return f"{self.name(event.seat)}: calls {self.money(event.chips)}{self._all_in(event)}"
        if isinstance(event, events.Bet):
            player = self.name(event.seat)
            if event.forced:
                return f"{player}: brings in for {self.money(event.chips)}{self._all_in(event)}"
            if not state.current_bet:
                return f"{player}: bets {self.money(event.chips)}{self._all_in(event)}"
            increase = event.to - state.current_bet
            return f"{player}: raises {self.money(increase)} to {self.money(event.to)}{self._all_in(event)}"
        if isinstance(event, events.Returned):
            return f"Uncalled bet ({self.money(event.chips)}) returned to {self.name(event.seat)}"
        if isinstance(event, events.Discarded):
            return self._discard_line(event)
        if isinstance(event, events.Shown):
            hand_name = self.summary.hand(event.cards, state.board)
            suffix = f" ({hand_name})" if hand_name else ""
            return f"{self.name(event.seat)}: shows [{_cards_text(event.cards)}]{suffix}"
        if isinstance(event, events.Conceded):
            return f"{self.name(event.seat)}: mucks hand"
        if isinstance(event, events.HandKilled):
            return f"{self.name(event.seat)}: folds"
        return ""

    def _all_in(self, event: events.Posted | events.Called | events.Bet) -> str:
        """Return the suffix for a bet of the whole stack; empty for others."""
        stack = self.state.stacks[self.state.position_of_seat[event.seat]]
        return " and is all-in" if stack == event.chips else ""

    def _post_line(self, event: events.Posted) -> str:
        amount = f"{self.money(event.chips)}{self._all_in(event)}"
        if event.what in ("ante", "dead"):
            return f"{self.name(event.seat)}: posts the ante {amount}"
        if event.what == "straddle":
            return f"{self.name(event.seat)}: posts straddle {amount}"
        small = event.what == "made-up" or (event.what == "blind" and event.level < self._big_blind)
        size = "small" if small else "big"
        return f"{self.name(event.seat)}: posts {size} blind {amount}"

    def _discard_line(self, event: events.Discarded) -> str:
        """Return the PokerStars line of a draw; only the hero's cards are named."""
        player = self.name(event.seat)
        hero = event.seat == self.hero
        if not event.cards:
            hand = self.state.cards[self.state.position_of_seat[event.seat]]
            return f"{player}: stands pat on [{_cards_text(hand)}]" if hero else f"{player}: stands pat"
        cards = f" [{_cards_text(event.cards)}]" if hero else ""
        return f"{player}: discards {len(event.cards)} card{'s' if len(event.cards) > 1 else ''}{cards}"

    def _write_after(self, event: events.PokerEvent) -> None:
        """Write street headlines and cards once they are dealt, and the winners once the round is over."""
        state = self.state
        if isinstance(event, events.Dealt):
            self._write_deal(event)
        elif isinstance(event, events.BoardDealt):
            before = state.board[: len(state.board) - len(event.cards)]
            old = f"[{_cards_text(before)}] " if before else ""
            headline = _STREETS.get(event.street, event.street.upper())
            self.lines.append(f"*** {headline} *** {old}[{_cards_text(event.cards)}]")
        elif isinstance(event, events.DrawBegins):
            if event.street in _STREETS:
                # The site writes no headline for the only draw of a game.
                self.lines.append(f"*** {_STREETS[event.street]} ***")
        elif isinstance(event, events.Drawn) and event.seat == self.hero:
            hand = state.cards[state.position_of_seat[event.seat]]
            kept_cards = hand[: len(hand) - len(event.cards)]
            old = f" [{_cards_text(kept_cards)}]" if kept_cards else ""
            self.lines.append(f"Dealt to {self.name(event.seat)}{old} [{_cards_text(event.cards)}]")
        elif event.name == "round-ended":
            self._write_awards()

    def _write_deal(self, event: events.Dealt) -> None:
        """Write the headline of a street and the cards of each player that the hero may see."""
        state = self.state
        self.lines.append(f"*** {_STREETS[event.street]} ***")
        for seat in dict.fromkeys(event.seats):
            if seat in event.dead:
                continue
            position = state.position_of_seat[seat]
            new_count = event.seats.count(seat)
            start = len(state.cards[position]) - new_count
            hero = seat == self.hero
            visible = [
                card
                for card, up in zip(state.cards[position], state.ups[position], strict=True)
                if up or (hero and card != UNKNOWN)
            ]
            new = [
                card
                for card, up in zip(state.cards[position][start:], state.ups[position][start:], strict=True)
                if up or (hero and card != UNKNOWN)
            ]
            if new:
                old = visible[: len(visible) - len(new)]
                if self.for_poker and not old:
                    old, new = (new[:2], new[2:]) if len(new) > 2 else ([], new)
                before = f" [{_cards_text(old)}]" if old else ""
                self.lines.append(f"Dealt to {self.name(seat)}{before} [{_cards_text(new)}]")

    def _write_awards(self) -> None:
        sums: dict[tuple[str, int], int] = {}
        for award in self._collected:
            key = (pot_title(award.pot, award.pots), award.seat)
            sums[key] = sums.get(key, 0) + award.chips
        for (pot, seat), chips in sums.items():
            self.lines.append(f"{self.name(seat)} collected {self.money(chips)} from {pot}")
        if not self._showdown and self._collected:
            self.lines.append(f"{self.name(self._collected[0].seat)}: doesn't show hand")


def _time_text(time: datetime) -> str:
    """Return a time as PokerStars writes it, with Eastern time in brackets."""
    if time.tzinfo is None:
        return f"{_clock(time)} ET [{_clock(time)} ET]"
    utc = time.astimezone(UTC)
    return f"{_clock(utc)} UTC [{_clock(time.astimezone(_EASTERN))} ET]"


def _clock(time: datetime) -> str:
    """Return date and time as PokerStars writes them: ``2024/07/04 9:05:00``."""
    return f"{time:%Y/%m/%d} {time.hour}:{time:%M:%S}"


def pot_title(pot: int, pots: int) -> str:
    """Return the PokerStars name of a pot: `pot`, or of several `main pot`, `side pot`, `side pot-2`."""
    if pots == 1:
        return "pot"
    if pot == 0:
        return "main pot"
    return "side pot" if pots == 2 else f"side pot-{pot}"


def _cards_text(cards: Iterable[int]) -> str:
    """Return cards as PokerStars writes them: ``Ah Kd``."""
    return " ".join(card_text(card) for card in cards)
