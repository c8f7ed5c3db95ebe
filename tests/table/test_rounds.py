"""From one round to the next: rake and jackpot, kill, decks, refusals, and the sum of all chips."""

from __future__ import annotations

import pytest
from tests.table.facade import dealer_of, floor_of
from tests.table.tables import by_book, call_down, dealer_mucks, dealt, fold_to, named, one, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import HouseRulingRequired, IllegalError
from hoyle.games.poker.round import PokerRound
from hoyle.table import Jackpot, KillOption, PokerTable, Rake
from hoyle.table.disputes import NoteRecorded
from hoyle.table.poker.commands import CardLocation
from hoyle.table.poker.decks.deck_events import DeckRetired
from hoyle.table.poker.events import ButtonPlaced

# What the house takes


@by_book(
    {"oneida": "XI.N.2(b)(ii)", "room-2012": "REV(2)(B)", "nj-19-47": "19:47-14.14[REV(2)(B)]"},
    also={
        "oneida": "XI.N.1; XI.F.5(g)",
        "room-2012": "REV(1); OVER(4)(vi)",
        "nj-19-47": "19:47-14.14[REV(1)]; 19:47-14.6[OVER(4)(vi)]",
    },
)
def test_the_dealer_takes_each_increment_out_of_the_pot_and_sets_it_aside(book: str, clause: str) -> None:
    playing = dealt(book, rake=Rake(levels=((10, 2), (20, 1))))
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    assert playing.state.accounts()["rake"] == 2
    assert playing.playing_round().state.pot == 10
    aside = named(playing.log, "note-recorded")[-1]
    assert (aside.what, aside.detail, aside.clause) == ("rake set aside", "2", clause)
    assert playing.state.boxes.drop_box == 0, "it waits until the round is over"
    call_down(playing)
    # The house has its commission and nothing else: every other chip is a player's.
    assert playing.state.boxes.drop_box == 2
    assert sum(playing.stacks.values()) == 598


@pytest.mark.clauses("oneida XI.N.2(a)(ii)", "oneida XI.F.5(g)")
def test_the_dealer_sets_a_percentage_aside_betting_round_by_betting_round() -> None:
    playing = dealt("oneida", rake=Rake(percent=10))
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    aside = named(playing.log, "raked")[-1]
    assert (aside.method, aside.chips, aside.clause) == ("percent", 1, "oneida XI.N.2(a)(ii)")
    assert (playing.state.accounts()["rake"], playing.playing_round().state.pot) == (1, 11)
    for seat, word in ((2, "bet 4"), (3, "call"), (1, "fold")):
        playing.act(seat, word)
    # A tenth of eight is no whole chip.
    assert playing.state.accounts()["rake"] == 1
    for seat, word in ((2, "bet 8"), (3, "raise to 16"), (2, "call")):
        playing.act(seat, word)
    assert playing.state.accounts()["rake"] == 4
    call_down(playing)
    assert (playing.state.boxes.rake_area, playing.state.boxes.drop_box) == (0, 4)
    assert sum(playing.stacks.values()) == 596


@pytest.mark.parametrize(
    ("book", "rake", "into", "clause"),
    [
        pytest.param(b, r, i, c, id=c, marks=pytest.mark.clauses(c))
        for b, r, i, c in (
            ("oneida", Rake(percent=10), "drop box", "oneida XI.N.2(a)(iii)"),
            ("oneida", Rake(levels=((10, 1),)), "drop box", "oneida XI.N.2(b)(iii)"),
            ("room-2012", Rake(levels=((10, 1),)), "table inventory container", "room-2012 REV(2)(C)"),
        )
    ],
)
def test_as_soon_as_the_round_ends_the_rake_is_dropped(book: str, rake: Rake, into: str, clause: str) -> None:
    playing = dealt(book, rake=rake)
    call_down(playing)
    names = [entry.name for entry in playing.log]
    drop = one(playing.log, "dropped")
    assert (drop.what, drop.chips, drop.into, drop.clause) == ("rake", 1, into, clause)
    assert names.index("dropped") == names.index("round-closed") + 1
    assert (playing.state.boxes.rake_area, playing.state.boxes.drop_box) == (0, 1)


@pytest.mark.clauses("oneida XI.O.3", "oneida XI.O.4")
def test_the_jackpot_lies_apart_and_then_goes_to_its_own_container() -> None:
    playing = call_down(dealt("oneida", jackpot=Jackpot(fee=1, standards=("quads beaten",))))
    aside = named(playing.log, "note-recorded")[-1]
    assert (aside.what, aside.detail, aside.clause) == ("jackpot set aside", "1", "oneida XI.O.3")
    drop = one(playing.log, "dropped")
    assert (drop.what, drop.into, drop.clause) == ("jackpot", "jackpot container", "oneida XI.O.4")
    boxes = playing.state.boxes
    assert (boxes.jackpot_area, boxes.jackpot_fund, boxes.drop_box) == (0, 1, 0)


@by_book({"oneida": "XI.N.5", "room-2012": "REV(5)", "nj-19-47": "19:47-14.14[REV(5)]"})
def test_nothing_more_is_raked_after_the_pots_are_collected(book: str, clause: str) -> None:
    playing = dealt(book, rake=Rake(levels=((1000, 5),)))
    call_down(playing)
    with pytest.raises(IllegalError, match="5 chips cannot be raked") as error:
        floor_of(playing).late_rake(5)
    assert error.value.clause == clause
    assert playing.state.boxes.drop_box == 0


def test_before_the_push_the_round_takes_what_the_sign_says_and_no_more() -> None:
    playing = dealt("oneida")
    with pytest.raises(IllegalError) as error:
        floor_of(playing).late_rake(5)
    assert error.value.clause == "oneida XI.N.3"
    with pytest.raises(HouseRulingRequired):
        floor_of(call_down(dealt("ca-omaha"))).late_rake(5)


@pytest.mark.clauses("oneida XI.N.4")
def test_no_flop_no_rake_in_oneida() -> None:
    playing = dealt("oneida", rake=Rake(percent=25))
    fold_to(playing, 3)
    assert playing.state.boxes.drop_box == 0
    room = dealt("room-2012", rake=Rake(levels=((4, 1),)))
    fold_to(room, 3)
    assert room.state.boxes.drop_box == 1, "the room has no such rule"


@pytest.mark.clauses("oneida XI.N.6")
def test_at_a_short_table_the_house_may_cut_the_rake_on_request() -> None:
    rake = Rake(levels=((10, 2), (20, 2)))
    playing = table("oneida", players=6, rake=rake)
    cut = one(floor_of(playing).reduce_rake(4, Rake(levels=((10, 1),))), "rake-reduced")
    assert (cut.seat, cut.clause) == (4, "oneida XI.N.6")
    playing.deal(stacked_deck(""))
    call_down(playing)
    assert playing.state.boxes.drop_box == 1
    playing.sit(7, 200, "seventh")
    playing.deal(stacked_deck(""))
    assert one(playing.log[-40:], "rake-reduced").rake is None, "with seven the posted rake is back"
    call_down(playing)
    assert playing.state.boxes.drop_box == 1 + 4
    with pytest.raises(IllegalError, match="7 players") as error:
        floor_of(playing).reduce_rake(4, Rake())
    assert error.value.clause == "oneida XI.N.6"


def test_a_reduction_must_reduce() -> None:
    playing = table("oneida", players=3, rake=Rake(percent=10))
    for more in (Rake(percent=11), Rake(percent=5, levels=((4, 4),))):
        with pytest.raises(IllegalError, match="no reduction"):
            floor_of(playing).reduce_rake(1, more)
    with pytest.raises(HouseRulingRequired):
        floor_of(table("room-2012", rake=Rake(levels=((10, 1),)))).reduce_rake(1, Rake())


# Kill


K13 = "oneida XI.K.13"
BIG_I = "nj-13-69f 13:69F-14.11(A)(i)"


def holder(playing: PokerTable) -> str | int | None:
    return playing.state.kill.holder


def kill_table(book: str, game: str, kind: str = "kill") -> PokerTable:
    """A pot of one minimum wager is enough; seat 3, the big blind, wins the first one unopposed."""
    return table(book, game, players=4, kill=KillOption(kind=kind, multiple=1))


@pytest.mark.parametrize(
    ("book", "game", "kind", "limits", "clauses"),
    [
        pytest.param(b, g, k, limits, cites, marks=pytest.mark.clauses(*cites, *more))
        for b, g, k, limits, cites, more in (
            ("oneida", "omaha-hilo8", "kill", (8, 16), (K13, f"{K13}(b)"), ("oneida XI.A.21",)),
            ("oneida", "omaha-hilo8", "half-kill", (6, 12), (K13, f"{K13}(a)"), ("oneida XI.A.17",)),
            ("nj-13-69f", "big-omaha-hilo8", "kill", (8, 16), (BIG_I, BIG_I), ()),
        )
    ],
)
def test_whoever_takes_a_whole_pot_kills_the_next_hand(
    book: str, game: str, kind: str, limits: tuple[int, int], clauses: tuple[str, str]
) -> None:
    playing = table(book, game, players=4, kill=KillOption(kind=kind, dollars=10))
    playing.deal(stacked_deck(""))
    for seat, word in ((4, "call"), (1, "fold"), (2, "fold"), (3, "check"), (3, "bet 4"), (4, "fold")):
        playing.act(seat, word)
    moved = one(playing.log, "kill-moved")
    assert (moved.holder, moved.clause) == ("player 3", clauses[0])
    assert (playing.limits, playing.button) == (limits, 2)
    playing.deal(stacked_deck(""))
    told = named(playing.log, "note-recorded")[-1]
    assert (told.detail, told.clause) == (f"{limits[0]}-{limits[1]}", clauses[1])
    # Seat 3 owes the small blind too; he posts one blind only, of the raised minimum. Seat 4 posts as posted.
    posts = [(post.seat, post.chips) for post in named(playing.log, "posted")[-2:]]
    assert posts == [(3, limits[0]), (4, 4)]
    assert playing.options().min_raise_to == 2 * limits[0]
    # Seat 3 wins again, but a pot of 8 is too small: the kill is over.
    fold_to(playing, 3)
    assert sum(award.chips for award in named(playing.log, "awarded")[-1:]) < 10
    assert playing.state.kill.holder is None
    assert playing.limits == (4, 8)


def test_of_a_kill_that_stays_as_it_is_nothing_is_said() -> None:
    playing = table("oneida", "omaha-hilo8", players=4, kill=KillOption(kind="kill", dollars=1000))
    for _ in range(2):
        playing.deal(stacked_deck(""))
        fold_to(playing, 3)
    # The first pot makes seat 3 the last winner; the second changes nothing.
    assert [entry.last_winner for entry in named(playing.log, "kill-moved")] == ["player 3"]


@pytest.mark.clauses("oneida XI.K.13")
def test_the_kill_button_moves_to_whoever_wins_the_next_whole_pot_and_a_split_ends_it() -> None:
    playing = kill_table("oneida", "omaha-hilo8")
    playing.deal(stacked_deck(""))
    fold_to(playing, 3)
    playing.deal(stacked_deck(""))
    playing.act(1, "call")
    playing.act(2, "fold")
    playing.act(3, "check")
    playing.act(4, "fold")
    playing.act(3, "fold")
    assert holder(playing) == "player 1"
    # Deal from the button's left (button 3): seats 4, 1, 2, 3. Seat 4 wheels, seat 1 has aces: a split pot.
    hands = {4: "2c 3c 9c Tc", 1: "As Ah Kd Qd", 2: "Jc Jd 9d 9h", 3: "Th Td 8c 8d"}
    rows = [hands[seat].split()[at] for at in range(4) for seat in (4, 1, 2, 3)]
    playing.deal(stacked_deck(" ".join(rows) + " 5c Ad 4h 6s 5d Ks 5h 7s"))
    call_down(playing)
    assert len({award.seat for award in named(playing.log, "awarded")[-2:]}) == 2
    assert playing.state.kill.holder is None


@pytest.mark.clauses("oneida XI.J.11", "oneida XI.J.11(b)", "oneida XI.J.12")
def test_in_holdem_two_pots_in_a_row_make_a_kill_that_lasts_until_somebody_else_wins() -> None:
    playing = kill_table("oneida", "holdem")
    playing.deal(stacked_deck(""))
    fold_to(playing, 3)
    assert holder(playing) is None
    assert playing.limits == (4, 8)
    playing.deal(stacked_deck(""))
    playing.act(1, "fold")
    playing.act(2, "fold")
    playing.act(3, "raise to 8")
    playing.act(4, "fold")
    assert holder(playing) == "player 3"
    assert playing.limits == (8, 16)
    playing.deal(stacked_deck(""))
    post = named(playing.log, "posted")[-1]
    assert (post.seat, post.what, post.chips) == (3, "kill", 8)
    fold_to(playing, 3)
    assert holder(playing) == "player 3", "no size test to stay"
    playing.deal(stacked_deck(""))
    fold_to(playing, 2)
    assert holder(playing) is None


@pytest.mark.clauses("oneida XI.J.11(a)")
def test_a_holdem_half_kill_is_played_at_one_and_a_half() -> None:
    playing = kill_table("oneida", "holdem", "half-kill")
    for _ in range(2):
        playing.deal(stacked_deck(""))
        playing.act(playing.playing_round().actor, "fold")
        while playing.playing:
            seat = playing.playing_round().actor
            playing.act(
                seat, "raise to 8" if seat == 3 and playing.options().call else "fold" if seat != 3 else "check"
            )
    assert (holder(playing), playing.limits) == ("player 3", (6, 12))


@pytest.mark.clauses("oneida XI.K.13")
def test_the_kill_goes_with_the_player_and_not_with_his_seat() -> None:
    playing = kill_table("oneida", "omaha-hilo8")
    playing.deal(stacked_deck(""))
    fold_to(playing, 3)
    assert (holder(playing), playing.view().kill_button) == ("player 3", "player 3")
    playing.leave(3)
    playing.sit(3, 200, "newcomer")
    playing.deal(stacked_deck(""))
    posts = [post.what for post in named(playing.log, "posted")[-2:]]
    assert posts == ["blind", "blind"], "the newcomer has earned no kill"
    assert playing.limits == (8, 16), "the limits stay raised for one more pot"
    moved = kill_table("oneida", "omaha-hilo8")
    moved.deal(stacked_deck(""))
    fold_to(moved, 3)
    moved.leave(3)
    moved.sit(5, 200, "player 3")
    moved.deal(stacked_deck(""))
    assert moved.limits == (8, 16), "who has earned it has it in his new seat"
    assert [post.seat for post in named(moved.log, "posted") if post.what.startswith("kill")] == [5]


@pytest.mark.clauses("oneida XI.J.11")
def test_two_pots_in_a_row_are_won_by_one_player_and_not_by_one_seat() -> None:
    playing = kill_table("oneida", "holdem")
    playing.deal(stacked_deck(""))
    fold_to(playing, 3)
    playing.leave(3)
    playing.sit(3, 200, "newcomer")
    playing.deal(stacked_deck(""))
    playing.act(1, "fold")
    playing.act(2, "fold")
    playing.act(3, "raise to 8")
    playing.act(4, "fold")
    assert holder(playing) is None, "he has won one"


def test_the_raised_limits_stay_while_the_killer_is_away_and_nobody_posts_his_blind() -> None:
    playing = kill_table("oneida", "omaha-hilo8")
    playing.deal(stacked_deck(""))
    fold_to(playing, 3)
    playing.sit_out(3)
    assert playing.view("").limits == (8, 16)
    playing.deal(stacked_deck(""))
    assert (playing.limits, playing.state.kill.holder) == ((8, 16), "player 3")
    assert [post.what for post in named(playing.log, "posted")[-2:]] == ["blind", "blind"]
    assert named(playing.log, "round-began")[-1].killer == 0


# Decks


@pytest.mark.clauses("oneida XI.B.2(a)")
def test_with_a_machine_the_decks_alternate_every_round() -> None:
    playing = table("oneida", shuffler=True)
    used = []
    for _ in range(4):
        playing.deal(stacked_deck(""))
        used.append(named(playing.log, "round-began")[-1].deck)
        call_down(playing)
    assert used == ["first", "second", "first", "second"]
    assert named(playing.log, "decks-swapped")[0].clause == "oneida XI.B.2(a)"
    assert named(call_down(dealt("oneida")).log, "decks-swapped") == [], "by hand the second deck waits"


# One round at a time


def test_what_is_refused_changes_nothing() -> None:
    playing = dealt("oneida")
    before, log = playing.checkpoint(), list(playing.log)
    refusals = (
        lambda: playing.deal(stacked_deck("")),
        lambda: playing.act(2, "call"),
        lambda: playing.act(1, "raise to 9"),
        lambda: playing.act(1, "sing"),
        lambda: playing.draw(1, "As"),
        lambda: playing.show(1),
        lambda: playing.shuffle(list(range(52))),
        lambda: playing.cut(20),
        lambda: dealer_of(playing).chips_in(1, [999]),
        lambda: floor_of(playing).exposed(CardLocation(at="board", card=1)),
        lambda: floor_of(playing).missed_seat(1),
        lambda: floor_of(playing).discard(3),
        lambda: floor_of(playing).muck(2),
        lambda: floor_of(playing).retrieve(2),
        lambda: floor_of(playing).disclose(2),
        lambda: dealer_of(playing).opening("wash"),
    )
    for number, refusal in enumerate(refusals):
        with pytest.raises(ValueError):  # noqa: PT011
            refusal()
        assert playing.checkpoint() == before, number
        assert playing.log == log, number


def test_a_refused_deal_leaves_the_table_as_it_was() -> None:
    playing = table("oneida")
    before, log = playing.checkpoint(), list(playing.log)
    for refusal in (
        lambda: playing.deal(stacked_deck("")[:51]),
        lambda: playing.deal(stacked_deck(""), cut=9),
        lambda: playing.deal(stacked_deck(""), cut=20, cut_from="side"),
        lambda: playing.deal(),
        lambda: playing.deal(stacked_deck(""), dealt_in=[2]),
        lambda: playing.deal(stacked_deck(""), dealt_in=[2, 9]),
        lambda: playing.act(1, "call"),
        lambda: floor_of(playing).no_cut(),
    ):
        with pytest.raises(ValueError):  # noqa: PT011
            refusal()
        assert playing.log == log
        assert playing.checkpoint() == before


@pytest.mark.parametrize("fails", [ButtonPlaced, DeckRetired, NoteRecorded])
def test_what_fails_half_way_is_as_if_it_had_not_been_tried(fails: type, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = dealt("oneida", rake=Rake(levels=((10, 2),)))
    playing.act(1, "call")
    playing.act(2, "call")
    playing.top_up(1, 50)

    whole = fails.apply  # type: ignore[attr-defined]
    broke: list[object] = []

    def broken(entry: object, state: object) -> None:
        """Breaks once; what went before can be applied again."""
        if not broke:
            broke.append(entry)
            raise RuntimeError("out of order")
        whole(entry, state)

    def check_on() -> None:
        """Everybody checks until something breaks."""
        while playing.playing:
            stands.append((playing.checkpoint(), list(playing.log), list(playing.steps), playing.pending()))
            playing.act(playing.playing_round().actor, "check")

    stands = [(playing.checkpoint(), list(playing.log), list(playing.steps), playing.pending())]
    with monkeypatch.context() as patched:
        patched.setattr(fails, "apply", broken)
        with pytest.raises(RuntimeError, match="out of order"):
            floor_of(playing).bad_deck(51) if fails is DeckRetired else check_on()
    assert (playing.checkpoint(), playing.log, playing.steps, playing.pending()) == stands[-1]
    call_down(playing)
    assert sum(playing.stacks.values()) + playing.state.boxes.drop_box == 650
    assert PokerTable.load(playing.dump()) == playing
    assert PokerTable.audit(playing.steps).holds


def test_draw_games_are_dealt_drawn_and_shuffled_at_the_table() -> None:
    playing = table("oneida", "draw5-high", players=8)
    playing.deal(stacked_deck(""))
    while playing.playing_round().pending == "action":
        playing.act(playing.playing_round().actor, "call" if playing.options().call else "check")
    shuffled = 0
    while playing.playing and playing.playing_round().pending in ("draw", "shuffle"):
        round_ = playing.playing_round()
        if round_.pending == "shuffle":
            playing.shuffle(round_.cards_to_shuffle())
            shuffled += 1
        else:
            playing.draw(round_.actor, list(round_.state.cards[round_.state.actor][:3]))
    assert shuffled
    call_down(playing)
    assert sum(playing.stacks.values()) == 1600


def test_a_showdown_can_be_played_hand_by_hand() -> None:
    playing = dealt("oneida", "holdem", top="2c 3c As 2d 3d Ah", table_all=False)
    while playing.playing_round().pending == "action":
        playing.act(playing.playing_round().actor, "call" if playing.options().call else "check")
    assert playing.playing_round().actor == 2
    playing.concede(2)
    playing.concede(3)
    assert [entry.seat for entry in named(playing.log, "shown")] == [1], "the last hand is shown by itself"
    dealer_mucks(playing)
    assert one(playing.log, "awarded").seat == 1


def test_the_round_of_a_table_is_a_round() -> None:
    playing = dealt("oneida")
    assert isinstance(playing.round, PokerRound)
    assert playing.options().label() == "fold, call 4, raise to 8"
