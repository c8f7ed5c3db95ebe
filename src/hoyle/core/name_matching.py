"""Name matching: finds a name despite case, spaces and hyphens, and suggests the nearest one.

>>> match_name("Pair Plus", ["ante-play", "pair-plus"]), suggest_name("pas", ["pass", "field"])
('pair-plus', 'did you mean pass?')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def normalize_name(word: str) -> str:
    """Letters and digits alone, in lower case."""
    return "".join(char for char in word.casefold() if char.isalnum())


def match_name(word: str, known: Iterable[str]) -> str | None:
    """The name among the known ones that is meant, if one is."""
    names = list(known)
    if word in names:
        return word
    asked = normalize_name(word)
    return next((name for name in names if normalize_name(name) == asked), None)


def suggest_name(word: str, known: Iterable[str] | Mapping[str, str], *, cutoff: float = 0.6) -> str:
    """A question whether one of the names nearest to the word was meant; empty where none is near.

    A mapping has other spellings, too, and the name that each stands for.
    """
    import difflib  # only a mistake pays for it

    names = known if isinstance(known, Mapping) else {name: name for name in known}
    spellings = {normalize_name(spelling): name for spelling, name in names.items()}
    close = difflib.get_close_matches(normalize_name(word), spellings, n=3, cutoff=cutoff)
    meant = dict.fromkeys(spellings[near] for near in close)
    return f"did you mean {' or '.join(meant)}?" if meant else ""
