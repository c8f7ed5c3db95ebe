"""Situations of the house games: irregularities, game by game."""

from __future__ import annotations

from typing import Any, Final

from hoyle.games.house_cards.game_registry import GAMES
from hoyle.judge.rulebook_comparison.questions import HouseGameQuestion, Situation

GROUP: Final = "House games"
WHERE: Final = "house games"


def _every_game(trigger: str, **facts: Any) -> tuple[HouseGameQuestion, ...]:
    return tuple(HouseGameQuestion(game.title, game.id, trigger, facts) for game in GAMES.values())


SITUATIONS: Final[tuple[Situation, ...]] = (
    Situation(
        "dealer-exposed",
        "A dealer’s card is shown too early",
        WHERE,
        GROUP,
        _every_game("dealer-exposed"),
        words="exposed premature dealer house",
        asks="In which game",
    ),
    Situation(
        "player-exposed",
        "A player’s card is exposed at a house game",
        WHERE,
        GROUP,
        _every_game("player-exposed"),
        words="exposed shown",
        asks="In which game",
    ),
    Situation(
        "house-face-up",
        "A card is face up in shoe or deck",
        WHERE,
        GROUP,
        _every_game("face-up-card"),
        words="boxed face up house game",
        asks="In which game",
    ),
    Situation(
        "house-wrong-number",
        "Somebody has the wrong number of cards",
        WHERE,
        GROUP,
        _every_game("wrong-number"),
        words="too many few misdeal house game",
        asks="In which game",
    ),
    Situation(
        "house-drawn",
        "A card is drawn in error",
        WHERE,
        GROUP,
        (
            *_every_game("drawn-in-error", face_seen=False),
            HouseGameQuestion("Its face was seen", "three-card-poker", "drawn-in-error", {"face_seen": True}),
        ),
        words="house game misdeal",
        asks="In which game",
    ),
    Situation(
        "house-count",
        "The count of the cards is wrong",
        WHERE,
        GROUP,
        (
            HouseGameQuestion(
                "Somebody was misdealt", "three-card-poker", "stub-count", {"card_count": 52, "misdealt": True}
            ),
            HouseGameQuestion("A card is missing", "three-card-poker", "stub-count", {"card_count": 51}),
        ),
        words="stub count missing house game",
        asks="What is behind it",
    ),
    Situation(
        "house-shuffler",
        "The shuffler fails at a house game",
        WHERE,
        GROUP,
        _every_game("shuffler-failed"),
        words="jammed machine",
        asks="In which game",
    ),
)
