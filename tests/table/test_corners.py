"""Corners that evenings of chance seldom turn: words without content, bounds, people who are gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.games.house_cards.tables import opened as house_table
from tests.table.facade import dealer_of, floor_of, waiting_list_of
from tests.table.tables import call_down, dealt, fold_to, named, opened, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import HouseRulingRequired, HoyleError, IllegalError, InvalidError
from hoyle.games.dice.posted_sign import CrapsSign, MiniDiceSign
from hoyle.table import Fees, Jackpot, PokerTable, Rake, kind_registry
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.dice.automatic_pre_roll import prepare_roll
from hoyle.table.dice.table import DiceTable
from hoyle.table.dispute_handlers import MAX_DISPUTES
from hoyle.table.disputes import LogNote, OpenDispute, RefusePlay, SettleDispute
from hoyle.table.house_cards import HouseCardTable
from hoyle.table.pending_decisions import Bounds
from hoyle.table.poker import commands
from hoyle.table.poker.action_handlers import perform
from hoyle.table.poker.decks.dealer_procedures import blocking_procedures
from hoyle.table.poker.decks.deck_events import DeckRetired, DecksSwapped
from hoyle.table.ruling_preview import RulingPreview
from hoyle.table.seat_handlers import MAX_WAITING_LIST
from hoyle.table.seats import (
    CallFromWaitingList,
    CancelDeferred,
    JoinWaitingList,
    Leave,
    LeaveWaitingList,
    PlayerLeft,
    Sit,
    SitIn,
    SitOut,
    SkipOnWaitingList,
    TopUp,
    WaitingListChanged,
)


def craps() -> DiceTable:
    found = DiceTable.open(CrapsSign())
    found.sit(1, 100, "ann")
    return found


def every_kind() -> list[Any]:
    """A table of each kind with somebody there."""
    return [table("oneida", "holdem"), house_table("three-card-poker"), craps()]


KINDS = pytest.mark.parametrize("kind", [0, 1, 2], ids=["poker", "house cards", "dice"])


def refusal(asked: Callable[[], object]) -> str:
    with pytest.raises(HoyleError) as caught:
        asked()
    return str(caught.value)


# Every kind of table


@pytest.mark.parametrize("kind", [PokerTable, HouseCardTable, DiceTable])
def test_a_table_without_a_sign_takes_none_but_the_order_to_open(kind: Any) -> None:
    shut = kind()
    for ask in (lambda: shut.sit(1, 50), lambda: shut.do("open"), lambda: shut.do(5), lambda: shut.sign):
        assert refusal(ask) == "the table is not open: put up a sign first"


@pytest.mark.parametrize("ask", ["book", "page"])
def test_a_table_without_a_sign_has_no_book(ask: str) -> None:
    assert refusal(lambda: getattr(PokerTable(), ask)) == "the table is not open: put up a sign first"


@KINDS
def test_what_is_no_command_is_told_the_commands(kind: int) -> None:
    at = every_kind()[kind]
    assert refusal(lambda: at.do("sit")).startswith("'sit' is no command: expected one of")
    throw: Any = DiceTable.COMMANDS["throw"]
    other = commands.Deal() if kind else throw(one=1, other=2)
    assert refusal(lambda: at.do(other)) == f"{other.name} is not for a table of {at.KIND}"


@KINDS
@pytest.mark.parametrize(
    ("command", "said"),
    [
        (OpenDispute(about=" "), "about '': say what the dispute is about"),
        (OpenDispute(about=""), "about '': say what the dispute is about"),
        (SettleDispute(number=1, ruling=" ", ruled_by="supervisor"), "ruling '': a ruling needs words"),
        (SettleDispute(number=0, ruling="so", ruled_by="supervisor"), "no dispute 0 has been brought"),
        (SettleDispute(number=2, ruling="so", ruled_by="supervisor"), "no dispute 2 has been brought"),
        (LogNote(what=""), "what '': say what is noted"),
        (RefusePlay(player="", why=""), "player '': say who is refused play"),
        (JoinWaitingList(player=""), "player '': a name is needed for the waiting list"),
        (JoinWaitingList(player="floor"), "player 'floor': that name is reserved for staff"),
        (Sit(seat=2, chips=50, player="dealer"), "player 'dealer': that name is reserved for staff"),
        (TopUp(seat=1, chips=0), "chips 0: expected 1 or more"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_words_without_content_are_refused(kind: int, command: Command, said: str) -> None:
    at = every_kind()[kind]
    if 1 not in at.roster.players:
        at.sit(1, 100, "bob")
    at.do(OpenDispute(about="a chip"))
    assert refusal(lambda: at.do(command)).startswith(said)


@KINDS
def test_a_table_hears_so_many_disputes_and_not_one_more(kind: int) -> None:
    at = every_kind()[kind]
    for _ in range(MAX_DISPUTES):
        at.do(OpenDispute(about="a chip"))
    assert len(at.roster.disputes) == MAX_DISPUTES
    said = refusal(lambda: at.do(OpenDispute(about="a chip")))
    assert said == f"{MAX_DISPUTES} disputes have been brought here: close the table"


@KINDS
def test_a_waiting_list_takes_so_many_names_and_not_one_more(kind: int) -> None:
    at = every_kind()[kind]
    for number in range(MAX_WAITING_LIST):
        at.do(JoinWaitingList(player=f"guest {number}"))
    assert f"{MAX_WAITING_LIST} names are on the list: it is full" in refusal(
        lambda: at.do(JoinWaitingList(player="one more"))
    )


@KINDS
def test_a_name_that_was_called_and_is_struck_is_called_no_longer(kind: int) -> None:
    at = every_kind()[kind]
    for name in ("zoe", "yan"):
        at.do(JoinWaitingList(player=name))
    at.do(CallFromWaitingList(seat=5))
    assert at.roster.called_name == "zoe"
    at.do(LeaveWaitingList(player="yan"))
    assert at.roster.called_name == "zoe"
    at.do(LeaveWaitingList(player="zoe"))
    assert at.roster.called_name == ""
    assert refusal(lambda: at.do(SkipOnWaitingList(player="zoe"))).startswith("zoe cannot be passed over: nobody was")


@KINDS
def test_who_was_passed_over_is_called_again_once_somebody_has_sat_down(kind: int) -> None:
    at = every_kind()[kind]
    for name in ("zoe", "yan", "xia"):
        at.do(JoinWaitingList(player=name))
    at.do(CallFromWaitingList(seat=5))
    at.do(SkipOnWaitingList(player="zoe"))
    at.do(CallFromWaitingList(seat=5))
    assert (at.roster.called_name, at.roster.passed_over) == ("yan", ["zoe"])
    assert refusal(lambda: at.sit(5, 100, "xia")).startswith("xia cannot take a seat: yan is first on the list")
    at.do(LeaveWaitingList(player="zoe"))
    assert at.roster.passed_over == []
    at.sit(5, 100, "yan")
    assert (at.roster.called_name, at.roster.waiting) == ("", ["xia"])


@KINDS
def test_an_entry_that_tells_of_other_chips_than_lie_there_cannot_follow(kind: int) -> None:
    at = every_kind()[kind]
    seat, player = next(iter(at.roster.players.items()))
    left = PlayerLeft(seat=seat, player=player.name, chips=player.total_chips() - 1, clause="house seats")
    with pytest.raises(InvalidError, match=f"seat {seat} has {player.total_chips()}, not {player.total_chips() - 1}"):
        at.apply(left)
    at.apply(PlayerLeft(seat=seat, player=player.name, chips=player.total_chips(), clause="house seats"))
    at.apply(WaitingListChanged(player="ann", on=True, clause="house waiting-list"))


@KINDS
def test_people_are_called_by_name_or_by_a_seat_that_there_is(kind: int) -> None:
    at = every_kind()[kind]
    most = at.seat_rules().max_seats
    seat, player = next(iter(at.roster.players.items()))
    assert at.resolve_person(seat) == player.name
    assert at.resolve_person("zoe") == "zoe"
    assert at.resolve_person(0) == at.resolve_person(most) == ""
    for none in (-1, most + 1):
        with pytest.raises(InvalidError, match=f"seat {none}: expected 1 to {most}"):
            at.resolve_person(none)


# Promises


def test_a_barred_player_may_change_his_mind_on_anything_but_leaving() -> None:
    at = dealt("room-2012")
    at.do(TopUp(seat=1, chips=5))
    at.do(RefusePlay(player="player 1", why="signals", house="out"), by="floor")
    assert refusal(lambda: at.do(CancelDeferred(seat=1, what="leave"))).startswith("player 1 has been refused play")
    at.do(CancelDeferred(seat=1, what="top up"))
    assert [promise.what for promise in at.roster.deferred_requests] == ["leave"]


def test_who_wants_to_leave_anyway_is_barred_without_a_second_promise() -> None:
    at = dealt("room-2012")
    at.do(Leave(seat=1))
    entries = at.do(RefusePlay(player="player 1", why="signals", house="out"), by="floor")
    assert not named(entries, "request-deferred")
    assert [promise.what for promise in at.roster.deferred_requests] == ["leave"]


def test_who_is_in_the_round_sits_out_when_it_is_over_and_only_once() -> None:
    at = dealt("oneida", "holdem")
    at.do(SitOut(seat=1))
    assert refusal(lambda: at.do(SitOut(seat=1))) == "seat 1 sits out already"
    assert not at.state.player(1).sitting_out
    fold_to(at, 2)
    assert at.state.player(1).sitting_out
    at.do(SitIn(seat=1))
    assert refusal(lambda: at.do(SitIn(seat=1))) == "seat 1 is in already"


# Poker


@pytest.mark.parametrize(
    ("rake", "taken"),
    [
        ({"percent": -1}, "rake percent -1: expected 0 or more"),
        ({"cap": -1}, "rake cap -1: expected 0 or more"),
        ({"levels": ((0, 1),)}, "rake levels 0: expected 1 or more"),
        ({"levels": ((-5, 1),)}, "rake levels -5: expected 1 or more"),
        ({"levels": ((20, 0),)}, "rake levels 0: expected 1 or more"),
        ({"levels": ((20, 3),)}, "is no reduction"),
        ({"levels": ((19, 2),)}, "is no reduction"),
        ({"percent": 1}, "is no reduction"),
        ({"levels": ((20, 2),)}, ""),
        ({"levels": ((20, 1),)}, ""),
        ({"levels": ((21, 2),)}, ""),
        ({}, ""),
    ],
    ids=str,
)
def test_a_rake_is_cut_and_never_raised_on_request(rake: dict[str, Any], taken: str) -> None:
    at = table("oneida", "holdem", rake=Rake(levels=((20, 2),)))
    if taken:
        assert taken in refusal(lambda: floor_of(at).reduce_rake(1, Rake(**rake)))
    else:
        assert named(floor_of(at).reduce_rake(1, Rake(**rake)), "rake-reduced")[0].rake == Rake(**rake)


@pytest.mark.parametrize(("chips", "paid"), [(0, False), (1, True), (2, True), (3, False)])
def test_a_jackpot_pays_what_the_fund_holds_and_no_more(chips: int, paid: bool) -> None:
    at = table("oneida", "holdem", jackpot=Jackpot(fee=1, standards=("quads beaten",)))
    at.deal(list(range(52)))
    call_down(at)
    # From the button at seat 2 on: four eights in seat 3, four nines in seat 1.
    at.deal(stacked_deck("8c 9c 2c 8d 9d 3c 4c 8h 8s 9h 4d 9s 4h Kd"))
    call_down(at)
    assert at.state.boxes.jackpot_fund == 2
    if paid:
        floor_of(at).pay_jackpot(3, chips, standard="quads beaten")
        assert at.state.boxes.jackpot_fund == 2 - chips
    else:
        said = refusal(lambda: floor_of(at).pay_jackpot(3, chips, standard="quads beaten"))
        assert said.startswith(f"the fund holds 2, not {chips}")


def test_a_cut_of_nothing_is_no_cut() -> None:
    at = table("oneida", "holdem")
    assert refusal(lambda: at.deal(list(range(52)), cut=0)) == "cut 0: leave it out where no cut is made"
    assert named(at.deal(list(range(52))), "round-began")


@pytest.mark.parametrize("seat", ["one", "１", "", "1.5"])
def test_a_button_is_drawn_for_by_seats_with_numbers(seat: str) -> None:
    at = PokerTable.open(opened("oneida", "holdem").sign)
    for number in (1, 2):
        at.sit(number, 100, f"player {number}")
    said = refusal(lambda: at.do(commands.DrawButton(draw={seat: "Ah", "2": "Kh"})))
    assert said == f"draw {seat!r}: expected a seat by its number"


def test_a_deck_has_a_name_of_its_own() -> None:
    at = table("oneida", "holdem")
    assert refusal(lambda: dealer_of(at).bring_deck("")) == "deck '': a deck needs a name"
    dealer_of(at).bring_deck("green")
    assert refusal(lambda: dealer_of(at).bring_deck("green")) == "deck 'green' was at this table already"


def test_the_list_is_prompted_for_by_the_first_who_was_not_passed_over() -> None:
    at = table("oneida", "holdem", seats=4)
    assert not any("is open for" in prompt.text for prompt in dealer_of(at).prompts())
    waiting_list_of(at).add("zoe")
    waiting_list_of(at).add("yan")
    clause = at.seat_rules().list_clause
    assert ("seat 4 is open for zoe", clause) in [(each.text, each.clause) for each in dealer_of(at).prompts()]
    waiting_list_of(at).announce(4)
    waiting_list_of(at).pass_over("zoe")
    assert "seat 4 is open for yan" in [each.text for each in dealer_of(at).prompts()]
    at.sit(4, 100, "yan")
    assert not any("is open for" in prompt.text for prompt in dealer_of(at).prompts())


def test_cards_are_drawn_by_name_or_by_place_and_each_once() -> None:
    at = dealt("oneida", "draw5-high", blinds=(4,))
    while at.playing_round().pending != "draw":
        at.act(at.playing_round().actor, "call" if at.options().call else "check")
    seat = at.playing_round().actor

    def draw(**told: Any) -> str:
        return refusal(lambda: at.do(commands.Draw(seat=seat, **told)))

    assert draw(cards="Ah", places=(1,)) == "cards and places: name the cards or their places, not both"
    for places in ((1, 1), (0,), (6,), (5, 6)):
        wanted = f"places {list(places)}: expected different ones from 1 to 5"
        assert draw(places=places) == wanted
    at.do(commands.Draw(seat=seat, places=(1, 5)))


def test_a_report_on_cards_says_where_they_lie() -> None:
    at = dealt("oneida", "holdem")
    for report in (commands.Boxed(spots=()), commands.Exposed(spots=(), dealer_error=True)):
        with pytest.raises(InvalidError, match="spots: say where the card lies"):
            at.do(report, by="floor")


# Logs of any kind, and what goes by itself


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("a log", "log 'a log': expected a list of steps"),
        (b"a log", "log b'a log': expected a list of steps"),
        ({"steps": []}, "expected a list of steps"),
        (5, "log 5: expected a list of steps"),
        ([], "a log begins with the opening of its table, not with None"),
        (["open"], "a log begins with the opening of its table, not with 'open'"),
        ([{"command": "open"}], "a log begins with the opening of its table"),
        ([{"command": {"do": "sit", "game": "craps"}}], "a log begins with the opening of its table"),
        ([{"command": {"do": "open"}}], "unknown game 'None'; the games are holdem"),
        ([{"command": {"do": "open", "sign": "holdem"}}], "unknown game 'None'; the games are holdem"),
        ([{"command": {"do": "open", "sign": {"game": "whist"}}}], "unknown game 'whist'"),
        ([{"command": {"do": "open", "game": "whist"}}], "unknown game 'whist'"),
    ],
    ids=str,
)
def test_a_log_is_a_list_that_begins_with_the_opening_of_a_table(log: Any, said: str) -> None:
    for taken_up in (kind_registry.load, kind_registry.audit):
        with pytest.raises(InvalidError) as caught:
            taken_up(log)
        assert said in str(caught.value)


@KINDS
def test_a_table_of_any_kind_comes_back_from_its_log_and_its_checkpoint(kind: int) -> None:
    at = every_kind()[kind]
    assert kind_registry.load(at.dump()) == at
    assert kind_registry.resume(at.checkpoint()) == at
    assert kind_registry.table_class_for(["holdem", "three-card-poker", "craps"][kind]) is type(at)
    assert kind_registry.audit(at.dump()).holds


@pytest.mark.parametrize("checkpoint", [{"kind": "bridge"}, {"kind": 5}, {}, "poker", None], ids=str)
def test_a_checkpoint_names_its_kind_of_table(checkpoint: Any) -> None:
    with pytest.raises(InvalidError, match="one of poker, "):
        kind_registry.resume(checkpoint)


@KINDS
def test_who_gives_no_name_gets_one_that_nobody_has_had(kind: int) -> None:
    at = every_kind()[kind]
    for name in ("player 5", "player 5, 2", "player 5, 3"):
        at.sit(5, 100)
        assert at.roster.players[5].name == name
        at.leave(5)
    at.sit(5, 100, "player 5")
    at.leave(5)
    at.sit(5, 100)
    assert at.roster.players[5].name == "player 5, 4", "who comes back under an old name takes none"


@KINDS
def test_a_table_that_is_not_open_waits_for_its_sign_and_offers_no_seat(kind: int) -> None:
    closed = type(every_kind()[kind])()
    assert [(wait.kind, wait.choices[0].do) for wait in closed.pending()] == [("open", "open")]
    assert closed.seat_choices("ann") == ()


@KINDS
def test_seats_are_offered_the_same_at_every_table(kind: int) -> None:
    at = every_kind()[kind]
    at.sit(5, 100, "dot")
    assert [choice.do for choice in at.seat_choices("dot")] == ["top-up", "sit-out", "leave"]
    at.sit_out(5)
    assert [choice.do for choice in at.seat_choices(5)] == ["top-up", "sit-in", "leave"]
    free = at.seat_choices("eve")
    assert {choice.do for choice in free} == {"sit"}
    assert 5 not in [choice.fixed["seat"] for choice in free]
    at.do(JoinWaitingList(player="fay"))
    assert at.seat_choices("eve") == ()
    assert at.seat_choices("fay") == free
    assert at.seat_choices("dealer") == at.seat_choices("") == ()


@KINDS
def test_a_preview_has_the_same_shape_at_every_table(kind: int) -> None:
    at = every_kind()[kind]
    named = {"about": "noise"} if at.KIND == "dice" else {"trigger": "other"}
    command = command_from_dict(at.COMMANDS, {"do": "house-ruling", "decision": "play on", **named})
    before = at.checkpoint()
    told = at.preview(command, by="floor")
    assert isinstance(told, RulingPreview)
    assert "play on" in told.result or [entry.decision for entry in told.entries] == ["play on"]
    assert told.clauses
    assert at.checkpoint() == before
    with pytest.raises(HoyleError):
        at.preview(5)


def test_a_table_goes_back_no_further_than_it_must_however_long_it_has_played() -> None:
    at = table("oneida", "holdem")
    longest = 0
    for _ in range(60):
        at.deal(list(range(52)))
        call_down(at)
        longest = max(longest, len(at._events_since_snapshot))
    assert at.event_count > 1000
    assert longest < 400
    before = at.checkpoint()
    assert refusal(lambda: at.act(1, "fold"))
    assert at.checkpoint() == before


@pytest.mark.parametrize("throwers", [("ann",), ("bob",), ("ann", "bob")], ids=" and ".join)
@pytest.mark.parametrize("sign", [CrapsSign(), MiniDiceSign()], ids=["craps", "mini-dice"])
def test_what_goes_without_saying_is_done_by_those_it_is_asked_of(sign: Any, throwers: Any) -> None:
    at = DiceTable.open(sign)
    for seat, name in ((1, "ann"), (2, "bob")):
        at.sit(seat, 500, name)
    before = len(at.steps)
    entries = prepare_roll(at, throwers)
    assert at.state.play.shooter == throwers[0]
    assert entries == [entry for step in at.steps[before:] for entry in step.events]
    done = [(step.by, step.command.name) for step in at.steps[before:]]
    answers = [("ann", "accept")] if "ann" in throwers else [("ann", "decline"), ("bob", "accept")]
    assert [each for each in done if each[1] in ("accept", "decline")] == answers
    assert all(by in ("ann", "bob") for by, name in done if name in ("bet", "accept", "decline"))
    assert not prepare_roll(at, throwers)


@KINDS
def test_the_waiting_list_cites_its_clause_whoever_is_turned_away(kind: int) -> None:
    found = every_kind()[kind]
    clause = found.seat_rules().list_clause
    assert clause
    with pytest.raises(IllegalError, match="zoe is not on the list: nobody is") as caught:
        found.do(LeaveWaitingList(player="zoe"), by="zoe")
    assert caught.value.clause == clause
    assert found.do(JoinWaitingList(player="zoe"), by="zoe")[0].clause == clause
    with pytest.raises(IllegalError, match="zoe is on the list already") as caught:
        found.do(JoinWaitingList(player="zoe"), by="zoe")
    assert caught.value.clause == clause
    for at in range(1, MAX_WAITING_LIST):
        found.do(JoinWaitingList(player=f"player {at} in line"), by="floor")
    with pytest.raises(IllegalError, match="it is full") as caught:
        found.do(JoinWaitingList(player="yan"), by="yan")
    assert caught.value.clause == clause
    assert found.do(LeaveWaitingList(player="zoe"), by="zoe")[0].clause == clause


def test_what_a_book_leaves_to_the_house_on_late_rake_is_asked_with_the_facts() -> None:
    playing = fold_to(dealt("ca-omaha"), 1)
    with pytest.raises(HouseRulingRequired, match=r"no rule for late-rake \{'collected': True\}"):
        playing.do(commands.LateRake(chips=1), by="dealer")


def test_nobody_is_gone_in_a_log_while_he_holds_the_dice_or_his_wagers_stand() -> None:
    at = craps()
    at.offer()
    at.accept(1)
    gone = PlayerLeft(seat=1, player="ann", chips=100, clause="house seats")
    with pytest.raises(InvalidError, match="ann cannot leave: their wagers stand, or they hold the dice"):
        at.apply(gone)


def test_a_deck_comes_into_play_in_its_turn() -> None:
    at = table("oneida", "holdem", shuffler=True)
    first = at.state.rack.decks[0]
    with pytest.raises(InvalidError, match="is next, not 'blue moon'"):
        at.apply(DecksSwapped(deck="blue moon", clause="oneida XI.E.1"))
    assert first in at.state.rack.decks


def test_somebody_elses_word_moves_a_player_only_in_what_is_done_in_turn() -> None:
    at = dealt("oneida", "holdem")
    with pytest.raises(InvalidError, match="late-rake is nothing that a player does in turn"):
        perform(at, commands.LateRake(chips=1), "dealer")


def test_what_cannot_be_taken_up_again_is_said_in_its_own_words() -> None:
    at = table("oneida", "holdem")
    with pytest.raises(InvalidError, match="the checkpoint cannot be read: event_count -1: expected 0 or more"):
        PokerTable.resume({**at.checkpoint(), "event_count": -1}, [])
    gone = PlayerLeft(seat=1, player="player 1", chips=1, clause="house seats")
    with pytest.raises(InvalidError, match=r"\(player-left\) cannot follow: seat 1 has 200, not 1"):
        PokerTable.resume(at.checkpoint(), [gone])


def test_a_choice_holds_what_lies_within_its_bounds_in_steps() -> None:
    bounds = Bounds(field="to", min=4, max=12, step=4)
    assert [value for value in range(-4, 20) if bounds.contains(value)] == [4, 8, 12]
    assert [value for value in range(9) if Bounds(field="to", min=2, max=5).contains(value)] == [2, 3, 4, 5]


def test_a_button_is_drawn_for_when_enough_players_are_there_and_not_away() -> None:
    at = PokerTable.open(table("oneida", "holdem").sign)
    for seat in (1, 2, 3):
        at.sit(seat, 200, f"player {seat}")
    assert at.pending()[0].kind == "button"
    for seat in (1, 2):
        at.do(SitOut(seat=seat), by=f"player {seat}")
    assert at.pending()[0].kind == "players"


@KINDS
def test_a_seat_is_asked_for_by_its_number(kind: int) -> None:
    at = every_kind()[kind]
    with pytest.raises(InvalidError, match="seat 100000000000000000000: expected at most 1,000,000,000,000"):
        at.roster.player(10**20)
    with pytest.raises(IllegalError, match="nobody sits in seat 77; seats taken: "):
        at.roster.player(77)


def test_a_book_of_one_deck_prompts_for_no_second() -> None:
    for law, wanted in (("ca-omaha", False), ("oneida", True)):
        at = table(law, procedures="required")
        while len(at.state.rack.decks) > 1:
            at.apply(DeckRetired(deck=at.state.rack.decks[0], why="marked", clause="house decks"))
        prompts = [prompt.text for prompt in blocking_procedures(at, cut=True)]
        assert ("bring a second deck" in prompts) == wanted


@pytest.mark.parametrize(("players", "fee"), [(1, 0), (2, 3), (4, 3), (5, 4), (9, 4)])
def test_a_fee_is_that_of_the_largest_number_of_players_reached(players: int, fee: int) -> None:
    assert Fees(rates={5: 4, 2: 3}, charged="hand", criterion="", collected="").fee_for(players) == fee
