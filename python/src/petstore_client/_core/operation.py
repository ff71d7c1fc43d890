"""The description of an operation of the service, and the requests that it makes."""

from __future__ import annotations

import json
import math
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast
from urllib.parse import quote, urlencode

from ..options import CallOptions, Limits, Settings, limits_of

_MIN_UPLOAD_BYTES_PER_SECOND = 16 * 1024
"""The service ends an upload that is slower, or that takes longer than 5 minutes."""
_MAX_UPLOAD_SECONDS = 300
_MIN_CHANGES_PER_SECOND = 10
"""The service applies more, unless it is very busy."""
_CALL_OPTIONS = CallOptions.__optional_keys__
_CONDITION = "if_match"
_KEY = "idempotency_key"
_TOTAL = "total"


@dataclass(frozen=True)
class Operation:
    """What the client has to know to call an operation."""

    method: str
    path: str
    query: Mapping[str, str] | None = None
    """The names of its query parameters, by those of the arguments."""
    is_conditional: bool = False
    """True if a change accepts `if_match`."""
    is_counted: bool = False
    """True if a list counts all items on request."""
    done_if: str | None = None
    """The error code that proves, on a retry after a lost response, that an earlier attempt succeeded."""

    @property
    def creates(self) -> bool:
        """A POST is repeated with an idempotency key."""
        return self.method == "POST"


class Payload(NamedTuple):
    """The body of a request."""

    content: bytes = b""
    media_type: str | None = None
    is_upload: bool = False
    """True for a file or a batch, whose time limit grows with its size."""
    changes: int = 0
    """The number of changes in a batch."""


@dataclass(frozen=True)
class Request:
    """A request, which an attempt sends."""

    operation: str | None
    """The id in `openapi.json`; None for a request that no operation describes."""
    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes
    limits: Limits
    done_if: str | None

    def with_headers(self, headers: Mapping[str, str]) -> Request:
        """Returns the request with further header fields."""
        return replace(self, headers={**self.headers, **{name.lower(): headers[name] for name in headers}})


def json_payload(body: object) -> Payload:
    """Writes a JSON body; None for no body. Raises `ValueError` for a number that JSON does not have."""
    if body is None:
        return Payload()
    return Payload(json.dumps(body, allow_nan=False).encode(), "application/json")


def batch_payload(items: Sequence[object]) -> Payload:
    """Writes the body of a batch."""
    return json_payload({"items": list(items)})._replace(is_upload=True, changes=len(items))


def request_of(
    settings: Settings,
    operation_id: str,
    operation: Operation,
    path: tuple[object, ...],
    arguments: Mapping[str, Any],
    payload: Payload,
) -> Request:
    """Raises `TypeError` or `ValueError` for an invalid argument."""
    query = _query_of(operation, operation_id, arguments)
    return Request(
        operation=operation_id,
        method=operation.method,
        url=settings.base_url + _path_of(operation.path, path) + (f"?{urlencode(query)}" if query else ""),
        headers={
            "authorization": f"Bearer {settings.api_key}",
            **({} if payload.media_type is None else {"content-type": payload.media_type}),
            **_condition_of(operation, arguments),
            **_idempotency_key_of(operation, arguments),
            **({"prefer": "count=exact"} if operation.is_counted and arguments.get(_TOTAL) else {}),
        },
        content=payload.content,
        limits=_limits_of(settings.limits, arguments, payload),
        done_if=operation.done_if,
    )


def unknown_request_of(
    settings: Settings,
    method: str,
    path: str,
    query: Mapping[str, object],
    options: Mapping[str, Any],
    payload: Payload,
) -> Request:
    """Makes a request that no operation describes. Raises `ValueError` if the path has characters that must be escaped."""
    if not re.fullmatch(r"(/[\w.~!$&'()*+,;=:@%-]*)+", path, re.ASCII):
        raise ValueError(
            f"path must begin with / and have neither a query nor unescaped characters; got {path!r}"
        )
    request = request_of(settings, f"{method} {path}", Operation(method, path), (), options, payload)
    given = {name: _parameter_of(value) for name, value in query.items() if value is not None}
    url = f"{request.url}?{urlencode(given)}" if given else request.url
    return replace(request, operation=None, url=url)


def _limits_of(preset: Limits, arguments: Mapping[str, Any], payload: Payload) -> Limits:
    given = {name: arguments[name] for name in _CALL_OPTIONS if arguments.get(name) is not None}
    limits = limits_of(
        given.get("timeout", preset.timeout),
        given.get("retry_attempts", preset.attempts),
        given.get("retry_seconds", preset.retry_seconds),
    )
    if not payload.is_upload:
        return limits
    upload = min(_MAX_UPLOAD_SECONDS, math.ceil(len(payload.content) / _MIN_UPLOAD_BYTES_PER_SECOND))
    extra = upload + math.ceil(payload.changes / _MIN_CHANGES_PER_SECOND)
    return Limits(limits.timeout + extra, limits.attempts, limits.retry_seconds)


def _path_of(template: str, values: tuple[object, ...]) -> str:
    remaining = iter(values)
    return re.sub(r"\{(\w+)\}", lambda name: _segment_of(next(remaining), name[1]), template)


def _segment_of(value: object, name: str) -> str:
    """An empty segment would be the path of another operation."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str) and value.strip(".") != "":
        return quote(value, safe="")
    raise TypeError(f"{name} must be an int, or a str that is not empty; got {value!r}")


def _query_of(operation: Operation, operation_id: str, arguments: Mapping[str, Any]) -> dict[str, str]:
    names = operation.query or {}
    options = (
        *_CALL_OPTIONS,
        *((_CONDITION,) if operation.is_conditional else ()),
        *((_KEY,) if operation.creates else ()),
        *((_TOTAL,) if operation.is_counted else ()),
    )
    unknown = [name for name in arguments if name not in names and name not in options]
    if unknown:
        known = ", ".join([*names, *sorted(options)])
        raise TypeError(f"{operation_id} has no argument {unknown[0]!r}; its arguments are {known}")
    given = {name: arguments[name] for name in names if arguments.get(name) is not None}
    return {names[name]: _parameter_of(value) for name, value in given.items()}


def _parameter_of(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(map(_parameter_of, cast("Iterable[object]", value)))
    return str(value)


def _condition_of(operation: Operation, arguments: Mapping[str, Any]) -> dict[str, str]:
    """Without the header, the change would be unconditional: an `if_match` without a value is an error."""
    if _CONDITION not in arguments or not operation.is_conditional:
        return {}
    etag = arguments[_CONDITION]
    if not isinstance(etag, str) or not re.fullmatch(r"[\x21-\x7e]+", etag):
        raise TypeError("if_match must be an ETag; see etag_of")
    return {"if-match": etag}


def _idempotency_key_of(operation: Operation, arguments: Mapping[str, Any]) -> dict[str, str]:
    """Returns the caller's key, or a random one for the retries of the call."""
    if not operation.creates:
        return {}
    key = arguments.get(_KEY)
    if key is None:
        key = secrets.token_urlsafe(16)
    if not isinstance(key, str) or not re.fullmatch(r"(?! )[\x20-\x7e]{1,255}(?<! )", key):
        raise ValueError("idempotency_key must be 1 to 255 printable ASCII characters, trimmed")
    # The service reads a value that begins with a quote as a quoted string, in which quotes and backslashes are escaped.
    value = '"' + re.sub(r'["\\]', r"\\\g<0>", key) + '"' if key.startswith('"') else key
    return {"idempotency-key": value}
