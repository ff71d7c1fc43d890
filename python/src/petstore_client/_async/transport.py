"""Carries every call to the service: waits for its turn, sends it, retries it and reads the response."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx

from .._core.attempts import Attempts
from .._core.feed_stream import MAX_SILENCE, MEDIA_TYPE, lost
from .._core.operation import Request
from .._core.read_response import check_status, deprecation_of
from .._core.schedule import NotSentError, Report, Schedule
from ..clock import AsyncClock
from ..errors import (
    PetstoreAnswerError,
    PetstoreConnectionError,
    PetstoreError,
    PetstoreFailure,
    PetstoreTimeoutError,
)
from ..options import Settings, Wait
from ..quota import Quota, quota_of
from ..response import Response

_TOO_MANY_REQUESTS = 429


class AsyncTransport:
    """The connection of one client to the service."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient, clock: AsyncClock) -> None:
        self.settings = settings
        self.quota: Quota | None = None
        self.clock = clock
        self._http = http
        self._schedule = Schedule(settings.pace)
        # The deprecated operations that `on_deprecation` has reported.
        self._deprecated: set[str] = set()

    async def send(self, request: Request) -> Response:
        """Returns the response of a request that succeeded."""
        attempts = Attempts(request.limits, self.settings.pace, request.method, self.clock.now())
        while True:
            await self._wait_for_turn(attempts)
            try:
                return await self._attempt(request)
            except PetstoreFailure as error:
                if attempts.proves_done(error, request.done_if):
                    return Response(204, httpx.Headers(), b"")
                delay = attempts.retry(error, self.clock.now())
                self.settings.on_wait(Wait(error, math.ceil(delay)))
            await self.clock.alarm().wait(delay)

    async def _wait_for_turn(self, attempts: Attempts) -> None:
        alarm = self.clock.alarm()
        ticket = attempts.ticket(alarm)
        self._schedule.join(ticket)
        try:
            while (sleep := self._schedule.poll(ticket, self.clock.now())) is not None:
                if sleep.notice is not None:
                    self.settings.on_wait(sleep.notice)
                await alarm.wait(sleep.seconds)
        except PetstoreError as error:
            raise attempts.final_error(error) from None
        except NotSentError:
            raise attempts.not_sent() from None
        finally:
            self._schedule.leave(ticket)
        attempts.start(self.clock.now())

    async def _attempt(self, request: Request) -> Response:
        report = Report()
        try:
            response = await self._exchange(request)
            report.quota = self._observe(request.operation, response)
            check_status(response)
            return response
        except (PetstoreError, PetstoreAnswerError) as error:
            if error.status == _TOO_MANY_REQUESTS:
                report.rejection = error
            raise
        finally:
            self._schedule.release(report, self.clock.now())

    async def _exchange(self, request: Request) -> Response:
        """Sends a request once and reads the whole response."""
        seconds = request.limits.timeout
        started_at = self.clock.now()
        outgoing = self._http.build_request(
            request.method,
            request.url,
            headers=request.headers,
            content=request.content,
            timeout=None if math.isinf(seconds) else seconds,
        )
        try:
            # Following a redirect would return the response of another server.
            incoming = await self._http.send(outgoing, stream=True, follow_redirects=False)
            try:
                content = bytearray()
                async for chunk in incoming.aiter_bytes():
                    content += chunk
                    if self.clock.now() - started_at > seconds:
                        raise _too_slow(seconds)
            finally:
                await incoming.aclose()
        except httpx.TimeoutException as cause:
            raise _too_slow(seconds) from cause
        except httpx.RequestError as cause:
            url = urlsplit(request.url)
            message = f"No response from {url.scheme}://{url.netloc}: {str(cause) or type(cause).__name__}."
            raise PetstoreConnectionError(message) from cause
        return Response(incoming.status_code, incoming.headers, bytes(content))

    async def stream(self, request: Request) -> AsyncIterator[str]:
        """Sends a request for a stream of events once, and yields its text as it arrives."""
        outgoing = self._http.build_request(
            request.method,
            request.url,
            headers={**request.headers, "accept": MEDIA_TYPE},
            timeout=MAX_SILENCE,
        )
        try:
            incoming = await self._http.send(outgoing, stream=True, follow_redirects=False)
            try:
                if not incoming.headers.get("content-type", "").startswith(MEDIA_TYPE):
                    content = await incoming.aread()
                    check_status(Response(incoming.status_code, incoming.headers, content))
                    raise PetstoreAnswerError("The service does not stream events.", incoming.status_code)
                async for text in incoming.aiter_text():
                    yield text
            finally:
                await incoming.aclose()
        except httpx.RequestError as cause:
            raise lost(cause) from cause

    def _observe(self, operation: str | None, response: Response) -> Quota | None:
        """Reports the quota and the deprecation in a response to the listeners. Returns the quota."""
        quota = quota_of(response.headers)
        if quota is not None:
            self.quota = quota
            self.settings.on_quota(quota)
        if operation is not None and operation not in self._deprecated:
            self._notice_deprecation(operation, response)
        return quota

    def _notice_deprecation(self, operation: str, response: Response) -> None:
        deprecation = deprecation_of(operation, response.headers)
        if deprecation is not None:
            self._deprecated.add(operation)
            self.settings.on_deprecation(deprecation)


def _too_slow(seconds: float) -> PetstoreTimeoutError:
    return PetstoreTimeoutError(f"No response within {seconds:g} s.")
