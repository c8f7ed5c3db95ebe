"""NATS client of a node: a nats-py connection that outlives errors of the server and insists on TLS."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from hoyle.nodes.bus.bus_url import BusAddress, parse_bus_url

CONNECT_TIMEOUT_S: Final = 3
"""Seconds in which a server must complete each step of the handshake."""
RECONNECT_INTERVAL_S: Final = 0.25
"""Seconds between two attempts to reconnect."""
PING_INTERVAL_S: Final = 1
"""Seconds between two pings."""
MAX_UNANSWERED_PINGS: Final = 3
"""Unanswered pings after which the server counts as gone."""
MAX_PENDING_BYTES: Final = 64 << 20
"""Maximum bytes that wait for a server which takes none at the moment."""


def error_text(error: Exception) -> str:
    """Return the message of a connection error without the marks that nats-py puts around it."""
    return str(error).removeprefix("nats: ").strip("' ") or f"no answer within {CONNECT_TIMEOUT_S} s"


class _TlsContext(ssl.SSLContext):
    """TLS context that knows whether a handshake has used it."""

    handshake_begun = False

    def wrap_bio(self, *args: Any, **options: Any) -> ssl.SSLObject:
        self.handshake_begun = True
        return super().wrap_bio(*args, **options)


def connect_options(address: BusAddress) -> dict[str, Any]:
    """Return the options under which nats-py connects to an address.

    To a server that asks for no TLS nats-py connects in the clear, even if the URL says tls://. It reads the
    user or the token immediately before it sends them: here that fails unless a TLS handshake came first.
    """
    host = f"[{address.host}]" if ":" in address.host else address.host
    options: dict[str, Any] = {"servers": f"nats://{host}:{address.port}"}
    user: str | Callable[[], str] = address.user
    if address.tls:
        context = options["tls"] = _TlsContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_default_certs()

        def user_after_handshake() -> str:
            if not context.handshake_begun:
                raise Error("nats: the server does not offer TLS")
            context.handshake_begun = False
            return address.user

        user = user_after_handshake
    if address.password:
        options |= {"user": user, "password": address.password}
    elif user:
        options["token"] = user
    return options


class NatsClient:
    """Subscriber and publisher on the NATS bus, whose connection is opened again whenever it is lost.

    nats-py reconnects by itself to a server that went away, but closes the connection for good if the server
    reports an error, such as credentials that a reload has revoked: then a new connection is opened.
    """

    def __init__(self, url: str, name: str, handlers: Mapping[str, Callable[[Msg], Awaitable[None]]]) -> None:
        self._options = connect_options(parse_bus_url(url))
        self._name = name
        self._handlers = handlers
        """Handler of the messages on each subject."""
        self.client = Client()
        self._is_connected = False
        """Whether the current client was connected once, so that nats-py may reconnect it."""
        self._is_closing = False
        self._reopening: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Connect to the bus and subscribe; raise OSError or nats.errors.Error if the first attempt fails."""
        self.client = Client()
        try:
            await self.client.connect(
                **self._options,
                name=self._name,
                connect_timeout=CONNECT_TIMEOUT_S,
                reconnect_time_wait=RECONNECT_INTERVAL_S,  # type: ignore[arg-type]
                max_reconnect_attempts=-1,
                ping_interval=PING_INTERVAL_S,
                max_outstanding_pings=MAX_UNANSWERED_PINGS,
                pending_size=MAX_PENDING_BYTES,
                error_cb=self._on_error,
                closed_cb=self._on_closed,
            )
            for subject, handler in self._handlers.items():
                await self.client.subscribe(subject, cb=handler)
            await self.client.flush(CONNECT_TIMEOUT_S)
        except BaseException:
            await self._close_client()
            raise
        self._is_connected = True

    async def _on_error(self, error: Exception) -> None:
        """End a first attempt to connect at its first error; after later ones nats-py reconnects."""
        if not self._is_connected:
            raise error

    async def _on_closed(self) -> None:
        if self._is_connected and not self._is_closing:
            self._is_connected = False
            self._reopening = asyncio.create_task(self._reopen())

    async def _reopen(self) -> None:
        while not self._is_closing:
            await asyncio.sleep(RECONNECT_INTERVAL_S)
            with suppress(OSError, Error, TimeoutError):
                await self.connect()
                return

    async def close(self) -> None:
        """Wait until the nats-server has all published messages, and close the connection."""
        self._is_closing = True
        if self._reopening is not None:
            self._reopening.cancel()
        with suppress(OSError, Error, TimeoutError):
            if self.client.is_connected:
                await self.client.flush(1)
        await self._close_client()

    async def _close_client(self) -> None:
        with suppress(OSError, Error, TimeoutError, AssertionError):  # it may be half open
            await self.client.close()
