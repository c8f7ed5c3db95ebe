"""Disk faults: a full or read-only disk, and a user who is not root."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NOBODY = 65534


@contextmanager
def small_disk(kilobytes: int, *, owner: int = 0) -> Iterator[Path]:
    """Mount a disk of so many kilobytes; skips the test without the privilege."""
    folder = Path(tempfile.mkdtemp(prefix="hoyle-disk-"))
    try:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k,uid={owner},mode=755", "tmpfs", str(folder)],
            capture_output=True,
            text=True,
            check=False,
        )
        if mounted.returncode:
            pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
    finally:
        folder.rmdir()


@contextmanager
def common_folder() -> Iterator[Path]:
    """Make a folder that every user can access, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="hoyle-common-"))
    folder.chmod(0o777)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Run as an unprivileged user, since permissions do not stop root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
