"""A new variant as docs/extending.md has it: its table of streets, and a page in a book."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ADDED = """
from dataclasses import replace

import hoyle
from hoyle.cli.main import main
from hoyle.games.poker.variants import LEFT_OF_BLINDS, SMALL, Street, Variant, variant

holdem = variant("holdem")
first = Street("preflop", LEFT_OF_BLINDS, SMALL, hole="ddd")
tahoe = Variant("tahoe", "Tahoe", [first, *holdem.streets[1:]], high=holdem.high, low=None)
page = replace(hoyle.poker_book("house").page("holdem"), game="tahoe")
hoyle.register_game(tahoe, pages={"house": page}, about="three hole cards", aliases=["pineapple"])
main()
"""
"""Three hole cards of which any may play: a game that no book has."""

SESSION = """{
  "id": "TAHOE", "kind": "session", "rulebook": "house", "game": "tahoe", "deck": "2c Ah 3c Kh 4c Qh",
  "people": [{"seat": 1, "name": "ann", "chips": 100}, {"seat": 2, "name": "bob", "chips": 100}],
  "button": "ann",
  "commands": [{"do": "deal", "expect": {"sees": {"ann": "Ah Kh Qh"}}}, {"by": "ann", "act": "fold"}],
  "expect": {"stacks": {"ann": 98, "bob": 102}}
}"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("deal", "tahoe", "--seed", "3"), "Three cards down to each player"),
        (("play", "tahoe", "--seed", "2"), "Three cards down to each player"),
        (("simulate", "tahoe", "--hands", "20", "--seed", "1"), "Hands won"),
        (("deal", "Pineapple", "--seed", "3"), "Three cards down to each player"),
        (("judge", "-"), "as expected"),
        (("equity", "tahoe", "AhKhQh", "QsQdJd", "--board", "2c 7d 9s 4h"), "exact"),
        (("range", "tahoe", "AA*", "--seed", "1"), "292 of 22,100 hands"),
        (("playthrough", "tahoe", "--seed", "1"), "?? ?? ??"),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_a_new_variant_is_dealt_judged_and_reckoned_as_any_other(words: tuple[str, ...], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ADDED, *words],
        cwd=Path(__file__).parents[3],
        input=SESSION,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
