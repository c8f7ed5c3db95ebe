"""Where the lines of a source went when it was edited, so that not every test must be watched again."""

from __future__ import annotations

from difflib import SequenceMatcher


def new_lines(old: str, new: str) -> dict[int, list[int]]:
    """For each line of the old text the lines of the new one that whoever ran it is taken to run.

    A line that was added or changed belongs to whoever ran the line before it, or the one it replaced.
    """
    before, after = old.splitlines(), new.splitlines()
    found: dict[int, list[int]] = {}
    for kind, old_first, old_end, new_first, new_end in SequenceMatcher(
        None, before, after, autojunk=False
    ).get_opcodes():
        added = list(range(new_first + 1, new_end + 1))
        if kind == "equal":
            for line, moved in zip(range(old_first + 1, old_end + 1), added, strict=True):
                found.setdefault(line, []).append(moved)
        elif kind == "replace":
            for line in range(old_first + 1, old_end + 1):
                found.setdefault(line, []).extend(added)
        elif kind == "insert":
            found.setdefault(old_first, []).extend(added)
    return found


def moved(bits: str, lines: dict[int, list[int]]) -> str:
    """Lines that ran, as a number in hexadecimal, after the edit."""
    ran, found = int(bits, 16), 0
    for line, to in lines.items():
        if ran >> line & 1:
            for each in to:
                found |= 1 << each
    return f"{found:x}"
