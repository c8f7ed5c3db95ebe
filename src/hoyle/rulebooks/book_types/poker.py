"""Poker rulebook types: answers and citations that a book gives for each game.

An engine never asks which book it plays by. It asks a question (`who gets the odd chip?`) and receives an
`Answer`: a value and the citation of the clause that gives it. Where a text is doubtful the answer also names
the reading it rests on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """A book's answer to one question."""

    value: T
    clause: str = ""
    """Citation, book first: ``oneida XI.K.10(b)(i)``. Empty where no book speaks and a reading decides."""
    interpretation: str = ""
    """Entry of the list of ambiguous places the answer rests on: ``AMB-12``."""


@dataclass(frozen=True, slots=True)
class StreetCitations:
    """Citations for one street of one game: every event of that street carries one of these."""

    deal: str
    """Cards of this street, burn included."""
    open: str
    """Who acts first."""
    open_tie: str
    """Who acts first when two are equal."""
    bet: str
    """What a player may do in this betting round and when it ends."""
    fold: str = ""
    """Clause on this one option, where the book lists the options one by one; so for the next three."""
    check: str = ""
    wager: str = ""
    call: str = ""


@dataclass(frozen=True, slots=True)
class OddChips:
    """Who gets what cannot be divided."""

    halves: Answer[str]
    """The chip that does not halve: ``high`` joins the high share, ``position`` is given outright."""
    tied_high: Answer[str]
    """Remainder of a tied high share: ``card`` (rank, suit) or ``position`` (clockwise from the button)."""
    tied_low: Answer[str]
    rule: Answer[str]
    """``capped``: past the cap one unit at a time; ``whole``: all to one; ``single``: always one each."""
    cap_cents: Answer[int]
    """Most that one player may get as excess; 0 = no cap."""
    suit_scope: Answer[str]
    """``five_card_hand`` or ``all_cards``."""
    low_direction: Answer[str]
    """``pip_low`` or ``merit_low``."""
    suits: str
    """Clause that ranks the suits for odd chips."""
    tied_high_alone: str = ""
    """Clause on a tied high hand when there is no low, where the book treats that apart."""


@dataclass(frozen=True, slots=True)
class Kill:
    """How a kill is won and lost in one game."""

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
    """Clause on kill button and kill blind, where it is not the trigger's."""
    sign: str = ""
    """Clause by which the option is posted; empty: the book does not ask for it."""
    posted: str = ""
    """Clause on signs in general to which that one refers."""
    kill_means: str = ""
    """Clause that says what a kill is, limits included; so for the half-kill."""
    half_kill_means: str = ""


@dataclass(frozen=True, slots=True)
class GamePage:
    """A book's pages on one game."""

    game: str
    scope: str
    """Clause that says which game the section governs, and that the book permits it."""
    max_seats: Answer[int]
    ante: str
    """Clause on the optional ante (and its sign)."""
    streets: Mapping[str, StreetCitations]
    """By street name, see `hoyle.games.poker.variants`."""
    build: str
    """Showdown: how a hand is made of own and shared cards."""
    high: str
    """Best high hand wins (whole pot, or the high half). Empty in low-only games."""
    low: str
    """Best low hand wins. Empty in high-only games."""
    split: str
    """Pot halved between best high and best low. Empty where only one way counts."""
    qualifier: Answer[int]
    """Highest rank a qualifying low may hold (8, 6), 0 = none."""
    low_straights_flushes_count: Answer[bool]
    odd: OddChips
    high_ranking: str
    """Clause that ranks the high hands."""
    low_ranking: str
    no_low: str = ""
    """Nobody qualifies for low: the best high hand takes everything."""
    both_ways: str = ""
    """One set may serve for high and low, ace both ways."""
    two_hands: str = ""
    """High and low from different cards, where the book has a clause on that alone; so for the next two."""
    same_hand: str = ""
    """One set of cards for both."""
    ace_both_ways: str = ""
    """The ace high in one hand and low in the other."""
    high_classes: Mapping[str, str] = field(default_factory=dict)
    """Clause on each class of high hands, where the ranking has one for each."""
    low_cards: str = ""
    """Clause that makes the ace the smallest card of a low, where it is not the ranking's."""
    low_straight: str = ""
    """Clause that calls a straight a good low, where the book has one on straights alone; so for flushes."""
    low_flush: str = ""
    # Button games
    button_marker: str = ""
    button_start: Answer[str] = field(default_factory=lambda: Answer("none"))
    """``dealers-right`` or ``card-draw``; ``none`` where the game has no button."""
    button_moves: str = ""
    blinds: Answer[tuple[int, int]] = field(default_factory=lambda: Answer((0, 0)))
    """Fewest and most blinds the book allows to be posted (0, 0 where the game has none)."""
    heads_up_blinds: Answer[str] = field(default_factory=lambda: Answer("button"))
    """Who posts the first of two blinds between two players: ``button``, or ``left``, the other player."""
    board_plays: str = ""
    """Hold'em: the board is everyone's best hand."""
    # Stud games
    forced_bet: Answer[str] = field(default_factory=lambda: Answer("none"))
    """``lowest_ace_high``, ``highest_ace_low``, or ``none``."""
    forced_bet_suits: str = ""
    """Clause that breaks equal up-cards by suit."""
    forced_bet_sign: str = ""
    """Clause by which rule and size of the forced bet are posted; empty: the book does not ask for it."""
    stud_short: Answer[str] = field(default_factory=lambda: Answer("none"))
    """Too few cards for the last street: ``common`` (n+1 test) or ``count`` (n+2 test with scramble)."""
    stud_short_need: Answer[int] = field(default_factory=lambda: Answer(1))
    """Cards needed beyond one for each live player: 1 (the burn) or 2."""
    stud_short_steps: Mapping[str, str] = field(default_factory=dict)
    """Citation by procedure word of the vocabulary (``burn, community card``...)."""
    common_card: str = ""
    """What the one card is that stands in for everybody's last one."""
    open_must_bet: Answer[bool] = field(default_factory=lambda: Answer(value=False))
    """Five-card stud: the opener of later rounds may not check, nor anybody else."""
    all_in_opener: Answer[str] = field(default_factory=lambda: Answer("next-best", interpretation="AMB-P1"))
    """Who opens a later round when the best hand showing is all-in: ``next-best`` or ``clockwise``."""
    folded_seat_gets_cards: Answer[bool] = field(default_factory=lambda: Answer(value=False))
    # Draw games
    draw: str = ""
    draw_burn: str = ""
    draw_shortage: str = ""
    kill: Kill | None = None
    unseen_muck: str = ""
    """Clause by which a player may fold face down unseen at the showdown."""

    def __repr__(self) -> str:
        return f"<GamePage {self.game}: {self.scope}>"


@dataclass(frozen=True, slots=True)
class WagerCitations:
    """Clauses on how bets are made; empty string where the book is silent (then the house rules)."""

    notice: str
    """Notice of minimum and maximum wager."""
    table_stakes: str
    no_adding: str
    currency: str
    """Cash on the table is in play, and changed when it is bet; empty: it is not."""
    all_in: str
    all_in_share: str
    all_in_cards: str
    side_pot: str
    spoken: str
    corrected: str
    bet_made: str
    bet_motions: tuple[str, str, str]
    string_bet: str
    unfinished: str
    exact_call: str
    announced_raise: str
    """Announced raise may be built up until both hands rest; empty: no such grace."""
    oversized_chip: str
    check_raise: str
    raise_cap: str
    words_win: str
    fold: str
    fold_forfeits: str
    ante: str
    blind: str
    forced_bet: str
    seated_only: str
    idle_currency: str = ""
    """Cash may lie there, but only chips are wagered: it is changed between rounds, and until then wins and
    loses nothing. Empty: no such rule."""
    side_pot_means: str = ""
    """What a side pot is."""
    pot_untouched: str = ""
    """Nobody but the dealer touches chips in the pot."""
    raise_amount: Answer[str] = field(default_factory=lambda: Answer("to"))
    """What an amount announced with a raise is, where the player does not say: ``to``, a raise being a bet
    of that size, or ``by``, what it adds to the last one."""
    forced_oversized_chip: Answer[str] = field(
        default_factory=lambda: Answer("forced", interpretation="AMB-23")
    )
    """What one chip larger than the forced bet that is due is, without a word: ``forced``, that bet and no
    more, or ``completes``, a bet of its value within the limits."""
    acts: Mapping[str, str] = field(default_factory=dict)
    """Clause that says what each act is: ``fold``, ``check``, ``call``, ``bet``, ``raise``."""


@dataclass(frozen=True, slots=True)
class ShowdownCitations:
    """Clauses on ending a round of play."""

    last_player: str
    """Pot to the player whose bet nobody calls."""
    held: str
    """Showdown when two or more remain."""
    order: str
    conceding: str
    disclosure: str
    cards_speak: str
    equal_hands: str
    award: str
    """Losing hands collected before the pot is pushed."""
    side_pots_first: str
    own_risk: str
    tabling: str
    """What a properly tabled hand is; empty: the book has no such rule."""
    tabled_winner: str
    retrieval: str
    """Discarded cards at the showdown may still be tabled; empty: no such rule."""
    burns_apart: str
    """Burns are kept apart from the discards; empty: they go on the discard pile."""
    burns_to_discards: str
    same_class: str = ""
    """How two hands of one class are compared."""


@dataclass(frozen=True, slots=True)
class Revenue:
    """How the house is paid."""

    basis: str
    methods: Answer[tuple[str, ...]]
    """Of ``percent``, ``increment``, ``flat``; a house setting where the book is lost."""
    percent_cap: Answer[int]
    """Highest percentage; 0 = none stated."""
    percent_as_played: str
    increments: str
    uncalled: str
    """Uncalled last bet left out when rake is figured."""
    no_flop_no_rake: Answer[bool]
    no_flop_no_drop_for_nonflop: Answer[bool]
    finality: str
    short_table: Answer[int]
    """At most so many players, and a request: the rake may be cut. 0 = no such rule."""
    collected_by: str
    set_aside: str
    dropped: Mapping[str, str]
    """By method: where the rake ends and by which clause."""
    sign: str
    net_pot: str
    jackpot: str
    """Optional fixed jackpot fee from every pot; empty: the book has none."""
    jackpot_fee: str
    jackpot_sign: str
    jackpot_set_aside: str
    jackpot_dropped: str
    jackpot_standards: str
    fee_rates: Answer[int]
    """California: most collection rates at one table limit; 0 = no flat fees."""
    fee_declarations: tuple[str, ...] = ()
    container: Answer[str] = field(default_factory=lambda: Answer(""))
    """Where the rake ends: ``drop box`` or ``table inventory container``; empty: unknown."""
    method_clauses: Mapping[str, str] = field(default_factory=dict)
    """Clause that offers each method, where the book has one for each."""
    jackpot_payouts: Answer[int] = field(default_factory=lambda: Answer(0))
    """Most kinds of payout (bad beat, high hand) one table may have; 0 = the book does not say."""


@dataclass(frozen=True, slots=True)
class FloorCitations:
    """Clauses on irregularities, by row; empty string where the book has no rule (house ruling)."""

    supervisor: str
    supplement: str
    misdeal: str
    no_cut: str
    wrong_start: str
    boxed_many: str
    boxed_one: str
    missed_seat: str
    ineligible: Answer[str]
    """``dead round`` or ``discard``; empty value: house ruling."""
    bad_deck: Answer[str]
    """``remove`` or ``replace``."""
    off_table: str
    recut: str
    shuffler: str
    stub_count: str
    exposed: str
    exposed_first: str
    exposed_later: str
    exposed_many: str
    stud_hole_up: str
    unprotected: str
    stud_protected: str
    reconstruct: str
    refund: str
    left: Answer[str]
    """``vicinity``: any departure kills the hand; ``silent``: only one left unprotected without comment."""
    discard_folds: str
    upcards_down_fold: str
    debt_stays: str
    conduct: str
    offender: Answer[str]
    """``may refuse`` or ``must leave``."""
    in_view: str = ""
    """Cards stay in the dealer's view."""
    fouled: str = ""
    """What a fouled hand is."""


@dataclass(frozen=True, slots=True)
class Procedures:
    """Table, deck and list procedures that are recorded rather than ruled."""

    players: Answer[tuple[int, int]]
    """Fewest and most players at a table, whatever the game."""
    decks: str
    alternate: str
    rotation_hours: Answer[int]
    manual_shuffle: str
    opening: tuple[tuple[str, str], ...]
    """Opening steps in order: (name of the step, clause)."""
    idle_table: str
    shuffle: str
    cut: Answer[int]
    """Fewest cards in a cut; 0 = the book does not describe one."""
    cut_from: Answer[str]
    """``top`` or ``either``."""
    cut_complete: str
    stub_count_minutes: Answer[int]
    announce: str
    duties: str
    waiting_list: str
    min_stake: Answer[bool]
    """True: every required bet plus one bet at the table minimum; False: any stack above zero."""
    cards_then_betting: str
    dealer_collects: str
    deck: Answer[int]
    """Cards in the deck."""
    signs: str
    """Clause on posting signs in general."""
    machine: Answer[bool] = field(default_factory=lambda: Answer(value=True))
    """Whether a shuffling machine may do the shuffling."""
    preshuffled: str = ""
    """Clause by which cards that come shuffled need no shuffle before the table opens; empty: they do."""
    inspected_by: Answer[int] = field(default_factory=lambda: Answer(0))
    """Players who must have been able to inspect the decks before they are washed; 0 = not asked for."""
    opening_by: Mapping[str, Answer[tuple[str, ...]]] = field(default_factory=dict)
    """Who directs or verifies an opening step; a step that is not named anybody on duty does."""
    first_deck: Mapping[str, str] = field(default_factory=dict)
    """Clause on the last opening step by method of shuffling: ``manual``, ``machine``."""


@dataclass(frozen=True, slots=True)
class PokerBook:
    """One rulebook: general answers, and a page for every game it has."""

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
    """Raises in a betting round; 0 = none stated."""
    house_may_cap: Answer[bool]
    """The sign may set a cap by number of players."""
    heads_up_uncapped: Answer[bool]
    open_counts_as_raise: Answer[bool]
    short_allin_reopens: Answer[bool]
    permitted: str = ""
    """Clause that lists the games the book allows."""
    cross_references: Mapping[str, str] = field(default_factory=dict)
    """Clauses that take their words from another place: by citation, the clause they refer to, or the one
    that stands in for what they do not say."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}, {self.edition}: {', '.join(self.games)}>"

    def page(self, game: str) -> GamePage:
        """The book's page on a game."""
        found = self.games.get(game)
        if found is None:
            from hoyle.core.errors import IllegalError

            have = ", ".join(self.games)
            raise IllegalError(
                f"{self.id} has no game {game!r}; it has {have} ({self.permitted or self.id})",
                clause=self.permitted,
                legal=have,
            )
        return found
