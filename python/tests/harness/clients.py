"""Both clients behind one interface, so that each test is written once."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Literal, cast

import httpx

from petstore_client import AsyncPetstore, Petstore, Wait

from .environment import Environment
from .network import Network, TaskNetwork, ThreadNetwork
from .skipping_clock import SkippingClock

Mode = Literal["sync", "async"]

_ITERATORS = {"list", "list_of", "follow", "pages", "stream", "stream_pages"}
_END = object()


class _Awaitable:
    """Calls an object of the synchronous client in a thread, as if it were asynchronous."""

    def __init__(self, target: object, threads: ThreadPoolExecutor) -> None:
        self._target = target
        self._threads = threads

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, name)
        if name in _ITERATORS:
            return lambda *args, **options: self._iterate(value(*args, **options))
        if callable(value):
            return lambda *args, **options: self._run(lambda: value(*args, **options))
        is_group = type(value).__module__.startswith("petstore_client._sync")
        return _Awaitable(value, self._threads) if is_group else value

    async def _run(self, call: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    async def _iterate(self, items: Iterator[Any]) -> AsyncIterator[Any]:
        while (item := await self._run(lambda: next(items, _END))) is not _END:
            yield item


@dataclass
class SimulatedClient:
    """A client with a network that can fail and a clock that skips waits."""

    petstore: AsyncPetstore
    clock: SkippingClock
    network: Network
    waits: list[Wait]
    """The waits that the client reported."""


@dataclass
class Clients:
    """Makes the clients of one test, and closes them after it."""

    mode: Mode
    environment: Environment
    threads: ThreadPoolExecutor
    _closing: AsyncExitStack = field(default_factory=AsyncExitStack)

    def simulated(
        self, *, api_key: str | None = None, terms: dict[str, object] | None = None, **options: Any
    ) -> SimulatedClient:
        """Creates a client with an account of its own."""
        clock = SkippingClock(self.environment.advance)
        network = Network(clock)
        waits: list[Wait] = []
        given = {
            "base_url": self.environment.url,
            "api_key": self.environment.account(**(terms or {})) if api_key is None else api_key,
            "on_wait": waits.append,
            **options,
        }
        return SimulatedClient(self.make(network, **given), clock, network, waits)

    def make(self, network: Network, **options: Any) -> AsyncPetstore:
        """Creates a client from its options."""
        if self.mode == "async":
            http = httpx.AsyncClient(transport=TaskNetwork(network))
            self._closing.push_async_callback(http.aclose)
            return AsyncPetstore(http_client=http, clock=network.clock.for_tasks(), **options)
        client = httpx.Client(transport=ThreadNetwork(network))
        blocking = Petstore(http_client=client, clock=network.clock.for_threads(), **options)
        self._closing.callback(client.close)
        return cast("AsyncPetstore", _Awaitable(blocking, self.threads))

    def petstore(self, **options: Any) -> AsyncPetstore:
        """Creates a client of which only the results matter."""
        return self.simulated(**options).petstore

    def category(self) -> int:
        """Returns a category that no other test uses."""
        return secrets.randbelow(2**62)

    async def close(self) -> None:
        await self._closing.aclose()


async def collect(items: AsyncIterator[Any]) -> list[Any]:
    """Returns all items."""
    return [item async for item in items]


async def take(items: AsyncIterator[Any], count: int) -> list[Any]:
    """Returns the next items."""
    return [await anext(items) for _ in range(count)]
