"""Play of a dice case at a real table: each step is a command, refusals included.

A case shows the wagers of one player. A second player at the table throws or shakes where needed, makes the
line bet that this takes, and passes dice or shaker on, as the table requires.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.name_matching import match_name
from hoyle.core.validation import MAX_CHIPS
from hoyle.games.dice import events, no_roll_reasons
from hoyle.games.dice.events import DiceEvent
from hoyle.games.dice.game_state import REMOVED, WIN
from hoyle.games.dice.posted_sign import CrapsSign, DiceSign, MiniDiceSign
from hoyle.games.dice.throw_rulings import resolve_reason
from hoyle.games.dice.wagers.betting_spot import COME, LINE
from hoyle.history.narration import Announcement, narrator
from hoyle.judge.case_fields import CaseReader, shown
from hoyle.judge.dice.posted_sign import craps_sign, mini_dice_sign
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling
from hoyle.rulebooks.book_types.dice import CrapsBook, DiceBook, MiniDiceBook
from hoyle.rulebooks.dice_registry import dice_books_for
from hoyle.table.base import DEALER
from hoyle.table.command_base import Command
from hoyle.table.dice import commands
from hoyle.table.dice.automatic_pre_roll import confirmations, prepare_roll
from hoyle.table.dice.table import DiceTable

FIELDS: Final = ("config", "steps", "players", "previous", "accepts", "fallback")
STEP_FIELDS: Final = (
    *("do", "id", "kind", "amount", "number", "on", "combo", "coupon", "dice", "reason", "to"),
)
PLAYER: Final = "player"
LIVE: Final = "live"
ANOTHER: Final = "another"
"""The second player, who throws, and takes dice or shaker when they must be passed."""


def rule_dice(case: dict[str, Any]) -> Ruling:
    """Rule on a case of a dice game by playing its steps at a real table."""
    location = f"case {case.get('id', '?')}" if isinstance(case, dict) else "case"
    facts = CaseReader(case, location)
    kind = CASES[facts.word("game", CASES)]
    book = facts.word("rulebook", dice_books_for(kind.GAME))
    if facts.has("players"):
        return _rule_offer(facts, kind, book)
    return kind(facts, book).rule()


def _rule_offer(facts: CaseReader, kind: type[_DiceCase], book: str) -> Ruling:
    """Rule who is offered dice or shaker and who takes them, by making the offer at a real table."""
    players = [str(player) for player in facts.items("players")]
    willing = _read_willing_players(facts)
    previous = str(facts.get("previous")) if facts.has("previous") else ""
    table = DiceTable.open(kind.sign(facts, book))
    play = table.state.play
    for seat, player in enumerate(players, 1):
        table.sit(seat, 1, player)
    if previous in players:
        table.offer()
        while play.offering[0] != previous:
            table.decline(play.seats[play.offering[0]])
        table.accept(play.seats[previous])
        first_event = len(table.log)
        table.pass_on(play.seats[previous])
    else:
        first_event = len(table.log)
        if players:
            table.offer()
    order: list[str] = []
    # The player who keeps it if no other player accepts is not asked.
    fallback = str(facts.get("fallback")) if facts.has("fallback") else ""
    while play.offering:
        player = play.offering[0]
        if player == fallback == previous and player not in willing:
            break
        order.append(player)
        if player in willing:
            table.accept(play.seats[player])
        else:
            table.decline(play.seats[player])
    holder: str | None = play.shooter or None
    if fallback and holder not in order:
        holder = fallback
    cited = CitationCollector()
    cited.add(*(entry.clause for entry in table.log[first_event:]))
    if not previous:
        cited.add(*kind.first_held(table.sign.book, by_player=holder in order))
    working = [ReasoningStep(f"Asked in turn: {', '.join(order) or 'nobody'}.", "".join(cited.citations[:1]))]
    return Ruling({"asked": order, "holder": holder}, cited.clauses(), working, answer=f"{holder} takes it")


def _read_willing_players(facts: CaseReader) -> set[str]:
    """Read which players would accept the dice: an object of answers or a list of names."""
    if not facts.has("accepts"):
        return set()
    if isinstance(facts.get("accepts"), list):
        return {str(player) for player in facts.items("accepts")}
    answers = facts.inner("accepts")
    return {player for player in answers.fields if answers.flag(player)}


class _WagerRecord:
    """Outcome of one wager, as the ruling shows it."""

    def __init__(self, event: events.Bet, book: DiceBook) -> None:
        page = book.wagers[event.kind]
        lines = {spot.line for spot in page.spots.values() if spot.line}
        self.charged = page.commission is not None
        self.exact = any(book.lines[line].exact for line in lines)
        """Whether its odds are fixed, so that the table of least odds does not apply."""
        self.commission = event.commission
        self.result = LIVE
        self.paid = self.taken = self.roll = 0

    def to_dict(self) -> dict[str, Any]:
        record: dict[str, Any] = {"result": self.result, "paid": self.paid, "taken": self.taken}
        if self.result not in (LIVE, REMOVED):
            record["roll"] = self.roll
        if self.charged:
            record["commission"] = self.commission
        return record


class _DiceCase:
    """Base class of dice cases: wagers by id, refusals, the ruling."""

    GAME: ClassVar[str]
    STEPS: ClassVar[tuple[str, ...]]
    SEATED: ClassVar[tuple[str, str]]
    """The player of the case and the second player, in seat order."""
    THROWERS: ClassVar[tuple[str, ...]]
    """Players who accept dice or shaker when asked."""
    CITED: ClassVar[tuple[type[DiceEvent], ...]] = (
        *(events.Decided, events.NoRoll, events.Removed, events.Changed, events.CalledOn, events.CalledOff),
        *(events.LineDeclined, events.SevenOut, events.MustPass),
    )

    def __init__(self, facts: CaseReader, book: str) -> None:
        self.facts = facts
        self.table = DiceTable.open(self.sign(facts, book))
        for seat, person in enumerate(self.SEATED, 1):
            self.table.sit(seat, MAX_CHIPS, person)
        self.rejects: list[list[str]] = []
        """`[id, clause]` of refused wagers, changes of wagers, and throws that have an id."""
        self.refused: list[list[str | int]] = []
        """`[step number, clause]` of other refused steps."""
        self.named_before: set[str] = set()
        """Ids of all wagers so far, refused ones included."""
        self.passes = False
        """Whether dice or shaker must be passed after the last roll or shake that counted."""
        self.clauses = CitationCollector()
        self.working: list[ReasoningStep] = []
        self.wagers: dict[str, _WagerRecord] = {}
        """The player's wagers, by their ids in the case."""
        self.ids: dict[str, str] = {}
        """Ids in the case, by the table's ids."""
        self.net = 0
        self.stick = narrator(self.table.sign)
        for entry in self.table.log:
            self.stick.narrate(entry)

    # Overridden by each game

    @classmethod
    def sign(cls, facts: CaseReader, book: str) -> DiceSign:
        """Read the posted sign of a dice case."""
        raise NotImplementedError

    @classmethod
    def first_held(cls, book: Any, *, by_player: bool) -> tuple[str, ...]:
        """Return further clauses on who begins with dice or shaker."""
        return ()

    def take(self, step: CaseReader, action: str) -> None:
        """Carry out one step of a dice case at the table."""
        raise NotImplementedError

    def outcome(self) -> dict[str, Any]:
        """Return the fields of a dice ruling besides wagers and refusals."""
        raise NotImplementedError

    # Playing

    def rule(self) -> Ruling:
        for number, step in enumerate(self.facts.inners("steps", STEP_FIELDS), 1):
            action = step.word("do", self.STEPS)
            try:
                self.take(step, action)
            except IllegalError as refusal:
                clause = refusal.clause.partition(" ")[2]
                if action in _LISTED_BY_ID or (action not in _CHANGES and step.has("id")):
                    self.rejects.append([str(step.get("id")), clause])
                else:
                    self.refused.append([number, clause])
                self.clauses.add(refusal.clause)
                self.working.append(ReasoningStep(f"Refused: {refusal}.", refusal.clause))
        return Ruling(
            {
                "wagers": {id: wager.to_dict() for id, wager in self.wagers.items()},
                "net": self.net,
                "rejects": self.rejects,
                **self.outcome(),
                **({"refused": self.refused} if self.refused else {}),
            },
            self.clauses.clauses(),
            self.working,
            answer=f"net {self.net:+d}",
        )

    def do(self, command: Command, by: str = DEALER) -> None:
        """Carry out a command at the table and record its events."""
        self._record(self.table.do(command, by))

    def bet(self, step: CaseReader) -> None:
        """Place the wager that a step of a dice case describes."""
        id = str(step.get("id"))
        if id in self.ids.values() and self.wagers[id].result == LIVE:
            raise InvalidError(f"{step.where}: id: wager {id!r} stands already")
        self.named_before.add(id)
        faces = _read_faces(step, "combo") if step.has("combo") else ()
        given_kind = str(step.get("kind"))
        kind = match_name(given_kind, self.table.sign.book.wagers) or given_kind
        bet = commands.Bet(
            seat=self.seat,
            kind=kind,
            amount=_read_amount(step),
            number=step.count("number", 0, 12) if step.has("number") else 0,
            faces="-".join(map(str, faces)),
            on=self.named(str(step.get("on"))) if step.has("on") else self._supported_flat_bet(kind),
            coupon=step.flag("coupon") if step.has("coupon") else False,
        )
        entries = self.table.do(bet, PLAYER)
        for entry in entries:
            if isinstance(entry, events.Bet):
                # A wager without a spot of its own is booked as several.
                self.ids[entry.id] = id
                id = f"{id}+"
        self._record(entries)

    def change(self, step: CaseReader, action: str) -> None:
        """Take down, reduce or increase a wager of the player, or call it on or off."""
        id = str(step.get("id"))
        if id not in self.named_before:
            raise step.refuse("id", f"cannot be {shown(id)}: no step before it bets that")
        table_id = self.named(id)
        wager = {"seat": self.seat, "wager": table_id}
        is_live = id in self.wagers and self.wagers[id].result == LIVE
        if not is_live and (id not in self.wagers or action != "increase"):
            # A wager that was refused, decided or taken down leaves nothing to change.
            self.working.append(ReasoningStep(f"{id} does not stand: nothing to do."))
        elif action in ("reduce", "increase"):
            to = step.count("to", 1)
            try:
                self.do(_CHANGES[action](**wager, to=to), PLAYER)
            except InvalidError:
                if is_live:
                    chips = self.table.state.play.wagers[table_id].amount
                    more = "more" if action == "increase" else "less"
                    raise step.refuse("to", f"must be {more} than the {chips} that stand, not {to}") from None
                self.working.append(ReasoningStep(f"{id} does not stand: nothing to do."))
        else:
            self.do(_CHANGES[action](**wager), PLAYER)
            # The crew confirms every wager called on that may be confirmed.
            for confirmed, crew in confirmations(self.table):
                self.do(confirmed, crew)

    def _supported_flat_bet(self, kind: str) -> str:
        """Id of the flat bet that odds support if the case names none; empty unless there is just one."""
        page = self.table.sign.book.wagers.get(kind)
        needs = page.supports if page is not None else ""
        flats = [
            wager for wager in self.table.state.play.live if wager.owner == PLAYER and wager.kind == needs
        ]
        on_number = [wager.id for wager in flats if wager.number]
        return on_number[0] if len(on_number) == 1 else ""

    @property
    def seat(self) -> int:
        return self.SEATED.index(PLAYER) + 1

    def named(self, id: str) -> str:
        """Translate a wager's id in the case to its id at the table."""
        return next((table_id for table_id, case_id in reversed(self.ids.items()) if case_id == id), id)

    # Events

    def _record(self, entries: list[Any]) -> None:
        """Record the events that concern the player, and narrate them as the crew would."""
        for entry in entries:
            if isinstance(entry, events.Rolled):
                self.passes = False
            elif isinstance(entry, events.SevenOut | events.MustPass):
                self.passes = True
            if self._concerns_player(entry):
                self._update_wager(entry)
                self.clauses.add(*self._citations(entry))
            self._narrate(self.stick.narrate(entry))
        self._narrate(self.stick.flush())

    def _narrate(self, calls: list[Announcement]) -> None:
        self.working += [
            ReasoningStep(call.text, call.clause) for call in calls if self._concerns_player(call.entry)
        ]

    def _concerns_player(self, event: Any) -> bool:
        """Whether an event is about the dice or a wager of the player, not about the other player."""
        if isinstance(event, events.Passed | events.Accepted | events.Declined | events.Shaken):
            return False
        if isinstance(event, events.Bet):
            return event.owner == PLAYER
        return not isinstance(event, _WAGER_EVENTS) or event.id in self.ids

    def _update_wager(self, event: DiceEvent) -> None:
        if isinstance(event, events.Bet):
            self.wagers[self.ids[event.id]] = _WagerRecord(event, self.table.sign.book)
            self.net -= event.commission
        elif isinstance(event, events.Changed):
            self.wagers[self.ids[event.id]].commission += event.commission
            self.net -= event.commission
        elif isinstance(event, events.Removed):
            wager = self.wagers[self.ids[event.id]]
            wager.result = REMOVED
            wager.commission -= event.refund
            self.net += event.refund
        elif isinstance(event, events.Decided):
            wager = self.wagers[self.ids[event.id]]
            wager.result, wager.paid, wager.taken = event.result, event.paid, event.taken
            wager.roll = self.table.state.play.rolls
            self.net += event.paid - event.taken

    def _citations(self, event: DiceEvent) -> list[str]:
        """Return the clauses by which an event decides a dice case."""
        book = self.table.sign.book
        if isinstance(event, events.Decided) and event.result == WIN:
            exact = self.wagers[self.ids[event.id]].exact
            return [event.clause, "" if exact else book.pays]
        if isinstance(event, self.CITED):
            return [event.clause]
        if isinstance(event, events.Rolled):
            return [event.clause] if event.clause != book.rolled else []
        if isinstance(event, events.Bet):
            return [event.clause] if event.commission else []
        return []


_WAGER_EVENTS: Final = (
    *(events.Decided, events.Removed, events.Changed, events.Moved, events.OnRequested),
    *(events.CalledOn, events.CalledOff),
)
_LISTED_BY_ID: Final = ("bet", "remove", "reduce", "increase", "call_off")
"""Steps whose refusal is listed by wager id."""
_CHANGES: Final[dict[str, type[Command]]] = {
    "remove": commands.TakeDown,
    "reduce": commands.Reduce,
    "increase": commands.Increase,
    "call_on": commands.CallOn,
    "call_off": commands.CallOff,
}


class _CrapsCase(_DiceCase):
    """Craps case: the second player throws, with a line bet of their own."""

    GAME = CrapsSign.GAME
    STEPS = (
        *("bet", "roll", "roll_raw", "invalid_roll", "remove", "reduce", "increase"),
        *("call_on", "call_off", "no_line_bet"),
    )
    SEATED = (ANOTHER, PLAYER)
    THROWERS = (ANOTHER,)

    @classmethod
    def sign(cls, facts: CaseReader, book: str) -> DiceSign:
        return craps_sign(facts, book)

    @property
    def book(self) -> CrapsBook:
        book = self.table.sign.book
        assert isinstance(book, CrapsBook)
        return book

    def take(self, step: CaseReader, action: str) -> None:
        if action == "bet":
            self.bet(step)
        elif action in _CHANGES:
            self.change(step, action)
        elif action == "no_line_bet":
            self._no_line_bet()
        else:
            self._record(prepare_roll(self.table, self.THROWERS))
            self._roll(step, action)

    def _roll(self, step: CaseReader, action: str) -> None:
        if action == "roll":
            first_die, second_die = _read_faces(step, "dice")
            self._cite_wagers_off()
            self.do(commands.Throw(one=first_die, other=second_die))
        elif action == "roll_raw":
            dice = tuple(_read_die(die) for die in step.inners("dice", ("top", "resting")))
            self.do(commands.ReportThrow(dice=dice))
        else:
            reason = str(step.get("reason")) if step.has("reason") else self.book.improper
            code = resolve_reason(self.book, reason)
            no_roll = self.book.no_rolls.get(code)
            if code == self.book.disputed:
                # Each step is a throw of its own: this one, not the one before it.
                seat = self.table.state.play.seats[ANOTHER]
                self.do(commands.ReleaseDice(seat=seat), ANOTHER)
            self.do(commands.NoRoll(reason=reason), no_roll.by or DEALER if no_roll is not None else DEALER)

    def _no_line_bet(self) -> None:
        """Have every player decline the line bet, so that the dice are thrown for Come bets alone."""
        game, play = self.table.game, self.table.state.play
        if not any(game.spot_of(wager).family == COME for wager in play.live):
            nothing = "No Come or Don't Come bet is left: nothing to throw for."
            self.working.append(ReasoningStep(nothing, self.book.shooter.declines_line))
            return
        if play.settle_only:
            return
        seat = play.seats[ANOTHER]
        if play.shooter == ANOTHER:
            self._take_back_line(seat)
            self.do(commands.DeclineLine(seat=seat), ANOTHER)
        while play.offering:
            player = play.offering[0]
            self.do(commands.Decline(seat=play.seats[player]), player)
        self.do(commands.NoLineBet())

    def _take_back_line(self, seat: int) -> None:
        """Take down the shooter's line bet, which is still up after a throw that did not count."""
        game, play = self.table.game, self.table.state.play
        for wager in [*play.live]:
            if wager.owner == ANOTHER and game.spot_of(wager).family == LINE and not wager.number:
                self.do(commands.TakeDown(seat=seat, wager=wager.id), ANOTHER)

    def _cite_wagers_off(self) -> None:
        """Cite the clauses of wagers that are off for this roll."""
        play = self.table.state.play
        for wager in play.live:
            page = self.table.game.spot_of(wager).page
            if wager.called_off:
                self.clauses.add(self.book.sits_out)
            elif not play.point and page.off and not wager.called_on:
                self.clauses.add(page.off, self.book.sits_out, page.called_on)

    def outcome(self) -> dict[str, Any]:
        play = self.table.state.play
        return {"point": play.point or None, "shooter_must_pass": self.passes}


class _MiniCase(_DiceCase):
    """Mini-dice case: the player shakes, or the second player once the shaker must be passed."""

    GAME = MiniDiceSign.GAME
    STEPS = ("bet", "shake", "invalid_shake", "remove", "reduce", "increase")
    SEATED = (PLAYER, ANOTHER)
    THROWERS = (PLAYER, ANOTHER)

    @classmethod
    def sign(cls, facts: CaseReader, book: str) -> DiceSign:
        return mini_dice_sign(facts, book)

    @classmethod
    def first_held(cls, book: Any, *, by_player: bool) -> tuple[str, ...]:
        assert isinstance(book, MiniDiceBook)
        least = book.shaker.player if by_player else book.shaker.dealer_for_players
        return book.shaker.dealer.clause, least.clause

    def take(self, step: CaseReader, action: str) -> None:
        if action == "bet":
            self.bet(step)
        elif action in _CHANGES:
            self.change(step, action)
        elif action == "shake":
            first_die, second_die = _read_faces(step, "dice")
            self._record(prepare_roll(self.table, self.THROWERS))
            self.do(commands.Uncover(one=first_die, other=second_die))
        else:
            reason = str(step.get("reason")) if step.has("reason") else ""
            self._record(prepare_roll(self.table, self.THROWERS))
            # The book has two reasons: any but dice that fell out means that they did not lie flat.
            self.do(commands.NoRoll(reason=no_roll_reasons.match_shake_reason(reason) or "not-flat"))

    def outcome(self) -> dict[str, Any]:
        return {"player_must_pass_shaker": self.passes}


CASES: Final[dict[str, type[_DiceCase]]] = {kind.GAME: kind for kind in (_CrapsCase, _MiniCase)}
"""Case class of each dice game."""


def _read_amount(step: CaseReader) -> int:
    """Read an amount of whole chips; any other amount becomes 0, which the table refuses."""
    amount = step.read_amount("amount", step.get("amount"), -(10**9))
    return max(amount.numerator, 0) if amount.denominator == 1 else 0


def _read_faces(step: CaseReader, name: str) -> tuple[int, int]:
    faces = step.counts(name, 1)
    if len(faces) != 2 or max(faces) > 6:
        raise step.refuse(name, f"must be two faces from 1 to 6, not {faces}")
    return faces[0], faces[1]


def _read_die(facts: CaseReader) -> commands.DieSeen:
    if facts.has("resting"):
        value = facts.get("resting")
        faces = facts.counts("resting", 1) if isinstance(value, list) else [facts.count("resting", 1, 6)]
        if not faces or max(faces) > 6:
            raise facts.refuse("resting", f"must be faces from 1 to 6, not {shown(value)}")
        return commands.DieSeen(resting=tuple(dict.fromkeys(faces)))
    return commands.DieSeen(top=facts.count("top", 1, 6))


__all__ = ["FIELDS", "rule_dice"]
