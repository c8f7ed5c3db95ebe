"""Hand values for clients that ask for them: what the visible cards make, and how pots were divided.

Made from a person's own view and from public awards; programs and bots do not ask for it.
"""

from __future__ import annotations

from hoyle.core.cards import UNKNOWN_TEXT
from hoyle.games.poker.events import Awarded, PokerEvent, Raked
from hoyle.games.poker.resolved_rules import Rules
from hoyle.history.hand_descriptions import describe_hands, describe_house_hands
from hoyle.history.narration.english_phrases import YOU
from hoyle.history.pot_breakdown import build_pot_breakdown
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.views.narration import known_as
from hoyle.server.websocket_frames import HandValuesFrame
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.log.event_log import LogStep
from hoyle.table.poker.table import PokerTable


class HandValueTracker:
    """Tracker of what a poker view does not keep of a round: exposed cards and awards."""

    def __init__(self, live_table: LiveTable) -> None:
        self._live_table = live_table
        self._seen_cards: list[str] = []
        self._awards: list[PokerEvent] = []
        """Rake and awards of the pots."""
        self._rules: tuple[tuple[int, int, int], Rules] | None = None
        for step in live_table.round_steps:
            self.hear(step)

    def hear(self, step: LogStep) -> None:
        """Track the exposed cards and awards of a committed step."""
        if not isinstance(self._live_table.table, PokerTable):
            return
        for event in step.events:
            if event.name == "round-began":
                self._seen_cards, self._awards = [], []
            elif isinstance(event, Awarded | Raked):
                self._awards.append(event)
            elif event.name in ("dealt", "board-dealt", "card-exposed", "shown", "winner-shows"):
                public = event.seen_by("").to_dict()
                cards = public.get("cards") or [public.get("card", UNKNOWN_TEXT)]
                self._seen_cards += [
                    card for card in cards if card != UNKNOWN_TEXT and card not in self._seen_cards
                ]

    def frame(self, person: str) -> HandValuesFrame | None:
        """Return the hand-value frame for one person; None without cards to evaluate."""
        table = self._live_table.table
        if isinstance(table, HouseCardTable):
            return self._house_frame(table, person)
        if not isinstance(table, PokerTable):
            return None
        view = table.view(person)
        if view.round is None:
            return None
        rules = self._rules_for(table, len(view.round.hands), *view.limits)
        names = {
            hand.seat: YOU if person and hand.person == person else known_as(self._live_table, hand.person)
            for hand in view.round.hands
        }
        return HandValuesFrame(
            table_id=self._live_table.number,
            hands=describe_hands(rules, view.round, person),
            seen_cards=self._seen_cards,
            pot_breakdown=build_pot_breakdown(self._awards, view.round, rules, names),
        )

    def _house_frame(self, table: HouseCardTable, person: str) -> HandValuesFrame | None:
        """Hand values at a house game: every player sees their own, a spectator none."""
        round_ = table.view(person).round if table.roster.seat_of(person) else None
        if round_ is None:
            return None
        hands = describe_house_hands(table.sign.game, round_, person)
        return HandValuesFrame(table_id=self._live_table.number, hands=hands)

    def _rules_for(self, table: PokerTable, players: int, small: int, big: int) -> Rules:
        """Return the poker rules of the round, cached."""
        key = (players, small, big)
        if self._rules is None or self._rules[0] != key:
            self._rules = key, table.sign.rules(players, small, big)
        return self._rules[1]
