"""Public hands with known results: World Series mixed games, Pluribus, and six online rooms."""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from hoyle.core.errors import InvalidError
from hoyle.history.phh.reader import read_phh
from hoyle.history.replay.hand_replay import ReplayResult, replay
from hoyle.history.replay.result_verdict import DIFFERS, MATCHES, RAKED, REFUSED, UNFINISHED, UNRECORDED

# Pots divided to the cent here; the index was made with pots divided by the whole unit or exactly.
DIVIDED_TO_THE_CENT = {
    "handhq/ABS-200NLH-ded68a3a.phh": "222.05 and 532.50, not 222.55 and 532",
    "handhq/ABS-400NLH-e2232cab.phh": "277.35 and 517.15, not 277.85 and 516.65",
    "handhq/ABS-50NLH-2de5970c.phh": "24.68 and 2.57, not 24.675 and 2.575",
    "handhq/FTP-600NLH-6264ad1f.phh": "807.50 and 1092.70, not 808 and 1092.20",
    "handhq/PS-25NLH-b4fdcf5b.phh": "5.63 and 19.77, not 5.625 and 19.775",
}
CUT_OFF = {
    "handhq/IPN-1000NLH-db8d8dc5.phh",
    "handhq/IPN-200NLH-cac3e977.phh",
    "handhq/IPN-600NLH-d04407a6.phh",
    "handhq/PTY-400NLH-7ea3e817.phh",
    "handhq/PTY-600NLH-7f8182c4.phh",
}
NOBODY_SHOWED = {
    "handhq/IPN-1000NLH-4c1095b7.phh",
    "handhq/IPN-100NLH-1e776b01.phh",
    "handhq/IPN-200NLH-2329590d.phh",
    "handhq/IPN-400NLH-e5cfa0ae.phh",
    "handhq/IPN-600NLH-e5d7b49b.phh",
}
ALL_IN_BLIND = "handhq/ONG-600NLH-73216d66.phh"
SHORT_DECK = "other/phua-xuan-2019.phh"


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    return shared / "data" / "phh"


@pytest.fixture(scope="module")
def index(folder: Path) -> dict[str, dict[str, Any]]:
    entries = json.loads((folder / "index.json").read_text(encoding="utf-8"))["hands"]
    return {entry["file"]: entry for entry in entries}


@pytest.fixture(scope="module")
def replays(folder: Path, index: dict[str, dict[str, Any]]) -> dict[str, ReplayResult]:
    return {
        file: replay(read_phh((folder / file).read_text(encoding="utf-8"), source=file))
        for file in index
        if file != SHORT_DECK
    }


def of(replays: dict[str, ReplayResult], *sources: str) -> dict[str, ReplayResult]:
    return {file: each for file, each in replays.items() if file.split("/")[0] in sources}


def amounts(values: list[Any]) -> list[Decimal]:
    return [Decimal(str(value)) for value in values]


def test_the_index_and_the_folder_agree(folder: Path, index: dict[str, dict[str, Any]]) -> None:
    assert {str(path.relative_to(folder)) for path in folder.rglob("*.phh")} == set(index)


def test_every_world_series_hand_ends_with_the_recorded_stacks(replays: dict[str, ReplayResult]) -> None:
    hands = of(replays, "wsop")
    assert {each.history.variant for each in hands.values()} == {
        "NT", "FT", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D",
    }  # fmt: skip
    assert {file: each.error for file, each in hands.items() if not each.ok} == {}
    assert all(each.complete and each.recorded is not None for each in hands.values())
    # There the raise was recorded only as far as the one opponent could answer it.
    assert {file for file, each in hands.items() if each.repairs} == {"wsop/03-50-24.phh"}


def test_a_short_raise_puts_the_only_opponent_all_in(replays: dict[str, ReplayResult]) -> None:
    last = replays["wsop/03-50-24.phh"]
    assert last.stacks == [Decimal(0), Decimal(29_700_000)]


def test_every_pluribus_hand_ends_with_the_recorded_stacks(
    replays: dict[str, ReplayResult], index: dict[str, dict[str, Any]]
) -> None:
    hands = of(replays, "pluribus")
    assert len(hands) == 300
    assert {file: each.error for file, each in hands.items() if not each.ok} == {}
    assert all(each.complete and not each.repairs for each in hands.values())
    halves = [file for file in hands if index[file]["note"]]
    assert len(halves) == 5
    for file in halves:
        assert hands[file].history.scale == 10  # the half chips on record make a chip of a tenth
        assert hands[file].stacks == amounts(index[file]["finishing_stacks"])


def test_online_hands_miss_the_recorded_stacks_by_the_rake_and_nothing_else(
    replays: dict[str, ReplayResult], index: dict[str, dict[str, Any]]
) -> None:
    hands = {file: each for file, each in of(replays, "handhq").items() if each.recorded is not None}
    assert len(hands) == 69
    for file, each in hands.items():
        note = index[file]["note"]
        if note is None:
            assert each.ok, each.error
        else:
            assert not each.ok
            assert f"site rake of {note.split()[3]} is gone" in note
            assert each.rake == Decimal(note.split()[3])
        assert each.stacks == amounts(index[file]["expected_stacks"])
        assert each.complete


def test_hands_without_recorded_stacks_replay_all_the_same(
    replays: dict[str, ReplayResult], index: dict[str, dict[str, Any]]
) -> None:
    hands = {file: each for file, each in of(replays, "handhq", "other").items() if each.recorded is None}
    assert len(hands) == 454
    assert not [file for file, each in hands.items() if each.verdict == REFUSED]
    assert {file for file, each in hands.items() if not each.complete} == CUT_OFF | NOBODY_SHOWED
    for file, each in hands.items():
        if not each.complete:
            assert each.stacks is None
        elif file not in DIVIDED_TO_THE_CENT:
            assert each.stacks == amounts(index[file]["expected_stacks"])


def test_every_hand_has_a_verdict_and_only_one_is_unexplained(replays: dict[str, ReplayResult]) -> None:
    """These are the figures of docs/exactness.md."""
    found: dict[str, Counter[str]] = {}
    for file, each in replays.items():
        folder, name = file.split("/")
        site = name.split("-")[0] if folder == "handhq" else folder
        found.setdefault(site, Counter())[each.verdict] += 1
    assert found == {
        "wsop": {MATCHES: 49},
        "pluribus": {MATCHES: 300},
        "other": {UNRECORDED: 2},
        "ABS": {MATCHES: 46, RAKED: 19, UNRECORDED: 72, DIFFERS: 1},
        "FTP": {MATCHES: 7, RAKED: 14, UNRECORDED: 48},
        "IPN": {UNRECORDED: 7, UNFINISHED: 8},
        "ONG": {MATCHES: 24, RAKED: 45},
        "PS": {MATCHES: 8, RAKED: 8, UNRECORDED: 122},
        "PTY": {MATCHES: 29, RAKED: 61, UNFINISHED: 2},
    }
    # The pot is 8 and the uncalled bet 6; the site has 9 on record, before a flop and thus without a rake.
    (unexplained,) = (file for file, each in replays.items() if each.verdict == DIFFERS)
    assert unexplained == "handhq/ABS-200NLH-a6eddf69.phh"


def test_winnings_confirm_what_no_stacks_do(replays: dict[str, ReplayResult]) -> None:
    by_winnings = [each for each in replays.values() if each.recorded is None and each.recorded_winnings]
    finished = [each for each in by_winnings if each.complete]
    assert (len(by_winnings), len(finished)) == (195, 193)
    assert Counter(each.verdict for each in finished) == {MATCHES: 90, RAKED: 102, DIFFERS: 1}
    # Two sites count an uncalled bet that came back as winnings.
    uncalled = {file.split("/")[1].split("-")[0] for file, each in replays.items() if each.uncalled}
    assert uncalled == {"ABS", "PTY"}


def test_the_figures_of_the_documentation_are_these(replays: dict[str, ReplayResult], folder: Path) -> None:
    counts = Counter(each.verdict for each in replays.values())
    text = (Path(__file__).parents[2] / "docs" / "exactness.md").read_text(encoding="utf-8")
    rows = {
        row[1].strip(): int(row[2])
        for line in text.splitlines()
        if len(row := line.split("|")) >= 4 and row[2].strip().isdigit()
    }
    expected = {
        "the recorded result": counts[MATCHES],
        "the recorded result but for a rake": counts[RAKED],
        "no result recorded": counts[UNRECORDED],
        "no end recorded": counts[UNFINISHED],
        "another result": counts[DIFFERS],
        "a game not played here": 1,
        "all": len(list(folder.rglob("*.phh"))),
    }
    assert rows == expected


def test_split_pots_are_divided_to_the_cent(replays: dict[str, ReplayResult], index: dict[str, dict[str, Any]]) -> None:
    for file, which in DIVIDED_TO_THE_CENT.items():
        ours = replays[file].stacks
        assert ours is not None
        theirs = amounts(index[file]["expected_stacks"])
        assert sum(ours) == sum(theirs)
        differing = [str(stack) for stack, other in zip(ours, theirs, strict=True) if stack != other]
        assert [Decimal(word) for word in which.partition(",")[0].split(" and ")] == amounts(differing)


def test_an_unfinished_record_says_who_was_to_act(replays: dict[str, ReplayResult]) -> None:
    for file in CUT_OFF:
        assert "the record ends before the hand is over: p" in replays[file].note
    for file in NOBODY_SHOWED:
        assert "cannot be ranked" in replays[file].note


def test_only_two_hands_need_a_repair(replays: dict[str, ReplayResult]) -> None:
    # The big blind "checks" although the only opponent is all-in and there is nothing to decide.
    assert {file: each.repairs for file, each in replays.items() if each.repairs} == {
        ALL_IN_BLIND: ["action 6 'p2 cc': nobody could answer a bet"],
        "wsop/03-50-24.phh": ["action 19 'p2 cbr 750000': nobody could answer a full raise"],
    }


def test_short_deck_is_refused_in_so_many_words(folder: Path) -> None:
    text = (folder / SHORT_DECK).read_text(encoding="utf-8")
    with pytest.raises(InvalidError, match="line 4: variant = NS: short-deck hold'em is not played here"):
        read_phh(text, source=SHORT_DECK)
