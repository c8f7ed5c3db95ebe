"""What the frames are made of, each under one name: every kind of table has seats and rounds of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from hoyle.banked.view import BettingPositionView, LineView
from hoyle.banked.view import RoundView as BankedRound
from hoyle.history import divisions, readings
from hoyle.poker import shapes as poker_round
from hoyle.room.live import picture_shapes as pictures
from hoyle.room.live import teller, terms
from hoyle.server import frames
from hoyle.table import waits
from hoyle.table.banked.view import DeckView, HouseCardTableView
from hoyle.table.banked.view import SeatView as BankedSeat
from hoyle.table.dice import shapes as dice
from hoyle.table.poker import shapes as poker

PARTS: Final[tuple[type[Struct], ...]] = (
    pictures.TableView, pictures.TableUpdate, pictures.StepView, pictures.EventView,
    teller.Sentence, pictures.PendingView, waits.Choice, waits.Bounds, waits.Preset, pictures.ClockView,
    pictures.ShortStackView, pictures.HostRequestView, pictures.DeclinedRequestView, pictures.RulingPicture,
    terms.TableSettings,
    frames.LobbyTable, readings.HandDescription, readings.MadeHand, divisions.PotBreakdown,
    divisions.PotResult,
    divisions.PotShare,
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
"""What a `view` and a `felt` are, by the kind of table."""

SHAPES: Final = (*PARTS, *(shape for shapes in VIEWS.values() for shape in shapes))

_CALLED: Final[Mapping[type[Struct], str]] = {
    pictures.TableView: "TablePicture",
    pictures.TableUpdate: "NewsPicture",
    pictures.StepView: "StepPicture",
    pictures.EventView: "EntryPicture",
    teller.Sentence: "Words",
    pictures.PendingView: "WaitPicture",
    pictures.ClockView: "ClockPicture",
    pictures.ShortStackView: "ShortPicture",
    pictures.HostRequestView: "AskPicture",
    pictures.DeclinedRequestView: "RefusedAsk",
    terms.TableSettings: "Terms",
    readings.HandDescription: "Reading",
    readings.MadeHand: "Made",
    divisions.PotBreakdown: "Division",
    divisions.PotResult: "DividedPot",
    divisions.PotShare: "Share",
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
    """The name of a shape on the page and in the types of the web client."""
    return _CALLED.get(kind, kind.__name__)
