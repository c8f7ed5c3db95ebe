"""Poker table: seats, stacks, decks and rounds of one poker game under one posted sign.

`do` takes a command and returns the events it caused; the methods for single actions build that command and
do it. Rounds of play are run by `hoyle.games.poker.PokerRound`, which is internal to the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from hoyle.core.cards import DECK
from hoyle.core.errors import InvalidError
from hoyle.core.mypyc_compat import Flag, Text, Whole
from hoyle.core.validation import abbreviate, check_instance, check_int, check_list, check_name
from hoyle.games.poker.events import Raked
from hoyle.games.poker.floor.ruling_types import DEAD_ROUND, HAND_DISCARDED, MISDEAL, PLAY_ON, REFUND
from hoyle.games.poker.legal_actions import LegalActions
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import SHUFFLE, RoundState
from hoyle.games.poker.view import view as view_round
from hoyle.games.poker.view_types import PokerHandView
from hoyle.rulebooks.book_types.poker import PokerBook
from hoyle.table import base, seat_handlers
from hoyle.table.command_base import Command
from hoyle.table.deck_inventory import DeckSummary, TableDecks
from hoyle.table.log.event_base import Entries
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.poker import command_parser, commands, pending_decisions
from hoyle.table.poker import view as poker_view
from hoyle.table.poker.command_dispatch import HANDLERS, ROLES
from hoyle.table.poker.decks import deck_requirements, shuffle_and_cut_checks
from hoyle.table.poker.events import EVENTS
from hoyle.table.poker.floor import irregularity_reports, report_clauses
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.rounds import bet_presets, jackpot_standards, lineup, round_end
from hoyle.table.poker.table_base import PokerTableBase
from hoyle.table.poker.view_types import PokerView
from hoyle.table.ruling_preview import HypotheticalReport, PublicHand, RulingPreview
from hoyle.table.staff_roles import RoleRule


class PokerTable(PokerTableBase):
    """Poker table under one sign.

    >>> import hoyle
    >>> sign = hoyle.PostedSign(book="oneida", game="holdem", structure="fixed-limit", limits=(4, 8),
    ...     blinds=(2, 4))
    >>> table = hoyle.PokerTable.open(sign)
    >>> for seat in (1, 2, 3):
    ...     _ = table.sit(seat, chips=100)
    >>> _ = table.draw_button({1: "Kh", 2: "9s", 3: "As"})
    >>> _ = table.deal(hoyle.stacked_deck("As Ad 7c Ks Kd 2h"))
    >>> _ = table.act(3, "raise to 8")
    >>> table.pending()[0].seat, table.stacks
    (1, {1: 98, 2: 96, 3: 92})
    """

    KIND: ClassVar[str] = "poker"
    VIEW: ClassVar[type[Struct]] = PokerView
    IS_HOUSE_GAME: ClassVar[bool] = False
    HAS_BOTS: ClassVar[bool] = True
    COMMANDS: ClassVar[Mapping[str, type[Command]]] = commands.COMMANDS
    EVENTS: ClassVar[Mapping[str, Any]] = EVENTS
    HANDLERS: ClassVar[dict[type, base.Handler]] = HANDLERS
    ROLES: ClassVar[dict[type, RoleRule]] = ROLES
    REPORTS: ClassVar[tuple[type[Command], ...]] = (
        *commands.REPORTS, commands.HouseRuling, commands.ReportCollusion, commands.ReduceRake
    )  # fmt: skip
    DEALER_ERROR_COMMANDS: ClassVar[tuple[type[Command], ...]] = commands.CARD_EXPOSING_REPORTS
    ANYTIME_COMMANDS: ClassVar[tuple[type[Command], ...]] = (commands.ChangeCurrency, commands.RemoveChips)

    def __init__(self, sign: object = None, *, keep_log: bool = True) -> None:
        super().__init__(sign, keep_log=keep_log)
        self.decision_cache: dict[int, pending_decisions.CachedChoices] = {}
        """Cached pending decisions of the players in turn."""

    @classmethod
    def open(
        cls,
        sign: PostedSign,
        *,
        decks: Sequence[str] = ("first", "second"),
        keep_log: bool = True,
        book: PokerBook | None = None,
    ) -> PokerTable:
        """Open a table; a sign its book forbids is refused with the clause.

        `book` is that book with other readings, to ask what they would change. The log does not have them:
        such a table is there to be queried, not stored.
        """
        check_instance(sign, PostedSign, "sign")
        table = cls(keep_log=keep_log)
        table.state.alternative_book = book
        names = tuple(check_name(deck, "deck") for deck in check_list(decks, "decks", "names"))
        table.do(commands.OpenTable(sign=sign.facts(), decks=names))
        return table

    def __repr__(self) -> str:
        if self.state.posted_sign is None:
            return "<Table without a sign>"
        sign, count = self.sign, len(self.state.players)
        limits = "-".join(str(limit) for limit in sign.limits)
        activity = f"{self.state.number} rounds played"
        if self.playing:
            round_ = self.playing_round()
            turn = f", seat {round_.actor} to act" if round_.actor else ""
            activity = f"round {self.state.number}, {round_.street}, pot {round_.state.pot}{turn}"
        players = f"{count} player{'' if count == 1 else 's'}"
        return f"<Table {sign.book} {sign.game} {sign.structure} {limits}: {players}, {activity}>"

    # Queries

    @property
    def button(self) -> int:
        return self.state.button

    @property
    def limits(self) -> tuple[int, int]:
        """Limits in force: of the round being played, else of the next one."""
        if self.playing:
            return self.state.small, self.state.big
        return round_end.limits(self.state)

    def pending(self) -> list[PendingDecision]:
        return pending_decisions.build_pending(self, self.decision_cache)

    @property
    def rules(self) -> Rules:
        """Rules of the round being played, which are no secret."""
        return self.playing_round().rules

    def options(self) -> LegalActions:
        """Return the legal actions of the player to act."""
        return self.playing_round().options()

    def view(self, person: str | Whole = "") -> PokerView:
        return poker_view.view(self, self.resolve_person(person))

    def preview(self, command: Command, by: str = base.FLOOR) -> RulingPreview:
        return irregularity_reports.preview(self, command, by)

    @classmethod
    def read_sign(cls, game: str, data: Mapping[str, Any]) -> PostedSign:
        return PostedSign.read_posted(data)

    @classmethod
    def opening_fields(cls, game: str, sign: Mapping[str, Any]) -> dict[str, Any]:
        return {**super().opening_fields(game, sign), "decks": ["first", "second"]}

    def game_round(self) -> PokerRound | None:
        return self.playing_round() if self.playing else None

    def hand_rules(self, hand_count: int) -> Rules:
        return self.rules_for(hand_count, *self.limits, None)

    def _shown_round(self) -> RoundState | None:
        return self.state.round if self.state.round is not None else self.state.last

    def _hand_views(self, person: str) -> list[PokerHandView]:
        """Return the hands in the round being played, or in the last one, as a person sees them."""
        round_ = self._shown_round()
        return [] if round_ is None else view_round(round_, person).hands

    def own_cards(self, person: str) -> dict[str, list[str]]:
        hands = self._hand_views(person)
        return {str(hand.seat): hand.cards for hand in hands if hand.person == person and hand.cards}

    def live_players(self) -> set[str]:
        return {hand.person for hand in self._hand_views("") if hand.live and hand.person}

    def public_hands(self) -> list[PublicHand]:
        hands = self._hand_views("") if self.playing else []
        return [PublicHand(hand.person, hand.seat, hand.cards, hand.live) for hand in hands]

    def pot(self) -> int:
        round_ = self._shown_round()
        return 0 if round_ is None else round_.pot

    def choices_with_presets(self, decision: PendingDecision) -> tuple[Choice, ...]:
        return tuple([bet_presets.with_presets(self, choice) for choice in decision.choices])

    def short_stacks(self) -> list[tuple[int, int, str]]:
        return [(short.seat, short.needs, short.clause) for short in lineup.seats_short_of_chips(self.state)]

    def is_reshuffle(self) -> bool:
        return self.playing

    def cut_bounds(self) -> tuple[int, int]:
        minimum = max(self.book.procedures.cut.value, 1)
        return minimum, len(DECK) - minimum

    def decks(self) -> list[DeckSummary]:
        return deck_requirements.deck_summaries(self)

    def deck_requirements(self) -> TableDecks:
        return deck_requirements.deck_requirements(self)

    def report_clause(self, report: str) -> str:
        return report_clauses.report_clause(self, report)

    def report_options(self, report: str, field: str) -> tuple[str, ...]:
        # Other words are only recorded.
        is_decision = field in ("house", "decision")
        return (MISDEAL, PLAY_ON, DEAD_ROUND, HAND_DISCARDED, REFUND) if is_decision else ()

    def hypothetical_reports(self) -> list[HypotheticalReport]:
        return report_clauses.exposed_card_reports(self)

    def jackpot_terms(self) -> dict[str, Any]:
        sign = self.sign
        if not sign.jackpot_fee():
            return {}
        return {
            "game": sign.game,
            "book": sign.book,
            "fee": sign.jackpot_fee(),
            "standards": [] if sign.jackpot is None else list(sign.jackpot.standards),
            "payouts": [] if sign.jackpot is None else list(sign.jackpot.payouts),
        }

    def jackpot_problem(self) -> str:
        terms = self.jackpot_terms()
        if not terms:
            return ""
        rules = self.sign.rules(2, *round_end.limits(self.state))
        for standard in terms["standards"]:
            if jackpot_standards.read_standard(standard, rules) is None:
                example = "'aces full or better beaten'"
                return f"standard {abbreviate(standard)}: expected a hand of {terms['game']}, such as {example}"
        if terms["standards"]:
            return ""
        return "a jackpot drop without standards: it could never be paid"

    def has_unpaid_jackpot(self) -> bool:
        return bool(self.state.jackpots)

    # Actions
    # The commands they build refuse invalid arguments: see `Unchecked`.

    def draw_button(self, draw: Mapping[int, str] | Mapping[int, int] | None = None) -> Entries:
        """Place the button the first time, by one card each where the book says so."""
        drawn: Any = draw or {}
        cards = {str(check_int(seat, "seat")): shuffle_and_cut_checks.text_of(card) for seat, card in drawn.items()}
        return self._give(commands.DrawButton, draw=cards)

    def shuffle(self, cards: str | Iterable[int | str], *, preshuffled: Flag = False) -> Entries:
        """Shuffle cards into this order: those a round waits for, else the whole deck for the next round."""
        if self.playing and self.playing_round().state.awaiting == SHUFFLE:
            places = shuffle_and_cut_checks.places_of(cards, self.cards_to_shuffle())
            return self._give(commands.Shuffle, places=places)
        return self._give(commands.Shuffle, cards=shuffle_and_cut_checks.deck_text(cards), preshuffled=preshuffled)

    def cut(self, count: Whole, end: Text = "top") -> Entries:
        """Cut the shuffled deck: `count` cards of that end onto the cover card, the rest over them."""
        return self._give(commands.Cut, count=count, end=end)

    def deal(
        self,
        deck: str | Iterable[int | str] | None = None,
        *,
        cut: Whole | None = None,
        cut_from: Text = "top",
        dealt_in: Iterable[int] | None = None,
        first: Whole = 0,
    ) -> Entries:
        """Deal the next round.

        `deck` is the whole deck as shuffled, top card first; without it the deck that lies ready is dealt.
        `dealt_in` names the seats that the dealer really gave cards to, where that was a mistake, and `first`
        the one where they really began: it can then be reported to the floor.
        """
        if cut is not None and check_int(cut, "cut") == 0:
            raise InvalidError("cut 0: leave it out where no cut is made")
        return self._give(
            commands.Deal,
            deck="" if deck is None else shuffle_and_cut_checks.deck_text(deck),
            cut=cut or 0,
            cut_from=cut_from,
            dealt_in=None if dealt_in is None else tuple(check_list(dealt_in, "dealt_in", "seats")),
            first=first,
        )

    def deal_on(self) -> Entries:
        """Continue when an all-in leaves no decision: deal the next street, or open the showdown."""
        return self._give(commands.DealOn)

    def act(self, seat: Whole, action: Text) -> Entries:
        """Act as a player says: ``raise to 16``, ``call``, ``draw Kh 2c``, ``show``..."""
        seat_number = check_int(seat, "seat")
        return self.do(command_parser.parse_command(self, seat_number, action), by=self._issuer_in_seat(seat_number))

    def draw(self, seat: Whole, cards: str | Iterable[int | str] = ()) -> Entries:
        """Discard cards and draw as many new ones; none to stand pat."""
        text = shuffle_and_cut_checks.deck_text(cards)
        return self._give(commands.Draw, self._issuer_in_seat(check_int(seat, "seat")), seat=seat, cards=text)

    def show(self, seat: Whole) -> Entries:
        """Table the hand of a seat: lay it face up."""
        return self._give(commands.Show, seat=seat)

    def concede(self, seat: Whole) -> Entries:
        """Give up the pot at the showdown, face down."""
        return self._give(commands.Concede, seat=seat)

    def _issuer_in_seat(self, seat: int) -> str:
        """Return the issuer of an action in a seat: its player, or the dealer for an empty seat."""
        player = self.state.players.get(seat)
        return base.DEALER if player is None else player.name

    def collect_round_events(self) -> None:
        round_ = self.playing_round()
        events, new_events = round_.log, self._new_events
        for index in range(self._collected, len(events)):
            event = events[index]
            self._collected = index + 1
            new_events.append(event)
            self.event_count += 1
            # Rare, and no class is derived from it: comparing types is faster than `isinstance`.
            if type(event) is Raked:
                round_end.set_aside(self, event)
        if self._has_cash:
            self._change_cash()
        if round_.over:
            round_end.close_round(self, round_)
            seat_handlers.carry_out_deferred_requests(self)
