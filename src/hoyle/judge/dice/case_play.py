"""Play of a dice case at a real table: each step is a command, refusals included.

A case shows the wagers of one player. A second player at the table throws or shakes where needed, makes the
line bet that this takes, and passes dice or shaker on, as the table requires.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from hoyle.judge.case_types.decoder import match_field, match_game, quote_value, required
from hoyle.judge.case_types.house_game_cases import DiceCase, DiceStep, RestingDie
from hoyle.judge.dice.posted_sign import craps_sign, mini_dice_sign
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling
from hoyle.rulebooks.book_types.dice import CrapsBook, DiceBook, MiniDiceBook
from hoyle.rulebooks.dice_registry import dice_books_for
from hoyle.table.base import DEALER
from hoyle.table.command_base import Command
from hoyle.table.dice import commands
from hoyle.table.dice.automatic_pre_roll import confirmations, prepare_roll
from hoyle.table.dice.table import DiceTable

PLAYER: Final = "player"
LIVE: Final = "live"
ANOTHER: Final = "another"
"""The second player, who throws, and takes dice or shaker when they must be passed."""


def judge_dice(case: DiceCase) -> Ruling:
    """Rule on a case of a dice game by playing its steps at a real table."""
    game_play = GAME_PLAYS[match_game(case.game, [*GAME_PLAYS])]
    book = match_field("rulebook", case.rulebook, dice_books_for(game_play.GAME))
    if case.players is not None:
        return _rule_offer(case, case.players, game_play, book)
    return game_play(case, book).rule()


def _rule_offer(case: DiceCase, names: Sequence[str | int], game_play: type[_DicePlay], book: str) -> Ruling:
    """Rule who is offered dice or shaker and who takes them, by making the offer at a real table."""
    players = [str(name) for name in names]
    willing = _willing_players(case)
    previous = "" if case.previous is None else str(case.previous)
    table = DiceTable.open(game_play.sign(case, book))
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
    fallback = "" if case.fallback is None else str(case.fallback)
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
    cited = CitationCollector(*(entry.clause for entry in table.log[first_event:]))
    if not previous:
        cited.add(*game_play.first_held(table.sign.rulebook, by_player=holder in order))
    working = [ReasoningStep(f"Asked in turn: {', '.join(order) or 'nobody'}.", "".join(cited.citations[:1]))]
    return Ruling({"asked": order, "holder": holder}, cited.clauses(), working, answer=f"{holder} takes it")


def _willing_players(case: DiceCase) -> set[str]:
    """Return the players who would accept the dice, from an object of answers or a list of names."""
    if isinstance(case.accepts, dict):
        return {player for player, accepts in case.accepts.items() if accepts}
    return {str(player) for player in case.accepts or []}


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


class _DicePlay:
    """Base class for playing dice cases at a table: wagers by id, refusals, the ruling."""

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

    def __init__(self, case: DiceCase, book: str) -> None:
        self.case = case
        self.table = DiceTable.open(self.sign(case, book))
        for seat, person in enumerate(self.SEATED, 1):
            self.table.sit(seat, MAX_CHIPS, person)
        self.refusals_by_id: list[list[str]] = []
        """`[id, clause]` of refused wagers, changes of wagers, and throws that have an id."""
        self.refusals_by_step: list[list[str | int]] = []
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
    def sign(cls, case: DiceCase, book: str) -> DiceSign:
        """Return the posted sign of a dice case."""
        raise NotImplementedError

    @classmethod
    def first_held(cls, book: Any, *, by_player: bool) -> tuple[str, ...]:
        """Return further clauses on who begins with dice or shaker."""
        return ()

    def throw(self, step: DiceStep, action: str) -> None:
        """Carry out a step that is neither a bet nor the change of one."""
        raise NotImplementedError

    def outcome(self) -> dict[str, Any]:
        """Return the fields of a dice ruling besides wagers and refusals."""
        raise NotImplementedError

    # Playing

    def rule(self) -> Ruling:
        """Play every step of the case, and return the ruling on its wagers."""
        for number, step in enumerate(required("steps", self.case.steps), 1):
            location = f"steps[{number - 1}]"
            action = match_field(f"{location}.do", step.do, self.STEPS)
            try:
                if action == "bet":
                    self.bet(step)
                elif action in _CHANGES:
                    self.change(step, action)
                else:
                    self.throw(step, action)
            except InvalidError as error:
                raise InvalidError(f"{location}: {error}") from None
            except IllegalError as refusal:
                self._record_refusal(refusal, number, step, action)
        result: dict[str, Any] = {
            "wagers": {id: wager.to_dict() for id, wager in self.wagers.items()},
            "net": self.net,
            "rejects": self.refusals_by_id,
            **self.outcome(),
        }
        if self.refusals_by_step:
            result["refused"] = self.refusals_by_step
        return Ruling(result, self.clauses.clauses(), self.working, answer=f"net {self.net:+d}")

    def _record_refusal(self, refusal: IllegalError, number: int, step: DiceStep, action: str) -> None:
        """Record a refused step under its wager's id if it is about a wager, else under its number."""
        clause = refusal.clause.partition(" ")[2]
        is_throw_with_id = action != "bet" and action not in _CHANGES and step.id is not None
        if action in _REFUSED_BY_ID or is_throw_with_id:
            self.refusals_by_id.append([str(step.id), clause])
        else:
            self.refusals_by_step.append([number, clause])
        self.clauses.add(refusal.clause)
        self.working.append(ReasoningStep(f"Refused: {refusal}.", refusal.clause))

    def do(self, command: Command, by: str = DEALER) -> None:
        """Carry out a command at the table and record its events."""
        self._record(self.table.do(command, by))

    def bet(self, step: DiceStep) -> None:
        """Place the wager that a step of a dice case describes."""
        id = str(required("id", step.id))
        if id in self.ids.values() and self.wagers[id].result == LIVE:
            raise InvalidError(f"id: wager {id!r} stands already")
        self.named_before.add(id)
        case_kind = required("kind", step.kind)
        kind = match_name(case_kind, self.table.sign.rulebook.wagers) or case_kind
        bet = commands.Bet(
            seat=self.seat,
            kind=kind,
            amount=_whole_chips(required("amount", step.amount)),
            number=step.number or 0,
            faces="-".join(map(str, step.combo or ())),
            on=self._supported_flat_bet(kind) if step.on is None else self.named(str(step.on)),
            coupon=step.coupon or False,
        )
        entries = self.table.do(bet, PLAYER)
        for entry in entries:
            if isinstance(entry, events.Bet):
                # A wager without a spot of its own is booked as several.
                self.ids[entry.id] = id
                id = f"{id}+"
        self._record(entries)

    def change(self, step: DiceStep, action: str) -> None:
        """Take down, reduce or increase a wager of the player, or call it on or off."""
        id = str(required("id", step.id))
        if id not in self.named_before:
            raise InvalidError(f"id cannot be {quote_value(id)}: no step before it bets that")
        table_id = self.named(id)
        wager = {"seat": self.seat, "wager": table_id}
        is_live = id in self.wagers and self.wagers[id].result == LIVE
        if not is_live and (id not in self.wagers or action != "increase"):
            # A wager that was refused, decided or taken down leaves nothing to change.
            self.working.append(ReasoningStep(f"{id} does not stand: nothing to do."))
        elif action in ("reduce", "increase"):
            to = required("to", step.to)
            try:
                self.do(_CHANGES[action](**wager, to=to), PLAYER)
            except InvalidError:
                if is_live:
                    chips = self.table.state.play.wagers[table_id].amount
                    more = "more" if action == "increase" else "less"
                    raise InvalidError(f"to must be {more} than the {chips} that stand, not {to}") from None
                self.working.append(ReasoningStep(f"{id} does not stand: nothing to do."))
        else:
            self.do(_CHANGES[action](**wager), PLAYER)
            # The crew confirms every wager called on that may be confirmed.
            for confirmed, crew in confirmations(self.table):
                self.do(confirmed, crew)

    def _supported_flat_bet(self, kind: str) -> str:
        """Id of the flat bet that odds support if the case names none; empty unless there is just one."""
        page = self.table.sign.rulebook.wagers.get(kind)
        needs = page.supports if page is not None else ""
        flats = [wager for wager in self.table.state.play.live if wager.owner == PLAYER and wager.kind == needs]
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
        self.working += [ReasoningStep(call.text, call.clause) for call in calls if self._concerns_player(call.entry)]

    def _concerns_player(self, event: Any) -> bool:
        """Whether an event is about the dice or a wager of the player, not about the other player."""
        if isinstance(event, events.Passed | events.Accepted | events.Declined | events.Shaken):
            return False
        if isinstance(event, events.Bet):
            return event.owner == PLAYER
        return not isinstance(event, _WAGER_EVENTS) or event.id in self.ids

    def _update_wager(self, event: DiceEvent) -> None:
        if isinstance(event, events.Bet):
            self.wagers[self.ids[event.id]] = _WagerRecord(event, self.table.sign.rulebook)
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
        book = self.table.sign.rulebook
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
_REFUSED_BY_ID: Final = ("bet", "remove", "reduce", "increase", "call_off")
"""Steps whose refusal is listed by wager id."""
_CHANGES: Final[dict[str, type[Command]]] = {
    "remove": commands.TakeDown,
    "reduce": commands.Reduce,
    "increase": commands.Increase,
    "call_on": commands.CallOn,
    "call_off": commands.CallOff,
}


class _CrapsPlay(_DicePlay):
    """Play of a craps case: the second player throws, with a line bet of their own."""

    GAME = CrapsSign.GAME
    STEPS = (
        *("bet", "roll", "roll_raw", "invalid_roll", "remove", "reduce", "increase"),
        *("call_on", "call_off", "no_line_bet"),
    )
    SEATED = (ANOTHER, PLAYER)
    THROWERS = (ANOTHER,)

    @classmethod
    def sign(cls, case: DiceCase, book: str) -> DiceSign:
        return craps_sign(case, book)

    @property
    def book(self) -> CrapsBook:
        book = self.table.sign.rulebook
        assert isinstance(book, CrapsBook)
        return book

    def throw(self, step: DiceStep, action: str) -> None:
        if action == "no_line_bet":
            self._no_line_bet()
            return
        self._record(prepare_roll(self.table, self.THROWERS))
        if action == "roll":
            first_die, second_die = _two_faces(step)
            self._cite_wagers_off()
            self.do(commands.Throw(one=first_die, other=second_die))
        elif action == "roll_raw":
            self.do(commands.ReportThrow(dice=tuple(map(_die_seen, required("dice", step.dice)))))
        else:
            reason = self.book.improper if step.reason is None else str(step.reason)
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


class _MiniDicePlay(_DicePlay):
    """Play of a mini-dice case: the player shakes, or the second player once the shaker must be passed."""

    GAME = MiniDiceSign.GAME
    STEPS = ("bet", "shake", "invalid_shake", "remove", "reduce", "increase")
    SEATED = (PLAYER, ANOTHER)
    THROWERS = (PLAYER, ANOTHER)

    @classmethod
    def sign(cls, case: DiceCase, book: str) -> DiceSign:
        return mini_dice_sign(case, book)

    @classmethod
    def first_held(cls, book: Any, *, by_player: bool) -> tuple[str, ...]:
        assert isinstance(book, MiniDiceBook)
        least = book.shaker.player if by_player else book.shaker.dealer_for_players
        return book.shaker.dealer.clause, least.clause

    def throw(self, step: DiceStep, action: str) -> None:
        if action == "shake":
            first_die, second_die = _two_faces(step)
            self._record(prepare_roll(self.table, self.THROWERS))
            self.do(commands.Uncover(one=first_die, other=second_die))
        else:
            reason = "" if step.reason is None else str(step.reason)
            self._record(prepare_roll(self.table, self.THROWERS))
            # The book has two reasons: any but dice that fell out means that they did not lie flat.
            self.do(commands.NoRoll(reason=no_roll_reasons.match_shake_reason(reason) or "not-flat"))

    def outcome(self) -> dict[str, Any]:
        return {"player_must_pass_shaker": self.passes}


GAME_PLAYS: Final[dict[str, type[_DicePlay]]] = {play.GAME: play for play in (_CrapsPlay, _MiniDicePlay)}
"""Class that plays the cases of each dice game."""


def _whole_chips(amount: float) -> int:
    """Return an amount of whole chips; any other amount becomes 0, which the table refuses."""
    return amount if isinstance(amount, int) and 0 < amount <= MAX_CHIPS else 0


def _two_faces(step: DiceStep) -> tuple[int, int]:
    dice = required("dice", step.dice)
    faces = [face for face in dice if isinstance(face, int)]
    if len(dice) != 2 or len(faces) != 2:
        raise InvalidError("dice must be two faces from 1 to 6")
    return faces[0], faces[1]


def _die_seen(die: int | RestingDie) -> commands.DieSeen:
    """Return how the crew sees one die of a raw roll: its top face, or the faces it rests on."""
    if isinstance(die, int):
        raise InvalidError(f"dice must be objects with `top` or `resting`, not {die}")
    if die.resting is None:
        return commands.DieSeen(top=required("dice: top", die.top))
    faces = die.resting if isinstance(die.resting, list) else [die.resting]
    if not faces:
        raise InvalidError("dice: resting must have at least one face")
    return commands.DieSeen(resting=tuple(dict.fromkeys(faces)))
