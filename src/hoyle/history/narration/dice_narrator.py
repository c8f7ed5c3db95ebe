"""Narrator of a dice table: wagers, shooter, and the stickman's call of every roll."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hoyle.games.dice import events as rolls
from hoyle.games.dice.game_state import DEALER, DiceWager
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.games.dice.wagers.wager_names import NAMES, wager_name
from hoyle.history.narration.announcement import Announcement
from hoyle.history.narration.english_phrases import (
    Money,
    count_phrase,
    join_list,
    number,
    possessive,
    sentence,
    subject_and_verb,
)
from hoyle.history.narration.narrator import TableNarrator
from hoyle.table.dice.events import TableOpened

_ON_THE_POINT: Final = ("pass", "dont_pass", "pass_odds", "dont_pass_odds")
"""Wagers whose number is the table's point and goes without saying."""

_MOVED_TO_NUMBER: Final = {
    "come": "on the come",
    "dont_come": "on the don't come",
    "come_odds": "in odds on the come",
    "dont_come_odds": "in odds on the don't come",
}
"""Phrases for wagers that have moved to a number: ``on the come nine``."""

_ROLL_CALLS: Final = {
    (1, 1): "two, craps two, aces",
    (1, 2): "three, craps three, ace-deuce",
    (2, 2): "four, the hard way",
    (1, 3): "four, easy four",
    (1, 4): "five, fever five",
    (2, 3): "five, fever five",
    (3, 3): "six, the hard way",
    (1, 5): "six, easy six",
    (2, 4): "six, easy six",
    (4, 4): "eight, the hard way",
    (2, 6): "eight, easy eight",
    (3, 5): "eight, easy eight",
    (3, 6): "nine, centre field nine",
    (4, 5): "nine, centre field nine",
    (5, 5): "ten, the hard way",
    (4, 6): "ten, easy ten",
    (5, 6): "eleven, yo-leven",
    (6, 6): "twelve, craps twelve, boxcars",
}
"""The stickman's calls; that of a seven depends on the point."""


class _PlacedWager:
    """Wager on the layout of a dice table, as far as the narration knows it."""

    def __init__(self, bet: rolls.Bet | DiceWager | _PlacedWager) -> None:
        self.owner: str = bet.owner
        self.kind: str = bet.kind
        self.amount: int = bet.amount
        self.number: int = bet.number
        self.faces: str = bet.faces
        self.off = isinstance(bet, DiceWager) and bet.called_off
        """Whether it was turned off during the point."""

    def copy(self) -> _PlacedWager:
        duplicate = _PlacedWager(self)
        duplicate.off = self.off
        return duplicate


class DiceNarrator(TableNarrator):
    """Narrator of a craps or mini-dice table: turns its events into the crew's announcements."""

    def __init__(
        self,
        sign: DiceSign,
        names: Mapping[int, str] | None = None,
        viewer: str | None = None,
        *,
        money: Money = str,
        marked: bool = False,
    ) -> None:
        super().__init__(names, viewer, money=money, marked=marked)
        self.sign = sign
        self.tool = sign.HELD
        self._wagers: dict[str, _PlacedWager] = {}
        self._point = 0
        self._before_roll: tuple[int, dict[str, _PlacedWager]] | None = None
        """Point and wagers before the last roll."""
        self._roll: rolls.Rolled | None = None
        """A roll that waits for its effect on the point."""
        self._decided_calls: list[Announcement] = []

    def take_up(self, point: int, wagers: Iterable[DiceWager]) -> None:
        self._point = point
        self._wagers |= {wager.id: _PlacedWager(wager) for wager in wagers}

    def narrate(self, entry: Any) -> list[Announcement]:
        if isinstance(entry, rolls.Rolled):
            pending_calls = self.flush()
            self._roll = entry
            self._before_roll = self._point, {id: wager.copy() for id, wager in self._wagers.items()}
            return pending_calls
        if isinstance(entry, rolls.PointSet | rolls.PointMade | rolls.SevenOut):
            return self._announce_roll(entry)
        calls = super().narrate(entry)
        if self._roll is not None and isinstance(entry, rolls.Decided | rolls.Moved):
            self._decided_calls += calls
            return []
        return self.flush() + calls

    def flush(self) -> list[Announcement]:
        roll, self._roll = self._roll, None
        if roll is None:
            return []
        text = f"{sentence(self._roll_call(roll, out=False))}, {roll.one}-{roll.other}."
        return [Announcement(text, roll.clause, roll), *self._take_decided_calls()]

    def _announce_roll(self, entry: rolls.PointSet | rolls.PointMade | rolls.SevenOut) -> list[Announcement]:
        """Return the announcement of a roll with its effect on the point, then of the wagers it decides."""
        roll, self._roll = self._roll, None
        lead = ""
        if roll is not None:
            lead = f"{self._roll_call(roll, out=isinstance(entry, rolls.SevenOut))}, {roll.one}-{roll.other}; "
        if isinstance(entry, rolls.PointSet):
            self._point = entry.point
            effect = f"the point is {number(entry.point)}"
        elif isinstance(entry, rolls.PointMade):
            self._point = 0
            effect = "a winner, the point is made"
        else:
            self._point = 0
            effect = "line away"
        for wager in self._wagers.values():
            wager.off = False
        return [Announcement(f"{sentence(lead + effect)}.", entry.clause, entry), *self._take_decided_calls()]

    def _take_decided_calls(self) -> list[Announcement]:
        """Remove and return the announcements of decided wagers that wait for the call of their roll."""
        decided, self._decided_calls = self._decided_calls, []
        return decided

    def _roll_call(self, roll: rolls.Rolled, *, out: bool) -> str:
        """Return the stickman's call of a roll; `out`: a seven that loses the line."""
        total = roll.one + roll.other
        if not self.sign.NICKNAMED:
            return number(total) if total < 12 else "twelve"
        if total == 7:
            if out:
                return "seven out"
            return "seven" if self._point else "seven, front line winner"
        low, high = sorted((roll.one, roll.other))
        return _ROLL_CALLS[low, high]

    def sentence_for(self, entry: Any) -> str:
        if isinstance(entry, rolls.DiceEvent):
            return self._wager_text(entry) or self._custody_text(entry) or self._layout_text(entry)
        if isinstance(entry, TableOpened):
            game = entry.sign.rulebook.game
            least = f"minimum {self.money(entry.sign.minimum)}"
            most = f", maximum {self.money(entry.sign.maximum)}" if entry.sign.maximum else ""
            return f"the table is open: {game}, {least}{most}, by {entry.sign.book}."
        return super().sentence_for(entry)

    def person(self, name: str) -> str:
        return f"the {DEALER}" if name == DEALER else super().person(name)

    # Wagers

    def _wager_text(self, event: rolls.DiceEvent) -> str:
        """Return the dealer's sentence on a dice wager made, changed or decided; empty for others."""
        money = self.money
        if isinstance(event, rolls.Bet):
            wager_bet = self._wagers[event.id] = _PlacedWager(event)
            fee = f", commission {money(event.commission)}" if event.commission else ""
            if event.fee_kept and not event.commission:
                fee = ", no new commission"
            tender = {"cash": " in cash", "coupon": " with a coupon"}.get(event.tender, "")
            bet = subject_and_verb(self.person(event.owner), f"bet {money(event.amount)}{tender}")
            return f"{bet} {self._spot_text(wager_bet)}{fee}."
        if isinstance(event, rolls.CashChanged):
            return f"{possessive(self.person(event.owner))} {money(event.chips)} in cash is changed into chips."
        if isinstance(event, rolls.Decided):
            return self._decided_sentence(event)
        if isinstance(event, rolls.Changed):
            label = self._owners_bet(event.id)
            wager = self._wagers.get(event.id)
            if wager is not None:  # else it was made before the narration began
                wager.amount = event.amount
            fee = f", commission {money(event.commission)}" if event.commission > 0 else ""
            if event.commission < 0:
                fee = f", {money(-event.commission)} of the commission back"
            return f"{label} goes {'up' if event.more > 0 else 'down'} to {money(event.amount)}{fee}."
        if isinstance(event, rolls.Removed):
            fee = f", commission {money(event.refund)} back" if event.refund else ""
            return f"{self._owners_bet(event.id)} comes down, {money(event.chips)}{fee}."
        if isinstance(event, rolls.Moved):
            return self._moved_sentence(event)
        if isinstance(event, rolls.OnRequested):
            return f"{self._owners_bet(event.id)} is called on."
        if isinstance(event, rolls.CalledOn):
            return f"{self._owners_bet(event.id)} is on {self._turn_on(event.id)}."
        if isinstance(event, rolls.CalledOff):
            return f"{self._owners_bet(event.id)} is off {self._turn_off(event.id)}."
        if isinstance(event, rolls.Barred):
            barred = wager_name(event.kind)
            return f"{subject_and_verb(self.person(event.player), 'may')} not put {barred} back for now."
        return ""

    def _turn_on(self, id: str) -> str:
        """Record that a dice wager is on; return from when, for the announcement."""
        wager = self._wagers.get(id)
        if wager is None or not wager.off:
            return "for the come-out"
        wager.off = False
        return "again"

    def _turn_off(self, id: str) -> str:
        """Record that a dice wager is off; return for how long, for the announcement."""
        if not self._point:
            return "for the come-out"
        if wager := self._wagers.get(id):
            wager.off = True
        return "while the point is on"

    def _decided_sentence(self, event: rolls.Decided) -> str:
        wager = self._wagers.get(event.id)
        if wager is None:
            label = f"wager {event.id}"
        else:
            label = f"{possessive(self.person(wager.owner))} {self.money(wager.amount)} {self._spot_text(wager)}"
        if event.result == "win":
            fee_phrase = f", {self.money(event.taken)} is taken" if event.taken else ""
            return f"{label} wins {self.money(event.paid)}{fee_phrase}."
        ends = {"lose": "loses", "push": "is a push", "returned": "goes back"}
        return f"{label} {ends[event.result]}."

    def _moved_sentence(self, event: rolls.Moved) -> str:
        """Return the dealer's sentence on a wager that moves to a number; empty for line bets."""
        label = self._owners_bet(event.id)
        wager = self._wagers.get(event.id)
        if wager is not None:
            wager.number = event.number
            if wager.kind in _ON_THE_POINT:
                return ""
        return f"{label} goes to the {number(event.number)}."

    def _owners_bet(self, id: str) -> str:
        """Return a dice wager with its owner: ``ann's bet on the pass line``."""
        wager = self._wagers.get(id)
        if wager is None:
            return f"wager {id}"
        return f"{possessive(self.person(wager.owner))} bet {self._spot_text(wager)}"

    def _spot_text(self, wager: _PlacedWager) -> str:
        """Return the phrase for the spot of a dice wager: ``on the pass line``, ``to place the six``."""
        names = NAMES.get(wager.kind)
        place = names.on if names is not None else f"on {wager.kind.replace('_', ' ')}"
        if wager.faces:
            return f"{place} {wager.faces}"
        if not wager.number or wager.kind in _ON_THE_POINT:
            return place
        spelled = number(wager.number) if wager.number < 12 else "twelve"
        if wager.kind in _MOVED_TO_NUMBER:
            return f"{_MOVED_TO_NUMBER[wager.kind]} {spelled}"
        return f"{place} {spelled}" if wager.kind in ("hard", "horn_high") else f"{place} the {spelled}"

    # Dice and shaker

    def _custody_text(self, event: rolls.DiceEvent) -> str:
        """Return the dealer's sentence on who gets the dice or the shaker; empty for other events."""
        tool = self.tool
        if isinstance(event, rolls.Passed):
            offer = f"{self.person(event.order[0])}, {tool}?" if event.order else ""
            if not event.player:
                return offer
            passing = subject_and_verb(self.person(event.player), f"pass the {tool}")
            return f"{passing}. {sentence(offer)}" if offer else f"{passing}."
        if isinstance(event, rolls.OfferExtended):
            return f"{self.person(event.player)} is asked for the {tool} too."
        if isinstance(event, rolls.Declined):
            return f"{subject_and_verb(self.person(event.player), 'decline')} the {tool}."
        if isinstance(event, rolls.Accepted):
            acceptance = subject_and_verb(self.person(event.player), f"take the {tool}")
            role = " for the players" if event.player == DEALER else ""
            if tool == "dice":
                role = ", a new shooter"
            return f"{acceptance}{role}."
        if isinstance(event, rolls.Shaken):
            shakes = subject_and_verb(self.person(event.who), f"shake {count_phrase(event.times, 'time')}")
            return f"{shakes}{': no more bets' if event.who == DEALER else ''}."
        if isinstance(event, rolls.MustPass):
            return "a seven: the shaker is passed on."
        return ""

    def _layout_text(self, event: rolls.DiceEvent) -> str:
        """Return the dealer's sentence on throws, rulings on them and the puck; empty for others."""
        if isinstance(event, rolls.Released):
            return "dice are out, no more bets."
        if isinstance(event, rolls.Called):
            verb = "called" if event.clause == self.sign.rulebook.rolled else "ruled"
            return f"{event.one}-{event.other} is {verb}, {number(event.one + event.other)}."
        if isinstance(event, rolls.Disputed):
            disputant = "the players dispute"
            if event.player:
                disputant = subject_and_verb(self.person(event.player), "dispute")
            return f"{disputant} which faces are up."
        if isinstance(event, rolls.Upheld):
            return "the call stands."
        if isinstance(event, rolls.ThrowVoided):
            self._point = event.point
            if self._before_roll is not None:
                self._point, self._wagers = self._before_roll
                self._before_roll = None
            return f"the throw of {event.one}-{event.other} is void: every wager is as it was before it."
        if isinstance(event, rolls.NoRoll):
            return f"no roll, {event.reason}: every wager stands."
        if isinstance(event, rolls.MarkerMoved):
            return f"the puck is {event.at}."
        if isinstance(event, rolls.BarsLifted):
            lifted = join_list([wager_name(kind) for kind in event.kinds])
            return f"{lifted} may be bet again by whoever took it down."
        if isinstance(event, rolls.LineDeclined):
            return (
                f"nobody bets the line: {subject_and_verb(self.person(event.shooter), 'throw')} for "
                f"the come bets alone."
            )
        if isinstance(event, rolls.PlayResumed):
            return "the next roll is a come-out again."
        if isinstance(event, rolls.Noted):
            return f"{event.what}."
        return ""
