"""What is reckoned for requests: in turns, for as long as somebody waits, and within its price."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Coroutine
from typing import Any

import pytest

from hoyle.core.errors import InvalidError
from hoyle.odds.ranges import hand_range
from hoyle.odds.ranges.parse_cost import range_cost_seconds
from hoyle.room.auth import authentication
from hoyle.server.api import odds, rulebooks, situations
from hoyle.server.api.odds import MAX_ESTIMATED_SECONDS
from hoyle.server.api.routes import ENDPOINTS
from hoyle.server.api.services import RULEBOOK_POOL, ClientGone, cancel_on_disconnect
from hoyle.server.workers import fair_queue, worker_pool
from hoyle.server.workers.fair_queue import FairQueue, Requester, TooBusy
from hoyle.server.workers.worker_pool import CostLimitExceeded, WorkerPool
from hoyle.storage.models import Credential

MUCH = ",".join(["RROO"] * 100)


async def order(askers: list[Requester]) -> list[int]:
    """In which order they have their turns who ask while somebody else has his."""
    turns, had = FairQueue(), []
    await turns.take(askers[0])

    async def one(number: int) -> None:
        await turns.take(askers[number])
        had.append(number)
        turns.release()

    tasks = [asyncio.create_task(one(number)) for number in range(1, len(askers))]
    await asyncio.sleep(0)
    turns.release()
    await asyncio.gather(*tasks)
    return had


def test_who_asks_for_much_does_not_stand_before_who_asks_for_little() -> None:
    hog, other = Requester("10.0.0.1"), Requester("10.0.0.2")
    assert asyncio.run(order([hog, hog, hog, hog, other])) == [4, 1, 2, 3]


def test_people_at_one_address_take_turns_too_and_are_no_more_than_another_address() -> None:
    ann, bob, cy = Requester("10.0.0.1", "ann"), Requester("10.0.0.1", "bob"), Requester("10.0.0.2", "cy")
    assert asyncio.run(order([ann, ann, ann, bob, cy, cy])) == [4, 3, 5, 1, 2]


def test_one_address_has_so_many_waiting_and_no_more() -> None:
    async def ask() -> None:
        turns = FairQueue()
        await turns.take(Requester("10.0.0.1"))
        waiting = [asyncio.create_task(turns.take(Requester("10.0.0.1"))) for _ in range(fair_queue.MAX_OF_ONE)]
        await asyncio.sleep(0)
        with pytest.raises(TooBusy, match="others wait"):
            await turns.take(Requester("10.0.0.1", "another session"))
        another = asyncio.create_task(turns.take(Requester("10.0.0.2")))
        await asyncio.sleep(0)
        turns.release()
        await another
        for task in waiting:
            task.cancel()

    asyncio.run(ask())


@pytest.mark.parametrize("late", [False, True], ids=["while he waits", "when it has just come"])
def test_who_leaves_gives_his_turn_to_the_next(late: bool) -> None:
    async def ask() -> None:
        turns = FairQueue()
        await turns.take(Requester("10.0.0.1"))
        leaves = asyncio.create_task(turns.take(Requester("10.0.0.2")))
        stays = asyncio.create_task(turns.take(Requester("10.0.0.3")))
        await asyncio.sleep(0)
        if late:
            turns.release()
        leaves.cancel()
        if not late:
            await asyncio.sleep(0)
            turns.release()
        await stays
        assert leaves.cancelled()

    asyncio.run(asyncio.wait_for(ask(), 60))


class SlowPool(WorkerPool):
    """One whose answers take until it is stopped."""

    def __init__(self) -> None:
        super().__init__(grace=0.0)
        self.begun: list[Any] = []
        self.stopped = asyncio.Event()

    async def _run(self, what: Any, args: tuple[Any, ...], patience: float) -> Any:
        self.begun.append(what)
        if what == "quick":
            return "answer"
        await self.stopped.wait()
        raise CostLimitExceeded("stopped")

    def stop(self) -> None:
        self.stopped.set()


def test_what_nobody_waits_for_any_more_is_ended_and_the_next_has_his_turn() -> None:
    async def ask() -> None:
        pool = SlowPool()
        leaves = asyncio.create_task(pool.submit("slow", asker=Requester("10.0.0.1")))  # type: ignore[arg-type]
        forgotten = asyncio.create_task(pool.submit("never", asker=Requester("10.0.0.1")))  # type: ignore[arg-type]
        stays = asyncio.create_task(pool.submit("quick", asker=Requester("10.0.0.2")))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        forgotten.cancel()
        leaves.cancel()
        assert await stays == "answer"
        assert pool.begun == ["slow", "quick"]

    asyncio.run(asyncio.wait_for(ask(), 60))


async def leaves() -> None:
    """One who disconnects at once."""


async def stays() -> None:
    await asyncio.Event().wait()


def test_an_answer_is_given_up_when_its_client_has_left() -> None:
    ended: list[str] = []

    async def answer() -> str:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("ended")
        return ""

    async def ask() -> None:
        with pytest.raises(ClientGone):
            await cancel_on_disconnect(leaves(), answer())
        await asyncio.sleep(0)

    asyncio.run(ask())
    assert ended == ["ended"]


def test_an_answer_or_what_is_wrong_reaches_a_client_who_stays() -> None:
    async def good() -> str:
        return "answer"

    async def bad() -> str:
        raise CostLimitExceeded("too much", estimated_seconds=7.0)

    async def ask(answer: Coroutine[Any, Any, str]) -> Any:
        return await cancel_on_disconnect(stays(), answer)

    assert asyncio.run(ask(good())) == "answer"
    with pytest.raises(CostLimitExceeded):
        asyncio.run(ask(bad()))


def test_what_would_cost_too_much_is_refused_with_its_price_before_anything_is_reckoned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*args: Any) -> Any:
        raise AssertionError("it was reckoned")

    monkeypatch.setattr(hand_range, "kernel", never)
    with pytest.raises(CostLimitExceeded, match="it would take about") as refused:
        odds.range_hands(odds.RangeRequest(game="big-omaha-high", range=MUCH))
    assert refused.value.estimated_seconds > MAX_ESTIMATED_SECONDS
    with pytest.raises(CostLimitExceeded, match="it would take about"):
        odds.equity(odds.EquityRequest(game="big-omaha-high", hands=[MUCH, "AsAhKsKhQs"]))


@pytest.mark.parametrize("text", [",".join(f"{n / 10}%" for n in range(1, 400)), "100%," * 300 + "AA***"])
def test_percentages_have_their_price_too(text: str) -> None:
    assert range_cost_seconds("big-omaha-high", text, limit=MAX_ESTIMATED_SECONDS) > MAX_ESTIMATED_SECONDS


def test_what_cannot_be_read_is_refused_as_such_and_cards_cost_nothing() -> None:
    with pytest.raises(InvalidError, match="range"):
        odds.range_hands(odds.RangeRequest(game="holdem", range="(((("))
    with pytest.raises(InvalidError, match="has no ranges"):
        odds.range_hands(odds.RangeRequest(game="razz", range="AK"))
    asked = odds.EquityRequest(game="holdem", hands=["AsAh", "random"], samples=1000, exact=False)
    assert odds.equity(asked).hands
    assert odds.range_hands(odds.RangeRequest(game="omaha-high", range="AA**")).hands


@pytest.mark.parametrize("hands", [["random", "random"], ["AA", "random"], ["QQ+,AK", "random"]])
def test_an_equity_stays_within_the_seconds_that_are_promised(hands: list[str]) -> None:
    began = time.process_time()
    found = odds.equity(odds.EquityRequest(game="holdem", hands=hands))
    assert time.process_time() - began < MAX_ESTIMATED_SECONDS
    assert found.exact is (hands != ["random", "random"]), "what is too much to count is sampled"


def test_a_password_that_is_being_hashed_is_finished_though_nobody_waits() -> None:
    async def ask() -> None:
        hashing = worker_pool.passwords()
        assert hashing._grace is None
        leaves = asyncio.create_task(
            hashing.submit(authentication.hash_password, "long enough", asker=Requester("10.0.0.1"))
        )
        while hashing._pool is None:
            await asyncio.sleep(0.01)
        leaves.cancel()
        kept = await hashing.submit(authentication.hash_password, "another one", asker=Requester("10.0.0.2"))
        assert authentication.verify_password(Credential(person="ann", password=kept), "another one")
        hashing.stop()

    asyncio.run(asyncio.wait_for(ask(), 120))


def test_a_flood_of_passwords_from_one_address_does_not_keep_another_waiting() -> None:
    async def flood() -> None:
        hashing, done = worker_pool.passwords(), []
        await hashing.submit(authentication.hash_password, "warmed up", asker=Requester("10.0.0.9"))

        async def one(address: str) -> None:
            try:
                await hashing.submit(authentication.hash_password, "long enough", asker=Requester(address))
                done.append(address)
            except TooBusy:
                done.append("too busy")

        crowd = [asyncio.create_task(one("10.0.0.1")) for _ in range(40)]
        await asyncio.sleep(0)
        other = asyncio.create_task(one("10.0.0.2"))
        await asyncio.gather(*crowd, other)
        hashing.stop()
        hashed = [address for address in done if address != "too busy"]
        assert hashed.index("10.0.0.2") <= 1, "whoever was at it, and then the other address"
        assert hashed.count("10.0.0.1") == 1 + fair_queue.MAX_OF_ONE, "the rest is refused at once"

    asyncio.run(asyncio.wait_for(flood(), 300))


def test_passwords_are_hashed_in_a_process_that_gives_way_to_play() -> None:
    async def ask() -> tuple[int, int]:
        hashing = worker_pool.passwords()
        found = await hashing.submit(os.nice, 0), await hashing.submit(os.getpid)
        hashing.stop()
        return found

    niceness, pid = asyncio.run(asyncio.wait_for(ask(), 120))
    assert niceness >= os.nice(0) + 10
    assert pid != os.getpid()


@pytest.mark.parametrize(
    ("path", "arguments", "task"),
    [
        ("/api/books/search", {"query": rulebooks.SearchQuery(words="odd chip")}, rulebooks.search),
        ("/api/books/{book}/{clause:path}", {"book": "oneida", "clause": "XI.G.1"}, rulebooks.clause),
        ("/api/ask", {"query": situations.SituationQuery(words="misdeal")}, situations.situations),
    ],
)
def test_searches_are_left_to_the_worker_pool(path: str, arguments: dict[str, Any], task: Any) -> None:
    class PoolCall:
        async def run(self, *args: Any) -> tuple[Any, ...]:
            return args

    [endpoint] = [each for each in ENDPOINTS if each.path == path]
    asked = asyncio.run(endpoint.handler(PoolCall(), **arguments))
    assert asked == (RULEBOOK_POOL, task, *arguments.values())
