"""`hoyle serve`: start the server of a room."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import click
from msgspec import structs

from hoyle.cli.main import EXIT_BAD_INPUT


@click.command(name="serve", short_help="Start a card room: tables for browsers and programs.")
@click.option(
    "--config", "source", type=click.Path(path_type=Path), help="Configuration file (room.toml); see docs/room.md."
)
@click.option("--data-dir", help="Directory of the room's files.  [default: in the user's data directory]")
@click.option(
    "--database-url",
    envvar="HOYLE_DATABASE_URL",
    show_envvar=True,
    help="postgresql://... instead of a file in the data directory.",
)
@click.option(
    "--bus-url",
    envvar="HOYLE_BUS_URL",
    show_envvar=True,
    help="nats://...: run as one of several nodes that share the database; see docs/scale.md.",
)
@click.option("--node-name", help="Name of this node.  [default: the machine's name]")
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    envvar="HOYLE_PORT",
    show_envvar=True,
    help="Port to listen on; 0 picks a free one.  [default: 8420]",
)
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65535),
    envvar="HOYLE_METRICS_PORT",
    show_envvar=True,
    help="Serve health checks and metrics on this port of 127.0.0.1.",
)
@click.option(
    "--allow-insecure-listen",
    is_flag=True,
    default=None,
    help="Accept connections from other machines without TLS, which anybody on the network path can read.",
)
@click.option(
    "--allow-insecure-links",
    is_flag=True,
    default=None,
    envvar="HOYLE_ALLOW_INSECURE_LINKS",
    show_envvar=True,
    help="Allow a bus or database on another machine without credentials and TLS.",
)
@click.option("--browser/--no-browser", default=None, help="Open a browser when the room is ready.")
def command(source: Path | None, browser: bool | None, **options: Any) -> int:
    """Start a card room that serves tables to browsers and programs.

    Without a configuration there is a table for every game of every rulebook, with bots at poker. Every
    action is on disk before any client sees it; after a restart the room continues where it stopped.
    """
    from hoyle.cli.room_database import redact_url
    from hoyle.server.config import demo_config, load_config
    from hoyle.server.process.launcher import serve

    if options["data_dir"] is not None and not options["data_dir"].strip():
        raise click.BadParameter("expected a directory", param_hint="--data-dir")
    config = demo_config() if source is None else load_config(source)
    # Every option but these two has the name of its key.
    config = structs.replace(config, **{key: value for key, value in options.items() if value is not None})

    def ready(address: str) -> None:
        click.echo(f"hoyle: the room is open at {address}   (Ctrl-C closes it)")
        if _has_display() if browser is None else browser:
            # In a thread: some browsers take their time to start.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    if serve(config, ready=ready):
        return EXIT_BAD_INPUT
    closed = (
        f"node {config.resolve_node_name()} has left the room, which" if config.bus_url else "the room is closed, and"
    )
    click.echo(f"hoyle: {closed} is kept in {redact_url(config.resolve_database())}")
    return 0


def _has_display() -> bool:
    """Whether a browser window can be opened: a terminal with a graphical display."""
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.stdout.isatty() and (bool(display) or sys.platform == "darwin")
