"""Links to hands: given out by who was in them, kept by the room, taken back."""

from __future__ import annotations

from tests.room.room_driver import RoomDriver

CODE = "ab" * 12
OTHER = "cd" * 12


def test_a_link_is_kept_by_the_room_until_its_player_takes_it_back() -> None:
    evening = RoomDriver()
    table = evening.open("holdem")
    evening.guests("ann", "bob")
    evening.yes("ann", "share-hand", reading={"table": table, "first": 7, "code": CODE, "whole": True})
    evening.yes("bob", "share-hand", reading={"table": table, "first": 7, "code": OTHER})
    evening.restart()
    shares = evening.room.state.shares
    assert {code: (each.player, each.first, each.whole) for code, each in shares.items()} == {
        CODE: ("ann", 7, True),
        OTHER: ("bob", 7, False),
    }
    assert "no such link of yours" in evening.no("bob", "unshare-hand", code=CODE)
    evening.yes("ann", "unshare-hand", code=CODE)
    assert "no such link of yours" in evening.no("ann", "unshare-hand", code=CODE)
    evening.restart()
    assert list(evening.room.state.shares) == [OTHER]


def test_a_link_leads_to_a_table_that_there_is_and_is_given_out_once() -> None:
    evening = RoomDriver()
    table = evening.open("holdem")
    evening.guests("ann", "bob")
    wanted = {"table": table, "first": 7, "code": CODE}
    evening.yes("ann", "share-hand", reading=wanted)
    assert "given out already" in evening.no("bob", "share-hand", reading=wanted)
    assert "no table 99" in evening.no("ann", "share-hand", reading={**wanted, "table": 99, "code": OTHER})
    for code in ("", "ab", "AB" * 12, "zz" * 12, CODE + "0"):
        evening.no("ann", "share-hand", reading={**wanted, "code": code})
