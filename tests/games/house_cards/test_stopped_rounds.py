"""Rounds in which the dealer stops: in the middle of the deal, or between two hands that he settles."""

from __future__ import annotations

import random

import pytest
from tests.coverage_plugin import Exercises
from tests.games.house_cards.rounds import FCP, GAMES, MS, SIDE, TCP, cite
from tests.games.house_cards.tables import betting, opened

from hoyle.bots.house_game_bots import house_bot
from hoyle.cli.play.local_games import LocalHouseGame
from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.table.house_cards import HouseCardTable, commands
from hoyle.table.presets.house_game_presets import house_game_preset


def stopped(game: str, after: int, **options: object) -> HouseCardTable:
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
    assert [wait.kind for wait in table.pending()] == ["deal"]
    with pytest.raises(IllegalError, match="the round is closed"):
        table.act(3, "fold")
    with pytest.raises(IllegalError, match="after the deal"):
        table.count_stub(52)
    with pytest.raises(InvalidError, match="stop_after 40"):
        table.do(commands.DealOn(stop_after=40))
    table.do(commands.DealOn(stop_after=1))
    assert table.state.round.dealt == 4
    table.do(commands.DealOn())
    assert table.state.round.to_dict() == whole.state.round.to_dict()
    with pytest.raises(IllegalError, match="no deal was stopped"):
        table.do(commands.DealOn())


@pytest.mark.parametrize("game", GAMES)
def test_a_card_found_face_up_in_the_middle_of_the_deal_voids_it(game: str, exercises: Exercises) -> None:
    table = stopped(game, 2)
    entries = table.report("face-up-card")
    clause = table.page.floor.face_up
    assert (entries[0].ruling, entries[0].clause) == ("all hands void, reshuffle", clause)
    assert table.stacks == {3: 1000, 5: 1000}
    assert "for the supervisor" not in [entry.what for entry in entries if entry.name == "note-recorded"]
    assert [wait.kind for wait in table.pending() if not wait.optional] == ["shuffle"]
    exercises(clause)


@pytest.mark.parametrize("game", GAMES)
def test_a_card_drawn_in_error_unseen_in_mid_deal_is_the_next_card(game: str, exercises: Exercises) -> None:
    table, whole = stopped(game, 2), stopped(game, 0)
    entries = table.report("drawn-in-error")
    assert entries[0].ruling == "used as the next card"
    table.do(commands.DealOn())
    assert table.state.round is not None
    assert whole.state.round is not None
    assert table.state.round.to_dict() == whole.state.round.to_dict()
    exercises(table.page.floor.drawn)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_settled_before_the_round_was_void_stays_settled(game: str, exercises: Exercises) -> None:
    table = stopped(game, 0)
    table.do(commands.HoldSettlement())
    with pytest.raises(IllegalError, match="held already"):
        table.do(commands.HoldSettlement())
    with pytest.raises(IllegalError, match="nothing is to be settled"):
        table.do(commands.SettleNext())
    for _ in table.sign.definition.later:
        for seat in (3, 5):
            table.act(seat, "play", 10)
    assert [wait.kind for wait in table.pending() if not wait.optional] == ["settlement"]
    assert table.stacks == {
        3: 1000 - 10 * (1 + len(table.sign.definition.later)),
        5: 990 - 10 * len(table.sign.definition.later),
    }
    entries = table.do(commands.SettleNext())
    assert {entry.seat for entry in entries} == {5}
    settled = table.stacks[5]
    with pytest.raises(IllegalError, match="before the hands are settled"):
        table.count_stub(52)
    voided = table.report("wrong-number")
    assert table.stacks == {3: 1000, 5: settled}
    told = [(entry.what, entry.detail) for entry in voided if entry.name == "note-recorded"]
    assert told[0] == ("for the supervisor", "settled before: seat 5")
    exercises(table.page.floor.void.clause, table.page.floor.number)
    assert HouseCardTable.audit(table.steps).holds
    assert not table.state.held or table.state.round is None
    table.shuffle(list(range(52)))
    if table.state.rack.cut_due:
        table.cut(20)
    table.open_wagers()
    assert not table.state.held


def held(game: str) -> HouseCardTable:
    """Ann and bob have decided, and their hands are settled one by one."""
    table = stopped(game, 0)
    table.do(commands.HoldSettlement())
    for _ in table.sign.definition.later:
        for seat in (3, 5):
            table.act(seat, "play", 10)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_number_seen_when_a_hand_is_turned_up_voids_it_before_it_is_settled(
    game: str, exercises: Exercises
) -> None:
    table = held(game)
    [wait] = [wait for wait in table.pending() if not wait.optional]
    assert [choice.do for choice in wait.choices] == ["turn-up", "settle-next"]
    [turned] = table.do(commands.TurnUp())
    assert (turned.name, turned.seat, turned.clause) == ("hand-turned", 5, table.page.play.turn_up)
    assert table.view("").round.positions[1].cards == table.view("bob").round.positions[1].cards  # type: ignore[union-attr]
    assert "??" in table.view("").round.positions[0].cards  # type: ignore[union-attr]
    assert table.state.round is not None
    assert table.state.round.places[5].wagers, "its wagers lie where they lay"
    [wait] = [wait for wait in table.pending() if not wait.optional]
    assert [choice.do for choice in wait.choices] == ["settle-next"]
    with pytest.raises(IllegalError, match="seat 5 lies face up: settle it first") as refusal:
        table.do(commands.TurnUp())
    assert refusal.value.clause == table.page.play.turn_up
    again = HouseCardTable.resume(table.checkpoint(), [])
    for each in (table, again):
        said = each.preview(commands.WrongNumber())
        assert (said.result, said.clauses, said.void) == ("all hands void, reshuffle", [each.page.floor.number], True)
        entries = each.report("wrong-number")
        assert each.stacks == {3: 1000, 5: 1000}, "nobody was settled"
        assert "for the supervisor" not in [entry.what for entry in entries if entry.name == "note-recorded"]
        assert each.state.last is not None
        assert each.state.last.order == []
    assert again == table
    assert HouseCardTable.audit(table.steps).holds
    exercises(table.page.floor.number, table.page.floor.void.clause)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_number_seen_at_the_second_hand_leaves_the_first_one_settled(game: str, exercises: Exercises) -> None:
    table = held(game)
    table.do(commands.TurnUp())
    entries = table.do(commands.SettleNext())
    assert {entry.seat for entry in entries} == {5}
    assert [entry.name for entry in entries].count("hand-turned") == 0
    settled = table.stacks[5]
    table.do(commands.TurnUp())
    with pytest.raises(IllegalError, match="before the hands are settled"):
        table.count_stub(52)
    voided = table.report("wrong-number")
    assert table.stacks == {3: 1000, 5: settled}
    told = [entry.detail for entry in voided if entry.name == "note-recorded"]
    assert told[0] == "settled before: seat 5"
    assert table.state.last is not None
    assert table.state.last.order == [5]
    exercises(table.page.floor.number, table.page.floor.void.clause)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.clauses("oneida TCP.L.3", "oneida FCP.L.3", "oneida MS.N.3")
def test_at_a_table_that_settles_hand_by_hand_a_wrong_number_can_be_reported_in_every_round(
    game: str, exercises: Exercises
) -> None:
    """Nobody has to foresee it: the sign holds every settlement, not an order given in time."""
    table = opened(game, hand_by_hand=True)
    table.sit(5, 1000, "bob")
    for turned in range(2):
        betting(table)
        for seat in (3, 5):
            table.wager(seat, "ante", 10)
        table.no_more_bets()
        with pytest.raises(IllegalError, match="held already"):
            table.do(commands.HoldSettlement())
        for _ in table.sign.definition.later:
            for seat in (3, 5):
                table.act(seat, "play", 10)
        [wait] = [each for each in table.pending() if not each.optional]
        assert (wait.kind, [choice.do for choice in wait.choices]) == ("settlement", ["turn-up", "settle-next"])
        for _ in range(turned):
            table.do(commands.TurnUp())
        again = HouseCardTable.load(table.dump())
        resumed = HouseCardTable.resume(table.checkpoint(), [])
        for each in (table, again, resumed):
            assert each.report("wrong-number")[0].clause == table.page.floor.number
            assert each.stacks == {3: 1000, 5: 1000}
    assert HouseCardTable.audit(table.steps).holds
    assert "one by one" in table.sign.text()
    assert HouseCardSign.read(table.sign.facts()) == table.sign
    exercises(table.page.floor.number)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_number_reported_after_the_settlement_reopens_nothing(game: str, exercises: Exercises) -> None:
    table = held(game)
    while table.state.round is not None:
        table.do(commands.SettleNext())
    settled = table.stacks
    for reported in (table.preview, table.do):
        with pytest.raises(IllegalError, match="nothing settled is reopened") as refusal:
            reported(commands.WrongNumber(), "floor")
        assert refusal.value.clause == cite(game, "AMB-G1")[0]
    assert table.stacks == settled
    with pytest.raises(IllegalError, match="no cards have been dealt"):
        betting(table).report("wrong-number")
    exercises(cite(game, "AMB-G1")[0])


@pytest.mark.parametrize("game", GAMES)
def test_only_a_table_that_settles_hand_by_hand_says_so_on_its_sign(game: str) -> None:
    assert "hand_by_hand" not in HouseCardSign(game).facts()
    assert "one by one" not in HouseCardSign(game).text()
    assert HouseCardSign(game, hand_by_hand=True) != HouseCardSign(game)
    with pytest.raises(InvalidError, match="hand_by_hand"):
        HouseCardSign(game, hand_by_hand="often")  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_a_dealer_who_is_a_program_settles_hand_by_hand_too(game: str) -> None:
    offer = house_game_preset(game, players=3)
    offer = offer._replace(sign=HouseCardSign.read({**offer.sign.facts(), "hand_by_hand": True}))
    bots = {seat: house_bot("caller") for seat in offer.seats}
    played = LocalHouseGame(offer, random.Random(1), bots)
    names = [entry.name for entry in played.play_on()]
    assert names.count("hand-turned") == offer.players
    assert "round-closed" in names
    assert played.on_layout() == 0


@pytest.mark.parametrize("game", GAMES)
def test_hands_turned_up_one_by_one_are_settled_as_all_at_once(game: str) -> None:
    slow, at_once = held(game), stopped(game, 0)
    slow.count_stub(52)
    slow.do(commands.TurnUp())
    while slow.state.round is not None:
        slow.do(commands.SettleNext())
    for _ in at_once.sign.definition.later:
        for seat in (3, 5):
            at_once.act(seat, "play", 10)
    assert slow.stacks == at_once.stacks
    assert slow.state.last is not None
    assert at_once.state.last is not None
    assert slow.state.last.to_dict() == at_once.state.last.to_dict()
    with pytest.raises(IllegalError, match="no round is being played"):
        slow.do(commands.TurnUp())
    with pytest.raises(IllegalError, match="no hand is to be turned up: the round is open"):
        betting(slow).do(commands.TurnUp())


@pytest.mark.parametrize("game", [TCP, FCP])
def test_a_hand_with_a_side_wager_alone_is_turned_up_before_it_is_settled_too(game: str) -> None:
    table = betting(opened(game))
    table.wager(3, SIDE[game], 10)
    table.no_more_bets()
    table.do(commands.HoldSettlement())
    table.act(3, "stand")
    [turned] = table.do(commands.TurnUp())
    assert turned.clause == table.page.play.turn_up_hidden
    table.report("wrong-number")
    assert table.stacks == {3: 1000}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("returns", [False, True])
def test_a_void_round_gives_back_every_stake_that_is_not_settled(
    game: str, returns: bool, exercises: Exercises
) -> None:
    """Ann plays on, bob has folded, cyd has a side wager alone where the game has one."""
    table = betting(opened(game, void_returns_folds=returns))
    table.sit(5, 1000, "bob")
    table.sit(6, 1000, "cyd")
    side = SIDE.get(game, "")
    for seat in (3, 5):
        table.wager(seat, "ante", 10)
        if side:
            table.wager(seat, side, 7)
    if side:
        table.wager(6, side, 4)
    table.no_more_bets()
    table.act(3, "play", 10)
    table.act(5, "fold")
    entries = table.report("wrong-number")
    lost = 0 if returns else 17 if side else 10
    assert table.stacks == {3: 1000, 5: 1000 - lost, 6: 1000}
    assert table.state.bank == lost
    given = [(entry.seat, entry.wager, entry.chips, entry.clause) for entry in entries if entry.name == "returned"]
    clause = cite(game, "AMB-G1")[0]
    back = [(3, "ante", 10)]
    back += [(3, side, 7)] if side else []
    back += [(3, table.sign.definition.later[0], 10)]
    if returns:
        back += [(5, "ante", 10), *([(5, side, 7)] if side else [])]
    back += [(6, side, 4)] if side else []
    assert given == [(*each, clause) for each in back]
    exercises(clause)


@pytest.mark.parametrize("game", GAMES)
def test_a_players_exposed_card_is_for_the_house_to_rule(game: str) -> None:
    table = stopped(game, 0)
    with pytest.raises(HouseRulingRequired, match="has no rule for a player's card"):
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


@pytest.mark.clauses("oneida MS.H.1", "oneida MS.L.1")
def test_an_optional_wager_with_an_approved_procedure_is_bet_and_paid_by_it() -> None:
    table = betting(opened(MS, shuffler=True, **LUCKY), "Ah Kh 9h 4h 3h")
    with pytest.raises(IllegalError) as refusal:
        table.wager(3, "lucky", 21)
    assert refusal.value.clause == "oneida MS.H.1"
    table.wager(3, "lucky", 10)
    with pytest.raises(IllegalError, match="the Ante is compulsory") as refusal:
        table.no_more_bets()
    assert refusal.value.clause == "oneida MS.L.1"
    table.wager(3, "ante", 5)
    table.no_more_bets()
    entries = []
    for _ in table.sign.definition.later:
        entries = table.act(3, "play", 5)
    paid = [(entry.gain, entry.clause) for entry in entries if getattr(entry, "wager", "") == "lucky"]
    assert paid == [(50, "oneida MS.H.1")]


@pytest.mark.parametrize(("game", "clause"), [(TCP, "F.1"), (FCP, "F.1")])
def test_where_the_book_knows_no_wagers_by_approval_none_is_offered(
    game: str, clause: str, exercises: Exercises
) -> None:
    cited = cite(game, clause)[0]
    for options in (LUCKY, {"optional_wagers": ("lucky",), "approved_wagers": ("lucky",)}):
        with pytest.raises(IllegalError, match="takes no wagers by approval") as refusal:
            HouseCardSign(game, **options)
        assert refusal.value.clause == cited
    with pytest.raises(IllegalError) as refusal:
        HouseCardSign(game, optional_pay={"lucky": {"flush": 5}})
    assert refusal.value.clause == cited
    table = betting(opened(game))
    with pytest.raises(IllegalError, match="no wager 'lucky' here") as refusal:
        table.wager(3, "lucky", 5)
    assert refusal.value.clause == cited
    exercises(cited)


@pytest.mark.parametrize("game", [TCP, FCP])
def test_a_table_that_took_wagers_by_approval_before_is_taken_up_as_it_stands(game: str) -> None:
    offered = {name: list(value) if isinstance(value, tuple) else value for name, value in LUCKY.items()}
    posted = {**HouseCardSign(game, shuffler=True).facts(), **offered}
    table = opened(game, shuffler=True)
    log = table.dump()
    log[0]["events"][0]["fields"]["sign"] = posted
    log[0]["command"]["sign"] = posted
    again = HouseCardTable.load(log)
    betting(again)
    again.wager(3, "ante", 5)
    again.wager(3, "lucky", 5)
    resumed = HouseCardTable.resume(again.checkpoint(), [])
    resumed.no_more_bets()
    while resumed.state.round is not None:
        resumed.act(3, "play")
    settled = [entry for entry in resumed.log if getattr(entry, "wager", "") == "lucky"]
    assert [entry.name for entry in settled] == ["settled"]


def test_who_folds_gives_the_optional_wager_up_too() -> None:
    table = betting(opened(MS, **LUCKY))
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
        ({**LUCKY, "optional_pay": {"lucky": {}}}, "expected lines and their odds"),
        ({**LUCKY, "optional_pay": []}, "expected wagers and their pay lines"),
        ({"optional_wagers": ("ante",), "approved_wagers": ("ante",), "optional_pay": {"ante": {"flush": 1}}}, "has"),
    ],
)
def test_a_procedure_says_what_it_pays_and_on_which_hands(options: dict[str, object], message: str) -> None:
    with pytest.raises((IllegalError, InvalidError), match=message):
        HouseCardSign(MS, **options)  # type: ignore[arg-type]


@pytest.mark.clauses("oneida MS.L.1")
def test_no_seat_takes_part_in_mississippi_stud_without_an_ante() -> None:
    table = betting(opened(MS, shuffler=True, **LUCKY))
    table.sit(5, 1000, "bob")
    table.sit(6, 1000, "cyd")
    table.wager(3, "ante", 10)
    table.wager(5, "lucky", 10)
    with pytest.raises(IllegalError, match="the Ante is compulsory") as refusal:
        table.no_more_bets()
    assert refusal.value.clause == "oneida MS.L.1"
    table.withdraw(5, "lucky")
    table.no_more_bets()
    assert table.state.round is not None
    assert list(table.state.round.places) == [3]
    for seat in (5, 6):
        for choice in ("play", "fold"):
            with pytest.raises(IllegalError, match=f"seat {seat} has no wager") as refusal:
                table.act(seat, choice, 10)
            assert refusal.value.clause == "oneida MS.L.1"
    with pytest.raises(IllegalError) as refusal:
        HouseCardTable.load(table.dump()).do(commands.Wager(seat=5, wager="ante", chips=10), by="bob")
    assert refusal.value.clause == "oneida MS.G.3"


@pytest.mark.parametrize("field", ["round_limit", "max_payout"])
@pytest.mark.parametrize("short", [0, 1, 2999, 3000])
@pytest.mark.clauses("oneida MS.B.4", "oneida MS.M.2")
def test_a_limit_passed_by_one_chip_costs_that_chip(field: str, short: int) -> None:
    """Three nines pay 3 to 1 on an Ante of 1,100 and three streets of as much: 13,200 in all."""
    table = opened(MS, shuffler=True, **{field: 13_200 - short})
    table.top_up(3, 9000)
    betting(table, "9h 2c 9s 9d Kd")
    table.wager(3, "ante", 1100)
    table.no_more_bets()
    for _ in range(3):
        table.act(3, "play", 1100)
    gains = [(entry.gain, entry.clause) for entry in table.log if entry.name == "settled"]
    cut = "oneida MS.B.4" if field == "round_limit" else "oneida MS.M.2"
    last = (3300 - short, cut if short else "oneida MS.M.1")
    assert gains == [(3300, "oneida MS.M.1")] * 3 + [last]
    assert table.stacks == {3: 10_000 + 13_200 - short}


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
        HouseCardSign(MS, **options)  # type: ignore[arg-type]
    assert refusal.value.clause == f"oneida {clause}"


@pytest.mark.parametrize("game", GAMES)
def test_the_sign_reads_line_by_line_with_its_clauses(game: str) -> None:
    more = {"round_limit": 20_000, "max_payout": 10_000, **LUCKY} if game == MS else {}
    sign = HouseCardSign(game, ante=(5, 100), **more)  # type: ignore[arg-type]
    text = sign.text()
    page = sign.page
    assert f"Ante 5 to 100 ({page.wagers.ante_limits})" in text
    assert all(line.clauses for line in sign.cited_lines())
    if game == MS:
        assert "Lucky pays: straight 3 to 1, flush 5 to 1 (oneida MS.H.1)" in text
        assert "all hands of a round win no more than 20000 (oneida MS.B.4)" in text
    assert HouseCardSign.read(sign.facts()) == sign
