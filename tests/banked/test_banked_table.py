"""A house card table over many rounds: decks, counts, changes, seats and the floor."""

from __future__ import annotations

import pytest
from tests.banked.games import FCP, GAMES, MS, TCP, cite, stacked
from tests.coverage_plugin import Exercises

from hoyle.banked.irregularities import rule
from hoyle.banked.sign import Sign
from hoyle.errors import IllegalError, InvalidError
from hoyle.table.banked import BankedTable


def opened(game: str, **options: object) -> BankedTable:
    """A table with its decks opened and ann at seat 3."""
    table = BankedTable.open(Sign(game, **options))  # type: ignore[arg-type]
    table.open_decks(by="dealer")
    table.sit(3, 1000, "ann")
    return table


def ready(table: BankedTable, top: str = "") -> None:
    table.shuffle(stacked(top))
    if not table.sign.shuffler:
        table.cut(10)


def dealt(table: BankedTable, *others: int, ante: int = 5) -> BankedTable:
    """The table with an Ante at seat 3 and those others, and their cards dealt."""
    ready(table)
    table.begin()
    for seat in (3, *others):
        table.wager(seat, "ante", ante)
    table.no_more_bets()
    return table


def played(table: BankedTable) -> None:
    """One round, folded at once."""
    dealt(table).act(3, "fold")


def named(table: BankedTable, name: str) -> list[str]:
    return [entry.clause for entry in table.log if entry.name == name]


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_is_inspected_verified_spread_and_washed_before_play(game: str, exercises: Exercises) -> None:
    table = BankedTable.open(Sign(game))
    table.sit(3, 100, "ann")
    with pytest.raises(IllegalError, match="inspect is next") as refusal:
        table.shuffle(stacked())
    assert refusal.value.clause == cite(game, "D.1")[0]
    with pytest.raises(IllegalError, match="verify is not next"):
        table.opening_step("deck 1", "verify", by="floor")
    table.opening_step("deck 1", "inspect", by="dealer")
    assert [prompt.clause for prompt in table.prompts()] == cite(game, "D.1/2", "D.2", "D.3")
    table.opening_step("deck 1", "verify", by="scanner", electronic=True)
    table.opening_step("deck 1", "spread", by="dealer")
    table.opening_step("deck 1", "wash", by="dealer")
    assert named(table, "opening-step") == cite(game, "D.1", "D.4", "D.2", "D.3")
    other = BankedTable.open(Sign(game))
    other.open_decks(by="dealer")
    assert named(other, "opening-step") == cite(game, "D.1", "D.1/2", "D.2", "D.3")
    exercises(*cite(game, "D.1", "D.1/2", "D.2", "D.3", "D.4"))


@pytest.mark.parametrize("game", GAMES)
def test_an_unsuitable_card_or_its_deck_is_replaced(game: str, exercises: Exercises) -> None:
    table = opened(game)
    assert table.report("unsuitable-card").words == "the card is replaced"
    assert [deck.name for deck in table.state.decks] == ["deck 1"]
    table.report("unsuitable-card", whole_deck=True)
    assert [deck.name for deck in table.state.decks] == ["deck 2"]
    assert named(table, "floor-ruled") == cite(game, "D.1.a", "D.1.a")
    exercises(*cite(game, "D.1.a"))


CUT = {TCP: ("E.3", "E.3.b"), FCP: ("E.3", "E.3.b"), MS: ("E.3",)}


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_shuffled_by_hand_is_cut_ten_deep_or_more(game: str, exercises: Exercises) -> None:
    table = opened(game)
    with pytest.raises(IllegalError, match="shuffle first") as refusal:
        table.begin()
    assert refusal.value.clause == cite(game, "E.1")[0]
    table.shuffle(list(range(52)))
    with pytest.raises(IllegalError, match="cut first") as refusal:
        table.begin()
    assert refusal.value.clause == cite(game, "E.2.b")[0]
    for count in (9, 52):
        with pytest.raises(IllegalError) as refusal:
            table.cut(count)
        assert refusal.value.clause == cite(game, "E.3.a.ii")[0]
    table.cut(12)
    assert table.state.ready == [*range(12, 52), *range(12)]
    with pytest.raises(IllegalError, match="only a supervisor") as refusal:
        table.cut(20)
    assert refusal.value.clause == cite(game, "E.4")[0]
    assert table.report("improper-cut", by="supervisor").words == "cut again"
    table.cut(20, ordered_by="supervisor")
    assert table.state.ready[0] == 32
    table.begin()
    table.wager(3, "ante", 5)
    table.no_more_bets()
    assert table.report("improper-cut").words.startswith("play on")
    table.act(3, "fold")
    with pytest.raises(IllegalError, match="shuffle first"):
        table.begin()
    ids = ("E.1", "E.2", "E.2.b", "E.3.a.ii", "E.3.a.iii", "E.4", *CUT[game])
    exercises(*cite(game, *ids))


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_shuffled_by_the_device_is_dealt_uncut(game: str, exercises: Exercises) -> None:
    table = opened(game, shuffler=True)
    table.shuffle(list(range(52)))
    with pytest.raises(IllegalError, match="is not cut") as refusal:
        table.cut(20)
    assert refusal.value.clause == cite(game, "E.2.a")[0]
    table.begin()
    exercises(*cite(game, "E.2", "E.2.a"))


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
        in_play.append(table.state.decks[0].back)
        with pytest.raises(IllegalError):
            table.shuffle(list(range(51)))
        played(table)
    assert in_play == ["red", "blue", "red", "blue"]
    records = {entry.clause for entry in table.log if entry.name in ("recorded", "round-closed")}
    assert set(cite(game, *(id for id in TWO[game] if id not in ("B.5", "B.5.a")))) <= records
    exercises(*cite(game, *TWO[game]))


COUNTS = {
    TCP: {"manual": "G.5", "hand": "H.4", "automated": "I.4", "machine": "G.6"},
    FCP: {"manual": "G.5", "hand": "H.4", "automated": "I.5", "machine": "G.7"},
    MS: {"manual": "I.5", "hand": "J.5", "automated": "AMB-M8", "machine": "K.3"},
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", ["manual", "hand", "automated"])
def test_the_stub_is_counted_every_five_rounds_unless_the_shuffler_counts(
    game: str, dealing: str, exercises: Exercises
) -> None:
    table = opened(game, dealing=dealing)
    for _ in range(5):
        assert not table.count_due()
        played(table)
    ready(table)
    clause = cite(game, COUNTS[game][dealing])[0]
    with pytest.raises(IllegalError, match="count the stub") as refusal:
        table.begin()
    assert refusal.value.clause == clause
    assert [prompt.clause for prompt in table.prompts()] == [clause]
    right = {TCP: "G.5.a", FCP: "G.6.a", MS: "I.5.a"}[game]
    assert table.count_stub(52).clause == cite(game, right)[0]
    table.begin()
    exercises(clause, *cite(game, right))
    if dealing == "hand":
        other = opened(game, dealing="hand", shuffler_counts=True)
        for _ in range(6):
            played(other)
        assert not other.count_due()
        assert other.report("machine-count", found=52).clause == cite(game, COUNTS[game]["machine"])[0]
        exercises(*cite(game, COUNTS[game]["machine"]))


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
    ruling = table.count_stub(found, misdealt=misdealt)
    assert ruling.clause == cite(game, WRONG[game][at])[0]
    assert table.state.round is None
    assert table.state.stacks[3] == 1000
    assert [deck.name for deck in table.state.decks] == ["deck 2" if removed else "deck 1"]
    if removed:
        assert not table.state.decks[0].steps
    exercises(ruling.clause, *cite(game, "AMB-G1"))
    if game != TCP and at < 2:
        exercises(*cite(game, "G.6.b" if game == FCP else "I.5.b"))


@pytest.mark.parametrize("game", GAMES)
def test_a_shuffler_that_counts_wrong_removes_the_deck(game: str, exercises: Exercises) -> None:
    table = opened(game, shuffler=True, shuffler_counts=True)
    clause = cite(game, WRONG[game][3])[0]
    assert table.report("machine-count", found=51).clause == clause
    assert table.state.retired == ["deck 1"]
    exercises(clause)


CHANGE = {TCP: ("D.5", "D.5/2"), FCP: ("D.5", "D.5/2"), MS: ("AMB-M12", "AMB-M12")}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("dealing", "hours", "at"), [("manual", 8, 0), ("automated", 8, 0), ("hand", 4, 1)])
def test_cards_are_changed_after_eight_hours_or_four_from_the_hand(
    game: str, dealing: str, hours: int, at: int, exercises: Exercises
) -> None:
    table = opened(game, dealing=dealing)
    assert table.tell_time(60 * hours - 1) == [p for p in table.prompts() if not p.text.startswith("change")]
    table.tell_time(60 * hours)
    clause = cite(game, CHANGE[game][at])[0]
    assert clause in [prompt.clause for prompt in table.prompts()]
    ready(table)
    with pytest.raises(IllegalError, match="in use too long") as refusal:
        table.begin()
    assert refusal.value.clause == clause
    table.change_deck("deck 1", "red")
    table.open_decks(by="dealer")
    played(table)
    with pytest.raises(InvalidError, match="is before minute"):
        table.tell_time(5)
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
    assert str(rested.facts()["where"]).startswith(where)
    assert rested.clause == cite(game, IDLE[game][-2])[0]
    table.sit(1, 50, "cid")
    assert table.log[-2].clause == cite(game, IDLE[game][-1])[0]
    assert [prompt.text for prompt in table.prompts()] == ["shuffle the deck"]
    with pytest.raises(IllegalError, match="shuffle first"):
        table.begin()
    exercises(*cite(game, *IDLE[game]))


@pytest.mark.parametrize(("game", "clause"), [(TCP, "B.4.a"), (FCP, "B.5.f"), (MS, "B.5.e")])
def test_an_automated_shoe_has_no_cover_card(game: str, clause: str, exercises: Exercises) -> None:
    assert cite(game, clause)[0] in named(opened(game, dealing="automated"), "recorded")
    assert cite(game, clause)[0] not in named(opened(game), "recorded")
    exercises(*cite(game, clause))


@pytest.mark.parametrize(("game", "clause"), [(TCP, "AMB-T8"), (FCP, "J.11"), (MS, "L.6")])
def test_cards_are_picked_up_so_that_every_hand_can_be_rebuilt(
    game: str, clause: str, exercises: Exercises
) -> None:
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
    assert cite(game, clause)[0] in named(table, "recorded")
    exercises(*cite(game, clause))


FLOOR = {
    TCP: {"face-up-card": "L.1", "wrong-number": "L.3", "dealer-exposed": "L.4", "shoe-failed": "L.6"},
    FCP: {"face-up-card": "L.1", "wrong-number": "L.3", "dealer-exposed": "L.4", "shoe-failed": "L.6"},
    MS: {"face-up-card": "N.1", "wrong-number": "N.3", "dealer-exposed": "AMB-M12/2", "shoe-failed": "N.5"},
}


@pytest.mark.parametrize(("game", "trigger"), [(game, trigger) for game in GAMES for trigger in FLOOR[game]])
def test_the_floor_voids_the_round_and_everything_goes_back(
    game: str, trigger: str, exercises: Exercises
) -> None:
    table = opened(game)
    table.sit(5, 1000, "bob")
    dealt(table, 5, ante=50)
    table.act(3, "play")
    ruling = table.report(trigger)
    assert ruling.clause == cite(game, FLOOR[game][trigger])[0]
    assert table.state.stacks == {3: 1000, 5: 1000}
    assert table.state.bank == 0
    with pytest.raises(IllegalError, match="shuffle first"):
        table.begin()
    exercises(ruling.clause, *cite(game, "AMB-G1"))


@pytest.mark.parametrize(("game", "clause"), [(TCP, "L.5"), (FCP, "L.5"), (MS, "N.4")])
def test_a_shuffler_that_fails_means_another_shuffle(game: str, clause: str, exercises: Exercises) -> None:
    table = opened(game, shuffler=True)
    ready(table)
    assert table.report("shuffler-failed").clause == cite(game, clause)[0]
    with pytest.raises(IllegalError, match="shuffle first"):
        table.begin()
    exercises(*cite(game, clause))


@pytest.mark.clauses(
    "oneida TCP.L.2", "oneida FCP.L.2", "oneida MS.N.2", "oneida TCP.AMB-T11", "oneida TCP.L.3"
)
def test_a_card_drawn_in_error_unseen_is_the_next_card() -> None:
    for game, clause in ((TCP, "TCP.L.2"), (FCP, "FCP.L.2"), (MS, "MS.N.2")):
        for dealing in ("manual", "hand"):
            ruling = rule(Sign(game, dealing=dealing), "drawn-in-error")
            assert (ruling.words, ruling.clause) == ("used as the next card", f"oneida {clause}")
        assert rule(Sign(game), "drawn-in-error", shown=True).void
    device = Sign(TCP, dealing="automated")
    put_right = rule(device, "drawn-in-error")
    assert (put_right.void, put_right.clause) == (False, "oneida TCP.AMB-T11")
    assert rule(device, "drawn-in-error", correctable=False).clause == "oneida TCP.L.3"
    assert rule(Sign(MS, dealing="automated"), "drawn-in-error").words == "used as the next card"


@pytest.mark.clauses("oneida TCP.L.4", "oneida FCP.L.4", "oneida MS.AMB-M12/2")
def test_a_dealer_card_seen_after_the_reveal_harms_nobody() -> None:
    assert not rule(Sign(TCP), "dealer-exposed", revealed=True).void
    assert not rule(Sign(FCP), "dealer-exposed", revealed=True).void
    assert not rule(Sign(MS), "dealer-exposed", play_on=True).void
    assert rule(Sign(TCP), "dealer-exposed", play_on=True).void
    with pytest.raises(InvalidError, match="unknown irregularity"):
        rule(Sign(TCP), "earthquake")


@pytest.mark.parametrize("game", GAMES)
def test_the_log_alone_rebuilds_the_table_and_the_bank_holds_what_players_lost(game: str) -> None:
    table = opened(game)
    for _ in range(3):
        played(table)
    assert table.state.bank == 15
    assert table.state.stacks == {3: 985}
    again = BankedTable.replay(table.log)
    assert (again.state.accounts(), again.state.rounds) == (table.state.accounts(), 3)
    hidden = [entry.facts()["cards"] for entry in table.seen(0) if entry.name == "deck-shuffled"]
    assert hidden == [[-1] * 52] * 3
    assert table.view(3)["bank"] == 15
    with pytest.raises(InvalidError, match="begin one"):
        table.act(3, "fold")


@pytest.mark.parametrize("game", GAMES)
def test_a_table_taken_up_from_its_log_plays_the_round_to_the_same_end(game: str) -> None:
    table = opened(game)
    table.sit(6, 500, "bob")
    dealt(table, 6)
    table.act(3, "play")
    again = BankedTable.replay(list(table.log))
    for each in (table, again):
        while each.round is not None and each.round.turn:
            each.act(each.round.turn, "play")
    assert again.state.accounts() == table.state.accounts()
    assert [entry.facts() for entry in again.log[1:]] == [entry.facts() for entry in table.log[1:]]
    assert again.state.round is None


@pytest.mark.parametrize("game", GAMES)
def test_of_two_decks_the_one_that_was_counted_short_leaves(game: str) -> None:
    table = dealt(opened(game, shuffler=True, backs=("red", "blue")), ante=50)
    table.count_stub(51)
    assert table.state.retired == ["deck 1"]
    assert [(deck.name, deck.back) for deck in table.state.decks] == [("deck 2", "blue"), ("deck 3", "red")]


def test_a_shuffler_that_counts_wrong_during_a_round_gives_up_the_deck_it_holds() -> None:
    table = dealt(opened(TCP, shuffler=True, shuffler_counts=True, backs=("red", "blue")), ante=50)
    assert not table.report("machine-count", found=51).void
    assert table.state.retired == ["deck 2"]
    table.act(3, "fold")
    assert [deck.name for deck in table.state.decks] == ["deck 3", "deck 1"]


def test_a_new_deck_with_the_backs_of_the_other_is_refused_and_nothing_leaves() -> None:
    table = opened(TCP, shuffler=True, backs=("red", "blue"))
    before = len(table.log)
    with pytest.raises(IllegalError, match="a second deck with blue backs"):
        table.change_deck("deck 1", "blue")
    assert [deck.name for deck in table.state.decks] == ["deck 1", "deck 2"]
    assert len(table.log) == before
    table.change_deck("deck 1", "green")
    assert [deck.back for deck in table.state.decks] == ["blue", "green"]


@pytest.mark.parametrize("game", GAMES)
def test_a_recut_ordered_while_wagers_are_made_changes_what_is_dealt(game: str, exercises: Exercises) -> None:
    table = opened(game)
    table.shuffle(list(range(52)))
    table.cut(10)
    table.begin()
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
    again = BankedTable.replay(table.log)
    assert again.state.round is not None
    assert again.state.round.places[3].cards == table.round.state.places[3].cards
    assert again.state.round.discards == table.round.state.discards
    exercises(*cite(game, "E.4"))


def test_a_very_deep_cut_stands_and_is_noted() -> None:
    table = opened(TCP)
    table.shuffle(list(range(52)))
    table.cut(42)
    assert not named(table, "recorded")
    table.cut(43, ordered_by="supervisor")
    assert named(table, "recorded") == ["oneida TCP.E.3.a.ii"]


@pytest.mark.parametrize("trigger", ["face-up-card", "shoe-failed"])
def test_an_irregularity_between_rounds_calls_for_a_new_shuffle(trigger: str) -> None:
    table = opened(TCP)
    ready(table)
    table.report(trigger)
    with pytest.raises(IllegalError, match="shuffle first"):
        table.begin()


def test_a_wager_is_taken_back_at_the_table_before_no_more_bets() -> None:
    table = opened(TCP)
    ready(table)
    table.begin()
    table.wager(3, "ante", 5)
    table.wager(3, "pair_plus", 5)
    table.withdraw(3, "pair_plus")
    assert table.state.accounts()["seat 3"] == 995
    table.no_more_bets()
    with pytest.raises(IllegalError, match="cannot be withdrawn") as refusal:
        table.withdraw(3, "ante")
    assert refusal.value.clause == "oneida TCP.F.3/2"
