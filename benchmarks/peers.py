"""The peers: installed from PyPI into an environment of their own, ``build/peers``, the first time."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

HOME = Path("build", "peers")
WANTED = Path(__file__).with_name("peers.txt")


def environment() -> Path:
    """The Python of the peers' environment."""
    python = HOME / "bin" / "python"
    stamp = HOME / "installed"
    if not stamp.exists() or stamp.read_text() != WANTED.read_text():
        print("installing the peers into", HOME, file=sys.stderr)
        venv.create(HOME, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-qq", "-r", WANTED], check=True)
        stamp.write_text(WANTED.read_text())
    return python


def importable() -> None:
    """Let this process import a peer, for benchmarks that take turns inside one process."""
    environment()
    for packages in (HOME / "lib").glob("python*/site-packages"):
        if str(packages) not in sys.path:
            sys.path.append(str(packages))
