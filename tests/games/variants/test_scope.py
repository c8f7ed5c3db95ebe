"""Which games a book deals, in which forms, to how many players, and with what before the cards."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.variants.scripted_hands import Hand, case

from hoyle.core.errors import IllegalError
from hoyle.games.poker import FIXED, VARIANTS, PokerRound, Rules, Stakes
from hoyle.games.poker.events import Dealt, Opened, Posted
from hoyle.rulebooks import poker_book

PERMITTED = {
    "nj-19-47": ("19:47-14.8[XI.H.1]",),
    "nj-13-69f": ("13:69F-14.11(A)(a)",),
    "oneida": ("XI.H.1",),
    "ca-omaha": ("TYPE",),
    "room-2012": ("OMA(1)",),
}
STUD7 = "stud7-high stud7-hilo stud7-hilo8"
OMAHA = "omaha-high omaha-hilo8"
BIG_OMAHA = "big-omaha-high big-omaha-hilo8"
DRAW5 = "draw5-high draw5-low"
SECTIONS = [
    ("nj-19-47", "19:47-14.9(a)", STUD7),
    ("nj-19-47", "19:47-14.10(a)", "holdem"),
    ("nj-19-47", "19:47-14.11(a)", OMAHA),
    ("nj-19-47", "19:47-14.12(a)", DRAW5),
    ("nj-19-47", "19:47-14.13(a)", "stud5-high"),
    ("nj-19-47", "19:47-14.13A(a)", "mambo-hilo6"),
    ("nj-13-69f", "13:69F-14.11(A)(a)", BIG_OMAHA),
    ("oneida", "XI.I.1", STUD7),
    ("oneida", "XI.J.1", "holdem"),
    ("oneida", "XI.K.1", OMAHA),
    ("oneida", "XI.L.1", DRAW5),
    ("oneida", "XI.M.1", "stud5-high"),
]
WAYS = {
    "holdem": "high",
    "omaha-high": "high",
    "omaha-hilo8": "high low",
    "big-omaha-high": "high",
    "big-omaha-hilo8": "high low",
    "stud7-high": "high",
    "stud7-hilo": "high low",
    "stud7-hilo8": "high low",
    "draw5-high": "high",
    "draw5-low": "low",
    "stud5-high": "high",
    "mambo-hilo6": "high low",
}
STAKES = Stakes(FIXED, small=2, big=4, forced_bet=1)


def sections() -> list[Any]:
    return [case(id, f"{id} {clause}", games, upholds=[clause], name=clause) for id, clause, games in SECTIONS]


# Games and forms


@pytest.mark.parametrize(
    ("id", "cites"), [case(id, f"{id} {clauses[0]}", upholds=clauses, name=id) for id, clauses in PERMITTED.items()]
)
def test_a_book_deals_its_own_games_and_refuses_every_other(id, cites):
    law = poker_book(id)
    for game in VARIANTS:
        if game in law.games:
            assert Rules(law, game, STAKES).game == game
            continue
        with pytest.raises(IllegalError, match=f"{id} has no game '{game}'") as refused:
            Rules(law, game, STAKES)
        assert refused.value.clause == cites
        assert refused.value.legal == ", ".join(law.games)


@pytest.mark.parametrize(
    ("id", "family", "games"),
    [
        case("oneida", "stud7 razz", STUD7, upholds=["XI.H.1(a)"], name="H.1(a)"),
        case("oneida", "holdem", "holdem", upholds=["XI.H.1(b)"], name="H.1(b)"),
        case("oneida", "omaha big-omaha", OMAHA, upholds=["XI.H.1(c)"], name="H.1(c)"),
        case("oneida", "draw5 draw27 badugi", DRAW5, upholds=["XI.H.1(d)"], name="H.1(d)"),
        case("oneida", "stud5 mambo", "stud5-high", upholds=["XI.H.1(e)"], name="H.1(e)"),
    ],
)
def test_oneida_permits_a_family_in_the_forms_it_names(id, family, games):
    law = poker_book(id)
    kin = [game for game in VARIANTS if game.startswith(tuple(family.split()))]
    assert [game for game in kin if game in law.games] == games.split()
    for game in kin:
        if game in games.split():
            Hand(id, game, seats=[1, 2, 3]).showdown()
        else:
            with pytest.raises(IllegalError):
                Rules(law, game, STAKES)


@pytest.mark.parametrize(("id", "cites", "games"), sections())
def test_a_section_governs_its_forms_and_no_others(id, cites, games):
    law = poker_book(id)
    assert [game for game, page in law.games.items() if page.scope == cites] == games.split()
    for game in games.split():
        hand = Hand(id, game, seats=[1, 2, 3]).showdown()
        assert hand.all(Opened)[0].clause == cites
        rules = hand.round.rules
        ways = [way for way, ranking in (("high", rules.high), ("low", rules.low)) if ranking is not None]
        assert " ".join(ways) == WAYS[game]
        assert {share for share, _ in hand.shares} <= set(ways)


@pytest.mark.parametrize(
    ("id", "game", "cards"),
    [
        case("nj-19-47", "holdem", "seat 1: Ah 2d\nseat 2: Kh Kd\nboard: 3c 4c 8s Jd Qd", upholds=["19:47-14.10(a)"]),
        case("oneida", "holdem", "seat 1: Ah 2d\nseat 2: Kh Kd\nboard: 3c 4c 8s Jd Qd", upholds=["XI.J.1"]),
        case("nj-19-47", "stud5-high", "seat 1: Ah 2d 3c 4c 6s\nseat 2: Kh Kd 7d 8d 9c", upholds=["19:47-14.13(a)"]),
        case("oneida", "stud5-high", "seat 1: Ah 2d 3c 4c 6s\nseat 2: Kh Kd 7d 8d 9c", upholds=["XI.M.1"]),
    ],
)
def test_holdem_and_five_card_stud_are_played_for_the_high_hand_alone(id, game, cards):
    hand = Hand(id, game, cards).showdown()
    # The lowest hand there could be gets nothing.
    assert list(hand.shares) == [("high", 2)]


# Seats and antes

SEATS = [
    ("nj-19-47", STUD7, 8, "19:47-14.9(b)"),
    ("nj-19-47", "holdem", 11, "19:47-14.10(b)"),
    ("nj-19-47", OMAHA, 10, "19:47-14.11(b)"),
    ("nj-19-47", DRAW5, 8, "19:47-14.12(b)"),
    ("nj-19-47", "stud5-high", 8, "19:47-14.13(b)"),
    ("nj-19-47", "mambo-hilo6", 11, "19:47-14.13A(b)"),
    ("nj-13-69f", BIG_OMAHA, 8, "13:69F-14.11(A)(b)"),
    ("oneida", STUD7, 8, "XI.I.2"),
    ("oneida", "holdem", 11, "XI.J.2"),
    ("oneida", OMAHA, 10, "XI.K.2"),
    ("oneida", DRAW5, 8, "XI.L.2"),
    ("oneida", "stud5-high", 8, "XI.M.2"),
    ("ca-omaha", "omaha-hilo8", 10, "TABLE"),
    ("room-2012", "omaha-hilo8", 10, "OMA(1)"),
]
ANTE = {
    "nj-19-47": "nj-19-47 19:47-14.7[XI.G.1(a)]",
    "nj-13-69f": "nj-19-47 19:47-14.7[XI.G.1(a)]",
    "oneida": "oneida XI.G.1(a)",
    "room-2012": "room-2012 WAG(2)(i)",
}


def seats() -> list[Any]:
    return [
        case(id, game, most, f"{id} {clause}", upholds=[clause], name=f"{id}-{game}")
        for id, games, most, clause in SEATS
        for game in games.split()
    ]


def open_round(id: str, game: str, players: int) -> PokerRound:
    stacks = [100] * players
    return PokerRound(
        Rules(poker_book(id), game, STAKES), list(range(1, players + 1)), stacks, deck=list(range(52)), button=1
    )


@pytest.mark.parametrize(("id", "game", "most", "cites"), seats())
def test_a_table_takes_as_many_players_as_the_book_says_and_no_more(id, game, most, cites):
    full = open_round(id, game, most)
    assert {seat for event in full.log if isinstance(event, Dealt) for seat in event.seats} == set(range(1, most + 1))
    with pytest.raises(IllegalError) as refused:
        open_round(id, game, most + 1)
    assert refused.value.clause == cites
    assert refused.value.legal == f"2 to {most} players"


@pytest.mark.parametrize(
    ("id", "game", "cites"),
    [
        case("oneida", "holdem", "oneida XI.F.2", upholds=["XI.F.2"], name="oneida"),
        case("nj-19-47", "holdem", "nj-19-47 19:47-14.6[OVER(1)]", upholds=["19:47-14.6[OVER(1)]"], name="nj-19-47"),
        case("room-2012", "omaha-hilo8", "room-2012 OVER(1)", upholds=["OVER(1)"], name="room-2012"),
    ],
)
def test_one_player_is_too_few_and_twelve_are_too_many_for_any_game(id, game, cites):
    with pytest.raises(IllegalError) as alone:
        open_round(id, game, 1)
    assert alone.value.clause == cites
    assert poker_book(id).procedures.players.value == (2, 11)
    assert max(page.max_seats.value for page in poker_book(id).games.values()) <= 11
    with pytest.raises(IllegalError):
        open_round(id, game, 12)


@pytest.mark.parametrize(
    ("id", "game", "cites"),
    [
        case(id, game, ANTE[id], upholds=[clause], name=f"{id}-{game}")
        for id, games, _, clause in SEATS
        if id in ANTE
        for game in games.split()
    ],
)
def test_an_ante_may_be_demanded_of_everybody(id, game, cites):
    hand = Hand(id, game, seats=[1, 3, 4], ante=1)
    assert hand.posted("ante") == {1: 1, 3: 1, 4: 1}
    assert {event.clause for event in hand.all(Posted) if event.what == "ante"} == {cites}
    assert Hand(id, game, seats=[1, 3, 4]).posted("ante") == {}


@pytest.mark.parametrize(
    ("id", "game"),
    [
        case("nj-19-47", "stud7-high", upholds=["19:47-14.7[XI.G.1(a)]"]),
        case("oneida", "draw5-high", upholds=["XI.G.1(a)"]),
        case("room-2012", "omaha-hilo8", upholds=["WAG(2)(i)", "WAG(2)"]),
    ],
)
def test_antes_are_paid_before_any_card_is_received(id, game):
    hand = Hand(id, game, seats=[1, 2, 3, 4], ante=3)
    antes = [event for event in hand.before_the_first_card() if isinstance(event, Posted) and event.what == "ante"]
    assert [(event.seat, event.chips) for event in antes] == [(1, 3), (2, 3), (3, 3), (4, 3)]
    assert len(hand.posted("ante")) == len(antes)
    # An ante is no bet: nobody need match it, and it stays in the pot.
    blinds = sum(hand.posted("blind").values())
    assert hand.round.state.pot == 12 + blinds
    assert sum(hand.round.state.bets) == blinds
