"""How a recorded hand is played again: showdowns in any order, hidden hands, all-in run-outs, reshuffles."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from hoyle.core.cards import UNKNOWN
from hoyle.history.phh.reader import read_phh
from hoyle.history.replay.hand_replay import ReplayResult, replay
from hoyle.history.replay.result_verdict import DIFFERS, MATCHES, RAKED, UNRECORDED

HANDS = Path(__file__).parent / "hands"

DEAL = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
TO_THE_RIVER = [
    "p3 cc", "p1 cc", "p2 cc",
    "d db 2c7d9h", "p1 cc", "p2 cc", "p3 cc",
    "d db Jc", "p1 cc", "p2 cc", "p3 cc",
    "d db 3s", "p1 cc", "p2 cc", "p3 cc",
]  # fmt: skip


UNCALLED = [*DEAL, "p3 cc", "p1 f", "p2 cbr 6", "p3 f"]
"""p2 raises to 6, gets 4 of it back uncalled, and collects a pot of 5."""


def hold_em(actions: list[str], *, stacks: str = "[100, 100, 100]", more: str = "") -> ReplayResult:
    listed = ", ".join(f'"{action}"' for action in actions)
    return replay(
        read_phh(
            'variant = "NT"\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n'
            f"starting_stacks = {stacks}\nactions = [{listed}]\n{more}\n"
        )
    )


def chips(result: ReplayResult) -> list[int]:
    assert result.stacks is not None, result.error
    return [int(stack) for stack in result.stacks]


def test_hands_may_be_shown_in_any_order() -> None:
    for order in (["p1 sm AhAd", "p2 sm KhKd", "p3 sm"], ["p3 sm", "p2 sm KhKd", "p1 sm AhAd"]):
        result = hold_em([*DEAL, *TO_THE_RIVER, *order])
        assert result.complete
        assert result.repairs == []
        assert chips(result) == [104, 98, 98]


def test_a_hand_left_face_down_loses_to_a_hand_shown() -> None:
    result = hold_em([*DEAL, *TO_THE_RIVER, "p1 sm ????", "p2 sm 5h4d", "p3 sm ????"])
    assert result.complete
    assert chips(result) == [98, 104, 98]


def test_the_last_hand_that_is_not_mucked_wins_unseen() -> None:
    result = hold_em([*DEAL, *TO_THE_RIVER, "p1 sm", "p2 sm", "p3 sm ????"])
    assert result.complete
    assert chips(result) == [98, 98, 104]


def test_where_no_hand_was_shown_nobody_can_say_who_won() -> None:
    result = hold_em([*DEAL, *TO_THE_RIVER, "p1 sm ????", "p2 sm ????", "p3 sm"])
    assert not result.complete
    assert result.ok
    assert result.stacks is None
    assert result.note == "the cards of p1 and p2 are not known: their hands cannot be ranked"


def test_somebody_has_to_win() -> None:
    result = hold_em([*DEAL, *TO_THE_RIVER, "p1 sm", "p2 sm", "p3 sm"])
    assert result.error is not None
    assert result.error.endswith("action 21 'p3 sm': every hand is mucked and nobody is left to win the pot")


def test_a_missing_show_is_repaired_and_counted() -> None:
    known = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 ????"]
    result = hold_em([*known, *TO_THE_RIVER])
    assert chips(result) == [104, 98, 98]
    assert result.repairs == [f"p{player} neither shows nor mucks" for player in (1, 2, 3)]


def test_cards_written_in_another_order_are_dealt_in_turn_and_counted() -> None:
    known = ["d dh p1 AhAd", "d dh p3 ????", "d dh p2 KhKd"]
    result = hold_em([*known, *TO_THE_RIVER, "p1 sm -", "p2 sm -", "p3 sm"])
    assert chips(result) == [104, 98, 98]
    assert result.repairs == ["action 1 'd dh p1 AhAd': cards are dealt in order of players"]


def test_a_dash_shows_the_cards_as_dealt() -> None:
    known = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 5h5d"]
    assert chips(hold_em([*known, *TO_THE_RIVER, "p1 sm -", "p2 sm -", "p3 sm -"])) == [104, 98, 98]


def test_shown_cards_must_be_those_dealt_and_nobody_elses() -> None:
    known = ["d dh p1 AhAd", "d dh p2 ??Kd", "d dh p3 5h5d"]
    other = hold_em([*known, *TO_THE_RIVER, "p1 sm AhAc", "p2 sm -", "p3 sm"])
    assert other.error == "hand line 6, action 19 'p1 sm AhAc': p1 holds Ah Ad"
    part = hold_em([*known, *TO_THE_RIVER, "p1 sm", "p2 sm QhQd", "p3 sm"])
    assert part.error == "hand line 6, action 20 'p2 sm QhQd': p2 holds ?? Kd"
    twice = hold_em([*known, *TO_THE_RIVER, "p1 sm", "p2 sm KdAh", "p3 sm"])
    assert twice.error == "hand line 6, action 20 'p2 sm KdAh': Ah is elsewhere on the table"
    board = hold_em([*known, *TO_THE_RIVER, "p1 sm", "p2 sm KdJc", "p3 sm"])
    assert board.error == "hand line 6, action 20 'p2 sm KdJc': Jc is elsewhere on the table"


def test_a_check_with_nobody_to_bet_against_is_repaired_and_counted() -> None:
    known = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 5h4d"]
    result = hold_em(
        [*known, "p3 f", "p1 cc", "p2 cc", "p1 sm AhAd", "p2 sm KhKd", "d db 2c7d9h", "d db Jc", "d db 3s"],
        stacks="[2, 100, 100]",
    )
    assert result.repairs == ["action 6 'p2 cc': nobody could answer a bet"]
    assert chips(result) == [4, 98, 100]


def test_a_record_may_end_before_the_board_is_out() -> None:
    known = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 5h4d"]
    result = hold_em([*known, "p3 f", "p1 cbr 100", "p2 cc", "p1 sm AhAd", "p2 sm KhKd", "d db 2c7d9h"])
    assert not result.complete
    assert result.note == "the record ends before the hand is over: the dealer owes cards to the board"


def test_a_stud_record_may_end_before_the_next_card() -> None:
    lines = (HANDS / "stud7-high.phh").read_text(encoding="utf-8").splitlines()
    cut = next(at for at, line in enumerate(lines) if "d dh p2 3d" in line)
    result = replay(read_phh("\n".join([*lines[:cut], "]"])))
    assert result.error is None
    assert not result.complete
    assert result.note == "the record ends before the hand is over: the dealer owes cards to p2, p3"


def test_a_stud_record_that_misses_a_card_is_refused_at_the_deal() -> None:
    text = (HANDS / "stud7-high.phh").read_text(encoding="utf-8").replace('  "d dh p3 2h",\n', "")
    result = replay(read_phh(text, source="stud.phh"))
    assert result.error == ("stud.phh line 23, action 14 'd dh p2 3d': the dealer owes cards to p2, p3")


def test_an_unknown_up_card_may_fold_but_not_stay() -> None:
    text = (HANDS / "stud7-high.phh").read_text(encoding="utf-8")
    assert replay(read_phh(text.replace("2c9dKh", "??????"))).ok
    stays = replay(read_phh(text.replace("QhQd7s", "QhQd??"), source="stud.phh"))
    assert stays.error is not None
    assert "an up-card of p3 is unknown, and who acts first depends on it" in stays.error


def test_burns_are_unknown_and_stay_so() -> None:
    result = replay(read_phh((HANDS / "holdem-limit.phh").read_text(encoding="utf-8")))
    assert result.round is not None
    assert result.round.state.burns == [UNKNOWN] * 3


def test_stacks_that_differ_are_told_player_by_player() -> None:
    folds = [*DEAL, "p3 f", "p1 f"]
    wrong = hold_em(folds, more="finishing_stacks = [98, 102, 100]")
    assert not wrong.ok
    assert wrong.error == (
        "hand: finishing stacks differ: p1 ends with 99, recorded 98, p2 ends with 101, recorded 102"
    )
    assert wrong.rake == 0
    raked = hold_em(folds, more="finishing_stacks = [99, 100.5, 100]")
    assert not raked.ok
    assert raked.rake == Decimal("0.5")
    assert raked.error is not None
    assert raked.error.endswith("p2 ends with 101, recorded 100.5 (0.5 short in all, as a rake leaves it)")
    assert raked.verdict == RAKED


def test_winnings_are_compared_where_no_stacks_are_recorded() -> None:
    def played(winnings: str, more: str = "") -> ReplayResult:
        return hold_em(UNCALLED, more=f"winnings = {winnings}\n{more}")

    exact = played("[0, 5, 0]")
    collected = [Decimal(0), Decimal(5), Decimal(0)]
    assert (exact.ok, exact.verdict) == (True, MATCHES)
    assert exact.winnings == exact.recorded_winnings == collected
    assert exact.rake == exact.uncalled == Decimal(0)
    assert (played("[0, 9, 0]").verdict, played("[0, 9, 0]").uncalled) == (MATCHES, Decimal(4))
    raked = played("[0, 4.75, 0]")
    assert (raked.ok, raked.verdict, raked.rake) == (False, RAKED, Decimal("0.25"))
    assert raked.error is not None
    assert "winnings differ: p2 collects 5, recorded 4.75 (0.25 short in all" in raked.error
    both = played("[0, 8.5, 0]")
    assert (both.verdict, both.rake, both.uncalled) == (RAKED, Decimal("0.5"), Decimal(4))
    for wrong in ("[0, 6, 0]", "[5, 0, 0]", "[0, 3, 0]", "[0, 10, 0]", "[1, 5, 0]"):
        differs = played(wrong)
        assert (differs.ok, differs.verdict, differs.rake) == (False, DIFFERS, Decimal(0)), wrong


def test_winnings_that_are_all_zeros_are_not_recorded() -> None:
    zeros = hold_em(UNCALLED, more="winnings = [0, 0, 0]")
    assert (zeros.ok, zeros.verdict, zeros.recorded_winnings) == (True, UNRECORDED, None)
    assert hold_em(UNCALLED).verdict == UNRECORDED


def test_stacks_and_winnings_must_agree_on_the_rake() -> None:
    same = hold_em(UNCALLED, more="winnings = [0, 4.5, 0]\nfinishing_stacks = [99, 102.5, 98]")
    assert (same.verdict, same.rake) == (RAKED, Decimal("0.5"))
    other = hold_em(UNCALLED, more="winnings = [0, 5, 0]\nfinishing_stacks = [99, 102.5, 98]")
    assert (other.ok, other.verdict) == (False, DIFFERS)
    assert other.error is not None
    assert "0.5 is missing from the finishing stacks, 0 from the winnings" in other.error
    wrong = hold_em(UNCALLED, more="winnings = [5, 0, 0]\nfinishing_stacks = [99, 103, 98]")
    assert (wrong.ok, wrong.verdict) == (False, DIFFERS)


def test_more_than_a_quarter_is_no_rake() -> None:
    assert hold_em(UNCALLED, more="winnings = [0, 3.75, 0]").verdict == RAKED
    assert hold_em(UNCALLED, more="winnings = [0, 3.74, 0]").verdict == DIFFERS


def test_a_discard_from_an_unknown_hand_is_one_of_its_unknown_cards() -> None:
    text = (HANDS / "draw27-single.phh").read_text(encoding="utf-8")
    assert replay(read_phh(text.replace("d dh p3 Tc8d7h5s2d", "d dh p3 ????????2d"))).ok
    wrong = replay(read_phh(text.replace("p3 sd Tc", "p3 sd As"), source="draw.phh"))
    assert wrong.error == "draw.phh line 15, action 8 'p3 sd As': p3 holds Tc 8d 7h 5s 2d"


def test_discards_are_reshuffled_when_the_deck_runs_out() -> None:
    """Six players of triple draw throw their whole hands away: the third round of cards has all been seen."""
    ranks, suits = "23456789TJQKA", "cdhs"
    cards = iter([rank + suit for suit in suits for rank in ranks])
    hands = [[next(cards) for _ in range(5)] for _ in range(6)]
    actions = [f"d dh p{at + 1} {''.join(hand)}" for at, hand in enumerate(hands)]
    actions += ["p3 cc", "p4 cc", "p5 cc", "p6 cc", "p1 cc", "p2 cc"]
    actions += [f"p{at + 1} sd {''.join(hand)}" for at, hand in enumerate(hands)]
    # After the burn 21 cards are left: four players get new cards, the fifth one new card and four discards.
    fresh = [[next(cards) for _ in range(5)] for _ in range(4)]
    pile = [card for hand in hands[:4] for card in hand]
    fresh.append([next(cards), *pile[:4]])
    fresh.append(pile[4:9])
    actions += [f"d dh p{at + 1} {''.join(hand)}" for at, hand in enumerate(fresh)]
    actions += ["p1 cbr 4", "p2 f", "p3 f", "p4 f", "p5 f", "p6 f"]
    listed = ", ".join(f'"{action}"' for action in actions)
    result = replay(
        read_phh(
            f'variant = "F2L3D"\nantes = {[0] * 6}\nblinds_or_straddles = [2, 4, 0, 0, 0, 0]\nsmall_bet = 4\n'
            f"big_bet = 8\nstarting_stacks = {[100] * 6}\nactions = [{listed}]\n"
            "finishing_stacks = [120, 96, 96, 96, 96, 96]\n"
        )
    )
    assert result.error is None
    assert result.round is not None
    assert "reshuffled" in [event.name for event in result.round.log]
