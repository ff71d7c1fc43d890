"""A clock that skips waits."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from petstore_client import AsyncClock, Clock
from petstore_client.clock import Alarm, AsyncAlarm

Result = TypeVar("Result")


@dataclass(eq=False)
class _Waiter:
    until: float
    end: Callable[[], object]


class SkippingClock:
    """While every worker waits, it jumps to the end of the next wait and moves the clock of the service as far.

    The workers are the calls of `together`; a call outside of it is the only worker.
    """

    def __init__(self, advance: Callable[[int], None]) -> None:
        self.waits: list[float] = []
        """The length of each wait, in the order in which they started."""
        self._advance = advance
        self.lock = threading.RLock()
        self._milliseconds = 0
        self._workers = 0
        self._waiting: list[_Waiter] = []

    def now(self) -> float:
        return self._milliseconds / 1000

    def jump(self, seconds: float) -> None:
        """Moves this clock during a request."""
        self._milliseconds += round(seconds * 1000)

    async def sleep(self, seconds: float) -> None:
        """Waits in a test."""
        await self.for_tasks().alarm().wait(seconds)

    async def together(self, *calls: Awaitable[Any]) -> list[Any]:
        """Runs calls at the same time, and returns their results."""
        self._workers += len(calls)
        return await asyncio.gather(*map(self._run, calls))

    async def _run(self, call: Awaitable[Result]) -> Result:
        try:
            return await call
        finally:
            with self.lock:
                self._workers -= 1
                self._jump_if_idle()

    def for_threads(self) -> Clock:
        """Returns the clock of a `Petstore`."""
        return _ThreadClock(self)

    def for_tasks(self) -> AsyncClock:
        """Returns the clock of an `AsyncPetstore`."""
        return _TaskClock(self)

    def start(self, seconds: float, end: Callable[[], object]) -> _Waiter:
        """Starts a wait."""
        with self.lock:
            self.waits.append(seconds)
            waiter = _Waiter(self.now() + seconds, end)
            self._waiting.append(waiter)
            self._jump_if_idle()
            return waiter

    def end(self, waiter: _Waiter | None) -> bool:
        """Ends a wait early. Returns False if it is over."""
        with self.lock:
            if waiter not in self._waiting:
                return False
            self._waiting.remove(waiter)
            waiter.end()
            return True

    def _jump_if_idle(self) -> None:
        if not self._waiting or len(self._waiting) < self._workers:
            return
        until = min(waiter.until for waiter in self._waiting)
        # The clock of the service has whole milliseconds. A wait that is shorter than one must not repeat for ever.
        milliseconds = max(int(until > self.now()), math.ceil((until - self.now()) * 1000 - 1e-6))
        self._advance(milliseconds)
        self._milliseconds += milliseconds
        for waiter in [waiter for waiter in self._waiting if waiter.until <= self.now() + 1e-6]:
            self.end(waiter)


class _Alarm:
    """Counts as set until the next wait, or ends the current one."""

    def __init__(self, clock: SkippingClock) -> None:
        self._clock = clock
        self._waiter: _Waiter | None = None
        self._is_set = False

    def set(self) -> None:
        with self._clock.lock:
            if not self._clock.end(self._waiter):
                self._is_set = True

    def begin(self, seconds: float, end: Callable[[], object]) -> None:
        with self._clock.lock:
            if self._is_set:
                end()
            else:
                self._waiter = self._clock.start(seconds, end)
            self._is_set = False


class _ThreadAlarm(_Alarm):
    def wait(self, seconds: float) -> None:
        event = threading.Event()
        self.begin(seconds, event.set)
        event.wait()


class _TaskAlarm(_Alarm):
    async def wait(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        event = asyncio.Event()
        self.begin(seconds, lambda: loop.call_soon_threadsafe(event.set))
        try:
            await event.wait()
        finally:
            # Cancelled: it must not be waited for.
            self._clock.end(self._waiter)


class _ThreadClock:
    def __init__(self, clock: SkippingClock) -> None:
        self._clock = clock
        self.now = clock.now

    def alarm(self) -> Alarm:
        return _ThreadAlarm(self._clock)


class _TaskClock:
    def __init__(self, clock: SkippingClock) -> None:
        self._clock = clock
        self.now = clock.now

    def alarm(self) -> AsyncAlarm:
        return _TaskAlarm(self._clock)
