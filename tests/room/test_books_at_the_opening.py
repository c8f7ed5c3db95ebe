"""Before a room opens its balances are held against its ledger. On both stores."""

from __future__ import annotations

import pytest
from tests.room.room_driver import RoomDriver, sign_of
from tests.storage.tampering import tamper

from hoyle.core.errors import InvalidError
from hoyle.storage import Store

JACKPOT = {"fee": 2, "standards": ["aces full or better beaten"], "payouts": ["bad-beat"]}


def played(store: Store) -> RoomDriver:
    """A hand with a jackpot drop."""
    evening = RoomDriver(store)
    table = evening.open("holdem", sign=sign_of("holdem", jackpot=JACKPOT))
    evening.seat(table, "ann", "bob")
    evening.deal_on(table)
    evening.finish(table)
    return evening


@pytest.mark.parametrize("source", ["promotions", "wallet bob", "jackpot %"])
def test_a_room_in_which_chips_moved_without_a_posting_does_not_open(store: Store, place: str, source: str) -> None:
    evening = played(store)
    # From one to the other, so that the sum of all accounts is still nothing.
    tamper(place, f"UPDATE balance SET chips = chips - 1 WHERE account LIKE '{source}'")
    tamper(place, "UPDATE balance SET chips = chips + 1 WHERE account = 'wallet ann'")
    with pytest.raises(InvalidError, match=r"holds .*, and .* came there by the ledger; run hoyle audit"):
        evening.restart()


def test_a_room_whose_books_are_in_order_opens(store: Store) -> None:
    evening = played(store)
    evening.restart()
    evening.check()
