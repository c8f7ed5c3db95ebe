"""Kinds of judge cases about house games: house card rounds, wager questions and dice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta

from hoyle.games.dice.wagers.betting_spot import ROUNDINGS
from hoyle.games.house_cards.game_definition import DEALING
from hoyle.judge.case_types.base import CaseObject, SwitchedCase
from hoyle.judge.case_types.decoder import ByName, Cards, Chips, Count, Face, Positive, Word, doc
from hoyle.table.house_cards import commands

FOLD: Final = "fold"
STAND: Final = "stand"
TURN_UP: Final = "turn-up"
_OPENING: Final = "wagers before the deal"
_PAYOUT: Final = "posted maximum of a hand, and of all hands of a round together, in Mississippi Stud"
_SHUFFLER: Final = "whether a shuffler is in use, and whether it counts the deck"
_INTERPRETATIONS: Final = "interpretations of ambiguous clauses"
_ASKED: Final = "wagers in question"
_WAGER: Final = "kind and chips of a wager"
_TARGET: Final = (
    "further fields of some wagers: the number, the flat bet of odds, the faces of a hop, a match play coupon"
)
_HOLDER: Final = (
    "instead of steps, asks who takes dice or shaker: players clockwise, the previous holder, players who "
    "would accept, and the holder if none does"
)
_LIMITS: Final = "minimum and maximum of a wager, and the smallest chip"
_OFFERED: Final = "craps: whether this wager is offered"
_PAYS: Final = (
    'craps: wagers on the next total by approved procedure, `{"twins": {"2": 20, "12": 20}}`, and those of them that '
    "are approved; all if left out"
)
_OPTIONS: Final = "craps: options of the house"
_COMMISSION: Final = (
    'craps: commission in percent, for all wagers or by wager (`{"buy": 4}`), its rounding (`down`, `nearest`, `up`), '
    "whether it is refunded, and whether it is due only after a win"
)
_ODDS: Final = "craps: most odds as a multiple of the flat bet, one for all points or one by point; most odds in chips"
_SHAKER: Final = "mini-dice: whether a player may return, and whether wagers may be taken down"


class DealingMethod(Word):
    """Method of dealing at a house card table."""

    OPTIONS = tuple(DEALING)


class HouseCardConfig(CaseObject, kw_only=True):
    """Posted rules and limits of a house card case."""

    dealing: Annotated[DealingMethod | None, doc("`manual`, `hand` or `automated`")] = None
    variant: Annotated[str | None, doc("`base`, `a`, `b` or `c`")] = None
    pair_plus_table: Annotated[str | None, doc("`standard` or `alternate`")] = None
    max_payout: Annotated[Chips | None, doc(_PAYOUT)] = None
    round_limit: Annotated[Chips | None, doc(_PAYOUT)] = None
    shuffler: Annotated[bool | None, doc(_SHUFFLER)] = None
    shuffler_counts: Annotated[bool | None, doc(_SHUFFLER)] = None
    optional_pay: Annotated[
        dict[str, Any] | None,
        doc('optional wagers of Mississippi Stud, each with its approved payouts: `{"lucky": {"flush": 5}}`'),
    ] = None
    approved_wagers: Annotated[list[Any] | None, doc("optional wagers that are approved; all if left out")] = None
    fold_keeps_side: Annotated[bool | None, doc(_INTERPRETATIONS)] = None
    void_returns_folds: Annotated[bool | None, doc(_INTERPRETATIONS)] = None
    whole_multiples: Annotated[bool | None, doc(_INTERPRETATIONS)] = None


class PositionDecision(Word):
    """Decision of a betting position after the deal."""

    OPTIONS = ("play", FOLD, STAND)


class HouseCardPosition(CaseObject, kw_only=True):
    """Betting position of a house card case: its wagers and decisions."""

    pos: Annotated[int, Meta(ge=0, le=99), doc("the seat")]
    ante: Annotated[Chips | None, doc(_OPENING)] = None
    pair_plus: Annotated[Chips | None, doc(_OPENING)] = None
    aces_up: Annotated[Chips | None, doc(_OPENING)] = None
    optional: Annotated[ByName[Positive] | None, doc("optional wagers of the house by name")] = None
    decision: Annotated[PositionDecision | None, doc("`play`, `fold`, or `stand` where only a side wager was made")] = (
        None
    )
    play: Annotated[Chips | None, doc("amount of the Play wager in Four Card Poker")] = None
    streets: Annotated[
        list[Positive | str | None] | None,
        doc("Mississippi Stud: multiples of the Ante, 1 to 3, street by street, or `fold`"),
    ] = None
    owner: Annotated[str | int | None, doc("player, if one has two seats")] = None


class ReportedCommand(Word):
    """Command or report of the dealer or the floor in a house card case."""

    OPTIONS = (
        *("opening-step", "change-deck", "shuffle", "cut", "recut", "count-stub", "house-ruling"),
        *("set-time", *(str(kind.__struct_config__.tag) for kind in commands.REPORTS)),
    )


class ReportMoment(Word):
    """Part of a round in which a report is made."""

    OPTIONS = ("shuffle", "betting", "deal", "decisions", "settlement", TURN_UP)


class HouseCardReport(CaseObject, kw_only=True):
    """Command or report of a house card case, without the command's own fields."""

    do: Annotated[
        ReportedCommand,
        doc(
            "a command of the table: `shuffle`, `cut`, `recut`, `count-stub`, `opening-step`, `change-deck`, "
            "`set-time`, `house-ruling`, or a report: `face-up-card`, `drawn-in-error`, `wrong-number`, "
            "`dealer-exposed`, `player-exposed`, `shuffler-failed`, `shoe-failed`, `machine-count`, "
            "`improper-cut`, `unsuitable-card`; its fields are beside it"
        ),
    ]
    at: Annotated[
        ReportMoment | None,
        doc(
            "`shuffle` (in place of the dealer's own shuffle and cut), `betting`, `deal`, `decisions` (the "
            "default), `settlement`, or `turn-up` (a hand is face up and not settled yet)"
        ),
    ] = None
    after: Annotated[
        Count | None, doc("number of cards dealt, decisions, settled hands or hands turned up before it")
    ] = None
    by: Annotated[str | None, doc("actor; `floor` if left out")] = None


class QuestionType(Word):
    """Type of a question about a wager."""

    OPTIONS = ("initial", "play", "two_positions", "after_no_more_bets", "position")


class WagerQuestion(CaseObject, kw_only=True):
    """Question of a house card case: may this wager be made?"""

    type: Annotated[QuestionType, doc("`initial`, `play`, `two_positions`, `after_no_more_bets` or `position`")]
    ante: Annotated[int | float | None, doc(_ASKED)] = None
    side: Annotated[int | float | None, doc(_ASKED)] = None
    play: Annotated[int | float | None, doc(_ASKED)] = None
    positions: Annotated[list[Count] | None, doc("two seats")] = None
    wager: Annotated[str | None, doc("wager in question")] = None
    pos: Annotated[int | None, doc("seat in question")] = None


class HouseCardCase(SwitchedCase, kw_only=True, tag="banked"):
    """Case of a house card game: a round to play, or a question about a wager."""

    QUESTION: ClassVar[str] = "What does every wager of a house card game win, or may a wager be made at all?"
    EXPECTED: ClassVar[Mapping[str, str]] = {
        "seats": "by seat: `hand`, `wagers` (gain or loss of each), `net`",
        "dealer, dealer_shown, dealer_qualifies": "the dealer's hand, where there is one",
        "order": "seats in the order of settlement",
        "void": "true for a void round",
        "rulings": "`[[ruling, clause]]` of the floor, in order, where something was reported",
        "rejects": "`[[seat, clause]]` of a refused wager or decision, which ends the round; "
        "`[[command, clause]]` of a refused report, `house ruling` where no clause decides it",
        "answer": "`accept` or `reject`, for a question",
    }

    config: Annotated[HouseCardConfig | None, doc("posted rules and limits of the house")] = None
    positions: Annotated[list[HouseCardPosition] | None, doc("one object for each wagering seat")] = None
    deck: Annotated[Cards | None, doc("cards in the order in which they leave shoe, hand or device")] = None
    reports: Annotated[
        list[dict[str, Any]] | None,
        doc("actions and reports of dealer and floor beside the play, in order", HouseCardReport),
    ] = None
    void: Annotated[Any, doc("reason, as text, for which the floor has declared the round void")] = None
    question: Annotated[WagerQuestion | None, doc("asks about a wager instead of playing a round")] = None


class Rounding(Word):
    """Rounding of a commission."""

    OPTIONS = tuple(ROUNDINGS)


class DiceConfig(CaseObject, kw_only=True):
    """Posted rules and limits of a dice case, those of craps and of mini-dice."""

    minimum: Annotated[Chips | None, doc(_LIMITS)] = None
    maximum: Annotated[Chips | None, doc(_LIMITS)] = None
    min_chip: Annotated[Chips | None, doc(_LIMITS)] = None
    limits: Annotated[ByName[tuple[Chips, Chips]] | None, doc('limits of single wagers: `{"place": [6, 60]}`')] = None
    pay: Annotated[
        ByName[str | int] | None, doc('odds of single lines, where the house pays more: `{"field-12": "3 to 1"}`')
    ] = None
    odds_multiple: Annotated[Count | dict[str, Count] | None, doc(_ODDS)] = None
    odds_maximum: Annotated[Chips | None, doc(_ODDS)] = None
    bar: Annotated[Count | None, doc("craps: number barred for the Don't bets")] = None
    commission_pct: Annotated[Fraction | None, doc(_COMMISSION)] = None
    commissions: Annotated[ByName[Fraction] | None, doc(_COMMISSION)] = None
    commission_rounding: Annotated[Rounding | None, doc(_COMMISSION)] = None
    optional_pay: Annotated[ByName[ByName[str | int]] | None, doc(_PAYS)] = None
    approved_wagers: Annotated[list[Any] | None, doc(_PAYS)] = None
    take_excess: Annotated[bool | None, doc(_OPTIONS)] = None
    put_bets: Annotated[bool | None, doc(_OPTIONS)] = None
    line_bet_at_point: Annotated[bool | None, doc(_OPTIONS)] = None
    commission_refunded: Annotated[bool | None, doc(_COMMISSION)] = None
    commission_after_win: Annotated[bool | None, doc(_COMMISSION)] = None
    off_at_point: Annotated[bool | None, doc(_OPTIONS)] = None
    dont_barred_at_point: Annotated[bool | None, doc(_OPTIONS)] = None
    offer_buy: Annotated[bool | None, doc(_OFFERED)] = None
    offer_lay: Annotated[bool | None, doc(_OFFERED)] = None
    offer_place_to_lose: Annotated[bool | None, doc(_OFFERED)] = None
    hardways_work: Annotated[bool | None, doc(_OPTIONS)] = None
    player_may_return: Annotated[bool | None, doc(_SHAKER)] = None
    wagers_removable: Annotated[bool | None, doc(_SHAKER)] = None


class RestingDie(CaseObject, kw_only=True):
    """Die as the crew sees it: its top face, or the faces it rests on."""

    top: Face | None = None
    resting: Face | list[Face] | None = None


class DiceStep(CaseObject, kw_only=True):
    """Step of a dice case: a wager, a change of one, a roll or a shake."""

    do: Annotated[
        str,
        doc(
            "`bet`, `roll`, `roll_raw`, `invalid_roll`, `remove`, `reduce`, `increase`, `call_on`, "
            "`call_off`, `no_line_bet`; mini-dice `shake`, `invalid_shake`"
        ),
    ]
    id: Annotated[
        str | int | None,
        doc(
            "id of a wager; rolls, shakes and `invalid_roll` may have one, too, under which `rejects` lists "
            "them if they are refused"
        ),
    ] = None
    kind: Annotated[str | None, doc(_WAGER)] = None
    amount: Annotated[int | float | None, doc(_WAGER)] = None
    number: Annotated[Annotated[int, Meta(ge=0, le=12)] | None, doc(_TARGET)] = None
    on: Annotated[str | int | None, doc(_TARGET)] = None
    combo: Annotated[tuple[Face, Face] | None, doc(_TARGET)] = None
    coupon: Annotated[bool | None, doc(_TARGET)] = None
    dice: Annotated[
        list[Face | RestingDie] | None, doc("two faces; for `roll_raw` objects with `top` or `resting`")
    ] = None
    reason: Annotated[Any, doc("why a roll or shake does not count, as free text")] = None
    to: Annotated[Positive | None, doc("the new amount")] = None


class DiceCase(SwitchedCase, kw_only=True, tag="dice"):
    """Case of craps or mini-dice: steps to play, or a question who takes dice or shaker."""

    QUESTION: ClassVar[str] = "How is every wager at craps or mini-dice decided, or who takes the dice?"
    EXPECTED: ClassVar[Mapping[str, str]] = {
        "wagers": "by id: `result` (`win`, `lose`, `push`, `returned`, `removed`, `live`), `paid`, "
        "`taken`, `roll`, `commission`",
        "net": "gain or loss of all wagers",
        "point": "point after the last roll, or null",
        "rejects": "`[id, clause]` of refused wagers and changes of them, and of refused rolls and "
        "shakes that have an `id`, in order",
        "refused": "`[step, clause]` of other steps that the book forbids, by their number",
        "shooter_must_pass, player_must_pass_shaker": "true or false",
        "asked, holder": "players who were asked, and the player who takes it",
    }

    config: Annotated[DiceConfig | None, doc("posted rules and limits of the house")] = None
    steps: Annotated[list[DiceStep] | None, doc("wagers, rolls and other steps, in order")] = None
    players: Annotated[list[str | int] | None, doc(_HOLDER)] = None
    previous: Annotated[str | int | None, doc(_HOLDER)] = None
    accepts: Annotated[list[str | int] | dict[str, bool] | None, doc(_HOLDER)] = None
    fallback: Annotated[str | int | None, doc(_HOLDER)] = None
