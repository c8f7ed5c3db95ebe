"""The hands named in the worked cases of the rulebooks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from hoyle.core.cards import parse_card
from hoyle.hands import ANY, HIGH3, HIGH5, LOW_A3, LOW_A5, TWO_PLUS_THREE, Evaluator

HIGHS: Final = {"mambo": Evaluator(HIGH3, ANY), "omaha": Evaluator(HIGH5, TWO_PLUS_THREE)}
LOWS: Final = {
    "omaha-hilo8": Evaluator(LOW_A5, TWO_PLUS_THREE, 8),
    "big-omaha-hilo8": Evaluator(LOW_A5, TWO_PLUS_THREE, 8),
    "stud7-hilo8": Evaluator(LOW_A5, ANY, 8),
    "stud7-hilo": Evaluator(LOW_A5, ANY),
    "draw5-low": Evaluator(LOW_A5, ANY),
    "mambo-hilo6": Evaluator(LOW_A3, ANY, 6),
}


def high(game: str) -> Evaluator:
    return next((found for name, found in HIGHS.items() if name in game), Evaluator(HIGH5, ANY))


def cards(texts: list[str]) -> list[int]:
    return [parse_card(text) for text in texts]


def test_every_hand_named_in_the_worked_cases_is_named_alike(shared: Path) -> None:
    cases: list[dict[str, Any]] = json.loads((shared / "rules/cases/poker.json").read_text())["cases"]
    named = 0
    for case in cases:
        if case["kind"] != "showdown":
            continue
        game, board = case["game"], cards(case["board"])
        hands = {str(player["seat"]): cards(player["cards"]) for player in case["players"]}
        for seat, class_name in case["expect"].get("high_class", {}).items():
            evaluator = high(game)
            value = evaluator.value(hands[seat], board)
            assert evaluator.ranking.class_name(value) == class_name, (case["id"], seat)
            named += 1
        for seat, ranks in case["expect"].get("low_hand", {}).items():
            evaluator = LOWS[game]
            value = evaluator.value(hands[seat], board)
            assert evaluator.ranking.ranks_text(value) == (ranks or ""), (case["id"], seat)
            named += 1
    assert named >= 40
