"""Narrator of a poker table: seats, decks, button, floor rulings and every round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hoyle.core.errors import InvalidError
from hoyle.games.poker.events import Opened, PokerEvent
from hoyle.games.poker.floor.ruling_types import HOUSE_RULING
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.variants import variant
from hoyle.history.narration.announcement import Announcement
from hoyle.history.narration.english_phrases import (
    Money,
    cards_with_symbols,
    count_phrase,
    join_list,
    limits,
    sentence,
    subject_and_verb,
)
from hoyle.history.narration.narrator import TableNarrator, trigger_phrase
from hoyle.history.narration.poker_round_narrator import PokerRoundNarrator
from hoyle.table.action_timeout import ActionTimedOut
from hoyle.table.disputes import NoteRecorded
from hoyle.table.poker import events
from hoyle.table.poker.decks import deck_events
from hoyle.table.poker.posted_sign import PostedSign

_REPORTED: Final = {
    "no-cut": "the deck was not shuffled and cut as it should be",
    "wrong-start": "the deal began at the wrong seat",
    "missed-seat": "{name} got no cards",
    "ineligible": "{name} had no right to cards",
    "boxed": "{count} found face up in the deck",
    "off-table": "a card fell off the table",
    "bad-deck": "the deck has {found}",
    "stub-count": "{counted} cards are counted where {expected} should be",
    "exposed-hole-flop": "{exposed} turned up in dealing",
    "stud-hole-up": "{exposed} of {name} dealt face up",
    "protected-fouled": "the protected hand of {name} is fouled",
    "unprotected-fouled": "the unprotected hand of {name} is fouled",
    "wrong-count": "the hand of {name} has the wrong number of cards",
    "left": "{name} left the table with a hand",
    "discard": "{name} threw the hand in face down",
    "upcards-down": "{name} turned the up-cards down",
    "fold-owing": "{name} gave up the hand and owes: {owing}",
    "disclosure": "the house wants to see the hand of {name}",
    "discard-at-showdown": "the hand of {name} was thrown in at the showdown",
    "tabled-winner-killed": "the tabled hand of {name} was taken in",
    "wrong-claim": "{name} said {said!r}",
    "touched-pot": "{name} touched chips in the pot",
    "out-of-view": "{name} keeps cards out of view",
    "collusion": "{name} is suspected: {why}",
}
"""Sentences for what was reported to the floor, by trigger."""

_CARDS: Final = {"count": "card", "exposed": "hole card"}
"""Fields of a report that count cards, with their nouns."""


class PokerTableNarrator(TableNarrator):
    """Narrator of a poker table: turns its events into the dealer's announcements."""

    def __init__(
        self,
        sign: PostedSign,
        names: Mapping[int, str] | None = None,
        viewer: str | None = None,
        *,
        money: Money = str,
        marked: bool = False,
    ) -> None:
        super().__init__(names, viewer, money=money, marked=marked)
        self.sign = sign
        self._round: PokerRoundNarrator | None = None
        self._rules: Rules | None = None
        self._killer: str | None = None

    def narrate(self, entry: Any) -> list[Announcement]:
        if isinstance(entry, PokerEvent):
            return self._round_narrator(entry).narrate(entry)
        pending_calls = self.flush()
        if isinstance(entry, events.RoundBegan):
            self._rules = self.sign.rules(len(entry.seats), entry.small, entry.big)
        return pending_calls + super().narrate(entry)

    def flush(self) -> list[Announcement]:
        return [] if self._round is None else self._round.flush()

    def _round_narrator(self, event: PokerEvent) -> PokerRoundNarrator:
        """Return the narrator of the poker round that an event belongs to; an opening starts a new one."""
        if isinstance(event, Opened):
            sign = self.sign
            rules = self._rules or sign.rules(len(event.seats), sign.small, sign.big)
            for seat, person in zip(event.seats, event.people, strict=True):
                if seat not in event.passed:
                    self.introduce(seat, person)
            self._round = PokerRoundNarrator(
                rules, voice=self.voice.copy_with_present_names(), viewer=self.viewer, blinds=sign.blinds
            )
        if self._round is None:
            raise InvalidError(f"{event.name} comes in the middle of a round: begin where it was opened")
        return self._round

    def sentence_for(self, entry: Any) -> str:
        return self._table_sentence(entry) or self._deck_sentence(entry) or super().sentence_for(entry)

    def _table_sentence(self, entry: Any) -> str:
        """Return the dealer's sentence on button, blinds, jackpot, rake or a ruling; empty for others."""
        voice, money = self.voice, self.money
        if isinstance(entry, events.TableOpened):
            stakes = limits(self.sign.rules(2, self.sign.small, self.sign.big).stakes, self.sign.blinds, money)
            return f"the table is open: {variant(self.sign.game).title}, {stakes}, by {self.sign.book}."
        if isinstance(entry, events.ButtonPlaced):
            return self._button_sentence(entry)
        if isinstance(entry, events.NotDealtIn):
            return f"no cards for {voice.name(entry.seat)} this round, who {entry.why}."
        if isinstance(entry, events.BlindMissed):
            chips = money(self.sign.blinds[entry.blind])
            return f"{voice.does(entry.seat, 'miss')} the blind of {chips}."
        if isinstance(entry, events.BlindsChosen):
            choice = "wait for the missed blinds to come round" if entry.waits else "post what was missed"
            return f"{voice.does(entry.seat, 'will')} {choice}."
        if isinstance(entry, ActionTimedOut):
            return f"time is up for {voice.name(entry.seat)}."
        if isinstance(entry, events.CurrencyChanged):
            return f"{money(entry.chips)} in cash of {voice.name(entry.seat)} is changed into chips."
        if isinstance(entry, events.KillMoved):
            return self._kill_sentence(entry)
        if isinstance(entry, events.RoundTakenBack):
            return f"nobody has won round {entry.number}: all chips go back to whoever put them in."
        if isinstance(entry, events.Dropped):
            verb = "go" if entry.what.endswith("s") else "goes"
            return f"the {entry.what}, {money(entry.chips)}, {verb} into the {entry.into}."
        if isinstance(entry, events.JackpotWon):
            return f"jackpot: {voice.does(entry.seat, 'win')} one, {entry.standard}."
        if isinstance(entry, events.JackpotPaid):
            recipient = voice.does(entry.seat, "get") if entry.seat else f"{entry.player} gets"
            return f"jackpot: {recipient} {money(entry.chips)}, {entry.standard}."
        if isinstance(entry, events.RakeReduced):
            request = f" at the request of {voice.name(entry.seat)}" if entry.seat else ""
            return f"the rake is cut{request}." if entry.rake is not None else "the posted rake is back."
        if isinstance(entry, events.Ruled):
            return self._ruling_sentence(entry)
        if isinstance(entry, events.WagerRuled):
            return self._wager_sentence(entry)
        return ""

    def recorded(self, entry: NoteRecorded) -> str:
        if entry.what == "limits":
            return f"a kill pot: the limits are {entry.detail}."
        return super().recorded(entry)

    def _button_sentence(self, entry: events.ButtonPlaced) -> str:
        """Return the dealer's sentence on where the button goes, and the cards drawn for it."""
        if not entry.draw:
            return f"the button goes to {self.voice.name(entry.seat)}."
        cards = ", ".join(f"{self.voice.name(seat)} {cards_with_symbols([card])}" for seat, card in entry.draw)
        return f"for the button: {cards}. {sentence(self.voice.does(entry.seat, 'have'))} it."

    def _kill_sentence(self, entry: events.KillMoved) -> str:
        """Return the dealer's sentence on who has the kill button, or has won toward it."""
        before, self._killer = self._killer, entry.holder
        if entry.holder is not None:
            verb = "keep" if entry.holder == before else "get"
            return f"{subject_and_verb(self.person(entry.holder), verb)} the kill button."
        if before is not None:
            return "the kill button goes back to the dealer."
        if entry.last_winner is None:
            return "nobody has won a pot toward the kill."
        return f"{subject_and_verb(self.person(entry.last_winner), 'have')} won one pot toward the kill."

    def _ruling_sentence(self, entry: events.Ruled) -> str:
        """Return the dealer's sentence on a floor ruling: what was reported, and what was ruled."""
        report: dict[str, Any] = dict(entry.reported)
        seat = report.get("seat", 0)
        if "player" in report:
            # The player at that time: another may have the seat by now.
            report["name"] = self.person(report["player"])
        else:
            report["name"] = self.voice.name(seat) if seat else "somebody"
        for field, noun in _CARDS.items():
            if isinstance(report.get(field), int):
                report[field] = count_phrase(report[field], noun)
        if isinstance(report.get("found"), int):
            report["found"] = f"{report['found']} card{'' if report['found'] == 1 else 's'}"
        template = _REPORTED.get(entry.trigger)
        text = trigger_phrase(entry.trigger) if template is None else template.format_map(report)
        further_clauses = [clause for clause in entry.clauses if clause != entry.clause]
        beside = f", with {join_list(further_clauses)}" if further_clauses else ""
        if entry.result == HOUSE_RULING:
            return f"{text}. The house must rule what follows."
        reading = f", read as in {entry.reading}" if entry.reading else ""
        return f"{text}. The floor rules: {entry.result}{beside}{reading}."

    def _wager_sentence(self, entry: events.WagerRuled) -> str:
        chips = self.money(sum(entry.chips))
        if entry.then:
            chips += f", then {self.money(sum(entry.then))}"
        statement = "" if entry.said is None else f", saying {str(entry.said)!r}"
        balance = f"; {self.money(entry.change)} comes back" if entry.change else ""
        balance += f"; {self.money(entry.owed)} is still owed" if entry.owed else ""
        return f"{self.voice.does(entry.seat, 'put')} in {chips}{statement}: {entry.result}{balance}."

    def _deck_sentence(self, entry: Any) -> str:
        """Return the dealer's sentence on decks brought, shuffled, cut or retired; empty for other events."""
        if isinstance(entry, deck_events.DecksBrought):
            count = len(entry.decks)
            names = join_list(entry.decks)
            return f"{count_phrase(count, 'deck')} {'comes' if count == 1 else 'come'} to the table: {names}."
        if isinstance(entry, deck_events.DeckShuffled):
            by_method = {"manual": "is shuffled", "machine": "is shuffled by the machine"}
            return f"the {entry.deck} deck {by_method.get(entry.method, 'came shuffled from its maker')}."
        if isinstance(entry, deck_events.DeckCut):
            packet = f"{count_phrase(entry.count, 'card')} from the {entry.end}"
            why = f": {entry.why}" if entry.why else ""
            again = f"cut again by order of {entry.ordered_by}" if entry.ordered_by else "cut"
            return f"{again}, {packet}{why}."
        if isinstance(entry, deck_events.ShufflerFailed):
            deck = f" with the {entry.deck} deck" if entry.deck else ""
            return f"the shuffler failed{deck}, {entry.how}: shuffle again."
        if isinstance(entry, deck_events.DecksSwapped):
            return f"the {entry.deck} deck comes into play."
        if isinstance(entry, deck_events.DeckRetired):
            return f"the {entry.deck} deck leaves the table: {entry.why}."
        if isinstance(entry, deck_events.DecksRotated):
            return f"the decks are rotated: {join_list(entry.decks)} are in use."
        if isinstance(entry, deck_events.StubCounted):
            right = "as it should be" if entry.counted == entry.expected else f"it should be {entry.expected}"
            return f"the count is {entry.counted}, {right}."
        if isinstance(entry, deck_events.OpeningStepDone):
            return f"opening: {entry.step}{f', by {entry.by}' if entry.by else ''}."
        if isinstance(entry, deck_events.TableIdle):
            return f"no play: both decks lie spread face {entry.spread}."
        return ""
