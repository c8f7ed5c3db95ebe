"""Rulings on a showdown: pots, shares, and who wins every chip.

A case gives hands and pots but not the betting: pots of given size, hands folded on no known street, half a
board. It cannot be replayed at a table, so the judge sets up the state of a round at its end, and the round's
functions do the rest: `uncalled_bet` and `pots_of` make the pots, `allocate_fee` says which of them pays a
fee, and `settle_showdown` divides them.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from hoyle.core.validation import pluralize
from hoyle.games.poker.events import Awarded, PokerEvent, Raked, apply
from hoyle.games.poker.pots.pot_award import settle_showdown
from hoyle.games.poker.pots.rake import allocate_fee
from hoyle.games.poker.pots.side_pots import Pot, pot_name, pots_of, taken_from, uncalled_bet
from hoyle.games.poker.resolved_rules import NO_LIMIT, Rules, Stakes
from hoyle.games.poker.round_state import TABLED, RoundState
from hoyle.hands import Evaluator
from hoyle.history.narration.award_explanation import explain_awards
from hoyle.history.narration.english_phrases import Phrases, cards_with_symbols, pot_phrase, sentence
from hoyle.judge.case_context import CaseContext
from hoyle.judge.case_fields import CaseReader, check_no_card_twice
from hoyle.judge.poker.showdown_citations import Shares, cite_showdown
from hoyle.judge.ruling import ReasoningStep, Ruling

FIELDS: Final = ("button", "board", "players", "pot", "pots", "rake", "jackpot")
POT_FIELDS: Final = ("chips", "seats")
PLAYER_FIELDS: Final = ("seat", "cards", "state", "in")
STATES: Final = ("live", "all-in", "folded")


class Player:
    """Player of a showdown case: seat, cards and chips put in."""

    def __init__(self, facts: CaseReader) -> None:
        self.facts = facts
        self.seat = facts.seat("seat")
        state = facts.word("state", STATES)
        self.live = state != "folded"
        self.all_in = state == "all-in"
        self.cards = facts.cards("cards") if facts.has("cards") else []
        self.put_in = facts.count("in") if facts.has("in") else None


class Showdown:
    """State of a case at the showdown: hands and pots, ready to be awarded."""

    def __init__(self, context: CaseContext) -> None:
        facts = context.facts
        self.context = context
        self.rules = Rules(
            context.book,
            context.page.game,
            Stakes(NO_LIMIT, small=1, unit_cents=context.unit_cents),
        )
        self.players = self._read_players(facts)
        self.live = [player for player in self.players if player.live]
        self.board = facts.cards("board") if facts.has("board") else []
        self._check_cards()
        self.state = self._build_state(facts)
        self.pots: list[Pot] = self._build_pots(facts)
        self._check_fees(facts)

    def _read_players(self, facts: CaseReader) -> list[Player]:
        players = sorted((Player(item) for item in facts.inners("players", PLAYER_FIELDS)), key=_seat_of)
        seats = [player.seat for player in players]
        for seat in seats:
            if seats.count(seat) > 1:
                raise facts.refuse("players", f"has seat {seat} twice")
        if not any(player.live for player in players):
            raise facts.refuse("players", "has nobody who is live or all-in")
        most = self.rules.page.max_seats
        if len(players) > most.value:
            raise facts.refuse(
                "players", f"has {len(players)}; {self.rules.game} seats {most.value} ({most.clause})"
            )
        return players

    def _check_cards(self) -> None:
        facts = self.context.facts
        groups = [("board", self.board)]
        groups += [(f"the hand of seat {player.seat}", player.cards) for player in self.players]
        check_no_card_twice(facts, groups)
        variant = self.rules.variant
        if len(self.live) == 1:
            # No hand need be shown nor the board complete, but there are no more cards than the game deals.
            lone_player = self.live[0]
            max_board = variant.board_cards or (0 if variant.button else 1)
            if len(self.board) > max_board:
                raise facts.refuse(
                    "board", f"has {pluralize(len(self.board), 'card')}; {self.rules.game} has {max_board}"
                )
            if len(lone_player.cards) > variant.hole_cards:
                raise lone_player.facts.refuse(
                    "cards",
                    f"has {pluralize(len(lone_player.cards), 'card')}; {self.rules.game} deals "
                    f"{variant.hole_cards}",
                )
            return
        # In stud a card on the table is the common card that replaces every player's last card.
        common = not variant.board_cards and not variant.button
        board_size = min(len(self.board), 1) if common else variant.board_cards
        if len(self.board) != board_size:
            allowed = "at most one common card" if common else pluralize(board_size, "card")
            raise facts.refuse(
                "board", f"has {pluralize(len(self.board), 'card')}; {self.rules.game} has {allowed}"
            )
        hole_count = variant.hole_cards - (board_size if common else 0)
        for player in self.live:
            if len(player.cards) != hole_count:
                raise player.facts.refuse(
                    "cards",
                    f"has {pluralize(len(player.cards), 'card')}; seat {player.seat} must show {hole_count}",
                )

    def _build_state(self, facts: CaseReader) -> RoundState:
        players = self.players
        state = RoundState()
        state.seats = [player.seat for player in players]
        state.position_of_seat = {player.seat: position for position, player in enumerate(players)}
        state.button = self._button_position(facts)
        count = len(players)
        state.stacks = [0] * count
        state.bets = [0] * count
        state.won = [0] * count
        state.returned = [0] * count
        state.live = [player.live for player in players]
        state.board = list(self.board)
        state.cards = [list(player.cards) for player in players]
        state.ups = [[True] * len(player.cards) for player in players]
        state.hands = [TABLED if player.live else 0 for player in players]
        with_chips = [player for player in players if player.put_in is not None]
        if facts.has("pots"):
            if with_chips or facts.has("pot"):
                raise facts.refuse("pots", "stands alone: leave out `pot` and what the players put in")
            state.put_in = [0] * count
            state.dead = sum(pot.count("chips") for pot in facts.inners("pots", POT_FIELDS))
        elif not with_chips:
            # One pot without contributions: dead money that every live player may win.
            state.put_in = [0] * count
            state.dead = facts.count("pot")
        else:
            state.put_in = self._contributions(facts, with_chips)
            player, extra = uncalled_bet(state.put_in, state.live)
            if extra:
                state.put_in[player] -= extra
                state.returned[player] = extra
        state.pot = sum(state.put_in) + state.dead
        state.start_chips = state.pot
        return state

    def _build_pots(self, facts: CaseReader) -> list[Pot]:
        """Pots as the case gives them, or built from the chips each player put in."""
        state = self.state
        if not facts.has("pots"):
            return pots_of(state)
        pots: list[Pot] = []
        for index, pot in enumerate(facts.inners("pots", POT_FIELDS)):
            seats = pot.seats("seats")
            for seat in seats:
                if seat not in state.position_of_seat or not state.live[state.position_of_seat[seat]]:
                    raise pot.refuse("seats", f"has seat {seat}, which has no hand in the showdown")
            pots.append(
                Pot(pot.count("chips"), sorted(state.position_of_seat[seat] for seat in seats), index + 1)
            )
        return pots

    def _contributions(self, facts: CaseReader, contributors: list[Player]) -> list[int]:
        if len(contributors) < len(self.players):
            raise facts.refuse("players", "must give `in` for all players or for none")
        put_in = [player.put_in or 0 for player in self.players]
        if facts.has("pot") and facts.count("pot") != sum(put_in):
            raise facts.refuse("pot", f"is {facts.count('pot')}, but the players put in {sum(put_in)}")
        return put_in

    def _button_position(self, facts: CaseReader) -> int:
        """Position of the button, or of the last player before it if its seat is empty."""
        if not self.rules.variant.button:
            return -1
        button = facts.seat("button")
        before = [player for player in self.players if player.seat <= button]
        return (len(before) - 1) % len(self.players)

    def _check_fees(self, facts: CaseReader) -> None:
        fees = facts.count_or("rake", 0) + facts.count_or("jackpot", 0)
        if fees > self.state.pot:
            raise facts.refuse("rake", f"and jackpot take {fees} out of a pot of {self.state.pot}")


def settle_pots(showdown: Showdown) -> list[PokerEvent]:
    """Take rake and jackpot, and award every pot; return the events in order."""
    facts, state, rules = showdown.context.facts, showdown.state, showdown.rules
    log: list[PokerEvent] = []

    def emit(event: PokerEvent) -> None:
        apply(state, event)
        log.append(event)

    revenue = rules.book.revenue
    # A case states the rake as a sum; the event of a fixed amount is the one without a percentage.
    for fee, method in (("rake", "increment"), ("jackpot", "jackpot")):
        already_taken = taken_from(showdown.pots, state)
        chips_by_pot = allocate_fee(showdown.pots, already_taken, facts.count_or(fee, 0))
        for pot_index, chips in enumerate(chips_by_pot):
            if chips:
                emit(Raked(pot_index, chips, method, revenue.net_pot))
    settle_showdown(emit, state, rules, showdown.pots)
    return log


def judge_showdown(context: CaseContext) -> Ruling:
    """Rule who wins each chip of a showdown, pot by pot."""
    table = Showdown(context)
    log = settle_pots(table)
    state, rules = table.state, table.rules
    awards = [event for event in log if isinstance(event, Awarded)]
    shares = Shares(awards, rules, state, pots=len(table.pots))
    cited = cite_showdown(rules, shares, all_in=any(player.all_in for player in table.live))
    return Ruling(
        result=_result(table, awards),
        clauses=cited.clauses(),
        readings=cited.readings,
        working=_reasoning(table, log, awards),
        question=_question(table),
        answer=_answer(table),
    )


def _hand_values(table: Showdown, evaluator: Evaluator | None) -> dict[str, int]:
    """Value of every hand by seat; empty if a hand is incomplete, as that of a lone player may be."""
    if evaluator is None or not all(_is_complete(table, player) for player in table.live):
        return {}
    return {str(player.seat): evaluator.value(player.cards, table.board) for player in table.live}


def _is_complete(table: Showdown, player: Player) -> bool:
    variant = table.rules.variant
    if not variant.board_cards:
        return len(player.cards) + len(table.board) == variant.hole_cards
    return len(player.cards) == variant.hole_cards and len(table.board) == variant.board_cards


def _result(table: Showdown, awards: list[Awarded]) -> dict[str, Any]:
    state, high, low = table.state, table.rules.high, table.rules.low
    names = [pot_name(index) for index in range(len(table.pots))]
    return {
        "totals": {str(seat): state.won[index] for index, seat in enumerate(state.seats)},
        "returned": {str(seat): state.returned[index] for index, seat in enumerate(state.seats)},
        "pots": [[pot.chips, [state.seats[player] for player in pot.eligible]] for pot in table.pots],
        "award_order": names[::-1],
        "lines": [[names[line.pot], line.share, line.seat, line.chips] for line in awards],
        "high_class": {
            seat: high.ranking.class_name(value) for seat, value in _hand_values(table, high).items() if high
        },
        "low_hand": {
            seat: low.ranking.ranks_text(value) or None
            for seat, value in _hand_values(table, low).items()
            if low
        },
    }


def _reasoning(table: Showdown, log: list[PokerEvent], awards: list[Awarded]) -> list[ReasoningStep]:
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
            steps.append(
                ReasoningStep(sentence(f"{pot_phrase(index, len(table.pots))}: {pot.chips}, for {seats}."))
            )
    for index, pot in enumerate(table.pots):
        fees = [event for event in log if isinstance(event, Raked) and event.pot == index]
        if fees:
            text = sentence(f"{pot_phrase(index, len(table.pots))}: {pot.chips}")
            for event in fees:
                text += f" - {event.chips} {'jackpot' if event.method == 'jackpot' else 'rake'}"
            remainder = pot.chips - sum(event.chips for event in fees)
            steps.append(ReasoningStep(f"{text} = {remainder}.", fees[0].clause))
    for _, group in groupby(awards, key=lambda line: line.pot):
        steps += [ReasoningStep(step.text, step.clause) for step in explain_awards(list(group), rules, voice)]
    return steps


def _question(table: Showdown) -> list[str]:
    rules = table.rules
    lines = [table.context.title()]
    if table.board:
        name = "board" if rules.variant.board_cards else "common card"
        lines[0] += f"; {name} {cards_with_symbols(table.board)}"
    if rules.variant.button:
        lines[0] += f"; button at seat {table.context.facts.seat('button')}"
    for player in table.players:
        state = "folded" if not player.live else "all-in" if player.all_in else ""
        money = f"in for {player.put_in}" if player.put_in is not None else ""
        description = ", ".join(part for part in (cards_with_symbols(player.cards), state, money) if part)
        lines.append(f"seat {player.seat}: {description or 'alone'}")
    lines.append(f"Who gets the {pluralize(table.state.start_chips, 'chip')}?")
    return lines


def _answer(table: Showdown) -> str:
    state = table.state
    parts = [f"seat {seat} gets {won}" for seat, won in zip(state.seats, state.won, strict=True) if won]
    return ", ".join(parts) or "nobody gets anything"


def _seat_of(player: Player) -> int:
    return player.seat
