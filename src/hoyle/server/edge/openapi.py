"""OpenAPI document of the HTTP API, generated from the types of its endpoints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import json

from hoyle.server.api.endpoint import MAX_TABLE, PATH_KIND, Endpoint
from hoyle.server.problems import Problem


def openapi(endpoints: Sequence[Endpoint], title: str, cookie: str) -> dict[str, Any]:
    """OpenAPI document of all endpoints; `cookie` is the name of the session cookie."""
    types = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.gives) if kind is not None]
    schemas, components = json.schema_components([*types, Problem], ref_template="#/components/schemas/{name}")
    schema = iter(schemas)
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        operation: dict[str, Any] = {"summary": endpoint.summary, "parameters": _parameters(endpoint)}
        if endpoint.body is not None:
            operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": next(schema)}}}
        problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
        content: dict[str, Any] = {form: {"schema": _FILES.get(form, _TEXT)} for form in endpoint.files}
        if endpoint.gives is not None:
            content["application/json"] = {"schema": next(schema)}
        operation["responses"] = {
            str(endpoint.status): {"description": _SUCCESS[endpoint.status], "content": content},
            **{code: {"description": text, "content": problem} for code, text in _ERRORS.items()},
        }
        if endpoint.session:
            operation["security"] = _SESSION
        paths.setdefault(PATH_KIND.sub("", endpoint.path), {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": "1"},
        "paths": paths,
        "security": [{}, *_SESSION],
        "components": {
            "schemas": components,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": cookie},
                "token": {"type": "http", "scheme": "bearer", "description": "`token` of /api/enter"},
            },
        },
    }


_SUCCESS: Final = {200: "success", 201: "created", 202: "accepted"}
_ERRORS: Final = {
    "400": "malformed request",
    "401": "no session, or a wrong name or password",
    "403": "refused",
    "404": "not found",
    "405": "method not allowed",
    "409": "in conflict with the present state",
    "413": "too large",
    "422": "invalid request, or too costly",
    "429": "too many requests",
    "503": "the room is unavailable",
}
_SESSION: Final[list[dict[str, list[str]]]] = [{"cookie": []}, {"token": []}]
_TEXT: Final = {"type": "string"}
_FILES: Final[Mapping[str, dict[str, Any]]] = {"application/json": {"type": ["array", "object"]}}
"""Schemas of file responses that are not text."""


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    parameters: list[dict[str, Any]] = []
    for part in endpoint.path.split("/"):
        if part.startswith("{"):
            name, _, kind = part[1:-1].partition(":")
            number = {"type": "integer", "minimum": 0, "maximum": MAX_TABLE}
            schema = number if kind == "table" else {"type": "string"}
            parameters.append({"name": name, "in": "path", "required": True, "schema": schema})
    if endpoint.query is not None:
        [_], components = json.schema_components([endpoint.query])
        for name, schema in components[endpoint.query.__name__]["properties"].items():
            description = schema.pop("description", "")
            parameters.append({"name": name, "in": "query", "description": description, "schema": schema})
    return parameters
