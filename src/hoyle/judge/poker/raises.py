"""Rulings on the raises of a betting round, each tried at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import UNSET

from hoyle.core.cards import DECK
from hoyle.core.errors import IllegalError
from hoyle.games.poker.raise_cap import raises_now
from hoyle.games.poker.variants import VARIANTS
from hoyle.history.narration.english_phrases import count_phrase
from hoyle.judge.case_context import ANY, CaseContext
from hoyle.judge.case_types.poker_cases import RaisesCase
from hoyle.judge.poker.table_setup import act_passively, open_table, place_button, seat_players
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling
from hoyle.rulebooks.book_parameters import with_overrides
from hoyle.table.poker.table import PokerTable

WAGERS: Final = ("bet", "raise", "reraise")
REFUSED: Final = "refused"


def judge_raises(case: RaisesCase) -> Ruling:
    """Rule which checks, bets, calls and raises of a betting round stand under the raise cap."""
    context = CaseContext(case)
    book, players, opened, actions = context.book, case.players_in_round, case.opened, case.actions
    context.check_game()
    book_with_cap = book if case.cap is UNSET else with_overrides(book, {"raise_cap": case.cap})
    table = open_table(context, _game_to_play(context), "cap", book_with_cap)
    seat_players(context, table, range(1, players + 1), "players_in_round")
    place_button(table)
    _play_to_decision(table, opened=opened)
    rules, page = table.rules, table.page
    results = _play_actions(table, actions)
    log = [result.word for result in results]
    most = rules.raise_cap.of(players)
    capped = rules.raise_cap.of(players + 1) > 0
    clause = book.raise_cap.clause or book.house_may_cap.clause
    cited = CitationCollector(clause)
    if "bet" in log:
        cited.add(book.open_counts_as_raise)
    if page.open_must_bet.value and not opened and log[:1] == [REFUSED]:
        cited.add(page.open_must_bet)
    if not capped or not clause:
        cited.read(book.raise_cap.interpretation)
    elif players == 2:
        cited.read(book.heads_up_uncapped.interpretation)
    if not most:
        why = "No cap on raises" + (" with two players in the round." if capped else ".")
    else:
        why = f"{count_phrase(most, 'raise').capitalize()} a betting round"
        why += " and no more." if book.open_counts_as_raise.value else "; the opening bet is none of them."
    steps = [ReasoningStep(why, clause)]
    steps += [
        ReasoningStep(f"{index + 1}. {action}: {result.word}.", result.clause)
        for index, (action, result) in enumerate(zip(actions, results, strict=True))
    ]
    refused = log.count(REFUSED)
    return cited.ruling(
        result={"log": log},
        working=steps,
        question=[f"{context.title()}; {players} players in the round", "Which of these actions stand?"],
        answer=f"{refused} refused" if refused else "all stand",
    )


def _game_to_play(context: CaseContext) -> str:
    """Game of the case; if it is `any`, the flop game of the book with the most seats."""
    if context.game != ANY:
        return context.page.game
    flops = [page for game, page in context.book.games.items() if VARIANTS[game].flop]
    return max(flops, key=lambda page: page.max_seats.value).game


def _play_to_decision(table: PokerTable, *, opened: bool) -> None:
    """Deal and play to a decision: facing the blind or forced bet if `opened`, else with nothing bet."""
    table.deal(DECK)
    if table.pending()[0].find_choice("bring-in") is not None:
        act_passively(table)
    first = _street_name(table)
    while not opened and (_street_name(table) == first or table.pending()[0].kind != "action"):
        act_passively(table)


class ActionResult(NamedTuple):
    """Result of one betting action: as booked, or refused with its clause."""

    word: str
    """The action as booked, or `refused`: then the player acts again."""
    clause: str = ""
    """Clause by which it is refused."""


def _play_actions(table: PokerTable, actions: Sequence[str]) -> list[ActionResult]:
    street = _street_name(table)
    return [
        _try_action(table, action) if _street_name(table) == street else ActionResult(REFUSED) for action in actions
    ]


def _try_action(table: PokerTable, action: str) -> ActionResult:
    round_ = table.state.round
    assert round_ is not None
    booked = action
    if action in WAGERS:
        # The first wager of a round is the opening bet under any name; so is one that completes a forced bet.
        booked = "raise" if raises_now(round_) else "bet"
    try:
        table.act(table.pending()[0].seat, "raise" if action in WAGERS else action)
    except IllegalError as error:
        return ActionResult(REFUSED, error.clause)
    return ActionResult(booked)


def _street_name(table: PokerTable) -> str:
    """Name of the current street; empty when the round is over."""
    return "" if table.state.round is None else table.state.round.street_name
