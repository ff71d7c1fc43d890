"""The client's only source of time. Tests pass a clock that they move themselves."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from typing import Protocol


class Alarm(Protocol):
    """Ends a wait early."""

    def set(self) -> None:
        """Ends the current or the next wait."""

    def wait(self, seconds: float) -> None:
        """Returns after these seconds, or when the alarm is set."""


class AsyncAlarm(Protocol):
    """Ends a wait early."""

    def set(self) -> None:
        """Ends the current or the next wait."""

    async def wait(self, seconds: float) -> None:
        """Returns after these seconds, or when the alarm is set."""


class Clock(Protocol):
    """The time of a `Petstore`."""

    def now(self) -> float:
        """Seconds since any fixed time. They also pass while the machine sleeps."""
        ...

    def alarm(self) -> Alarm:
        """Returns a new alarm."""
        ...


class AsyncClock(Protocol):
    """The time of an `AsyncPetstore`."""

    def now(self) -> float:
        """Seconds since any fixed time. They also pass while the machine sleeps."""
        ...

    def alarm(self) -> AsyncAlarm:
        """Returns a new alarm."""
        ...


class _ThreadAlarm:
    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        self._event.set()

    def wait(self, seconds: float) -> None:
        self._event.wait(min(seconds, threading.TIMEOUT_MAX))
        self._event.clear()


class _TaskAlarm:
    def __init__(self) -> None:
        self._event = asyncio.Event()

    def set(self) -> None:
        self._event.set()

    async def wait(self, seconds: float) -> None:
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._event.wait(), min(seconds, threading.TIMEOUT_MAX))
        self._event.clear()


class SystemClock:
    """The clock of the machine, for threads."""

    def now(self) -> float:
        return time.time()

    def alarm(self) -> Alarm:
        return _ThreadAlarm()


class AsyncSystemClock:
    """The clock of the machine, for tasks of asyncio."""

    def now(self) -> float:
        return time.time()

    def alarm(self) -> AsyncAlarm:
        return _TaskAlarm()
