"""PokerStars summary section: pots, rake, board and the result of every seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hoyle.core.cards import UNKNOWN, cards_text
from hoyle.games.poker.events import Awarded, Conceded, Folded, HandKilled, PokerEvent, Posted, Shown
from hoyle.games.poker.pots.side_pots import pots_of, taken_from
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round_state import RoundState
from hoyle.history.pokerstars.hand_names import pokerstars_hand_name

_FOLDED: Final = {
    "preflop": "before Flop",
    "flop": "on the Flop",
    "turn": "on the Turn",
    "river": "on the River",
    "second": "on the 2nd Street",
    "third": "on the 3rd Street",
    "fourth": "on the 4th Street",
    "fifth": "on the 5th Street",
    "sixth": "on the 6th Street",
    "seventh": "on the River",
    "community": "on the River",
    "predraw": "before the Draw",
    "draw": "after the Draw",
    "draw1": "after the 1st Draw",
    "draw2": "after the 2nd Draw",
    "draw3": "after the 3rd Draw",
}


class Summary:
    """Collector of the events that a PokerStars hand summary reports."""

    def __init__(
        self, rules: Rules, name: Callable[[int], str], money: Callable[[int], str], *, for_poker: bool
    ) -> None:
        self._rules = rules
        self._name = name
        self._money = money
        self._for_poker = for_poker
        self.big_blind = 0
        self._posted: dict[int, str] = {}
        self._outcome: dict[int, str] = {}
        self._shown: dict[int, list[int]] = {}
        self._won: dict[int, int] = {}
        self._hand_name: dict[int, str] = {}
        self._awards: list[Awarded] = []

    def before(self, event: PokerEvent, state: RoundState) -> None:
        """Collect one event of a poker round for the PokerStars summary, before it is applied."""
        if isinstance(event, Posted) and event.what == "blind":
            size = "small" if event.level < self.big_blind else "big"
            self._posted[event.seat] = f"{size} blind"
        elif isinstance(event, Folded | HandKilled):
            street = state.street_name
            player = state.position_of_seat[event.seat]
            bet = "" if state.voluntary[player] or event.seat in self._posted else " (didn't bet)"
            self._outcome[event.seat] = f"folded {_FOLDED[street]}{bet}"
        elif isinstance(event, Shown):
            self._shown[event.seat] = event.cards
            self._hand_name[event.seat] = self.hand(event.cards, state.board)
        elif isinstance(event, Conceded):
            self._outcome[event.seat] = "mucked"
        elif isinstance(event, Awarded):
            self._won[event.seat] = self._won.get(event.seat, 0) + event.chips
            self._awards.append(event)

    def hand(self, cards: list[int], board: list[int]) -> str:
        """Describe a shown poker hand as PokerStars does; high before low."""
        if UNKNOWN in cards or UNKNOWN in board:
            return ""
        parts: list[str] = []
        split = self._rules.split
        for label, evaluator in (("HI: " if split else "", self._rules.high), ("LO: ", self._rules.low)):
            value = 0 if evaluator is None else evaluator.value(cards, board)
            if evaluator is not None and value:
                hand_name = pokerstars_hand_name(evaluator.ranking, value)
                # In games played for low only, the site writes `Lo:` before the ranks.
                plain = "Lo: " if evaluator.ranking.low and " " not in hand_name else ""
                parts.append((label if split else plain) + hand_name)
        return "; ".join(parts)

    def lines(self, state: RoundState) -> list[str]:
        """Return the lines of the PokerStars summary section."""
        pots = self._pots(state)
        total = sum(pots)
        house_take = total - sum(state.won)
        lines = [
            "*** SUMMARY ***",
            f"Total pot {self._money(total)}{self._split(pots)} | Rake {self._money(house_take)}",
        ]
        if state.board or self._for_poker:
            lines.append(f"Board [{cards_text(state.board)}]")
        button = state.seats[state.button] if state.button >= 0 else 0
        for seat in state.seats:
            place = " (button)" if seat == button else ""
            if seat in self._posted:
                place += f" ({self._posted[seat]})"
            # The package `poker` would read the place as part of the name.
            label = self._name(seat) + ("" if self._for_poker else place)
            lines.append(f"Seat {seat}: {label} {self._result(seat)}")
        return lines

    def _pots(self, state: RoundState) -> list[int]:
        """Return the size of each pot: the chips awarded, and what the house took out of it."""
        pots = [0] * max([award.pots for award in self._awards], default=1)
        for award in self._awards:
            pots[award.pot] += award.chips
        for index, chips in enumerate(taken_from(pots_of(state), state)):
            # If all other players folded, side pots have merged with the main pot.
            pots[min(index, len(pots) - 1)] += chips
        return pots

    def _split(self, pots: list[int]) -> str:
        """Return the sizes of main pot and side pots as PokerStars writes them; empty for a single pot."""
        if len(pots) < 2:
            return ""
        several = len(pots) > 2
        sides = [
            f" Side pot{f'-{number}' if several else ''} {self._money(chips)}."
            for number, chips in enumerate(pots[1:], start=1)
        ]
        return f" Main pot {self._money(pots[0])}." + "".join(sides)

    def _result(self, seat: int) -> str:
        """Return the result of a seat as PokerStars writes it: showed, collected, folded or mucked."""
        won = self._won.get(seat, 0)
        cards = self._shown.get(seat)
        if cards is not None:
            with_hand = f" with {self._hand_name[seat]}" if self._hand_name[seat] else ""
            result = f"won ({self._money(won)})" if won else "lost"
            return f"showed [{cards_text(cards)}] and {result}{with_hand}"
        if won or seat not in self._outcome:
            # The last player left collects, even if the only bet was their own and was returned.
            return f"collected ({self._money(won)})"
        return self._outcome[seat]
