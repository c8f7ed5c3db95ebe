"""Oneida Nation Rules of Play, house card games (11 September 2024), as data."""

from __future__ import annotations

from typing import Final

from hoyle.rulebooks.book_types.house_cards import (
    AnteMultiple,
    CountPage,
    DealPage,
    DeckPage,
    HouseCardBook,
    HouseCardFloorPage,
    HouseCardPage,
    HouseCardWagerPage,
    LaterWager,
    PayoutCap,
    PayPage,
    PlayPage,
    Version,
)
from hoyle.rulebooks.book_types.pay_table import pay_table
from hoyle.rulebooks.book_types.poker import Answer

_FLOOR: Final = ("floor", "supervisor")


def _tcp(item: str) -> str:
    return f"oneida TCP.{item}"


def _fcp(item: str) -> str:
    return f"oneida FCP.{item}"


def _ms(item: str) -> str:
    return f"oneida MS.{item}"


_THREE_CARD: Final = HouseCardPage(
    game="three-card-poker",
    decks=DeckPage(
        cards=Answer(52, _tcp("B.4")),
        two_decks=_tcp("B.5"),
        backs=_tcp("B.5.a"),
        alternate=_tcp("B.5.c"),
        in_shuffler=_tcp("B.5.b"),
        one_in_rack=_tcp("B.5.d"),
        cover_card=_tcp("B.4.a"),
        opening=(("inspect", _tcp("D.1")), ("verify", _tcp("D.1/2")), ("spread", _tcp("D.2")), ("wash", _tcp("D.3"))),
        verified_by=Answer(_FLOOR, _tcp("D.1/2")),
        electronic=_tcp("D.4"),
        unsuitable=_tcp("D.1.a"),
        replaced_by=Answer(_FLOOR, _tcp("D.1.a")),
        shuffle=_tcp("E.1"),
        device_cut=Answer("never", _tcp("E.2.a")),
        hand_cut=_tcp("E.2.b"),
        least_cut=Answer(10, _tcp("E.3.a.ii"), "AMB-G4"),
        deep_cut=Answer(42, _tcp("E.3.a.ii"), "AMB-G4"),
        cut_order=_tcp("E.3.a.iii"),
        recut_by=Answer(_FLOOR, _tcp("E.4")),
        idle=_tcp("E.5"),
        arrival=_tcp("E.5/2"),
    ),
    dealing={
        "manual": DealPage(
            option=_tcp("G.1"),
            needs_shuffler="",
            close=_tcp("G.2"),
            steps={"hands": _tcp("G.3")},
            stub=_tcp("G.4"),
            count=Answer(5, _tcp("G.5")),
            change=Answer(8, _tcp("D.5")),
        ),
        "hand": DealPage(
            option=_tcp("H.1"),
            needs_shuffler=_tcp("H.1.a"),
            close=_tcp("H.1.c"),
            steps={"hands": _tcp("H.2")},
            stub=_tcp("H.3"),
            count=Answer(5, _tcp("H.4")),
            change=Answer(4, _tcp("D.5/2")),
            hand_shuffle=_tcp("H.1.a"),
        ),
        "automated": DealPage(
            option=_tcp("I.1"),
            needs_shuffler=_tcp("I.1"),
            close=_tcp("I.1.b"),
            steps={"hands": _tcp("I.2"), "dealer": _tcp("AMB-T5")},
            stub=_tcp("I.3"),
            count=Answer(5, _tcp("I.4")),
            change=Answer(8, _tcp("D.5")),
        ),
    },
    counts=CountPage(
        right=_tcp("G.5.a"),
        misdeal=_tcp("G.5.b"),
        short=_tcp("G.5.b/2"),
        neither=_tcp("AMB-G7"),
        machine=_tcp("G.6"),
        machine_wrong=_tcp("G.6/2"),
    ),
    wagers=HouseCardWagerPage(
        seats=Answer(7, _tcp("B.1"), "AMB-T9"),
        spots=_tcp("B.2"),
        wagers=_tcp("F.1"),
        optional="",
        ante_limits=_tcp("F.1.a"),
        side_limits=_tcp("F.1.b"),
        both=_tcp("F.1.c"),
        one_wager=_tcp("J.1"),
        chips=_tcp("F.2"),
        cash=_tcp("F.2/2"),
        before_close=_tcp("F.3"),
        after_close=_tcp("F.3/2"),
        later_time=_tcp("F.3/3"),
        two_seats=_tcp("F.4"),
        versions=_tcp("F.5"),
        version={
            "a": Version(_tcp("F.5.a"), most_side=1),
            "b": Version(_tcp("F.5.b"), most_side=2),
            "c": Version(_tcp("F.5.c"), both=True, apart=5),
        },
        later={
            "play": LaterWager(made=_tcp("J.2.a"), size=Answer(AnteMultiple(least=1, most=1, whole=True), _tcp("A.4")))
        },
    ),
    play=PlayPage(
        turn=_tcp("AMB-G8"),
        play=_tcp("J.2.a"),
        stand=_tcp("J.2.b"),
        fold=_tcp("J.4"),
        fold_keeps_side=Answer(value=False, clause=_tcp("J.4"), interpretation="AMB-T1"),
        turn_up=_tcp("J.7"),
        collect=_tcp("J.8"),
        pick_up=_tcp("AMB-T8"),
        hidden=_tcp("J.5"),
        turn_up_hidden=_tcp("J.5.a"),
        reveal=_tcp("J.6"),
    ),
    pay=PayPage(
        outcomes={"compared": _tcp("K.1.a"), "not qualified": _tcp("K.1.a/2"), "tie": _tcp("J.9")},
        side={
            "standard": pay_table(
                "standard",
                _tcp("K.1.b"),
                {"straight flush": 40, "three of a kind": 30, "straight": 5, "flush": 4, "pair": 1},
            ),
            "alternate": pay_table(
                "alternate",
                _tcp("K.1.c"),
                {"straight flush": 45, "three of a kind": 33, "straight": 6, "flush": 4, "pair": 1},
            ),
        },
        bonus={
            "standard": pay_table("standard", _tcp("K.1.d"), {"straight flush": 5, "three of a kind": 4, "straight": 1})
        },
        tie=Answer("push", _tcp("J.9")),
        qualifier=Answer(12, _tcp("K.1.a/2"), "AMB-T13"),
    ),
    floor=HouseCardFloorPage(
        face_up=_tcp("L.1"),
        drawn=_tcp("L.2"),
        drawn_by_device=Answer("put right", _tcp("AMB-T11"), "AMB-T11"),
        number=_tcp("L.3"),
        exposed=Answer("void", _tcp("L.4")),
        shuffler_failed=_tcp("L.5"),
        shoe_failed=Answer(("automated",), _tcp("L.6")),
        void=Answer(value=False, clause=_tcp("AMB-G1"), interpretation="AMB-G1"),
    ),
)

_FOUR_CARD: Final = HouseCardPage(
    game="four-card-poker",
    decks=DeckPage(
        cards=Answer(52, _fcp("B.4")),
        two_decks=_fcp("B.5"),
        backs=_fcp("B.5.b"),
        alternate=_fcp("B.5.d"),
        in_shuffler=_fcp("B.5.c"),
        one_in_rack=_fcp("B.5.e"),
        cover_card=_fcp("B.5.f"),
        opening=(("inspect", _fcp("D.1")), ("verify", _fcp("D.1/2")), ("spread", _fcp("D.2")), ("wash", _fcp("D.3"))),
        verified_by=Answer(_FLOOR, _fcp("D.1/2")),
        electronic=_fcp("D.4"),
        unsuitable=_fcp("D.1.a"),
        replaced_by=Answer(_FLOOR, _fcp("D.1.a")),
        shuffle=_fcp("E.1"),
        device_cut=Answer("never", _fcp("E.2.a")),
        hand_cut=_fcp("E.2.b"),
        least_cut=Answer(10, _fcp("E.3.a.ii"), "AMB-G4"),
        deep_cut=Answer(42, _fcp("E.3.a.ii"), "AMB-G4"),
        cut_order=_fcp("E.3.a.iii"),
        recut_by=Answer(_FLOOR, _fcp("E.4")),
        idle=_fcp("E.6"),
        arrival=_fcp("E.6/2"),
    ),
    dealing={
        "manual": DealPage(
            option=_fcp("G.1"),
            needs_shuffler="",
            close=_fcp("G.2"),
            steps={"hands": _fcp("G.3"), "up-card": _fcp("G.3/2")},
            stub=_fcp("G.4"),
            count=Answer(5, _fcp("G.5")),
            change=Answer(8, _fcp("D.5")),
        ),
        "hand": DealPage(
            option=_fcp("H.1"),
            needs_shuffler=_fcp("H.1.a"),
            close=_fcp("H.1.c"),
            steps={"hands": _fcp("H.2"), "up-card": _fcp("H.2/2")},
            stub=_fcp("H.3"),
            count=Answer(5, _fcp("H.4")),
            change=Answer(4, _fcp("D.5/2")),
            hand_shuffle=_fcp("H.1.a"),
        ),
        "automated": DealPage(
            option=_fcp("I.1"),
            needs_shuffler=_fcp("I.1"),
            close=_fcp("I.2.b"),
            steps={"hands": _fcp("I.3"), "dealer": _fcp("I.3.a"), "up-card": _fcp("I.3.b"), "rest": _fcp("I.3.c")},
            stub=_fcp("I.4"),
            count=Answer(5, _fcp("I.5")),
            change=Answer(8, _fcp("D.5")),
        ),
    },
    counts=CountPage(
        right=_fcp("G.6.a"),
        misdeal=_fcp("G.6.b.i"),
        short=_fcp("G.6.b.ii"),
        neither=_fcp("AMB-G7"),
        machine=_fcp("G.7"),
        machine_wrong=_fcp("G.7/2"),
    ),
    wagers=HouseCardWagerPage(
        seats=Answer(7, _fcp("B.1")),
        spots=_fcp("B.2"),
        wagers=_fcp("F.1"),
        optional="",
        ante_limits=_fcp("F.1.a"),
        side_limits=_fcp("F.1.b"),
        both=_fcp("F.1.c"),
        one_wager=_fcp("J.1"),
        chips=_fcp("F.2"),
        cash=_fcp("F.2/2"),
        before_close=_fcp("F.3"),
        after_close=_fcp("F.3.a"),
        later_time=_fcp("F.3.b"),
        two_seats=_fcp("F.4"),
        versions=_fcp("F.5"),
        version={
            "a": Version(_fcp("F.5.a"), most_side=1),
            "b": Version(_fcp("F.5.b"), most_side=2),
            "c": Version(_fcp("F.5.c"), both=True, apart=5),
        },
        later={
            "play": LaterWager(
                made=_fcp("J.3.a"), size=Answer(AnteMultiple(least=1, most=3, whole=False), _fcp("A.5"), "AMB-F11")
            )
        },
    ),
    play=PlayPage(
        turn=_fcp("AMB-G8"),
        play=_fcp("J.3.a"),
        stand=_fcp("J.3.b"),
        fold=_fcp("J.5"),
        fold_keeps_side=Answer(value=False, clause=_fcp("J.5"), interpretation="AMB-F2"),
        turn_up=_fcp("J.8"),
        collect=_fcp("J.9"),
        pick_up=_fcp("J.11"),
        hidden=_fcp("J.6"),
        turn_up_hidden=_fcp("J.6.a"),
        reveal=_fcp("J.7"),
    ),
    pay=PayPage(
        outcomes={"compared": _fcp("K.1.a"), "tie": _fcp("J.10")},
        side={
            "standard": pay_table(
                "standard",
                _fcp("K.1.b"),
                {
                    "four of a kind": 50,
                    "straight flush": 30,
                    "three of a kind": 7,
                    "flush": 6,
                    "straight": 5,
                    "two pair": 2,
                    "pair of aces": 1,
                },
            )
        },
        bonus={
            "standard": pay_table(
                "standard", _fcp("K.1.c"), {"four of a kind": 25, "straight flush": 20, "three of a kind": 2}
            )
        },
        tie=Answer("player", _fcp("J.10"), "AMB-F3"),
    ),
    floor=HouseCardFloorPage(
        face_up=_fcp("L.1"),
        drawn=_fcp("L.2"),
        # L.2 mentions manual dealing; the sister game's reading applies to both.
        drawn_by_device=Answer("put right", _tcp("AMB-T11"), "AMB-T11"),
        number=_fcp("L.3"),
        exposed=Answer("void", _fcp("L.4"), "AMB-F5"),
        shuffler_failed=_fcp("L.5"),
        shoe_failed=Answer(("automated",), _fcp("L.6")),
        void=Answer(value=False, clause=_fcp("AMB-G1"), interpretation="AMB-G1"),
    ),
)


def _street(item: str) -> LaterWager:
    """Build the street wager of Mississippi Stud, one to three Antes, under its clause."""
    return LaterWager(made=_ms(item), size=Answer(AnteMultiple(least=1, most=3, whole=True), _ms(item), "AMB-M13"))


_STUD: Final = HouseCardPage(
    game="mississippi-stud",
    decks=DeckPage(
        cards=Answer(52, _ms("AMB-M15"), "AMB-M15"),
        two_decks=_ms("B.5"),
        backs=_ms("B.5.a"),
        alternate=_ms("B.5.c"),
        in_shuffler=_ms("B.5.b"),
        one_in_rack=_ms("B.5.d"),
        cover_card=_ms("B.5.e"),
        opening=(("inspect", _ms("D.1")), ("verify", _ms("D.1/2")), ("spread", _ms("D.2")), ("wash", _ms("D.3"))),
        verified_by=Answer(_FLOOR, _ms("D.1/2")),
        electronic=_ms("D.4"),
        unsuitable=_ms("D.1.a"),
        replaced_by=Answer(_FLOOR, _ms("D.1.a")),
        shuffle=_ms("E.1"),
        device_cut=Answer("optional", _ms("E.2.a")),
        hand_cut=_ms("E.2.b"),
        least_cut=Answer(10, _ms("E.3.a.ii"), "AMB-G4"),
        deep_cut=Answer(42, _ms("E.3.a.ii"), "AMB-G4"),
        cut_order=_ms("E.3.a.iii"),
        recut_by=Answer(_FLOOR, _ms("E.4")),
        idle=_ms("E.5"),
        arrival=_ms("E.5/2"),
    ),
    dealing={
        "manual": DealPage(
            option=_ms("I.1"),
            needs_shuffler="",
            close=_ms("I.2"),
            steps={"hands": _ms("I.3.a"), "community": _ms("I.3.b")},
            stub=_ms("I.4"),
            count=Answer(5, _ms("I.5")),
            change=Answer(8, _ms("AMB-M12"), "AMB-M12"),
        ),
        "hand": DealPage(
            option=_ms("J.1"),
            needs_shuffler=_ms("J.2.a"),
            close=_ms("J.2.c"),
            steps={"hands": _ms("J.3.a"), "community": _ms("J.3.b")},
            stub=_ms("J.4"),
            count=Answer(5, _ms("J.5")),
            change=Answer(4, _ms("AMB-M12"), "AMB-M12"),
            hand_shuffle=_ms("J.2.a"),
        ),
        "automated": DealPage(
            option=_ms("K.1"),
            needs_shuffler=_ms("K.1"),
            close=_ms("K.1.b"),
            steps={"community": _ms("K.2.a"), "hands": _ms("K.2.b")},
            stub=_ms("AMB-M8"),
            count=Answer(5, _ms("AMB-M8"), "AMB-M8"),
            change=Answer(8, _ms("AMB-M12"), "AMB-M12"),
        ),
    },
    counts=CountPage(
        right=_ms("I.5.a"),
        misdeal=_ms("I.5.b.i"),
        short=_ms("I.5.b.ii"),
        neither=_ms("AMB-G7"),
        machine=_ms("K.3"),
        machine_wrong=_ms("K.3/2"),
    ),
    wagers=HouseCardWagerPage(
        seats=Answer(7, _ms("B.1")),
        spots=_ms("B.2"),
        wagers=_ms("L.1"),
        optional=_ms("H.1"),
        ante_limits=_ms("AMB-M16"),
        side_limits="",
        both="",
        one_wager=_ms("L.1"),
        chips=_ms("G.1"),
        cash=_ms("G.1/2"),
        before_close=_ms("G.2"),
        after_close=_ms("G.3"),
        later_time=_ms("G.3"),
        two_seats=_ms("G.4"),
        versions="",
        version={},
        later={"third": _street("L.2"), "fourth": _street("L.3"), "fifth": _street("L.4")},
    ),
    play=PlayPage(
        turn=_ms("AMB-M14"),
        play="house play",
        stand="house stand",
        fold=_ms("L.5"),
        fold_keeps_side=Answer(value=False, clause=_ms("L.5")),
        turn_up=_ms("L.5/3"),
        collect=_ms("L.5/4"),
        pick_up=_ms("L.6"),
        community=_ms("AMB-M4"),
        all_folded=_ms("AMB-M11"),
        order=_ms("L.5/2"),
    ),
    pay=PayPage(
        outcomes={"capped": _ms("M.2")},
        main={
            "standard": pay_table(
                "standard",
                _ms("M.1"),
                {
                    "royal flush": 500,
                    "straight flush": 100,
                    "four of a kind": 40,
                    "full house": 10,
                    "flush": 6,
                    "straight": 4,
                    "three of a kind": 3,
                    "two pair": 2,
                    "jacks or better": 1,
                    "sixes to tens": 0,
                },
                minimum=_ms("M.1/2"),
            )
        },
        cap=PayoutCap(least_cents=Answer(10_000_00, _ms("M.2"), "AMB-M9"), sign=_ms("B.4"), notice=_ms("M.2/2")),
    ),
    floor=HouseCardFloorPage(
        face_up=_ms("N.1"),
        drawn=_ms("N.2"),
        drawn_by_device=Answer("next card", _ms("N.2")),
        number=_ms("N.3"),
        exposed=Answer("supervisor", _ms("AMB-M12/2"), "AMB-M12"),
        shuffler_failed=_ms("N.4"),
        shoe_failed=Answer(("automated",), _ms("N.5")),
        void=Answer(value=False, clause=_ms("AMB-G1"), interpretation="AMB-G1"),
    ),
)

BOOK: Final = HouseCardBook(
    id="oneida",
    title="Oneida Nation Rules of Play, house card games",
    edition="2024",
    games={page.game: page for page in (_THREE_CARD, _FOUR_CARD, _STUD)},
)
