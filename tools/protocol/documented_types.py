"""Documented types of the protocol: the structs that the page lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from hoyle.games.house_cards.view import HouseCardPositionView, HouseCardRoundView, WagerSettlement
from hoyle.games.poker import view_types as poker_round
from hoyle.history import hand_descriptions, pot_breakdown
from hoyle.room.live_table import table_settings
from hoyle.room.views import narration
from hoyle.room.views import view_types as room_views
from hoyle.server import websocket_frames
from hoyle.table import pending_decisions
from hoyle.table.dice import view_types as dice
from hoyle.table.house_cards.view import HouseCardDeckView, HouseCardSeatView, HouseCardView
from hoyle.table.poker import view_types as poker

PARTS: Final[tuple[type[Struct], ...]] = (
    room_views.TableSnapshot, room_views.TableUpdate, room_views.StepView, room_views.EventView,
    narration.Sentence, room_views.PendingDecisionView, pending_decisions.Choice, pending_decisions.Bounds,
    pending_decisions.Preset, room_views.ClockView,
    room_views.ShortStack, room_views.SeatRequest, room_views.DeniedSeatRequest, room_views.ProposedRuling,
    table_settings.TableSettings,
    websocket_frames.LobbyTable, hand_descriptions.HandDescription, hand_descriptions.MadeHand,
    pot_breakdown.PotBreakdown,
    pot_breakdown.PotResult,
    pot_breakdown.PotShare,
)  # fmt: skip

VIEWS: Final[Mapping[str, tuple[type[Struct], ...]]] = {
    "poker": (
        poker.PokerView, poker.PokerSeatView, poker_round.PokerRoundView, poker_round.PokerHandView,
        poker_round.PokerPotView,
    ),
    "house-cards": (
        HouseCardView, HouseCardSeatView, HouseCardDeckView, HouseCardRoundView, HouseCardPositionView,
        WagerSettlement,
    ),
    "dice": (dice.DiceView, dice.DiceSeatView, dice.DiceWagerView),
}  # fmt: skip
"""Types of `view` and `public_view`, by the kind of table."""

SHAPES: Final = (*PARTS, *(shape for shapes in VIEWS.values() for shape in shapes))
