"""The browser checks proofs by itself: what it is tried on is what the room makes."""

from __future__ import annotations

from tests.fairness.browser_proofs import FIXTURE, proofs, written

from hoyle.fairness import verify


def test_the_browser_is_tried_on_proofs_that_the_room_makes_and_that_hold() -> None:
    assert FIXTURE.read_bytes() == written(), "python -m tests.fairness.browser_proofs"
    assert all(verify(proof).ok for proof in proofs().values())
