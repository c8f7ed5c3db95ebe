"""Chips move from account to account: none from nothing, none that somebody does not have."""

from __future__ import annotations

import re
import subprocess
import sys

import msgspec
import pytest
from tests.storage.sample_stream import Felt, holds
from tests.storage.tampering import tamper

from hoyle.storage import Store
from hoyle.storage.account_names import (
    CAGE,
    HOUSE_BANK,
    HOUSE_DROP,
    MAY_BE_NEGATIVE,
    PROMOTIONS,
    BalanceMismatch,
    at_table,
    is_account,
    jackpot,
    may_be_negative,
    wallet,
)
from hoyle.storage.commit_batch import CommitBatch, CurrentState
from hoyle.storage.errors import CommitRejected, Overdrawn, Unbalanced
from hoyle.storage.models import CommitUnit, Posting
from hoyle.storage.sql import balance_snapshots
from hoyle.storage.sql.schema import MIGRATIONS

ANN = wallet("ann")


@pytest.fixture
def felt(store: Store) -> Felt:
    felt = Felt()
    store.claim_streams([felt.stream])
    return felt


def test_chips_go_from_the_cage_to_a_wallet_a_seat_a_pot_and_back(store, felt):
    for source, to, chips in [
        (CAGE, ANN, 100),
        (ANN, felt.seat, 60),
        (felt.seat, felt.pot, 20),
        (felt.pot, HOUSE_DROP, 1),
        (felt.pot, jackpot("hold'em"), 1),
        (felt.pot, felt.seat, 18),
        (felt.seat, ANN, 58),
        (HOUSE_BANK, at_table(7, "layout"), 5),
        (PROMOTIONS, wallet("guest 1"), 1000),
    ]:
        store.commit([felt.move(source, to, chips)])
        holds(store, felt)
    assert store.balances() == {
        "cage": -100,
        "wallet ann": 98,
        "house drop": 1,
        "jackpot hold'em": 1,
        "house bank": -5,
        "table 7 layout": 5,
        "promotions": -1000,
        "wallet guest 1": 1000,
    }


def test_nobody_pays_what_he_does_not_have(store, felt):
    store.commit([felt.deposit("ann", 100)])
    head = felt.chain.head
    with pytest.raises(Overdrawn, match=r"^wallet ann holds 100 and cannot pay 101$") as refused:
        store.commit([felt.act(), felt.move(ANN, felt.seat, 101)])
    assert refused.value.unit == 1
    assert store.balances() == {CAGE: -100, ANN: 100}
    felt = Felt(head=head)
    store.commit([felt.move(ANN, felt.seat, 100)])
    holds(store, felt)


@pytest.mark.parametrize("account", [ANN, "table 7 seat 3", "table 7 pot", HOUSE_DROP, jackpot("main")])
def test_an_empty_account_pays_nothing(store, felt, account):
    with pytest.raises(Overdrawn, match=f"^{re.escape(account)} holds 0 and cannot pay 1$"):
        store.commit([felt.move(account, CAGE, 1)])
    assert store.balances() == {}


@pytest.mark.parametrize("account", sorted(MAY_BE_NEGATIVE))
def test_what_the_house_owes_may_be_below_zero(store, felt, account):
    store.commit([felt.move(account, ANN, 7)])
    assert store.balances() == {account: -7, ANN: 7}
    assert may_be_negative(account)


def test_a_group_is_accepted_exactly_when_its_writes_would_be_one_by_one(store, felt):
    store.commit([felt.deposit("ann", 10)])
    head = felt.chain.head
    with pytest.raises(Overdrawn, match="wallet ann holds 4 and cannot pay 5") as refused:
        store.commit([felt.move(ANN, felt.seat, 6), felt.move(ANN, felt.seat, 5), felt.deposit("ann", 50)])
    assert refused.value.unit == 1
    felt = Felt(head=head)
    store.commit([felt.move(ANN, felt.seat, 6), felt.deposit("ann", 1), felt.move(ANN, felt.seat, 5)])
    assert store.balances() == {CAGE: -11, felt.seat: 11}
    holds(store, felt)


def test_within_one_command_only_the_end_counts(store, felt):
    record = felt.record()
    postings = [(ANN, felt.pot, 5), (CAGE, ANN, 5)]
    store.commit(
        [
            CommitUnit(
                records=(record,),
                postings=tuple(
                    Posting(stream=felt.stream, number=record.number, source=source, to=to, chips=chips)
                    for source, to, chips in postings
                ),
            )
        ]
    )
    assert store.balances() == {CAGE: -5, felt.pot: 5}
    assert [posting.source for posting in store.postings()] == [ANN, CAGE]
    holds(store, felt)


def test_the_database_itself_refuses_an_overdraft(store, felt, place):
    store.commit([felt.deposit("ann", 10)])
    with pytest.raises(Exception, match="no_overdraft"):
        tamper(place, "UPDATE balance SET chips = -1 WHERE account = 'wallet ann'")
    holds(store, felt)


def test_the_database_and_the_program_agree_on_who_may_owe():
    (said,) = re.findall(r"account IN \(([^)]*)\)", " ".join(step for steps in MIGRATIONS for step in steps))
    assert {word.strip(" '") for word in said.split(",")} == MAY_BE_NEGATIVE
    assert all(is_account(account) for account in MAY_BE_NEGATIVE)


def test_a_hidden_hand_in_the_till_is_noticed_before_the_commit(store, felt, place):
    """Somebody had the database itself take a chip from every account that gains."""
    store.commit([felt.deposit("ann", 100)])
    head = felt.chain.head
    tamper(
        place,
        sqlite="CREATE TRIGGER skim AFTER UPDATE ON balance WHEN new.chips > 150 BEGIN "
        "UPDATE balance SET chips = new.chips - 1 WHERE account = new.account; END",
        postgres="CREATE FUNCTION skim() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF new.chips > 150 THEN new.chips = new.chips - 1; END IF; RETURN new; END $$;"
        "CREATE TRIGGER skim BEFORE UPDATE ON balance FOR EACH ROW EXECUTE FUNCTION skim()",
    )
    with pytest.raises(Unbalanced, match="held 0 together and would hold -1"):
        store.commit([felt.deposit("ann", 100)])
    holds(store, Felt(head=head))
    assert store.balances()[ANN] == 100


def test_a_balance_that_somebody_changed_is_named(store, felt, place):
    store.commit([felt.deposit("ann", 100), felt.deposit("bob", 5)])
    tamper(place, "UPDATE balance SET chips = 105 WHERE account = 'wallet ann'")
    tamper(place, "INSERT INTO balance VALUES ('wallet eve', 9)")
    assert store.verify_all_balances() == [BalanceMismatch(ANN, 105, 100), BalanceMismatch("wallet eve", 9, 0)]
    tamper(place, "DELETE FROM balance WHERE account = 'wallet bob'")
    assert BalanceMismatch("wallet bob", 0, 5) in store.verify_all_balances()


def test_what_was_found_in_order_is_not_added_up_again(store, felt, place, monkeypatch):
    monkeypatch.setattr(balance_snapshots, "SNAPSHOT_EVERY_RECORDS", 2)
    store.commit([felt.deposit("ann", 100), felt.deposit("bob", 5)])
    assert store.verify_recent_balances() == []
    assert sorted(tamper(place, "SELECT account, chips FROM balance_snapshot")) == [
        ("cage", -105), ("wallet ann", 100), ("wallet bob", 5)
    ]  # fmt: skip
    store.commit([felt.deposit("ann", 7)])
    assert store.verify_recent_balances() == []
    tamper(place, "UPDATE balance SET chips = 200 WHERE account = 'wallet ann'")
    assert store.verify_recent_balances() == store.verify_all_balances() == [BalanceMismatch(ANN, 200, 107)]


@pytest.mark.parametrize("table", ["record", "ledger"])
@pytest.mark.parametrize("what", ["UPDATE {table} SET number = 9", "DELETE FROM {table}"])
def test_records_and_ledger_only_grow(store, felt, place, table, what):
    store.commit([felt.deposit("ann", 100)])
    with pytest.raises(Exception, match=f"{table} is append only"):
        tamper(place, what.format(table=table))
    holds(store, felt)


def test_sums_are_checked_without_assertions_too():
    """Python leaves assertions out under -O; these checks are none."""
    code = (
        "from hoyle.storage.commit_batch import CommitBatch\n"
        "from hoyle.storage.errors import Unbalanced\n"
        "batch = CommitBatch([])\n"
        "try:\n    batch.verify_balances({'cage': 1})\n"
        "except Unbalanced:\n    print('noticed', __debug__)\n"
    )
    done = subprocess.run([sys.executable, "-O", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "noticed False\n"


def test_balances_that_end_otherwise_than_reckoned_are_refused():
    felt = Felt()
    batch = CommitBatch([felt.deposit("ann", 10), felt.deposit("bob", 10)])
    batch.validate(
        CurrentState({felt.stream: (1, Felt().chain.head)}, dict.fromkeys((CAGE, ANN, wallet("bob")), 0)),
        {felt.stream: 1},
    )
    batch.verify_balances({CAGE: -20, ANN: 10, wallet("bob"): 10})
    for wrong in ({CAGE: -20, ANN: 12, wallet("bob"): 8}, {CAGE: -20, ANN: 20}, {}):
        with pytest.raises(Unbalanced, match=r"would hold (12|20|None) and not"):
            batch.verify_balances(wrong)


def test_names_of_accounts_are_those_of_the_house():
    assert [wallet("ann"), at_table(7, "seat 3"), jackpot("main")] == ["wallet ann", "table 7 seat 3", "jackpot main"]
    for name in ("", "wallet", "wallet ", "table", "table 7", "table 7 ", "table x pot", "Cage", "house"):
        assert not is_account(name)
    assert not may_be_negative("wallet cage")


def test_a_posting_of_a_record_is_never_booked_twice(store, felt):
    write = felt.deposit("ann", 10)
    store.commit([write])
    with pytest.raises(CommitRejected):
        store.commit([msgspec.structs.replace(write, records=())])
    assert store.balances()[ANN] == 10
    holds(store, felt)
