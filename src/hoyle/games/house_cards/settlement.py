"""Settlement of a seat's wagers, against the dealer's hand or by a pay table."""

from __future__ import annotations

from hoyle.games.house_cards.game_definition import ANTE, BONUS, AnnouncedHand, SettledSign, WagerResult


def against_dealer(
    sign: SettledSign, stakes: dict[str, int], seat: AnnouncedHand, dealer: AnnouncedHand | None
) -> list[WagerResult]:
    """Settle Play, Ante, bonus and side wager, in this order; without a Play wager the side wager alone."""
    pay = sign.page.pay
    later = sign.game.later[0]
    lines: list[WagerResult] = []
    play = stakes.get(later, 0)
    ante = stakes.get(ANTE, 0)
    if play:
        assert dealer is not None, "a Play wager turns the dealer's hand up"
        if not dealer.qualifies:
            # Paid without comparison, so even a better or equal player hand gets no more (AMB-T2).
            clause = pay.outcomes["not qualified"]
            lines += [WagerResult(later, 0, clause), WagerResult(ANTE, ante, clause)]
        else:
            times = 1 if seat.value > dealer.value else -1
            clause = pay.outcomes["compared"]
            if seat.value == dealer.value:
                times = 1 if pay.tie.value == "player" else 0
                clause = pay.outcomes["tie"]
            lines += [WagerResult(later, times * play, clause), WagerResult(ANTE, times * ante, clause)]
        if seat.name in sign.bonus.lines:
            lines.append(WagerResult(BONUS, sign.bonus.gain(seat.name, ante), sign.bonus.clause))
    side = sign.game.side
    if side in stakes:
        lines.append(WagerResult(side, sign.side.gain(seat.pays, stakes[side]), sign.side.clause))
    return lines


def against_pay_table(
    sign: SettledSign, stakes: dict[str, int], seat: AnnouncedHand, dealer: AnnouncedHand | None
) -> list[WagerResult]:
    """Settle every wager by the pay table; winnings above the cap are cut from the last wagers (AMB-M9)."""
    won = 0
    lines: list[WagerResult] = []
    for wager in (ANTE, *sign.game.later):
        gain = sign.main.gain(seat.pays, stakes[wager])
        clause = sign.main.clause
        if sign.max_payout and won + gain > sign.max_payout:
            gain = sign.max_payout - won
            clause = sign.page.pay.outcomes["capped"]
        won += gain
        lines.append(WagerResult(wager, gain, clause))
    return lines


def by_procedure(sign: SettledSign, stakes: dict[str, int], seat: AnnouncedHand) -> list[WagerResult]:
    """Settle optional wagers by the pay tables of their approved procedures, on the player's hand."""
    return [
        WagerResult(wager, table.gain(seat.pays, stakes[wager]), table.clause)
        for wager, table in sign.optional.items()
        if wager in stakes
    ]


def within_round(sign: SettledSign, lines: list[WagerResult], won: int) -> list[WagerResult]:
    """Cut results so that a round pays no more than its posted limit; hands settled last are cut."""
    cap = sign.page.pay.cap
    assert cap is not None, "a round limit can be posted only if the book has one"
    capped: list[WagerResult] = []
    for line in lines:
        gain = line.gain
        if won + gain > sign.round_limit:
            gain = sign.round_limit - won
            line = WagerResult(line.wager, gain, cap.sign)
        won += max(gain, 0)
        capped.append(line)
    return capped
