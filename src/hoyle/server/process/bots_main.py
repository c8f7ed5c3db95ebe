"""Entry point of the bots process, started by the room: ``python -m hoyle.server.process.bots_main LINK``."""

from __future__ import annotations

import signal
import socket
import sys

from hoyle.plugins import load_plugins
from hoyle.server.process.bots_process import run


def main() -> int:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    load_plugins()
    run(socket.socket(fileno=int(sys.argv[1])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
