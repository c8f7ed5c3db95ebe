"""Rounds in which the dealer stops: in the middle of the deal, or between two hands that he settles."""

from __future__ import annotations

import pytest
from tests.banked.games import FCP, GAMES, MS, TCP
from tests.banked.tables import betting, opened
from tests.coverage_plugin import Exercises

from hoyle.banked.sign import Sign
from hoyle.errors import HouseRulingNeeded, IllegalError, InvalidError
from hoyle.table.banked import BankedTable, commands


def stopped(game: str, after: int, **options: object) -> BankedTable:
    """Ann and bob have an Ante each, and the dealer has stopped after so many cards."""
    table = betting(opened(game, **options))
    table.sit(5, 1000, "bob")
    for seat in (3, 5):
        table.wager(seat, "ante", 10)
    table.do(commands.NoMoreBets(stop_after=after))
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_that_was_stopped_goes_on_with_the_very_next_card(game: str) -> None:
    table, whole = stopped(game, 3), stopped(game, 0)
    assert table.state.round is not None
    assert whole.state.round is not None
    assert table.view("ann").round.phase == "closed"  # type: ignore[union-attr]
    assert [wait.kind for wait in table.waits()] == ["deal"]
    with pytest.raises(IllegalError, match="the round is closed"):
        table.act(3, "fold")
    with pytest.raises(IllegalError, match="after the deal"):
        table.count_stub(52)
    with pytest.raises(InvalidError, match="stop_after 40"):
        table.do(commands.DealOn(stop_after=40))
    table.do(commands.DealOn(stop_after=1))
    assert table.state.round.dealt == 4
    table.do(commands.DealOn())
    assert table.state.round.plain() == whole.state.round.plain()
    with pytest.raises(IllegalError, match="no deal was stopped"):
        table.do(commands.DealOn())


@pytest.mark.parametrize("game", GAMES)
def test_a_card_found_face_up_in_the_middle_of_the_deal_voids_it(game: str, exercises: Exercises) -> None:
    table = stopped(game, 2)
    entries = table.report("face-up-card")
    clause = table.page.floor.face_up
    assert (entries[0].ruling, entries[0].clause) == ("all hands void, reshuffle", clause)
    assert table.stacks == {3: 1000, 5: 1000}
    assert "for the supervisor" not in [entry.what for entry in entries if entry.name == "recorded"]
    assert [wait.kind for wait in table.waits() if not wait.optional] == ["shuffle"]
    exercises(clause)


@pytest.mark.parametrize("game", GAMES)
def test_a_card_drawn_in_error_unseen_in_mid_deal_is_the_next_card(game: str, exercises: Exercises) -> None:
    table, whole = stopped(game, 2), stopped(game, 0)
    entries = table.report("drawn-in-error")
    assert entries[0].ruling == "used as the next card"
    table.do(commands.DealOn())
    assert table.state.round is not None
    assert whole.state.round is not None
    assert table.state.round.plain() == whole.state.round.plain()
    exercises(table.page.floor.drawn)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_settled_before_the_round_was_void_stays_settled(game: str, exercises: Exercises) -> None:
    table = stopped(game, 0)
    table.do(commands.HoldSettlement())
    with pytest.raises(IllegalError, match="held already"):
        table.do(commands.HoldSettlement())
    with pytest.raises(IllegalError, match="nothing is to be settled"):
        table.do(commands.SettleNext())
    for _ in table.sign.game.later:
        for seat in (3, 5):
            table.act(seat, "play", 10)
    assert [wait.kind for wait in table.waits() if not wait.optional] == ["settlement"]
    assert table.stacks == {
        3: 1000 - 10 * (1 + len(table.sign.game.later)),
        5: 990 - 10 * len(table.sign.game.later),
    }
    entries = table.do(commands.SettleNext())
    assert {entry.seat for entry in entries} == {5}
    settled = table.stacks[5]
    with pytest.raises(IllegalError, match="before the hands are settled"):
        table.count_stub(52)
    voided = table.report("wrong-number")
    assert table.stacks == {3: 1000, 5: settled}
    told = [(entry.what, entry.detail) for entry in voided if entry.name == "recorded"]
    assert told[0] == ("for the supervisor", "settled before: seat 5")
    exercises(table.page.floor.void.clause, table.page.floor.number)
    assert BankedTable.audit(table.steps).holds
    assert not table.state.held or table.state.round is None
    table.shuffle(list(range(52)))
    if table.state.rack.cut_due:
        table.cut(20)
    table.open_wagers()
    assert not table.state.held


@pytest.mark.parametrize("game", GAMES)
def test_a_players_exposed_card_is_for_the_house_to_rule(game: str) -> None:
    table = stopped(game, 0)
    with pytest.raises(HouseRulingNeeded, match="has no rule for a player's card"):
        table.report("player-exposed", spot=3)
    with pytest.raises(InvalidError, match="nobody has a hand there"):
        table.report("player-exposed", spot=4, house="play on")
    entries = table.report("player-exposed", spot=3, house="play on")
    assert (entries[0].decision, table.state.dealt) == ("play on", True)
    table.report("player-exposed", spot=3, house="all hands void, reshuffle")
    assert table.stacks == {3: 1000, 5: 1000}


LUCKY = {
    "optional_wagers": ("lucky",),
    "approved_wagers": ("lucky",),
    "optional_pay": {"lucky": {"straight": "3 to 1", "flush": "5 to 1"}},
    "optional_limits": (2, 20),
}


@pytest.mark.parametrize(
    ("game", "top"),
    [
        (TCP, "Ah 2c Kh 7d 9h 9s"),
        (FCP, "Ah 2c Kh 7d 9h 9s 3h Jc 4s 8d Td"),
        (MS, "Ah Kh 9h 4h 3h"),
    ],
)
def test_an_optional_wager_with_an_approved_procedure_is_bet_and_paid_by_it(
    game: str, top: str, exercises: Exercises
) -> None:
    table = betting(opened(game, shuffler=True, **LUCKY), top)
    with pytest.raises(IllegalError) as refusal:
        table.wager(3, "lucky", 21)
    assert refusal.value.clause == table.page.wagers.optional
    table.wager(3, "lucky", 10)
    with pytest.raises(IllegalError):  # alone it takes no part in the game
        table.no_more_bets()
    table.wager(3, "ante", 5)
    table.no_more_bets()
    entries = []
    for _ in table.sign.game.later:
        entries = table.act(3, "play", 5)
    paid = [(entry.gain, entry.clause) for entry in entries if getattr(entry, "wager", "") == "lucky"]
    assert paid == [(50, table.page.wagers.optional)]
    exercises(table.page.wagers.optional)


@pytest.mark.parametrize("game", GAMES)
def test_who_folds_gives_the_optional_wager_up_too(game: str) -> None:
    table = betting(opened(game, **LUCKY))
    table.wager(3, "ante", 5)
    table.wager(3, "lucky", 10)
    table.no_more_bets()
    table.act(3, "fold")
    assert table.stacks == {3: 985}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"optional_pay": {"lucky": {"flush": 5}}}, "offers no such optional wager"),
        ({**LUCKY, "approved_wagers": ()}, "no approved operating procedure"),
        ({**LUCKY, "optional_pay": {"lucky": {"five aces": 5}}}, "no hand 'five aces'"),
        ({**LUCKY, "optional_pay": {"lucky": {"flush": "7 to 5"}}}, "whole chips only"),
        ({**LUCKY, "optional_pay": {"lucky": {}}}, "lines and their odds are wanted"),
        ({**LUCKY, "optional_pay": []}, "pay lines are wanted"),
        (
            {
                "optional_wagers": ("ante",),
                "approved_wagers": ("ante",),
                "optional_pay": {"ante": {"flush": 1}},
            },
            "has",
        ),
    ],
)
def test_a_procedure_says_what_it_pays_and_on_which_hands(options: dict[str, object], message: str) -> None:
    with pytest.raises((IllegalError, InvalidError), match=message):
        Sign(TCP, **options)  # type: ignore[arg-type]


@pytest.mark.clauses("oneida MS.B.4")
def test_all_hands_of_a_round_win_no_more_than_the_sign_says() -> None:
    table = betting(opened(MS, shuffler=True, round_limit=10_000), "Ah 2c Kd 3d 9s 9h 9d")
    table.sit(5, 100_000, "bob")
    table.wager(3, "ante", 100)
    table.wager(5, "ante", 1000)
    table.no_more_bets()
    for _ in range(3):
        table.act(3, "play", 300)
        table.act(5, "play", 3000)
    # Three nines pay 3 to 1: bob's 10,000 would win 30,000; nothing is left for ann, who is settled last.
    gains = [(entry.seat, entry.gain, entry.clause) for entry in table.log if entry.name == "settled"]
    assert sum(gain for _, gain, _ in gains) == 10_000
    assert [gain for seat, gain, _ in gains if seat == 3] == [0, 0, 0, 0]
    assert {clause for _, _, clause in gains} == {"oneida MS.M.1", "oneida MS.B.4"}
    assert table.stacks == {3: 1000, 5: 110_000}


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        ({"round_limit": 9_999}, "MS.M.2"),
        ({"round_limit": 20_000, "cap_posted": False}, "MS.B.4"),
        ({"round_limit": 20_000, "max_payout": 30_000}, "MS.B.4"),
    ],
)
def test_a_limit_of_the_round_is_posted_and_large_enough(options: dict[str, int], clause: str) -> None:
    with pytest.raises(IllegalError) as refusal:
        Sign(MS, **options)  # type: ignore[arg-type]
    assert refusal.value.clause == f"oneida {clause}"


@pytest.mark.parametrize("game", GAMES)
def test_the_sign_reads_line_by_line_with_its_clauses(game: str) -> None:
    limit = {"round_limit": 20_000, "max_payout": 10_000} if game == MS else {}
    sign = Sign(game, ante=(5, 100), **LUCKY, **limit)  # type: ignore[arg-type]
    text = sign.text()
    page = sign.page
    assert f"Ante 5 to 100 ({page.wagers.ante_limits})" in text
    assert f"Lucky pays: straight 3 to 1, flush 5 to 1 ({page.wagers.optional})" in text
    assert all(line.clauses for line in sign.lines())
    if game == MS:
        assert "all hands of a round win no more than 20000 (oneida MS.B.4)" in text
    assert Sign.read(sign.facts()) == sign
