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
    """Remembers what the summary has to tell."""

    def __init__(
        self, rules: Rules, name: Callable[[int], str], money: Callable[[int], str], *, for_poker: bool
    ) -> None:
        self._rules = rules
        self._name = name
        self._money = money
        self._for_poker = for_poker
        self.big_blind = 0
        self._posted: dict[int, str] = {}
        self._fate: dict[int, str] = {}
        self._shown: dict[int, list[int]] = {}
        self._won: dict[int, int] = {}
        self._said: dict[int, str] = {}
        self._awards: list[Awarded] = []

    def before(self, event: PokerEvent, state: RoundState) -> None:
        """Note an event that is about to happen."""
        if isinstance(event, Posted) and event.what == "blind":
            size = "small" if event.level < self.big_blind else "big"
            self._posted[event.seat] = f"{size} blind"
        elif isinstance(event, Folded | HandKilled):
            street = state.street_name
            player = state.position_of_seat[event.seat]
            bet = "" if state.voluntary[player] or event.seat in self._posted else " (didn't bet)"
            self._fate[event.seat] = f"folded {_FOLDED[street]}{bet}"
        elif isinstance(event, Shown):
            self._shown[event.seat] = event.cards
            self._said[event.seat] = self.hand(event.cards, state.board)
        elif isinstance(event, Conceded):
            self._fate[event.seat] = "mucked"
        elif isinstance(event, Awarded):
            self._won[event.seat] = self._won.get(event.seat, 0) + event.chips
            self._awards.append(event)

    def hand(self, cards: list[int], board: list[int]) -> str:
        """What a shown hand is worth, in words; high before low."""
        if UNKNOWN in cards or UNKNOWN in board:
            return ""
        words: list[str] = []
        split = self._rules.split
        for label, evaluator in (("HI: " if split else "", self._rules.high), ("LO: ", self._rules.low)):
            value = 0 if evaluator is None else evaluator.value(cards, board)
            if evaluator is not None and value:
                said = pokerstars_hand_name(evaluator.ranking, value)
                # Where the low hand alone plays, the site says `Lo:` before its ranks.
                plain = "Lo: " if evaluator.ranking.low and " " not in said else ""
                words.append((label if split else plain) + said)
        return "; ".join(words)

    def lines(self, state: RoundState) -> list[str]:
        """The summary itself."""
        pots = self._pots(state)
        total = sum(pots)
        taken = total - sum(state.won)
        found = [
            "*** SUMMARY ***",
            f"Total pot {self._money(total)}{self._split(pots)} | Rake {self._money(taken)}",
        ]
        if state.board or self._for_poker:
            found.append(f"Board [{cards_text(state.board)}]")
        button = state.seats[state.button] if state.button >= 0 else 0
        for seat in state.seats:
            place = " (button)" if seat == button else ""
            if seat in self._posted:
                place += f" ({self._posted[seat]})"
            # The package `poker` takes the place for a part of the name.
            named = self._name(seat) + ("" if self._for_poker else place)
            found.append(f"Seat {seat}: {named} {self._end(seat)}")
        return found

    def _pots(self, state: RoundState) -> list[int]:
        """What each pot came to: what it was awarded for, and what the house took out of it."""
        pots = [0] * max([award.pots for award in self._awards], default=1)
        for award in self._awards:
            pots[award.pot] += award.chips
        for at, chips in enumerate(taken_from(pots_of(state), state)):
            # Where everybody else folded, side pots have become one with the main pot.
            pots[min(at, len(pots) - 1)] += chips
        return pots

    def _split(self, pots: list[int]) -> str:
        if len(pots) < 2:
            return ""
        several = len(pots) > 2
        sides = [
            f" Side pot{f'-{at}' if several else ''} {self._money(chips)}."
            for at, chips in enumerate(pots[1:], start=1)
        ]
        return f" Main pot {self._money(pots[0])}." + "".join(sides)

    def _end(self, seat: int) -> str:
        won = self._won.get(seat, 0)
        cards = self._shown.get(seat)
        if cards is not None:
            said = f" with {self._said[seat]}" if self._said[seat] else ""
            result = f"won ({self._money(won)})" if won else "lost"
            return f"showed [{cards_text(cards)}] and {result}{said}"
        if won or seat not in self._fate:
            # Who is left alone collects, even if the only bet was his own and went back to him.
            return f"collected ({self._money(won)})"
        return self._fate[seat]
