"""The errors that a call raises."""

from __future__ import annotations


class PetstoreFailure(Exception):
    """The base of every error that a call raises, except `TypeError` and `ValueError` for invalid arguments."""


class PetstoreError(PetstoreFailure):
    """The service rejected a request, or the client knows that it would.

    `docs/errors.md` of the service explains every code. A newer service may send codes that are not listed there.
    """

    message: str
    """What is wrong and what to send instead. Compare `code`, never this text."""
    code: str
    """The cause, such as `pet_not_found`."""
    status: int
    """The HTTP status, 400 to 599."""
    fields: tuple[str, ...]
    """The names of the invalid members or parameters; empty if the service does not report them."""
    request_id: str | None
    """Identifies the request in the log of the service. None if the client did not send the request."""
    retry_after: float | None
    """Seconds after which a retry may succeed. None if waiting does not help."""

    def __init__(
        self,
        message: str,
        code: str,
        status: int,
        fields: tuple[str, ...] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        # All of them are arguments of the exception, so that it can be pickled.
        super().__init__(message, code, status, fields, request_id, retry_after)
        self.message = message
        self.code = code
        self.status = status
        self.fields = fields
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        return self.message


class PetstoreAnswerError(PetstoreFailure):
    """The response is not from Petstore, or is damaged: the page of a proxy, a redirect, invalid JSON."""

    message: str
    status: int
    """The HTTP status."""
    retry_after: float | None
    """Seconds after which a retry may succeed. None if the response has no `Retry-After`."""

    def __init__(self, message: str, status: int, retry_after: float | None = None) -> None:
        super().__init__(message, status, retry_after)
        self.message = message
        self.status = status
        self.retry_after = retry_after

    def __str__(self) -> str:
        return self.message


class PetstoreConnectionError(PetstoreFailure):
    """There was no response: the service is unreachable, or the connection was lost. `__cause__` is the error of httpx."""


class PetstoreTimeoutError(PetstoreFailure):
    """No complete response within `timeout`, or the request was not sent within `retry_seconds`."""
