"""Clauses that govern the flop games, by book and topic.

The first clause of a topic is the one its events cite; the others say the same by reference.
"""

from __future__ import annotations

from typing import Any

from tests.games.variants.scripted_hands import case

Page = dict[str, tuple[str, ...]]


def _nj(*items: str) -> tuple[str, ...]:
    return tuple(f"19:47-14.{item}" for item in items)


def _new(*items: str) -> tuple[str, ...]:
    return tuple(f"13:69F-14.{item}" for item in items)


def _xi(*items: str) -> tuple[str, ...]:
    return tuple(f"XI.{item}" for item in items)


NJ_HOLDEM: Page = {
    "button": _nj("10(c)1", "10(c)"),
    "start": _nj("10(c)2"),
    "moves": _nj("10(c)3"),
    "blinds": _nj("10(d)", "7[XI.G.1(b)]"),
    "deal": _nj("10(e)"),
    "first": _nj("10(f)"),
    "flop": _nj("10(g)"),
    "turn": _nj("10(h)"),
    "river": _nj("10(i)"),
}
NJ_OMAHA: Page = {
    "button": _nj("11(c)"),
    "start": _nj("11(c)"),
    "moves": _nj("11(c)"),
    "blinds": _nj("11(e)"),
    "deal": _nj("11(d)"),
    "first": _nj("11(e)"),
    "flop": _nj("11(e)"),
    "turn": _nj("11(e)"),
    "river": _nj("11(e)"),
}
NJ_DRAW: Page = {
    "button": _nj("12(c)"),
    "start": _nj("12(c)"),
    "moves": _nj("12(c)"),
    "blinds": _nj("12(e)"),
    "deal": _nj("12(d)"),
    "first": _nj("12(e)"),
}
BIG_OMAHA: Page = {
    "button": _new("10(c)1", "10(c)", "11(A)(c)"),
    "start": _new("10(c)2", "11(A)(c)"),
    "moves": _new("10(c)3", "11(A)(c)"),
    "blinds": _new("11(A)(e)", "10(d)"),
    "deal": _new("11(A)(d)"),
    "first": _new("10(f)", "11(A)(e)"),
    "flop": _new("10(g)", "11(A)(e)"),
    "turn": _new("10(h)", "11(A)(e)"),
    "river": _new("10(i)", "11(A)(e)"),
}
ONEIDA_HOLDEM: Page = {
    "button": _xi("J.3(a)", "J.3"),
    "start": _xi("J.3(b)"),
    "moves": _xi("J.3(c)"),
    "blinds": _xi("J.4", "G.1(b)"),
    "deal": _xi("J.5"),
    "first": _xi("J.6"),
    "flop": _xi("J.7"),
    "turn": _xi("J.8"),
    "river": _xi("J.9"),
}
ONEIDA_OMAHA: Page = {
    "button": _xi("K.3(a)", "K.3"),
    "start": _xi("K.3(b)"),
    "moves": _xi("K.3(c)"),
    "blinds": _xi("K.5", "G.1(b)"),
    "deal": _xi("K.4"),
    "first": _xi("K.6"),
    "flop": _xi("K.7"),
    "turn": _xi("K.8"),
    "river": _xi("K.9"),
}
ONEIDA_DRAW: Page = {
    "button": _xi("L.3(a)", "L.3"),
    "start": _xi("L.3(b)"),
    "moves": _xi("L.3(c)"),
    "blinds": _xi("L.5", "G.1(b)"),
    "deal": _xi("L.4"),
    "first": _xi("L.6"),
}
CALIFORNIA: Page = {
    "button": ("ACTION",),
    "start": ("DEAL.2",),
    "moves": ("ACTION",),
    "blinds": ("DEAL.3", "ACTION"),
    "deal": ("DEAL.3",),
    "first": ("BR1", "ACTION"),
    "flop": ("FLOP",),
    "turn": ("TURN",),
    "river": ("RIVER",),
}
ROOM: Page = {
    "button": ("DEF 'button'", "OMA(2)"),
    "start": ("OMA(2)",),
    "moves": ("DEF 'button'",),
    "blinds": ("OMA(4)", "WAG(2)", "WAG(2)(ii)"),
    "deal": ("OMA(3)",),
    "first": ("OMA(4)",),
    "flop": ("OMA(4)",),
    "turn": ("OMA(4)",),
    "river": ("OMA(4)",),
}

FLOP_GAMES: list[tuple[str, str, Page]] = [
    ("nj-19-47", "holdem", NJ_HOLDEM),
    ("nj-19-47", "omaha-high", NJ_OMAHA),
    ("nj-19-47", "omaha-hilo8", NJ_OMAHA),
    ("nj-13-69f", "big-omaha-high", BIG_OMAHA),
    ("nj-13-69f", "big-omaha-hilo8", BIG_OMAHA),
    ("oneida", "holdem", ONEIDA_HOLDEM),
    ("oneida", "omaha-high", ONEIDA_OMAHA),
    ("oneida", "omaha-hilo8", ONEIDA_OMAHA),
    ("ca-omaha", "omaha-hilo8", CALIFORNIA),
    ("room-2012", "omaha-hilo8", ROOM),
]
DRAW_GAMES: list[tuple[str, str, Page]] = [
    ("nj-19-47", "draw5-high", NJ_DRAW),
    ("nj-19-47", "draw5-low", NJ_DRAW),
    ("oneida", "draw5-high", ONEIDA_DRAW),
    ("oneida", "draw5-low", ONEIDA_DRAW),
]
BUTTON_GAMES = FLOP_GAMES + DRAW_GAMES


def on_topic(topic: str, games: list[tuple[str, str, Page]] = BUTTON_GAMES) -> list[Any]:
    """Parameter sets (book, game, citation) for every game, marked with its clause on the topic."""
    return [
        case(id, game, f"{id} {page[topic][0]}", upholds=page[topic], name=f"{id}-{game}") for id, game, page in games
    ]


def street_cases() -> list[Any]:
    """Parameter sets (book, game, street, citation) for every game and each of its three board streets."""
    return [
        case(id, game, street, f"{id} {page[street][0]}", upholds=page[street], name=f"{id}-{game}-{street}")
        for id, game, page in FLOP_GAMES
        for street in ("flop", "turn", "river")
    ]
