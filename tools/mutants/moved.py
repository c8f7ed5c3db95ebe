"""Line mapping between two versions of a source, so that not every test must be traced again."""

from __future__ import annotations

from difflib import SequenceMatcher


def new_lines(old: str, new: str) -> dict[int, list[int]]:
    """Map each old line to the new lines that a test which ran it is assumed to run.

    An added or changed line is assigned to the line before it, or to the one that it replaced.
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
    """Map a hexadecimal bit mask of lines that ran to the lines after the edit."""
    ran, found = int(bits, 16), 0
    for line, to in lines.items():
        if ran >> line & 1:
            for each in to:
                found |= 1 << each
    return f"{found:x}"
