"""Parser of typed poker actions ("raise to 16", "draw Kh 2c") into commands."""

from __future__ import annotations

from typing import Final

from hoyle.core.cards import card_text, cards_text, parse_cards
from hoyle.core.errors import InvalidError, UnknownActionError
from hoyle.core.mypyc_compat import Text
from hoyle.core.validation import check_int
from hoyle.core.validation import check_text as text_of
from hoyle.games.poker import action_parser
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import ACTION, DRAW, FORCED_BET, SHOW
from hoyle.table.command_base import Command
from hoyle.table.poker import action_handlers, commands
from hoyle.table.poker.table_base import PokerTableBase

_DRAWING: Final = ("draw", "discard", "d")
_SIZES: Final = ("pot", "min")
_COMPLETE: Final = "complete"
_PLAIN_COMMANDS: Final[dict[str, type[commands.PlayerAction]]] = {
    "fold": commands.Fold, "check": commands.Check, "call": commands.Call, "bring in": commands.BringIn,
    "show": commands.Show, "concede": commands.Concede,
}  # fmt: skip
_WITHOUT_AMOUNT: Final = ("fold", "check", "bring in", "pat", "show", "concede")


def parse_command(table: PokerTableBase, seat: int, text: Text) -> Command:
    """Parse a player's text into a command; the turn is checked first, then the wording."""
    check_int(seat, "seat")
    typed = text_of(text, "action", 200).strip()
    if not table.playing and action_parser.parse_action(typed).verb == "show":
        return commands.Show(seat=seat)
    at_showdown = table.playing and table.playing_round().state.awaiting == SHOW
    if at_showdown and action_parser.WORDS.get(typed.lower()) == "show":
        # At a showdown every player may show at any time.
        return commands.Show(seat=seat)
    round_ = action_handlers.round_awaiting(table, seat)
    first_word, _, arguments = typed.partition(" ")
    if first_word.lower() in _DRAWING and round_.state.awaiting == DRAW:
        return _parse_draw(round_, seat, arguments)
    return _command_for(seat, action_parser.resolve_action(round_, seat, _parse_action(round_, typed)))


def _command_for(seat: int, action: action_parser.Action) -> Command:
    if action.verb == "bet":
        return commands.Bet(seat=seat, to=action.amount)
    if action.verb in ("draw", "pat"):
        return commands.Draw(seat=seat, cards=cards_text(action.cards))
    return _PLAIN_COMMANDS[action.verb](seat=seat)


def _parse_action(round_: PokerRound, typed: str) -> action_parser.Action:
    """Parse the action of a text; a letter or a size alone means the action on offer."""
    betting = round_.state.awaiting in (ACTION, FORCED_BET)
    if betting and typed.lower() == "c" and round_.options().check:
        return action_parser.Action("check")
    if betting and typed.lower() in _SIZES and round_.options().min_raise_to:
        return action_parser.Action("raise", size=typed.lower())
    try:
        action = action_parser.parse_action(typed)
    except UnknownActionError:
        raise InvalidError(
            f"cannot read the action {typed!r}; legal: {action_parser.prompt_for_actor(round_)}"
        ) from None
    if betting and typed.lower().startswith(_COMPLETE):
        _check_completing(round_)
    if betting and action.verb == "bring in" and action.amount:
        _check_forced(round_, action.amount)
    elif action.verb in _WITHOUT_AMOUNT and action.amount:
        raise InvalidError(f"nothing may follow {action.verb}, got {action.amount}")
    return action


def _check_completing(round_: PokerRound) -> None:
    """Refuse "complete" unless the bet is less than a full one; beyond that it is a raise."""
    state = round_.state
    if state.awaiting != FORCED_BET and not state.completing:
        legal = round_.options().label()
        raise InvalidError(f"there is no forced bet to complete: {state.current_bet} is full; legal: {legal}")


def _check_forced(round_: PokerRound, amount: int) -> None:
    legal = round_.options()
    if legal.forced and amount != legal.forced:
        raise InvalidError(f"the forced bet is {legal.forced}, not {amount}; legal: {legal.label()}")


def _parse_draw(round_: PokerRound, seat: int, arguments: str) -> Command:
    """Parse the arguments of a draw: cards (``Kh 2c``), or their places in the hand (``1 3``)."""
    discards = arguments.replace(",", " ").split()
    if not discards:
        raise InvalidError("which cards? draw 1 3, or draw Kh 2c; pat keeps them all")
    if not all(discard.isascii() and discard.isdigit() for discard in discards):
        cards = parse_cards(" ".join(discards))
        _check_no_duplicates([card_text(card) for card in cards])
        return commands.Draw(seat=seat, cards=cards_text(cards))
    count = len(round_.state.cards[round_.state.actor])
    for place in discards:
        if len(place) > 2 or not 1 <= int(place) <= count:
            raise InvalidError(f"there is no card {place}: you hold cards 1 to {count}")
    places = [int(place) for place in discards]
    _check_no_duplicates([str(place) for place in places])
    return commands.Draw(seat=seat, places=tuple(places))


def _check_no_duplicates(names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InvalidError(f"card {name} is named twice")
