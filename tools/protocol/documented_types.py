"""Documented types of the protocol: which structs the page lists, and under which names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from hoyle.games.house_cards.view import BettingPositionView, LineView
from hoyle.games.house_cards.view import RoundView as BankedRound
from hoyle.games.poker import view_types as poker_round
from hoyle.history import hand_descriptions, pot_breakdown
from hoyle.room.live_table import table_settings
from hoyle.room.views import narration
from hoyle.room.views import view_types as pictures
from hoyle.server import websocket_frames
from hoyle.table import pending_decisions
from hoyle.table.dice import view_types as dice
from hoyle.table.house_cards.view import DeckView, HouseCardTableView
from hoyle.table.house_cards.view import SeatView as BankedSeat
from hoyle.table.poker import view_types as poker

PARTS: Final[tuple[type[Struct], ...]] = (
    pictures.TableView, pictures.TableUpdate, pictures.StepView, pictures.EventView,
    narration.Sentence, pictures.PendingView, pending_decisions.Choice, pending_decisions.Bounds,
    pending_decisions.Preset, pictures.ClockView,
    pictures.ShortStackView, pictures.HostRequestView, pictures.DeclinedRequestView, pictures.RulingPicture,
    table_settings.TableSettings,
    websocket_frames.LobbyTable, hand_descriptions.HandDescription, hand_descriptions.MadeHand,
    pot_breakdown.PotBreakdown,
    pot_breakdown.PotResult,
    pot_breakdown.PotShare,
)  # fmt: skip

VIEWS: Final[Mapping[str, tuple[type[Struct], ...]]] = {
    "poker": (
        poker.PokerTableView, poker.SeatView, poker_round.RoundView, poker_round.HandView,
        poker_round.PotView,
    ),
    "house-cards": (
        HouseCardTableView, BankedSeat, DeckView, BankedRound, BettingPositionView, LineView,
    ),
    "dice": (dice.DiceTableView, dice.SeatView, dice.WagerView),
}  # fmt: skip
"""Types of `view` and `felt`, by the kind of table."""

SHAPES: Final = (*PARTS, *(shape for shapes in VIEWS.values() for shape in shapes))

_NAMES: Final[Mapping[type[Struct], str]] = {
    pictures.TableView: "TablePicture",
    pictures.TableUpdate: "NewsPicture",
    pictures.StepView: "StepPicture",
    pictures.EventView: "EntryPicture",
    narration.Sentence: "Words",
    pictures.PendingView: "WaitPicture",
    pictures.ClockView: "ClockPicture",
    pictures.ShortStackView: "ShortPicture",
    pictures.HostRequestView: "AskPicture",
    pictures.DeclinedRequestView: "RefusedAsk",
    table_settings.TableSettings: "Terms",
    hand_descriptions.HandDescription: "Reading",
    hand_descriptions.MadeHand: "Made",
    pot_breakdown.PotBreakdown: "Division",
    pot_breakdown.PotResult: "DividedPot",
    pot_breakdown.PotShare: "Share",
    poker.PokerTableView: "PokerView",
    HouseCardTableView: "BankedView",
    dice.DiceTableView: "DiceView",
    poker.SeatView: "PokerSeat",
    poker_round.RoundView: "PokerRound",
    poker_round.HandView: "PokerHand",
    poker_round.PotView: "PokerPot",
    BankedSeat: "BankedSeat",
    DeckView: "BankedDeck",
    BankedRound: "BankedRound",
    BettingPositionView: "BankedPlace",
    LineView: "BankedLine",
    dice.SeatView: "DiceSeat",
    dice.WagerView: "DiceWager",
}


def called(kind: type[Struct]) -> str:
    """Name of a type in the page and in the types of the web client."""
    return _NAMES.get(kind, kind.__name__)
