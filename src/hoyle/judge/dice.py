"""Rulings on dice: the steps of a case are played at a real table, refusals and all."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Final

from hoyle.dice import events
from hoyle.dice.craps import Craps
from hoyle.dice.events import Event
from hoyle.dice.mini_dice import MiniDice
from hoyle.dice.sign import CrapsSign, MiniSign
from hoyle.dice.state import REMOVED, UNSEEN, WIN, State
from hoyle.dice.throws import Die
from hoyle.errors import IllegalError, InvalidError
from hoyle.history.calls import narrator
from hoyle.judge.facts import Facts
from hoyle.judge.ruling import Cited, Ruling, Step
from hoyle.rulebooks.dice_book import POINTS, DiceBook
from hoyle.rulebooks.dice_books import CRAPS, MINI_DICE
from hoyle.rulebooks.paytable import parse_odds

FIELDS: Final = ("config", "steps", "players", "previous", "accepts", "fallback")
CRAPS_FLAGS: Final = ("take_excess", "put_bets")
OFFERS: Final = {"offer_buy": "buy", "offer_lay": "lay", "offer_place_to_lose": "place_to_lose"}
"""Switches of a case that put a wager on the layout or leave it out."""
HARDWAYS_WORK: Final = "hardways_work"
LIMITS: Final = ("minimum", "maximum", "min_chip")
CRAPS_CONFIG: Final = (
    *("odds_multiple", "odds_maximum", "bar", "commission_pct", "pay"),
    *(*CRAPS_FLAGS, *OFFERS, HARDWAYS_WORK, *LIMITS),
)
MINI_CONFIG: Final = (*LIMITS, "pay")
STEP_FIELDS: Final = (
    *("do", "id", "kind", "amount", "number", "on", "combo", "coupon", "dice", "reason", "to"),
)
CRAPS_STEPS: Final = (
    *("bet", "roll", "roll_raw", "invalid_roll", "remove", "reduce", "increase"),
    *("call_on", "call_off", "no_line_bet"),
)
MINI_STEPS: Final = ("bet", "shake", "invalid_shake", "remove", "reduce", "increase")
ENOUGH: Final = 10**12
PLAYER: Final = "player"
ANOTHER: Final = "another"
"""Somebody else at the table, who takes dice or shaker when they must be passed."""
BOOKS: Final[dict[str, dict[str, Any]]] = {"craps": CRAPS, "mini-dice": MINI_DICE}


def rule_dice(case: dict[str, Any]) -> Ruling:
    """Rule on a case of kind ``dice``."""
    where = f"case {case.get('id', '?')}" if isinstance(case, dict) else "case"
    facts = Facts(case, where)
    game = facts.word("game", BOOKS)
    book = facts.word("rulebook", BOOKS[game])
    if facts.has("players"):
        return _rule_offer(facts, game, book)
    if game == "craps":
        return _CrapsCase(facts, book).rule()
    return _MiniCase(facts, book).rule()


def _rule_offer(facts: Facts, game: str, book: str) -> Ruling:
    """Who is asked and who takes dice or shaker: the offer is made at a real table."""
    players = [str(player) for player in facts.items("players")]
    willing = _willing(facts)
    previous = str(facts.get("previous")) if facts.has("previous") else ""
    table: Craps | MiniDice = (
        Craps(CrapsSign(book=book), dict.fromkeys(players, 1))
        if game == "craps"
        else MiniDice(MiniSign(book=book), dict.fromkeys(players, 1))
    )
    if previous in players:
        while (player := table.offer()) != previous:
            table.answer(player, accept=False)
        table.answer(previous, accept=True)
        if isinstance(table, Craps):
            table.pass_dice()
        else:
            table.pass_shaker()
    before = len(table.log)
    asked: list[str] = []
    while player := table.offer():
        if player in asked:
            break
        asked.append(player)
        table.answer(player, accept=player in willing)
    holder: str | None = table.state.shooter or None
    if facts.has("fallback") and holder not in asked:
        holder = str(facts.get("fallback"))
    cited = Cited()
    cited.add(*(event.clause for event in table.log[before:]))
    if isinstance(table, MiniDice) and not previous:
        least = table.book.shaker.dealer_for_players if holder not in asked else table.book.shaker.player
        cited.add(table.book.shaker.dealer.clause, least.clause)
    working = [Step(f"Asked in turn: {', '.join(asked) or 'nobody'}.", "".join(cited.citations[:1]))]
    return Ruling({"asked": asked, "holder": holder}, cited.clauses(), working, answer=f"{holder} takes it")


def _willing(facts: Facts) -> set[str]:
    """Who would accept: an object of answers, or a list of names."""
    if not facts.has("accepts"):
        return set()
    if isinstance(facts.get("accepts"), list):
        return {str(player) for player in facts.items("accepts")}
    answers = facts.inner("accepts")
    return {player for player in answers.fields if answers.flag(player)}


class _Seen:
    """What a case shows of one wager."""

    def __init__(self, event: events.Bet, book: DiceBook) -> None:
        page = book.wagers[event.kind]
        lines = {there.line for there in page.spots.values() if there.line}
        self.charged = page.commission is not None
        self.exact = any(book.lines[line].exact for line in lines)
        """Its odds are fixed, so the table of least odds does not decide what it is paid."""
        self.commission = event.commission
        self.result = "live"
        self.paid = self.taken = self.roll = 0

    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = {"result": self.result, "paid": self.paid, "taken": self.taken}
        if self.result not in ("live", REMOVED):
            found["roll"] = self.roll
        if self.charged:
            found["commission"] = self.commission
        return found


class _DiceCase:
    """What both games share: wagers by id, refusals, the ruling."""

    def __init__(self, facts: Facts, steps: tuple[str, ...], table: Craps | MiniDice) -> None:
        self.facts = facts
        self.words = steps
        self.seated = table
        self.rejects: list[list[str]] = []
        self.clauses = Cited()
        self.working: list[Step] = []
        self.wagers: dict[str, _Seen] = {}
        self.told = 0
        self.stick = narrator(table.sign)

    def rule(self) -> Ruling:
        for step in self.facts.inners("steps", STEP_FIELDS):
            try:
                self.take(step, step.word("do", self.words))
            except IllegalError as refusal:
                self.rejects.append([str(step.get("id")), refusal.clause.partition(" ")[2]])
                self.clauses.add(refusal.clause)
                self.working.append(Step(f"Refused: {refusal}.", refusal.clause))
            self.tell()
        return self.hand_down()

    def tell(self) -> None:
        """Put what the last step has done into words."""
        log = self.seated.log
        for event in log[self.told :]:
            self._note(event)
            self.clauses.add(*self._citations(event))
            self.working += [Step(call.text, call.clause) for call in self.stick.hear(event)]
        self.working += [Step(call.text, call.clause) for call in self.stick.rest()]
        self.told = len(log)

    def _note(self, event: Event) -> None:
        if isinstance(event, events.Bet):
            self.wagers[event.id] = _Seen(event, self.seated.sign.book)
        elif isinstance(event, events.Changed):
            self.wagers[event.id].commission += event.commission
        elif isinstance(event, events.Removed):
            self.wagers[event.id].result = REMOVED
        elif isinstance(event, events.Decided):
            wager = self.wagers[event.id]
            wager.result, wager.paid, wager.taken = event.result, event.paid, event.taken
            wager.roll = self.seated.state.rolls

    def _citations(self, event: Event) -> list[str]:
        """The clauses by which an event decides a case."""
        if isinstance(event, events.Decided) and event.result == WIN:
            exact = self.wagers[event.id].exact
            return [event.clause, "" if exact else self.seated.sign.book.pays]
        if isinstance(event, _CITED):
            return [event.clause]
        if isinstance(event, events.Rolled):
            return [event.clause] if event.clause != self.seated.sign.book.rolled else []
        if isinstance(event, events.Bet):
            return [event.clause] if event.commission else []
        return []

    def take(self, step: Facts, what: str) -> None:
        raise NotImplementedError

    def hand_down(self) -> Ruling:
        raise NotImplementedError

    def ruling(self, state: State, result: dict[str, Any]) -> Ruling:
        shown = {id: wager.shown() for id, wager in self.wagers.items()}
        net = state.net()
        return Ruling(
            {"wagers": shown, "net": net, "rejects": self.rejects, **result},
            self.clauses.clauses(),
            self.working,
            answer=f"net {net:+d}",
        )


_CITED: Final = (
    *(events.Decided, events.NoRoll, events.Removed, events.Changed, events.CalledOn, events.CalledOff),
    *(events.LineDeclined, events.SevenOut, events.MustPass),
)


class _CrapsCase(_DiceCase):
    def __init__(self, facts: Facts, book: str) -> None:
        # A case shows one player's wagers; who throws has his line bet elsewhere.
        self.table = Craps(_craps_sign(facts, book), {PLAYER: ENOUGH}, shooter=UNSEEN)
        super().__init__(facts, CRAPS_STEPS, self.table)
        self.told = len(self.table.log)

    def take(self, step: Facts, what: str) -> None:
        table = self.table
        if what == "bet":
            self._bet(step)
        elif what == "roll":
            self._cite_off()
            table.throw(*_faces(step, "dice"))
        elif what == "roll_raw":
            table.throw_raw([_die(each) for each in step.inners("dice", ("top", "resting"))])
        elif what == "invalid_roll":
            reason = _reason(str(step.fields.get("reason", "")))
            known = table.book.no_rolls.get(reason)
            table.no_roll(reason, by=known.by if known is not None else "")
        elif what == "remove":
            table.remove(_id(step))
        elif what == "reduce":
            table.reduce(_id(step), step.count("to", 1))
        elif what == "increase":
            table.increase(_id(step), step.count("to", 1))
        elif what == "call_on":
            table.call_on(_id(step))
        elif what == "call_off":
            table.call_off(_id(step))
        elif any(table.spot_of(wager).settles_alone for wager in table.state.live):
            table.no_line_bet()
        else:
            self.working.append(
                Step(
                    "No Come or Don't Come bet is left: nothing to throw for.",
                    table.book.shooter.declines_line,
                )
            )

    def _cite_off(self) -> None:
        """Note the rule when a wager sits a come-out roll out."""
        state = self.table.state
        for wager in state.live:
            page = self.table.spot_of(wager).page
            if not state.point and page.off and not wager.called_on:
                self.clauses.add(page.off, self.table.book.sits_out, page.called_on)

    def _bet(self, step: Facts) -> None:
        self.table.bet(
            PLAYER,
            str(step.get("kind")),
            _amount(step),
            number=step.count("number") if step.has("number") else 0,
            on=str(step.get("on")) if step.has("on") else "",
            combo=_faces(step, "combo") if step.has("combo") else (0, 0),
            coupon=step.flag("coupon") if step.has("coupon") else False,
            id=_id(step),
        )

    def hand_down(self) -> Ruling:
        state = self.table.state
        return self.ruling(
            state,
            {"point": state.point or None, "shooter_must_pass": state.must_pass},
        )


class _MiniCase(_DiceCase):
    def __init__(self, facts: Facts, book: str) -> None:
        self.table = MiniDice(_mini_sign(facts, book), {PLAYER: ENOUGH, ANOTHER: 0})
        super().__init__(facts, MINI_STEPS, self.table)

    def take(self, step: Facts, what: str) -> None:
        table = self.table
        if what == "bet":
            number = step.count("number") if step.has("number") else 0
            table.bet(PLAYER, str(step.get("kind")), _amount(step), number=number, id=_id(step))
        elif what == "shake":
            table.shake(*_faces(step, "dice"))
        elif what == "invalid_shake":
            reason = str(step.fields.get("reason", "")).lower()
            table.failed_shake("fell-out" if _FELL_OUT.search(reason) else "not-flat")
        elif what == "remove":
            table.remove(_id(step))
        else:
            table.change(_id(step), step.count("to", 1))

    def hand_down(self) -> Ruling:
        state = self.table.state
        return self.ruling(state, {"player_must_pass_shaker": state.must_pass})


def _config(facts: Facts, known: tuple[str, ...]) -> Facts:
    """What the house has posted: the config of the case, and switches among its params."""
    config = facts.inner("config", known) if facts.has("config") else Facts({}, f"{facts.where}: config")
    params = facts.inner("params").fields if facts.has("params") else {}
    switches = {name: value for name, value in params.items() if name in known}
    return Facts({**config.fields, **switches}, config.where)


def _craps_sign(facts: Facts, book: str) -> CrapsSign:
    config = _config(facts, CRAPS_CONFIG)
    options: dict[str, Any] = {"book": book, **_limits(config), **_pay(config)}
    options |= {name: config.flag(name) for name in CRAPS_FLAGS if config.has(name)}
    options["offers"] = {kind: config.flag(name) for name, kind in OFFERS.items() if config.has(name)}
    if config.has(HARDWAYS_WORK) and config.flag(HARDWAYS_WORK):
        options["work_on_come_out"] = ("hard",)
    if config.has("odds_multiple"):
        options["odds_multiple"] = _multiple(config)
    for name in ("bar", "odds_maximum"):
        if config.has(name):
            options[name] = config.count(name)
    if config.has("commission_pct"):
        options["commission_pct"] = config.amount("commission_pct")
    return CrapsSign(**options)


def _mini_sign(facts: Facts, book: str) -> MiniSign:
    config = _config(facts, MINI_CONFIG)
    options: dict[str, Any] = {"book": book, **_limits(config), **_pay(config)}
    return MiniSign(**options)


def _limits(config: Facts) -> dict[str, int]:
    return {name: config.count(name) for name in LIMITS if config.has(name)}


def _multiple(config: Facts) -> int | dict[int, int]:
    """One multiple for every point, or one for each."""
    if not isinstance(config.get("odds_multiple"), dict):
        return config.count("odds_multiple")
    inside = config.inner("odds_multiple", [str(point) for point in POINTS])
    return {int(point): inside.count(point) for point in inside.fields}


def _pay(config: Facts) -> dict[str, dict[str, Fraction]]:
    """Pay lines of the house's own: ``{"field-12": 3}`` or ``{"place-6": "7 to 6"}``."""
    if not config.has("pay"):
        return {}
    lines = config.inner("pay")
    found: dict[str, Fraction] = {}
    for line, odds in lines.fields.items():
        if isinstance(odds, bool) or not isinstance(odds, int | str):
            raise lines.refuse(line, "must be odds such as 3 or '7 to 5'")
        try:
            found[line] = parse_odds(str(odds))
        except InvalidError as error:
            raise lines.refuse(line, str(error)) from None
    return {"pay": found}


def _id(step: Facts) -> str:
    return str(step.get("id"))


def _amount(step: Facts) -> int:
    """Whole chips; anything else cannot be paid and is refused as such."""
    amount = step.read_amount("amount", step.get("amount"), -(10**9))
    return amount.numerator if amount.denominator == 1 else -1


def _reason(text: str) -> str:
    """The reason of an invalid roll as the table knows it; whatever else is said is held improper."""
    words = text.lower()
    for known, marks in _REASONS.items():
        if any(mark in words for mark in marks):
            return known
    return "improper"


_REASONS: Final = {
    "disputed": ("disput", "disagree", "which face"),
    "off-table": ("off the table", "leaves the table", "left the table", "off-table", "floor"),
    "stacked": ("on the other", "on top of", "stacked"),
    "not-together": ("together", "simultaneous", "same moment", "same time"),
    "bank-chips": ("bank",),
    "player-chips": ("chip", "coupon", "wager", "bets"),
    "cup-or-rail": ("cup", "rail"),
    "cheating": ("cheat", "crooked", "fixed"),
    "missed-end": ("end of the table", "far end", "wall", "strike", "short"),
}

_FELL_OUT: Final = re.compile(r"\b(fell|falls?|fallen|falling|drop(s|ped)?|out)\b")


def _faces(step: Facts, name: str) -> tuple[int, int]:
    found = step.counts(name, 1)
    if len(found) != 2 or max(found) > 6:
        raise step.refuse(name, f"must be two faces from 1 to 6, not {found}")
    return found[0], found[1]


def _die(facts: Facts) -> Die:
    if facts.has("resting"):
        value = facts.get("resting")
        faces = facts.counts("resting", 1) if isinstance(value, list) else [facts.count("resting", 1, 6)]
        return Die(resting=tuple(faces))
    return Die(top=facts.count("top", 1, 6))


__all__ = ["FIELDS", "rule_dice"]
