"""Home games: from the link to the settled ledger."""

from __future__ import annotations

import csv
import io
import itertools
import random

import pytest
from msgspec import to_builtins
from tests.room.room_driver import RoomDriver, sign_of

from hoyle.room.handlers import room_handlers
from hoyle.room.home_games.settlement import PlayerResult, as_csv, as_text, payments
from hoyle.room.live_table.live_table import HOME_PACE, LiveTable
from hoyle.room.views.table_views import table_snapshot
from hoyle.storage import Store
from hoyle.storage.account_names import HOUSE_DROP, home_game_account


@pytest.fixture
def evening(store: Store) -> RoomDriver:
    found = RoomDriver(store)
    found.guests("hal", "ann", "bob", "out", chips=1000)
    return found


def test_from_the_link_to_the_settled_ledger(evening: RoomDriver) -> None:
    number, code = evening.home("holdem", "hal", title="Friday")
    hosted = evening.table(number)
    assert "that is not the link" in evening.no("ann", "join-home-game", number, code="wrong")
    for name in ("ann", "bob"):
        evening.yes(name, "join-home-game", number, code=code)
    assert "is here already" in evening.no("ann", "join-home-game", number, code=code)
    evening.yes("hal", "sit", number, seat=1, chips=300)
    first = evening.yes("ann", "sit", number, seat=2, chips=500).created["request_id"]
    second = evening.yes("bob", "sit", number, seat=3, chips=400).created["request_id"]
    assert list(hosted.seated) == [1], "they wait for the host's word"
    assert "ann may not order approve" in evening.no("ann", "approve-seat-request", number, request_id=first)
    evening.yes("hal", "approve-seat-request", number, request_id=first)
    evening.yes("hal", "deny-seat-request", number, request_id=second)
    assert "there is no seat request" in evening.no("hal", "approve-seat-request", number, request_id=second)
    again = evening.yes("bob", "sit", number, seat=3, chips=200).created["request_id"]
    evening.restart()
    hosted = evening.table(number)
    evening.yes("hal", "approve-seat-request", number, request_id=again)
    assert hosted.seated == {1: "hal", 2: "ann", 3: "bob"}
    assert evening.room.wallet_balance("ann") == 1000, "chips of a home game come from no wallet"
    evening.desk.watch({number})
    for _ in range(6):
        evening.deal_on(number)
        evening.finish(number)
    more = evening.yes("ann", "top-up", number, seat=2, chips=50).created["request_id"]
    evening.yes("hal", "approve-seat-request", number, request_id=more)
    evening.deal_on(number)
    evening.yes("hal", "close", number)
    evening.finish(number)
    while not hosted.hosting.closed:
        assert evening.tick()
    lines = {line.person: line for line in hosted.buy_in_ledger.results()}
    assert {name: line.bought for name, line in lines.items()} == {"hal": 300, "ann": 550, "bob": 200}
    assert sum(line.net for line in lines.values()) == 0
    assert evening.room.ledger.holds(home_game_account(number)) == 0
    owed = payments(list(lines.values()))
    for line in lines.values():
        paid = sum(pay.chips * ((pay.to == line.person) - (pay.payer == line.person)) for pay in owed)
        assert paid == line.net
    evening.check()


def test_chips_in_play_are_settled_as_they_lay_before_the_round(evening: RoomDriver) -> None:
    for game in ("holdem", "craps"):
        number, code = evening.home(game, "hal")
        evening.yes("ann", "join-home-game", number, code=code)
        evening.yes("hal", "sit", number, seat=1, chips=100)
        evening.yes(
            "hal",
            "approve-seat-request",
            number,
            request_id=evening.yes("ann", "sit", number, seat=2, chips=100).created["request_id"],
        )
        evening.desk.watch({number})
        evening.deal_on(number)
        if game == "craps":
            evening.yes("hal", "bet", number, seat=1, kind="pass", amount=10)
        lines = evening.table(number).buy_in_ledger.results()
        assert lines == [PlayerResult("ann", 100, 100), PlayerResult("hal", 100, 100)]
        assert payments(lines) == []
        evening.restart()
        assert evening.table(number).buy_in_ledger.results() == lines


def test_the_book_of_the_evening_says_who_brought_what_and_by_whose_leave(evening: RoomDriver) -> None:
    number, code = evening.home("holdem", "hal")
    evening.yes("ann", "join-home-game", number, code=code)
    evening.yes("hal", "sit", number, seat=1, chips=100)
    evening.yes(
        "hal",
        "approve-seat-request",
        number,
        request_id=evening.yes("ann", "sit", number, seat=2, chips=100).created["request_id"],
    )
    evening.desk.watch({number})
    evening.deal_on(number)
    more = evening.yes("ann", "top-up", number, seat=2, chips=50).created["request_id"]
    evening.yes("hal", "approve-seat-request", number, request_id=more)
    book = evening.table(number).buy_in_ledger
    assert [move[1:4] for move in book.moves] == [("hal", "buy-in", 100), ("ann", "buy-in", 100)]
    evening.finish(number)
    assert [(*move[1:4], move.round, move.approved_by) for move in book.moves] == [
        ("hal", "buy-in", 100, 0, ""),
        ("ann", "buy-in", 100, 0, "hal"),
        ("ann", "top-up", 50, 1, "hal"),
    ]
    assert book.buy_ins("ann") == [100, 50]
    kept = list(book.moves)
    evening.restart()
    assert evening.table(number).buy_in_ledger.moves == kept
    evening.check()


def test_the_host_sees_what_the_table_forbids_and_what_could_be_had_instead(evening: RoomDriver) -> None:
    number, code = evening.home("holdem", "hal", max_buy_in=300)
    for name in ("ann", "bob"):
        evening.yes(name, "join-home-game", number, code=code)
    hosted = evening.table(number)

    def asked() -> dict[str, object]:
        found: list[dict[str, object]] = to_builtins(table_snapshot(evening.room, hosted, "hal"))["seat_requests"]
        assert len(found) == 1
        return found[0]

    evening.yes("ann", "sit", number, seat=2, chips=200)
    assert "problem" not in asked()
    evening.yes("hal", "sit", number, seat=2, chips=100)
    assert "seat 2 is hal's" in str(asked()["problem"])
    assert (asked()["suggested_seat"], asked()["suggested_chips"]) == (1, 200)
    evening.yes("hal", "deny-seat-request", number, request_id=asked()["request_id"], seat=1, chips=200)
    ask = evening.yes("ann", "sit", number, seat=1, chips=200).created["request_id"]
    evening.yes("hal", "approve-seat-request", number, request_id=ask)
    evening.yes("ann", "top-up", number, seat=1, chips=80)
    assert "problem" not in asked(), "a top-up to the most is nothing forbidden"
    assert table_snapshot(evening.room, hosted, "bob").seat_requests == ()
    evening.check()


def test_whoever_is_turned_down_hears_what_he_could_have_until_he_asks_again(evening: RoomDriver) -> None:
    number, code = evening.home("holdem", "hal")
    evening.yes("ann", "join-home-game", number, code=code)
    ask = evening.yes("ann", "sit", number, seat=2, chips=500).created["request_id"]
    evening.yes("hal", "deny-seat-request", number, request_id=ask, seat=2, chips=400)

    def told(person: str) -> object:
        return to_builtins(table_snapshot(evening.room, evening.table(number), person)).get("denied_request")

    assert told("ann") == {"kind": "sit", "suggested_seat": 2, "suggested_chips": 400}
    assert told("hal") is None
    evening.restart()
    assert told("ann") == {"kind": "sit", "suggested_seat": 2, "suggested_chips": 400}
    evening.yes("ann", "sit", number, seat=2, chips=400)
    assert told("ann") is None
    evening.check()


def test_what_is_raked_or_lost_to_the_bank_at_home_is_settled_too_and_is_no_revenue(evening: RoomDriver) -> None:
    for game, sign in (
        ("holdem", sign_of("holdem", rake={"percent": 10, "cap": 4})),
        ("three-card-poker", sign_of("three-card-poker")),
    ):
        number, code = evening.home(game, "hal", sign=sign, wager_window_ms=1000)
        evening.yes("ann", "join-home-game", number, code=code)
        evening.yes("hal", "sit", number, seat=1, chips=200)
        ask = evening.yes("ann", "sit", number, seat=2, chips=200).created["request_id"]
        evening.yes("hal", "approve-seat-request", number, request_id=ask)
        evening.desk.watch({number})
        hosted = evening.table(number)
        for _ in range(4):
            if game == "three-card-poker":
                while hosted.table.is_between_rounds():
                    evening.tick()
                for name, seat in (("hal", 1), ("ann", 2)):
                    evening.yes(name, "wager", number, seat=seat, wager="ante", chips=5)
            evening.deal_on(number)
            evening.finish(number, "bet", "call", "check", "show", "fold")
        lines = hosted.buy_in_ledger.results()
        assert sum(line.net for line in lines) == 0
        assert "the house" in [line.person for line in lines]
        payments(lines)
        assert evening.room.ledger.holds(HOUSE_DROP) == 0
        evening.yes("hal", "close", number)
    evening.check()


def test_a_home_game_is_nobodys_business_who_has_not_the_link(evening: RoomDriver) -> None:
    number, code = evening.home("holdem", "hal")
    for do, fields in (
        ("sit", {"seat": 1, "chips": 100}),
        ("chat", {"text": "hi"}),
        ("join-waiting-list", {"player": "out"}),
    ):
        assert f"there is no table {number} here" in evening.no("out", do, number, **fields)
    assert not evening.room.may_watch(evening.table(number), "out")
    assert not evening.room.may_watch(evening.table(number), "nobody")
    evening.yes("out", "join-home-game", number, code=code)
    evening.yes("out", "chat", number, text="hi")
    assert evening.room.may_watch(evening.table(number), "out")
    # Only the host reads the link off the table.
    room, hosted = evening.room, evening.table(number)
    assert table_snapshot(room, hosted, "hal").invite_code == code
    assert table_snapshot(room, hosted, "out").invite_code == ""


def test_a_bot_that_the_host_seats_sees_the_table_and_plays(evening: RoomDriver) -> None:
    number, _ = evening.home("holdem", "hal")
    evening.yes("hal", "sit", number, seat=1, chips=100)
    evening.yes("hal", "seat-bot", number, player="Ada bot", style="rock", seat=2, chips=100)
    hosted = evening.table(number)
    assert evening.room.may_watch(hosted, "Ada bot")
    evening.desk.watch({number})
    evening.deal_on(number)
    evening.finish(number)
    assert hosted.table.round_number == 1
    evening.check()


def test_bots_at_home_do_not_keep_the_house_busy(evening: RoomDriver) -> None:
    number, _ = evening.home("holdem", "hal", dealer_pace_ms=0, between_rounds_ms=0)
    hosted = evening.table(number)
    assert table_snapshot(evening.room, hosted, "hal").settings["dealer_pace_ms"] == 0
    for seat in (1, 2):
        evening.yes("hal", "seat-bot", number, player=f"Bot {seat}", style="rock", seat=seat, chips=100)
    assert table_snapshot(evening.room, hosted, "hal").settings["dealer_pace_ms"] == HOME_PACE
    slow, _ = evening.home("holdem", "hal", dealer_pace_ms=900)
    evening.yes("hal", "seat-bot", slow, player="Bot 3", style="rock", seat=1, chips=100)
    assert evening.table(slow).pace == 900


def test_a_table_that_is_closed_makes_room_for_another(evening: RoomDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_handlers, "MAX_TABLES", len(evening.room.state.tables) + 1)
    number, _ = evening.home("holdem", "hal")
    said = evening.no("ann", "open-home-game", game="holdem", sign=sign_of("holdem"), settings={})
    assert "that is all it has" in said
    evening.yes("hal", "close", number)
    while not evening.table(number).hosting.closed:
        evening.tick()
    evening.home("holdem", "ann")


def test_the_host_hands_his_part_over(evening: RoomDriver) -> None:
    number, code = evening.home("holdem", "hal")
    assert "has not come by the link" in evening.no("hal", "transfer-host", number, to="ann")
    evening.yes("ann", "join-home-game", number, code=code)
    evening.yes("hal", "transfer-host", number, to="ann")
    assert "hal may not order pause" in evening.no("hal", "pause", number)
    evening.yes("ann", "pause", number, why="pizza")
    assert table_snapshot(evening.room, evening.table(number), "ann").invite_code == code
    evening.yes("ann", "sit", number, seat=1, chips=100)
    assert "request_id" in evening.yes("hal", "sit", number, seat=2, chips=100).created
    evening.check()


def test_what_a_bot_loses_is_his_who_had_it_sit_down(evening: RoomDriver) -> None:
    number, code = evening.home("holdem", "hal")
    evening.yes("hal", "seat-bot", number, player="Ada bot", style="rock", seat=2, chips=100)
    evening.yes("ann", "join-home-game", number, code=code)
    evening.yes("hal", "transfer-host", number, to="ann")
    evening.yes("ann", "seat-bot", number, player="Bea bot", style="rock", seat=3, chips=100)
    for hosted in (evening.table(number), LiveTable.from_dict(number, evening.table(number).to_dict())):
        assert hosted.sponsors == {"Ada bot": "hal", "Bea bot": "ann"}
    evening.restart()
    assert evening.table(number).sponsors == {"Ada bot": "hal", "Bea bot": "ann"}
    evening.check()


def test_another_link_takes_the_old_one_back_and_who_has_come_stays(evening: RoomDriver) -> None:
    number, code = evening.home("holdem", "hal")
    evening.yes("ann", "join-home-game", number, code=code)
    assert "may not order replace-invite-link" in evening.no("ann", "replace-invite-link", number)
    assert "the room chooses the code" in evening.no("hal", "replace-invite-link", number, code="quiet-lamp-river-1")
    answer = evening.yes("hal", "replace-invite-link", number)
    assert answer.created == {"invite_code": evening.table(number).hosting.code}
    fresh = table_snapshot(evening.room, evening.table(number), "hal").invite_code
    assert fresh
    assert fresh != code
    assert "that is not the link" in evening.no("out", "join-home-game", number, code=code)
    evening.yes("out", "join-home-game", number, code=fresh)
    room, hosted = evening.room, evening.table(number)
    assert [table_snapshot(room, hosted, name).invite_code for name in ("hal", "ann", "out")] == [fresh, "", ""]
    assert room.may_watch(hosted, "ann")
    evening.restart()
    assert evening.table(number).hosting.code == fresh
    evening.check()


def test_a_pause_lets_the_round_end_and_deals_no_other(evening: RoomDriver) -> None:
    number, code = evening.home("holdem", "hal")
    evening.yes("ann", "join-home-game", number, code=code)
    evening.yes("hal", "sit", number, seat=1, chips=100)
    evening.yes(
        "hal",
        "approve-seat-request",
        number,
        request_id=evening.yes("ann", "sit", number, seat=2, chips=100).created["request_id"],
    )
    evening.desk.watch({number})
    evening.deal_on(number)
    evening.yes("hal", "pause", number)
    evening.finish(number)
    assert evening.desk.due() is None
    evening.no("hal", "pause", number)
    evening.yes("hal", "resume", number)
    evening.deal_on(number)


def test_whoever_is_removed_leaves_after_the_round_and_cannot_change_his_mind(evening: RoomDriver) -> None:
    number, code = evening.home("holdem", "hal")
    evening.yes("ann", "join-home-game", number, code=code)
    evening.yes("hal", "sit", number, seat=1, chips=100)
    evening.yes(
        "hal",
        "approve-seat-request",
        number,
        request_id=evening.yes("ann", "sit", number, seat=2, chips=100).created["request_id"],
    )
    evening.desk.watch({number})
    evening.deal_on(number)
    evening.no("hal", "remove-player", number, player="ann", why="")
    evening.yes("hal", "remove-player", number, player="ann", why="too loud")
    hosted = evening.table(number)
    assert "must leave after this round" in evening.no("ann", "cancel-deferred", number, seat=2, what="leave")
    evening.finish(number)
    assert list(hosted.seated) == [1]
    assert hosted.hosting.removed_players == []
    evening.check()


def test_an_approval_is_held_against_the_terms_of_the_moment(evening: RoomDriver) -> None:
    number, code = evening.home("holdem", "hal", max_buy_in=300)
    evening.staff("boss", "manager")
    evening.yes("ann", "join-home-game", number, code=code)
    assert "0 to 300 buy in here" in evening.no("ann", "sit", number, seat=2, chips=301)
    ask = evening.yes("ann", "sit", number, seat=2, chips=300).created["request_id"]
    evening.yes("boss", "suspend-person", player="ann", why="under age")
    assert "takes no new seat" in evening.no("hal", "approve-seat-request", number, request_id=ask)
    evening.yes("boss", "reinstate-person", player="ann", why="cleared")
    evening.yes("hal", "approve-seat-request", number, request_id=ask)
    assert "is brought to 300 at most" in evening.no("ann", "top-up", number, seat=2, chips=1)


def test_a_home_game_has_no_part_in_a_fund_of_the_house(evening: RoomDriver) -> None:
    said = evening.no(
        "hal", "open-home-game", game="holdem", sign=sign_of("holdem"), settings={"jackpot_fund": "bad beat"}
    )
    assert "a home game collects for no jackpot" in said


def test_somebody_has_five_home_games_at_most(evening: RoomDriver) -> None:
    for _ in range(5):
        evening.home("holdem", "hal")
    assert "close one first" in evening.no("hal", "open-home-game", game="holdem", sign=sign_of("holdem"))
    evening.yes("hal", "close", 1)
    while not evening.table(1).hosting.closed:
        assert evening.tick()
    evening.home("holdem", "hal")
    evening.check()


# Settling up


def fewest(won: list[int]) -> int:
    """By trying every way to part people into groups that make nothing each."""
    left = [chips for chips in won if chips]

    def most_groups(rest: tuple[int, ...]) -> int:
        if not rest:
            return 0
        first, others = rest[0], rest[1:]
        best = -99
        for size in range(len(others) + 1):
            for chosen in itertools.combinations(range(len(others)), size):
                if first + sum(others[at] for at in chosen) == 0:
                    kept = tuple(chips for at, chips in enumerate(others) if at not in chosen)
                    best = max(best, 1 + most_groups(kept))
        return best

    return len(left) - most_groups(tuple(left)) if left else 0


@pytest.mark.parametrize("seed", range(60))
def test_an_evening_is_settled_with_the_fewest_payments(seed: int) -> None:
    rng = random.Random(seed)
    won = [rng.randint(-4, 4) * 10 for _ in range(rng.randint(1, 6))]
    won.append(-sum(won))
    lines = [PlayerResult(f"p{at}", 1000, 1000 + chips) for at, chips in enumerate(won)]
    found = payments(lines)
    assert len(found) == fewest(won)
    for at, chips in enumerate(won):
        assert sum(p.chips * ((p.to == f"p{at}") - (p.payer == f"p{at}")) for p in found) == chips
    assert all(payment.chips > 0 for payment in found)


def test_sixteen_people_are_settled_in_as_many_groups_as_there_are() -> None:
    groups = ((1, 2, -3), (5, 9, -14), (20, 41, -61), (100, 203, -303), (1000, 2001, 4003, -7004))
    won = [chips for group in groups for chips in group]
    random.Random(1).shuffle(won)
    found = payments([PlayerResult(f"p{at}", 0, chips) for at, chips in enumerate(won)])
    assert len(found) == 16 - len(groups)


def test_more_people_than_that_are_settled_too_each_payment_clearing_somebody() -> None:
    won = [2**at for at in range(20)]
    won.append(-sum(won))
    found = payments([PlayerResult(f"p{at}", 0, chips) for at, chips in enumerate(won)])
    assert len(found) == 20


def test_the_ledger_page_can_be_pasted() -> None:
    lines = [PlayerResult("ann", 100, 160), PlayerResult("=bob", 100, 40)]
    rows = list(csv.reader(io.StringIO(as_csv(lines))))
    assert rows == [
        ["person", "bought in", "left with", "won"],
        ["ann", "100", "160", "60"],
        ["'=bob", "100", "40", "-60"],
    ]
    text = as_text(lines, payments(lines))
    assert "=bob pays ann 60" in text
    assert as_text([PlayerResult("ann", 5, 5)], []).endswith("all balances are settled")
