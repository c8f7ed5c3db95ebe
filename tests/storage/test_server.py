"""A server that is not there, goes away or is not to be trusted: one line each, then the room goes on."""

from __future__ import annotations

import socket
from contextlib import closing
from threading import Thread
from time import monotonic, sleep

import pytest
from tests.private_postgres import PrivatePostgres
from tests.storage.sample_stream import Felt, holds

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.storage import open_store
from hoyle.storage.errors import Locked, ReadOnly, Unavailable, Unreachable

psycopg = pytest.importorskip("psycopg", reason="needs psycopg (pip install 'hoyle[postgres]')")


def one_line(error: HoyleError) -> str:
    assert "\n" not in str(error)
    return str(error)


def test_a_server_that_is_not_there_is_unreachable_and_no_password_is_told():
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        # Bound and not listening: nobody answers, and nobody else can.
        with pytest.raises(Unreachable) as refused:
            open_store(f"postgresql://ann:swordfish@127.0.0.1:{port}/room")
    said = one_line(refused.value)
    assert said.startswith(f"postgresql://127.0.0.1:{port}/room cannot be reached: ")
    assert "swordfish" not in said


@pytest.mark.parametrize("url", ["postgresql://ann:tr@ut@h/room", "postgresql://h/room?tr=ut", "postgresql://[::1/tr"])
def test_a_url_that_cannot_be_read_is_refused_without_repeating_it(url):
    with pytest.raises(InvalidError, match="invalid PostgreSQL URL: expected postgresql://USER") as refused:
        open_store(url)
    assert "ut" not in one_line(refused.value)


def test_a_database_that_is_not_there_is_named(private_postgres: PrivatePostgres):
    with pytest.raises(Unavailable, match='database "nowhere" does not exist') as refused:
        open_store(private_postgres.url("nowhere"))
    one_line(refused.value)


@pytest.fixture
def store(postgres_url, opened):
    return opened(postgres_url)


@pytest.fixture
def felt(store) -> Felt:
    felt = Felt()
    store.claim_streams([felt.stream])
    store.commit([felt.deposit("ann", 10)])
    return felt


def end_connections(server: PrivatePostgres, url: str) -> int:
    """What an administrator does, or a network: every connection of the room is cut."""
    return len(
        server.do(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE application_name = 'hoyle' AND pid <> pg_backend_pid()",
            url,
        )
    )


def test_a_connection_that_was_cut_is_made_again(store, felt, private_postgres, postgres_url):
    head = felt.chain.head
    assert end_connections(private_postgres, postgres_url) >= 2
    assert store.head(felt.stream) == head
    store.commit([felt.deposit("ann", 5)])
    holds(store, felt)
    assert store.balances()["wallet ann"] == 15


def test_a_connection_cut_during_the_commit_leaves_it_open_whether_it_was_written(
    store, felt, private_postgres, postgres_url
):
    head = felt.chain.head
    private_postgres.do(
        "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_sleep(30); RETURN NULL; END $$;"
        "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON record DEFERRABLE INITIALLY DEFERRED "
        "FOR EACH ROW EXECUTE FUNCTION slow()",
        postgres_url,
    )

    def cut_when_committing() -> None:
        until = monotonic() + 20
        while monotonic() < until:
            if private_postgres.do("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"):
                end_connections(private_postgres, postgres_url)
                return
            sleep(0.02)

    cutter = Thread(target=cut_when_committing)
    cutter.start()
    with pytest.raises(Unreachable, match="whether it was written is not known") as refused:
        store.commit([felt.deposit("ann", 5)])
    cutter.join()
    assert refused.value.uncertain
    one_line(refused.value)
    private_postgres.do("DROP TRIGGER slow ON record", postgres_url)
    assert store.head(felt.stream) == head
    going_on = Felt(head=head)
    store.commit([going_on.act()])
    holds(store, going_on)


def test_a_server_that_was_restarted_is_found_again(store, felt, private_postgres):
    head = felt.chain.head
    private_postgres.kill()
    try:
        for ask in (store.streams, lambda: store.commit([felt.act()])):
            with pytest.raises(Unreachable) as refused:
                ask()
            one_line(refused.value)
    finally:
        private_postgres.start()
    assert store.streams() == [felt.stream]
    going_on = Felt(head=head)
    store.commit([going_on.act()])
    holds(store, going_on)


def test_a_row_that_somebody_holds_is_waited_for_and_then_said_to_be_locked(felt, postgres_url):
    from hoyle.storage.postgres.postgres_store import PostgresStore

    with closing(PostgresStore(postgres_url, patience=0.2)) as impatient:
        impatient.claim_streams([felt.stream])
        head = impatient.head(felt.stream)
        with psycopg.connect(postgres_url) as other:
            other.execute("SELECT * FROM balance FOR UPDATE")
            with pytest.raises(Locked, match=r"is locked: another program has been writing for 0.2 s"):
                impatient.commit([felt.deposit("ann", 1)])
        going_on = Felt(head=head)
        impatient.commit([going_on.deposit("ann", 1)])
        holds(impatient, going_on)


def test_a_server_that_may_only_be_read_is_read_only(felt, postgres_url, opened):
    store = opened(f"{postgres_url}%20-cdefault_transaction_read_only%3Don")
    assert store.head(felt.stream) == felt.chain.head
    with pytest.raises(ReadOnly, match="is read-only: cannot claim streams"):
        store.claim_streams([felt.stream])


def test_a_server_that_does_not_wait_for_its_disk_is_refused(private_postgres, postgres_url):
    private_postgres.do("ALTER SYSTEM SET fsync = off")
    try:
        private_postgres.do("SELECT pg_reload_conf()")
        until = monotonic() + 10
        while private_postgres.do("SHOW fsync") != [("off",)]:
            assert monotonic() < until
        with pytest.raises(Unavailable, match="runs with fsync off: nothing would survive a crash"):
            open_store(postgres_url)
    finally:
        private_postgres.do("ALTER SYSTEM RESET fsync")
        private_postgres.do("SELECT pg_reload_conf()")
        while private_postgres.do("SHOW fsync") != [("on",)]:
            sleep(0.01)


def test_a_commit_waits_for_the_disk_whatever_the_server_is_told(private_postgres, postgres_url, opened):
    store = opened(f"{postgres_url}%20-csynchronous_commit%3Doff")
    assert store._query("SHOW synchronous_commit") == [("on",)]


def test_the_private_server_listens_to_no_network(private_postgres):
    assert private_postgres.do("SHOW listen_addresses") == [("",)]
    assert private_postgres.do("SHOW fsync") == [("on",)]
