"""`hoyle verify-deal`: verify that a deal or dice throw matches what the house had sealed."""

from __future__ import annotations

from typing import Final

import click

from hoyle.cli.command_parameters import Parameters, argument, cli_command, option
from hoyle.cli.files import file_title, read_bytes
from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.core.cards import parse_cards
from hoyle.core.errors import InvalidError
from hoyle.fairness import RoundProof, VerificationResult, read_auditor_secret, read_proof, rederive, verify
from hoyle.fairness.commitment import SECRET_BYTES
from hoyle.fairness.round_proof import MAX_BYTES

EXIT_NOT_PROVEN: Final = 1


class VerifyDealOptions(Parameters):
    file: str = argument("FILE")
    noted: tuple[str, ...] = option("A hash you noted before the deal; repeatable.", "HEX", multiple=True)
    secret: str | None = option("Auditors: the secret, to derive the whole deck.", "HEX")
    sealed: str | None = option("Auditors: the round's sealed file, reshuffles included.", "FILE")
    as_json: bool = option("Print JSON: every check and its outcome.", flags="--json")


@cli_command(VerifyDealOptions)
def command(options: VerifyDealOptions) -> int | None:
    """Verify the proof of one round that the room gave you; `-` reads standard input.

    Before a round the house draws 32 secret bytes and publishes their hash, the commitment. Then every player
    adds a nonce, the deck is derived from both, and its Merkle root is published before the first card.

    Proved: the cards you saw were in the deck of that root, each at its place, and the root was made for this
    round, this commitment and these nonces. Throws of dice are proved completely, since their secret is
    published afterwards; before a throw its terms are published.

    Not proved by the file alone: that root and commitment are those published before the deal (note them and
    pass them with --noted), the cards you did not see, and that the deck follows from secret and nonces (the
    secret would show mucked hands: an auditor checks it with --sealed or --secret). No proof can show that
    nobody at the table knew the secret. Labels such as "board" are the room's own.

    The exit code is 0 if every check passes, 1 if one fails, 2 if a file cannot be read. docs/fair-deal.md in
    the repository has the format, byte by byte.

    \b
    hoyle verify-deal proof.json
    hoyle verify-deal proof.json --noted 9c305379... --noted edb42abe...
    hoyle verify-deal proof.json --sealed round.json
    """
    noted, secret, sealed = options.noted, options.secret, options.sealed
    if secret is not None and sealed is not None:
        raise click.UsageError("--secret and --sealed exclude each other")
    proof = read_proof(_content(options.file), file_title(options.file))
    if sealed is not None:
        verdict = _with_sealed(proof, sealed, noted)
    elif secret is not None:
        verdict = rederive(proof, _secret(secret), noted=noted)
    else:
        verdict = verify(proof, noted)
    if options.as_json:
        print_json({"good": verdict.ok, "checks": [check._asdict() for check in verdict.checks]})
    else:
        audited = secret is not None or sealed is not None
        _print(proof, verdict, noted=[value.strip().lower() for value in noted], audited=audited)
    return None if verdict.ok else EXIT_NOT_PROVEN


def _with_sealed(proof: RoundProof, name: str, noted: tuple[str, ...]) -> VerificationResult:
    """Verify a proof and derive its decks again with the auditor's sealed file."""
    sealed = read_auditor_secret(_content(name), file_title(name))
    if (sealed.table, sealed.round) != (proof.table, proof.round):
        raise InvalidError(
            f"{file_title(name)}: sealed for table {sealed.table} round {sealed.round}, "
            f"the proof is of table {proof.table} round {proof.round}"
        )
    cards = {label: parse_cards(text) for label, text in sealed.cards.items()}
    return rederive(proof, bytes.fromhex(sealed.secret), cards, noted)


def _print(proof: RoundProof, verdict: VerificationResult, *, noted: list[str], audited: bool) -> None:
    out = console()
    table = plain_table()
    for check in verdict.checks:
        table.add_row("ok" if check.good else "NO", check.what, check.message)
    out.print(f"Table {proof.table} round {proof.round}, for {proof.person}")
    out.print(table)
    failure = verdict.first_failure
    if failure is not None:
        out.print(f"NOT PROVEN: {failure.what} {failure.message}.", style="bold red")
        return
    out.print(f"Proven: {_proven_text(proof, audited=audited)}.", style="bold green")
    published = [("commitment", proof.commitment)]
    published += [("root", deck.root) for deck in proof.decks]
    published += [("terms", throw.terms) for throw in proof.throws]
    if to_compare := [(name, value) for name, value in published if value not in noted]:
        out.print("Compare with what was shown before the deal, or give it with --noted:")
        values = plain_table()
        for name, value in to_compare:
            values.add_row(name, value)
        out.print(values)


def _proven_text(proof: RoundProof, *, audited: bool) -> str:
    if proof.throws:
        return "what came follows from secret, nonces and label alone"
    if audited:
        return "every card of every shuffle follows from secret, nonces and label"
    opened = sum(len(deck.openings) for deck in proof.decks)
    if not opened:
        return "the terms of the deal; no card is opened here"
    cards = "the card opened here was" if opened == 1 else f"the {opened} cards opened here were"
    return f"{cards} in the deck when its root was made, each at its place"


def _secret(text: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise InvalidError(f"--secret: expected {2 * SECRET_BYTES} hexadecimal digits, got {len(text)} characters")
    return secret


def _content(name: str) -> bytes:
    """Read a proof file, up to one byte more than the largest accepted one."""
    return read_bytes(name, MAX_BYTES + 1)
