"""The browser checks proofs by itself: what it is tried on is what the room makes."""

from __future__ import annotations

from tests.room.fair.browser_proofs import FIXTURE, proofs, written

from hoyle.room.fair import verify


def test_the_browser_is_tried_on_proofs_that_the_room_makes_and_that_hold() -> None:
    assert FIXTURE.read_bytes() == written(), "python -m tests.room.fair.browser_proofs"
    assert all(verify(proof).ok for proof in proofs().values())
