"""Kinds of judge cases about poker: the fields of each, with the question, expectation and an example."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final

from msgspec import UNSET, Meta, UnsetType, field

from hoyle.games.poker.floor.wager_ruling import BET, CALL, CHECK
from hoyle.judge.case_types.base import CaseObject, SwitchedCase
from hoyle.judge.case_types.decoder import BySeat, Card, Cards, Chips, Count, Positive, Seat, Word, doc
from hoyle.table.poker.rounds.kill_pot import MULTIPLIERS

CARDS_OF_DRAW_HAND: Final = 5
"""Cards of a hand in five-card draw."""
_FEES: Final = "chips already taken out; they are subtracted before the pot is divided"
_SEATS: Final = "seats dealt in; the seat with the button"
_KILLER: Final = "seat with the kill button, and the chips it posts"
_PERCENT: Final = (
    "method `percent`: the percentage, chips bet and called in each betting round, chips of the uncalled last bet"
)
_INCREMENTS: Final = "method `increment`: `[pot size, fee]` pairs, and the pots, main pot first"
_REDUCTION: Final = "method `reduce`: number of players, and whether one of them asked"


class PokerCase(SwitchedCase, kw_only=True):
    """Base struct of the judge cases about poker; their alternatives are ruled on, too."""


class PlayerState(Word):
    """State of a player at a showdown."""

    OPTIONS = ("live", "all-in", "folded")


class ShowdownPlayer(CaseObject, kw_only=True):
    """Player of a showdown case: seat, cards, state, and all chips put in."""

    seat: Seat
    cards: Cards | None = None
    state: PlayerState
    put_in: Chips | None = field(name="in", default=None)

    @property
    def is_live(self) -> bool:
        return self.state != "folded"


class ShowdownPot(CaseObject, kw_only=True):
    """Pot of a showdown case: its chips, and the seats that can win it."""

    chips: Chips
    seats: list[Seat]


class ShowdownCase(PokerCase, kw_only=True, tag="showdown"):
    """Case of a showdown: hands, board and pots."""

    QUESTION: ClassVar[str] = "Who gets every chip of every pot?"
    EXPECTED: ClassVar[Mapping[str, str]] = {
        "totals": "chips by seat, from all pots",
        "returned": "uncalled chips by seat",
        "pots": "`[chips, [seats]]`, main pot first",
        "award_order": "pots in the order of award: `side1`, `main`",
        "lines": "`[pot, share, seat, chips]`; shares are `high`, `low`, `odd`",
        "high_class": "class of the best high hand by seat",
        "low_hand": "best low by seat, `8-5-3-2-A`; null if none qualifies",
    }

    button: Annotated[Seat | None, doc("seat with the button; null in stud and mambo")] = None
    board: Annotated[Cards | None, doc("community cards; in stud at most one, the common card")] = None
    players: Annotated[
        list[ShowdownPlayer],
        doc(
            "one object each: `seat`, `cards`, `state` (`live`, `all-in`, `folded`), and, for all players or "
            "none, `in`: all chips put in"
        ),
    ]
    pot: Annotated[Chips | None, doc("chips of the single pot, if `in` is left out")] = None
    pots: Annotated[
        list[ShowdownPot] | None,
        doc(
            "all pots, if `in` and `pot` are left out: one object each, main pot first: `chips`, and `seats` "
            "that can win it"
        ),
    ] = None
    rake: Annotated[Chips | None, doc(_FEES)] = None
    jackpot: Annotated[Chips | None, doc(_FEES)] = None


class BringInCase(PokerCase, kw_only=True, tag="bring_in"):
    """Case of a forced bet that an up-card decides."""

    QUESTION: ClassVar[str] = "Who makes the forced bet by up-card?"
    EXPECTED: ClassVar[Mapping[str, str]] = {"seat": "seat that makes it"}

    upcards: Annotated[BySeat[Card], doc("up-card by seat")]
    mode: Annotated[
        str | None,
        doc("`lowest_ace_high`, `highest_ace_low`, or `highest_ace_high_suit` for mambo's second round; optional"),
    ] = None


class OpenerCase(PokerCase, kw_only=True, tag="opener"):
    """Case of the player who acts first on a street with up-cards."""

    QUESTION: ClassVar[str] = "Who acts first after up-cards have been dealt?"
    EXPECTED: ClassVar[Mapping[str, str]] = {"seat": "seat that acts first"}

    mode: Annotated[str, doc("`stud` or `mambo`")]
    showing: Annotated[BySeat[Cards], doc("up-cards by seat: several in stud, the one card in mambo")]
    community: Annotated[Card | None, doc("mambo: the community card")] = None


class ButtonCase(PokerCase, kw_only=True, tag="button"):
    """Case of the seat at which the dealer button starts."""

    QUESTION: ClassVar[str] = "Where does the button start?"
    EXPECTED: ClassVar[Mapping[str, str]] = {"seat": "seat with the button"}

    seats: Annotated[list[Seat], doc("occupied seats")]
    draw: Annotated[BySeat[Card] | None, doc("card drawn for the button by seat, if the book requires a draw")] = None


class BlindsCase(PokerCase, kw_only=True, tag="blinds"):
    """Case of the seats that post the blinds, the kill blind included."""

    QUESTION: ClassVar[str] = "Who posts which blind?"
    EXPECTED: ClassVar[Mapping[str, str]] = {"posts": "chips by seat"}

    seats: Annotated[list[Seat], doc(_SEATS)]
    button: Annotated[Seat, doc(_SEATS)]
    blinds: Annotated[list[Positive], doc("amounts in posting order")]
    killer: Annotated[Seat | None, doc(_KILLER)] = None
    kill_blind: Annotated[Fraction | None, doc(_KILLER)] = None
    """Half an odd limit need not be a whole number of chips."""


class ShowOrderCase(PokerCase, kw_only=True, tag="show_order"):
    """Case of the order in which hands are shown."""

    QUESTION: ClassVar[str] = "In which order are hands shown?"
    EXPECTED: ClassVar[Mapping[str, str]] = {"order": "all seats in the order of showing"}

    live: Annotated[list[Seat], doc("seats in the showdown")]
    button: Annotated[Seat | None, doc("seat with the button; null in stud")] = None
    last_bettor: Annotated[
        Seat | None, doc("seat of the last bet or raise of the final betting round; null if it was checked through")
    ] = None
    first_to_act: Annotated[Seat | None, doc("stud, checked through: the seat that was first to act")] = None


class BettingAction(Word):
    """Action of a betting round, as a case about raises names it."""

    OPTIONS = ("check", "bet", "call", "raise", "reraise", "fold")


class RaisesCase(PokerCase, kw_only=True, tag="raises"):
    """Case of the raises that stand in a betting round."""

    QUESTION: ClassVar[str] = "Which raises of a betting round stand?"
    EXPECTED: ClassVar[Mapping[str, str]] = {"log": "for each action the word under which it counts, or `refused`"}

    players_in_round: Annotated[int, Meta(ge=2), doc("players in at its start")]
    cap: Annotated[
        Positive | UnsetType | None, doc("maximum number of raises; null for no cap, left out for the book's own")
    ] = UNSET
    opened: Annotated[bool, doc("whether there is a bet already, such as the big blind before the flop")]
    actions: Annotated[list[BettingAction], doc("`check`, `bet`, `call`, `raise`, `reraise`, `fold`, in order")]


class CompletedAction(Word):
    """Last action of a player who acts out of turn."""

    OPTIONS = (CHECK, CALL, BET)


class ActionFacts(CaseObject, kw_only=True):
    """Observations of the dealer about a player's chips and words."""

    to_call: Annotated[Chips, doc("chips needed to call; 0 if nothing has been bet")]
    chips: Annotated[list[Positive] | None, doc("values of the chips of the first motion")] = None
    then: Annotated[list[Positive] | None, doc("values of chips added afterwards")] = None
    said: Annotated[
        str | Chips | None,
        doc(
            "null, `fold`, `check`, `call`, `bet`, `raise`, `all-in`, `bring in`, with an amount where there "
            "is one (`raise 20`, `raise to 20`, `raise by twenty`), or the announced total as a number; "
            "`more to come` or `not finished`, alone or after a comma, as `unfinished`"
        ),
    ] = None
    in_turn: Annotated[bool | None, doc("whether it was this player's turn")] = None
    hands_at_rest: Annotated[bool | None, doc("with `then`: whether the player's hands had come to rest before")] = None
    unfinished: Annotated[
        bool | None,
        doc(
            "whether the player indicated while betting that more was to come: `then` belongs to the bet, "
            "and without `then` the result is `bet unfinished`"
        ),
    ] = None
    already: Annotated[Chips | None, doc("chips that the player has bet in this betting round; 0 if left out")] = None
    stack: Annotated[Positive | None, doc("chips that the player has left; unlimited if left out")] = None
    limits: Annotated[
        list[Positive | None] | None,
        doc(
            "minimum and maximum of a bet, or of the chips that a raise adds: `[4, 8]`, `[4, null]`; `[]` if "
            "no further raise is allowed; no limits if left out"
        ),
    ] = None
    bet_stands: Annotated[
        bool | None,
        doc(
            "whether there is a bet; default: true if there is something to call or the player has bet "
            "chips. With nothing to call it is their own blind, and they have the option to raise"
        ),
    ] = None
    forced: Annotated[Positive | None, doc("the forced bet that is due from this player; 0 if left out")] = None
    must_bet: Annotated[
        bool | None, doc("whether the player may neither check nor fold; default: only if a bet is forced")
    ] = None
    completed: Annotated[
        CompletedAction | None, doc("out of turn: the player's last action, not raised since: `check`, `call` or `bet`")
    ] = None


class ActionCase(PokerCase, kw_only=True, tag="action"):
    """Case of a player's chips and words, and the action they make."""

    QUESTION: ClassVar[str] = "What action do a player's chips and words make?"
    EXPECTED: ClassVar[Mapping[str, str]] = {
        "result": "`call 10, change 15`, `raise`, `bet corrected to 20`, `not binding`, `house ruling`..."
    }

    facts: Annotated[ActionFacts, doc("observations of the dealer")]


class EligibilityCase(PokerCase, kw_only=True, tag="eligibility"):
    """Case of a stack that may be too small to be dealt in."""

    QUESTION: ClassVar[str] = "Is a stack large enough to be dealt in?"
    EXPECTED: ClassVar[Mapping[str, str]] = {"may_be_dealt_in": "true or false"}

    required: Annotated[list[Chips], doc("bets that the player owes or may be forced to make: ante, blind, forced bet")]
    table_min: Annotated[Chips, doc("posted minimum bet")]
    stack: Annotated[Chips, doc("chips on the table")]


class RakeMethod(Word):
    """Method by which the house takes its rake or fee."""

    OPTIONS = ("percent", "increment", "reduce", "ca-rates")


class PotEnd(Word):
    """Street on which a pot was awarded, or the showdown."""

    OPTIONS = (
        *("preflop", "flop", "turn", "river", "second", "third", "fourth", "fifth", "sixth", "seventh"),
        *("predraw", "draw", "community", "showdown"),
    )


class RakeCase(PokerCase, kw_only=True, tag="rake"):
    """Case of what the house may take from a pot; each method has fields of its own."""

    QUESTION: ClassVar[str] = "What may the house take?"
    EXPECTED: ClassVar[Mapping[str, str]] = {
        "rake, pot_after, invalid": "chips taken and left, and whether the book forbids it: `percent`, `increment`",
        "may_reduce": "`reduce`",
        "valid": "`ca-rates`",
    }

    method: Annotated[RakeMethod, doc("`percent`, `increment`, `reduce` or `ca-rates`")]
    percent: Annotated[Fraction | None, doc(_PERCENT)] = None
    called_by_round: Annotated[list[Chips] | None, doc(_PERCENT)] = None
    uncalled: Annotated[Chips | None, doc(_PERCENT)] = None
    levels: Annotated[list[tuple[Chips, Chips]] | None, doc(_INCREMENTS)] = None
    pots: Annotated[list[Chips] | None, doc(_INCREMENTS)] = None
    ended: Annotated[
        PotEnd | None, doc("when the pot was awarded: `preflop`, `flop`, `turn`, `river`, another street or `showdown`")
    ] = None
    jackpot: Annotated[Chips | None, doc("the jackpot fee")] = None
    players_at_table: Annotated[Positive | None, doc(_REDUCTION)] = None
    requested: Annotated[bool | None, doc(_REDUCTION)] = None
    rates: Annotated[list[Fraction] | None, doc("method `ca-rates`: fees used at one table limit")] = None


class KillOption(Word):
    """Size of a kill: full or half."""

    OPTIONS = tuple(MULTIPLIERS)


class KillShare(Word):
    """Share of a pot that a player won, as far as it matters for the kill button."""

    OPTIONS = ("entire", "high", "low", "tie")


class KillThreshold(CaseObject, kw_only=True):
    """Size from which a pot qualifies for a kill: in dollars, or as a multiple of the minimum wager."""

    dollars: Fraction | None = None
    multiple: Fraction | None = None


class KillStart(CaseObject, kw_only=True):
    """Holder of the kill button and last winner, before the first hand."""

    holder: Seat | None = None
    last_winner: Seat | None = None


class KillHand(CaseObject, kw_only=True):
    """Hand of a kill case: the net pot, and each winner with the share won."""

    n: Count | None = None
    pot: Chips
    winners: list[tuple[Seat, KillShare]]


class KillCase(PokerCase, kw_only=True, tag="kill"):
    """Case of the kill button, hand by hand."""

    QUESTION: ClassVar[str] = "Who holds the kill button after each hand, and what are the limits?"
    EXPECTED: ClassVar[Mapping[str, str]] = {
        "hands": "one object with the state after each hand: `holder`, `limits`, `kill_blind`"
    }

    option: Annotated[KillOption, doc("`kill` or `half-kill`")]
    limits: Annotated[list[Fraction], doc("posted lower and upper limit")]
    threshold: Annotated[KillThreshold, doc('`{"dollars": n}` or `{"multiple": n}`, times the minimum wager')]
    start: Annotated[KillStart | None, doc("`holder`, and in hold'em `last_winner`, before the first hand")] = None
    hands: Annotated[
        list[KillHand],
        doc(
            "`n`, `pot` (net of rake and jackpot), `winners`: `[seat, share]` with share `entire`, `high`, "
            "`low` or `tie`"
        ),
    ]


class StudShortageCase(PokerCase, kw_only=True, tag="stud_shortage"):
    """Case of a stud deck that runs short before the last street."""

    QUESTION: ClassVar[str] = "How is the last street of stud dealt when cards run short?"
    EXPECTED: ClassVar[Mapping[str, str]] = {
        "procedure": "`deal normally`, `burn, common card`, `scramble stub and burns, finish`..."
    }

    dealt: Annotated[
        list[Count] | None, doc("cards dealt by the end of third street, then on each further street; optional")
    ] = None
    remaining: Annotated[Count, doc("players still in")]
    burns: Annotated[Count, doc("burn cards so far")]
    stub: Annotated[Count, doc("cards left")]


class DrawShortageCase(PokerCase, kw_only=True, tag="draw_shortage"):
    """Case of a draw for which the stub may not suffice."""

    QUESTION: ClassVar[str] = "Where do the cards of each draw come from?"
    EXPECTED: ClassVar[Mapping[str, str]] = {
        "log": "`[seat, from the stub, from a reshuffled pile, size of that pile]` for each draw"
    }

    dealt_in: Annotated[int, Meta(ge=2), doc("players dealt five cards each")]
    folded: Annotated[list[Seat] | None, doc("seats that folded before the draw")] = None
    draws: Annotated[
        list[tuple[Seat, Annotated[int, Meta(ge=0, le=CARDS_OF_DRAW_HAND)]]],
        doc("`[seat, number of cards]` in drawing order"),
    ]


class IrregularityCase(PokerCase, kw_only=True, tag="irregularity"):
    """Case of an irregularity, such as a misdeal or an exposed card."""

    QUESTION: ClassVar[str] = "What follows when something goes wrong?"
    EXPECTED: ClassVar[Mapping[str, str]] = {
        "result": "`misdeal`, `play on`, `discard card, play on`, `refund own money`..., `house ruling`"
    }

    trigger: Annotated[
        str,
        doc(
            "the irregularity: `no-cut`, `boxed`, `exposed-hole-flop`, `left`...; the error for an unknown "
            "one lists all"
        ),
    ]
    facts: Annotated[
        dict[str, Any] | None, doc("facts that the ruling depends on, by trigger; the error names a missing one")
    ] = None
