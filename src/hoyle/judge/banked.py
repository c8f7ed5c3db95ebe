"""Rulings on the house card games: a round is dealt and settled by the engine, a question put to it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from hoyle.banked import events
from hoyle.banked.game import ANTE, BONUS, DEALING, PLAY, STREETS
from hoyle.banked.games import GAMES
from hoyle.banked.round import Round
from hoyle.banked.sign import BASE, Sign
from hoyle.banked.stakes import check_later, check_opening, later_range
from hoyle.banked.state import Place
from hoyle.cards import DECK, parse_cards
from hoyle.errors import IllegalError
from hoyle.history.calls import narrate
from hoyle.judge.facts import Facts
from hoyle.judge.ruling import Cited, Ruling, Step
from hoyle.rulebooks.banked_book import BankedPage
from hoyle.rulebooks.banked_books import BOOKS, banked_book

FIELDS: Final = ("config", "positions", "deck", "void", "question")
CONFIG_FIELDS: Final = (
    *("dealing", "pair_plus_table", "variant", "max_payout"),
    *("fold_keeps_side", "void_returns_folds", "whole_multiples"),
)
POSITION_FIELDS: Final = (*("pos", "ante", "pair_plus", "aces_up", "decision", "play", "streets", "owner"),)
QUESTION_FIELDS: Final = ("type", "ante", "side", "play", "positions", "wager", "pos")
DECISIONS: Final = ("play", "fold", "stand")
ENOUGH: Final = 10**12
"""Chips of a seat whose purse the case does not mention."""


def rule_banked(case: dict[str, Any]) -> Ruling:
    """Rule on a case of kind ``banked``."""
    where = f"case {case.get('id', '?')}" if isinstance(case, dict) else "case"
    facts = Facts(case, where)
    book = facts.word("rulebook", BOOKS)
    game = facts.word("game", GAMES)
    params = facts.inner("params").fields if facts.has("params") else {}
    sign, notes = _read_sign(facts, banked_book(book).page(game), book, params)
    if facts.has("question"):
        return _rule_question(facts.inner("question", QUESTION_FIELDS), sign)
    return _rule_round(facts, sign, notes)


def _read_sign(facts: Facts, page: BankedPage, book: str, params: dict[str, Any]) -> tuple[Sign, list[Step]]:
    config = facts.inner("config", CONFIG_FIELDS) if facts.has("config") else Facts({}, facts.where)
    notes: list[Step] = []
    switched = Facts(params, f"{facts.where}: params")
    unit_cents = switched.count("unit_cents", 1, 100) if switched.has("unit_cents") else 100
    cap = config.count("max_payout") if config.has("max_payout") else 0
    if cap and page.pay.cap is None:
        raise config.refuse("max_payout", f"is no matter of {page.game}")
    if cap and page.pay.cap is not None and cap * unit_cents < page.pay.cap.least_cents.value:
        least = page.pay.cap.least_cents
        text = f"A maximum of {cap} is below ${least.value // 100:,}: it is refused and does not apply."
        notes.append(Step(text, least.clause))
        cap = 0
    switches: dict[str, Any] = {
        name: source.flag(name)
        for name in ("fold_keeps_side", "void_returns_folds", "whole_multiples")
        for source in (config, switched)
        if source.has(name)
    }
    return (
        Sign(
            page.game,
            book=book,
            dealing=config.word("dealing", DEALING) if config.has("dealing") else "manual",
            variant=config.word("variant", (BASE, *page.wagers.version)) if config.has("variant") else BASE,
            side_table=(
                config.word("pair_plus_table", page.pay.side) if config.has("pair_plus_table") else "standard"
            ),
            max_payout=cap,
            unit_cents=unit_cents,
            **switches,
        ),
        notes,
    )


class _Position:
    """One betting position of a case."""

    def __init__(self, facts: Facts, sign: Sign) -> None:
        self.facts = facts
        self.seat = facts.count("pos", 1, sign.seats)
        self.owner = str(facts.get("owner")) if facts.has("owner") else f"seat {self.seat}"
        self.wagers = {
            wager: facts.count(wager, 1)
            for wager in ("ante", "pair_plus", "aces_up")
            if facts.fields.get(wager)
        }
        for wager in self.wagers:
            if wager not in sign.game.opening:
                raise facts.refuse(wager, f"is no wager of {sign.game.id}")
        self.decision = facts.word("decision", DECISIONS) if facts.has("decision") else ""
        self.play = facts.count("play", 1) if facts.has("play") else 0
        self.streets: list[int | str] = []
        if facts.has("streets"):
            for at, value in enumerate(facts.items("streets")):
                fold = value == "fold"
                self.streets.append("fold" if fold else facts.read_count(f"streets[{at}]", value, 1, 3))

    def decide(self, round_: Round, stage: int) -> bool:
        """Do what the case says this position did; false if it says nothing."""
        if len(round_.game.later) > 1:
            if stage >= len(self.streets):
                return False
            street = self.streets[stage]
            if isinstance(street, str):
                round_.fold(self.seat)
            else:
                round_.play(self.seat, street * self.wagers[ANTE])
            return True
        if not self.decision:
            return False
        if self.decision == "fold":
            round_.fold(self.seat)
        elif self.decision == "stand":
            round_.stand(self.seat)
        else:
            least, most, _ = later_range(round_.sign, round_.game.later[stage], 1)
            if not self.play and least != most:
                raise self.facts.refuse("play", "is missing: the amount of the Play wager")
            round_.play(self.seat, self.play)
        return True


def _rule_round(facts: Facts, sign: Sign, notes: list[Step]) -> Ruling:
    positions = [_Position(each, sign) for each in facts.inners("positions", POSITION_FIELDS)]
    positions.sort(key=lambda each: each.seat)
    if not positions:
        raise facts.refuse("positions", "names no seat")
    for one, other in pairwise(positions):
        if one.seat == other.seat:
            raise facts.refuse("positions", f"names seat {one.seat} twice")
    deck = parse_cards(str(facts.get("deck"))) if facts.has("deck") else []
    void = facts.has("void")
    if void:
        # A void round may show any number of cards; only the wagers and who has folded matter.
        needed = sign.game.cards_needed(len(positions), sign.dealing)
        deck = deck + [card for card in range(52) if card not in deck][: max(0, needed - len(deck))]
    round_ = Round(sign, {each.seat: ENOUGH for each in positions}, deck, whole_deck=False, step=void)
    acting = 0
    try:
        for each in positions:
            acting = each.seat
            for wager, chips in each.wagers.items():
                round_.wager(each.seat, wager, chips, owner=each.owner)
        round_.close()
        acting = round_.turn
        _decide(round_, {each.seat: each for each in positions}, facts, void=void)
    except IllegalError as refusal:
        if not refusal.clause:
            raise
        return _refused(round_, refusal, round_.turn or acting)
    if void and not round_.over:
        round_.void(str(facts.get("void")), sign.page.floor.void.clause)
    return _round_ruling(round_, notes, void=void)


def _refused(round_: Round, refusal: IllegalError, seat: int) -> Ruling:
    """A wager or decision that the book does not allow: the round goes no further until another is made."""
    cited = Cited()
    cited.add(refusal.clause)
    working = _called(round_)
    return Ruling(
        {"rejects": [[seat, refusal.clause.partition(" ")[2]]]},
        cited.clauses(),
        [*working, Step(f"Refused: {refusal}.", refusal.clause)],
        answer=f"seat {seat} is refused",
    )


def _decide(round_: Round, positions: dict[int, _Position], facts: Facts, *, void: bool) -> None:
    stages = dict.fromkeys(positions, 0)
    while seat := round_.turn:
        if not positions[seat].decide(round_, stages[seat]):
            if void:
                return
            raise facts.refuse("positions", f"says nothing about the decision of seat {seat}")
        stages[seat] += 1


_SILENT: Final = ("dealt", "stub-rested", "settlement-began")
"""How the cards of a case came is no part of its answer."""


def _round_ruling(round_: Round, notes: list[Step], *, void: bool) -> Ruling:
    state = round_.state
    result: dict[str, Any] = {
        "seats": {str(seat): _seat_result(round_, state.places[seat], void=void) for seat in state.seats()},
        "order": list(state.order),
    }
    if void:
        result["void"] = True
    elif round_.game.has_dealer_hand:
        result["dealer_shown"] = state.dealer_shown
        if state.dealer_shown:
            result["dealer"] = state.dealer_name
            if round_.page.pay.qualifier.value:
                result["dealer_qualifies"] = state.dealer_qualifies
    cited = Cited()
    for event in round_.log:
        if isinstance(event, events.Settled | events.Folded | events.Returned | events.Voided):
            cited.add(event.clause)
    working = [*notes, *_called(round_)]
    cited.add(*(step.clause for step in notes))
    nets = [f"seat {seat} {state.places[seat].net:+d}" for seat in state.seats()]
    answer = "void: what is not settled goes back" if void else ", ".join(nets)
    return Ruling(result, cited.clauses(), working, answer=answer)


def _called(round_: Round) -> list[Step]:
    """What the dealer says of the round so far."""
    calls = narrate(round_.log, round_.sign)
    return [Step(call.text, call.clause) for call in calls if call.entry.name not in _SILENT]


def _seat_result(round_: Round, place: Place, *, void: bool) -> dict[str, Any]:
    wagers = {wager: place.gains.get(wager, 0) for wager in place.made}
    if BONUS in place.gains or (PLAY in place.made and not void):
        wagers[BONUS] = place.gains.get(BONUS, 0)
    result: dict[str, Any] = {"wagers": wagers, "net": sum(wagers.values())}
    if place.folded:
        result["hand"] = "folded"
    elif place.shown:
        result["hand"] = place.shown
    return result


def _rule_question(facts: Facts, sign: Sign) -> Ruling:
    kind = facts.word("type", _QUESTIONS)
    try:
        clause = _QUESTIONS[kind](facts, sign)
    except IllegalError as refusal:
        id = refusal.clause.partition(" ")[2]
        return Ruling({"answer": "reject"}, [id], [Step(str(refusal), refusal.clause)], answer="reject")
    id = clause.partition(" ")[2]
    return Ruling({"answer": "accept"}, [id], [Step("Nothing forbids it.", clause)], answer="accept")


def _chips(facts: Facts, name: str) -> int:
    """An amount that may be left out; parts of a chip and debts are refused as wagers."""
    if not facts.has(name):
        return 0
    amount = facts.read_amount(name, facts.get(name), -(10**9))
    if amount.denominator != 1 or amount < 0:
        raise IllegalError(f"{amount} is no whole number of chips (house chips)", clause="house chips")
    return amount.numerator


def _initial(facts: Facts, sign: Sign) -> str:
    ante, side = _chips(facts, "ante"), _chips(facts, "side")
    check_opening(sign, ante, side)
    page = sign.page.wagers
    if sign.variant != BASE:
        return page.version[sign.variant].clause
    if ante and side:
        return page.both
    return page.ante_limits if ante else page.side_limits


def _play(facts: Facts, sign: Sign) -> str:
    wager = sign.game.later[0]
    check_later(sign, wager, _chips(facts, "ante"), _chips(facts, "play"))
    return sign.page.wagers.later[wager].size.clause


def _two_positions(facts: Facts, sign: Sign) -> str:
    seats = facts.counts("positions")
    if len(seats) != 2:
        raise facts.refuse("positions", f"names {len(seats)} seats where two belong")
    clause = sign.page.wagers.two_seats
    if seats[0] == seats[1]:
        raise IllegalError(f"seat {seats[0]} twice is one position ({clause})", clause=clause)
    round_ = Round(sign, None)
    for seat in seats:
        round_.wager(seat, ANTE, sign.ante[0], owner="one player")
    return clause


def _after_no_more_bets(facts: Facts, sign: Sign) -> str:
    wager = facts.word("wager", ("ante", "pair_plus", "aces_up", "play", *STREETS))
    if wager in sign.game.later:
        return sign.page.wagers.later_time
    round_ = Round(sign, None, list(DECK))
    for opening in sign.game.opening:
        round_.wager(1, opening, max(sign.ante[0], sign.side_limits[0]))
    round_.close()
    round_.wager(1, wager, 1)
    return sign.page.wagers.chips


def _position(facts: Facts, sign: Sign) -> str:
    Round(sign, None).wager(facts.read_count("pos", facts.get("pos"), -(10**9)), ANTE, sign.ante[0])
    return sign.page.wagers.seats.clause


_QUESTIONS: Final[dict[str, Callable[[Facts, Sign], str]]] = {
    "initial": _initial,
    "play": _play,
    "two_positions": _two_positions,
    "after_no_more_bets": _after_no_more_bets,
    "position": _position,
}
