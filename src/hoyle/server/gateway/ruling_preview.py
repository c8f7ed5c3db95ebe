"""Preview of a floor ruling: its effect on cards, hands and money before it is carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hoyle.core.errors import HouseRulingRequired, HoyleError, IllegalError, InvalidError
from hoyle.games.poker.floor import ruling_types as poker
from hoyle.room.permissions import FLOOR, REPORTS, staff_role_for
from hoyle.room.room import Room
from hoyle.server.websocket_frames import PreviewRulingFrame, RulingPreviewFrame
from hoyle.table.base import Table
from hoyle.table.command_base import command_from_dict
from hoyle.table.ruling_preview import HypotheticalReport, PublicHand, RulingPreview
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
    table = live_table.table
    for report in table.hypothetical_reports():
        if report.do == frame.command.get("do"):
            return _hypothetical_ruling(table, report, frame.command)
    command = command_from_dict(table.COMMANDS, frame.command)
    if command.name not in REPORTS:
        raise IllegalError(f"{command.name} is not a report that the floor can preview")
    by = staff_role_for(table, command, FLOOR)
    ruling = table.preview(command, by)
    table_after = table.resume(table.checkpoint(), keep_log=False)
    table_after.do(command, by=by)
    return _describe_ruling(table, table_after, frame.command, ruling)


def _hypothetical_ruling(
    table: Table, report: HypotheticalReport, command: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the book's ruling on a report that the table does not carry out."""
    names = [name for name, _ in report.fields]
    if unknown_fields := [name for name in command if name not in ("do", *names)]:
        raise InvalidError(f"{report.do}: unknown field {', '.join(unknown_fields)}")
    ruling = report.rule({name: command[name] for name in names if name in command})
    return {**_describe_ruling(table, None, command, ruling), "asked": True}


def _describe_ruling(
    table: Table, after: Table | None, command: Mapping[str, Any], ruling: RulingPreview
) -> dict[str, Any]:
    """Describe a ruling in words; `after` is a copy of the table with the ruling applied, if it can be."""
    seated = table.roster.players.get(command.get("seat", command.get("spot", 0)))
    player = "" if seated is None else seated.name
    sentence = "The throw does not count." if command["do"] == "no-roll" else _sentence(ruling.result, player)
    rows = [{"what": "money", "words": _money_text(table, after, void=ruling.void)}]
    if not ruling.entries:
        rows[:0] = [
            {"what": "cards", "words": _cards_text(ruling)},
            {"what": "hands", "words": _hands_text(ruling, player)},
        ]
    description = {"words": sentence, "clauses": ruling.clauses, "reading": ruling.reading, "rows": rows}
    hands = table.public_hands()
    if hands is not None:
        rules = table.dispute_rules()
        clause = rules.supervisor_clause if rules.settled_by == (SUPERVISOR,) else ""
        closed = "; a dispute is closed by the supervisor" if clause else ""
        rows.append({"what": "decided", "words": f"the floor{closed}", "clause": clause})
        description["hands"] = _changed_hands(hands, after, command.get("seat", 0))
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


def _money_text(table: Table, after: Table | None, *, void: bool) -> str:
    before = _stacks(table)
    later = before if after is None else _stacks(after)
    gains = {name: later.get(name, chips) - chips for name, chips in before.items()}
    returned = ", ".join(f"{name} {chips:,}" for name, chips in gains.items() if chips > 0)
    if returned:
        return f"Goes back: {returned}."
    if void:
        return "What was put in goes back to whoever put it in."
    return f"What was put in stays, {table.pot():,}." if table.pot() else "Nothing moves."


def _stacks(table: Table) -> dict[str, int]:
    return {table.roster.players[seat].name: chips for seat, chips in table.stacks.items()}


def _changed_hands(hands: list[PublicHand], after: Table | None, seat: int) -> list[dict[str, Any]]:
    """Return the hands that a ruling changes, and the one reported, as the public sees them."""
    if after is None:
        return []
    live_after = {hand.person: hand.cards for hand in after.public_hands() or () if hand.live}
    changed = []
    for hand in hands:
        cards = live_after.get(hand.person, [])
        if hand.cards and (hand.seat == seat or (hand.live and cards != hand.cards)):
            changed.append({"who": hand.person, "now": hand.cards, "after": cards})
    return changed
