"""Play of a house card case at a real table: wagers, deal, reports, decisions, settlement.

Players' and crew's acts become commands, and the table decides. A refused wager or decision ends the case; a
refused report is noted, and the round goes on.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final, NamedTuple

from hoyle.core.cards import cards_text
from hoyle.core.errors import HouseRulingRequired, HoyleError, IllegalError, InvalidError
from hoyle.core.validation import MAX_CHIPS, MAX_NAME_LENGTH, pluralize
from hoyle.games.house_cards import events
from hoyle.games.house_cards.game_definition import ANTE, BONUS, DISCARD, PLAY
from hoyle.games.house_cards.irregularities import ALL_VOID
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round_state import SETTLING, VOID, BettingPosition, HouseCardRoundState
from hoyle.games.house_cards.wager_limits import later_range
from hoyle.history.narration import narrator
from hoyle.judge.case_types.decoder import decode, match_field, required
from hoyle.judge.case_types.house_game_cases import (
    FOLD,
    STAND,
    TURN_UP,
    HouseCardCase,
    HouseCardPosition,
    HouseCardReport,
)
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling
from hoyle.judge.sessions.expectations import HOUSE_RULING, rulings_of
from hoyle.judge.sessions.house_card_adapter import stack_deck
from hoyle.table.base import DEALER, FLOOR
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.house_cards import commands
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.seats import Sit

SILENT: Final = (
    *("dealt", "stub-discarded", "settlement-began", "deal-stopped", "settlement-held"),
    *("round-began", "round-closed", "note-recorded"),
)
"""Routine events that are left out of the reasoning."""


class _Position:
    """One betting position of a house card case, with its wagers and decisions."""

    def __init__(self, position: HouseCardPosition, index: int) -> None:
        self.index = index
        self.seat = position.pos
        self.owner = f"seat {self.seat}" if position.owner is None else str(position.owner)
        opening = {"ante": position.ante, "pair_plus": position.pair_plus, "aces_up": position.aces_up}
        self.wagers = {wager: chips for wager, chips in opening.items() if chips}
        self.wagers |= position.optional or {}
        self.play = position.play or 0
        self.decision = position.decision or ("play" if self.play else "")
        self.streets: list[int | str] = []
        for street, value in enumerate(position.streets or []):
            if isinstance(value, str):
                value = match_field(f"positions[{index}].streets[{street}]", value, (FOLD,))
            if value is not None:
                self.streets.append(value)
        self.made = 0
        """Number of decisions so far."""

    @property
    def folds(self) -> bool:
        return self.decision == FOLD or FOLD in self.streets

    def command(self, seat: int, sign: HouseCardSign) -> Command | None:
        """Return the next decision of this betting position as a command; None if the case gives none."""
        ante = self.wagers.get(ANTE, 0)
        place = {"seat": seat, "spot": self.seat}
        if len(sign.definition.later) > 1:
            if self.made >= len(self.streets):
                return None
            street = self.streets[self.made]
            if isinstance(street, str):
                return commands.Fold(**place)
            return commands.Play(**place, chips=min(street * (ante or 1), MAX_CHIPS))
        if not self.decision or self.made:
            return None
        if self.decision == FOLD:
            return commands.Fold(**place)
        if self.decision == STAND:
            return commands.Stand(**place)
        least, most, _ = later_range(sign, sign.definition.later[0], 1)
        if not self.play and least != most:
            raise InvalidError(f"positions[{self.index}].play is missing: the amount of the Play wager")
        return commands.Play(**place, chips=self.play or ante or 1)


class _Report(NamedTuple):
    """A report or command of the dealer or the floor at some moment of the round."""

    number: int
    """Position in the list of reports, from 0."""
    at: str
    """Part of the round: in place of the dealer's shuffle, before betting closes, in the deal, and so on."""
    after: int
    """Number of cards, decisions, settled hands or hands turned up before it."""
    data: dict[str, Any]
    by: str

    @classmethod
    def of(cls, fields: dict[str, Any], index: int) -> _Report:
        """Read a report of a case: where and by whom it is made, and the command with its own fields."""
        own_names = HouseCardReport.__struct_fields__
        try:
            report = decode({name: fields[name] for name in own_names if name in fields}, HouseCardReport)
        except InvalidError as error:
            raise InvalidError(f"reports[{index}].{error}") from None
        moment = report.at or "decisions"
        data = {"do": str(report.do)}
        data |= {name: value for name, value in fields.items() if name not in own_names}
        after = (1 if moment in ("deal", TURN_UP) else 0) if report.after is None else report.after
        by = report.by or (DEALER if report.do == "count-stub" else FLOOR)
        return cls(index, moment, after, data, by)


class _Stopped(Exception):
    """Raised when a refused wager or decision ends the case."""


def rule_round(case: HouseCardCase, sign: HouseCardSign, notes: list[ReasoningStep]) -> Ruling:
    """Play the round of a case and rule on every wager."""
    return _CaseRound(case, sign, notes).rule()


class _CaseRound:
    """Round of a house card case, played at a real table."""

    def __init__(self, case: HouseCardCase, sign: HouseCardSign, notes: list[ReasoningStep]) -> None:
        self.case = case
        self.sign = sign
        positions = required("positions", case.positions)
        self.positions = [_Position(position, index) for index, position in enumerate(positions)]
        self.positions.sort(key=lambda position: position.seat)
        if not self.positions:
            raise InvalidError("positions names no seat")
        for position, neighbour in pairwise(self.positions):
            if position.seat == neighbour.seat:
                raise InvalidError(f"positions names seat {position.seat} twice")
        self.reports = [_Report.of(fields, index) for index, fields in enumerate(case.reports or [])]
        self.void = bool(case.void)
        self.deck = self._read_deck()
        self.table = HouseCardTable.open(sign)
        self.dealer = narrator(sign)
        self.working = list(notes)
        self.cited = CitationCollector()
        self.rejects: list[list[Any]] = []
        self.rulings: list[list[str]] = []
        self.done: list[_Report] = []

    def _read_deck(self) -> list[int]:
        """Read the full deck, with the cards of the case on top."""
        cards: list[int] = self.case.deck or []
        needed = self._cards_needed()
        # A void round may show any number of cards; only the wagers and who has folded matter.
        if len(cards) < needed and not self.void and not self.reports:
            raise InvalidError(f"deck has {pluralize(len(cards), 'card')}; {needed} are dealt")
        case_cards = set(cards)
        if len(case_cards) < len(cards):
            raise InvalidError("deck has a card twice")
        return [*cards, *(card for card in range(52) if card not in case_cards)]

    def _cards_needed(self) -> int:
        """Number of cards that a case must name; cards that go unseen to the rack need no name."""
        if all(position.folds for position in self.positions):
            return 0
        steps = self.sign.definition.plan(len(self.positions), self.sign.dealing)
        places = [place for step in steps for place in step.places]
        while places[-1] == DISCARD:
            places.pop()
        return len(places)

    # Playing

    def rule(self) -> Ruling:
        try:
            self._sit_down()
            self._place_wagers()
            self._deal_cards()
            self._play_decisions()
            self._settle_positions()
        except _Stopped:
            rejected, _ = self.rejects[-1]
            answer = f"seat {rejected} is refused" if isinstance(rejected, int) else f"{rejected} is refused"
            return Ruling(self._with_rulings({}), self.cited.clauses(), self.working, answer=answer)
        return self._ruling()

    def _sit_down(self) -> None:
        """Seat every player, at the first of their positions, and open the wagers."""
        table = self.table
        self._record(table.log, routine=True)
        self._record(table.open_decks(), routine=True)
        for position in self.positions:
            if not table.roster.seat_of(position.owner):
                sit = Sit(seat=position.seat, chips=MAX_CHIPS, player=position.owner)
                self._do(sit, DEALER, position.seat, routine=True)
        at_shuffle = [report for report in self.reports if report.at == "shuffle"]
        if at_shuffle:
            for report in at_shuffle:
                self._report(report)
        else:
            before = len(table.log)
            stack_deck(table, self.deck)
            self._record(table.log[before:], routine=True)
        self._do(commands.OpenWagers(), DEALER, "open-wagers", routine=True)

    def _place_wagers(self) -> None:
        for position in self.positions:
            seat = self.table.roster.seat_of(position.owner)
            for wager, chips in position.wagers.items():
                bet = commands.Wager(seat=seat, spot=position.seat, wager=wager, chips=chips)
                self._do(bet, position.owner, position.seat)
        self._make_reports("betting", 0)

    def _deal_cards(self) -> None:
        """Deal the round of a case, stopping where it makes reports."""
        stops = sorted({report.after for report in self.reports if report.at == "deal"})
        cards_dealt = 0
        deal_command: type[commands.NoMoreBets | commands.DealOn] = commands.NoMoreBets
        seat = self.positions[-1].seat
        for stop in stops:
            if stop <= cards_dealt:
                raise InvalidError("reports come in a deal after one card or more")
            self._do(deal_command(stop_after=stop - cards_dealt), DEALER, seat)
            self._make_reports("deal", stop)
            cards_dealt, deal_command = stop, commands.DealOn
            if not self._in_progress():
                return
        self._do(deal_command(), DEALER, self._seat_to_blame())
        if self.void or any(report.at in ("settlement", TURN_UP) for report in self.reports):
            self._do(commands.HoldSettlement(), FLOOR, "hold-settlement")

    def _seat_to_blame(self) -> int:
        """First position whose wagers cannot stand, to name if closing the betting is refused."""
        round_ = self.table.playing_round()
        for seat, place in sorted(round_.state.places.items()):
            try:
                round_.check_stands(place)
            except IllegalError:
                return seat
        return self.positions[-1].seat

    def _play_decisions(self) -> None:
        by_seat = {position.seat: position for position in self.positions}
        decision_count = 0
        self._make_reports("decisions", decision_count)
        while self._in_progress() and (spot := self.table.playing_round().turn):
            position = by_seat[spot]
            seat = self.table.roster.seat_of(position.owner)
            command = position.command(seat, self.sign)
            if command is None:
                if self.void:
                    break
                raise InvalidError(f"positions says nothing about the decision of seat {spot}")
            self._do(command, position.owner, spot)
            position.made += 1
            decision_count += 1
            if isinstance(command, commands.Fold) and self._in_progress():
                second_command = position.command(seat, self.sign)
                if second_command is not None:
                    # A position that has folded decides no more: the table refuses this.
                    self._do(second_command, position.owner, spot)
            self._make_reports("decisions", decision_count)
        if self.void and self._in_progress():
            reason = " ".join(str(self.case.void).split())[:MAX_NAME_LENGTH].strip() or "void"
            self._do(commands.HouseRuling(trigger=reason, decision=ALL_VOID), FLOOR, "void")

    def _settle_positions(self) -> None:
        settled = 0
        self._make_reports("settlement", settled)
        while self._in_progress() and self.table.playing_round().state.phase == SETTLING:
            if any((report.at, report.after) == (TURN_UP, settled + 1) for report in self.reports):
                self._do(commands.TurnUp(), DEALER, TURN_UP)
                self._make_reports(TURN_UP, settled + 1)
                if not self._in_progress():
                    break
            self._do(commands.SettleNext(), DEALER, "settle-next")
            settled += 1
            self._make_reports("settlement", settled)
        for report in self.reports:
            if report not in self.done:
                moment = f"at {report.at!r} after {report.after}"
                raise InvalidError(
                    f"reports[{report.number}].at is never reached: nothing happens {moment} in this round"
                )

    def _in_progress(self) -> bool:
        return self.table.state.round is not None

    # Commands

    def _do(self, command: Command, by: str, subject: int | str, *, routine: bool = False) -> None:
        """Carry out a command; one that the book forbids ends the case."""
        try:
            entries = self.table.do(command, by)
        except IllegalError as refusal:
            if not refusal.clause:
                raise
            self._reject(subject, refusal, refusal.clause)
            raise _Stopped from None
        self._record(entries, routine=routine)

    def _make_reports(self, moment: str, after: int) -> None:
        for report in self.reports:
            if (report.at, report.after) == (moment, after) and self._in_progress():
                self._report(report)

    def _report(self, report: _Report) -> None:
        """Carry out a report; note it if it is refused or needs a house ruling."""
        self.done.append(report)
        data = dict(report.data)
        if data["do"] == "shuffle" and "cards" not in data:
            data["cards"] = cards_text(self.deck)
        try:
            self._record(self.table.do(command_from_dict(self.table.COMMANDS, data), report.by))
        except HouseRulingRequired as needed:
            self._reject(data["do"], needed, HOUSE_RULING)
        except IllegalError as refusal:
            self._reject(data["do"], refusal, refusal.clause)
        except HoyleError as error:
            raise InvalidError(f"reports[{report.number}]: {error}") from None

    def _reject(self, subject: int | str, why: HoyleError, clause: str) -> None:
        self.rejects.append([subject, _clause_id(clause)])
        cited = "" if clause == HOUSE_RULING else clause
        self.cited.add(cited)
        self.working.append(ReasoningStep(f"Refused: {why}.", cited))

    def _record(self, entries: list[Any], *, routine: bool = False) -> None:
        """Narrate events, and collect the clauses and rulings that decide the case."""
        for entry in entries:
            calls = self.dealer.narrate(entry)
            if not routine and entry.name not in SILENT:
                self.working += [ReasoningStep(call.text, call.clause) for call in calls]
            if isinstance(entry, events.Settled | events.Folded | events.Returned | events.Voided):
                self.cited.add(entry.clause)
        for decision, clauses in rulings_of(entries):
            self.rulings.append([decision, _clause_id(clauses[0])])
            self.cited.add(clauses[0])

    # The ruling

    def _ruling(self) -> Ruling:
        state = self.table.state.round or self.table.state.last
        assert state is not None, "a round was begun"
        # If every position had folded, there was nothing to return and the round is not marked void.
        is_void = state.phase == VOID or self.void
        result: dict[str, Any] = {
            "seats": {str(seat): self._position_result(state.places[seat]) for seat in state.seats()},
            "order": list(state.order),
        }
        if is_void:
            result["void"] = True
        elif self.sign.definition.has_dealer_hand:
            result |= self._dealer_result(state)
        nets = [f"seat {seat} {state.places[seat].net:+d}" for seat in state.seats()]
        answer = "void: what is not settled goes back" if is_void else ", ".join(nets)
        return Ruling(self._with_rulings(result), self.cited.clauses(), self.working, answer=answer)

    def _with_rulings(self, result: dict[str, Any]) -> dict[str, Any]:
        if self.rulings and self.reports:
            result["rulings"] = self.rulings
        if self.rejects:
            result["rejects"] = self.rejects
        return result

    def _dealer_result(self, state: HouseCardRoundState) -> dict[str, Any]:
        if not state.dealer_shown:
            return {"dealer_shown": False}
        result: dict[str, Any] = {"dealer_shown": True, "dealer": state.dealer_name}
        if self.sign.page.pay.qualifier.value:
            result["dealer_qualifies"] = state.dealer_qualifies
        return result

    def _position_result(self, place: BettingPosition) -> dict[str, Any]:
        wagers = {wager: place.gains.get(wager, 0) for wager in place.made}
        if BONUS in place.gains or (PLAY in place.made and place.shown):
            wagers[BONUS] = place.gains.get(BONUS, 0)
        result: dict[str, Any] = {"wagers": wagers, "net": sum(wagers.values())}
        if place.folded:
            result["hand"] = "folded"
        elif place.shown:
            result["hand"] = place.shown
        return result


def _clause_id(clause: str) -> str:
    return clause if clause == HOUSE_RULING else clause.partition(" ")[2]
