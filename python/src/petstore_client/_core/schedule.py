"""Decides when each request is sent: in order, and only when the service should accept it.

One attempt:

    join ──> in line ── poll returns None ──> in flight ── release
               │
               ├── leave: its task was cancelled
               └── poll raises: its turn, or a free place, comes after its deadline

The schedule is in one of five states. The first row that applies decides when the first request in line is sent:

    state      applies while                                          the first request is sent
    paused     the Retry-After of a 429 has not passed                when it has passed
    full       MAX_IN_FLIGHT requests are in flight. With `pace`,     after the next release
               the limit is 1 until a response reports the quota
    exhausted  the requests in flight may use up the quota of the     when the window resets
               day (without `pace`, the quota of the day or minute)
    spaced     `pace` is set                                          when its slot in the minute begins
    ready      nothing else applies                                   immediately

A request is refused without being sent if its deadline is before the end of a pause, or before the reset of a window in which
no request is left. It is safe to use one schedule in several threads.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ..errors import PetstoreAnswerError, PetstoreError
from ..options import Wait
from ..quota import Quota
from .known_quota import KnownQuota, Refusal, Traffic, Turn

MAX_IN_FLIGHT = 6
"""Few enough for a small service, and enough to hide the latency of a distant one."""
MAX_SLEEP = 60.0
"""A longer sleep is split, so that a changed clock or a suspended machine is noticed."""


class Wakeup(Protocol):
    """Something that waits until it is its turn."""

    def set(self) -> None:
        """Ends the wait."""


@dataclass(eq=False)
class Ticket:
    """A request that waits for its turn."""

    alarm: Wakeup
    is_retry: bool
    """A retry goes before the requests that were never sent."""
    deadline: Callable[[float], float]
    """Returns the latest time until which the request can wait."""


@dataclass(frozen=True)
class Sleep:
    """A request has to wait this long, or until its alarm is set, before it asks again."""

    seconds: float
    notice: Wait | None
    """Set once for each wait for a quota or a ban."""


@dataclass
class Report:
    """The parts of a response that determine when later requests can be sent."""

    quota: Quota | None = None
    rejection: PetstoreError | PetstoreAnswerError | None = None
    """Set on a 429."""


@dataclass(frozen=True)
class _Pause:
    since: float
    until: float
    refusal: Refusal


class NotSentError(Exception):
    """The deadline of a request has passed before a place was free."""


class Schedule:
    """The requests of one client."""

    def __init__(self, pace: bool) -> None:
        self._pace = pace
        self._lock = threading.Lock()
        self._quota = KnownQuota()
        self._line: list[Ticket] = []
        self._pause: _Pause | None = None
        self._in_flight = 0
        self._last_sent_at: float | None = None
        self._polled_at = 0.0
        # The latest turn that all tickets have compared with their deadlines.
        self._checked_until = 0.0
        # The latest end of a wait that was reported.
        self._notified_until = 0.0

    def join(self, ticket: Ticket) -> None:
        """Adds a request to the line."""
        with self._lock:
            if ticket.is_retry:
                self._line.insert(sum(other.is_retry for other in self._line), ticket)
            else:
                self._line.append(ticket)

    def leave(self, ticket: Ticket) -> None:
        """Removes a request from the line, if it is still there."""
        with self._lock:
            if ticket in self._line:
                self._line.remove(ticket)
                self._wake_first()

    def poll(self, ticket: Ticket, now: float) -> Sleep | None:
        """Returns None when the request may be sent: call `release` after it.

        Raises `PetstoreError` if its deadline is before its turn, and `NotSentError` when its deadline has passed.
        """
        with self._lock:
            self._notice_clock(now)
            turn = self._next_turn(now)
            is_first = self._line[0] is ticket
            if is_first and turn.at <= now:
                self._line.pop(0)
                self._in_flight += 1
                self._last_sent_at = now
                self._wake_first()
                return None
            deadline = ticket.deadline(now)
            if turn.refusal is not None and turn.at > deadline:
                raise _error_of(turn.refusal, turn.at - now)
            if turn.at <= now:
                # Those before it are sent now, and wake it.
                return Sleep(MAX_SLEEP, None)
            if now >= deadline:
                raise NotSentError
            until = min(deadline, turn.at) if is_first else deadline
            return Sleep(min(until - now, MAX_SLEEP), self._notice(turn, now) if is_first else None)

    def release(self, report: Report, now: float) -> None:
        """Ends an attempt."""
        with self._lock:
            self._in_flight -= 1
            if report.quota is not None:
                self._quota.update(report.quota, now)
            if report.rejection is not None:
                self._pause_for(report.rejection, now)
            turn = self._next_turn(now)
            if turn.refusal is None or turn.at <= self._checked_until:
                self._wake_first()
                return
            self._checked_until = turn.at
            for ticket in self._line:
                ticket.alarm.set()

    def _wake_first(self) -> None:
        if self._line:
            self._line[0].alarm.set()

    def _notice_clock(self, now: float) -> None:
        if now < self._polled_at:
            # The clock was set back: these times no longer hold.
            self._checked_until = self._notified_until = 0.0
        self._polled_at = now

    def _pause_for(self, error: PetstoreError | PetstoreAnswerError, now: float) -> None:
        until = now + (1 if error.retry_after is None else error.retry_after)
        code = error.code if isinstance(error, PetstoreError) else "rate_limit_exceeded"
        if self._pause is None or until > self._pause.until:
            self._pause = _Pause(now, until, Refusal(code, error.message))

    def _next_turn(self, now: float) -> Turn:
        """Returns when the first request may be sent, by the table at the top of the file."""
        pause = self._pause_at(now)
        if pause is not None:
            return Turn(pause.until, pause.refusal)
        maximum = 1 if self._pace and self._quota.is_unknown else MAX_IN_FLIGHT
        turn = self._quota.next_turn(Traffic(self._in_flight, self._last_sent_at), self._pace, now)
        return turn if self._in_flight < maximum else Turn(math.inf)

    def _pause_at(self, now: float) -> _Pause | None:
        """Returns the pause that applies now. If the clock was set back, the pause starts again and keeps its length."""
        pause = self._pause
        if pause is None or now >= pause.until:
            return None
        if now < pause.since:
            self._pause = _Pause(now, now + (pause.until - pause.since), pause.refusal)
        return self._pause

    def _notice(self, turn: Turn, now: float) -> Wait | None:
        if turn.refusal is None or turn.at <= self._notified_until:
            return None
        self._notified_until = turn.at
        error = _error_of(turn.refusal, turn.at - now)
        return Wait(error, math.ceil(turn.at - now))


def _error_of(refusal: Refusal, seconds: float) -> PetstoreError:
    return PetstoreError(refusal.message, refusal.code, 429, retry_after=math.ceil(seconds))
