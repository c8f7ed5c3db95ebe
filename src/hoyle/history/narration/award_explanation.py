"""Explanation of pot awards in sentences: halves, ties, odd chips and the clause of each share.

Every sentence is made from the awards themselves; no hand is compared again.
"""

from __future__ import annotations

from typing import NamedTuple

from hoyle.core.cards import card_symbol
from hoyle.games.poker.events import Awarded
from hoyle.games.poker.pots.odd_chips import BY_CARD
from hoyle.games.poker.pots.pot_division import HIGH, LAST, LOW, NO_LOW, ODD, UNOPPOSED
from hoyle.games.poker.resolved_rules import Rules
from hoyle.history.narration.english_phrases import Phrases, count_phrase, pot_phrase, sentence, with_article


class AwardSentence(NamedTuple):
    """Sentence of the dealer about the award of a pot, with the clause it rests on."""

    text: str
    clause: str
    award: Awarded


def explain_awards(awards: list[Awarded], rules: Rules, voice: Phrases) -> list[AwardSentence]:
    """Return the sentences that explain the awards of one pot, in the order of payment."""
    first = awards[0]
    chips = voice.money(sum(award.chips for award in awards))
    if first.reason == LAST:
        text = f"{voice.does(first.seat, 'take')} the pot, {chips}: no other hand is left."
        return [AwardSentence(sentence(text), first.clause, first)]
    pot = f"{pot_phrase(first.pot, first.pots)}, {chips}"
    if first.reason == UNOPPOSED:
        text = f"{pot}: {voice.does(first.seat, 'take')} it unopposed."
        return [AwardSentence(sentence(text), first.clause, first)]
    if first.reason == NO_LOW:
        return _explain_share(awards, f"{pot}: no low qualifies, ", "it all", voice)
    if rules.split:
        return _explain_split(awards, pot, rules, voice)
    return _explain_share(awards, f"{pot}: ", "it", voice)


def _explain_split(awards: list[Awarded], pot: str, rules: Rules, voice: Phrases) -> list[AwardSentence]:
    """Return the sentences on a split pot: how it was halved, each half, and an odd chip of neither."""
    halves = {share: [award for award in awards if award.share == share] for share in (HIGH, LOW)}
    totals = {share: sum(award.chips for award in half) for share, half in halves.items()}
    high_chips, low_chips = voice.money(totals[HIGH]), voice.money(totals[LOW])
    first = awards[0]
    clause = first.clause
    odd = [award for award in awards if award.share == ODD]
    if odd:
        text = f"{pot}, does not halve: {high_chips} each way and an odd chip."
    elif first.joined_clause:
        text = f"{pot}, does not halve: the odd chip joins the high half, {high_chips} to {low_chips}."
        clause = first.joined_clause
    else:
        text = f"{pot}: {high_chips} for the high half, {low_chips} for the low."
    sentences = [AwardSentence(sentence(text), clause, first)]
    for share, half in halves.items():
        if half:
            sentences += _explain_share(half, f"{share} half: ", voice.money(totals[share]), voice)
    for award in odd:
        text = f"the odd chip of the pot goes to {voice.name(award.seat)}, first of the winners {award.odd_by}."
        sentences.append(AwardSentence(sentence(text), award.odd_clause, award))
    return sentences


def _explain_share(awards: list[Awarded], lead: str, chips: str, voice: Phrases) -> list[AwardSentence]:
    """Return the sentences on who takes a share of a pot, and for a tie, where its odd chips go."""
    first = awards[0]
    hand = with_article(first.words)
    if not first.tied:
        text = f"{lead}{voice.does(first.seat, 'take')} {chips} with {hand}."
        return [AwardSentence(sentence(text), first.clause, first)]
    total = voice.money(sum(award.chips for award in awards))
    per_player = voice.money(first.chips - first.odd)
    text = f"{lead}{voice.several(first.tied)} tie with {hand}, {per_player} each of {total}."
    sentences = [AwardSentence(sentence(text), first.clause, first)]
    with_odd_chips = [award for award in awards if award.odd]
    for award in with_odd_chips:
        sentences.append(
            AwardSentence(
                sentence(_odd_chip_phrase(award, voice, alone=len(with_odd_chips) == 1)), award.odd_clause, award
            )
        )
    return sentences


def _odd_chip_phrase(award: Awarded, voice: Phrases, *, alone: bool) -> str:
    """Return the phrase on the odd chips that a player gets of a tied share, and why."""
    if not alone:
        chips_go = "one odd chip goes"
    elif award.odd == 1:
        chips_go = "the odd chip goes"
    else:
        chips_go = f"{count_phrase(award.odd, 'odd chip')} go"
    name = voice.name(award.seat)
    if award.odd_by == BY_CARD:
        over = "under" if award.share == LOW else "over"
        winning_card, losing_card = award.decided
        return f"{chips_go} to {name} by card: {card_symbol(winning_card)} {over} {card_symbol(losing_card)}."
    place = "first of them" if award.seat == award.order[0] else "next"
    return f"{chips_go} to {name}, {place} {award.odd_by}."
