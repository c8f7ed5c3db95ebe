"""Five-card draw: the exchange of cards, the last betting round, and who wins."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.variants.scripted_hands import Hand, case

from hoyle.core.cards import cards_text, parse_cards
from hoyle.games.poker.events import Burned, Called, Checked, Discarded, Drawn, Folded, Reshuffled, Shown, ShuffleNeeded

GAMES = ("draw5-high", "draw5-low")
TOPICS = {
    "nj-19-47": {
        "draw": "19:47-14.12(f)",
        "burn": "19:47-14.12(f)1",
        "short": "19:47-14.12(f)2",
        "final": "19:47-14.12(g)",
        "showdown": "19:47-14.12(h)",
        "high": "19:47-14.12(h)1",
        "low": "19:47-14.12(h)2",
        "burns apart": "19:47-14.6[OVER(4)(iii)]",
    },
    "oneida": {
        "draw": "XI.L.7",
        "burn": "XI.L.7(a)",
        "short": "XI.L.7(b)",
        "final": "XI.L.8",
        "showdown": "XI.L.9",
        "high": "XI.L.9(a)",
        "low": "XI.L.9(b)",
        "burns apart": "XI.F.5(c)",
    },
}

FOUR_HANDS = """
    seat 1: Kc Kd Kh 2c 3d
    seat 2: Qc Qd Qh 4c 5d
    seat 3: Jc Jd Jh 6c 7d
    seat 4: Tc Td Th 8c 9d
    burns: As
    draws: Ac Ad Ah Ks Qs Js Ts 9s
"""


def draw(topic: str, *games: str, also: str = "") -> list[Any]:
    """(book, game, citation) for both forms under both books."""
    return [
        case(
            id,
            game,
            f"{id} {cites[topic]}",
            upholds=[cites[topic], cites[also]] if also else [cites[topic]],
            name=f"{id}-{game}",
        )
        for id, cites in TOPICS.items()
        for game in games or GAMES
    ]


def to_the_draw(id: str, game: str, cards: str = FOUR_HANDS, *, button: int = 4, folded: int = 0) -> Hand:
    hand = Hand(id, game, cards, button=button)
    while hand.round.pending == "action":
        if hand.round.actor == folded:
            hand.say("fold")
        else:
            hand.passive()
    assert hand.round.pending == "draw"
    return hand


# The draw


@pytest.mark.parametrize(("id", "game", "cites"), draw("draw"))
def test_live_players_draw_one_after_the_other_from_the_buttons_left(id, game, cites):
    hand = to_the_draw(id, game, folded=1)
    hand.play("""
        2: draw 4c 5d
        3: pat
        4: draw 8c
    """)
    story = [event for event in hand.round.log if isinstance(event, Discarded | Drawn)]
    assert [(type(event).__name__, event.seat, cards_text(event.cards)) for event in story] == [
        ("Discarded", 2, "4c 5d"),
        ("Drawn", 2, "Ac Ad"),
        ("Discarded", 3, ""),
        ("Discarded", 4, "8c"),
        ("Drawn", 4, "Ah"),
    ]
    assert {event.clause for event in story} == {cites}
    assert (hand.holds(2), hand.holds(3), hand.holds(4)) == ("Qc Qd Qh Ac Ad", "Jc Jd Jh 6c 7d", "Tc Td Th 9d Ah")


@pytest.mark.parametrize(("id", "game", "cites"), draw("draw"))
def test_any_number_of_cards_may_be_drawn_from_none_to_five(id, game, cites):
    for count in range(6):
        hand = to_the_draw(id, game)
        old = parse_cards("Kc Kd Kh 2c 3d")
        hand.round.draw(old[:count])
        new = parse_cards("Ac Ad Ah Ks Qs")[:count]
        assert hand.holds(1) == cards_text(old[count:] + new)
        assert hand.round.actor == 2


@pytest.mark.parametrize(("id", "game", "cites"), draw("draw"))
def test_a_player_gets_only_as_many_cards_as_he_throws_away_of_his_own(id, game, cites):
    hand = to_the_draw(id, game)
    refused = hand.refuses("1: draw Qc")
    assert getattr(refused, "clause", "") == cites
    hand.refuses("2: draw Qc")
    hand.refuses("1: fold")


@pytest.mark.parametrize(("id", "game", "cites"), draw("burn"))
def test_one_card_is_burned_before_the_first_draw_and_none_later(id, game, cites):
    hand = to_the_draw(id, game).play("1: draw 2c\n2: draw 4c\n3: draw 6c\n4: draw 8c").showdown()
    exchange = [event.name for event in hand.round.log if isinstance(event, Burned | Discarded | Drawn)]
    assert exchange == ["burned"] + ["discarded", "drawn"] * 4
    burned = hand.burns()[0]
    assert (cards_text([burned.card]), burned.clause) == ("As", cites)


# Running out of cards


def run_short(id: str, game: str) -> Hand:
    """Eight are dealt in, one folds, three throw away everything: eleven cards are not enough."""
    rows = [list(range(5 * seat, 5 * seat + 5)) for seat in range(8)]
    text = "\n".join(f"seat {seat}: {cards_text(row)}" for seat, row in enumerate(rows, 1))
    hand = to_the_draw(id, game, f"{text}\nburns: As", button=8, folded=4)
    hand.round.draw(rows[0])
    hand.round.draw(rows[1])
    hand.round.draw(rows[2])
    return hand


@pytest.mark.parametrize(("id", "game", "cites"), draw("short"))
def test_when_the_stub_is_out_the_discard_pile_is_shuffled_and_used(id, game, cites):
    hand = run_short(id, game)
    assert hand.round.pending == "shuffle"
    assert hand.last(ShuffleNeeded).clause == cites
    # Seat 3 has the last card of the stub; four are owed.
    assert len(hand.holds(3).split()) == 1
    pile = hand.round.cards_to_shuffle()
    # The two who have drawn, and the hand that was folded; not the hands still to be changed, nor his own.
    assert sorted(pile) == sorted([*range(10), *range(15, 20)])
    hand.round.shuffle(pile[::-1])
    assert (hand.last(Reshuffled).cards, hand.last(Reshuffled).clause) == (pile[::-1], cites)
    assert hand.holds(3).split()[1:] == cards_text(pile[::-1][:4]).split()
    assert hand.round.actor == 5


@pytest.mark.parametrize(("id", "game", "cites"), draw("short"))
def test_players_who_have_not_yet_asked_keep_their_discards_out_of_the_pile(id, game, cites):
    hand = run_short(id, game)
    waiting = {card for seat in (5, 6, 7, 8) for card in parse_cards(hand.holds(seat))}
    assert len(waiting) == 20
    assert waiting.isdisjoint(hand.round.cards_to_shuffle())


@pytest.mark.parametrize(("id", "game", "cites"), draw("burns apart"))
def test_the_burn_is_kept_apart_from_the_discards_and_never_shuffled_in(id, game, cites):
    hand = run_short(id, game)
    ace = parse_cards("As")[0]
    assert hand.round.state.burns == [ace]
    assert ace not in hand.round.state.muck
    assert ace not in hand.round.cards_to_shuffle()
    assert hand.book.showdown.burns_apart == cites


# The final betting round


@pytest.mark.parametrize(("id", "game", "cites"), draw("final"))
def test_the_first_live_player_left_of_the_button_opens_the_last_round(id, game, cites):
    hand = to_the_draw(id, game, folded=1).play("2: pat\n3: pat\n4: pat")
    assert (hand.round.actor, hand.round.log[-1].clause) == (2, cites)
    for seat in (2, 3, 4):
        assert (hand.round.actor, hand.offered) == (seat, "fold, check, bet 4")
        hand.say("check")
    assert hand.round.over


@pytest.mark.parametrize(("id", "game", "cites"), draw("final"))
def test_after_a_bet_the_last_round_goes_on_until_everybody_has_answered(id, game, cites):
    hand = to_the_draw(id, game).play("1: pat\n2: pat\n3: pat\n4: pat\n1: check\n2: bet 4")
    assert hand.offered == "fold, call 4, raise to 8"
    hand.refuses("3: check")
    hand.play("3: raise to 8\n4: fold\n1: call\n2 to act\n2: call")
    assert hand.round.over
    assert hand.all(Checked)[-1].clause == hand.all(Called)[-1].clause == hand.all(Folded)[-1].clause == cites


# Who wins


@pytest.mark.parametrize(("id", "game", "cites"), draw("showdown"))
def test_hands_are_shown_if_several_remain_and_not_if_one_does(id, game, cites):
    hand = to_the_draw(id, game).showdown()
    assert [event.seat for event in hand.all(Shown)] == [1, 2, 3, 4]
    assert list(hand.won) == [1 if game == "draw5-high" else 4]
    alone = to_the_draw(id, game).play("1: pat\n2: pat\n3: pat\n4: pat\n1: bet\n2: fold\n3: fold\n4: fold")
    assert alone.all(Shown) == []
    assert alone.won == {1: 8}
    assert hand.round.rules.page.build == cites


@pytest.mark.parametrize(("id", "game", "cites"), draw("high", "draw5-high", also="showdown"))
@pytest.mark.parametrize(
    ("winner", "loser"),
    [("2h 2d 7c 5s 4d", "Ac Kd Qh Js 9d"), ("6c 5d 4h 3s 2c", "Ac Ad Ah Kd Qs"), ("9h 8h 5h 4h 2h", "Ts 9d 8c 7d 6s")],
)
def test_the_best_high_hand_wins_draw_high(id, game, cites, winner, loser):
    hand = to_the_draw(id, game, f"seat 1: {loser}\nseat 2: {winner}", button=2).showdown()
    assert hand.shares == {("high", 2): 4}
    assert hand.award("high", 2).clause == cites


@pytest.mark.parametrize(("id", "game", "cites"), draw("low", "draw5-low", also="showdown"))
@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        ("Kc Qd Jh Ts 8d", "2h 2d 3c 4s 5d"),
        ("Ah Ad 3c 4s 5d", "2h 2c 3d 4h 5s"),
        ("5c 4d 3h 2s Ad", "6c 4h 3s 2d Ac"),
        ("9h 8h 5h 4h 2h", "9d 8c 6d 3s 2s"),
    ],
    ids=["king-high-beats-a-pair", "smaller-pair", "wheel", "flush"],
)
def test_the_best_low_hand_wins_draw_low_and_none_has_to_qualify(id, game, cites, winner, loser):
    hand = to_the_draw(id, game, f"seat 1: {loser}\nseat 2: {winner}", button=2).showdown()
    assert hand.shares == {("low", 2): 4}
    assert hand.award("low", 2).clause == cites
