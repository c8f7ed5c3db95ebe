"""Kind of judge cases that play a whole session at a table, command by command."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import fields

from hoyle.judge.case_types.base import Case, CaseObject
from hoyle.judge.case_types.decoder import Chips, Count, doc


class SessionPerson(CaseObject, kw_only=True):
    """Player seated at the start of a session."""

    seat: Count
    name: str = ""
    chips: Chips
    currency: Chips = 0


class ExpectedDecision(CaseObject, kw_only=True):
    """Pending decision that a session expects; only the given fields are compared."""

    kind: Any = UNSET
    seat: Any = UNSET
    person: Any = UNSET
    clause: Any = UNSET
    optional: Any = UNSET
    choices: list[str | dict[str, Any]] | UnsetType = UNSET
    offers: list[str | dict[str, Any]] | UnsetType = UNSET


class ExpectedRuling(CaseObject, kw_only=True):
    """Ruling of the floor that a session expects."""

    result: Any = UNSET
    clause: str | None = None


class SessionExpectation(CaseObject, kw_only=True):
    """What a session expects after a command; only the given fields are compared."""

    refused: Annotated[
        bool | str | UnsetType,
        doc(
            "true, or the clause by which the command is refused; `house ruling` if the book is silent and "
            "the house must decide. Without it, the command must be accepted"
        ),
    ] = UNSET
    ruling: Annotated[
        str | ExpectedRuling | UnsetType,
        doc('ruling of the floor: `"misdeal"`, or `{"result": "misdeal", "clause": "XI.P.5"}`'),
    ] = UNSET
    stacks: Annotated[dict[str, Any] | UnsetType, doc("chips by name or seat")] = UNSET
    waits: Annotated[
        ExpectedDecision | list[ExpectedDecision] | UnsetType,
        doc(
            "pending decision: `kind`, `seat`, `person`, `clause`, `optional`, `choices` (exactly these) or "
            "`offers` (these among others). A choice is the dealer's words, `raise to 8`, or the command "
            'with its bounds, `{"do": "bet", "to": [8, 16]}`. A list if several decisions are pending'
        ),
    ] = UNSET
    sees: Annotated[
        dict[str, str | dict[str, Any]] | UnsetType,
        doc(
            'view of one person: `{"ann": "As Kd"}` for their own cards, or `{"ann": {"cards": {"bob": "?? '
            '??"}, "board": "..."}}` and any other part of the view. At house tables `dealer` has cards too, '
            "and a player's second place is `ann at 3`"
        ),
    ] = UNSET
    shows: Annotated[
        dict[str, Any] | UnsetType, doc("the same for a spectator: `button`, `limits`, `kill`, `point`...")
    ] = UNSET
    entries: Annotated[
        list[str | dict[str, Any]] | UnsetType,
        doc("log entries in this order, possibly with others between them: names, or objects with fields"),
    ] = UNSET
    pots: Annotated[
        list[Any] | UnsetType,
        doc('poker: chips of each pot, `[11]`, or with the players who can win it, `[[11, ["ann", "bob"]]]`'),
    ] = UNSET
    clauses: Annotated[str | list[str] | UnsetType, doc("clauses that are cited")] = UNSET


class SessionLine(CaseObject, kw_only=True):
    """Line of a session, without the fields of its command."""

    do: Annotated[
        str | UnsetType,
        doc(
            "name of a command, with its fields beside it; the error for an unknown name or field lists the "
            "known ones. A seat may be given as the name of its player. Poker: an all-in runs out at once, "
            "unless the next line is a report or `deal-on`, which deals one street, or `run_out` is false"
        ),
    ] = UNSET
    act: Annotated[
        str | UnsetType,
        doc(
            "instead of `do`: words of a player: `raise to 16`, `draw Kh 2c`; `ante 10`, `play 2x`, `fold`; "
            "`place 12 on 6`, `pass odds 20`, `take down w3`"
        ),
    ] = UNSET
    by: Annotated[str | None, doc("actor or reporter; default: the player in the seat, or else the dealer")] = None
    minute: Annotated[Count | None, doc("time of the command, in minutes")] = None
    title: Annotated[str, doc("a remark for the reader")] = ""
    expect: Annotated[
        SessionExpectation | None, doc("expected result; an object with nothing else only checks the state")
    ] = None


class SessionCase(Case, kw_only=True, tag="session"):
    """Case of a session: the sign, the players, the cards or dice to come, and the commands."""

    QUESTION: ClassVar[str] = "What does the table answer to every command of a session?"

    sign: Annotated[
        dict[str, Any] | None,
        doc(
            "posted sign, as far as it differs from the default: at poker 4/8 fixed-limit, with blinds or "
            "ante and forced bet derived from the limits"
        ),
    ] = None
    people: Annotated[
        list[SessionPerson] | None,
        doc("players seated at the start, one object each: `seat`, `name`, `chips`; `currency` where cash plays"),
    ] = None
    button: Annotated[
        int | str | dict[str, Any] | None,
        doc(
            "poker: seat, or name of the player, with the button at the start; or the card that each player "
            'draws for it: `{"ann": "Kh", "bob": "9s"}`'
        ),
    ] = None
    deck: Annotated[
        str | list[str] | None,
        doc(
            "cards of the next round, top card first; the remaining cards follow in order. A list has one "
            "deck for each round. `deal` at poker and `open-wagers` at house tables take the next deck, "
            "unless they are refused; at house tables it is shuffled and cut as the book requires"
        ),
    ] = None
    sealed: Annotated[
        bool | None, doc("house cards: true if the decks arrive sealed and commands of the case open them")
    ] = None
    shooter: Annotated[str | int | None, doc("dice: holder of dice or shaker before the first command")] = None
    dice: Annotated[
        str | list[Any] | None,
        doc(
            "dice: the throws to come, `3-3 4-2`; each `throw` or `uncover` without faces takes the next, "
            "unless it is refused"
        ),
    ] = None
    deck_names: Annotated[list[str] | None, doc("poker: names of the decks, if not `first` and `second`")] = None
    run_out: Annotated[
        bool | None, doc("poker: false if every street after an all-in needs a `deal-on`; true if left out")
    ] = None
    commands: Annotated[list[dict[str, Any]], doc("commands in order", SessionLine)]
    expect: Annotated[
        SessionExpectation | None, doc("the state at the end: `stacks`, `waits`, `sees`, `shows`, `pots`")
    ] = None


def given_fields(struct: CaseObject) -> dict[str, Any]:
    """Return the fields that an object of a session has, by name."""
    values = {field.encode_name: getattr(struct, field.name) for field in fields(struct)}
    return {name: value for name, value in values.items() if value is not UNSET}
