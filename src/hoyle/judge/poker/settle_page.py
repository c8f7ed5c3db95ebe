"""Settle page: a showdown entered by hand, with hand values and who wins each chip.

The input is a `hoyle judge` case in which cards may still be missing: then only complete hands are evaluated,
and `missing` names them.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from msgspec.structs import replace

from hoyle.core.cards import card_text
from hoyle.core.errors import HoyleError
from hoyle.games.poker.events import Awarded
from hoyle.games.poker.pots.pot_division import ODD
from hoyle.games.poker.pots.side_pots import build_pots, uncalled_bet
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.variants import Variant
from hoyle.hands import Evaluator
from hoyle.history.narration.award_explanation import explain_awards
from hoyle.history.narration.english_phrases import Phrases, count_phrase, join_list, pot_phrase, sentence
from hoyle.judge.case_context import CaseContext
from hoyle.judge.case_types.decoder import decode
from hoyle.judge.case_types.poker_cases import ShowdownCase
from hoyle.judge.poker.showdown import CaseShowdown, judge_showdown
from hoyle.rulebooks import BOOKS
from hoyle.rulebooks import poker_book as rulebook
from hoyle.rulebooks.clause_types import HOUSE

ID: Final = "showdown"


def settle(case: dict[str, Any]) -> dict[str, Any]:
    """Evaluate the hands of a showdown, and divide its pots once every card is there."""
    showdown = decode({"id": ID, "kind": "showdown", **case}, ShowdownCase)
    hands, missing = _evaluate_hands(showdown, CaseContext(showdown).rules)
    settlement = {"hands": hands, "pots": _pots_from_contributions(showdown), "division": None, "missing": ""}
    if missing:
        return {**settlement, "missing": f"{sentence(join_list(missing))}."}
    return {**settlement, "division": _division(showdown)}


def _pots_from_contributions(case: ShowdownCase) -> list[dict[str, Any]]:
    """Return the pots built from the chips each player put in; none unless every player gives them."""
    put_in = [player.put_in for player in case.players if player.put_in is not None]
    if not put_in or len(put_in) < len(case.players):
        return []
    live = [player.is_live for player in case.players]
    holder, extra = uncalled_bet(put_in, live)
    if extra:
        put_in[holder] -= extra
    seats = [player.seat for player in case.players]
    return [
        {"chips": pot.chips, "seats": sorted(seats[position] for position in pot.eligible)}
        for pot in build_pots(put_in, live)
        if pot.chips
    ]


def _evaluate_hands(case: ShowdownCase, rules: Rules) -> tuple[dict[str, Any], list[str]]:
    """Return the values of the complete hands by seat, and the list of what is missing."""
    board: list[int] = case.board or []
    variant = rules.variant
    missing: list[str] = []
    if variant.board_cards and len(board) < variant.board_cards:
        missing.append(f"the board lacks {count_phrase(variant.board_cards - len(board), 'card')}")
    live = [player for player in case.players if player.is_live]
    if len(live) < 2:
        missing = ["it takes two hands to compare"] if not live else missing
    hands: dict[str, Any] = {}
    for player in live:
        cards: list[int] = player.cards or []
        lacking = hole_cards(variant, board) - len(cards)
        if lacking > 0 and len(live) > 1:
            missing.append(f"seat {player.seat} lacks {count_phrase(lacking, 'card')}")
        if lacking == 0 and (not variant.board_cards or len(board) == variant.board_cards):
            hands[str(player.seat)] = {
                "high": _evaluate(rules.high, cards, board),
                "low": _evaluate(rules.low, cards, board),
            }
    return hands, missing if len(live) > 1 else []


def hole_cards(variant: Variant, board: list[int]) -> int:
    """Number of hole cards in a hand: in stud, a common card replaces every player's last card."""
    common = not variant.board_cards and not variant.button and len(board) == 1
    return variant.hole_cards - (1 if common else 0)


def _evaluate(evaluator: Evaluator | None, cards: list[int], board: list[int]) -> dict[str, Any] | None:
    if evaluator is None:
        return None
    best = evaluator.best(cards, board)
    if not best.value:
        return {"words": "", "cards": []}
    return {"words": evaluator.ranking.describe(best.value), "cards": [card_text(card) for card in best.cards]}


def _division(case: ShowdownCase) -> dict[str, Any]:
    """Return who wins each chip of every pot, why, and how the other rulebooks divide it."""
    table = CaseShowdown(case)
    start = sum(pot.chips for pot in table.pots)
    awards = [event for event in table.award() if isinstance(event, Awarded)]
    state, rules, voice = table.state, table.rules, Phrases()
    pots: list[dict[str, Any]] = []
    for index, group in groupby(awards, key=lambda line: line.pot):
        lines = list(group)
        pot = table.pots[index]
        pots.append(
            {
                "name": sentence(pot_phrase(index, len(table.pots))),
                "chips": pot.chips,
                "left": sum(line.chips for line in lines),
                "seats": [state.seats[player] for player in pot.eligible],
                "lines": [_award_line(line) for line in lines],
                "why": [{"text": step.text, "clause": step.clause} for step in explain_awards(lines, rules, voice)],
            }
        )
    totals = {str(seat): state.won[index] for index, seat in enumerate(state.seats)}
    ruling = judge_showdown(case)
    return {
        "total": start,
        "pots": pots,
        "totals": totals,
        "returned": {
            str(seat): state.returned[index] for index, seat in enumerate(state.seats) if state.returned[index]
        },
        "answer": ruling.answer,
        "readings": ruling.readings,
        "others": _compare_other_books(case, totals),
        "text": _plain_text(ruling.question, pots, ruling.answer),
    }


def _award_line(line: Awarded) -> dict[str, Any]:
    return {
        "share": line.share,
        "seat": line.seat,
        "chips": line.chips,
        "odd": line.odd or (line.chips if line.share == ODD else 0),
        "hand": line.words,
        "clause": line.odd_clause or line.joined_clause or line.clause,
    }


def _compare_other_books(case: ShowdownCase, totals: dict[str, int]) -> list[dict[str, Any]]:
    """Settle the same showdown under the other rulebooks that have the game."""
    comparisons: list[dict[str, Any]] = []
    for book in BOOKS:
        if book in (case.rulebook, HOUSE) or case.game not in rulebook(book).games:
            continue
        try:
            ruling = judge_showdown(replace(case, rulebook=book))
        except HoyleError:
            continue
        other_totals = ruling.result["totals"]
        comparisons.append({"book": book, "totals": other_totals, "same": other_totals == totals})
    return comparisons


def _plain_text(question: list[str], pots: list[dict[str, Any]], answer: str) -> str:
    """Format a showdown ruling as plain text, to copy."""
    lines = [*question[:-1], ""]
    for pot in pots:
        lines += [f"{step['text']} [{step['clause']}]" if step["clause"] else step["text"] for step in pot["why"]]
    return "\n".join([*lines, "", f"{sentence(answer)}."])
