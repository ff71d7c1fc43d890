"""The attempts of one call.

    in line ──> in flight ── response ──> done
       ^            │
       │            │ error that waiting can resolve,
       │            │ with attempts and time left
       └────────────┘

A call fails in every other case:

- waiting cannot resolve the error, the attempts are used up, or the next one would start too late
- the schedule refuses it, or `retry_seconds` pass before its turn

It raises the error of its last step, with one exception: if the service may have made a change, it raises the lost connection.
"""

from __future__ import annotations

from ..errors import PetstoreError, PetstoreFailure, PetstoreTimeoutError
from ..options import Limits
from .retry import is_conclusive, is_lost, retry_delay
from .schedule import Ticket, Wakeup


class Attempts:
    """Counts the attempts of a call, and decides whether there is another one."""

    def __init__(self, limits: Limits, pace: bool, method: str, now: float) -> None:
        self._limits = limits
        self._pace = pace
        self._method = method
        self._called_at = now
        self._first_sent_at: float | None = None
        self._count = 0
        # The error of the last attempt that the service may have processed although its result is not known.
        self._lost_error: PetstoreFailure | None = None
        # The error that causes the current retry.
        self._retried_error: PetstoreFailure | None = None

    def ticket(self, alarm: Wakeup) -> Ticket:
        """Returns a place in the line for the next attempt."""
        return Ticket(alarm, is_retry=self._count > 0, deadline=self._deadline)

    def start(self, now: float) -> None:
        """Counts an attempt that is sent now."""
        if self._first_sent_at is None:
            self._first_sent_at = now
        self._count += 1

    def not_sent(self) -> PetstoreFailure:
        """Returns the error of a call whose deadline has passed in the line."""
        message = f"Not sent within {self._limits.retry_seconds:g} s: too many calls."
        return self.final_error(self._retried_error or PetstoreTimeoutError(message))

    def proves_done(self, error: PetstoreFailure, done_if: str | None) -> bool:
        """Whether an error proves, after a lost response, that an earlier attempt succeeded."""
        return self._lost_error is not None and isinstance(error, PetstoreError) and error.code == done_if

    def retry(self, error: PetstoreFailure, now: float) -> float:
        """Returns the seconds to wait after an attempt failed. Raises the error of the call if there is no other attempt."""
        delay = retry_delay(error, self._count)
        if delay is None:
            raise self.final_error(error)
        self._retried_error = error
        if is_lost(error):
            self._lost_error = error
        if self._count >= self._limits.attempts or now + delay > self._deadline(now):
            raise self.final_error(error)
        return delay

    def final_error(self, error: PetstoreFailure) -> PetstoreFailure:
        """A change that the service may have made must not end as rejected or not sent."""
        is_unclear = self._method != "GET" and self._lost_error is not None
        if is_unclear and not is_conclusive(error, self._method):
            return self._lost_error or error
        return error

    def _deadline(self, now: float) -> float:
        """With `pace` a request waits for its slot as long as necessary: its time starts when it is first sent."""
        if not self._pace:
            return self._called_at + self._limits.retry_seconds
        return (now if self._first_sent_at is None else self._first_sent_at) + self._limits.retry_seconds
