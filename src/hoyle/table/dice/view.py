"""View of a dice table: builds the table as one person sees it."""

from __future__ import annotations

from hoyle.games.dice.game_state import DiceWager
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.dice.view_types import DiceSeatView, DiceView, DiceWagerView


def view(table: DiceTableBase, person: str) -> DiceView:
    """Return the table as a person sees it; an empty name is a spectator."""
    state, play = table.state, table.state.play
    seats = [
        DiceSeatView(
            seat=seat,
            name=player.name,
            stack=player.total_chips(),
            sitting_out=player.sitting_out,
            after_round=[promise.what for promise in state.deferred_requests if promise.player == player.name],
            barred=list(play.barred.get(player.name, [])),
        )
        for seat, player in sorted(state.players.items())
    ]
    return DiceView(
        book=table.sign.book,
        game=table.game_id,
        person=person,
        seat=state.seat_of(person) if person else 0,
        equipment=table.sign.HELD,
        has_points=table.sign.rulebook.has_line,
        phase=play.phase,
        point=play.point,
        rolls=play.rolls,
        dice=(play.one, play.other),
        called=list(play.called),
        disputed=play.disputed,
        shooter=play.shooter,
        offered_to=play.offering[0] if play.offering else "",
        must_pass=play.must_pass,
        dice_out=play.released,
        shaken=play.shaken,
        chips_on_layout=play.layout,
        banker_net=play.bank,
        waiting=list(state.waiting),
        seats=seats,
        wagers=[_wager_view(table, wager) for wager in play.live],
        decided=[_wager_view(table, wager) for wager in play.done],
    )


def _wager_view(table: DiceTableBase, wager: DiceWager) -> DiceWagerView:
    spot = table.game.spot_of(wager)
    play = table.state.play
    is_not_decided = play.settle_only and not spot.settles_alone
    return DiceWagerView(
        id=wager.id,
        seat=wager.seat,
        owner=wager.owner,
        kind=wager.kind,
        name=spot.name,
        number=wager.number,
        hop_faces=wager.faces,
        amount=wager.amount,
        parent_wager=wager.parent,
        off=not wager.result and (is_not_decided or table.game.is_off(wager)),
        on_requested=wager.on_requested,
        result=wager.result or "live",
        paid=wager.paid,
        lost=wager.taken,
    )
