"""Which errors a retry can resolve, and when."""

from __future__ import annotations

import random

from ..errors import (
    PetstoreAnswerError,
    PetstoreConnectionError,
    PetstoreError,
    PetstoreFailure,
    PetstoreTimeoutError,
)

_FIRST_BACKOFF = 0.5
_MAX_BACKOFF = 30.0

_RETRYABLE = {408, 429, 503}
"""The responses of the service that a retry can resolve."""
_GATEWAY_ERRORS = {502, 503, 504}
"""The responses of a proxy when the service behind it does not respond."""


def retry_delay(error: PetstoreFailure, attempt: int) -> float | None:
    """Returns the seconds to wait before the next attempt; None if a retry cannot help.

    The delay is `Retry-After` plus an exponential backoff with full jitter: a random time whose maximum doubles with each
    attempt. `attempt` is the number of the attempt that failed, from 1.
    """
    retry_after = _retry_after_of(error)
    if retry_after is None:
        return None
    return retry_after + random.random() * min(_MAX_BACKOFF, _FIRST_BACKOFF * 2.0 ** min(attempt - 1, 10))


def is_lost(error: PetstoreFailure) -> bool:
    """Whether the service may have processed the request although its result is not known."""
    if isinstance(error, PetstoreError):
        return error.code == "result_unknown"
    if isinstance(error, PetstoreAnswerError):
        return error.status in _GATEWAY_ERRORS
    return isinstance(error, (PetstoreConnectionError, PetstoreTimeoutError))


def is_conclusive(error: PetstoreFailure, method: str) -> bool:
    """Whether an error proves that earlier attempts changed nothing.

    A POST that succeeded would receive its first response again.
    """
    if not isinstance(error, PetstoreError):
        return False
    return error.status == 400 or (method == "POST" and error.status in (409, 422))


def _retry_after_of(error: PetstoreFailure) -> float | None:
    if isinstance(error, PetstoreError):
        is_retryable = error.status in _RETRYABLE or error.code == "idempotency_key_in_use"
        return (error.retry_after or 0) if is_retryable else None
    if isinstance(error, PetstoreAnswerError):
        return (error.retry_after or 0) if is_lost(error) or error.status == 429 else None
    return 0 if is_lost(error) else None
