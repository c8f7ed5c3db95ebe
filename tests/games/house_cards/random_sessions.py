"""Random sessions at a house card table: legal and illegal commands from a seed."""

from __future__ import annotations

import random
from typing import Any

from tests.games.house_cards.rounds import SIDE

from hoyle.core.cards import cards_text
from hoyle.core.errors import HoyleError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.table.action_timeout import ActionTimeout
from hoyle.table.command_base import PLAYER, STAFF, Command
from hoyle.table.disputes import LogComplaint, LogNote, OpenDispute, RefusePlay, ReturnWagers, SetTime, SettleDispute
from hoyle.table.house_cards import HouseCardTable, commands
from hoyle.table.pending_decisions import Choice
from hoyle.table.seats import CancelDeferred, JoinWaitingList, Leave, LeaveWaitingList, Sit, SitIn, SitOut, TopUp

PEOPLE = ("ann", "bob", "cyd", "dan", "eve")
NAMES = (*PEOPLE, "fay")
NUMBERS = (0, 1, 2, 5, 7, 52, 10**12)


def some_sign(
    game: str, chance: random.Random, *, book: str = "", dealing: str = "", variant: str = ""
) -> HouseCardSign:
    """Random sign that the book allows, with dealing mode and version given or random."""
    dealing = dealing or chance.choice(("manual", "hand", "automated"))
    shuffler = dealing != "manual" or chance.random() < 0.5
    options: dict[str, Any] = {"dealing": dealing, "shuffler": shuffler, "seats": chance.choice((3, 5, 7))}
    options["book"] = book
    if shuffler:
        options["backs"] = chance.choice((("red",), ("red", "blue")))
        options["shuffler_counts"] = chance.random() < 0.3
    if game in SIDE:
        options["variant"] = variant or chance.choice(("base", "base", "a", "b", "c"))
        options["side_limits"] = chance.choice(((1, 0), (2, 30)))
    options["ante"] = chance.choice(((1, 0), (5, 50)))
    if game not in SIDE and chance.random() < 0.3:
        options["optional_wagers"] = options["approved_wagers"] = ("lucky",)
        options["optional_pay"] = {"lucky": {"flush": "5 to 1", "straight": "3 to 1"}}
        options["optional_limits"] = chance.choice(((1, 0), (2, 20)))
    if game not in SIDE and chance.random() < 0.5:
        options["round_limit"] = 10_000
    options["two_positions"] = chance.random() < 0.7
    options["fold_keeps_side"] = chance.random() < 0.3
    options["void_returns_folds"] = chance.random() < 0.3
    return HouseCardSign(game, **options)


def shuffled(chance: random.Random) -> str:
    deck = list(range(52))
    chance.shuffle(deck)
    return cards_text(deck)


def command_of(table: HouseCardTable, choice: Choice, values: dict[str, int], chance: random.Random) -> Command:
    """Build the command of a choice, with these amounts."""
    facts: dict[str, Any] = {**choice.fixed, **values}
    if choice.do == "shuffle":
        facts["cards"] = shuffled(chance)
    if choice.do == "change-deck":
        taken = [deck.back for deck in table.state.rack.decks if deck.name != choice.fixed["deck"]]
        facts["back"] = next(back for back in ("red", "blue", "green") if back not in taken)
    if choice.do == "sit" and "player" not in facts:
        facts["player"] = next(
            name
            for name in (*NAMES, "guest", "another guest")
            if not table.state.seat_of(name) and name not in table.state.barred
        )
    return table.COMMANDS[choice.do](**facts)


def offered(table: HouseCardTable, chance: random.Random) -> tuple[Command, str]:
    """Pick a pending choice and the person who may make it."""
    waits = [wait for wait in table.pending() if wait.choices]
    wagers = [wait for wait in waits if wait.kind == "wagers"]
    pressing = [wait for wait in waits if not wait.optional]
    some = wagers if wagers and chance.random() < 0.6 else pressing if chance.random() < 0.9 else waits
    if not some:
        return Sit(seat=chance.randrange(1, 8), chips=300, player=chance.choice(PEOPLE)), "dealer"
    wait = chance.choice(some)
    choice = wait.choices[-1] if chance.random() < 0.3 else chance.choice(wait.choices)
    values = {}
    for bound in choice.bounds:
        most = min(bound.max, bound.min + 60 * bound.step)
        values[bound.field] = chance.randrange(bound.min, most + 1, bound.step)
        if choice.do == "count-stub" and chance.random() < 0.8:
            values[bound.field] = 52
    return command_of(table, choice, values, chance), wait.person or "dealer"


def anything(table: HouseCardTable, chance: random.Random) -> tuple[Command, str]:
    """Make up a random command, legal or not."""
    if table.is_open and table.state.rack.cuts and not table.state.dealt and chance.random() < 0.2:
        return commands.ImproperCut(), chance.choice(("floor", "supervisor", "dealer"))
    if table.is_open and table.deal_page.hand_shuffle and not table.state.dealt and chance.random() < 0.1:
        cards = shuffled(chance)
        return chance.choice((commands.ShufflerFailed(), commands.Shuffle(cards=cards, by_hand=True))), "dealer"
    seat = chance.choice((*table.state.players, chance.randrange(0, 9)))
    spot = chance.choice((0, seat, chance.randrange(0, 9)))
    chips = chance.choice((*NUMBERS, chance.randrange(1, 60)))
    person = chance.choice(PEOPLE)
    truth = chance.random() < 0.5
    turn = table.playing_round().turn if table.state.dealt else 0
    in_turn = table.playing_round().state.places[turn].paying_seat if turn else seat
    wager = chance.choice(("ante", "pair_plus", "aces_up", "play", "third", "jackpot", "lucky"))
    made: Command = chance.choice((
        Sit(seat=seat, chips=chance.randrange(0, 400), player=person),
        Sit(seat=seat, chips=chance.randrange(0, 400), player=person),
        TopUp(seat=seat, chips=chips),
        Leave(seat=seat),
        SitOut(seat=seat),
        SitIn(seat=seat),
        CancelDeferred(seat=seat, what=chance.choice(("leave", "top up", "sit out", "fly"))),
        JoinWaitingList(player=person),
        LeaveWaitingList(player=person),
        OpenDispute(about="a chip"),
        SettleDispute(number=chance.randrange(0, 3), ruling="it stands", ruled_by="supervisor"),
        LogComplaint(about=seat, text="slow"),
        RefusePlay(player=person, why="rude", house="out" if chance.random() < 0.1 else ""),
        SetTime(minute=max(0, table.state.minute + chance.randrange(-5, 90))),
        LogNote(what="a note"),
        ReturnWagers(why="the shoe broke"),
        commands.ChangeCap(chips=chips, announced=truth),
        commands.OpeningStep(deck="deck 1", step=chance.choice(("inspect", "verify")), done_by=person),
        commands.ChangeDeck(deck=f"deck {chance.randrange(1, 4)}", back=chance.choice(("red", "blue"))),
        commands.Shuffle(cards=chance.choice((shuffled(chance), "Ah Kd", "nonsense")), by_hand=truth),
        commands.Cut(count=chance.randrange(0, 60)),
        commands.Recut(count=chance.randrange(8, 54), ordered_by=chance.choice(("floor", person))),
        commands.CountStub(found=chance.choice((51, 52, 52, 52, 53)), misdealt=chance.random() < 0.2),
        commands.OpenWagers(),
        commands.Wager(seat=seat, spot=spot, wager=wager, chips=chips, tender="chips" if truth else "cash"),
        commands.Withdraw(seat=seat, spot=spot, wager=wager),
        commands.NoMoreBets(),
        commands.NoMoreBets(stop_after=chance.randrange(0, 9)),
        commands.DealOn(stop_after=chance.choice((0, 0, 2, 40))),
        commands.HoldSettlement(),
        commands.TurnUp(),
        commands.SettleNext(),
        commands.Play(seat=seat, spot=spot, chips=chips),
        commands.Fold(seat=seat, spot=spot),
        commands.Stand(seat=seat, spot=spot),
        ActionTimeout(seat=in_turn),
        chance.choice((
            commands.FaceUpCard(),
            commands.DrawnInError(shown=truth, correctable=chance.random() < 0.5),
            commands.WrongNumber(),
            commands.DealerExposed(play_on=truth),
            commands.PlayerExposed(spot=spot, house=chance.choice(("", "play on", "shuffle again"))),
            commands.ShufflerFailed(deck=chance.choice(("", "deck 1", "deck 2"))),
            commands.ShoeFailed(house=chance.choice(("", "play on", "all hands void, reshuffle"))),
            commands.MachineCount(found=chance.choice((51, 52)), deck=chance.choice(("", "", "deck 2"))),
            commands.ImproperCut(),
            commands.UnsuitableCard(deck=chance.choice(("", "deck 2")), whole_deck=truth),
            commands.HouseRuling(trigger="a fire", decision=chance.choice(("shuffle again", "wait", ""))),
        )),
    ))  # fmt: skip
    who = type(made).ISSUER
    if who == STAFF or truth:
        return made, chance.choice(("dealer", "floor", "supervisor", person))
    if who == PLAYER:
        return made, chance.choice([each.name for each in table.state.players.values()] or [person])
    return made, person


def evening(game: str, seed: int, length: int) -> HouseCardTable:
    """Return a table after so many attempts, each refused or done."""
    chance = random.Random(seed)
    table = HouseCardTable.open(some_sign(game, chance))
    for _ in range(length):
        go_on(table, chance)
    return table


def go_on(table: HouseCardTable, chance: random.Random) -> bool:
    """Make one attempt; returns False if it was refused."""
    pick = offered if chance.random() < 0.85 else anything
    command, by = pick(table, chance)
    try:
        table.do(command, by=by)
    except HoyleError:
        return False
    return True
