"""Players of real hands, for tests of past hands."""

from __future__ import annotations

import time

import httpx

from hoyle.client import Room, enter
from hoyle.client.http_requests import request_json

PREFERRED = ("check", "call", "fold", "show", "muck", "stand-pat")
MAX_TURNS = 400
PATIENCE = 60.0


def play(address: str, name: str, table: int, *, rounds: int = 2, chips: int = 200) -> str:
    """Play so many rounds to their ends as a new guest, and leave; return the session token.

    When it returns the player is gone from the table, so their past hands no longer change.
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
                room.do(table, turn.first(*names), expected_version=None if enough else turn.version)
            if enough:
                _wait_until_gone(room, table, name)
                return token
    raise AssertionError(f"{name} has had {MAX_TURNS} turns and no {rounds} rounds")


def wager(address: str, name: str, table: int, *, chips: int = 200) -> str:
    """Play one round against the house, with one wager; return the session token."""
    with enter(address, name) as room:
        token = room._room.token
        room.sit(table, chips=chips)
        wagered = False
        for _, turn in zip(range(MAX_TURNS), room.turns(table, optional=True), strict=False):
            if hands(address, token):
                return token
            if turn.optional and wagered:
                continue
            choices = [choice for choice in turn.choices if choice["do"] not in ("fold", "decline", "pass-dice")]
            room.do(table, turn.command(choices[0]), expected_version=turn.version)
            wagered = wagered or turn.optional
    raise AssertionError(f"{name} has had {MAX_TURNS} turns and no round")


def hands(address: str, token: str) -> int:
    """Number of past hands of a session's player."""
    return len(request_json(address, "/api/hands", token=token)["hands"])


def _seated(room: Room, table: int, name: str) -> bool:
    return any(seat["name"] == name for seat in room.view(table)["public_view"]["seats"])


def _wait_until_gone(room: Room, table: int, name: str) -> None:
    end = time.monotonic() + PATIENCE
    while _seated(room, table, name):
        assert time.monotonic() < end, f"{name} is still at table {table}"
        time.sleep(0.02)


class RetryingTransport(httpx.HTTPTransport):
    """HTTP transport that retries after 429, since tests may exceed the rate limit."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        end = time.monotonic() + PATIENCE
        while response.status_code == httpx.codes.TOO_MANY_REQUESTS and time.monotonic() < end:
            response.close()
            time.sleep(0.1)
            response = super().handle_request(request)
        return response
