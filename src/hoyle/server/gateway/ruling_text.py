"""Text of a ruling preview: what it means for cards, hands and money."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hoyle.games.poker.floor import ruling_types as poker
from hoyle.table.base import Table
from hoyle.table.disputes import DisputeRules
from hoyle.table.ruling_preview import PublicHand, RulingPreview
from hoyle.table.staff_roles import SUPERVISOR

_SENTENCES: Final[Mapping[str, str]] = {
    poker.MISDEAL: "A misdeal: this hand does not count and is dealt again.",
    poker.PLAY_ON: "Play goes on.",
    poker.DISCARD_CARD: "The card is discarded. Play goes on.",
    poker.EXAMINE_CARD: "The card is looked at and discarded. Play goes on.",
    poker.DISCARD_CARDS: "Those cards are discarded. Play goes on.",
    poker.DEAD_ROUND: "The round is dead: all chips go back.",
    poker.REPLACE_CARD: "The deal goes on. The card is replaced and becomes the burn.",
    poker.THIRD_DOWN: "The deal goes on. The third card comes face down.",
    poker.DEAD_ANTE_BACK: "The hand is dead, and its ante goes back.",
    poker.DEAD_HAND: "The hand is dead, and nothing goes back.",
    poker.RECONSTRUCT: "The hand is put together again. Play goes on.",
    poker.REFUND: "The hand is dead, and what its owner put in goes back.",
    poker.HAND_DISCARDED: "The hand is discarded.",
    poker.HAND_STANDS: "The hand stands.",
    poker.FOLD: "The hand is folded.",
    poker.FOLD_OWING: "The hand is folded, and its bet still owed.",
    poker.CARDS_SPEAK: "The cards speak, whatever was said.",
    poker.DISCLOSED: "The hand is shown and stays discarded.",
    poker.MUST_LEAVE: "The player must leave.",
    poker.MAY_BE_REFUSED: "The player may be refused play.",
}
_CARDS: Final[Mapping[str, str]] = {
    "discard": "The card goes out of play.",
    "examine": "The card is looked at and goes out of play.",
    "replace": "The shown card may not be kept. When the deal is complete the top card takes its place, "
    "and the shown one serves as the burn.",
    "down": "The card stays up, and the next one comes face down.",
    "discard hand": "All cards of this hand go out of play.",
}
_DECKS: Final[Mapping[str, str]] = {
    "remove": "The deck is taken off the table.",
    "remove deck": "The deck is taken off the table.",
    "replace": "Another deck takes its place.",
    "recut": "The deck is cut again.",
    "reshuffle": "The deck is shuffled again.",
}
_HANDS: Final[Mapping[str, str]] = {
    "dead": "{} is dead; all others are live.",
    "folded": "{} is folded; all others are live.",
    "reconstruct": "{} is put together again and lives.",
    "disclose": "{} is shown to all and stays discarded.",
}


def describe_ruling(
    table: Table, after: Table | None, command: Mapping[str, Any], ruling: RulingPreview
) -> dict[str, Any]:
    """Describe a ruling in words; `after` is a copy of the table with the ruling applied, if it can be."""
    seated = table.roster.players.get(command.get("seat", command.get("spot", 0)))
    player = "" if seated is None else seated.name
    sentence = "The throw does not count." if command["do"] == "no-roll" else _sentence(ruling.result, player)
    rows = [{"what": "money", "words": _money(table, after, void=ruling.void)}]
    if not ruling.entries:
        rows[:0] = [{"what": "cards", "words": _cards(ruling)}, {"what": "hands", "words": _hands(ruling, player)}]
    description = {"words": sentence, "clauses": ruling.clauses, "reading": ruling.reading, "rows": rows}
    hands = table.public_hands()
    if hands is not None:
        rows.append(_decided_by(table.dispute_rules()))
        description["hands"] = _changed_hands(hands, after, command.get("seat", 0))
    return description


def _decided_by(rules: DisputeRules) -> dict[str, str]:
    clause = rules.supervisor_clause if rules.settled_by == (SUPERVISOR,) else ""
    closed = "; a dispute is closed by the supervisor" if clause else ""
    return {"what": "decided", "words": f"the floor{closed}", "clause": clause}


def _sentence(result: str, name: str) -> str:
    """Sentence for a result; a result in the house's own words stays as it is."""
    sentence = _SENTENCES.get(result) or next(
        (text for start, text in _SENTENCES.items() if result.startswith(f"{start}, ")), result[:1].upper() + result[1:]
    )
    if name:
        sentence = sentence.replace("The hand", f"{name}’s hand", 1).replace("The player", name, 1)
    return sentence


def _cards(ruling: RulingPreview) -> str:
    if ruling.void:
        deck = _DECKS.get(ruling.deck, "They are shuffled again.")
        return f"All cards go back to the dealer. {deck}"
    return _CARDS.get(ruling.card) or _DECKS.get(ruling.deck) or "The cards stay as they lie."


def _hands(ruling: RulingPreview, name: str) -> str:
    if ruling.void:
        return "No hand counts."
    subject = f"{name}’s hand" if name else "The hand"
    return _HANDS.get(ruling.hand, "All hands live; play goes on.").format(subject)


def _money(table: Table, after: Table | None, *, void: bool) -> str:
    before = _stacks(table)
    later = before if after is None else _stacks(after)
    changes = [(name, later.get(name, chips) - chips) for name, chips in before.items()]
    returned = ", ".join(f"{name} {chips:,}" for name, chips in changes if chips > 0)
    if returned:
        return f"Goes back: {returned}."
    if void:
        return "What was put in goes back to whoever put it in."
    return f"What was put in stays, {table.pot():,}." if table.pot() else "Nothing moves."


def _stacks(table: Table) -> dict[str, int]:
    return {table.roster.players[seat].name: chips for seat, chips in table.stacks.items()}


def _changed_hands(hands: list[PublicHand], after: Table | None, seat: int) -> list[dict[str, Any]]:
    """Hands that the ruling changes, and the one reported, as the public sees them, before and after."""
    later = {} if after is None else {hand.person: hand for hand in after.public_hands() or ()}
    changed = []
    for person, hand in {hand.person: hand for hand in hands if hand.cards}.items():
        later_hand = later.get(person)
        cards = later_hand.cards if later_hand is not None and later_hand.live else []
        if after is not None and (hand.seat == seat or (hand.live and cards != hand.cards)):
            changed.append({"who": person, "now": hand.cards, "after": cards})
    return changed
