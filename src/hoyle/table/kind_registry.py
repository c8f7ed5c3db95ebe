"""Registry of table kinds: the table class of a game; load, resume and audit of any log.

>>> table_class_for("craps").KIND
'dice'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hoyle.core.errors import InvalidError
from hoyle.core.validation import abbreviate
from hoyle.games.registry import GAMES
from hoyle.table.base import Table
from hoyle.table.dice.table import DiceTable
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.log.log_audit import LogAudit
from hoyle.table.poker.table import PokerTable

TABLE_KINDS: Final[dict[str, type[Table]]] = {kind.KIND: kind for kind in (PokerTable, HouseCardTable, DiceTable)}


def table_class_for(game: str) -> type[Table]:
    """Return the table class that a game is played at."""
    if game not in GAMES:
        raise InvalidError(f"unknown game {abbreviate(game)}; the games are {', '.join(GAMES)}")
    return TABLE_KINDS[GAMES[game].kind]


def resume(checkpoint: Mapping[str, Any], entries: Iterable[Any] = (), *, keep_log: bool = True) -> Table:
    """Rebuild a table of any kind from a checkpoint and the events after it."""
    kind_name = checkpoint.get("kind") if isinstance(checkpoint, Mapping) else None
    kind = TABLE_KINDS.get(kind_name) if isinstance(kind_name, str) else None
    if kind is None:
        raise InvalidError(f"kind {abbreviate(kind_name)}: expected one of {', '.join(TABLE_KINDS)}")
    return kind.resume(checkpoint, entries, keep_log=keep_log)


def load(data: Iterable[object]) -> Table:
    """Rebuild a table of any kind from its dumped log; nothing is decided again."""
    steps = _checked_list(data)
    return _table_class_of(steps).load(steps)


def audit(data: Iterable[object]) -> LogAudit:
    """Decide the dumped log of any kind of table again, and report differences."""
    steps = _checked_list(data)
    kind = _table_class_of(steps)
    return kind.audit(kind.read(steps, exact=True))


def _checked_list(data: object) -> list[object]:
    if isinstance(data, (str, bytes, Mapping)) or not isinstance(data, Iterable):
        raise InvalidError(f"log {abbreviate(data)}: expected a list of steps")
    return list(data)


def _table_class_of(steps: list[object]) -> type[Table]:
    """Return the table class of a dumped log from its first command, which opens the table."""
    first = steps[0] if steps else None
    command = first.get("command") if isinstance(first, Mapping) else None
    if not isinstance(command, Mapping) or command.get("do") != "open":
        raise InvalidError(f"a log begins with the opening of its table, not with {abbreviate(first)}")
    sign = command.get("sign")
    game = command.get("game") or (sign.get("game") if isinstance(sign, Mapping) else None)
    return table_class_for(str(game))
