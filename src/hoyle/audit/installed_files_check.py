"""Installed-files check: SHA-256 manifest of the program's files, compared at start and daily."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.room.commands import room_commands
from hoyle.room.events import room_events
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.unit_of_work import HOUSE, UnitOfWork
from hoyle.rulebooks import VERSION

PACKAGE: Final = Path(__file__).parents[1]
_COMPILED: Final = "hoyle_*__mypyc*"
"""Libraries with the code of compiled modules, next to the package."""
_PIECE: Final = 1 << 20
MAX_BYTES: Final = 10_000_000
DAY: Final = 86_400_000
"""Milliseconds between two checks."""


def program_manifest(folder: Path | None = None) -> dict[str, str]:
    """Compute the SHA-256 of every installed file, web pages and libraries too, by its path.

    Only bytecode caches are left out.
    """
    root = folder or PACKAGE
    manifest: dict[str, str] = {}
    for path in sorted(root.rglob("*")):
        if "__pycache__" not in path.parts and path.is_file():
            manifest[path.relative_to(root).as_posix()] = _digest(path)
    for path in sorted(root.parent.glob(_COMPILED)):
        if path.is_file():
            manifest[f"../{path.name}"] = _digest(path)
    return manifest


def _digest(path: Path) -> str:
    hashed = sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            hashed.update(piece)
    return hashed.hexdigest()


def manifest_digest(manifest: Mapping[str, str]) -> str:
    """Hash a manifest: two hashes are equal exactly if all files are.

    >>> manifest_digest({"a.py": "00", "b.py": "01"}) == manifest_digest({"b.py": "01", "a.py": "00"})
    True
    """
    lines = "".join(f"{digest}  {path}\n" for path, digest in sorted(manifest.items()))
    return sha256(lines.encode()).hexdigest()


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """List every file that was added, removed or changed between two manifests."""
    changed = []
    for path in sorted(before.keys() | now.keys()):
        if path not in now:
            changed.append(f"{path} is gone")
        elif path not in before:
            changed.append(f"{path} is new")
        elif before[path] != now[path]:
            changed.append(f"{path} was changed: {now[path][:16]}... is not {before[path][:16]}...")
    return changed


def read_manifest(file: str) -> dict[str, str]:
    """Read a manifest of file hashes from its JSON file."""
    try:
        with Path(file).open("rb") as stream:
            text = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise InvalidError(f"{file}: {error.strerror}") from None
    try:
        manifest = json.loads(text) if len(text) <= MAX_BYTES else None
    except (ValueError, RecursionError):
        manifest = None
    if not isinstance(manifest, dict) or not all(isinstance(value, str) for value in manifest.values()):
        raise InvalidError(f"{file}: expected files and their hashes, as `hoyle audit --program --json` prints them")
    return manifest


class InstalledFilesCheck:
    """Checker of the program's files for a room, at its start and once a day."""

    def __init__(self, desk: CommandPipeline, folder: Path | None = None) -> None:
        self._desk = desk
        self._folder = folder
        self.manifest = program_manifest(folder)
        """Manifest at the start of the room."""
        self._next = 0

    def due(self) -> bool:
        """Whether a day has passed since the last check of the installed files."""
        return self._desk.now() >= self._next

    def look(self) -> list[str]:
        """Hash all files again, record the result, and list every change since the start."""
        now = program_manifest(self._folder)
        changed = changes(self.manifest, now)
        self._next = self._desk.now() + DAY
        command = room_commands.CheckInstalledFiles(files=len(now), digest=manifest_digest(now))
        record = partial(record_files_check, command=command, rules=VERSION, changed=changed[:20])
        self._desk.process_internal(record, person=HOUSE)
        return changed


def record_files_check(
    unit_of_work: UnitOfWork, command: room_commands.CheckInstalledFiles, *, rules: str, changed: list[str]
) -> None:
    """Record a check of the installed files: their digest, the rules version and what has changed."""
    entry = room_events.InstalledFilesChecked(
        files=command.files, digest=command.digest, rules=rules, changed=changed, clause="house records"
    )
    unit_of_work.record_room_events(command, entry)
