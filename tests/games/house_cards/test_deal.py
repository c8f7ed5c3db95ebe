"""The same deck gives different hands by shoe, hand and device."""

from __future__ import annotations

import pytest
from tests.coverage_plugin import Exercises
from tests.games.house_cards.rounds import FCP, GAMES, MS, TCP, cite, clauses, stacked
from tests.games.house_cards.tables import named, opened, ready

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound

SEATS = [2, 5, 6]
MODES = ("manual", "hand", "automated")


def dealt(game: str, dealing: str) -> HouseCardRound:
    """Three seats, the deck in plain order: card n leaves it as the n-th."""
    round_ = HouseCardRound(HouseCardSign(game, dealing=dealing), dict.fromkeys(SEATS, 100), list(range(52)))
    for seat in SEATS:
        round_.wager(seat, "ante", 1)
    round_.close()
    return round_


def expected(game: str, dealing: str) -> tuple[list[list[int]], list[int], list[int]]:
    """Own cards of each seat, dealer's or community cards, cards thrown away, by the digest's formulas."""
    n = len(SEATS)
    if game == MS:
        first = 3 if dealing == "automated" else 0
        own = [[first + 2 * j, first + 2 * j + 1] for j in range(n)]
        return own, list(range(3)) if first else list(range(2 * n, 2 * n + 3)), []
    size = 3 if game == TCP else 5
    if dealing == "automated":
        own = [list(range(size * j, size * j + size)) for j in range(n)]
        dealer = list(range(size * n, size * n + size))
        if game == TCP:
            return own, dealer, []
        return own, [*dealer, 5 * n + 5], list(range(5 * n + 6, 5 * n + 10))
    own = [[r * (n + 1) + j for r in range(size)] for j in range(n)]
    dealer = [r * (n + 1) + n for r in range(size)]
    return own, dealer if game == TCP else [*dealer, 5 * (n + 1)], []


DEAL_CLAUSES = {
    (TCP, "manual"): ("G.1", "G.3", "G.3/2", "G.4"),
    (TCP, "hand"): ("H.1", "H.2", "H.3"),
    (TCP, "automated"): ("I.2", "I.3", "AMB-T5"),
    (FCP, "manual"): ("G.1", "G.3", "G.3/2", "G.4"),
    (FCP, "hand"): ("H.1", "H.2", "H.2/2", "H.3"),
    (FCP, "automated"): ("I.1", "I.3", "I.3.a", "I.3.b", "I.3.c", "I.4"),
    (MS, "manual"): ("I.1", "I.3", "I.3.a", "I.3.b", "I.4"),
    (MS, "hand"): ("J.1", "J.3", "J.3.a", "J.3.b", "J.4"),
    (MS, "automated"): ("K.2", "K.2.a", "K.2.b", "AMB-M8"),
}


@pytest.mark.parametrize(("game", "dealing"), DEAL_CLAUSES)
def test_every_card_goes_where_the_book_sends_it(game: str, dealing: str, exercises: Exercises) -> None:
    round_ = dealt(game, dealing)
    state = round_.state
    own, dealer, thrown = expected(game, dealing)
    assert [state.places[seat].cards for seat in SEATS] == own
    assert (state.community if game == MS else state.dealer) == dealer
    stub = 52 - len(SEATS) * round_.game.seat_cards - len(dealer) - len(thrown)
    assert state.discards == [*thrown, *range(52 - stub, 52)]
    assert state.dealer_up == ([dealer[-1]] if game == FCP else [])
    cited = [*clauses(round_, "dealt"), *clauses(round_, "stub-discarded")]
    ours = cite(game, *DEAL_CLAUSES[game, dealing])
    assert set(cited) <= set(ours)
    exercises(*ours)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", MODES)
def test_nobody_sees_a_card_that_is_face_down(game: str, dealing: str) -> None:
    round_ = dealt(game, dealing)
    seen = [event.seen_by("seat 5") for event in round_.log]
    shown = {
        card
        for event in seen
        if event.name == "dealt"
        for card in event.fields()["cards"]  # type: ignore[attr-defined]
    }
    mine = set(round_.state.places[5].cards)
    assert shown - {-1} == mine | set(round_.state.dealer_up)


CLOSE = {
    TCP: {"manual": "G.2", "hand": "H.1.c", "automated": "I.1.b"},
    FCP: {"manual": "G.2", "hand": "H.1.c", "automated": "I.2.b"},
    MS: {"manual": "I.2", "hand": "J.2.c", "automated": "K.1.b"},
}


DEVICE = {TCP: "I.1", FCP: "I.2", MS: "K.1"}
"""A device deals on conditions, of which the call before the first stack is one."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", MODES)
def test_no_card_leaves_the_deck_before_no_more_bets(game: str, dealing: str, exercises: Exercises) -> None:
    round_ = HouseCardRound(HouseCardSign(game, dealing=dealing), {1: 100}, stacked())
    round_.wager(1, "ante", 5)
    clause = cite(game, CLOSE[game][dealing])[0]
    with pytest.raises(IllegalError, match="after No More Bets") as refusal:
        round_.deal()
    assert refusal.value.clause == clause
    assert round_.state.dealt == 0
    assert not clauses(round_, "dealt")
    round_.close()
    said = [event.name for event in round_.log].index("no-more-bets")
    assert round_.log[said].clause == clause
    assert "dealt" not in [event.name for event in round_.log[:said]]
    assert "wagered" not in [event.name for event in round_.log[said:]]
    with pytest.raises(IllegalError):
        round_.wager(1, "ante", 5)
    exercises(clause, *(cite(game, DEVICE[game]) if dealing == "automated" else ()))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", MODES)
def test_at_the_table_the_call_comes_before_the_first_card_too(game: str, dealing: str, exercises: Exercises) -> None:
    table = opened(game, dealing=dealing)
    ready(table)
    table.open_wagers()
    table.wager(3, "ante", 5)
    assert not named(table, "dealt")
    clause = cite(game, CLOSE[game][dealing])[0]
    names = [entry.name for entry in table.no_more_bets()]
    assert named(table, "no-more-bets") == [clause]
    assert names.index("no-more-bets") < names.index("dealt")
    with pytest.raises(IllegalError):
        table.wager(3, "ante", 5)
    exercises(clause)


@pytest.mark.parametrize(("game", "clause"), [(TCP, "TCP.B.4"), (FCP, "FCP.B.4"), (MS, "MS.AMB-M15")])
def test_one_deck_of_52_is_used(game: str, clause: str, exercises: Exercises) -> None:
    with pytest.raises(IllegalError, match="51 cards") as refusal:
        HouseCardRound(HouseCardSign(game), {1: 100}, list(range(51)))
    assert refusal.value.clause == f"oneida {clause}"
    exercises(f"oneida {clause}")


def test_a_card_cannot_lie_in_the_deck_twice() -> None:
    with pytest.raises(InvalidError, match="2c appears twice"):
        HouseCardRound(HouseCardSign(TCP), {1: 100}, [0, *range(51)])


def test_more_cards_than_the_game_has_cannot_be_dealt() -> None:
    round_ = HouseCardRound(HouseCardSign(TCP), {1: 100}, [0, 1, 2, 3, 4], whole_deck=False)
    round_.wager(1, "ante", 5)
    with pytest.raises(InvalidError, match="6 are needed"):
        round_.close()
    assert round_.phase == "open"
