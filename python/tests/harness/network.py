"""The real network, with faults that a test injects and a record of the requests."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx

from .skipping_clock import SkippingClock


@dataclass(frozen=True)
class Fault:
    """Replaces the response of one request."""

    is_sent: bool = False
    """True if the service processes the request."""
    before: Callable[[], object] = lambda: None
    """Runs before the request is sent."""
    is_silent: bool = False
    """True if no response comes within the time limit."""
    response: Callable[[httpx.Response | None], httpx.Response] | None = None
    """Returns another response; by default the connection is lost."""


@dataclass(frozen=True)
class SentRequest:
    method: str
    path: str
    key: str | None
    """Its `Idempotency-Key`."""
    timeout: float


lost_request = Fault()
"""The connection is lost before the service receives the request."""
lost_response = Fault(is_sent=True)
"""The connection is lost after the service has processed the request."""
silence = Fault(is_silent=True)


def passing(response: httpx.Response | None) -> httpx.Response:
    """Returns the response of the service."""
    assert response is not None
    return response


def respond_with(status: int, headers: dict[str, str] | None = None, body: str = "<h1>Sorry</h1>") -> Fault:
    """Another server responds."""
    fields = {"content-type": "text/html", **(headers or {})}
    return Fault(response=lambda _: httpx.Response(status, headers=fields, content=body.encode()))


def error_response(
    status: int, code: str, headers: dict[str, str] | None = None, message: str = "Sorry."
) -> Fault:
    """The service responds with an error."""
    body = json.dumps({"code": code, "message": message, "status": status})
    return respond_with(status, {"content-type": "application/json; charset=utf-8", **(headers or {})}, body)


def unavailable(seconds: int) -> Fault:
    """The service responds with 503, as it does while it stops."""
    return error_response(503, "service_unavailable", {"retry-after": str(seconds)})


def _is_stream(response: httpx.Response) -> bool:
    return str(response.headers.get("content-type", "")).startswith("text/event-stream")


@dataclass
class Network:
    """What all clients of a test share."""

    clock: SkippingClock
    sent: list[SentRequest] = field(default_factory=list)
    """Every request that the client sent."""
    busiest: int = 0
    """The largest number of requests that were in flight at the same time."""
    is_down: bool = False
    """True while no request reaches the service."""
    _faults: list[Fault] = field(default_factory=list)
    _in_flight: int = 0

    def inject(self, *faults: Fault) -> None:
        """Adds faults for the next requests, one each. Requests after them reach the service."""
        self._faults.extend(faults)

    def begin(self, request: httpx.Request) -> Fault:
        """Records a request, and returns what happens to it."""
        key = request.headers.get("idempotency-key")
        timeout = request.extensions["timeout"]["read"]
        self.sent.append(SentRequest(request.method, request.url.path, key, timeout))
        self._in_flight += 1
        self.busiest = max(self.busiest, self._in_flight)
        if self.is_down:
            return lost_request
        fault = self._faults.pop(0) if self._faults else Fault(is_sent=True, response=passing)
        fault.before()
        return fault

    def end(self, fault: Fault, response: httpx.Response | None) -> httpx.Response:
        """Returns the response that the client receives."""
        if fault.is_silent:
            raise httpx.ReadTimeout("silence")
        if fault.response is None:
            raise httpx.ConnectError("connection lost")
        return fault.response(response)

    def left(self) -> None:
        """A request is no longer in flight."""
        self._in_flight -= 1


class ThreadNetwork(httpx.BaseTransport):
    """The network of a `Petstore`."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._inner = httpx.HTTPTransport(verify=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        fault = self._network.begin(request)
        try:
            response = None
            if fault.is_sent:
                received = self._inner.handle_request(request)
                if _is_stream(received):
                    return received
                content = b"".join(received.iter_raw())
                received.close()
                response = httpx.Response(received.status_code, headers=received.headers, content=content)
            if fault.is_silent:
                self._network.clock.for_threads().alarm().wait(self._network.sent[-1].timeout)
            return self._network.end(fault, response)
        finally:
            self._network.left()

    def close(self) -> None:
        self._inner.close()


class TaskNetwork(httpx.AsyncBaseTransport):
    """The network of an `AsyncPetstore`."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._inner = httpx.AsyncHTTPTransport(verify=False)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        fault = self._network.begin(request)
        try:
            response = None
            if fault.is_sent:
                received = await self._inner.handle_async_request(request)
                if _is_stream(received):
                    return received
                content = b"".join([chunk async for chunk in received.aiter_raw()])
                await received.aclose()
                response = httpx.Response(received.status_code, headers=received.headers, content=content)
            if fault.is_silent:
                await self._network.clock.sleep(self._network.sent[-1].timeout)
            return self._network.end(fault, response)
        finally:
            self._network.left()

    async def aclose(self) -> None:
        await self._inner.aclose()
