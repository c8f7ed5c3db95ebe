"""Poker rulebook types: answers and citations of a book for each game.

An engine never asks which book it plays by. It asks a question (`who gets the odd chip?`) and receives an
`Answer`: a value and the citation of the clause behind it. Where the text is ambiguous, the answer also names
the interpretation it rests on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """Answer of a rulebook to one question: value, citation and interpretation."""

    value: T
    clause: str = ""
    """Citation, book first: ``oneida XI.K.10(b)(i)``. Empty if no clause but an interpretation decides."""
    interpretation: str = ""
    """Id of the interpretation that the answer rests on: ``AMB-12``."""


NO: Final = Answer(value=False)
NO_NUMBER: Final = Answer(0)
NONE: Final = Answer("none")
SILENT: Final = Answer("")
"""Answers where a book has no such rule; like an empty citation, they are what a book need not say."""


@dataclass(frozen=True, slots=True)
class StreetCitations:
    """Citations for one street of one poker game: every event of that street carries one of these."""

    deal: str
    """Cards of this street, burn included."""
    open: str
    """Clause on the first player to act."""
    open_tie: str
    """Clause on the first player to act when two are equal."""
    bet: str
    """Clause on the options in this betting round and its end."""
    fold: str = ""
    """Clause on this option alone, if the book lists options one by one; likewise the next three."""
    check: str = ""
    wager: str = ""
    call: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OddChips:
    """Odd-chip rules: who receives the chips that cannot be divided."""

    halves: Answer[str]
    """Odd chip of the halves: ``high`` joins the high share, ``position`` goes to one player outright."""
    tied_high: Answer[str]
    """Remainder of a tied high share: ``card`` (rank, suit) or ``position`` (clockwise from the button)."""
    tied_low: Answer[str]
    rule: Answer[str]
    """``capped``: one unit at a time past the cap; ``whole``: all to one; ``single``: always one each."""
    cap_cents: Answer[int] = NO_NUMBER
    """Maximum excess for one player; 0: no cap."""
    suit_scope: Answer[str] = Answer("five_card_hand", interpretation="AMB-08")
    """``five_card_hand`` or ``all_cards``."""
    low_direction: Answer[str] = Answer("pip_low", interpretation="AMB-09")
    """``pip_low`` or ``merit_low``."""
    suits: str = ""
    """Clause that ranks the suits for odd chips."""
    tied_high_alone: str = ""
    """Clause on a tied high hand without a low, if the book has a separate one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill:
    """Kill-pot rules of one poker game: trigger, limits and blind."""

    style: str
    """``pot`` (one entire qualifying pot) or ``two-in-a-row`` (hold'em)."""
    trigger: str
    """Clause on trigger, kill button and blind."""
    kill: str
    """Clause that sets the limits of a kill (x2)."""
    half_kill: str
    """Clause that sets the limits of a half-kill (x1.5)."""
    needs_low: Answer[bool]
    acts_last: Answer[bool]
    button: str = ""
    """Clause on kill button and kill blind, if not the trigger's."""
    sign: str = ""
    """Clause by which the option must be posted; empty: no such clause."""
    posted: str = ""
    """General clause on signs to which that one refers."""
    kill_means: str = ""
    """Clause that defines a kill and its limits; likewise for the half-kill."""
    half_kill_means: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePage:
    """Pages of a rulebook on one poker game."""

    game: str
    scope: str
    """Clause that names the game and permits it."""
    max_seats: Answer[int]
    ante: str = ""
    """Clause on the optional ante (and its sign)."""
    streets: Mapping[str, StreetCitations]
    """Citations by street name, see `hoyle.games.poker.variants`."""
    build: str = ""
    """Clause on building a hand from hole cards and board at the showdown."""
    high: str = ""
    """Best high hand wins (whole pot, or the high half). Empty in low-only games."""
    low: str = ""
    """Best low hand wins. Empty in high-only games."""
    split: str = ""
    """Pot halved between best high and best low. Empty in games of one way."""
    qualifier: Answer[int] = NO_NUMBER
    """Highest rank of a qualifying low (8, 6); 0: no qualifier."""
    low_straights_flushes_count: Answer[bool] = NO
    odd: OddChips
    high_ranking: str = ""
    """Clause that ranks the high hands."""
    low_ranking: str = ""
    no_low: str = ""
    """If no low qualifies, the best high hand takes the whole pot."""
    both_ways: str = ""
    """One set of cards may play for high and low, the ace both ways."""
    two_hands: str = ""
    """High and low from different cards, if the book has a separate clause; likewise the next two."""
    same_hand: str = ""
    """One set of cards for both."""
    ace_both_ways: str = ""
    """The ace high in one hand and low in the other."""
    high_classes: Mapping[str, str] = field(default_factory=dict)
    """Clause on each class of high hands, if each has its own."""
    low_cards: str = ""
    """Clause that makes the ace the lowest card of a low, if not the ranking's."""
    low_straight: str = ""
    """Clause by which a straight does not spoil a low, if separate; likewise for flushes."""
    low_flush: str = ""
    # Button games
    button_marker: str = ""
    button_start: Answer[str] = NONE
    """``dealers-right`` or ``card-draw``; ``none`` if the game has no button."""
    button_moves: str = ""
    blinds: Answer[tuple[int, int]] = Answer((0, 0))
    """Minimum and maximum number of blinds (0, 0 if the game has none)."""
    heads_up_blinds: Answer[str] = Answer("button")
    """Player who posts the first of two blinds heads-up: ``button``, or ``left``, the other player."""
    board_plays: str = ""
    """Hold'em: the board is every player's best hand."""
    # Stud games
    forced_bet: Answer[str] = NONE
    """``lowest_ace_high``, ``highest_ace_low``, or ``none``."""
    forced_bet_suits: str = ""
    """Clause that breaks equal up-cards by suit."""
    forced_bet_sign: str = ""
    """Clause by which rule and size of the forced bet must be posted; empty: no such clause."""
    stud_short: Answer[str] = NONE
    """Too few cards for the last street: ``common`` (n+1 test) or ``count`` (n+2 test with scramble)."""
    stud_short_need: Answer[int] = Answer(1)
    """Cards needed beyond one for each live player: 1 (the burn) or 2."""
    stud_short_steps: Mapping[str, str] = field(default_factory=dict)
    """Citation by procedure (``burn, community card``...)."""
    common_card: str = ""
    """Clause on the community card that replaces every player's last card."""
    open_must_bet: Answer[bool] = NO
    """Five-card stud: in later rounds the opener must bet, and no player may check."""
    all_in_opener: Answer[str] = Answer("next-best", interpretation="AMB-P1")
    """Opener of a later round if the best hand showing is all-in: ``next-best`` or ``clockwise``."""
    folded_seat_gets_cards: Answer[bool] = NO
    # Draw games
    draw: str = ""
    draw_burn: str = ""
    draw_shortage: str = ""
    kill: Kill | None = None
    unseen_muck: str = ""
    """Clause by which a player may fold face down unseen at the showdown."""

    def __repr__(self) -> str:
        return f"<GamePage {self.game}: {self.scope}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerCitations:
    """Citations of a poker rulebook on making bets; empty where the book is silent and the house decides."""

    notice: str = ""
    """Notice of minimum and maximum wager."""
    table_stakes: str = ""
    no_adding: str = ""
    currency: str = ""
    """Cash on the table is in play, and changed when it is bet; empty: it is not."""
    all_in: str = ""
    all_in_share: str = ""
    all_in_cards: str = ""
    side_pot: str = ""
    spoken: str = ""
    corrected: str = ""
    bet_made: str = ""
    bet_motions: tuple[str, str, str]
    string_bet: str = ""
    unfinished: str = ""
    exact_call: str = ""
    announced_raise: str = ""
    """An announced raise may be completed until both hands rest; empty: no such rule."""
    oversized_chip: str = ""
    check_raise: str = ""
    words_win: str = ""
    fold: str = ""
    ante: str = ""
    blind: str = ""
    forced_bet: str = ""
    seated_only: str = ""
    idle_currency: str = ""
    """Cash may be on the table but is not in play until changed for chips between rounds; empty: no such
    rule."""
    side_pot_means: str = ""
    """Definition of a side pot."""
    pot_untouched: str = ""
    """Only the dealer touches chips in the pot."""
    raise_amount: Answer[str] = Answer("to")
    """Meaning of an amount announced with a raise, if the player does not say: ``to``, the size of the new
    bet, or ``by``, the addition to the last one."""
    forced_oversized_chip: Answer[str] = Answer("forced", interpretation="AMB-23")
    """Meaning of one silent chip larger than the forced bet that is due: ``forced``, that bet and no more, or
    ``completes``, a bet of its value within the limits."""
    acts: Mapping[str, str] = field(default_factory=dict)
    """Clause that defines each action: ``fold``, ``check``, ``call``, ``bet``, ``raise``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownCitations:
    """Citations of a poker rulebook on showdowns and the end of a round of play."""

    last_player: str = ""
    """An uncalled bettor wins the pot."""
    held: str = ""
    """Showdown when two or more remain."""
    order: str = ""
    conceding: str = ""
    disclosure: str = ""
    cards_speak: str = ""
    equal_hands: str = ""
    award: str = ""
    """Losing hands collected before the pot is pushed."""
    side_pots_first: str = ""
    own_risk: str = ""
    tabling: str = ""
    """Definition of a properly tabled hand; empty: no such rule."""
    tabled_winner: str = ""
    retrieval: str = ""
    """Discarded cards at the showdown may still be tabled; empty: no such rule."""
    burns_apart: str = ""
    """Burns are kept apart from the discards; empty: they go on the discard pile."""
    burns_to_discards: str = ""
    same_class: str = ""
    """Clause on comparing two hands of one class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revenue:
    """Rules of a poker rulebook on the revenue of the house: rake, fees and jackpot drop."""

    basis: str
    methods: Answer[tuple[str, ...]]
    """Of ``percent``, ``increment``, ``flat``; a house setting where the book's text is lost."""
    percent_cap: Answer[int] = NO_NUMBER
    """Maximum percentage; 0: none stated."""
    percent_as_played: str = ""
    increments: str = ""
    uncalled: str = ""
    """An uncalled last bet is not raked."""
    no_flop_no_rake: Answer[bool] = NO
    no_flop_no_drop_for_nonflop: Answer[bool] = NO
    finality: str = ""
    short_table: Answer[int] = NO_NUMBER
    """Number of players up to which the rake may be reduced on request; 0: no such rule."""
    collected_by: str = ""
    set_aside: str = ""
    dropped: Mapping[str, str] = field(default_factory=dict)
    """Clause on depositing the rake, by method."""
    sign: str = ""
    net_pot: str = ""
    jackpot: str = ""
    """Optional fixed jackpot fee from every pot; empty: the book has none."""
    jackpot_fee: str = ""
    jackpot_sign: str = ""
    jackpot_set_aside: str = ""
    jackpot_dropped: str = ""
    jackpot_standards: str = ""
    fee_rates: Answer[int] = NO_NUMBER
    """California: maximum collection rates at one table limit; 0: no flat fees."""
    fee_declarations: tuple[str, ...] = ()
    container: Answer[str] = SILENT
    """Destination of the rake: ``drop box`` or ``table inventory container``; empty: unknown."""
    method_clauses: Mapping[str, str] = field(default_factory=dict)
    """Clause that permits each method, if each has its own."""
    jackpot_payouts: Answer[int] = NO_NUMBER
    """Maximum kinds of payout (bad beat, high hand) at one table; 0: the book does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorCitations:
    """Citations of a poker rulebook on irregularities; empty where it has no rule (house ruling)."""

    supervisor: str = ""
    supplement: str = ""
    misdeal: str = ""
    no_cut: str = ""
    wrong_start: str = ""
    boxed_many: str = ""
    boxed_one: str = ""
    missed_seat: str = ""
    ineligible: Answer[str] = SILENT
    """``dead round`` or ``discard``; empty value: house ruling."""
    bad_deck: Answer[str] = SILENT
    """``remove`` or ``replace``."""
    off_table: str = ""
    recut: str = ""
    shuffler: str = ""
    stub_count: str = ""
    exposed: str = ""
    exposed_first: str = ""
    exposed_later: str = ""
    exposed_many: str = ""
    stud_hole_up: str = ""
    unprotected: str = ""
    stud_protected: str = ""
    reconstruct: str = ""
    refund: str = ""
    left: Answer[str] = SILENT
    """``vicinity``: any departure kills the hand; ``silent``: only leaving it unprotected without comment."""
    discard_folds: str = ""
    upcards_down_fold: str = ""
    debt_stays: str = ""
    conduct: str = ""
    offender: Answer[str] = SILENT
    """``may refuse`` or ``must leave``."""
    in_view: str = ""
    """Cards stay in the dealer's view."""
    fouled: str = ""
    """Definition of a fouled hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedures:
    """Rules of a poker rulebook on table, deck and waiting-list procedures, recorded rather than enforced."""

    players: Answer[tuple[int, int]]
    """Minimum and maximum players at a table of any game."""
    decks: str = ""
    alternate: str = ""
    rotation_hours: Answer[int] = NO_NUMBER
    manual_shuffle: str = ""
    opening: tuple[tuple[str, str], ...] = ()
    """Opening steps in order: (name of the step, clause)."""
    idle_table: str = ""
    shuffle: str = ""
    cut: Answer[int]
    """Minimum cards in a cut; 0: the book does not describe one."""
    cut_from: Answer[str]
    """``top`` or ``either``."""
    cut_complete: str = ""
    stub_count_minutes: Answer[int] = NO_NUMBER
    announce: str = ""
    duties: str = ""
    waiting_list: str = ""
    min_stake: Answer[bool] = NO
    """Minimum stack. True: every required bet plus one bet at the table minimum; False: more than zero."""
    cards_then_betting: str = ""
    deck: Answer[int]
    """Cards in the deck."""
    signs: str = ""
    """General clause on posting signs."""
    machine: Answer[bool] = Answer(value=True)
    """Whether a shuffling machine may do the shuffling."""
    preshuffled: str = ""
    """Clause by which preshuffled cards need no shuffle before the table opens; empty: they do."""
    inspected_by: Answer[int] = NO_NUMBER
    """Minimum players given the chance to inspect the decks before the wash; 0: not required."""
    opening_by: Mapping[str, Answer[tuple[str, ...]]] = field(default_factory=dict)
    """Roles that direct or verify an opening step; any staff member on duty does a step not listed."""
    first_deck: Mapping[str, str] = field(default_factory=dict)
    """Clause on the last opening step, by method of shuffling: ``manual``, ``machine``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerBook:
    """Poker rulebook: general answers, and a page for every game it has."""

    id: str
    title: str
    edition: str
    games: Mapping[str, GamePage]
    wagers: WagerCitations
    showdown: ShowdownCitations
    revenue: Revenue
    floor: FloorCitations
    procedures: Procedures
    raise_cap: Answer[int]
    """Maximum raises in a betting round; 0: none stated."""
    house_may_cap: Answer[bool]
    """The sign may set a cap by number of players."""
    heads_up_uncapped: Answer[bool]
    open_counts_as_raise: Answer[bool]
    short_allin_reopens: Answer[bool]
    permitted: str = ""
    """Clause that lists the games the book allows."""
    cross_references: Mapping[str, str] = field(default_factory=dict)
    """Clause that another clause refers to, or that fills in for its missing text, by citation."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}, {self.edition}: {', '.join(self.games)}>"

    def page(self, game: str) -> GamePage:
        """Return the rulebook's page on a poker game."""
        page = self.games.get(game)
        if page is None:
            from hoyle.core.errors import IllegalError

            games = ", ".join(self.games)
            raise IllegalError(
                f"{self.id} has no game {game!r}; it has {games} ({self.permitted or self.id})",
                clause=self.permitted,
                legal=games,
            )
        return page
