"""``python -m tools.pictures [WORD ...]``: take the scenes whose names contain one of the words, or all."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.server.real_server import Server
from tests.web.browser import opened, program
from tools.pictures.scenes import ROOM, scenes
from tools.pictures.studio import photograph

INTO = Path("build/pictures")


def main(words: list[str]) -> int:
    if program() is None:
        print("hoyle: there is no Chromium here (apt-get install chromium)", file=sys.stderr)
        return 1
    wanted = [scene for scene in scenes() if not words or any(word in scene.name for word in words)]
    INTO.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory, opened() as browser, Server(Path(directory), ROOM) as server:
        for scene in wanted:
            for path in photograph(scene, browser, server, INTO):
                print(path, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
