"""House card table: seats, decks and rounds of one house card game under one posted sign.

>>> from hoyle.games.house_cards.posted_sign import HouseCardSign
>>> table = HouseCardTable.open(HouseCardSign("three-card-poker"))
>>> _ = table.open_decks()
>>> _ = table.sit(3, 100, "ann")
>>> [wait.kind for wait in table.pending() if not wait.optional]
['shuffle']

`do` takes a command and returns the events it caused; the methods for single actions build that command and
do it. Rounds are run by `hoyle.games.house_cards.HouseCardRound`, which is internal to the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from msgspec import Struct

from hoyle.core.cards import cards_text
from hoyle.core.errors import InvalidError
from hoyle.core.mypyc_compat import Flag, Text, Whole
from hoyle.core.validation import abbreviate, check_instance, check_int, check_ints
from hoyle.games.house_cards.game_definition import ANTE
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.table import base, disputes
from hoyle.table.command_base import Command, command_from_dict, command_registry
from hoyle.table.deck_inventory import DeckSummary, TableDecks
from hoyle.table.house_cards import commands, floor_rulings, pending_decisions, round_end
from hoyle.table.house_cards import view as house_card_view
from hoyle.table.house_cards.command_dispatch import HANDLERS, ROLES
from hoyle.table.house_cards.decks import deck_handlers, deck_requirements
from hoyle.table.house_cards.events import EVENTS
from hoyle.table.house_cards.table_base import HouseCardTableBase
from hoyle.table.house_cards.view import HouseCardView
from hoyle.table.log.event_base import Entries
from hoyle.table.pending_decisions import Choice, Pending
from hoyle.table.ruling_preview import RulingPreview
from hoyle.table.staff_roles import RoleRule


class HouseCardTable(HouseCardTableBase):
    """House card table under one sign.

    >>> import hoyle
    >>> from hoyle.games.house_cards.posted_sign import HouseCardSign
    >>> table = hoyle.HouseCardTable.open(HouseCardSign("three-card-poker"))
    >>> _ = table.sit(1, chips=100)
    >>> table.stacks
    {1: 100}
    """

    KIND: ClassVar[str] = "house-cards"
    VIEW: ClassVar[type[Struct]] = HouseCardView
    COMMANDS: ClassVar[Mapping[str, type[Command]]] = commands.COMMANDS
    EVENTS: ClassVar[Mapping[str, Any]] = EVENTS
    HANDLERS: ClassVar[dict[type, base.Handler]] = HANDLERS
    ROLES: ClassVar[dict[type, RoleRule]] = ROLES
    REPORTS: ClassVar[tuple[type[Command], ...]] = (*commands.REPORTS, commands.HouseRuling)

    @classmethod
    def open(cls, sign: HouseCardSign, *, keep_log: bool = True) -> HouseCardTable:
        """Open a table under a sign, with its sealed decks."""
        check_instance(sign, HouseCardSign, "sign")
        table = cls(keep_log=keep_log)
        table.do(commands.OpenTable(sign=sign.facts()))
        return table

    # Queries

    def pending(self) -> Pending:
        cache = self._pending
        if cache is None:
            cache = self._pending = pending_decisions.build_pending(self)
        return cache.sequence()

    def view(self, person: str | Whole = "") -> HouseCardView:
        return house_card_view.view(self, self.resolve_person(person))

    def preview(self, command: Command, by: str = base.FLOOR) -> RulingPreview:
        return floor_rulings.preview(self, command, by)

    @classmethod
    def read_sign(cls, game: str, data: Mapping[str, Any]) -> HouseCardSign:
        return HouseCardSign.read_posted(data)

    def game_round(self) -> HouseCardRound | None:
        return None if self.state.round is None else self.playing_round()

    def own_cards(self, person: str) -> dict[str, list[str]]:
        round_ = self.view(person).round
        places = [] if round_ is None else round_.positions
        return {str(place.seat): place.cards for place in places if place.owner == person and place.cards}

    def live_players(self) -> set[str]:
        round_ = self.view().round
        return set() if round_ is None else {place.owner for place in round_.positions if not place.folded}

    def dealer_fields(self, choice: Choice) -> dict[str, Any]:
        fields = super().dealer_fields(choice)
        if choice.do == "count-stub":
            fields["found"] = self.page.decks.cards.value
        return fields

    def decks(self) -> list[DeckSummary]:
        return deck_requirements.deck_summaries(self)

    def deck_requirements(self) -> TableDecks:
        return deck_requirements.deck_requirements(self)

    def report_clause(self, report: str) -> str:
        clause_of = floor_rulings.CLAUSES.get(report)
        return "" if clause_of is None else clause_of(self.page)

    # Actions
    # The commands they build refuse invalid arguments: see `Unchecked`.

    def set_time(self, minute: Whole) -> Entries:
        """Set the table's time, in minutes."""
        return self._give(disputes.SetTime, base.CLOCK, minute=minute)

    def opening_step(self, deck: Text, step: Text, *, by: Text, electronic: Flag = False) -> Entries:
        """Inspect, verify, spread or wash a deck, in this order."""
        return self._give(commands.OpeningStep, deck=deck, step=step, done_by=by, electronic=electronic)

    def open_decks(self) -> Entries:
        """Take every deck through its opening; the floor verifies."""
        entries: Entries = []
        for deck in list(self.state.rack.decks):
            for step, _ in deck_handlers.remaining_opening_steps(self, deck):
                by = base.FLOOR if step == deck_handlers.VERIFY else base.DEALER
                entries += self.opening_step(deck.name, step, by=by)
        return entries

    def change_deck(self, deck: Text, back: Text) -> Entries:
        """Replace a deck of cards at the table by a new one."""
        return self._give(commands.ChangeDeck, deck=deck, back=back)

    def shuffle(self, cards: str | Iterable[int], *, by_hand: Flag = False) -> Entries:
        """Shuffle the deck in play, by hand or by the device, into this order."""
        text = cards if isinstance(cards, str) else cards_text(check_ints(cards, "cards", 0))
        return self._give(commands.Shuffle, cards=text, by_hand=by_hand)

    def cut(self, count: Whole, *, ordered_by: Text = "") -> Entries:
        """Cut the shuffled deck; another cut needs an order."""
        if ordered_by:
            return self._give(commands.Recut, count=count, ordered_by=ordered_by)
        return self._give(commands.Cut, count=count)

    def count_stub(self, found: Whole, *, misdealt: Flag = False) -> Entries:
        """Count the stub and the dealt cards; a wrong number is ruled on."""
        return self._give(commands.CountStub, found=found, misdealt=misdealt)

    def open_wagers(self) -> Entries:
        """Begin a round: wagers may be made with the chips in front of each seat."""
        return self._give(commands.OpenWagers)

    def wager(self, seat: Whole, wager: Text, chips: Whole, *, spot: Whole = 0, tender: Text = "chips") -> Entries:
        """Make an opening wager for the player in a seat."""
        return self._give(commands.Wager, seat=seat, spot=spot, wager=wager, chips=chips, tender=tender)

    def withdraw(self, seat: Whole, wager: Text, *, spot: Whole = 0) -> Entries:
        """Withdraw an opening wager before "No More Bets"."""
        return self._give(commands.Withdraw, seat=seat, spot=spot, wager=wager)

    def no_more_bets(self) -> Entries:
        """Close the betting of the round and deal the cards."""
        return self._give(commands.NoMoreBets)

    def act(self, seat: Whole, choice: Text, chips: Whole = 0, *, spot: Whole = 0) -> Entries:
        """Play, fold or stand for the player in turn; 0 chips are as many as the Ante."""
        if choice == "play":
            if not check_int(chips, "chips") and self.state.round is not None:
                position = self.state.round.places.get(check_int(spot, "spot") or self.playing_round().turn)
                chips = 0 if position is None else position.wagers.get(ANTE, 0)
            return self._give(commands.Play, seat=seat, spot=spot, chips=chips)
        if choice == "fold":
            return self._give(commands.Fold, seat=seat, spot=spot)
        if choice == "stand":
            return self._give(commands.Stand, seat=seat, spot=spot)
        raise InvalidError(f"choice {choice!r}: expected play, fold or stand")

    def report(self, trigger: Text, *, by: Text = base.FLOOR, **facts: Any) -> Entries:
        """Report an irregularity; the book's consequence is computed and carried out."""
        reports = command_registry(*commands.REPORTS)
        if not isinstance(trigger, str) or trigger not in reports:
            raise InvalidError(f"unknown irregularity {abbreviate(trigger)}: {', '.join(reports)}")
        return self.do(command_from_dict(reports, {"do": trigger, **facts}), by=by)

    def collect_round_events(self) -> None:
        round_ = self.playing_round()
        self._new_events += round_.log
        self.event_count += len(round_.log)
        round_.log = []
        if round_.over:
            round_end.close_round(self)
