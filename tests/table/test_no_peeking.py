"""The floor does not peek: what it says, before and after, depends on no card that lies face down."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.table.facade import dealer_of, floor_of
from tests.table.tables import dealt, spot, table

from hoyle.core.cards import cards_text
from hoyle.core.errors import HouseRulingRequired, HoyleError, InvalidError
from hoyle.games.poker.floor.ruling_types import DISCARD_CARD, HAND_DISCARDED, MISDEAL
from hoyle.games.poker.round_state import TABLED
from hoyle.table import PokerTable
from hoyle.table.command_base import Command
from hoyle.table.log.json_output import to_dict
from hoyle.table.poker import commands
from hoyle.table.poker.commands import CardLocation

SITUATIONS = [
    ("oneida", "holdem", 0), ("oneida", "holdem", 2), ("oneida", "holdem", 4), ("oneida", "holdem", 14),
    ("oneida", "omaha-hilo8", 0), ("oneida", "stud7-high", 0), ("oneida", "stud7-high", 3),
    ("oneida", "stud7-high", 6), ("oneida", "draw5-high", 3), ("oneida", "draw5-high", 4),
    ("oneida", "stud5-high", 0), ("nj-19-47", "stud7-hilo8", 0), ("nj-19-47", "mambo-hilo6", 2),
    ("nj-13-69f", "big-omaha-hilo8", 0), ("room-2012", "omaha-hilo8", 12), ("ca-omaha", "omaha-hilo8", 4),
]  # fmt: skip
"""Book, game, and how many actions have been made: the deal, the streets, the draw, the showdown."""


def situation(book: str, game: str, actions: int, deck: list[int]) -> PokerTable:
    """A round that has come so far, everybody checking and calling; hands are shown in turn."""
    playing = table(book, game, table_all=False)
    playing.deal(deck)
    for _ in range(actions):
        if not playing.playing:
            break
        dealer_of(playing).time_out(playing.playing_round().actor) if stays(playing) else None
    return playing


def stays(playing: PokerTable) -> bool:
    """Call where the clock would fold; True where the clock may speak."""
    round_ = playing.playing_round()
    if round_.pending == "action" and playing.options().call:
        playing.act(round_.actor, "call")
        return False
    return True


def public(playing: PokerTable) -> set[int]:
    """Cards that everybody sees: the board, up-cards, tabled hands."""
    state = playing.playing_round().state
    seen = set(state.board)
    for at, hand in enumerate(state.cards):
        seen.update(hand if state.hands[at] == TABLED else state.up_cards(at))
    return seen


def reports(playing: PokerTable) -> Iterator[Command]:
    """Every report there is, about every seat and every place."""
    seats = (*playing.state.players, 7)
    spots = [CardLocation(at="hand", seat=seat, card=card) for seat in (1, 2) for card in (1, 2, 3, 8)]
    spots += [CardLocation(at="board", card=card) for card in (1, 3, 4)]
    spots += [CardLocation(at="burn", card=card) for card in (1, 2)]
    spots += [CardLocation(at="stub", card=card) for card in (1, 2, 52)]
    pairs = [(one, other) for one in spots[:4] for other in spots if one != other]
    for house in ("", MISDEAL, HAND_DISCARDED, DISCARD_CARD):
        more: dict[str, Any] = {"house": house}
        yield commands.NoCut(**more)
        yield commands.WrongStart(**more)
        yield commands.ReportBadDeck(found=51, **more)
        for each in spots:
            yield commands.OffTable(spot=each, **more)
            yield commands.Boxed(spots=(each,), **more)
            yield commands.Exposed(spots=(each,), **more)
            yield commands.Exposed(spots=(each,), dealer_error=False, **more)
        for pair in pairs:
            yield commands.Boxed(spots=pair, **more)
            yield commands.Exposed(spots=pair, **more)
        for seat in seats:
            yield from about(seat, more)


def about(seat: int, more: dict[str, Any]) -> Iterator[Command]:
    """Every report about one player."""
    yield commands.MissedSeat(seat=seat, **more)
    yield commands.Ineligible(seat=seat, why="plays two tables", **more)
    for cards in ((1,), (2,), (3,), (1, 2), (8,)):
        yield commands.HoleCardsUp(seat=seat, cards=cards, **more)
    for protected in (True, False):
        yield commands.ReportFouledHand(seat=seat, protected=protected, **more)
        yield commands.ReportFouledHand(seat=seat, protected=protected, swept=True, reconstructable=True, **more)
        yield commands.WrongNumber(seat=seat, protected=protected, **more)
        yield commands.ReportLeftTable(seat=seat, protected=protected, comment=not protected, **more)
    for owing in ("", "call", "raise to 8"):
        yield commands.Discard(seat=seat, owing=owing, **more)
        yield commands.UpcardsDown(seat=seat, owing=owing, **more)
    yield commands.RequestDisclosure(seat=seat, **more)
    yield commands.Muck(seat=seat, **more)
    yield commands.Retrieve(seat=seat, **more)
    yield commands.ClaimHandValue(seat=seat, text="aces", **more)
    yield commands.TouchedPot(seat=seat, **more)
    yield commands.OutOfView(seat=seat, **more)


def previewed(playing: PokerTable, report: Command) -> tuple[str, ...]:
    """What the floor would say."""
    try:
        ruling = playing.preview(report)
    except HoyleError as error:
        return (type(error).__name__, str(error))
    return (ruling.result, *ruling.clauses, ruling.reading)


def answered(playing: PokerTable, report: Command) -> Any:
    """What it says and does, as somebody who looks on is told."""
    again = PokerTable.resume(playing.checkpoint())
    try:
        entries = again.do(report, by="floor")
    except HoyleError as error:
        return (type(error).__name__, str(error))
    return [entry for entry in to_dict([each.seen_by("") for each in entries]) if entry["name"] in TOLD]


TOLD = ("ruled", "house-ruled", "hand-killed", "refunded", "round-voided", "folded", "retrieved", "deck-retired")
"""Entries that tell no card: a card that is turned up by the ruling itself may of course be told."""


@pytest.mark.parametrize(("book", "game", "actions"), SITUATIONS)
def test_no_answer_and_no_refusal_of_the_floor_depends_on_a_hidden_card(book: str, game: str, actions: int) -> None:
    deck = list(range(52))
    random.Random(actions).shuffle(deck)
    first = situation(book, game, actions, deck)
    seen = public(first)
    hidden = [at for at, card in enumerate(deck) if card not in seen]
    other = list(deck)
    moved = [deck[at] for at in hidden]
    random.Random(actions + 1).shuffle(moved)
    for at, card in zip(hidden, moved, strict=True):
        other[at] = card
    second = situation(book, game, actions, other)
    assert public(second) == seen
    before = first.checkpoint()
    kinds = set()
    for report in reports(first):
        kinds.add(type(report))
        told = previewed(first, report)
        assert told == previewed(second, report), report
        assert answered(first, report) == answered(second, report), report
    assert first.checkpoint() == before, "a preview changes nothing"
    assert kinds == set(commands.REPORTS)


def test_a_preview_says_what_the_ruling_then_says() -> None:
    playing = dealt("oneida", "holdem")
    report = commands.Exposed(spots=(CardLocation(at="hand", seat=1, card=1),))
    before = playing.checkpoint()
    told = playing.preview(report)
    assert playing.checkpoint() == before
    ruled = playing.do(report, by="floor")[0]
    assert (ruled.result, ruled.clauses) == (told.result, told.clauses)
    with pytest.raises(InvalidError, match="fold is no report that the floor rules on"):
        playing.preview(commands.Fold(seat=1))


@pytest.mark.clauses("oneida XI.P.12")
def test_who_guesses_a_hole_card_is_told_nothing() -> None:
    playing = dealt("oneida", "stud7-high", top="2c Kd Kh 3c Qd Qh 9c 4d 9h")
    with pytest.raises(InvalidError) as error:
        floor_of(playing).hole_cards_up(1, 3)
    assert "number 1, 2" in str(error.value)
    assert not any(card in str(error.value) for card in ("2c", "3c"))
    with pytest.raises(HouseRulingRequired) as silent:
        floor_of(dealt("nj-19-47", "stud7-high", top="2c Kd Kh 3c Qd Qh 9c 4d 9h")).hole_cards_up(1, 1)
    assert "2c" not in str(silent.value)


def test_a_dealer_cannot_find_out_a_hand_by_drawing_for_it() -> None:
    playing = dealt("oneida", "draw5-high", top="2c 3c As 2d 3d Ah")
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    said = set()
    for card in ("2c", "Kh"):
        with pytest.raises(HoyleError, match="name their places") as error:
            playing.do(commands.Draw(seat=2, cards=card))
        said.add(str(error.value))
    assert len(said) == 1
    assert spot(playing, "2c") == CardLocation(at="hand", seat=2, card=1)
    playing.do(commands.Draw(seat=2, places=(1,)))
    assert playing.playing_round().actor == 3


def test_who_shuffles_the_discards_is_not_told_what_they_are() -> None:
    playing = table("oneida", "stud7-high", players=8)
    playing.deal(list(range(52)))
    while playing.playing_round().pending != "shuffle":
        stays(playing) and dealer_of(playing).time_out(playing.playing_round().actor)
    due = playing.playing_round().cards_to_shuffle()
    wrong = [card for card in range(52) if card not in due][: len(due)]
    with pytest.raises(InvalidError) as error:
        playing.shuffle(wrong)
    assert cards_text(due) not in str(error.value)
    assert f"{len(due)} cards" in str(error.value)
    playing.shuffle(due)


def drawn(place: int) -> PokerTable:
    """A card of seat 2 was found face up and stays; he then draws one card, for the one in that place."""
    playing = dealt("oneida", "draw5-high")
    playing.act(playing.playing_round().actor, "call")
    found = commands.Boxed(spots=(CardLocation(at="hand", seat=2, card=1),), house="play on")
    playing.do(found, by="floor")
    while playing.playing_round().pending != "draw":
        stays(playing)
        if playing.playing_round().pending == "action" and not playing.options().call:
            playing.act(playing.playing_round().actor, "check")
    while playing.playing_round().pending == "draw":
        actor = playing.playing_round().actor
        playing.do(commands.Draw(seat=actor, places=(place,) if actor == 2 else ()))
    return playing


@pytest.mark.clauses("oneida XI.P.6(c)")
def test_the_floor_cannot_find_out_whether_a_card_that_everybody_saw_was_kept() -> None:
    kept, thrown = drawn(2), drawn(1)
    for card in range(1, 6):
        spots = (CardLocation(at="hand", seat=2, card=card),)
        for house in ("", "play on"):
            for kind in (commands.Boxed, commands.Exposed):
                report = kind(spots=spots, house=house)
                assert previewed(kept, report) == previewed(thrown, report), report
                assert answered(kept, report) == answered(thrown, report), report
    again = commands.Boxed(spots=(CardLocation(at="hand", seat=2, card=1),), house="play on")
    for playing in (kept, thrown):
        seen = playing.do(again, by="floor")
        assert "round-voided" in [entry.name for entry in seen], "two cards lay face up in the deck"


def test_what_was_seen_in_the_burns_is_forgotten_when_they_are_shuffled() -> None:
    """Eight players of stud need the burns: one of them was seen, and nobody knows where it is then."""
    told = set()
    for first in (True, False):
        playing = table("house", "stud7-high", players=8)
        playing.deal(list(range(52)))
        while len(playing.playing_round().state.burns or playing.playing_round().state.burned) < 2:
            stays(playing) and dealer_of(playing).time_out(playing.playing_round().actor)
        playing.do(commands.Boxed(spots=(CardLocation(at="burn", card=1),), house="play on"), by="floor")
        assert len(playing.playing_round().state.boxed) == 1
        seen = playing.playing_round().state.boxed[0]
        while playing.playing_round().pending != "shuffle":
            stays(playing) and dealer_of(playing).time_out(playing.playing_round().actor)
        due = playing.playing_round().cards_to_shuffle()
        rest = [card for card in due if card != seen]
        playing.shuffle([seen, *rest] if first else [*rest, seen])
        spots = (CardLocation(at="stub", card=1),)
        told.add(previewed(playing, commands.Boxed(spots=spots)))
    assert len(told) == 1


def test_everything_that_the_floor_rules_on_can_be_asked_beforehand() -> None:
    playing = dealt("oneida", "holdem")
    actor = playing.playing_round().actor
    asked = [
        commands.ReportCollusion(seat=1, why="signals"),
        commands.HouseRuling(trigger="other", decision=MISDEAL),
        commands.CountStub(counted=40),
        commands.ReportWager(seat=actor, chips=(4,)),
    ]
    before = playing.checkpoint()
    for report in asked:
        told = playing.preview(report)
        again = PokerTable.resume(before)
        ruled = next(entry for entry in again.do(report, by="floor") if "ruled" in entry.name)
        assert told.result == ruled.fields().get("result", ruled.fields().get("decision"))
        assert told.void is (not again.playing)
        assert told.clauses[0] == ruled.clause
    assert playing.preview(commands.CountStub(counted=playing.playing_round().state.stub())).result == (
        "nothing to rule on"
    )
    assert playing.checkpoint() == before
