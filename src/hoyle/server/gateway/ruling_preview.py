"""Preview of a floor ruling: its effect on cards, hands and money before it is carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hoyle.core.errors import HouseRulingRequired, HoyleError, IllegalError, InvalidError
from hoyle.games.poker.floor import ruling_types as poker
from hoyle.games.poker.floor.irregularities import rule_irregularity
from hoyle.room.permissions import FLOOR, REPORTS, staff_role_for
from hoyle.room.room import Room
from hoyle.server.gateway.floor.report_forms import ASKED
from hoyle.server.websocket_frames import PreviewRulingFrame, RulingPreviewFrame
from hoyle.table.command_base import command_from_dict
from hoyle.table.poker.floor.irregularity_reports import preview_of_ruling
from hoyle.table.ruling_preview import RulingPreview

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


def preview_ruling(room: Room, person: str, frame: PreviewRulingFrame) -> RulingPreviewFrame:
    """Preview the ruling on a report to the floor; for the floor, and for a host at their own table."""
    try:
        return RulingPreviewFrame(id=frame.id, ok=True, ruling=_ruling(room, person, frame))
    except HouseRulingRequired as error:
        return RulingPreviewFrame(id=frame.id, ok=False, message=str(error), ruling={"silent": True})
    except HoyleError as error:
        return RulingPreviewFrame(
            id=frame.id, ok=False, message=str(error), clause=getattr(error, "clause", "")
        )


def _ruling(room: Room, person: str, frame: PreviewRulingFrame) -> dict[str, Any]:
    member = room.state.people.get(person)
    if member is None:
        raise IllegalError("log in first", legal="enter")
    live_table = room.find_visible_table(frame.table_id, member)
    if FLOOR not in member.roles and live_table.hosting.host != person:
        raise IllegalError(f"{person} may not rule at this table", clause="house roles")
    table: Any = live_table.table
    if table.KIND == "poker" and frame.command.get("do") in tuple(ASKED):
        return _hypothetical_ruling(table, frame.command)
    command = command_from_dict(table.COMMANDS, frame.command)
    if command.name not in REPORTS:
        raise IllegalError(f"{command.name} is not a report that the floor can preview")
    by = staff_role_for(table, command, FLOOR)
    ruling = table.preview(command, by)
    table_after = table.resume(table.checkpoint(), keep_log=False)
    table_after.do(command, by=by)
    return _describe_ruling(table, table_after, frame.command, ruling)


def _hypothetical_ruling(table: Any, command: Mapping[str, Any]) -> dict[str, Any]:
    """Return the book's ruling on an exposed card, which the table does not carry out."""
    trigger, _, fields = ASKED[command["do"]]
    names = [name for name, _ in fields]
    if unknown_fields := [name for name in command if name not in ("do", *names)]:
        raise InvalidError(f"{command['do']}: unknown field {', '.join(unknown_fields)}")
    values = {name: command[name] for name in names if name in command}
    ruling = rule_irregularity(table.book, table.sign.game, trigger, values)
    if ruling.needs_house:
        raise HouseRulingRequired(f"{table.book.id} has no rule for this: the house rules")
    description = _describe_ruling(table, None, command, preview_of_ruling(ruling))
    return {**description, "asked": True}


def _describe_ruling(
    table: Any, after: Any, command: Mapping[str, Any], ruling: RulingPreview
) -> dict[str, Any]:
    """Describe a ruling in words; `after` is a copy of the table with the ruling applied, if it can be."""
    view = table.view("")
    reported_seat = command.get("seat", command.get("spot"))
    player = next((place.name for place in view.seats if place.seat == reported_seat), "")
    sentence = "The throw does not count." if command["do"] == "no-roll" else _sentence(ruling.result, player)
    rows = [{"what": "money", "words": _money_text(table, after, void=ruling.void)}]
    if not ruling.entries:
        rows[:0] = [
            {"what": "cards", "words": _cards_text(ruling)},
            {"what": "hands", "words": _hands_text(ruling, player)},
        ]
    description = {"words": sentence, "clauses": ruling.clauses, "reading": ruling.reading, "rows": rows}
    if table.KIND == "poker":
        clause = table.book.floor.supervisor
        closed = "; a dispute is closed by the supervisor" if clause else ""
        rows.append({"what": "decided", "words": f"the floor{closed}", "clause": clause})
        view_after = None if after is None else after.view("")
        description["hands"] = _changed_hands(view, view_after, command.get("seat", 0))
    return description


def _sentence(result: str, name: str) -> str:
    """Return the sentence that describes a ruling's result; the house's own words stay as they are."""
    sentence = _SENTENCES.get(result)
    if sentence is None:
        general_result = next((known for known in _SENTENCES if result.startswith(f"{known}, ")), "")
        sentence = _SENTENCES.get(general_result, result[:1].upper() + result[1:])
    if name:
        sentence = sentence.replace("The hand", f"{name}’s hand", 1).replace("The player", name, 1)
    return sentence


def _cards_text(ruling: RulingPreview) -> str:
    if ruling.void:
        deck = _DECKS.get(ruling.deck, "They are shuffled again.")
        return f"All cards go back to the dealer. {deck}"
    return _CARDS.get(ruling.card) or _DECKS.get(ruling.deck) or "The cards stay as they lie."


def _hands_text(ruling: RulingPreview, name: str) -> str:
    if ruling.void:
        return "No hand counts."
    subject = f"{name}’s hand" if name else "The hand"
    return _HANDS.get(ruling.hand, "All hands live; play goes on.").format(subject)


def _money_text(table: Any, after: Any, *, void: bool) -> str:
    before = {seat.name: seat.stack for seat in table.view("").seats}
    later = before if after is None else {seat.name: seat.stack for seat in after.view("").seats}
    gains = {name: later.get(name, chips) - chips for name, chips in before.items()}
    returned = ", ".join(f"{name} {chips:,}" for name, chips in gains.items() if chips > 0)
    if returned:
        return f"Goes back: {returned}."
    if void:
        return "What was put in goes back to whoever put it in."
    round_ = table.view("").round if table.KIND == "poker" else None
    if round_ is not None and round_.pot:
        return f"What was put in stays, {round_.pot:,}."
    return "Nothing moves."


def _changed_hands(now: Any, after: Any, seat: int) -> list[dict[str, Any]]:
    """Return the hands that a ruling changes, and the one reported, as the public sees them."""
    if after is None or now.round is None or now.round.over:
        return []
    live_after = {hand.person: hand.cards for hand in after.round.hands if hand.live} if after.playing else {}
    changed = []
    for hand in now.round.hands:
        cards = live_after.get(hand.person, [])
        if hand.cards and (hand.seat == seat or (hand.live and cards != hand.cards)):
            changed.append({"who": hand.person, "now": hand.cards, "after": cards})
    return changed
