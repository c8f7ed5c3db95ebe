"""Decks: shuffle, cut and recut, rotation, counts, opening and idle tables."""

from __future__ import annotations

import pytest
from tests.table.facade import dealer_of, floor_of
from tests.table.tables import by_book, call_down, dealt, named, one, sign, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.table import PokerTable
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.poker.commands import OpeningStep, Recut
from hoyle.table.poker.decks.deck_events import DeckRetired

ORDER = list(range(52))


@by_book({"oneida": "XI.B.1", "ca-omaha": "DECK", "room-2012": "CARDS", "nj-19-47": "19:47-14.2(a)"})
def test_a_round_is_played_with_one_whole_deck(book: str, clause: str) -> None:
    playing = table(book)
    for short in (ORDER[:51], [*ORDER[:51], 0], [*ORDER, 0]):
        with pytest.raises(ValueError) as error:  # noqa: PT011
            playing.deal(short)
        if isinstance(error.value, IllegalError):
            assert error.value.clause == clause
    playing.deal(ORDER)
    assert sorted(one(playing.log, "opened").deck) == ORDER


@by_book({"oneida": "XI.B.2", "room-2012": "CARDS", "nj-19-47": "19:47-14.2(a)"})
def test_two_decks_that_can_be_told_apart_stay_at_the_table(book: str, clause: str) -> None:
    for decks in ((), ("blue",), ("blue", "blue")):
        with pytest.raises(IllegalError, match="two that can be distinguished") as error:
            PokerTable.open(sign(book), decks=decks)
        assert error.value.clause == clause
    brought = one(PokerTable.open(sign(book), decks=("blue", "red")).log, "decks-brought")
    assert (brought.decks, brought.clause) == (["blue", "red"], clause)


def test_california_plays_with_one_deck() -> None:
    assert one(PokerTable.open(sign("ca-omaha"), decks=("blue",)).log, "decks-brought").clause == "ca-omaha DECK"
    with pytest.raises(InvalidError, match="needs a deck"):
        PokerTable.open(sign("ca-omaha"), decks=())


@pytest.mark.parametrize(
    ("book", "shuffler", "method", "clause"),
    [
        pytest.param("oneida", False, "manual", "oneida XI.B.3", marks=pytest.mark.clauses("oneida XI.B.3")),
        pytest.param("oneida", True, "machine", "oneida XI.E.1"),
        pytest.param("ca-omaha", False, "manual", "ca-omaha DEAL.1", marks=pytest.mark.clauses("ca-omaha DEAL.1")),
    ],
)
def test_the_method_of_shuffling_is_logged(book: str, shuffler: bool, method: str, clause: str) -> None:
    playing = table(book, shuffler=shuffler)
    told = one(playing.log, "note-recorded")
    assert (told.what, told.detail, told.clause) == ("shuffle method", method, clause)
    playing.deal(ORDER, cut=20)
    assert one(playing.log, "deck-shuffled").method == method
    assert one(playing.log, "deck-cut").count == 20


@by_book(
    {
        "oneida": "XI.E.1",
        "nj-19-47": "19:47-14.5(a)",
        "nj-13-69f": "13:69F-14.5(a)",
        "room-2012": "SHUF",
        "ca-omaha": "DEAL.1",
    }
)
def test_the_whole_deck_is_shuffled_before_every_round(book: str, clause: str) -> None:
    playing = table(book)
    with pytest.raises(IllegalError, match="no deck lies shuffled") as error:
        playing.deal()
    assert error.value.clause == clause
    assert one(playing.shuffle(ORDER), "deck-shuffled").clause == clause
    call_down_after = playing.deal()
    assert one(call_down_after, "opened").deck == ORDER
    call_down(playing)
    with pytest.raises(IllegalError, match="no deck lies shuffled"):
        playing.deal()


@pytest.mark.clauses("nj-13-69f 13:69F-14.5(a)")
def test_new_jersey_needs_no_shuffle_of_preshuffled_cards_when_the_table_opens() -> None:
    playing = table("nj-13-69f", procedures="required")
    for step in ("inspect", "spread"):
        dealer_of(playing).opening(step)
    playing.shuffle(ORDER, preshuffled=True)
    playing.deal(cut=20)
    assert one(playing.log, "deck-shuffled").method == "pre-shuffled"
    call_down(playing)
    with pytest.raises(IllegalError, match="before every round"):
        playing.shuffle(ORDER, preshuffled=True)
    for book in ("nj-19-47", "oneida"):
        with pytest.raises(IllegalError, match="before every round"):
            table(book).shuffle(ORDER, preshuffled=True)


# The cut


@by_book(
    {"oneida": "XI.E.2(b)", "nj-19-47": "19:47-14.5(b)2", "nj-13-69f": "13:69F-14.5(b)2"},
    also={"oneida": "XI.E.2", "nj-19-47": "19:47-14.5(b)", "nj-13-69f": "13:69F-14.5(b)"},
)
def test_a_cut_takes_ten_cards_or_more(book: str, clause: str) -> None:
    playing = table(book)
    playing.shuffle(ORDER)
    for count in (0, 9, 52):
        with pytest.raises(IllegalError, match=f"a cut of {count} cards: it takes 10 to 51 cards") as error:
            playing.cut(count)
        assert error.value.clause == clause
    playing.cut(10)


@by_book({"oneida": "XI.E.2(c)", "nj-19-47": "19:47-14.5(b)3", "nj-13-69f": "13:69F-14.5(b)3"})
def test_the_rest_of_the_deck_goes_over_the_packet(book: str, clause: str) -> None:
    playing = table(book)
    playing.deal(ORDER, cut=12)
    assert one(playing.log, "deck-cut").clause == clause
    assert one(playing.log, "opened").deck == ORDER[12:] + ORDER[:12]


@pytest.mark.clauses("oneida XI.E.2(b)")
def test_in_oneida_the_packet_may_come_from_the_bottom() -> None:
    playing = table("oneida")
    playing.deal(ORDER, cut=12, cut_from="bottom")
    # Laid on the cover card, it is the bottom again.
    assert one(playing.log, "opened").deck == ORDER


@by_book({"nj-19-47": "19:47-14.5(b)2", "nj-13-69f": "13:69F-14.5(b)2"})
def test_in_new_jersey_it_comes_from_the_top(book: str, clause: str) -> None:
    playing = table(book)
    with pytest.raises(IllegalError, match="taken from the top") as error:
        playing.deal(ORDER, cut=12, cut_from="bottom")
    assert error.value.clause == clause


@by_book({"oneida": "XI.E.3", "nj-19-47": "19:47-14.5(c)", "nj-13-69f": "13:69F-14.5(c)"})
def test_a_supervisor_may_order_a_recut_until_the_first_card_is_dealt(book: str, clause: str) -> None:
    playing = table(book)
    playing.shuffle(ORDER)
    playing.cut(12)
    with pytest.raises(IllegalError, match="only a supervisor orders a recut") as error:
        playing.cut(12)
    assert error.value.clause == clause
    for who in ("ann", "dealer", ""):
        with pytest.raises(IllegalError, match=r"cannot order recut: that is for the supervisor or floor") as error:
            dealer_of(playing).recut(20, ordered_by=who)
        assert (error.value.clause, error.value.legal) == (clause, "supervisor or floor")
    with pytest.raises(IllegalError, match="cannot order recut") as error:
        playing.do(Recut(count=20, ordered_by="supervisor"), by=playing.state.players[1].name)
    assert error.value.clause == clause
    again = one(dealer_of(playing).recut(20, ordered_by="supervisor", why="cards were seen"), "deck-cut")
    assert (again.ordered_by, again.clause) == ("supervisor", clause)
    playing.deal()
    assert one(playing.log, "opened").deck == ORDER[32:] + ORDER[:32]
    with pytest.raises(IllegalError, match=r"no recut now: 1[25] cards") as late:
        dealer_of(playing).recut(20, ordered_by="supervisor")
    assert late.value.clause == clause


@pytest.mark.parametrize("book", ["room-2012", "ca-omaha"])
def test_where_the_book_has_no_recut_the_house_must_rule(book: str) -> None:
    playing = table(book)
    playing.shuffle(ORDER)
    playing.cut(1)
    with pytest.raises(HouseRulingRequired):
        dealer_of(playing).recut(20, ordered_by="supervisor")


@pytest.mark.clauses("oneida XI.P.15")
def test_when_the_machine_fails_the_cards_are_shuffled_again() -> None:
    playing = table("oneida", shuffler=True)
    playing.shuffle(ORDER)
    failed = one(dealer_of(playing).shuffler_failed("jammed"), "shuffler-failed")
    assert (failed.clause, failed.deck) == ("oneida XI.P.15", "first")
    with pytest.raises(IllegalError, match="no deck lies shuffled"):
        playing.deal()
    playing.deal(ORDER)
    with pytest.raises(IllegalError, match="no shuffling machine"):
        dealer_of(table("oneida")).shuffler_failed("jammed")
    with pytest.raises(HouseRulingRequired):
        dealer_of(table("nj-19-47", shuffler=True)).shuffler_failed("jammed")


@pytest.mark.clauses("oneida XI.P.15", "oneida XI.B.2(a)")
def test_while_a_round_is_played_the_other_deck_is_in_the_machine() -> None:
    playing = table("oneida", shuffler=True)
    playing.deal(ORDER)
    before = playing.playing_round().state.to_dict()
    failed = one(dealer_of(playing).shuffler_failed("jammed"), "shuffler-failed")
    assert (failed.clause, failed.deck) == ("oneida XI.P.15", "second")
    assert playing.playing_round().state.to_dict() == before, "the round goes on"
    assert playing.audit(playing.steps).holds
    call_down(playing)
    assert one(dealer_of(playing).shuffler_failed("stopped"), "shuffler-failed").deck == "second"
    playing.deal(ORDER)
    assert one(dealer_of(playing).shuffler_failed("jammed"), "shuffler-failed").deck == "first"
    call_down(playing)
    dealer_of(playing).count_stub(51)
    playing.deal(ORDER)
    with pytest.raises(IllegalError, match="holds no deck now") as error:
        dealer_of(playing).shuffler_failed("jammed")
    assert error.value.clause == "oneida XI.P.15", "the only deck left is being played with"


# Hours


@pytest.mark.clauses("oneida XI.B.2(b)")
def test_decks_are_rotated_every_six_hours() -> None:
    playing = table("oneida", shuffler=True, procedures="prompted")
    assert dealer_of(playing).set_time(600) == dealer_of(playing).prompts()
    assert not [due for due in dealer_of(playing).set_time(959) if due.clause == "oneida XI.B.2(b)"]
    due = [due for due in dealer_of(playing).set_time(960) if due.clause == "oneida XI.B.2(b)"]
    assert [str(each) for each in due] == ["rotate the decks: 6 hours are over (oneida XI.B.2(b))"]
    rotated = one(dealer_of(playing).rotate_decks(["third", "fourth"]), "decks-rotated")
    assert (rotated.clause, rotated.minute) == ("oneida XI.B.2(b)", 960)
    assert not [due for due in dealer_of(playing).prompts() if due.clause == "oneida XI.B.2(b)"]
    playing.deal(ORDER)
    assert named(playing.log, "round-began")[-1].deck == "third"
    with pytest.raises(IllegalError, match="is being played"):
        dealer_of(playing).rotate_decks(["fifth", "sixth"])


def test_time_does_not_run_backwards() -> None:
    playing = table("oneida")
    dealer_of(playing).set_time(600)
    with pytest.raises(InvalidError, match="minute 599: it is minute 600 already"):
        dealer_of(playing).set_time(599)


def counts_due(playing: PokerTable) -> list[str]:
    return [str(due) for due in dealer_of(playing).prompts() if due.clause == "oneida XI.F.5(f)"]


@pytest.mark.clauses("oneida XI.F.5(f)")
def test_without_a_machine_the_stub_is_counted_every_hour_and_a_wrong_count_retires_the_deck() -> None:
    playing = table("oneida")
    dealer_of(playing).set_time(0)
    assert not counts_due(playing)
    dealer_of(playing).set_time(59)
    assert not counts_due(playing)
    dealer_of(playing).set_time(60)
    assert counts_due(playing) == ["count the stub or the deck (oneida XI.F.5(f))"]
    counted = one(dealer_of(playing).count_stub(52), "stub-counted")
    assert (counted.expected, counted.clause) == (52, "oneida XI.F.5(f)")
    assert not counts_due(playing)
    retired = one(dealer_of(playing).count_stub(51), "deck-retired")
    assert (retired.deck, retired.clause) == ("first", "oneida XI.F.5(f)")
    assert playing.state.rack.decks == ["second"]
    assert "bring a second deck (oneida XI.B.2)" in [str(due) for due in dealer_of(playing).prompts()]
    dealer_of(playing).bring_deck("third")
    with pytest.raises(IllegalError, match="was at this table already"):
        dealer_of(playing).bring_deck("first")
    machine = table("oneida", shuffler=True)
    dealer_of(machine).set_time(0)
    assert not [due for due in dealer_of(machine).set_time(120) if due.clause == "oneida XI.F.5(f)"]


@pytest.mark.clauses("oneida XI.F.5(f)", "oneida XI.P.8")
def test_a_wrong_stub_during_a_round_kills_the_round_too() -> None:
    playing = dealt("oneida")
    playing.act(1, "call")
    dealer_of(playing).count_stub(40)
    assert playing.playing_round(), "52 less twelve is right"
    dealer_of(playing).count_stub(39)
    assert not playing.playing
    assert one(playing.log, "round-voided").clause == "oneida XI.P.8"
    assert playing.stacks == {1: 200, 2: 200, 3: 200}
    assert playing.state.rack.retired == ["first"]


def test_a_wrong_count_between_rounds_is_elsewhere_the_houses_to_rule() -> None:
    playing = table("room-2012")
    dealer_of(playing).count_stub(52)
    with pytest.raises(HouseRulingRequired):
        dealer_of(playing).count_stub(51)


@by_book({"room-2012": "GEN(7)", "nj-19-47": "19:47-14.15[GEN(7)]"})
def test_a_stub_that_is_short_during_a_round_is_a_bad_deck_by_every_book_that_knows_one(book: str, clause: str) -> None:
    playing = dealt(book)
    playing.act(1, "raise to 8")
    dealer_of(playing).count_stub(40)
    assert playing.playing, "52 less twelve is right"
    ruled = one(dealer_of(playing).count_stub(39), "ruled")
    assert (ruled.result, ruled.clause) == ("dead round, return all, replace deck", clause)
    assert playing.stacks == {1: 200, 2: 200, 3: 200}
    assert playing.state.rack.retired == ["first"]


# Opening


@pytest.mark.parametrize(
    ("book", "shuffler", "steps"),
    [
        pytest.param(
            "oneida", False,
            (("distribute", "XI.D.1"), ("inspect", "XI.D.2"), ("spread", "XI.D.3"), ("wash", "XI.D.4"),
             ("first deck", "XI.D.5(a)")),
            marks=pytest.mark.clauses(*[f"oneida XI.D.{n}" for n in ("1", "2", "3", "4", "5", "5(a)")]),
        ),
        pytest.param(
            "oneida", True,
            (("distribute", "XI.D.1"), ("inspect", "XI.D.2"), ("spread", "XI.D.3"), ("wash", "XI.D.4"),
             ("first deck", "XI.D.5(b)")),
            marks=pytest.mark.clauses("oneida XI.D.5", "oneida XI.D.5(b)"),
        ),
        pytest.param(
            "room-2012", False, (("inspect", "OPEN(1)"), ("spread", "OPEN(2)"), ("wash", "OPEN(3)")),
            marks=pytest.mark.clauses(*[f"room-2012 OPEN({n})" for n in (1, 2, 3)]),
        ),
        pytest.param(
            "nj-19-47", False,
            (("inspect", "19:47-14.4(a)"), ("spread", "19:47-14.4(b)"), ("wash", "19:47-14.4(c)")),
            marks=pytest.mark.clauses(*[f"nj-19-47 19:47-14.4({n})" for n in "abc"]),
        ),
    ],
)  # fmt: skip
def test_a_table_is_opened_step_by_step(book: str, shuffler: bool, steps: tuple[tuple[str, str], ...]) -> None:
    playing = table(book, procedures="required", shuffler=shuffler)
    names = [name for name, _ in steps]
    for at, (name, clause) in enumerate(steps):
        with pytest.raises(IllegalError, match=f"opening: {name}") as error:
            playing.deal(ORDER, cut=20)
        assert error.value.clause == f"{book} {clause}"
        for other in names:
            if other != name:
                with pytest.raises(IllegalError, match=f"'{other}' is not next: {name} is"):
                    dealer_of(playing).opening(other)
        step = one(dealer_of(playing).opening(name, by="supervisor"), "opening-step-done")
        assert (step.step, step.clause, step.by) == (name, f"{book} {clause}", "supervisor")
        assert playing.state.opening == names[: at + 1]
    with pytest.raises(IllegalError, match="nothing is left to do"):
        dealer_of(playing).opening("wash")
    playing.deal(ORDER, cut=20)


@pytest.mark.parametrize(
    ("step", "may", "others", "clause"),
    [
        pytest.param("distribute", ["supervisor"], ["dealer", "floor", "ann", ""], "oneida XI.D.1",
                     marks=pytest.mark.clauses("oneida XI.D.1")),
        pytest.param("inspect", ["floor", "supervisor"], ["dealer", "ann", ""], "oneida XI.D.2",
                     marks=pytest.mark.clauses("oneida XI.D.2")),
    ],
)  # fmt: skip
def test_the_supervisor_directs_where_decks_go_and_the_floor_verifies_them(
    step: str, may: list[str], others: list[str], clause: str
) -> None:
    for allowed in may:
        playing = table("oneida", procedures="required")
        if step == "inspect":
            dealer_of(playing).opening("distribute")
        for other in others:
            with pytest.raises(IllegalError, match="cannot order opening-step") as error:
                playing.do(OpeningStep(step=step, done_by=other), by="dealer")
            assert (error.value.clause, error.value.legal) == (clause, " or ".join(may))
        awaited = playing.pending()[0]
        assert awaited.choices[0].fixed == {"step": step, "done_by": may[0]}
        done = one(playing.do(OpeningStep(step=step, done_by=allowed), by="dealer"), "opening-step-done")
        assert (done.by, done.clause) == (allowed, clause)


def test_the_dealer_does_the_other_steps_by_himself() -> None:
    playing = table("oneida")
    for step in ("distribute", "inspect", "spread"):
        done = one(dealer_of(playing).opening(step), "opening-step-done")
    assert (done.step, done.by) == ("spread", "dealer")


@pytest.mark.clauses("oneida XI.D.4")
def test_the_decks_are_not_washed_before_two_players_could_inspect_them() -> None:
    playing = PokerTable.open(sign("oneida"))
    playing.sit(1, 200)
    for step in ("distribute", "inspect", "spread"):
        dealer_of(playing).opening(step)
    with pytest.raises(IllegalError, match="1 players could inspect") as error:
        dealer_of(playing).opening("wash")
    assert error.value.clause == "oneida XI.D.4"
    playing.sit(2, 200)
    dealer_of(playing).opening("wash")


def test_a_table_that_only_prompts_deals_all_the_same() -> None:
    playing = table("oneida")
    assert [due.text for due in dealer_of(playing).prompts()] == [
        "opening: distribute", "opening: inspect", "opening: spread", "opening: wash", "opening: first deck",
    ]  # fmt: skip
    playing.deal(ORDER)
    assert not [due for due in dealer_of(playing).prompts() if due.text.startswith("opening")]


@by_book({"oneida": "XI.E.2(b)", "nj-19-47": "19:47-14.5(b)2", "room-2012": "GEN(5)(i)", "ca-omaha": "DEAL.1"})
def test_where_procedures_are_required_no_cut_means_no_deal(book: str, clause: str) -> None:
    playing = table(book, procedures="required")
    for step, _ in playing.book.procedures.opening:
        dealer_of(playing).opening(step)
    with pytest.raises(IllegalError, match="cut the deck") as error:
        playing.deal(ORDER)
    assert error.value.clause == clause
    playing.deal(ORDER, cut=20)
    call_down(playing)
    # The cut of one round is none for the next.
    with pytest.raises(IllegalError, match="cut the deck") as error:
        playing.deal()
    assert error.value.clause == clause


def awaited(playing: PokerTable, do: str) -> Command:
    """The command that the table waits for, made of what it offers and of nothing else."""
    choice = playing.pending()[0].choices[0]
    assert choice.do == do
    least = {bound.field: bound.max for bound in choice.bounds}
    return command_from_dict(playing.COMMANDS, {"do": do, **choice.fixed, **least})


def test_procedures_that_are_awaited_can_be_done_as_they_are_offered() -> None:
    playing = table("oneida", procedures="required")
    for step, _ in playing.book.procedures.opening:
        dealer_of(playing).opening(step)
    dealer_of(playing).set_time(0)
    dealer_of(playing).set_time(61)
    playing.do(awaited(playing, "count-stub"))
    assert playing.state.rack.retired == ["first"], "nobody has counted ten thousand cards"
    playing.do(awaited(playing, "bring-deck"))
    assert playing.state.rack.decks == ["second", "deck 3"]
    dealer_of(playing).set_time(400)
    playing.do(awaited(playing, "rotate-decks"))
    assert playing.state.rack.decks == ["deck 4", "deck 5"]
    for _ in range(2):
        dealer_of(playing).count_stub(51)
    with pytest.raises(IllegalError, match="no deck is left at the table"):
        dealer_of(playing).count_stub(51)
    with pytest.raises(IllegalError, match="no deck is left at the table") as error:
        playing.shuffle(ORDER)
    assert error.value.clause == "oneida XI.B.2"
    playing.do(awaited(playing, "bring-deck"))


@pytest.mark.parametrize("decks", [("blue", "blue", "red"), ("blue", ""), ("first", "blue")])
def test_decks_that_are_rotated_in_can_be_told_apart_and_were_not_taken_away(decks: tuple[str, ...]) -> None:
    playing = table("oneida")
    dealer_of(playing).count_stub(51)
    with pytest.raises(IllegalError, match=r"distinguished|for good"):
        dealer_of(playing).rotate_decks(decks)


def steps_left(playing: PokerTable) -> list[str]:
    """Opening steps that the table prompts for."""
    said = [due.text for due in dealer_of(playing).prompts()]
    return [text.removeprefix("opening: ") for text in said if text.startswith("opening: ")]


@by_book({"oneida": "XI.E.4", "nj-19-47": "19:47-14.5(d)", "nj-13-69f": "13:69F-14.5(d)"})
def test_an_idle_table_has_its_decks_spread_and_is_washed_again(book: str, clause: str) -> None:
    playing = PokerTable.open(sign(book, procedures="required"))
    dealer_of(playing).opening(steps_left(playing)[0])
    idle = one(dealer_of(playing).idle("down"), "table-idle")
    assert (idle.spread, idle.clause) == ("down", clause)
    assert not [due for due in dealer_of(playing).prompts() if "face up" in due.text]
    playing.sit(1, 200)
    playing.sit(2, 200)
    assert f"turn the spread decks face up ({clause})" in [str(due) for due in dealer_of(playing).prompts()]
    assert one(dealer_of(playing).turn_spread_up(), "table-idle").spread == "up"
    while steps_left(playing):
        dealer_of(playing).opening(steps_left(playing)[0])
    if playing.page.button_start.value == "card-draw":
        playing.draw_button({1: "As", 2: "Kd"})
    playing.deal(ORDER, cut=20)
    with pytest.raises(IllegalError, match="is not idle"):
        dealer_of(playing).idle()
    call_down(playing)
    dealer_of(playing).idle("up")
    with pytest.raises(IllegalError, match="opening: wash"):
        playing.deal(ORDER, cut=20)


def test_where_no_book_speaks_of_idle_tables_the_house_is_cited() -> None:
    playing = table("house", "holdem", procedures="required", blinds=(2, 4))
    dealer_of(playing).idle("down")
    wait = playing.pending()[0]
    assert (wait.kind, wait.choices[0].do, wait.clause) == ("procedure", "turn-spread-up", "house idle-table")


def test_spreads_are_up_or_down() -> None:
    playing = table("oneida")
    with pytest.raises(InvalidError, match="'sideways'"):
        dealer_of(playing).idle("sideways")
    with pytest.raises(IllegalError, match="no deck lies spread face down"):
        dealer_of(playing).turn_spread_up()


# The dealer


@by_book({"oneida": "XI.F.5(b)", "room-2012": "OVER(4)(ii)", "nj-19-47": "19:47-14.6[OVER(4)(ii)]"})
def test_the_dealer_announces_whose_turn_it_is_and_what_he_may_do(book: str, clause: str) -> None:
    playing = dealt(book)
    assert f"seat 1, action: fold, call 4, raise to 8 ({clause})" in [str(due) for due in dealer_of(playing).prompts()]
    said = one(dealer_of(playing).announce(), "note-recorded")
    assert (said.what, said.detail, said.clause) == (
        "announced", "seat 1, action: fold, call 4, raise to 8", clause,
    )  # fmt: skip
    call_down(playing)
    with pytest.raises(IllegalError, match="nothing to announce"):
        dealer_of(playing).announce()


@pytest.mark.parametrize(("book", "clause"), [("oneida", "oneida XI.F.5"), ("room-2012", "room-2012 OVER(4)")])
def test_every_round_is_dealt_under_the_dealers_duties(book: str, clause: str) -> None:
    playing = dealt(book)
    assert one(playing.log, "round-began").clause == clause


def test_stacked_decks_are_whole() -> None:
    deck = stacked_deck("As Kd")
    assert sorted(deck) == ORDER
    with pytest.raises(InvalidError, match="As appears twice"):
        stacked_deck("As As")


@pytest.mark.clauses("oneida XI.P.8", "oneida XI.P.6(a)")
@pytest.mark.parametrize("count", [True, False])
def test_a_short_deck_or_a_missing_cut_is_found_while_a_shuffle_is_awaited(count: bool) -> None:
    playing = table("oneida", "stud7-high", players=8)
    playing.deal(ORDER)
    while playing.playing_round().pending != "shuffle":
        word = "bring in" if playing.playing_round().pending == "forced bet" else "check"
        if word == "check" and playing.options().call:
            word = "call"
        playing.act(playing.playing_round().actor, word)
    if count:
        dealer_of(playing).count_stub(3)
    else:
        floor_of(playing).no_cut()
    assert one(playing.log, "round-voided").clause == f"oneida XI.P.{'8' if count else '6(a)'}"
    assert set(playing.stacks.values()) == {200}


def test_a_deck_that_lies_ready_stays_so_when_the_other_one_leaves() -> None:
    playing = table("oneida", shuffler=True)
    playing.shuffle(ORDER)
    playing.cut(20)
    ready = list(playing.state.rack.ready)
    other = playing.state.rack.decks[1]
    playing.apply(DeckRetired(deck=other, why="old", clause="oneida XI.B.2(b)"))
    assert playing.state.rack.ready == ready
    playing.apply(DeckRetired(deck=playing.state.rack.decks[0], why="old", clause="oneida XI.B.2(b)"))
    assert (playing.state.rack.ready, len(playing.state.rack.retired)) == ([], 2)
