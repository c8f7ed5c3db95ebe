"""Rulings on a showdown: pots, shares, and who wins every chip.

A case gives hands and pots but not the betting, so it cannot be replayed at a table: `hoyle.games.poker`
settles it as the end of a round.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from hoyle.core.errors import InvalidError
from hoyle.core.validation import pluralize
from hoyle.games.poker.events import Awarded, Raked
from hoyle.games.poker.pots.showdown_settlement import Showdown, ShowdownHand, ShowdownPot
from hoyle.games.poker.pots.side_pots import pot_name
from hoyle.hands import Evaluator
from hoyle.history.narration.award_explanation import explain_awards
from hoyle.history.narration.english_phrases import Phrases, cards_with_symbols, pot_phrase, sentence
from hoyle.judge.case_context import CaseContext
from hoyle.judge.case_types.decoder import check_no_card_twice, check_seats, required
from hoyle.judge.case_types.poker_cases import ShowdownCase, ShowdownPlayer
from hoyle.judge.poker.showdown_citations import Shares, cite_showdown
from hoyle.judge.ruling import ReasoningStep, Ruling


class CaseShowdown:
    """Showdown of a case: its hands and pots are checked, and every chip is awarded by the engine."""

    def __init__(self, case: ShowdownCase) -> None:
        self.case = case
        self.context = CaseContext(case)
        self.players = sorted(case.players, key=lambda player: player.seat)
        self.live = [player for player in self.players if player.is_live]
        rules = self.context.rules
        self._check_players(rules.page.max_seats.value, rules.page.max_seats.clause)
        self._check_cards()
        hands = [
            ShowdownHand(player.seat, player.cards or [], player.is_live, player.put_in or 0) for player in self.players
        ]
        showdown = Showdown(
            rules,
            hands,
            board=case.board or [],
            button=required("button", case.button) if rules.variant.button else None,
            pots=[ShowdownPot(pot.chips, pot.seats) for pot in case.pots or []],
            dead=self._chips_without_players(),
        )
        self.rules, self.state, self.pots = rules, showdown.state, showdown.pots
        self.log = showdown.settle(rake=case.rake or 0, jackpot=case.jackpot or 0)
        self.awards = [event for event in self.log if isinstance(event, Awarded)]

    @property
    def totals(self) -> dict[str, int]:
        """Chips that each seat gets from all pots."""
        return {str(seat): self.state.won[index] for index, seat in enumerate(self.state.seats)}

    def rule(self) -> Ruling:
        """Rule who wins each chip, pot by pot."""
        shares = Shares(self.awards, self.rules, self.state, pots=len(self.pots))
        cited = cite_showdown(self.rules, shares, all_in=any(player.state == "all-in" for player in self.live))
        return cited.ruling(_result(self), _reasoning(self), _question(self), _answer(self))

    def _check_players(self, most: int, clause: str) -> None:
        seats = [player.seat for player in self.players]
        for seat in seats:
            if seats.count(seat) > 1:
                raise InvalidError(f"players has seat {seat} twice")
        if not self.live:
            raise InvalidError("players has nobody who is live or all-in")
        if len(seats) > most:
            raise InvalidError(f"players has {len(seats)}; {self.context.game} seats {most} ({clause})")

    def _check_cards(self) -> None:
        """Raise if a card is there twice, or hands or board do not have as many cards as the game deals."""
        board: list[int] = self.case.board or []
        game, variant = self.context.game, self.context.variant
        hands: list[tuple[str, list[int]]] = [
            (f"the hand of seat {player.seat}", player.cards or []) for player in self.players
        ]
        check_no_card_twice([("board", board), *hands])
        # In stud a card on the table is the common card that replaces every player's last card.
        is_stud = not variant.board_cards and not variant.button
        if len(self.live) == 1:
            # No hand need be shown nor the board complete, but there are no more cards than the game deals.
            most = 1 if is_stud else variant.board_cards
            if len(board) > most:
                raise InvalidError(f"board has {pluralize(len(board), 'card')}; {game} has {most}")
            self._check_hand_size(self.live[0], most=variant.hole_cards)
            return
        board_size = min(len(board), 1) if is_stud else variant.board_cards
        if len(board) != board_size:
            allowed = "at most one common card" if is_stud else pluralize(board_size, "card")
            raise InvalidError(f"board has {pluralize(len(board), 'card')}; {game} has {allowed}")
        for player in self.live:
            hole_count = variant.hole_cards - (board_size if is_stud else 0)
            self._check_hand_size(player, least=hole_count, most=hole_count)

    def _check_hand_size(self, player: ShowdownPlayer, *, most: int, least: int = 0) -> None:
        count = len(player.cards or [])
        if not least <= count <= most:
            game = self.context.game
            allowed = f"seat {player.seat} must show {least}" if least else f"{game} deals {most}"
            index = self.case.players.index(player)
            raise InvalidError(f"players[{index}].cards has {pluralize(count, 'card')}; {allowed}")

    def _chips_without_players(self) -> int:
        """Return the chips of a single pot to which the case names no contributions; 0 if it names them."""
        case = self.case
        contributions = [player.put_in for player in self.players if player.put_in is not None]
        if case.pots is not None:
            if contributions or case.pot is not None:
                raise InvalidError("pots stands alone: leave out `pot` and what the players put in")
            for index, pot in enumerate(case.pots):
                self._check_pot_seats(f"pots[{index}].seats", pot.seats)
            return 0
        if not contributions:
            return required("pot", case.pot)
        if len(contributions) < len(self.players):
            raise InvalidError("players must give `in` for all players or for none")
        if case.pot is not None and case.pot != sum(contributions):
            raise InvalidError(f"pot is {case.pot}, but the players put in {sum(contributions)}")
        return 0

    def _check_pot_seats(self, location: str, seats: list[int]) -> None:
        live_seats = [player.seat for player in self.live]
        for seat in check_seats(location, seats):
            if seat not in live_seats:
                raise InvalidError(f"{location} has seat {seat}, which has no hand in the showdown")


def judge_showdown(case: ShowdownCase) -> Ruling:
    """Rule who wins each chip of a showdown, pot by pot."""
    return CaseShowdown(case).rule()


def _hand_values(table: CaseShowdown, evaluator: Evaluator | None) -> dict[str, int]:
    """Value of every hand by seat; empty if a hand is incomplete, as that of a lone player may be."""
    if evaluator is None or not all(_is_complete(table, player) for player in table.live):
        return {}
    return {str(player.seat): evaluator.value(player.cards or [], table.state.board) for player in table.live}


def _is_complete(table: CaseShowdown, player: ShowdownPlayer) -> bool:
    variant, board = table.rules.variant, table.state.board
    cards: list[int] = player.cards or []
    if not variant.board_cards:
        return len(cards) + len(board) == variant.hole_cards
    return len(cards) == variant.hole_cards and len(board) == variant.board_cards


def _result(table: CaseShowdown) -> dict[str, Any]:
    state, high, low = table.state, table.rules.high, table.rules.low
    names = [pot_name(index) for index in range(len(table.pots))]
    return {
        "totals": table.totals,
        "returned": {str(seat): state.returned[index] for index, seat in enumerate(state.seats)},
        "pots": [[pot.chips, [state.seats[player] for player in pot.eligible]] for pot in table.pots],
        "award_order": names[::-1],
        "lines": [[names[line.pot], line.share, line.seat, line.chips] for line in table.awards],
        "high_class": {
            seat: high.ranking.class_name(value) for seat, value in _hand_values(table, high).items() if high
        },
        "low_hand": {
            seat: low.ranking.ranks_text(value) or None for seat, value in _hand_values(table, low).items() if low
        },
    }


def _reasoning(table: CaseShowdown) -> list[ReasoningStep]:
    state, rules = table.state, table.rules
    voice = Phrases()
    steps: list[ReasoningStep] = []
    for index, seat in enumerate(state.seats):
        if state.returned[index]:
            text = f"{state.returned[index]} goes back to seat {seat}: nobody called it."
            steps.append(ReasoningStep(text, rules.book.revenue.uncalled))
    if len(table.pots) > 1:
        for index, pot in enumerate(table.pots):
            seats = voice.several(state.seats[player] for player in pot.eligible)
            steps.append(ReasoningStep(sentence(f"{pot_phrase(index, len(table.pots))}: {pot.chips}, for {seats}.")))
    for index, pot in enumerate(table.pots):
        fees = [event for event in table.log if isinstance(event, Raked) and event.pot == index]
        if fees:
            text = sentence(f"{pot_phrase(index, len(table.pots))}: {pot.chips}")
            for event in fees:
                text += f" - {event.chips} {'jackpot' if event.method == 'jackpot' else 'rake'}"
            remainder = pot.chips - sum(event.chips for event in fees)
            steps.append(ReasoningStep(f"{text} = {remainder}.", fees[0].clause))
    for _, group in groupby(table.awards, key=lambda line: line.pot):
        steps += [ReasoningStep(step.text, step.clause) for step in explain_awards(list(group), rules, voice)]
    return steps


def _question(table: CaseShowdown) -> list[str]:
    rules = table.rules
    lines = [table.context.title()]
    if table.state.board:
        name = "board" if rules.variant.board_cards else "common card"
        lines[0] += f"; {name} {cards_with_symbols(table.state.board)}"
    if rules.variant.button:
        lines[0] += f"; button at seat {table.case.button}"
    for player in table.players:
        state = "" if player.state == "live" else player.state
        money = f"in for {player.put_in}" if player.put_in is not None else ""
        cards = cards_with_symbols(player.cards or [])
        description = ", ".join(part for part in (cards, state, money) if part)
        lines.append(f"seat {player.seat}: {description or 'alone'}")
    lines.append(f"Who gets the {pluralize(table.state.start_chips, 'chip')}?")
    return lines


def _answer(table: CaseShowdown) -> str:
    state = table.state
    parts = [f"seat {seat} gets {won}" for seat, won in zip(state.seats, state.won, strict=True) if won]
    return ", ".join(parts) or "nobody gets anything"
