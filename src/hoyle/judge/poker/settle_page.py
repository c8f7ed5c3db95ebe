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
from hoyle.games.poker.pots.showdown_settlement import Showdown, ShowdownHand
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.variants import Variant
from hoyle.hands import Evaluator
from hoyle.history.narration.award_explanation import explain_awards
from hoyle.history.narration.english_phrases import Phrases, count_phrase, join_list, pot_phrase, sentence
from hoyle.judge.case_context import CaseContext
from hoyle.judge.case_types.decoder import decode
from hoyle.judge.case_types.poker_cases import ShowdownCase
from hoyle.judge.poker.showdown import CaseShowdown
from hoyle.rulebooks import BOOKS
from hoyle.rulebooks import poker_book as rulebook
from hoyle.rulebooks.clause_types import HOUSE

ID: Final = "showdown"


def settle(case: dict[str, Any]) -> dict[str, Any]:
    """Evaluate the hands of a showdown, and divide its pots once every card is there."""
    showdown = decode({"id": ID, "kind": "showdown", **case}, ShowdownCase)
    rules = CaseContext(showdown).rules
    hands, missing = _evaluate_hands(showdown, rules)
    settlement = {"hands": hands, "pots": _pots_from_contributions(showdown, rules), "division": None, "missing": ""}
    if missing:
        return {**settlement, "missing": f"{sentence(join_list(missing))}."}
    return {**settlement, "division": _division(showdown)}


def _pots_from_contributions(case: ShowdownCase, rules: Rules) -> list[dict[str, Any]]:
    """Return the pots built from the chips each player put in; none unless every player gives them."""
    hands = [
        ShowdownHand(player.seat, [], player.is_live, player.put_in)
        for player in sorted(case.players, key=lambda player: player.seat)
        if player.put_in is not None
    ]
    if not hands or len(hands) < len(case.players):
        return []
    showdown = Showdown(rules, hands)
    seats = showdown.state.seats
    return [
        {"chips": pot.chips, "seats": [seats[position] for position in pot.eligible]}
        for pot in showdown.pots
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
    table, voice = CaseShowdown(case), Phrases()
    ruling = table.rule()
    pots: list[dict[str, Any]] = []
    for index, group in groupby(table.awards, key=lambda line: line.pot):
        lines = list(group)
        chips, seats = ruling.result["pots"][index]
        explanation = explain_awards(lines, table.rules, voice)
        pots.append(
            {
                "name": sentence(pot_phrase(index, len(table.pots))),
                "chips": chips,
                "left": sum(line.chips for line in lines),
                "seats": seats,
                "lines": [_award_line(line) for line in lines],
                "why": [{"text": step.text, "clause": step.clause} for step in explanation],
            }
        )
    return {
        "total": sum(pot.chips for pot in table.pots),
        "pots": pots,
        "totals": table.totals,
        "returned": {seat: chips for seat, chips in ruling.result["returned"].items() if chips},
        "answer": ruling.answer,
        "readings": ruling.readings,
        "others": _compare_other_books(case, table.totals),
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
            other_totals = CaseShowdown(replace(case, rulebook=book)).totals
        except HoyleError:
            continue
        comparisons.append({"book": book, "totals": other_totals, "same": other_totals == totals})
    return comparisons


def _plain_text(question: list[str], pots: list[dict[str, Any]], answer: str) -> str:
    lines = [*question[:-1], ""]
    for pot in pots:
        lines += [f"{step['text']} [{step['clause']}]" if step["clause"] else step["text"] for step in pot["why"]]
    return "\n".join([*lines, "", f"{sentence(answer)}."])
