"""A fact with its clause: what the events of every game have in common.

An event names its fields in `SHAPE`; from that follow its plain data, its equality and its text. `by_name`
lists the events of a game, `made` is the way back from plain data.
"""

from __future__ import annotations

from typing import ClassVar, TypeVar

from hoyle.errors import InvalidError


class Fact:
    """Something that happened, and the clause that made it so."""

    SHAPE: ClassVar[tuple[str, ...]] = ("clause",)
    NAME: ClassVar[str] = "fact"

    def __init__(self, clause: str) -> None:
        self.clause = clause

    @property
    def name(self) -> str:
        return type(self).NAME

    def facts(self) -> dict[str, object]:
        """All fields by name."""
        return {field: getattr(self, field) for field in type(self).SHAPE}

    def plain(self) -> dict[str, object]:
        """The facts as a file holds them."""
        return self.facts()

    @classmethod
    def read(cls, facts: dict[str, object]) -> Fact:
        """The event that plain facts describe."""
        return made({cls.NAME: cls}, cls.NAME, facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fact) and type(self) is type(other) and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        inside = ", ".join(f"{field}={value!r}" for field, value in self.facts().items())
        return f"{type(self).__name__}({inside})"


Kind = TypeVar("Kind", bound=Fact)


def by_name(*kinds: type[Kind]) -> dict[str, type[Kind]]:
    return {kind.NAME: kind for kind in kinds}


def made(kinds: dict[str, type[Kind]], name: str, facts: dict[str, object]) -> Kind:
    """The event of that name with those facts, as `Fact.facts` gave them."""
    kind = kinds.get(name)
    if kind is None:
        raise InvalidError(f"unknown event {name!r}: {', '.join(kinds)}")
    if set(facts) != set(kind.SHAPE):
        raise InvalidError(f"event {name!r} has the facts {', '.join(kind.SHAPE)}, not {', '.join(facts)}")
    return kind(**facts)  # type: ignore[arg-type]
