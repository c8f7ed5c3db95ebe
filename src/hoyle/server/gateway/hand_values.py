"""Hand values for clients that ask for them: the hands that visible cards make, and how pots were divided.

They are made from a person's own view and from public awards; programs and bots do not ask for them.
"""

from __future__ import annotations

from hoyle.core.cards import UNKNOWN_TEXT
from hoyle.games.house_cards.game_registry import house_game
from hoyle.games.house_cards.view import HouseCardRoundView
from hoyle.games.poker.events import Awarded, PokerEvent, Raked
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.view_types import PokerRoundView
from hoyle.history.hand_descriptions import describe_hands, describe_house_hands
from hoyle.history.narration.english_phrases import YOU
from hoyle.history.pot_breakdown import build_pot_breakdown
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.views.narration import known_as
from hoyle.server.websocket_frames import HandValuesFrame
from hoyle.table.base import Table
from hoyle.table.log.event_log import LogStep


class HandValueTracker:
    """Tracker of a round's exposed cards and awards, which a poker view does not keep."""

    def __init__(self, live_table: LiveTable) -> None:
        self._live_table = live_table
        self._seen_cards: list[str] = []
        self._awards: list[PokerEvent] = []
        """Rake and awards of the pots."""
        for step in live_table.round_steps:
            self.add(step)

    def add(self, step: LogStep) -> None:
        """Track the exposed cards and awards of a committed step."""
        if self._live_table.table.IS_HOUSE_GAME:
            return
        for event in step.events:
            if event.name == "round-began":
                self._seen_cards, self._awards = [], []
            elif isinstance(event, Awarded | Raked):
                self._awards.append(event)
            elif event.name in ("dealt", "board-dealt", "card-exposed", "shown", "winner-shows"):
                public = event.seen_by("").to_dict()
                for card in public.get("cards") or [public.get("card", UNKNOWN_TEXT)]:
                    if card != UNKNOWN_TEXT and card not in self._seen_cards:
                        self._seen_cards.append(card)

    def frame(self, person: str) -> HandValuesFrame | None:
        """Return the hand-value frame for one person; None without cards to evaluate."""
        table = self._live_table.table
        round_ = getattr(table.view(person), "round", None)
        if isinstance(round_, PokerRoundView):
            return self._poker_frame(table, round_, person)
        # At a house game every player sees their own hand values, a spectator none.
        if not isinstance(round_, HouseCardRoundView) or not table.roster.seat_of(person):
            return None
        hands = describe_house_hands(house_game(table.game_id), round_, person)
        return HandValuesFrame(table_id=self._live_table.number, hands=hands)

    def _poker_frame(self, table: Table, round_: PokerRoundView, person: str) -> HandValuesFrame:
        """Hand values and pots at a poker table."""
        rules = table.hand_rules(len(round_.hands))
        assert isinstance(rules, Rules)
        names = {
            hand.seat: YOU if person and hand.person == person else known_as(self._live_table, hand.person)
            for hand in round_.hands
        }
        return HandValuesFrame(
            table_id=self._live_table.number,
            hands=describe_hands(rules, round_, person),
            seen_cards=self._seen_cards,
            pot_breakdown=build_pot_breakdown(self._awards, round_, rules, names),
        )
