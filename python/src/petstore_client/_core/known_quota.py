"""What a client knows about its quota.

Each window (minute, day) is in one of three states:

    unknown ── response ──> reported ── its reset passes, or the clock is set back ──> assumed
                               ^                                                          │
                               └────────────────────── response ──────────────────────────┘

A response to a reported window can only lower what is left, because responses may overtake each other.
An assumed window has its whole quota left; the next response replaces it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from ..quota import Quota, QuotaWindow

MINUTE = 60.0
DAY = 24 * 60 * MINUTE


@dataclass(frozen=True)
class Refusal:
    """The error of a request that cannot wait long enough."""

    code: str
    message: str


@dataclass(frozen=True)
class Turn:
    """When the next request may be sent."""

    at: float
    refusal: Refusal | None = None
    """Set if no request is left, or the key is banned."""


@dataclass(frozen=True)
class Traffic:
    """The requests that a client has sent."""

    in_flight: int
    last_sent_at: float | None


@dataclass(frozen=True)
class _Window:
    limit: int
    left: int
    """Requests left: the lowest number that a response reported."""
    reset_at: float
    """By the client's clock. Never before the reset of the service: its seconds are rounded up, and a response takes time."""
    is_assumed: bool


class KnownQuota:
    """The quota of an account, which other clients may use too."""

    def __init__(self) -> None:
        self._minute: _Window | None = None
        self._day: _Window | None = None

    @property
    def is_unknown(self) -> bool:
        return self._minute is None

    def update(self, quota: Quota, now: float) -> None:
        """Takes over what a response reports."""
        self._minute = _merged(self._minute, quota.minute, MINUTE, now)
        self._day = _merged(self._day, quota.day, DAY, now)

    def next_turn(self, traffic: Traffic, pace: bool, now: float) -> Turn:
        """Returns when the service will accept the next request; now, if the quota is unknown.

        `pace` spreads what is left of the minute evenly. It does not spread the day: on the plan Free, 86 seconds would pass
        between two requests.
        """
        if self._minute is None or self._day is None:
            return Turn(now)
        self._minute = _window_at(self._minute, MINUTE, now)
        self._day = _window_at(self._day, DAY, now)
        if self._day.left <= traffic.in_flight:
            return _turn_at_reset(self._day, "day")
        spare = max(0, self._minute.left - traffic.in_flight)
        if pace:
            last = now if traffic.last_sent_at is None else min(traffic.last_sent_at, now)
            # Spreads the spare requests between the last one and the reset; the reset, if none is left.
            return Turn(last + (self._minute.reset_at - last) / (spare + 1))
        return Turn(now) if spare > 0 else _turn_at_reset(self._minute, "minute")


def _turn_at_reset(window: _Window, name: str) -> Turn:
    """Requests in flight only delay others: the service may not count them, so they are no reason to refuse one."""
    if window.left > 0:
        return Turn(window.reset_at)
    message = f"The quota of {window.limit} requests per {name} is used up."
    return Turn(window.reset_at, Refusal("rate_limit_exceeded", message))


def _merged(known: _Window | None, reported: QuotaWindow, length: float, now: float) -> _Window:
    """The reset identifies the window of a response. Clocks and delays cause less difference than half a window."""
    reset_at = now + reported.seconds_to_reset
    is_comparable = known is not None and not known.is_assumed and reported.limit == known.limit
    if known is None or not is_comparable or reset_at > known.reset_at + length / 2:
        return _Window(reported.limit, reported.remaining, reset_at, is_assumed=False)
    if reset_at < known.reset_at - length / 2:
        return known
    return replace(known, left=min(known.left, reported.remaining), reset_at=min(known.reset_at, reset_at))


def _window_at(known: _Window, length: float, now: float) -> _Window:
    """Returns the window at `now`; an assumed one if the known window is over or the clock was set back."""
    clock_went_back = known.reset_at - now > length
    if clock_went_back:
        return replace(known, reset_at=now + length, is_assumed=True)
    if now < known.reset_at:
        return known
    windows = math.floor((now - known.reset_at) / length) + 1
    return _Window(known.limit, known.limit, known.reset_at + windows * length, is_assumed=True)
