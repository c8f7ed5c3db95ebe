"""`hoyle audit --read`: fetch a finished hand as an auditor, with the access logged."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from hoyle.client.http_requests import request_json
from hoyle.core.errors import InvalidError


def read_hand(server: str, person: str, hand: str, why: str, out: Path | None) -> None:
    """Read a finished round as an auditor, which the room logs; print it or write its files."""
    table, first = _parse_hand(hand)
    password = _password(person)
    token = request_json(server, "/api/login", {"name": person, "password": password})["token"]
    path = f"/api/audit/hands/{table}"
    try:
        entry = _finished_round(request_json(server, path, token=token)["hands"], hand, first)
        query = {"first": entry["first"], "last": entry["last"], "why": why}
        answer = request_json(server, path, query, token)
    finally:
        request_json(server, "/api/logout", {}, token)
    [finished] = answer["hands"]
    if out is None:
        _print(finished)
    else:
        _write(finished, out)


def _password(person: str) -> str:
    """Prompt for the auditor's password in a terminal, else read a line of standard input."""
    if sys.stdin.isatty():
        return str(click.prompt(f"password of {person}", hide_input=True, err=True))
    password = sys.stdin.readline().rstrip("\r\n")
    if not password:
        raise InvalidError(f"no password of {person}: type it in a terminal, or hand it in on standard input")
    return password


def _parse_hand(hand: str) -> tuple[int, str]:
    table, _, first = hand.partition("/")
    if not (table.isascii() and table.isdecimal() and (first == "last" or first.isdecimal())):
        raise InvalidError(f"hand {hand!r}: expected a table and a record, such as 7/120, or 7/last")
    return int(table), first


def _finished_round(hands: list[dict[str, Any]], hand: str, first: str) -> dict[str, Any]:
    """Find a round by its name among the finished ones, which are listed latest first."""
    for entry in hands:
        if first in ("last", str(entry["first"])):
            return entry
    latest = ", ".join(entry["hand"] for entry in hands[:5]) or "none"
    raise InvalidError(f"no round {hand} is over; the latest: {latest}")


def _print(hand: dict[str, Any]) -> None:
    people = ", ".join(hand["people"])
    click.echo(f"table {hand['table']}, round {hand['round']}: {hand['game']} by {hand['book']}, {people}")
    for entry in hand["entries"]:
        facts = json.dumps(entry["facts"], ensure_ascii=False)
        click.echo(f"{entry['record']:>7}  {entry['by']}: {entry['name']} {facts}")


def _write(hand: dict[str, Any], out: Path) -> None:
    """Write a round, and for each deck the files for `hoyle verify-deal PROOF --sealed FILE`."""
    name = hand["hand"].replace("/", "-")
    files = {f"hand-{name}.json": hand}
    # The secrets of dice and of the draw for the button are public already.
    decks = [proof for proof in hand["proofs"] if proof.get("decks")]
    for number, (proof, sealed) in enumerate(zip(decks, hand["sealed"], strict=True), 1):
        files[f"proof-{name}-{number}.json"] = proof
        files[f"sealed-{name}-{number}.json"] = sealed
    try:
        out.mkdir(parents=True, exist_ok=True, mode=0o700)
        for file, data in files.items():
            (out / file).write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise InvalidError(f"{error.filename or out}: {error.strerror}") from None
    click.echo("\n".join(str(out / file) for file in files))
