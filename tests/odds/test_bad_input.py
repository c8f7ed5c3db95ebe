"""What cannot be dealt is refused in one line that names the card."""

from __future__ import annotations

from typing import Any

import pytest
from tests.odds.kernel_required import needs_kernel

from hoyle.core.errors import HoyleError
from hoyle.odds import equity, parse_range
from hoyle.odds.kernel_loader import kernel


@pytest.mark.parametrize(
    ("game", "hands", "options", "message"),
    [
        ("holdem", ["AhKh", "AhQd"], {}, "card Ah appears in hand 1 and in hand 2"),
        ("holdem", ["AhAh", "KdQd"], {}, "card Ah appears twice in hand 1"),
        ("holdem", ["AhKh", "QsQd"], {"board": "Kh2c3c"}, "card Kh appears in the board and in hand 1"),
        ("holdem", ["AhKh", "QsQd"], {"board": "2c2c3c"}, "card 2c appears twice in the board"),
        ("holdem", ["AhKh", "QsQd"], {"dead": "Qs"}, "card Qs appears in the dead cards and in hand 2"),
        ("draw5-high", ["AhAd/Ah", "QsQd"], {}, "card Ah appears twice in hand 1"),
        ("holdem", ["AhKhQh", "QsQd"], {}, "has 3 cards; holdem hands have 2"),
        ("omaha-high", ["AhKh??????", "QsQd"], {}, "has 5 cards; omaha-high hands have 4"),
        ("holdem", ["AhKh", "QsQd"], {"board": "2c3c4c5c6c7c"}, "a board of 6 cards"),
        ("draw5-high", ["AhKh", "QsQd"], {"board": "2c"}, "draw5-high has no board"),
        ("stud7-high", ["AhKh", "QsQd"], {"board": "2c3c"}, "a board of 2 cards"),
        ("holdem", ["AhKh"], {}, "1 hand of holdem: 2 to 11"),
        ("omaha-high", ["random"] * 13, {}, "13 hands of omaha-high: 2 to 11"),
        ("big-omaha-high", ["random"] * 10, {}, "10 hands of big-omaha-high take 55 cards: the deck has 52"),
        ("holdem", ["AhKh", "1c2c"], {}, "character 1 '1'"),
        ("holdem", ["AhKh", "QQ+, AKb"], {}, "character 8 'b'"),
        ("holdem", ["AhKh", "QsQd"], {"board": "2c3"}, "'2c3'"),
        ("holdem", ["AhKh", "AA!AA"], {}, "'AA!AA' names no hand"),
        ("holdem", ["AhAd", "AsAc", "AA"], {}, "names no hand once"),
        ("holdem", ["AhKh/2c", "QsQd"], {}, "only draw games have discards"),
        ("draw5-high", ["Ah/2c3c4c5c6c7c", "QsQd"], {}, "6 discards"),
        ("stud7-high", ["AA", "QsQd"], {}, "stud7-high has no ranges"),
        ("pinochle", ["AhKh", "QsQd"], {}, "unknown game 'pinochle'"),
        ("holdem", "AhKh", {}, "hands 'AhKh': expected a list with one entry for each player"),
        ("holdem", 7, {}, "hands 7: expected a list"),
        ("holdem", [7, "QsQd"], {}, "hand 1 7: expected cards as text or a list"),
        ("holdem", [["Ah", 99], "QsQd"], {}, "hand 1: 99 is no card"),
        ("holdem", [["Ah", None], "QsQd"], {}, "hand 1: None is no card"),
        ("holdem", ["AhKh", "QsQd"], {"board": 7}, "board 7: expected cards as text or a list"),
        ("holdem", ["AhKh", "QsQd"], {"samples": 2.5}, "samples 2.5: expected a whole number"),
        ("holdem", ["AhKh", "QsQd"], {"seed": "x"}, "seed 'x': expected a whole number"),
        ("holdem", ["AhKh", "QsQd"], {"threads": True}, "threads True: expected a whole number"),
        ("holdem", [parse_range("omaha-high", "AA**"), "QsQd"], {}, "a range of omaha-high, not of holdem"),
        ("holdem", ["AhAs", "AA", "AA"], {}, "no deal is possible: hands AhAs, AA, AA always share a card"),
        ("holdem", ["AhKh", ""], {}, "hand 2 is empty"),
        ("holdem", ["AhKh", "QsQd"], {"samples": 2**64 + 1}, "18446744073709551617 samples"),
        ("holdem", ["AhKh", "QsQd"], {"threads": -3}, "-3 threads"),
        ("draw5-high", ["AhAdXc", "8c8d8h"], {}, "hand 1: 'Xc' in 'AhAdXc' (card 3) is not a card"),
        ("stud7-high", ["QQ+", "8c8d8h"], {}, "each card takes two letters; stud7-high has no ranges"),
        ("draw5-high", ["AhAdKc/7s2d3d", "8c8d8h"], {}, "3 cards kept and 3 discards are more"),
        ("draw5-high", ["AhAd/7s2d/3d", "8c8d8h"], {}, "one '/' parts"),
        ("holdem", ["AhKh", "QsQd"], {"samples": 0}, "0 samples"),
        ("holdem", ["AA", "AA", "AA"], {"board": "2c3c4c"}, "no deal is possible"),
        ("holdem", ["AA", "AA", "Kc8h"], {"dead": "AdAc"}, "no deal is possible: hands AA, AA, Kc8h always"),
    ],
)
def test_what_cannot_be_dealt_is_refused_by_name(
    game: str, hands: list[str], options: dict[str, str], message: str
) -> None:
    with pytest.raises(HoyleError) as error:
        equity(game, hands, **options)  # type: ignore[arg-type]
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_count_too_large_for_the_machine_is_refused_not_wrapped_around() -> None:
    with pytest.raises(HoyleError, match="too many deals"):
        equity("holdem", ["random"] * 9, exact=True)


def test_samples_of_hands_that_always_clash_end_in_an_error() -> None:
    with pytest.raises(HoyleError, match="hardly any deal"):
        equity("holdem", ["AA", "AA", "AA"], exact=False, samples=1000)


SEATS = [(2, bytes([0, 1]), None), (2, bytes([2, 3]), None)]
ARGUMENTS: tuple[Any, ...] = ((1, 0), None, 0, 2, 5, SEATS, b"", b"", 0, 1e9, 10, 0, 1, None)


@needs_kernel
@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, (99, 0)),
        (0, (1, 14)),
        (1, (0, 0)),
        (2, 7),
        (3, 9),
        (3, 0),
        (4, 6),
        (5, []),
        (5, [(2, bytes([0, 1]), None)] * 2),
        (5, [(2, bytes([0, 0]), None), (2, bytes([2, 3]), None)]),
        (5, [(2, bytes([0, 99]), None), (2, bytes([2, 3]), None)]),
        (5, [(2, bytes([0]), None), (2, bytes([2, 3]), None)]),
        (5, [(3, bytes([0, 1, 4]), None), (2, bytes([2, 3]), None)]),
        (5, [(2, b"", None), (2, bytes([2, 3]), None)]),
        (5, [(2, bytes([0, 1]), [0]), (2, bytes([2, 3]), None)]),
        (5, [(2, bytes([0, 1]), [1, 2]), (2, bytes([2, 3]), None)]),
        (5, [(0, b"", None)] * 12),
        (6, bytes([0])),
        (6, bytes([50, 50])),
        (6, bytes(range(10, 16))),
        (7, bytes([52])),
        (7, bytes(range(4, 52))),
    ],
)
def test_the_kernel_itself_refuses_what_would_lead_it_astray(place: int, value: object) -> None:
    arguments = list(ARGUMENTS)
    kernel.equity(*arguments)
    arguments[place] = value
    with pytest.raises(ValueError):  # noqa: PT011
        kernel.equity(*arguments)


@pytest.mark.parametrize(
    ("hands", "options"),
    [
        ([["Ah", "10h"], ("Qs", "Qd")], {"board": ["2c", "3c", "4d"]}),
        ([[50, 34], [43, 41]], {"board": "2c 3c 4d", "seed": None}),
        (["Ah10h", parse_range("holdem", "QsQd")], {"board": ("2c3c", "4d")}),
        (iter(["A♥T♥", "Q♠Q♦"]), {"board": "2♣3♣4♦", "samples": None}),
    ],
)
def test_whatever_is_natural_is_understood(hands: Any, options: dict[str, Any]) -> None:
    found = equity("holdem", hands, **options)
    assert found[0].equity == equity("holdem", ["AhTh", "QsQd"], board="2c3c4d")[0].equity
