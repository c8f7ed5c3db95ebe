"""Name matching: finds a name despite case, spaces and hyphens, and suggests the nearest one.

>>> match_name("Pair Plus", ["ante-play", "pair-plus"]), suggest_name("pas", ["pass", "field"])
('pair-plus', 'did you mean pass?')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def normalize_name(name: str) -> str:
    """Reduce a name to its letters and digits in lower case."""
    return "".join(char for char in name.casefold() if char.isalnum())


def match_name(text: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that equals a name but for case, spaces and punctuation, or None."""
    names = list(candidates)
    if text in names:
        return text
    normalized = normalize_name(text)
    return next((name for name in names if normalize_name(name) == normalized), None)


def suggest_name(text: str, candidates: Iterable[str] | Mapping[str, str], *, cutoff: float = 0.6) -> str:
    """Return "did you mean ...?" with the nearest names; empty where none is near.

    A mapping adds alternative spellings, each with the name it stands for.
    """
    import difflib  # imported only when a name is misspelled

    names = candidates if isinstance(candidates, Mapping) else {name: name for name in candidates}
    spellings = {normalize_name(spelling): name for spelling, name in names.items()}
    close = difflib.get_close_matches(normalize_name(text), spellings, n=3, cutoff=cutoff)
    suggestions = dict.fromkeys(spellings[spelling] for spelling in close)
    return f"did you mean {' or '.join(suggestions)}?" if suggestions else ""
