"""Anybody's hands by filter, each told again event by event."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.audit.sample_room import RoomDriver, everything

from hoyle.archive import (
    HandFilter,
    HandSummary,
    ReplayCache,
    as_data,
    as_phh,
    as_pokerstars,
    as_transcript,
    find_hand,
    replay_as_spectator,
    replay_hand,
    replay_hands,
    search,
)
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.storage import Store, open_store


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """An evening with everything in it, on disk."""
    place = tmp_path_factory.mktemp("room") / "room.db"
    writing = open_store(place)
    everything(writing)
    writing.close()
    return open_store(place, reading=True)


def hands(store: Store, person: str = "ann", **wanted: object) -> tuple[HandSummary, ...]:
    return search(store, HandFilter(person=person, **wanted), size=1000).hands  # type: ignore[arg-type]


def test_everybody_finds_all_his_hands_the_latest_first(store: Store) -> None:
    for person in ("ann", "bob", "dot"):
        found = [past.hand for past in hands(store, person)]
        assert found == store.hands(person=person)
        assert found
        assert [hand.ended_at for hand in found] == sorted((hand.ended_at for hand in found), reverse=True)
    assert hands(store, "nobody at all") == ()


def test_every_filter_gives_exactly_the_hands_it_names(store: Store) -> None:
    every = hands(store)
    middle = every[len(every) // 2].hand
    for wanted, keeps in (
        ({"table": 1}, lambda past: past.table == 1),
        ({"game": "craps"}, lambda past: past.hand.game == "craps"),
        ({"book": "oneida"}, lambda past: past.hand.book == "oneida"),
        ({"since": middle.ended_at}, lambda past: past.hand.ended_at >= middle.ended_at),
        ({"until": middle.ended_at}, lambda past: past.hand.ended_at < middle.ended_at),
        ({"least_pot": 10, "most_pot": 30}, lambda past: 10 <= past.hand.pot <= 30),
        ({"result": "won"}, lambda past: past.net > 0),
        ({"result": "lost"}, lambda past: past.net < 0),
        ({"result": "even"}, lambda past: past.net == 0),
        ({"company": ("bob", "dot")}, lambda past: {"bob", "dot"} <= set(past.hand.people)),
        ({"disputed": True}, lambda past: past.hand.disputed),
        ({"table": 1, "result": "lost"}, lambda past: past.table == 1 and past.net < 0),
    ):
        found = hands(store, **wanted)
        assert found == tuple(past for past in every if keeps(past)), wanted
        if "disputed" not in wanted:
            assert 0 < len(found) < len(every) or wanted == {"book": "oneida"}, wanted


def test_what_somebody_won_and_lost_is_what_the_ledger_says(store: Store) -> None:
    for person in ("ann", "bob", "cy"):
        for past in hands(store, person):
            if past.hand.game == "craps":
                continue
            account = f"{past.hand.stream} seat {past.seat}"
            moved = 0
            for posting in store.postings(past.hand.stream):
                inside = past.hand.first_record <= posting.number <= past.hand.last_record
                if inside and not posting.source.startswith("wallet") and not posting.to.startswith("wallet"):
                    moved += posting.chips * ((posting.to == account) - (posting.source == account))
            assert past.net == moved, past


def test_pages_follow_one_another_although_hands_end_meanwhile(tmp_path: Path) -> None:
    writing = open_store(tmp_path / "room.db")
    evening = RoomDriver(writing, seed=4)
    evening.open("holdem")
    while len(writing.hands(person="ann")) < 9:
        evening.play(20)
    every = hands(writing)
    page = search(writing, HandFilter(person="ann"), size=4)
    pages = [page]
    while page.next is not None:
        evening.play(40)
        page = search(writing, HandFilter(person="ann"), size=4, start=page.next)
        pages.append(page)
    assert tuple(past for page in pages for past in page.hands) == every
    assert all(len(page.hands) == 4 for page in pages[:-1])
    assert len(hands(writing)) > len(every)
    writing.close()


def test_a_hand_is_told_event_by_event_with_the_table_as_it_was_seen(store: Store) -> None:
    games = set()
    for past in hands(store)[::2]:
        told = replay_hand(store, past.hand, "ann", views=True)
        games.add(past.hand.game)
        assert [moment.number for moment in told.moments] == list(range(1, len(told.moments) + 1))
        assert told.moments[0].record == past.hand.first_record
        assert all(moment.view is not None for moment in told.moments)
        assert any(moment.calls for moment in told.moments)
        assert all(
            moment.did not in ("chat", "contribute-nonce", "report-play", "commit-secret") for moment in told.moments
        )
        if told.round is not None:
            _told_as_seen(told)
    assert {"holdem", "stud7-high", "craps"} <= games


def _told_as_seen(told: object) -> None:
    names = [moment.name for moment in told.moments]  # type: ignore[attr-defined]
    if "round-ended" not in names:
        assert "house-ruled" in names, "only what is called off comes to no end of its own"
        return
    last = [moment for moment in told.moments if moment.name == "round-ended"][-1]  # type: ignore[attr-defined]
    before = told.moments[last.number - 2].view.round  # type: ignore[attr-defined]
    for hand in before.hands:
        if hand.person != "ann" and hand.hand_state != "tabled":
            assert all(card == "??" for card, up in zip(hand.cards, hand.face_up, strict=True) if not up)


def test_many_hands_are_told_as_each_of_them_is(store: Store) -> None:
    every = [past.hand for past in hands(store)]
    together = {told.past.name: told for told in replay_hands(store, every, "ann")}
    assert len(together) == len(every)
    for past in hands(store)[::4]:
        alone = replay_hand(store, past.hand, "ann")
        assert as_data(together[past.name]) == as_data(alone)


def test_waypoints_shorten_the_way_to_a_hand_and_change_nothing_of_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hoyle.archive.checkpoint_cache.EVERY", 20)
    waypoints = ReplayCache()
    every = hands(store)
    for past in (*every, *every[::2]):
        told = replay_hand(store, past.hand, "ann", views=True, cache=waypoints)
        assert as_data(told) == as_data(replay_hand(store, past.hand, "ann", views=True))
    latest = next(past.hand for past in every if past.hand.stream == "table 1")
    assert waypoints.nearest_before("table 1", latest.first_record) is not None
    assert waypoints.nearest_before("table 1", 1) is None


def test_a_throw_names_the_wagers_that_lay_there_before_it(store: Store) -> None:
    said = [
        call.text
        for past in hands(store, game="craps")
        for moment in replay_hand(store, past.hand, "ann").moments
        for call in moment.calls
    ]
    assert any("loses" in text or "wins" in text for text in said)
    assert not any("Wager w" in text for text in said), said


def test_an_onlooker_is_told_a_hand_without_any_card_that_did_not_lie_open(store: Store) -> None:
    for past in hands(store, game="holdem")[:6]:
        told = replay_as_spectator(store, past.hand, views=True)
        assert told.person == ""
        shown = {moment.facts["seat"] for moment in told.moments if moment.name in ("shown", "winner-shows")}
        # Until it is dealt, hands of the round before may still lie there, tabled.
        dealt = next(at for at, moment in enumerate(told.moments) if moment.name == "opened")
        for moment in told.moments[dealt:]:
            for hand in moment.view.round.hands:
                assert hand.seat in shown or set(hand.cards) <= {"??"}, moment
        own = [
            card for moment in replay_hand(store, past.hand, "ann").moments for card in moment.facts.get("cards", [])
        ]
        assert set(own) > {"??"}


def test_nobody_recalls_a_hand_that_he_was_not_in(store: Store) -> None:
    others = next(hand for hand in store.hands() if "cy" not in hand.people)
    with pytest.raises(IllegalError, match=r"cy was not in the hand .* players replay their own hands"):
        replay_hand(store, others, "cy")
    with pytest.raises(InvalidError, match="cy was in no hand"):
        find_hand(store, "cy", f"{others.stream.split()[1]}/{others.first_record}")


def test_a_hand_has_a_name_and_the_last_one_too(store: Store) -> None:
    for past in hands(store)[:5]:
        assert find_hand(store, "ann", past.name) == past
    last = hands(store, table=1)[0]
    assert find_hand(store, "ann", "1/last") == last
    for name in ("", "1", "1/", "x/2", "1/2/3", "-1/2", "1/" + "9" * 40, "²/1"):
        with pytest.raises(InvalidError, match="expected a table and a record"):
            find_hand(store, "ann", name)


def test_what_cannot_be_looked_for_is_refused_in_words(store: Store) -> None:
    for wanted, said in (
        ({"person": ""}, "person '': expected a name"),
        ({"result": "drawn"}, "one of won, lost, even"),
        ({"least_pot": 9, "most_pot": 3}, "pots from 9 to 3"),
        ({"since": 5, "until": 5}, "until 5: must be after since"),
        ({"table": -1}, "0 or more"),
    ):
        with pytest.raises(InvalidError, match=said):
            search(store, HandFilter(**{"person": "ann", **wanted}))  # type: ignore[arg-type]
    with pytest.raises(InvalidError, match="1 to 1000"):
        search(store, HandFilter(person="ann"), size=0)


def test_dice_are_told_as_data_and_in_the_dealers_words(store: Store) -> None:
    past = hands(store, game="craps")[0]
    told = replay_hand(store, past.hand, "ann")
    assert as_data(told)["game"] == "craps"
    assert as_transcript(told).count("\n") > 1
    for writes in (as_phh, as_pokerstars):
        with pytest.raises(IllegalError, match="craps cannot be exported in that format"):
            writes(told)
