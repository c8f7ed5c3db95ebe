"""Hands that somebody has played at a real room, for tests of what is told of them afterwards."""

from __future__ import annotations

import time

import httpx

from hoyle.client import Room, enter
from hoyle.client.http_requests import request_json

PREFERRED = ("check", "call", "fold", "show", "muck", "stand-pat")
MAX_TURNS = 400
PATIENCE = 60.0


def play(address: str, name: str, table: int, *, rounds: int = 2, chips: int = 200) -> str:
    """Somebody comes in, plays so many rounds to their ends, and leaves; the token of his session.

    When it returns he is gone from the table: nothing that is told of his hands changes any more.
    """
    with enter(address, name) as room:
        token = room._room.token
        room.sit(table, chips=chips)
        for _, turn in zip(range(MAX_TURNS), room.turns(table), strict=False):
            enough = hands(address, token) >= rounds
            if enough:
                room.do(table, {"do": "leave", "seat": turn.seat})
            names = ("fold", *PREFERRED) if enough else PREFERRED
            if _seated(room, table, name):
                room.do(table, turn.first(*names), expects=None if enough else turn.last)
            if enough:
                _wait_until_gone(room, table, name)
                return token
    raise AssertionError(f"{name} has had {MAX_TURNS} turns and no {rounds} rounds")


def wager(address: str, name: str, table: int, *, chips: int = 200) -> str:
    """Somebody plays one round against the house to its end, with one wager; the token of his session."""
    with enter(address, name) as room:
        token = room._room.token
        room.sit(table, chips=chips)
        wagered = False
        for _, turn in zip(range(MAX_TURNS), room.turns(table, optional=True), strict=False):
            if hands(address, token):
                return token
            if turn.optional and wagered:
                continue
            wanted = [each for each in turn.choices if each["do"] not in ("fold", "decline", "pass")]
            room.do(table, turn.command(wanted[0]), expects=turn.last)
            wagered = wagered or turn.optional
    raise AssertionError(f"{name} has had {MAX_TURNS} turns and no round")


def hands(address: str, token: str) -> int:
    """How many rounds somebody has behind him."""
    return len(request_json(address, "/api/hands", token=token)["hands"])


def _seated(room: Room, table: int, name: str) -> bool:
    return any(seat["name"] == name for seat in room.view(table)["felt"]["seats"])


def _wait_until_gone(room: Room, table: int, name: str) -> None:
    end = time.monotonic() + PATIENCE
    while _seated(room, table, name):
        assert time.monotonic() < end, f"{name} does not get away from table {table}"
        time.sleep(0.02)


class Patient(httpx.HTTPTransport):
    """Asks again where the server says that it was too much at once, as a test in a hurry may be told."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        found = super().handle_request(request)
        end = time.monotonic() + PATIENCE
        while found.status_code == httpx.codes.TOO_MANY_REQUESTS and time.monotonic() < end:
            found.close()
            time.sleep(0.1)
            found = super().handle_request(request)
        return found
