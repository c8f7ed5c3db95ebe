"""Rulings on dice: the steps of a case are played at a real table, refusals and all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from hoyle.dice import events
from hoyle.dice.craps import Craps
from hoyle.dice.events import Event
from hoyle.dice.kinds import (
    BUY,
    COME,
    DONT_COME,
    LAY,
    LIVE,
    NAMES,
    OFF_ON_COME_OUT,
    PLACE,
    POINTS,
    REMOVED,
    RESULTS,
    WIN,
)
from hoyle.dice.mini import MiniDice
from hoyle.dice.rotation import offered
from hoyle.dice.sign import CrapsSign, MiniSign
from hoyle.dice.state import COME_OUT, DEALER, POINT, State, Wager
from hoyle.dice.throws import Die
from hoyle.errors import IllegalError, InvalidError
from hoyle.judge.facts import Facts
from hoyle.judge.ruling import Cited, Ruling, Step
from hoyle.rulebooks.paytable import parse_odds

FIELDS: Final = ("config", "steps", "players", "previous", "accepts", "fallback")
CRAPS_FLAGS: Final = (
    *("offer_buy", "offer_lay", "offer_place_to_lose", "hardways_work", "take_excess", "put_bets"),
)
LIMITS: Final = ("minimum", "maximum", "min_chip")
CRAPS_CONFIG: Final = ("odds_multiple", "bar", "commission_pct", *CRAPS_FLAGS, *LIMITS, "pay")
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
BOOKS: Final = {"craps": "oneida", "mini-dice": "nj-19-47"}


def rule_dice(case: dict[str, Any]) -> Ruling:
    """Rule on a case of kind ``dice``."""
    where = f"case {case.get('id', '?')}" if isinstance(case, dict) else "case"
    facts = Facts(case, where)
    game = facts.word("game", BOOKS)
    facts.word("rulebook", (BOOKS[game],))
    if facts.has("players"):
        return _rule_offer(facts, game)
    if game == "craps":
        return _CrapsCase(facts).rule()
    return _MiniCase(facts).rule()


def _rule_offer(facts: Facts, game: str) -> Ruling:
    players = [str(player) for player in facts.items("players")]
    willing = _willing(facts)
    previous = str(facts.get("previous")) if facts.has("previous") else ""
    # A shaker that nobody takes stays with the dealer (13.5(d)2, 13.7(b)/2); dice stay where they are.
    fallback = DEALER if game == "mini-dice" else None
    if facts.has("fallback"):
        fallback = str(facts.get("fallback"))
    asked, holder = offered(players, previous, willing, fallback)
    if game == "craps":
        clauses = ["CR.K.3", "CR.K.4"] if previous else ["CR.I.1", "CR.I.2"]
    elif holder == fallback and holder not in asked:
        clauses = ["19:47-13.7(b)", "19:47-13.7(b)/2"] if previous else ["19:47-13.5(d)", "19:47-13.5(d)2"]
    else:
        clauses = ["19:47-13.7(b)"] if previous else ["19:47-13.5(d)", "19:47-13.5(d)1"]
    working = [Step(f"Asked in turn: {', '.join(asked) or 'nobody'}.", f"{BOOKS[game]} {clauses[0]}")]
    return Ruling({"asked": asked, "holder": holder}, clauses, working, answer=f"{holder} takes it")


def _willing(facts: Facts) -> set[str]:
    """Who would accept: an object of answers, or a list of names."""
    if not facts.has("accepts"):
        return set()
    if isinstance(facts.get("accepts"), list):
        return {str(player) for player in facts.items("accepts")}
    answers = facts.inner("accepts")
    return {player for player in answers.fields if answers.flag(player)}


class _DiceCase:
    """What both games share: wagers by id, refusals, the ruling."""

    def __init__(self, facts: Facts, steps: tuple[str, ...]) -> None:
        self.facts = facts
        self.words = steps
        self.pays = ""
        """The clause of the minimum pay table."""
        self.rejects: list[list[str]] = []
        self.clauses = Cited()
        self.working: list[Step] = []
        self.told = 0

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
        log = self.log()
        for event in log[self.told :]:
            self.clauses.add(*_citations(event, self.pays))
            if text := _words(event):
                self.working.append(Step(text, event.clause))
        self.told = len(log)

    def log(self) -> list[Event]:
        raise NotImplementedError

    def take(self, step: Facts, what: str) -> None:
        raise NotImplementedError

    def hand_down(self) -> Ruling:
        raise NotImplementedError

    def ruling(self, state: State, result: dict[str, Any]) -> Ruling:
        shown = {id: _shown(wager) for id, wager in state.wagers.items()}
        net = state.net()
        return Ruling(
            {"wagers": shown, "net": net, "rejects": self.rejects, **result},
            self.clauses.clauses(),
            self.working,
            answer=f"net {net:+d}",
        )


_CITED: Final = (
    *(events.Decided, events.NoRoll, events.Removed, events.Changed, events.CalledOn),
    *(events.LineDeclined, events.SevenOut, events.MustPass),
)


def _words(event: Event) -> str:
    """What happened, as the stickperson would say it."""
    if isinstance(event, events.Rolled):
        return f"{event.one}-{event.other}: {event.one + event.other}."
    if isinstance(event, events.NoRoll):
        return f"No roll: {event.reason}."
    if isinstance(event, events.PointSet):
        return f"The point is {event.point}."
    if isinstance(event, events.Moved):
        return f"{event.id} goes to {event.number}."
    if isinstance(event, events.Removed):
        return f"{event.id} comes down."
    if isinstance(event, events.Decided):
        parts = [f"pays {event.paid}"] if event.paid else []
        parts += [f"takes {event.taken}"] if event.taken else []
        outcome = {"win": "wins", "lose": "loses", "push": "pushes", "returned": "goes back"}
        return ", ".join([f"{event.id} {outcome[RESULTS[event.result]]}", *parts]) + "."
    return ""


def _citations(event: Event, pays: str) -> list[str]:
    """The clauses by which an event decides a case."""
    if isinstance(event, events.Decided) and event.result == WIN:
        by_table = not event.clause.startswith(("oneida CR.G", "oneida CR.H"))
        return [event.clause, pays if by_table else ""]
    if isinstance(event, _CITED):
        return [event.clause]
    if isinstance(event, events.Rolled):
        return [event.clause] if event.clause.endswith("J.3.b") else []
    if isinstance(event, events.Bet):
        return [event.clause] if event.commission else []
    return []


def _shown(wager: Wager) -> dict[str, Any]:
    found: dict[str, Any] = {"result": RESULTS[wager.result], "paid": wager.paid, "taken": wager.taken}
    if wager.result not in (LIVE, REMOVED):
        found["roll"] = wager.roll
    if wager.kind in (BUY, LAY):
        found["commission"] = wager.commission
    return found


class _CrapsCase(_DiceCase):
    def __init__(self, facts: Facts) -> None:
        super().__init__(facts, CRAPS_STEPS)
        self.pays = "oneida CR.F.1"
        self.table = Craps(_craps_sign(facts), {PLAYER: ENOUGH})

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
            table.no_roll(_reason(str(step.fields.get("reason", ""))))
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
        elif table.state.phase == COME_OUT and any(
            wager.kind in (COME, DONT_COME) for wager in table.state.live
        ):
            table.no_line_bet()
        else:
            self.working.append(
                Step("No Come or Don't Come bet is left: nothing to throw for.", "oneida CR.K.2")
            )

    def _cite_off(self) -> None:
        """Note the rule when a wager sits a come-out roll out."""
        state = self.table.state
        for wager in state.live:
            if state.phase != POINT and OFF_ON_COME_OUT[wager.kind] and not wager.called_on:
                self.clauses.add("oneida CR.E.5", "oneida CR.O5")
                if wager.kind == PLACE:
                    self.clauses.add("oneida CR.D.place.c")

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

    def log(self) -> list[Event]:
        return self.table.log

    def hand_down(self) -> Ruling:
        state = self.table.state
        return self.ruling(
            state,
            {"point": state.point or None, "shooter_must_pass": state.must_pass},
        )


class _MiniCase(_DiceCase):
    def __init__(self, facts: Facts) -> None:
        super().__init__(facts, MINI_STEPS)
        self.table = MiniDice(_mini_sign(facts), {PLAYER: ENOUGH, ANOTHER: 0})

    def take(self, step: Facts, what: str) -> None:
        table = self.table
        if what == "bet":
            number = step.count("number") if step.has("number") else 0
            table.bet(PLAYER, str(step.get("kind")), _amount(step), number=number, id=_id(step))
        elif what == "shake":
            table.shake(*_faces(step, "dice"))
        elif what == "invalid_shake":
            reason = str(step.fields.get("reason", "")).lower()
            table.no_roll(
                "fell-out" if "fell" in reason or "fall" in reason or "out" in reason else "not-flat"
            )
        elif what == "remove":
            table.remove(_id(step))
        else:
            table.change(_id(step), step.count("to", 1))

    def log(self) -> list[Event]:
        return self.table.log

    def hand_down(self) -> Ruling:
        state = self.table.state
        return self.ruling(state, {"player_must_pass_shaker": state.must_pass})


def _config(facts: Facts, known: tuple[str, ...]) -> Facts:
    """What the house has posted: the config of the case, and switches among its params."""
    config = facts.inner("config", known) if facts.has("config") else Facts({}, f"{facts.where}: config")
    params = facts.inner("params").fields if facts.has("params") else {}
    switches = {name: value for name, value in params.items() if name in known}
    return Facts({**config.fields, **switches}, config.where)


def _craps_sign(facts: Facts) -> CrapsSign:
    config = _config(facts, CRAPS_CONFIG)
    options: dict[str, Any] = {**_limits(config), **_pay(config)}
    options |= {name: config.flag(name) for name in CRAPS_FLAGS if config.has(name)}
    if config.has("odds_multiple"):
        options["odds_multiple"] = _multiple(config)
    if config.has("bar"):
        options["bar"] = config.count("bar")
    if config.has("commission_pct"):
        options["commission_pct"] = config.amount("commission_pct")
    return CrapsSign(**options)


def _mini_sign(facts: Facts) -> MiniSign:
    config = _config(facts, MINI_CONFIG)
    options: dict[str, Any] = {**_limits(config), **_pay(config)}
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
    "off-table": ("off the table", "leaves the table", "left the table", "off-table", "floor"),
    "stacked": ("on the other", "on top of", "stacked"),
    "not-together": ("together",),
    "bank-chips": ("bank",),
    "cup-or-rail": ("cup", "rail"),
    "cheating": ("cheat", "crooked", "fixed"),
    "missed-end": ("end of the table", "far end", "wall", "strike", "short"),
}


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


__all__ = ["FIELDS", "NAMES", "rule_dice"]
