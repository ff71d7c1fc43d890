"""The options of a client and of its calls."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict, TypeVar
from urllib.parse import urlsplit

from .errors import PetstoreFailure
from .quota import Quota

Value = TypeVar("Value")

_LOG = logging.getLogger("petstore_client")


class CallOptions(TypedDict, total=False):
    """The options of every call. They replace those of the client."""

    timeout: float
    retry_attempts: int
    retry_seconds: float


class ChangeOptions(CallOptions, total=False):
    """The options of a call that changes or removes something."""

    if_match: str
    """An `ETag` from `etag_of`: the service makes the change only if the object still has this version."""


class CreateOptions(CallOptions, total=False):
    """The options of a call that adds something."""

    idempotency_key: str
    """1 to 255 printable ASCII characters. The service processes the same call with the same key once within 24 hours."""


@dataclass(frozen=True)
class Wait:
    """The reason and the length of a wait."""

    error: PetstoreFailure
    """A `PetstoreError` without `request_id` if the client knew the result and sent nothing."""
    seconds: int
    """Rounded up."""


@dataclass(frozen=True)
class Deprecation:
    """A deprecated operation, as its responses report it (RFC 9745, RFC 8594)."""

    operation: str
    """The id of the operation in `openapi.json`, such as `getPet`."""
    deprecated_at: datetime
    sunset: datetime | None
    """When it will be removed; None if that is not decided."""


@dataclass(frozen=True)
class Limits:
    """How often and how long a call is tried."""

    timeout: float
    attempts: float
    retry_seconds: float


@dataclass(frozen=True)
class Settings:
    """The options of a client, with their defaults."""

    base_url: str
    api_key: str
    pace: bool
    limits: Limits
    on_quota: Callable[[Quota], object]
    on_wait: Callable[[Wait], object]
    on_deprecation: Callable[[Deprecation], object]


def settings_of(
    base_url: str | None,
    api_key: str | None,
    *,
    pace: bool,
    timeout: float,
    retry_attempts: int,
    retry_seconds: float,
    on_quota: Callable[[Quota], object] | None,
    on_wait: Callable[[Wait], object] | None,
    on_deprecation: Callable[[Deprecation], object] | None,
) -> Settings:
    """Raises `ValueError` for an invalid option; the message never contains the key."""
    return Settings(
        base_url=_base_of(_given(base_url, "base_url", "PETSTORE_URL")),
        api_key=_key_of(_given(api_key, "api_key", "PETSTORE_KEY")),
        pace=pace,
        limits=limits_of(timeout, retry_attempts, retry_seconds),
        on_quota=_isolated(on_quota),
        on_wait=_isolated(on_wait),
        on_deprecation=_isolated(on_deprecation),
    )


def limits_of(timeout: float, attempts: float, retry_seconds: float) -> Limits:
    """Raises `ValueError` for a number that is too small."""
    return Limits(
        timeout=_at_least(0.001, "timeout", timeout),
        attempts=_at_least(1, "retry_attempts", attempts),
        retry_seconds=_at_least(0, "retry_seconds", retry_seconds),
    )


def _given(value: str | None, name: str, variable: str) -> str:
    given = os.environ.get(variable) if value is None else value
    if given is None:
        raise ValueError(f"{name} is missing: pass it, or set {variable}")
    return given


def _base_of(text: str) -> str:
    """Returns the address with `/v1` and without a trailing slash."""
    # The message does not quote the value: it may be the key or contain a password.
    invalid = ValueError("base_url must be like https://adopt.example.org, without a password")
    try:
        url = urlsplit(text)
        is_valid = url.port is None or url.port > 0
    except ValueError:
        raise invalid from None
    if not is_valid or url.scheme not in ("http", "https") or not url.hostname or "@" in url.netloc:
        raise invalid
    return f"{url.scheme}://{url.netloc}{url.path.rstrip('/').removesuffix('/v1')}/v1"


def _key_of(key: str) -> str:
    if re.fullmatch(r"[\x21-\x7e]+", key):
        return key
    raise ValueError("api_key must be an API key, petstore_live_…")


def _at_least(minimum: float, name: str, value: float) -> float:
    if value >= minimum:
        return value
    raise ValueError(f"{name} must be a number of at least {minimum}; got {value}")


def _isolated(listener: Callable[[Value], object] | None) -> Callable[[Value], None]:
    """Keeps errors of a listener away from the call, whose result would be lost: they are logged."""

    def call(value: Value) -> None:
        if listener is None:
            return
        try:
            listener(value)
        except Exception:
            _LOG.exception("A listener failed.")

    return call
