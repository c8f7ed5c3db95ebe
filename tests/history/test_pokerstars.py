"""PokerStars-style text for every variant, kept so that a person can read and compare it.

After a wanted change, write the texts anew with ``HOYLE_GOLDEN=write`` and read what changed.
"""

from __future__ import annotations

import os
import warnings
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from hoyle.core.cards import parse_cards
from hoyle.core.errors import IllegalError
from hoyle.games.poker.round import PokerRound
from hoyle.hands import BADUGI, HIGH5, LOW_27, LOW_A5, Ranking
from hoyle.history.phh.reader import read_phh
from hoyle.history.pokerstars.hand_names import pokerstars_hand_name
from hoyle.history.pokerstars.writer import to_pokerstars
from hoyle.history.replay.hand_replay import replay

HERE = Path(__file__).parent
HANDS = sorted((HERE / "hands").glob("*.phh"))
NOON = datetime(2024, 5, 17, 12, 0, 0)


def played(stem: str) -> tuple[PokerRound, dict[int, str], int]:
    hand = read_phh((HERE / "hands" / f"{stem}.phh").read_text(encoding="utf-8"))
    result = replay(hand)
    assert result.round is not None
    return result.round, {player: hand.name(player) for player in range(1, hand.players + 1)}, hand.scale


@pytest.mark.parametrize("stem", [path.stem for path in HANDS])
def test_the_text_is_the_golden_one(stem: str) -> None:
    round_, names, scale = played(stem)
    text = to_pokerstars(round_, hand=1001, table="Halley", time=NOON, names=names, hero=2, scale=scale)
    golden = HERE / "pokerstars" / f"{stem}.txt"
    if os.environ.get("HOYLE_GOLDEN") == "write":
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("stem", ["holdem-no-limit-side-pot", "holdem-cents"])
def test_another_program_imports_the_text_and_plays_the_same_hand(stem: str) -> None:
    from pokerkit import HandHistory

    round_, names, scale = played(stem)
    text = to_pokerstars(round_, hand=1001, time=NOON, names=names, scale=scale)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (theirs,) = HandHistory.from_pokerstars(text, error_status=True)
        *_, state = theirs
    assert theirs.players == list(names.values())
    if scale == 1:
        assert list(map(int, state.stacks)) == round_.state.stacks
    assert sum(map(float, state.stacks)) * scale == pytest.approx(sum(round_.state.stacks))


def test_play_money_has_no_symbol() -> None:
    round_, names, _ = played("holdem-limit")
    first, table, *_ = to_pokerstars(round_, names=names, currency="").splitlines()
    assert first == "PokerStars Hand #1: Hold'em Limit (4/8) - 2000/01/01 0:00:00 ET [2000/01/01 0:00:00 ET]"
    assert table == "Table 'hoyle' 6-max Seat #3 is the button"


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        (datetime(2024, 3, 10, 6, 59, 59, tzinfo=UTC), "2024/03/10 6:59:59 UTC [2024/03/10 1:59:59 ET]"),
        (datetime(2024, 3, 10, 7, 0, 0, tzinfo=UTC), "2024/03/10 7:00:00 UTC [2024/03/10 3:00:00 ET]"),
        (datetime(2024, 11, 3, 5, 59, 59, tzinfo=UTC), "2024/11/03 5:59:59 UTC [2024/11/03 1:59:59 ET]"),
        (datetime(2024, 11, 3, 6, 0, 0, tzinfo=UTC), "2024/11/03 6:00:00 UTC [2024/11/03 1:00:00 ET]"),
        (datetime(2006, 4, 1, 12, 0, 0, tzinfo=UTC), "2006/04/01 12:00:00 UTC [2006/04/01 7:00:00 ET]"),
        (datetime(2006, 10, 28, 12, 0, 0, tzinfo=UTC), "2006/10/28 12:00:00 UTC [2006/10/28 8:00:00 ET]"),
        (datetime(2024, 5, 17, 2, 0, 0, tzinfo=timezone(timedelta(hours=2))), "UTC [2024/05/16 20:00:00 ET]"),
    ],
)
def test_the_time_is_told_as_the_site_tells_it(moment: datetime, said: str) -> None:
    round_, _, _ = played("holdem-limit")
    assert said in to_pokerstars(round_, time=moment).splitlines()[0]


@pytest.mark.parametrize(("asked", "size"), [(0, 6), (2, 6), (9, 9)])
def test_the_table_is_as_big_as_asked_or_as_its_seats_need(asked: int, size: int) -> None:
    round_, names, _ = played("holdem-limit")
    assert f"' {size}-max Seat" in to_pokerstars(round_, names=names, size=asked)


@pytest.mark.parametrize(
    ("ranking", "cards", "said"),
    [
        (HIGH5, "As 7d 9c Jh 3s", "high card Ace"),
        (HIGH5, "7c 7d 4h 9s 5d", "a pair of Sevens"),
        (HIGH5, "Ah Ad 2c 2d 9s", "two pair, Aces and Deuces"),
        (HIGH5, "6c 6d 6h 7s 5d", "three of a kind, Sixes"),
        (HIGH5, "Ah 2d 3c 4s 5h", "a straight, Ace to Five"),
        (HIGH5, "Kh 9h 5h 3h 2h", "a flush, King high"),
        (HIGH5, "6h 6d 6c 2d 2s", "a full house, Sixes full of Deuces"),
        (HIGH5, "9h 9d 9c 9s 2s", "four of a kind, Nines"),
        (HIGH5, "9c Tc Jc Qc Kc", "a straight flush, Nine to King"),
        (HIGH5, "Th Jh Qh Kh Ah", "a Royal Flush"),
        (LOW_A5, "8h 4d 3c 2s Ah", "8,4,3,2,A"),
        (LOW_A5, "6h 6d 3c 2s Ah", "a pair of Sixes"),
        (LOW_27, "6h 5d 4c 3s 2h", "a straight, Deuce to Six"),
        (BADUGI, "Ah 2d 3c 4s", "4,3,2,A"),
    ],
)
def test_hands_have_the_words_of_the_site(ranking: Ranking, cards: str, said: str) -> None:
    assert pokerstars_hand_name(ranking, ranking.rank(parse_cards(cards))) == said


def test_without_a_hero_only_shown_cards_are_written() -> None:
    round_, names, _ = played("draw5-high")
    text = to_pokerstars(round_, names=names)
    assert "Dealt to" not in text
    assert "Ben: shows [Ac Ad As 6c 6d] (a full house, Aces full of Sixes)" in text
    assert "4d" not in text  # what Cleo drew and folded


def test_a_strange_currency_is_refused() -> None:
    round_, _, _ = played("holdem-limit")
    with pytest.raises(IllegalError, match="currency 'XAU' is not known to trackers; use USD, EUR, GBP or none"):
        to_pokerstars(round_, currency="XAU")


def test_an_unfinished_round_is_refused() -> None:
    text = (HERE / "hands" / "holdem-limit.phh").read_text(encoding="utf-8")
    start = text.index('  "p3 f"')
    cut = replay(read_phh(text[:start] + text[text.index("]\nplayers") :].replace("finishing_stacks", "_stacks")))
    assert cut.round is not None
    with pytest.raises(IllegalError, match="only a round that was played to its end"):
        to_pokerstars(cut.round)
