"""`hoyle simulate` as people use it."""

from __future__ import annotations

import json
import re
import signal
from typing import Any

import pytest
from tests.cli.commands import answer, hoyle, refusal

from hoyle.simulation.poker_driver import PlayedHand, SimulationTable
from hoyle.simulation.poker_totals import PokerTotals


def figures(*args: str) -> dict[str, object]:
    record: dict[str, object] = json.loads(answer("simulate", *args, "--json"))
    del record["seconds"], record["hands_per_second"]
    return record


def test_hands_per_second_and_money_totals_are_printed() -> None:
    text = answer("simulate", "omaha-hilo8", "--hands", "60", "--players", "5", "--bots", "random", "--seed", "3")
    assert re.search(r"60 hands in [\d.]+ s: [\d,]+ hands per second, [\d,]+ events", text)
    for words in ("Chips in play before  72,000", "Chips in play after   72,000  equal", "Wagered", "Split pots"):
        assert words in text
    assert len(re.findall(r"^ +\d +[+-]?[\d,]+ +\d+", text, re.M)) == 5


def test_the_json_form_has_the_same_figures() -> None:
    args = ("holdem", "--hands", "50", "--players", "4", "--bots", "caller", "--seed", "8")
    record = json.loads(answer("simulate", *args, "--json"))
    assert record["hands_per_second"] > 0
    assert record["money"]["conserved"] is True
    assert record["money"]["chips_before"] == 50 * 4 * 240
    assert record["pots"]["showdown"] == 50
    assert record["pots"]["uncontested"] == 0
    assert len(record["seats"]) == 4
    assert sum(seat["net"] for seat in record["seats"]) == 0
    text = answer("simulate", *args)
    assert f"{record['money']['wagered']:,}" in text
    assert f"hand {record['longest_hand']['hand']}" in text


def test_results_are_told_by_bot_with_their_confidence() -> None:
    args = ("holdem", "--hands", "60", "--players", "4", "--bots", "Random,caller", "--seed", "8")
    record = json.loads(answer("simulate", *args, "--json"))
    caller, some = record["by_bot"]
    assert [caller["bot"], some["bot"]] == ["caller", "random"]
    assert caller["seats"] == some["seats"] == 2
    assert caller["net"] == -some["net"]
    assert caller["per_100_hands"] == pytest.approx(100 * caller["net"] / 120, abs=0.001)
    low, high = caller["confidence_95"]
    assert low < caller["per_100_hands"] < high
    text = answer("simulate", *args)
    (row,) = (line.split() for line in text.splitlines() if line.startswith("caller "))
    assert row == [
        *("caller", "2", f"{caller['net']:+,}", f"{caller['per_100_hands']:+,.1f}"),
        *(f"{low:+,.1f}", "to", f"{high:+,.1f}"),
    ]
    assert "Chips per 100 hands" in text
    alone = json.loads(answer("simulate", "holdem", "--hands", "1", "--json"))
    assert alone["by_bot"][0]["confidence_95"] is None, "one hand says nothing"


def test_a_seed_decides_everything_but_the_time() -> None:
    args = ("stud7-hilo", "--hands", "40", "--bots", "random", "--seed", "5")
    assert figures(*args) == figures(*args)
    assert figures(*args) != figures("stud7-hilo", "--hands", "40", "--bots", "random", "--seed", "6")


def test_rake_and_jackpot_come_out_of_the_chips_in_play() -> None:
    args = ("holdem", "--hands", "30", "--bots", "caller", "--seed", "5", "--rake", "10", "--rake-cap", "3")
    record = json.loads(answer("simulate", *args, "--jackpot", "1", "--json"))
    money = record["money"]
    assert money["jackpot"] == 30
    assert 0 < money["rake"] <= 90
    assert money["chips_before"] - money["chips_after"] == money["rake"] + 30


def test_uneven_stacks_make_side_pots() -> None:
    args = ("holdem", "--hands", "60", "--players", "3", "--structure", "no-limit", "--bots", "random")
    record = json.loads(answer("simulate", *args, "--seed", "2", "--stacks", "20,50,90", "--json"))
    assert record["money"]["chips_before"] == 60 * 160
    assert record["pots"]["side"] > 0
    assert record["pots"]["total"] == 60 + record["pots"]["side"]


def test_the_longest_hand_can_be_dealt_by_itself() -> None:
    args = ("holdem", "--players", "4", "--bots", "random", "--seed", "5")
    record = json.loads(answer("simulate", *args, "--hands", "40", "--json"))
    hand = record["longest_hand"]
    dealt = json.loads(answer("deal", *args, "--hand", str(hand["hand"]), "--json"))
    assert len(dealt["events"]) == hand["events"]


def test_five_card_stud_is_played_by_regulars() -> None:
    record = figures("stud5-high", "--hands", "10", "--bots", "regular", "--seed", "1")
    assert record["hands"] == 10


def test_ctrl_c_prints_the_hands_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def third_is_interrupted(*args: Any, hand: int, **rest: Any) -> PlayedHand:
        if hand == 3:
            signal.raise_signal(signal.SIGINT)
        return play(*args, hand=hand, **rest)

    before = signal.getsignal(signal.SIGINT)
    play = SimulationTable.play
    monkeypatch.setattr(SimulationTable, "play", third_is_interrupted)
    result = hoyle("simulate", "holdem", "--hands", "1000", "--seed", "1", "--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["hands"] == 3
    assert result.stderr == "hoyle: interrupted after 3 of 1,000 hands\n"
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_leaves_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted_twice(*args: Any, **rest: Any) -> PlayedHand:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("the second one was not heard")

    monkeypatch.setattr(SimulationTable, "play", interrupted_twice)
    result = hoyle("simulate", "holdem", "--seed", "1")
    assert (result.exit_code, result.stdout) == (130, "")


def test_a_cluster_plays_the_same_hands() -> None:
    args = ("omaha-hilo8", "--hands", "300", "--bots", "random", "--seed", "5", "--rake", "10")
    assert figures(*args, "--cluster", "local") == figures(*args)


def test_ctrl_c_keeps_the_hands_that_a_cluster_has_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: PokerTotals, part: PokerTotals) -> None:
        if not self.hands:
            signal.raise_signal(signal.SIGINT)
        include(self, part)

    include = PokerTotals.include
    monkeypatch.setattr(PokerTotals, "include", interrupted)
    result = hoyle("simulate", "holdem", "--hands", "10000000", "--seed", "1", "--cluster", "local", "--json")
    assert result.exit_code == 130
    played = json.loads(result.stdout)["hands"]
    assert 0 < played < 10_000_000
    assert result.stderr == f"hoyle: interrupted after {played:,} of 10,000,000 hands\n"


def test_nothing_but_the_figures_is_printed_when_nobody_watches() -> None:
    # `answer` asserts that standard error stays empty: no progress bar without a terminal.
    answer("simulate", "holdem", "--hands", "200", "--seed", "1")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["whist"], "unknown game 'whist'"),
        (["holdem", "--rake-cap", "3"], "--rake-cap limits a rake: it needs --rake"),
        (["holdem", "--hands", "0"], "the number of hands 0: expected 1 or more"),
        (["holdem", "--bots", "shark"], "unknown bot 'shark'; the bots are caller, random, regular"),
        (["omaha-hilo8", "--rake", "30"], "a rake of 30 %: oneida allows 25 % (oneida XI.N.2(a)(i))"),
        (["omaha-hilo8", "--book", "room-2012", "--jackpot", "1"], "room-2012"),
        (["holdem", "--stacks", "5"], "cannot be dealt in with 5: at least 6 (oneida XI.G.2(c))"),
        (["holdem", "--cluster", "nowhere"], "cluster 'nowhere': the address of a scheduler, such as tcp://"),
        (["craps", "--cluster", "tcp://here"], "cluster 'tcp://here': missing port number"),
        (["big-omaha-high", "--players", "9"], "9 players cannot play big-omaha-high"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(args: list[str], words: str) -> None:
    assert words in refusal("simulate", *args)
