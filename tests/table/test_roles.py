"""Named roles: what the books leave to supervisor, floor, dealer or boxperson, at every kind of table."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table.facade import dealer_of, floor_of
from tests.table.tables import table as poker_table

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.games.dice import CrapsSign, MiniDiceSign
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.table import disputes
from hoyle.table.base import Table
from hoyle.table.command_base import Command
from hoyle.table.dice import commands as dice
from hoyle.table.dice.table import DiceTable
from hoyle.table.house_cards import commands as banked
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.poker import commands as poker

SETTLE = disputes.SettleDispute(number=1, ruling="it stands", ruled_by="")
BET: dict[str, Any] = {"seat": 1, "kind": "field", "amount": 5}


def house_cards(game: str) -> HouseCardTable:
    found = HouseCardTable.open(HouseCardSign(game))
    found.sit(1, 100, "ann")
    return found


def dice_table(sign: Any) -> DiceTable:
    found = DiceTable.open(sign)
    found.sit(1, 100, "ann")
    return found


def named_at() -> list[Any]:
    """Every command that is left to a role, at a table that has it; the roles and the clause."""
    higher = ("floor", "supervisor")
    crew = ("dealer", "stickperson", "boxperson", *higher)
    found: list[tuple[str, Any, Command, tuple[str, ...], str]] = []
    for book, recut, dispute in (
        ("oneida", "XI.E.3", "XI.P.2"),
        ("nj-19-47", "19:47-14.5(c)", "19:47-14.15[GEN(2)]"),
        ("nj-13-69f", "13:69F-14.5(c)", ""),
        ("room-2012", "", "GEN(2)"),
    ):
        if recut:
            order = poker.Recut(count=20, ordered_by="")
            found.append((book, book, order, ("supervisor", "floor"), f"{book} {recut}"))
        if dispute:
            found.append((book, book, SETTLE, ("supervisor",), f"{book} {dispute}"))
    step = poker.OpeningStep
    found += [
        ("ca-omaha", "ca-omaha", SETTLE, ("supervisor", "floor"), "house disputes"),
        ("oneida", "oneida", step(step="distribute"), ("supervisor",), "oneida XI.D.1"),
        ("oneida", "oneida", step(step="inspect"), higher, "oneida XI.D.2"),
        ("oneida", "oneida", poker.HouseRuling(trigger="other", decision="so", ruled_by=""), higher, "house ruling"),
    ]
    for game, book in (("three-card-poker", "TCP"), ("four-card-poker", "FCP"), ("mississippi-stud", "MS")):
        for opening, roles, clause in (
            ("inspect", ("dealer",), "D.1"), ("verify", higher, "D.1/2"), ("spread", ("dealer",), "D.2"),
        ):  # fmt: skip
            done = banked.OpeningStep(deck="deck 1", step=opening)
            found.append((game, game, done, roles, f"oneida {book}.{clause}"))
        found += [
            (game, game, banked.Recut(count=20, ordered_by=""), higher, f"oneida {book}.E.4"),
            (game, game, banked.ImproperCut(), higher, f"oneida {book}.E.4"),
            (game, game, banked.UnsuitableCard(), higher, f"oneida {book}.D.1.a"),
            (game, game, SETTLE, ("supervisor", "floor"), "house disputes"),
        ]
    found += [
        (game, game, banked.DealerExposed(play_on=True), higher, "oneida MS.AMB-M12/2"),
        ("craps", CrapsSign(), dice.ConfirmBet(**BET), crew, "oneida CR.E.1/2"),
        ("craps", CrapsSign(), dice.ConfirmBet(**BET, tender="cash"), ("boxperson",), "oneida CR.E.2/3"),
        ("craps", CrapsSign(), dice.OrderPass(), ("boxperson",), "oneida CR.K.1.b"),
        ("mini-dice", MiniDiceSign(), dice.OrderPass(), ("floor",), "nj-19-47 19:47-13.7(a)1.ii"),
        ("craps", CrapsSign(), SETTLE, ("supervisor", "floor"), "house disputes"),
    ]  # fmt: skip
    return [
        pytest.param(at, command, roles, clause, id=f"{name}-{command.name}-{clause}",
                     marks=() if clause.startswith("house") else pytest.mark.clauses(clause))
        for name, at, command, roles, clause in found
    ]  # fmt: skip


def opened(at: Any) -> Table:
    if not isinstance(at, str):
        return dice_table(at)
    return house_cards(at) if at.endswith(("poker", "stud")) else poker_table(at)


@pytest.mark.parametrize(("at", "command", "roles", "clause"), named_at())
def test_what_the_book_leaves_to_a_role_nobody_else_does(
    at: Any, command: Command, roles: tuple[str, ...], clause: str
) -> None:
    table = opened(at)
    player = table.roster.players[1].name
    named = table.roles_for(command)
    assert named is not None
    assert (named.value, named.clause) == (roles, clause)
    for who in (player, "a stranger", *sorted(table.STAFF_NAMES)):
        before = table.checkpoint()
        if who in roles:
            table.check_role(command, who)
            continue
        with pytest.raises(IllegalError) as refused:
            table.do(command, by=who)
        assert (refused.value.clause, refused.value.legal) == (clause, " or ".join(roles))
        assert str(refused.value) == (
            f"{who} cannot order {command.name}: that is for the {' or '.join(roles)} ({clause})"
        )
        assert table.checkpoint() == before


@pytest.mark.parametrize(
    ("at", "command", "roles", "clause"), [row for row in named_at() if type(row.values[1]).RESPONSIBLE_FIELD]
)
def test_whoever_is_named_answers_for_it_whoever_gives_it(
    at: Any, command: Command, roles: tuple[str, ...], clause: str
) -> None:
    field = type(command).RESPONSIBLE_FIELD
    table = opened(at)
    player = table.roster.players[1].name

    def naming(name: str) -> Command:
        given = {part: getattr(command, part) for part in command.__struct_fields__}
        return type(command)(**{**given, field: name})

    others = sorted(table.STAFF_NAMES - set(roles))
    for by in ("dealer", *roles):
        for name in (player, *others):
            with pytest.raises(IllegalError) as refused:
                table.do(naming(name), by=by)
            assert refused.value.clause == clause
        for role in roles:
            table.check_role(naming(role), by)
    # Whoever rules may do so in their own name, and nobody else gives it for them.
    if type(command).OWN_NAME:
        table.check_role(naming("Ms Hill"), roles[0])
    for by in ("cashier", *(() if type(command).OWN_NAME else roles)):
        with pytest.raises(IllegalError, match="Ms Hill cannot order"):
            table.do(naming("Ms Hill"), by=by)


def test_whom_the_book_names_may_do_it() -> None:
    table = house_cards("three-card-poker")
    for step, by in (("inspect", "dealer"), ("verify", "floor"), ("spread", "dealer"), ("wash", "dealer")):
        [done] = table.do(banked.OpeningStep(deck="deck 1", step=step), by=by)
        assert (done.step, done.by) == (step, by)
    craps = dice_table(CrapsSign())
    craps.offer()
    craps.accept(1)
    craps.do(dice.OrderPass(why="delay"), by="boxperson")
    assert craps.log[-1].by == "boxperson"


def test_a_player_answers_for_nothing_that_is_the_houses() -> None:
    at = poker_table("oneida")
    player = at.state.players[1].name
    dealer_of(at).opening("distribute")
    dealer_of(at).opening("inspect")
    with pytest.raises(IllegalError, match="that is for the house") as refused:
        at.do(poker.OpeningStep(step="spread", done_by=player))
    assert refused.value.clause == "house roles"
    with pytest.raises(IllegalError, match="that is for the house") as refused:
        at.do(poker.Announce(), by=player)
    assert refused.value.clause == "house roles"
    at.do(poker.OpeningStep(step="spread", done_by="supervisor"))
    cards = house_cards("four-card-poker")
    cards.opening_step("deck 1", "inspect", by="dealer")
    with pytest.raises(IllegalError, match="ann cannot order opening-step"):
        cards.opening_step("deck 1", "verify", by="ann", electronic=True)
    cards.opening_step("deck 1", "verify", by="scanner", electronic=True)


def test_a_preview_is_refused_as_the_report_would_be() -> None:
    at = house_cards("three-card-poker")
    at.open_decks()
    assert at.preview(banked.UnsuitableCard()).result == "the card is replaced"
    with pytest.raises(IllegalError, match="dealer cannot order unsuitable-card"):
        at.preview(banked.UnsuitableCard(), "dealer")


def test_a_log_with_a_role_in_it_is_resumed_and_audited() -> None:
    at = poker_table("oneida")
    floor_of(at).dispute("was it a raise?")
    floor_of(at).settle(1, "a call", by="supervisor")
    at.do(disputes.OpenDispute(about="again"), by="floor")
    at.do(disputes.SettleDispute(number=2, ruling="no", ruled_by="Ms Hill"), by="supervisor")
    assert at.audit(at.steps).holds
    assert at.resume(None, at.log).checkpoint() == at.checkpoint()


def test_an_unknown_step_is_refused_as_one() -> None:
    with pytest.raises(HoyleError) as refused:
        poker_table("oneida").do(poker.OpeningStep(step="dance", done_by="dealer"))
    assert not isinstance(refused.value, InvalidError)
    assert "'dance' is not next" in str(refused.value)
