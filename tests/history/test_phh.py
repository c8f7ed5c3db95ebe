"""Reading PHH: what a history says, and one clear complaint about every malformed one."""

from __future__ import annotations

from decimal import Decimal

import pytest

from hoyle.core.errors import InvalidError
from hoyle.history.phh.reader import read_phh, read_phhs
from hoyle.history.replay.hand_replay import replay

HAND = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  # Before the flop; "quoted" words in a comment are no actions.
  "d dh p1 AhKh",  # Ada
  "d dh p2 QdQs",
  "d dh p3 7c2d",
  "p3 f # too weak",
  "p1 cbr 6",
  "p2 cc",

  "d db Kd8s3c",
  "p1 cbr 8", "p2 f",
]
players = ["Ada", "Ben", "Cleo"]
hand = 7
"""


def altered(old: str, new: str) -> str:
    assert HAND.count(old) == 1
    return HAND.replace(old, new)


def complaint(text: str) -> str:
    """The one line a malformed or unplayable record gets."""
    try:
        result = replay(read_phh(text, source="hand.phh"))
    except InvalidError as error:
        return str(error)
    assert not result.ok
    assert result.stacks is None
    assert result.error is not None
    return result.error


def test_amounts_become_whole_chips() -> None:
    text = altered("min_bet = 2", "min_bet = 2.00").replace("cbr 8", "cbr 8.25").replace("[1, 2, 0]", "[1.5, 2, 0]")
    hand = read_phh(text)
    assert hand.scale == 100
    assert hand.small == 200
    assert hand.blinds == (150, 200, 0)
    assert hand.actions[7].amount == 825
    assert hand.amount(825) == Decimal("8.25")
    assert str(hand.amount(800)) == "8"


def test_amounts_stay_exact() -> None:
    hand = read_phh(altered("starting_stacks = [100, 100, 100]", "starting_stacks = [100.1, 100.2, 100.3]"))
    assert hand.starting_stacks == (1001, 1002, 1003)


def test_an_infinite_stack_is_unknown() -> None:
    hand = read_phh(altered("starting_stacks = [100, 100, 100]", "starting_stacks = [inf, inf, 100]"))
    assert hand.starting_stacks == (None, None, 100)
    result = replay(hand)
    assert result.stacks is not None
    assert [str(stack) for stack in result.stacks] == ["Infinity", "Infinity", "100"]


def test_commentary_and_blank_actions_are_kept_and_not_played() -> None:
    hand = read_phh(altered('"p1 cbr 6"', '"", "# a pause", "p1 cbr 6"'))
    assert hand.actions[3].comment == "too weak"
    assert [action.verb for action in hand.actions[4:6]] == ["", ""]
    assert hand.actions[5].comment == "a pause"
    assert replay(hand).complete


def test_other_keys_are_kept() -> None:
    hand = read_phh(HAND + 'time = 04:20:00\n_mood = "tense"\n')
    assert hand.about["hand"] == 7
    assert hand.about["_mood"] == "tense"
    assert hand.name(2) == "Ben"


def test_heads_up_arrays_are_read_from_the_end() -> None:
    text = 'variant="NT"\nantes=[0, 3]\nblinds_or_straddles=[1, 2]\nmin_bet=2\nstarting_stacks=[50, 60]\nactions=[]\n'
    posts = read_phh(text).forced_bets()
    assert [(post.seat, post.kind, post.chips) for post in posts] == [(1, "dead", 3), (2, "blind", 1), (1, "blind", 2)]


def test_heads_up_blinds_written_big_first_make_p1_open() -> None:
    text = (
        'variant="NT"\nantes=[0, 0]\nblinds_or_straddles=[6, 3]\nmin_bet=6\nstarting_stacks=[609, 600]\n'
        'actions=["d dh p1 ????", "d dh p2 ????", "p1 f"]\nfinishing_stacks=[606, 603]\n'
    )
    assert replay(read_phh(text)).ok


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("min_bet = 2\n", "min_bet = = 2\n", "hand.phh line 4, column 11: not TOML: invalid value"),
        ('"p2 f",\n]\n', '"p2 f",\n', "hand.phh line 17, column 1: not TOML: invalid value"),
        ('"NT"', '"XX"', "hand.phh line 1: variant = XX: expected one of FT, NT, PO"),
        ('"NT"', '"NS"', "hand.phh line 1: variant = NS: short-deck hold'em is not played here"),
        ('"NT"', "5", "hand.phh line 1: variant = 5: expected a code such as 'NT'"),
        ('"NT"', '"FT"', "hand.phh line 4: min_bet = 2: FT has no such field"),
        ('"NT"', '"F7S"', "hand.phh line 3: blinds_or_straddles = [1, 2, 0]: F7S has no such field"),
        ("min_bet = 2\n", "", "hand.phh: min_bet: missing"),
        ("min_bet = 2\n", "min_bet = 0\n", "line 4: min_bet = 0: 0 is too little; expected more than 0"),
        ("min_bet = 2\n", "min_bet = inf\n", "min_bet = Infinity: expected a finite amount"),
        ("min_bet = 2\n", "min_bet = true\n", "hand.phh line 4: min_bet = True: True is not an amount"),
        ("min_bet = 2\n", "min_bet = nan\n", "min_bet = NaN: NaN is not an amount of chips"),
        ("min_bet = 2\n", "min_bet = 0.00000001\n", "hand.phh: an amount has more than 6 decimals"),
        (
            "starting_stacks = [100, 100, 100]",
            "starting_stacks = [100, 100]",
            "hand.phh line 2: antes = [0, 0, 0]: 3 amounts for 2 players (starting_stacks has 2)",
        ),
        ("starting_stacks = [100, 100, 100]", "starting_stacks = [100]", "expected two or more amounts"),
        ("starting_stacks = [100, 100, 100]", "starting_stacks = [100, 0, 100]", "0 is too little"),
        ("starting_stacks = [100, 100, 100]", 'starting_stacks = [100, "x", 100]', "x is not an amount"),
        ("[0, 0, 0]", "[0, 0, -1]", "antes = [0, 0, -1]: -1 is too little; expected 0 or more"),
        ("[0, 0, 0]", "7", "hand.phh line 2: antes = 7: expected 3 amounts"),
        ('["Ada", "Ben", "Cleo"]', '["Ada", "Ben"]', "line 18: players = [Ada, Ben]: 2 entries for 3"),
        ('["Ada", "Ben", "Cleo"]', "[1, 2, 3]", "expected 3 names"),
        ("hand = 7", "finishing_stacks = [1, 2]", "line 19: finishing_stacks = [1, 2]: 2 amounts for 3"),
        ("hand = 7", "ante_trimming_status = 1", "ante_trimming_status = 1: expected true or false"),
        ("hand = 7", '_posts = ["p9 blind 2"]', "_posts: 'p9 blind 2' is not a post such as 'p1 blind 2'"),
        ("hand = 7", "_rake = {percents = 5}", "_rake = {'percents': 5}: expected percent, levels, cap"),
        ("hand = 7", '_book = "hoyle"', "hand.phh: unknown"),
    ],
)  # fmt: skip
def test_a_malformed_field_is_named_with_its_line(old: str, new: str, words: str) -> None:
    assert words in complaint(altered(old, new))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"p3 f # too weak"', '"p3"', "hand.phh line 11, action 4 'p3': an action is an actor and a verb"),
        ('"p3 f # too weak"', '"p4 f"', "action 4 'p4 f': 'p4' is not an actor here; expected d"),
        ('"p3 f # too weak"', '"p3 fold"', "action 4 'p3 fold': 'fold' is not a player's verb"),
        ('"p3 f # too weak"', '"p3 f 2"', "action 4 'p3 f 2': nothing may follow 'f', got '2'"),
        ('"p1 cbr 6"', '"p1 cbr"', "hand.phh line 12, action 5 'p1 cbr': a bet names one amount"),
        ('"p1 cbr 6"', '"p1 cbr six"', "action 5 'p1 cbr six': 'six' is not an amount of chips"),
        ('"p1 cbr 6"', '"p1 cbr inf"', "action 5 'p1 cbr inf': inf is not an amount of chips"),
        ('"d db Kd8s3c"', '"d xx Kd8s3c"', "line 15, action 7 'd xx Kd8s3c': 'xx' is not a dealer's verb"),
        ('"d db Kd8s3c"', '"d db"', "action 7 'd db': expected 'd db AhKd2c'"),
        ('"d db Kd8s3c"', '"d db Kd8s3x"', "'3x' in 'Kd8s3x' (card 3) is not a card"),
        ('"d db Kd8s3c"', '"d db Kd8s3"', "'Kd8s3' in 'Kd8s3' is not a row of cards"),
    ],
)  # fmt: skip
def test_a_malformed_action_is_named_with_its_number(old: str, new: str, words: str) -> None:
    assert words in complaint(altered(old, new))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            '"p3 f # too weak"',
            '"p1 f"',
            "hand.phh line 11, action 4 'p1 f': out of turn: p3 is to act (fold, call 2, raise to 4 to 100)",
        ),
        ('"p1 cbr 6"', '"p1 cbr 3"', "not allowed (house betting); legal: fold, call 1, raise to 4 to"),
        ('"p1 cbr 6"', '"p1 cbr 101"', "action 5 'p1 cbr 101': not allowed (house betting)"),
        ('"p1 cbr 6"', '"p1 pb"', "action 5 'p1 pb': no bring-in is due"),
        ('"p1 cbr 6"', '"p1 sd AhKh"', "action 5 'p1 sd AhKh': out of turn: p1 is to act"),
        ('"p1 cbr 6"', '"p1 sm AhKh"', "action 5 'p1 sm AhKh': out of turn: p1 is to act"),
        ('"p2 cc",\n', "", "action 6 'd db Kd8s3c': no card is due; p2 is to act (fold, call 4"),
        ('"d db Kd8s3c"', '"d db Kd8s"', "action 7 'd db Kd8s': 2 cards instead of 3"),
        ('"d db Kd8s3c",\n', "", "action 7 'p1 cbr 8': out of turn: the dealer owes cards to the board"),
        (
            '"d db Kd8s3c"',
            '"d db QsTs3c"',
            "hand.phh line 15, action 7 'd db QsTs3c': Qs was dealt before, in action 2 'd dh p2 QdQs'",
        ),
        ('"d dh p2 QdQs"', '"d dh p2 QdQd"', "action 2 'd dh p2 QdQd': Qd was dealt before, in action 2"),
        ('"d dh p2 QdQs"', '"d dh p2 QdQsJs"', "action 2 'd dh p2 QdQsJs': 3 cards instead of 2"),
        ('"d dh p2 QdQs",\n', "", "action 1 'd dh p1 AhKh': the dealer owes cards to p1, p2, p3"),
        ('"p1 cbr 8", "p2 f",', '"p1 f", "p1 sm AhKh",', "'p1 sm AhKh': out of turn: the hand is over"),
        ('"p1 cbr 8", "p2 f",', '"p1 f", "p2 cc",', "action 9 'p2 cc': out of turn: the hand is over"),
    ],
)  # fmt: skip
def test_what_the_rules_forbid_is_named_with_what_would_be_legal(old: str, new: str, words: str) -> None:
    assert words in complaint(altered(old, new))


def test_one_player_cannot_play_alone_nor_eleven_hold_em() -> None:
    many = (
        f'variant = "NT"\nantes = {[0] * 11}\nblinds_or_straddles = {[1, 2] + [0] * 9}\nmin_bet = 2\n'
        f"starting_stacks = {[9] * 11}\nactions = []\n"
    )
    assert "hand.phh: 11 players cannot play holdem: house allows 2 to 10" in complaint(many)


def test_the_last_player_may_show_his_hand_as_a_courtesy() -> None:
    result = replay(read_phh(altered('"p2 f",', '"p2 f", "p1 sm AhKh",')))
    assert result.complete
    assert result.repairs == []


def test_a_file_of_many_hands_names_the_hand_that_is_wrong() -> None:
    text = f"[1]\n{HAND}\n[2]\n{altered('p1 cbr 6', 'p1 cbr x')}"
    with pytest.raises(InvalidError, match=r"hands.phhs \[2\] line 34, action 5 'p1 cbr x'"):
        raise next(hand for _, hand in read_phhs(text, source="hands.phhs") if isinstance(hand, InvalidError))
    with pytest.raises(InvalidError, match=r"hands.phhs line 1: 'variant' is not a hand"):
        list(read_phhs(HAND, source="hands.phhs"))
    with pytest.raises(InvalidError, match=r"hands.phhs: no hand in it"):
        list(read_phhs("", source="hands.phhs"))
