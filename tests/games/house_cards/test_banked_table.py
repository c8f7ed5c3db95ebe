"""A house card table over many rounds: decks, counts, changes, seats and the floor."""

from __future__ import annotations

import pytest
from tests.coverage_plugin import Exercises
from tests.games.house_cards.rounds import FCP, GAMES, MS, TCP, cite, stacked
from tests.games.house_cards.tables import betting, dealt, named, opened, played, ready

from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.games.house_cards.irregularities import rule_irregularity
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.table.house_cards import HouseCardTable, commands


def due(table: HouseCardTable) -> list[tuple[str, str]]:
    """What holds up the game, with its clause."""
    return [(wait.kind, wait.clause) for wait in table.pending() if not wait.optional]


def ruled(table: HouseCardTable) -> tuple[str, str]:
    """The last ruling of the floor and its clause."""
    entry = [entry for entry in table.log if entry.name == "floor-ruled"][-1]
    return entry.ruling, entry.clause


def notes(table: HouseCardTable, what: str) -> list[str]:
    """The clauses of every note of that text."""
    return [entry.clause for entry in table.log if entry.name == "note-recorded" and entry.what == what]


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_is_inspected_verified_spread_and_washed_before_play(game: str, exercises: Exercises) -> None:
    table = HouseCardTable.open(HouseCardSign(game))
    table.sit(3, 100, "ann")
    with pytest.raises(IllegalError, match="inspect is next") as refusal:
        table.shuffle(stacked())
    assert refusal.value.clause == cite(game, "D.1")[0]
    with pytest.raises(IllegalError, match="verify is not next"):
        table.opening_step("deck 1", "verify", by="floor")
    for step, clause in (("inspect", "D.1"), ("verify", "D.1/2"), ("spread", "D.2"), ("wash", "D.3")):
        assert due(table) == [("opening", cite(game, clause)[0])]
        if step == "verify":
            with pytest.raises(IllegalError, match="dealer cannot order opening-step") as refusal:
                table.opening_step("deck 1", step, by="dealer")
            assert refusal.value.clause == cite(game, "D.1/2")[0]
            table.opening_step("deck 1", step, by="scanner", electronic=True)
        else:
            table.opening_step("deck 1", step, by="dealer")
    assert named(table, "opening-step-done") == cite(game, "D.1", "D.4", "D.2", "D.3")
    other = HouseCardTable.open(HouseCardSign(game))
    other.open_decks()
    assert named(other, "opening-step-done") == cite(game, "D.1", "D.1/2", "D.2", "D.3")
    exercises(*cite(game, "D.1", "D.1/2", "D.2", "D.3", "D.4"))


@pytest.mark.parametrize("game", GAMES)
def test_an_unsuitable_card_or_its_deck_is_replaced(game: str, exercises: Exercises) -> None:
    table = opened(game)
    table.report("unsuitable-card")
    assert ruled(table)[0] == "the card is replaced"
    assert [deck.name for deck in table.state.rack.decks] == ["deck 1"]
    table.report("unsuitable-card", whole_deck=True)
    assert [deck.name for deck in table.state.rack.decks] == ["deck 2"]
    assert named(table, "floor-ruled") == cite(game, "D.1.a", "D.1.a")
    exercises(*cite(game, "D.1.a"))


CUT = {TCP: ("E.3", "E.3.b"), FCP: ("E.3", "E.3.b"), MS: ("E.3",)}


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_shuffled_by_hand_is_cut_ten_deep_or_more(game: str, exercises: Exercises) -> None:
    table = opened(game)
    with pytest.raises(IllegalError, match="shuffle first") as refusal:
        table.open_wagers()
    assert refusal.value.clause == cite(game, "E.1")[0]
    table.shuffle(list(range(52)))
    with pytest.raises(IllegalError, match="cut first") as refusal:
        table.open_wagers()
    assert refusal.value.clause == cite(game, "E.2.b")[0]
    for count in (9, 52):
        with pytest.raises(IllegalError) as refusal:
            table.cut(count)
        assert refusal.value.clause == cite(game, "E.3.a.ii")[0]
    table.cut(12)
    assert table.state.rack.ready == [*range(12, 52), *range(12)]
    with pytest.raises(IllegalError, match="only a supervisor") as refusal:
        table.cut(20)
    assert refusal.value.clause == cite(game, "E.4")[0]
    with pytest.raises(IllegalError, match="dealer cannot order improper-cut") as refusal:
        table.report("improper-cut", by="dealer")
    assert refusal.value.clause == cite(game, "E.4")[0]
    table.report("improper-cut", by="supervisor")
    assert ruled(table) == ("cut again", cite(game, "E.4")[0])
    with pytest.raises(IllegalError, match="ann cannot order recut"):
        table.cut(20, ordered_by="ann")
    with pytest.raises(IllegalError, match="cut first"):
        table.open_wagers()
    table.cut(20, ordered_by="supervisor")
    assert table.state.rack.ready[0] == 32
    table.open_wagers()
    table.wager(3, "ante", 5)
    table.no_more_bets()
    table.report("improper-cut")
    assert ruled(table) == ("play on: a card has been dealt", cite(game, "E.4")[0])
    table.act(3, "fold")
    with pytest.raises(IllegalError, match="shuffle first"):
        table.open_wagers()
    ids = ("E.1", "E.2", "E.2.b", "E.3.a.ii", "E.3.a.iii", "E.4", *CUT[game])
    exercises(*cite(game, *ids))


@pytest.mark.parametrize("game", [TCP, FCP])
def test_a_deck_shuffled_by_the_device_is_dealt_uncut(game: str, exercises: Exercises) -> None:
    table = opened(game, shuffler=True)
    table.shuffle(list(range(52)))
    with pytest.raises(IllegalError, match="is not cut") as refusal:
        table.cut(20)
    assert refusal.value.clause == cite(game, "E.2.a")[0]
    table.open_wagers()
    table.wager(3, "ante", 5)
    table.no_more_bets()
    exercises(*cite(game, "E.2", "E.2.a"))


@pytest.mark.clauses("oneida MS.E.2", "oneida MS.E.2.a")
def test_at_mississippi_stud_a_device_shuffle_needs_no_cut_but_may_be_cut() -> None:
    table = opened(MS, shuffler=True)
    table.shuffle(list(range(52)))
    assert due(table) == [("round", "oneida MS.E.1")]
    table.cut(20)
    assert table.state.rack.ready[0] == 20
    table.open_wagers()
    table.wager(3, "ante", 5)
    table.no_more_bets()
    other = opened(MS, shuffler=True)
    other.shuffle(list(range(52)))
    other.open_wagers()


@pytest.mark.parametrize("game", GAMES)
def test_when_the_shuffler_jams_cards_shuffled_by_hand_are_cut(game: str, exercises: Exercises) -> None:
    table = opened(game, shuffler=True)
    table.report("shuffler-failed")
    table.shuffle(list(range(52)), by_hand=True)
    shuffled = [entry for entry in table.log if entry.name == "deck-shuffled"][-1]
    assert (shuffled.method, shuffled.clause) == ("hand", cite(game, "E.1")[0])
    with pytest.raises(IllegalError, match="cut first") as refusal:
        table.open_wagers()
    assert refusal.value.clause == cite(game, "E.2.b")[0]
    table.cut(10)
    table.open_wagers()
    exercises(*cite(game, "E.2.b", "E.1"))


TWO = {
    TCP: ("B.5", "B.5.b", "B.5.c", "B.5.d"),
    FCP: ("B.5", "B.5.a", "B.5.c", "B.5.d", "B.5.e"),
    MS: ("B.5", "B.5.b", "B.5.c", "B.5.d"),
}


@pytest.mark.parametrize("game", GAMES)
def test_two_decks_take_turns_round_by_round(game: str, exercises: Exercises) -> None:
    table = opened(game, shuffler=True, backs=("red", "blue"))
    in_play = []
    for _ in range(4):
        in_play.append(table.state.rack.decks[0].back)
        with pytest.raises(IllegalError):
            table.shuffle(list(range(51)))
        played(table)
    assert in_play == ["red", "blue", "red", "blue"]
    in_shuffler, taking_turns, one_in_rack = cite(game, *TWO[game][-3:])
    assert notes(table, "second deck in the shuffler") == [in_shuffler]
    assert notes(table, "one deck in the rack") == [one_in_rack] * 4
    assert named(table, "round-closed") == [taking_turns] * 4
    exercises(*cite(game, *TWO[game]))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("leaving", [0, 1], ids=["the next deck", "the deck just played"])
@pytest.mark.parametrize("way", ["changed", "unsuitable", "counted"])
def test_a_new_deck_takes_the_turn_of_the_deck_that_left(
    game: str, leaving: int, way: str, exercises: Exercises
) -> None:
    table = opened(game, shuffler=True, shuffler_counts=True, backs=("red", "blue"))
    played(table)
    if way == "counted":
        ready(table)  # while one deck lies ready the shuffler holds the other
    left = table.state.rack.decks[leaving]
    if way == "changed":
        table.change_deck(left.name, left.back)
    elif way == "unsuitable":
        table.report("unsuitable-card", deck=left.name, whole_deck=True)
    else:
        table.report("machine-count", deck=left.name, found=51)
    table.open_decks()
    in_play = []
    for _ in range(3):
        in_play.append(table.state.rack.decks[0].back)
        played(table)
    assert in_play == ["blue", "red", "blue"]
    assert left.name not in [deck.name for deck in table.state.rack.decks]
    assert HouseCardTable.resume(None, table.log) == table
    assert HouseCardTable.audit(table.steps).holds
    exercises(*cite(game, TWO[game][-2]))


SHUFFLED_BY_DEVICE = {TCP: "H.1.a", FCP: "H.1.a", MS: "J.2.a"}


@pytest.mark.parametrize("game", GAMES)
def test_cards_dealt_from_the_hand_are_shuffled_by_hand_only_after_the_shuffler_has_failed(
    game: str, exercises: Exercises
) -> None:
    clause = cite(game, SHUFFLED_BY_DEVICE[game])[0]
    table = opened(game, dealing="hand")

    def refused() -> None:
        before = table.checkpoint()
        with pytest.raises(IllegalError, match="by hand only after it has failed") as refusal:
            table.shuffle(stacked(), by_hand=True)
        assert refusal.value.clause == clause
        assert table.checkpoint() == before

    refused()
    table.report("shuffler-failed")
    table.report("shuffler-failed")  # and it fails again
    again = HouseCardTable.resume(table.checkpoint(), [])
    again.shuffle(stacked(), by_hand=True)
    table.shuffle(stacked(), by_hand=True)
    assert again == table
    assert HouseCardTable.resume(None, table.log) == table
    refused()  # one failure, one shuffle by hand
    table.cut(10)
    played_on = table.open_wagers()
    assert played_on[0].name == "round-began"
    table.wager(3, "ante", 5)
    table.no_more_bets()
    table.act(3, "fold")
    refused()
    # A shuffle by the device makes good what was reported before.
    table.report("shuffler-failed")
    table.shuffle(stacked())
    refused()
    # Elsewhere cards are shuffled either way.
    for dealing in ("manual", "automated"):
        opened(game, dealing=dealing, shuffler=True).shuffle(stacked(), by_hand=True)
    exercises(clause, *cite(game, "E.1"))


@pytest.mark.parametrize("game", GAMES)
def test_of_two_decks_the_one_that_jammed_is_shuffled_by_hand(game: str, exercises: Exercises) -> None:
    table = dealt(opened(game, dealing="hand", backs=("red", "blue")))
    table.report("shuffler-failed")  # it holds deck 2 while deck 1 is dealt
    table.act(3, "fold")
    table.shuffle(stacked(), by_hand=True)
    table.cut(10)
    table.open_wagers()
    table.wager(3, "ante", 5)
    table.no_more_bets()
    table.act(3, "fold")
    with pytest.raises(IllegalError, match="deck 1 is shuffled by the device"):
        table.shuffle(stacked(), by_hand=True)
    exercises(*cite(game, SHUFFLED_BY_DEVICE[game]))


@pytest.mark.parametrize("game", GAMES)
def test_of_a_single_deck_nothing_is_noted_of_a_second(game: str) -> None:
    table = opened(game, shuffler=True)
    played(table)
    assert not notes(table, "second deck in the shuffler")
    assert not notes(table, "one deck in the rack")


COUNTS = {
    TCP: {"manual": "G.5", "hand": "H.4", "automated": "I.4", "machine": "G.6"},
    FCP: {"manual": "G.5", "hand": "H.4", "automated": "I.5", "machine": "G.7"},
    MS: {"manual": "I.5", "hand": "J.5", "automated": "AMB-M8", "machine": "K.3"},
}


RIGHT = {TCP: "G.5.a", FCP: "G.6.a", MS: "I.5.a"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", ["manual", "hand", "automated"])
def test_the_stub_is_counted_once_in_five_rounds_while_the_hands_are_live(
    game: str, dealing: str, exercises: Exercises
) -> None:
    table = opened(game, dealing=dealing)
    clause, right = cite(game, COUNTS[game][dealing], RIGHT[game])
    for _ in range(4):
        played(table)
    ready(table)
    with pytest.raises(IllegalError, match="after the deal") as refusal:
        table.count_stub(52)
    assert refusal.value.clause == clause
    dealt(table)
    assert due(table) == [("count", clause)]
    assert table.round is not None
    assert not table.round.state.rested
    with pytest.raises(IllegalError, match="count the stub first") as refusal:
        table.act(3, "fold")
    assert refusal.value.clause == clause
    table.count_stub(52)
    assert named(table, "stub-counted") == [clause]
    assert named(table, "stub-discarded")[-1] == right
    assert ruled(table)[1] == right
    stub = table.round.state.deck[table.round.state.dealt :]
    assert table.round.state.discards[-len(stub) :] == stub
    with pytest.raises(IllegalError, match="counted already"):
        table.count_stub(52)
    table.act(3, "fold")
    # Counted in the fifth round, again in the tenth: five consecutive rounds always hold one.
    for _ in range(4):
        played(table)
    dealt(table)
    assert due(table) == [("count", clause)]
    exercises(clause, right)


@pytest.mark.parametrize("game", GAMES)
def test_no_count_is_due_where_the_shuffler_counts_every_deck(game: str, exercises: Exercises) -> None:
    table = opened(game, dealing="hand", shuffler_counts=True)
    for _ in range(6):
        played(table)
    table.report("machine-count", found=52)
    clause = cite(game, COUNTS[game]["machine"])[0]
    assert ruled(table) == ("no stub count is due", clause)

    # What was shuffled by hand no machine has counted.
    def deal_from_a_jammed_shuffler() -> None:
        table.report("shuffler-failed")
        table.shuffle(stacked(), by_hand=True)
        table.cut(10)
        table.open_wagers()
        table.wager(3, "ante", 5)
        table.no_more_bets()

    for _ in range(4):
        deal_from_a_jammed_shuffler()
        table.act(3, "fold")
    deal_from_a_jammed_shuffler()
    assert due(table)[0][0] == "count"
    exercises(clause)


WRONG = {
    TCP: ("G.5.b", "G.5.b/2", "AMB-G7", "G.6/2"),
    FCP: ("G.6.b.i", "G.6.b.ii", "AMB-G7", "G.7/2"),
    MS: ("I.5.b.i", "I.5.b.ii", "AMB-G7", "K.3/2"),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("found", "misdealt", "at", "removed"), [(52, True, 0, False), (51, False, 1, True), (51, True, 2, True)]
)
def test_a_wrong_count_voids_the_round_and_may_remove_the_deck(
    game: str, found: int, misdealt: bool, at: int, removed: bool, exercises: Exercises
) -> None:
    table = dealt(opened(game), ante=50)
    assert table.stacks == {3: 950}
    table.count_stub(found, misdealt=misdealt)
    clause = ruled(table)[1]
    assert clause == cite(game, WRONG[game][at])[0]
    assert table.state.round is None
    assert table.stacks == {3: 1000}
    assert [deck.name for deck in table.state.rack.decks] == ["deck 2" if removed else "deck 1"]
    if removed:
        assert not table.state.rack.decks[0].steps
    exercises(clause, *cite(game, "AMB-G1"))
    if game != TCP and at < 2:
        exercises(*cite(game, "G.6.b" if game == FCP else "I.5.b"))


@pytest.mark.parametrize("game", GAMES)
def test_a_shuffler_that_counts_wrong_removes_the_deck(game: str, exercises: Exercises) -> None:
    table = opened(game, shuffler=True, shuffler_counts=True)
    ready(table)
    table.open_wagers()
    table.wager(3, "ante", 5)
    table.report("machine-count", found=51)
    assert ruled(table) == ("the deck is removed", cite(game, WRONG[game][3])[0])
    assert [deck.name for deck in table.state.rack.decks] == ["deck 2"]
    # The wagers stay, but nothing is dealt before another deck is opened and shuffled.
    with pytest.raises(IllegalError, match="shuffle first"):
        table.no_more_bets()
    table.open_decks()
    ready(table)
    table.no_more_bets()
    assert table.stacks == {3: 995}
    exercises(ruled(table)[1])


CHANGE = {TCP: ("D.5", "D.5/2"), FCP: ("D.5", "D.5/2"), MS: ("AMB-M12", "AMB-M12")}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("dealing", "hours", "at"), [("manual", 8, 0), ("automated", 8, 0), ("hand", 4, 1)])
def test_cards_are_changed_after_eight_hours_or_four_from_the_hand(
    game: str, dealing: str, hours: int, at: int, exercises: Exercises
) -> None:
    table = opened(game, dealing=dealing)
    ready(table)
    table.set_time(60 * hours - 1)
    assert due(table)[0][0] == "round"
    table.set_time(60 * hours)
    clause = cite(game, CHANGE[game][at])[0]
    assert due(table) == [("change", clause)]
    with pytest.raises(IllegalError, match="in use too long") as refusal:
        table.open_wagers()
    assert refusal.value.clause == clause
    table.change_deck("deck 1", "red")
    table.open_decks()
    played(table)
    with pytest.raises(InvalidError, match="minute 5: it is minute"):
        table.set_time(5)
    exercises(clause)


IDLE = {TCP: ("E.5", "E.5/2"), FCP: ("E.5", "E.6", "E.6/2"), MS: ("E.5", "E.5/2")}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("dealing", "where"), [("manual", "manual shoe"), ("automated", "device")])
def test_at_an_idle_table_the_cards_rest_and_the_next_player_starts_with_a_shuffle(
    game: str, dealing: str, where: str, exercises: Exercises
) -> None:
    table = opened(game, dealing=dealing)
    table.sit(4, 50, "bob")
    ready(table)
    table.leave(3)
    assert not table.state.idle
    table.leave(4)
    rested = next(entry for entry in table.log if entry.name == "idle")
    assert str(rested.fields()["where"]).startswith(where)
    assert rested.clause == cite(game, IDLE[game][-2])[0]
    with pytest.raises(IllegalError, match="rest until a player comes"):
        table.shuffle(stacked())
    table.sit(1, 50, "cid")
    assert (table.log[-1].name, table.log[-1].clause) == ("arrived", cite(game, IDLE[game][-1])[0])
    assert due(table) == [("shuffle", cite(game, "E.1")[0])]
    with pytest.raises(IllegalError, match="shuffle first"):
        table.open_wagers()
    exercises(*cite(game, *IDLE[game]))


@pytest.mark.parametrize(("game", "clause"), [(TCP, "B.4.a"), (FCP, "B.5.f"), (MS, "B.5.e")])
def test_an_automated_shoe_has_no_cover_card(game: str, clause: str, exercises: Exercises) -> None:
    assert notes(opened(game, dealing="automated"), "no cover card") == cite(game, clause)
    for dealing in ("manual", "hand"):
        assert not notes(opened(game, dealing=dealing), "no cover card")
    exercises(*cite(game, clause))


@pytest.mark.parametrize(("game", "clause"), [(TCP, "AMB-T8"), (FCP, "J.11"), (MS, "L.6")])
def test_cards_are_picked_up_so_that_every_hand_can_be_rebuilt(game: str, clause: str, exercises: Exercises) -> None:
    table = opened(game)
    table.sit(6, 500, "bob")
    dealt(table, 6)
    round_ = table.round
    assert round_ is not None
    while round_.turn:
        table.act(round_.turn, "play")
    size = round_.game.seat_cards
    rack = round_.state.discards
    assert rack[-2 * size : -size] == round_.state.places[6].cards
    assert rack[-size:] == round_.state.places[3].cards
    assert notes(table, "pick-up order kept") == cite(game, clause)
    exercises(*cite(game, clause))


FLOOR = {
    TCP: {"wrong-number": "L.3", "dealer-exposed": "L.4", "shoe-failed": "L.6"},
    FCP: {"wrong-number": "L.3", "dealer-exposed": "L.4", "shoe-failed": "L.6"},
    MS: {"wrong-number": "N.3", "dealer-exposed": "AMB-M12/2", "shoe-failed": "N.5"},
}


@pytest.mark.parametrize(("game", "trigger"), [(game, trigger) for game in GAMES for trigger in FLOOR[game]])
def test_the_floor_voids_the_round_and_everything_goes_back(game: str, trigger: str, exercises: Exercises) -> None:
    table = opened(game, dealing="automated")
    table.sit(5, 1000, "bob")
    dealt(table, 5, ante=50)
    table.act(3, "play")
    table.report(trigger)
    clause = cite(game, FLOOR[game][trigger])[0]
    assert ruled(table) == ("all hands void, reshuffle", clause)
    assert table.stacks == {3: 1000, 5: 1000}
    assert table.state.bank == 0
    with pytest.raises(IllegalError, match="shuffle first"):
        table.open_wagers()
    exercises(clause, *cite(game, "AMB-G1"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", ["manual", "hand"])
def test_a_shoe_that_fails_voids_only_what_a_device_deals(game: str, dealing: str) -> None:
    table = dealt(opened(game, dealing=dealing), ante=50)
    before = table.checkpoint()
    with pytest.raises(HouseRulingRequired, match="has no rule for a shoe that fails"):
        table.report("shoe-failed")
    assert table.checkpoint() == before
    table.report("shoe-failed", house="all hands void, reshuffle")
    assert named(table, "house-ruled") == ["house ruling"]
    assert table.stacks == {3: 1000}


@pytest.mark.parametrize(("game", "clause"), [(TCP, "L.5"), (FCP, "L.5"), (MS, "N.4")])
def test_a_shuffler_that_fails_means_another_shuffle_even_with_wagers_on_the_table(
    game: str, clause: str, exercises: Exercises
) -> None:
    table = opened(game, shuffler=True)
    ready(table)
    table.open_wagers()
    table.wager(3, "ante", 5)
    table.report("shuffler-failed")
    assert ruled(table) == ("shuffle again", cite(game, clause)[0])
    with pytest.raises(IllegalError, match="shuffle first"):
        table.no_more_bets()
    ready(table)
    table.no_more_bets()
    with pytest.raises(IllegalError, match="holds no deck now"):
        table.report("shuffler-failed")
    with pytest.raises(IllegalError, match="no shuffler is in use"):
        opened(game).report("shuffler-failed")
    exercises(*cite(game, clause))


@pytest.mark.clauses("oneida TCP.L.2", "oneida FCP.L.2", "oneida MS.N.2", "oneida TCP.AMB-T11", "oneida TCP.L.3")
def test_a_card_drawn_in_error_unseen_is_the_next_card() -> None:
    for game, clause in ((TCP, "TCP.L.2"), (FCP, "FCP.L.2"), (MS, "MS.N.2")):
        for dealing in ("manual", "hand"):
            ruling = rule_irregularity(HouseCardSign(game, dealing=dealing), "drawn-in-error")
            assert (ruling.words, ruling.clause) == ("used as the next card", f"oneida {clause}")
        assert rule_irregularity(HouseCardSign(game), "drawn-in-error", face_seen=True).void
    for game, number in ((TCP, "TCP.L.3"), (FCP, "FCP.L.3")):
        device = HouseCardSign(game, dealing="automated")
        put_right = rule_irregularity(device, "drawn-in-error")
        assert (put_right.void, put_right.clause) == (False, "oneida TCP.AMB-T11")
        assert rule_irregularity(device, "drawn-in-error", correctable=False).clause == f"oneida {number}"
    assert rule_irregularity(HouseCardSign(MS, dealing="automated"), "drawn-in-error").words == "used as the next card"


@pytest.mark.parametrize(("game", "clause"), [(TCP, "L.2"), (FCP, "L.2"), (MS, "N.2")])
@pytest.mark.parametrize("dealing", ["manual", "hand"])
def test_after_a_card_drawn_in_error_unseen_the_hands_stand_as_they_were_dealt(
    game: str, clause: str, dealing: str, exercises: Exercises
) -> None:
    table = dealt(opened(game, dealing=dealing), ante=50)
    assert table.round is not None
    before = table.round.state.to_dict()
    table.report("drawn-in-error")
    assert ruled(table) == ("used as the next card", cite(game, clause)[0])
    assert table.round.state.to_dict() == before
    # Seen, it would have been the end of the round while it was being dealt; now it changes nothing.
    with pytest.raises(IllegalError, match="the deal is over") as refusal:
        table.report("drawn-in-error", shown=True)
    assert refusal.value.clause == table.page.floor.face_up
    assert table.round.state.to_dict() == before
    exercises(*cite(game, clause))


@pytest.mark.clauses("oneida TCP.L.4", "oneida FCP.L.4", "oneida MS.AMB-M12/2")
def test_a_dealer_card_seen_after_the_reveal_harms_nobody() -> None:
    assert not rule_irregularity(HouseCardSign(TCP), "dealer-exposed", dealer_revealed=True).void
    assert not rule_irregularity(HouseCardSign(FCP), "dealer-exposed", dealer_revealed=True).void
    assert not rule_irregularity(HouseCardSign(MS), "dealer-exposed", play_on=True).void
    assert rule_irregularity(HouseCardSign(TCP), "dealer-exposed", play_on=True).void
    with pytest.raises(InvalidError, match="unknown irregularity"):
        rule_irregularity(HouseCardSign(TCP), "earthquake")


@pytest.mark.parametrize("game", GAMES)
def test_the_log_alone_rebuilds_the_table_and_the_bank_holds_what_players_lost(game: str) -> None:
    table = opened(game)
    for _ in range(3):
        played(table)
    assert table.state.bank == 15
    assert table.stacks == {3: 985}
    again = HouseCardTable.resume(None, table.log)
    assert again == table
    assert (again.state.accounts(), again.state.number) == (table.state.accounts(), 3)
    hidden = [entry.fields()["cards"] for entry in table.seen_by() if entry.name == "deck-shuffled"]
    assert hidden == [[-1] * 52] * 3
    assert table.view("ann").banker_net == 15
    with pytest.raises(IllegalError, match="no round is being played"):
        table.act(3, "fold")


@pytest.mark.parametrize("game", GAMES)
def test_a_table_taken_up_from_its_log_plays_the_round_to_the_same_end(game: str) -> None:
    table = opened(game)
    table.sit(6, 500, "bob")
    dealt(table, 6)
    table.act(3, "play")
    again = HouseCardTable.load(table.dump())
    for each in (table, again):
        while each.state.round is not None:
            seat = each.playing_round().turn
            each.act(seat, "play")
    assert again.state.accounts() == table.state.accounts()
    assert again.log == table.log
    assert HouseCardTable.audit(again.steps).holds


@pytest.mark.parametrize("game", GAMES)
def test_of_two_decks_the_one_that_was_counted_short_leaves(game: str) -> None:
    table = dealt(opened(game, shuffler=True, backs=("red", "blue")), ante=50)
    table.count_stub(51)
    assert [entry.deck for entry in table.log if entry.name == "deck-retired"] == ["deck 1"]
    assert [(deck.name, deck.back) for deck in table.state.rack.decks] == [("deck 2", "blue"), ("deck 3", "red")]


def test_a_shuffler_that_counts_wrong_during_a_round_gives_up_the_deck_it_holds() -> None:
    table = dealt(opened(TCP, shuffler=True, shuffler_counts=True, backs=("red", "blue")), ante=50)
    table.report("machine-count", found=51)
    assert [entry.deck for entry in table.log if entry.name == "deck-retired"] == ["deck 2"]
    assert table.state.round is not None
    table.act(3, "fold")
    assert [deck.name for deck in table.state.rack.decks] == ["deck 3", "deck 1"]


def test_a_new_deck_with_the_backs_of_the_other_is_refused_and_nothing_leaves() -> None:
    table = opened(TCP, shuffler=True, backs=("red", "blue"))
    before = len(table.log)
    with pytest.raises(IllegalError, match="a second deck with blue backs"):
        table.change_deck("deck 1", "blue")
    assert [deck.name for deck in table.state.rack.decks] == ["deck 1", "deck 2"]
    assert len(table.log) == before
    table.change_deck("deck 1", "green")
    assert [deck.back for deck in table.state.rack.decks] == ["green", "blue"]


@pytest.mark.parametrize("game", GAMES)
def test_a_recut_ordered_while_wagers_are_made_changes_what_is_dealt(game: str, exercises: Exercises) -> None:
    table = opened(game)
    table.shuffle(list(range(52)))
    table.cut(10)
    table.open_wagers()
    table.wager(3, "ante", 5)
    table.report("improper-cut", by="supervisor")
    with pytest.raises(IllegalError, match="cut first"):
        table.no_more_bets()
    table.cut(20, ordered_by="supervisor")
    table.no_more_bets()
    assert table.round is not None
    assert table.round.state.places[3].cards[0] == 30
    with pytest.raises(IllegalError, match="once a card is dealt") as refusal:
        table.cut(20, ordered_by="supervisor")
    assert refusal.value.clause == cite(game, "E.4")[0]
    assert HouseCardTable.resume(None, table.log) == table
    exercises(*cite(game, "E.4"))


def test_a_very_deep_cut_stands_and_is_noted() -> None:
    table = opened(TCP)
    table.shuffle(list(range(52)))
    table.cut(42)
    assert not named(table, "note-recorded")
    table.cut(43, ordered_by="supervisor")
    assert named(table, "note-recorded") == ["oneida TCP.E.3.a.ii"]


BEFORE_THE_DEAL = {
    "face-up-card": (commands.FaceUpCard(), {TCP: "E.1", FCP: "E.1", MS: "E.1"}),
    "drawn and seen": (commands.DrawnInError(shown=True), {TCP: "E.1", FCP: "E.1", MS: "E.1"}),
    "drawn for good": (commands.DrawnInError(correctable=False), {TCP: "E.1", FCP: "E.1"}),
    "shoe-failed": (commands.ShoeFailed(), {TCP: "L.6", FCP: "L.6", MS: "N.5"}),
}


@pytest.mark.parametrize(
    ("game", "trigger"), [(game, each) for each, (_, ids) in BEFORE_THE_DEAL.items() for game in ids]
)
@pytest.mark.parametrize("open_to_wagers", [False, True])
def test_an_irregularity_before_the_deal_calls_for_a_new_shuffle_and_the_wagers_stay(
    game: str, trigger: str, open_to_wagers: bool, exercises: Exercises
) -> None:
    report, ids = BEFORE_THE_DEAL[trigger]
    table = opened(game, dealing="automated")
    for ask in (table.preview, table.do):
        with pytest.raises(IllegalError, match="only in a deck that lies ready"):
            ask(report, "floor")
    ready(table)
    if open_to_wagers:
        table.open_wagers()
        table.wager(3, "ante", 5)
    clause = cite(game, ids[game])[0]
    said = table.preview(report)
    assert (said.result, said.clauses, said.void, said.deck) == ("shuffle again", [clause], False, "reshuffle")
    entries = table.do(report, "floor")
    assert [entry.name for entry in entries] == ["floor-ruled", "reshuffle-ordered"]
    assert ruled(table) == ("shuffle again", clause)
    assert table.stacks == {3: 995 if open_to_wagers else 1000}
    ready(table)
    if not open_to_wagers:
        table.open_wagers()
        table.wager(3, "ante", 5)
    table.no_more_bets()
    assert table.state.dealt
    exercises(clause)


@pytest.mark.parametrize("game", GAMES)
def test_the_house_voids_no_hands_before_there_are_any(game: str) -> None:
    table = betting(opened(game))
    table.wager(3, "ante", 5)
    void = "all hands void, reshuffle"
    for report in (commands.ShoeFailed(house=void), commands.HouseRuling(trigger="a fire", decision=void)):
        for ask in (table.preview, table.do):
            with pytest.raises(IllegalError, match="no hand has been dealt"):
                ask(report, "floor")
    assert (table.stacks, bool(table.state.rack.ready)) == ({3: 995}, True)
    table.no_more_bets()
    assert table.preview(commands.HouseRuling(trigger="a fire", decision=void)).void
    table.do(commands.HouseRuling(trigger="a fire", decision=void), "floor")
    assert (table.stacks, table.state.round) == ({3: 1000}, None)


def test_a_wager_is_taken_back_at_the_table_before_no_more_bets() -> None:
    table = opened(TCP)
    ready(table)
    table.open_wagers()
    table.wager(3, "ante", 5)
    table.wager(3, "pair_plus", 5)
    table.withdraw(3, "pair_plus")
    assert table.stacks == {3: 995}
    table.no_more_bets()
    with pytest.raises(IllegalError, match="cannot be withdrawn") as refusal:
        table.withdraw(3, "ante")
    assert refusal.value.clause == "oneida TCP.F.3/2"


def test_a_card_that_is_twice_in_a_deck_is_named_before_it_is_shuffled() -> None:
    table = opened(TCP)
    with pytest.raises(InvalidError, match="2c"):
        table.shuffle([0, *range(51)])
    with pytest.raises(IllegalError, match="51 cards") as refusal:
        table.shuffle(list(range(51)))
    assert refusal.value.clause == table.page.decks.cards.clause


@pytest.mark.parametrize("game", GAMES)
def test_a_round_that_was_never_dealt_brings_no_count_nearer(game: str, exercises: Exercises) -> None:
    table = opened(game)
    for _ in range(3):
        played(table)
    betting(table)
    table.leave(3)
    assert table.state.round is None
    table.sit(3, 1000, "ann")
    played(table)
    dealt(table)
    assert due(table) == [("count", cite(game, COUNTS[game]["manual"])[0])]
    exercises(*cite(game, COUNTS[game]["manual"]))


def test_a_recut_is_due_of_a_deck_that_a_device_shuffled_too() -> None:
    table = opened(MS, shuffler=True)
    table.shuffle(list(range(52)))
    table.cut(10)
    table.report("improper-cut", by="supervisor")
    with pytest.raises(IllegalError, match="cut first") as refusal:
        table.open_wagers()
    assert refusal.value.clause == table.page.decks.recut_by.clause
