"""RPC dispatch in the room process: runs the API handler that an edge calls, and encodes its answer."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import json

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.validation import abbreviate
from hoyle.room.outage import RoomUnavailable
from hoyle.server.api import routes
from hoyle.server.api.accounts import EmptyResponse
from hoyle.server.api.endpoint import ROOM_CALLS, room_call, run_room_call
from hoyle.server.api.room_context import Caller, RoomContext
from hoyle.server.error_log import ErrorReporter
from hoyle.server.ipc.messages import Message, RpcRequest, RpcResponse
from hoyle.server.problems import INTERNAL_ERROR, Problem, no_session, problem_of, status_of
from hoyle.storage.errors import StoreError

PULSE = "pulse"
METRICS = "figures"
ALLOWED_DURING_OUTAGE = (PULSE, METRICS)
"""Calls that are answered while the store fails."""

assert routes.ENDPOINTS  # importing the routes declares the calls


@room_call(PULSE)
def pulse(context: RoomContext, caller: Caller) -> EmptyResponse:
    """Answer the edge's health check."""
    return EmptyResponse()


@room_call(METRICS)
def metrics(context: RoomContext, caller: Caller) -> dict[str, float]:
    """Return the room's metrics, for the monitoring endpoint."""
    return context.metrics()


def dispatch(
    context: RoomContext,
    request: RpcRequest,
    alarm: ErrorReporter,
    end_sessions: Callable[[str, RpcRequest], list[Message]],
) -> list[Message]:
    """Run the handler of a call; return its response, and what `end_sessions` sends to ended sessions."""
    try:
        outage = context.pipeline.trouble
        if outage and request.what not in ALLOWED_DURING_OUTAGE:
            raise RoomUnavailable(outage)
        call = ROOM_CALLS.get(request.what)
        if call is None:
            raise InvalidError(f"unknown call {abbreviate(request.what)}")
        person = context.authenticator.person_for_token(request.token) if request.token and not outage else ""
        if call.session and not person:
            raise no_session()
        caller = Caller(person, request.token, request.agent, request.address)
        answer = run_room_call(call, context, caller, request.args)
        return [RpcResponse(request.call, 200, json.encode(answer)), *end_sessions(person, request)]
    except StoreError as error:
        return [_refusal(request, RoomUnavailable.because(error))]
    except HoyleError as error:
        return [_refusal(request, error)]
    except Exception as error:
        alarm(error)
        problem = Problem(error="internal error in the room")
        return [RpcResponse(request.call, INTERNAL_ERROR, json.encode(problem))]


def _refusal(request: RpcRequest, error: HoyleError) -> RpcResponse:
    return RpcResponse(request.call, status_of(error), json.encode(problem_of(error)))
