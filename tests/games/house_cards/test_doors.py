"""The doors of a house card table: when something can be reported or done there, and what is turned away."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.coverage_plugin import Exercises
from tests.games.house_cards.rounds import FCP, GAMES, MS, TCP, cite
from tests.games.house_cards.tables import betting, dealt, opened, played, ready

from hoyle.core.cards import DECK
from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.games.house_cards.events import HouseCardEvent
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round_state import OVER
from hoyle.rulebooks.book_types.pay_table import PayTable
from hoyle.table.action_timeout import ActionTimeout
from hoyle.table.house_cards import HouseCardTable, commands
from hoyle.table.house_cards.decks.deck_events import DeckRetired
from hoyle.table.house_cards.events import CapChanged
from hoyle.table.kind_registry import audit

TWO_DECKS: dict[str, Any] = {"shuffler": True, "shuffler_counts": True, "backs": ("red", "blue")}


def decks(table: HouseCardTable) -> list[str]:
    return [deck.name for deck in table.state.rack.decks]


def test_a_table_without_a_sign_waits_for_one_and_has_no_rules() -> None:
    table = HouseCardTable()
    [wait] = table.pending()
    assert (wait.kind, wait.person, [choice.do for choice in wait.choices]) == ("open", "floor", ["open"])
    for ask in (lambda: table.sign, lambda: table.page, lambda: table.sit(1, 50), table.seat_rules):
        with pytest.raises(IllegalError, match="the table is not open: put up a sign first") as caught:
            ask()
        assert caught.value.legal == "open"


def test_a_table_is_opened_once() -> None:
    table = opened(TCP)
    with pytest.raises(IllegalError, match="the table is open already"):
        table.do(commands.OpenTable(sign=HouseCardSign(TCP).facts()))


@pytest.mark.parametrize("game", GAMES)
def test_a_player_plays_folds_or_stands_and_does_nothing_else(game: str) -> None:
    table = dealt(opened(game), ante=5)
    with pytest.raises(InvalidError, match="choice 'sing': expected play, fold or stand"):
        table.act(3, "sing")
    with pytest.raises(IllegalError, match="seat 3 has an Ante: play or fold"):
        table.act(3, "stand")
    entries = table.act(3, "play")
    assert [entry.chips for entry in entries if entry.name == "wagered"] == [5]


def test_standing_is_for_a_side_wager_alone() -> None:
    table = betting(opened(TCP))
    table.wager(3, "pair_plus", 5)
    table.no_more_bets()
    assert table.act(3, "stand")[0].name == "stood"


def test_nobody_plays_before_there_is_a_round() -> None:
    for choice in ("play", "fold", "stand"):
        with pytest.raises(IllegalError, match="no round is being played"):
            opened(TCP).act(3, choice)


def test_only_what_the_floor_rules_on_is_reported() -> None:
    with pytest.raises(InvalidError, match="unknown irregularity 'rain': face-up-card"):
        opened(TCP).report("rain")
    with pytest.raises(InvalidError, match="sit-out is no report that the floor rules on"):
        opened(TCP).preview(commands.COMMANDS["sit-out"](seat=3))


@pytest.mark.parametrize(
    ("trigger", "decision"), [("", "wait"), ("a fire", ""), ("a fire", "  ")], ids=["on nothing", "no word", "blanks"]
)
def test_a_ruling_of_the_house_says_on_what_and_has_words(trigger: str, decision: str) -> None:
    table = opened(TCP)
    with pytest.raises(InvalidError, match="a ruling says on what, and needs words"):
        table.do(commands.HouseRuling(trigger=trigger, decision=decision, ruled_by="floor"), by="floor")
    table.do(commands.HouseRuling(trigger="a fire", decision="wait", ruled_by="floor"), by="floor")
    assert (table.log[-1].what, table.log[-1].decision) == ("a fire", "wait")


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_that_is_being_dealt_is_replaced_after_the_round(game: str) -> None:
    table = opened(game, **TWO_DECKS)
    table.report("unsuitable-card", whole_deck=True)
    assert decks(table) == ["deck 3", "deck 2"]
    table.open_decks()
    dealt(table)
    with pytest.raises(IllegalError, match="deck 3 is being dealt: replace it after the round") as caught:
        table.report("unsuitable-card", whole_deck=True)
    assert caught.value.clause == table.page.decks.unsuitable
    # A single card of it, or the other deck, can be replaced at once.
    table.report("unsuitable-card")
    table.report("unsuitable-card", deck="deck 2", whole_deck=True)
    assert decks(table) == ["deck 3", "deck 4"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("report", ["machine-count", "shuffler-failed"])
def test_while_the_only_deck_is_dealt_the_shuffler_holds_none(game: str, report: str) -> None:
    facts: dict[str, Any] = {"found": 51} if report == "machine-count" else {}
    one = dealt(opened(game, shuffler=True, shuffler_counts=True))
    page = one.page
    with pytest.raises(IllegalError, match="the shuffler holds no deck now") as caught:
        one.report(report, **facts)
    clause = page.counts.machine if report == "machine-count" else page.floor.shuffler_failed
    assert caught.value.clause == clause
    # Of two decks it holds the one that is not dealt.
    two = dealt(opened(game, **TWO_DECKS))
    two.report(report, **facts)
    assert decks(two) == (["deck 1", "deck 3"] if facts else ["deck 1", "deck 2"])
    assert two.state.dealt


@pytest.mark.parametrize("game", GAMES)
def test_a_card_found_face_up_voids_the_hands_only_while_they_are_dealt(game: str, exercises: Exercises) -> None:
    table = opened(game)
    with pytest.raises(IllegalError, match="only in a deck that lies ready"):
        table.report("face-up-card")
    ready(table)
    table.report("face-up-card")
    assert not table.state.rack.ready
    betting(table)
    table.wager(3, "ante", 5)
    table.do(commands.NoMoreBets(stop_after=2))
    assert table.preview(commands.FaceUpCard()).void
    table.report("face-up-card")
    assert (table.state.round, table.stacks) == (None, {3: 1000})
    # After the last card it is too late: while players decide, between decisions, while hands are settled.
    dealt(table)
    table.do(commands.HoldSettlement())
    for _ in range(len(table.sign.definition.later) + 2):
        for report in (commands.FaceUpCard(), commands.DrawnInError(shown=True)):
            for ask in (table.preview, table.do):
                with pytest.raises(IllegalError, match="the deal is over") as refusal:
                    ask(report, "floor")
                assert refusal.value.clause == table.page.floor.face_up
        if table.playing_round().turn:
            table.act(3, "play")
        elif not table.playing_round().state.order:
            table.do(commands.TurnUp())
    table.do(commands.SettleNext())
    assert table.state.last is not None
    assert table.state.last.phase == OVER
    exercises(table.page.floor.face_up)


@pytest.mark.parametrize(("game", "clause"), [(TCP, "L.5"), (FCP, "L.5"), (MS, "N.4")])
def test_a_deck_that_is_shuffled_again_is_the_one_that_is_named(game: str, clause: str, exercises: Exercises) -> None:
    table = opened(game, **TWO_DECKS)
    betting(table)
    with pytest.raises(InvalidError, match="deck '': deck 1 or deck 2 may be meant"):
        table.report("shuffler-failed")
    table.report("shuffler-failed", deck="deck 2")
    assert table.state.rack.ready, "the deck in play is good"
    table.report("shuffler-failed", deck="deck 1")
    assert not table.state.rack.ready
    ready(table)
    table.wager(3, "ante", 5)
    table.no_more_bets()
    with pytest.raises(IllegalError, match="does not hold deck 1 now") as caught:
        table.report("shuffler-failed", deck="deck 1")
    assert caught.value.clause == cite(game, clause)[0]
    table.report("shuffler-failed")
    assert table.state.dealt, "the deck that is being dealt has left the shuffler"
    exercises(*cite(game, clause))


def test_a_deck_shuffled_by_hand_has_not_come_out_of_the_shuffler() -> None:
    table = opened(TCP, shuffler=True)
    table.shuffle(list(DECK), by_hand=True)
    with pytest.raises(IllegalError, match="the shuffler holds no deck now"):
        table.report("shuffler-failed")


@pytest.mark.parametrize(("game", "clause"), [(TCP, "G.6/2"), (FCP, "G.7/2"), (MS, "K.3/2")])
def test_a_wrong_count_removes_the_deck_that_was_counted(game: str, clause: str, exercises: Exercises) -> None:
    table = opened(game, **TWO_DECKS)
    betting(table)
    table.report("machine-count", found=51, deck="deck 2")
    assert decks(table) == ["deck 1", "deck 3"]
    assert table.state.rack.ready, "the deck in play is whole"
    table.report("machine-count", found=51, deck="deck 1")
    assert decks(table) == ["deck 4", "deck 3"]
    assert not table.state.rack.ready
    exercises(*cite(game, clause))


@pytest.mark.parametrize(("back", "said"), [("", "back '': expected a colour"), ("red", "red")])
def test_a_new_deck_has_a_colour_and_another_one(back: str, said: str) -> None:
    table = opened(TCP, shuffler=True, backs=("red", "blue"))
    with pytest.raises((InvalidError, IllegalError), match=said):
        table.change_deck("deck 2", back)
    table.change_deck("deck 2", "green")
    assert [deck.back for deck in table.state.rack.decks] == ["red", "green"]


def test_a_report_on_a_card_that_no_book_covers_needs_the_house() -> None:
    table = dealt(opened(TCP))
    with pytest.raises(HouseRulingRequired):
        table.report("player-exposed", spot=3)
    assert table.preview(commands.PlayerExposed(spot=3, house="play on")).result == "play on"


@pytest.mark.parametrize("game", [TCP, FCP])
def test_a_cap_is_changed_only_where_the_game_has_one(game: str) -> None:
    with pytest.raises((IllegalError, InvalidError)):
        opened(game).do(commands.ChangeCap(chips=20_000, announced=True))


def test_a_changed_cap_is_told_with_its_sign_and_read_back() -> None:
    table = opened(MS, max_payout=30_000)
    [changed] = table.do(commands.ChangeCap(chips=20_000, announced=True))
    told = changed.to_dict()
    assert (told["sign"]["max_payout"], told["clause"]) == (20_000, changed.clause)
    assert CapChanged.from_dict(told).to_dict() == told
    again = HouseCardTable.load(table.dump())
    assert again.sign.max_payout == 20_000
    with pytest.raises((IllegalError, InvalidError)):
        table.do(commands.ChangeCap(chips=20_000, announced=True))


def test_no_entry_tells_of_a_deck_or_a_round_that_is_not_there() -> None:
    table = opened(TCP)
    with pytest.raises(InvalidError, match="no deck 9 at the table"):
        table.apply(DeckRetired(deck="deck 9", clause="oneida TCP.B.5"))
    told = [entry for entry in played_log() if isinstance(entry, HouseCardEvent)]
    with pytest.raises(InvalidError, match=f"{told[0].name} before any round"):
        table.apply(told[0])
    assert HouseCardTable.open(HouseCardSign(TCP)).state.rack.in_play is not None
    assert HouseCardTable().state.rack.in_play is None


def played_log() -> list[Any]:
    table = opened(TCP)
    played(table)
    return table.log


def test_a_round_is_looked_at_without_a_change_at_a_table_taken_up_from_its_log() -> None:
    table = dealt(opened(TCP))
    again = HouseCardTable.resume(None, table.log)
    shown = again.shown_round()
    assert shown is not None
    assert shown.state is again.state.round
    assert not shown.log
    assert again == table


def test_the_clock_runs_out_for_whoever_decides_and_for_nobody_else() -> None:
    table = opened(TCP)
    table.sit(5, 1000, "bob")
    dealt(table, 5)
    assert table.round is not None
    turn = table.round.turn
    with pytest.raises(IllegalError, match="has nothing to decide now") as refusal:
        table.do(ActionTimeout(seat=8 - turn))
    assert refusal.value.clause == "house clock"
    told = table.do(ActionTimeout(seat=turn))
    assert (told[0].name, told[0].clause) == ("action-timed-out", "house clock")


@pytest.mark.parametrize(("wager", "choice"), [("pair_plus", "stand"), ("ante", "fold"), ("ante", "play")])
@pytest.mark.parametrize("false", ["pair_plu", "", "play", "jackpot"])
def test_an_audit_comes_to_an_end_where_a_log_tells_of_a_wager_that_nobody_knows(
    wager: str, choice: str, false: str
) -> None:
    table = opened(TCP)
    ready(table)
    table.open_wagers()
    table.wager(3, wager, 5)
    table.no_more_bets()
    table.act(3, choice)
    dumped = json.loads(json.dumps(table.dump()))
    assert audit(dumped).holds
    written = [entry for step in dumped for entry in step["events"]]
    at = next(at for at, entry in enumerate(written, 1) if entry["name"] == "wagered")
    written[at - 1]["fields"]["wager"] = false
    found = audit(dumped)
    assert found.first is not None
    assert (found.first.entry, found.holds) == (at, False)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"main": object()}, "main <object object at .*: expected lines and their odds"),
        ({"bonus": 3}, "bonus 3: expected lines and their odds"),
        ({"main": PayTable("main", "", {})}, "main: three-card-poker has no such pay table"),
        ({"optional_pay": [1]}, r"optional_pay \[1\]: expected wagers and their pay lines"),
    ],
)
def test_a_pay_table_is_one_that_the_game_has(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        HouseCardSign(TCP, **given)


@pytest.mark.parametrize("given", [{"main": {"flush": 10**5000}}, {"main": {"flush": "9" * 10**6}}])
def test_odds_that_nobody_could_write_down_are_not_repeated(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidError) as caught:
        HouseCardSign.read({"game": MS, **given})
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("cards", "said"), [(5, "cards 5"), ({1: 2}, "cards {1: 2}"), ([None], "cards None"), ([99], "99 is not")]
)
def test_a_deck_is_shuffled_into_an_order_of_cards(cards: Any, said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        opened(TCP).shuffle(cards)


def test_a_report_has_a_name_and_only_its_own_fields() -> None:
    table = opened(TCP)
    with pytest.raises(InvalidError, match=r"unknown irregularity \{\}: face-up-card"):
        table.report({})  # type: ignore[arg-type]
    with pytest.raises(InvalidError, match="face-up-card has no field 'colour'"):
        table.report("face-up-card", colour="red")
