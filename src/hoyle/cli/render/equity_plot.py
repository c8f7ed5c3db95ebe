"""Equity plots: street by street, or against every hand of a range (matplotlib)."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from hoyle.core.cards import UNKNOWN, cards_text, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.odds.equities.calculator import equity
from hoyle.odds.equities.equity_result import EquityResult
from hoyle.odds.ranges.hand_range import parse_range
from hoyle.odds.showdown_rules import game
from hoyle.simulation.random_decks import make_rng

STREETS: Final = ((0, "preflop"), (3, "flop"), (4, "turn"), (5, "river"))
MAX_HANDS: Final = 400
"""Hands of a range that are computed one by one; of a larger range, a sample of so many."""
MAX_SAMPLES: Final = 20_000
"""Samples for each of those hands, if its deals are not counted exactly."""


def check_file(file: Path) -> None:
    """Refuse a plot file that cannot be drawn, before any computation."""
    if file.suffix.lower() not in (".png", ".svg"):
        raise InvalidError(f"{str(file)!r}: pictures are drawn as .png or .svg")
    if not file.parent.is_dir():
        raise InvalidError(f"{str(file)!r}: there is no folder {str(file.parent)!r}")
    if find_spec("matplotlib") is None:
        raise InvalidError("pictures need matplotlib: pip install 'hoyle[plot]'")


def draw(file: Path, result: EquityResult, *, samples: int | None, seed: int) -> None:
    """Write an equity plot: a distribution if one of two hands is a range, else equity by street."""
    check_file(file)
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7.5, 4.2), layout="constrained")
    try:
        villain = _range_of(result)
        if villain is not None:
            _draw_distribution(axes, result, villain, samples=samples, seed=seed)
        else:
            _draw_streets(axes, result, samples=samples, seed=seed)
        axes.spines[["top", "right"]].set_visible(False)
        figure.savefig(file, dpi=160)
    finally:
        pyplot.close(figure)


def _range_of(result: EquityResult) -> int | None:
    """Index of the one of two players whose hand is a range; the second if both are."""
    if len(result) != 2 or not game(result.game).flop:
        return None
    for player in (1, 0):
        if not _is_cards(result[player].hand):
            return player
    return None


def _is_cards(text: str) -> bool:
    try:
        return bool(parse_cards(text, unknown=True))
    except InvalidError:
        return False


def _draw_distribution(axes: Any, result: EquityResult, villain: int, *, samples: int | None, seed: int) -> None:
    hero = 1 - villain
    dead_cards = parse_cards(result.board) + parse_cards(result.dead)
    if _is_cards(result[hero].hand):
        dead_cards += [card for card in parse_cards(result[hero].hand, unknown=True) if card != UNKNOWN]
    hand_range = parse_range(result.game, result[villain].hand, gone=dead_cards)
    all_hands = len(hand_range) <= MAX_HANDS
    hands = list(hand_range) if all_hands else hand_range.sample(MAX_HANDS, make_rng(seed))
    shares = [
        equity(
            result.game,
            [result[hero].hand, cards_text(cards).replace(" ", "")],
            board=result.board,
            dead=result.dead,
            samples=min(samples or MAX_SAMPLES, MAX_SAMPLES),
            seed=seed,
        )[0].equity_float
        for cards in hands
    ]
    weighted = all_hands and hand_range.weights  # sampled hands are drawn in proportion to their weights
    axes.hist(
        [100 * share for share in shares],
        bins=[5 * i for i in range(21)],
        weights=[weight / max(weighted) for weight in weighted] if weighted else None,
        color="#2b6f4e",
        rwidth=0.94,
    )
    axes.axvline(100 * result[hero].equity_float, color="#a33", linewidth=1.5)
    axes.set_xlabel(f"equity of {result[hero].hand} (%), on average {result[hero].equity_float:.1%}")
    axes.set_ylabel(f"hands of {result[villain].hand}" + ("" if all_hands else ", drawn"))
    axes.set_title(_title(result))


def _draw_streets(axes: Any, result: EquityResult, *, samples: int | None, seed: int) -> None:
    board = parse_cards(result.board)
    streets = [(cards, name) for cards, name in STREETS if cards <= len(board)]
    if not game(result.game).flop or len(streets) < 2:
        places = range(len(result))
        axes.bar(places, [100 * hand.equity_float for hand in result], color="#2b6f4e")
        axes.set_xticks(places, [hand.hand for hand in result])
    else:
        shares: list[list[float]] = []
        for cards, _ in streets:
            part = equity(
                result.game,
                [hand.hand for hand in result],
                board=cards_text(board[:cards]),
                dead=result.dead,
                samples=samples,
                seed=seed,
            )
            shares.append([100 * hand.equity_float for hand in part])
        places = range(len(streets))
        for player, hand in enumerate(result):
            axes.plot(places, [street[player] for street in shares], marker="o", label=hand.hand)
        axes.set_xticks(places, [_street(name, board, cards) for cards, name in streets])
        axes.legend(frameon=False)
    axes.set_ylim(0, 100)
    axes.set_ylabel("equity (%)")
    axes.set_title(_title(result))


def _street(name: str, board: list[int], cards: int) -> str:
    new_cards = board[:3] if cards == 3 else board[cards - 1 : cards]
    return f"{name}\n{cards_text(new_cards)}" if cards else name


def _title(result: EquityResult) -> str:
    board = f", board {result.board}" if result.board else ""
    return f"{result.game}{board}"
