"""`hoyle audit --read`: fetch a finished hand as an auditor, with the access logged."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from hoyle.client.http_requests import request_json
from hoyle.core.errors import InvalidError


def read(server: str, person: str, hand: str, why: str, out: Path | None) -> None:
    """Log in as an auditor, have the reading put on record, and print the round or write its files."""
    table, first = _named(hand)
    password = _password(person)
    token = request_json(server, "/api/login", {"name": person, "password": password})["token"]
    path = f"/api/audit/hands/{table}"
    try:
        found = _over(request_json(server, path, token=token)["hands"], hand, first)
        told = request_json(server, path, {"first": found["first"], "last": found["last"], "why": why}, token)
    finally:
        request_json(server, "/api/logout", {}, token)
    [read_hand] = told["hands"]
    if out is None:
        _print(read_hand)
    else:
        _write(read_hand, out)


def _password(person: str) -> str:
    """Asked for where somebody can answer, else the first line of standard input."""
    if sys.stdin.isatty():
        return str(click.prompt(f"password of {person}", hide_input=True, err=True))
    password = sys.stdin.readline().rstrip("\r\n")
    if not password:
        raise InvalidError(f"no password of {person}: type it in a terminal, or hand it in on standard input")
    return password


def _named(hand: str) -> tuple[int, str]:
    table, _, first = hand.partition("/")
    if not (table.isascii() and table.isdecimal() and (first == "last" or first.isdecimal())):
        raise InvalidError(f"hand {hand!r}: a table and a record are wanted, such as 7/120, or 7/last")
    return int(table), first


def _over(hands: list[dict[str, Any]], hand: str, first: str) -> dict[str, Any]:
    """The round among those that are over, the latest first."""
    for each in hands:
        if first in ("last", str(each["first"])):
            return each
    known = ", ".join(each["hand"] for each in hands[:5]) or "none"
    raise InvalidError(f"no round {hand} is over; the latest: {known}")


def _print(hand: dict[str, Any]) -> None:
    people = ", ".join(hand["people"])
    click.echo(f"table {hand['table']}, round {hand['round']}: {hand['game']} by {hand['book']}, {people}")
    for entry in hand["entries"]:
        facts = json.dumps(entry["facts"], ensure_ascii=False)
        click.echo(f"{entry['record']:>7}  {entry['by']}: {entry['name']} {facts}")


def _write(hand: dict[str, Any], out: Path) -> None:
    """The round, and for each of its seals what `hoyle verify-deal PROOF --sealed FILE` reads."""
    name = hand["hand"].replace("/", "-")
    files = {f"hand-{name}.json": hand}
    # Dice and the draw for the button are open: they have no secret left.
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
