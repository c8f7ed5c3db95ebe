"""Settlement of a seat's wagers, against the dealer's hand or by a pay table."""

from __future__ import annotations

from hoyle.games.house_cards.game_definition import ANTE, BONUS, AnnouncedHand, SettledSign, WagerResult


def settle_against_dealer(
    sign: SettledSign, stakes: dict[str, int], hand: AnnouncedHand, dealer: AnnouncedHand | None
) -> list[WagerResult]:
    """Settle Play, Ante, bonus and side wager, in this order; without a Play wager the side wager alone."""
    pay = sign.page.pay
    later = sign.definition.later[0]
    results: list[WagerResult] = []
    play = stakes.get(later, 0)
    ante = stakes.get(ANTE, 0)
    if play:
        assert dealer is not None, "a Play wager turns the dealer's hand up"
        if not dealer.qualifies:
            # Paid without comparison, so even a better or equal player hand gets no more (AMB-T2).
            clause = pay.outcomes["not qualified"]
            results += [WagerResult(later, 0, clause), WagerResult(ANTE, ante, clause)]
        else:
            multiple = 1 if hand.value > dealer.value else -1
            clause = pay.outcomes["compared"]
            if hand.value == dealer.value:
                multiple = 1 if pay.tie.value == "player" else 0
                clause = pay.outcomes["tie"]
            results += [WagerResult(later, multiple * play, clause), WagerResult(ANTE, multiple * ante, clause)]
        if hand.name in sign.bonus.lines:
            results.append(WagerResult(BONUS, sign.bonus.gain(hand.name, ante), sign.bonus.clause))
    side = sign.definition.side
    if side in stakes:
        results.append(WagerResult(side, sign.side.gain(hand.pays, stakes[side]), sign.side.clause))
    return results


def settle_against_pay_table(
    sign: SettledSign, stakes: dict[str, int], hand: AnnouncedHand, dealer: AnnouncedHand | None
) -> list[WagerResult]:
    """Settle every wager by the pay table; winnings above the cap are cut from the last wagers (AMB-M9)."""
    winnings = 0
    results: list[WagerResult] = []
    for wager in (ANTE, *sign.definition.later):
        gain = sign.main.gain(hand.pays, stakes[wager])
        clause = sign.main.clause
        if sign.max_payout and winnings + gain > sign.max_payout:
            gain = sign.max_payout - winnings
            clause = sign.page.pay.outcomes["capped"]
        winnings += gain
        results.append(WagerResult(wager, gain, clause))
    return results


def settle_optional_wagers(sign: SettledSign, stakes: dict[str, int], hand: AnnouncedHand) -> list[WagerResult]:
    """Settle optional wagers by the pay tables of their approved procedures, on the player's hand."""
    return [
        WagerResult(wager, table.gain(hand.pays, stakes[wager]), table.clause)
        for wager, table in sign.optional.items()
        if wager in stakes
    ]


def limit_round_winnings(sign: SettledSign, results: list[WagerResult], winnings: int) -> list[WagerResult]:
    """Cut results so that a round pays no more than its posted limit; hands settled last are cut."""
    cap = sign.page.pay.cap
    assert cap is not None, "a round limit can be posted only if the book has one"
    limited: list[WagerResult] = []
    for result in results:
        gain = result.gain
        if winnings + gain > sign.round_limit:
            gain = sign.round_limit - winnings
            result = WagerResult(result.wager, gain, cap.sign)
        winnings += max(gain, 0)
        limited.append(result)
    return limited
