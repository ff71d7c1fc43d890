"""What a stream of events sends."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

from ..errors import PetstoreConnectionError, PetstoreFailure
from ..events import EventPage
from .retry import retry_delay

if TYPE_CHECKING:
    from ..types import Event

MAX_SILENCE = 45.0
"""The service sends something at least every 15 seconds."""
MEDIA_TYPE = "text/event-stream"
_RECONNECT = 3.0
"""The service ends a stream about once an hour, and when it stops."""


class StreamText:
    """Divides the text of a stream into messages, however it arrives."""

    def __init__(self) -> None:
        self._rest = ""

    def page_of(self, text: str) -> EventPage | None:
        """Returns the events that are complete now, with the last position; None if there is no position."""
        complete, separator, rest = (self._rest + text).rpartition("\n\n")
        self._rest = rest
        if separator == "":
            return None
        items: list[Event] = []
        position: int | None = None
        for line in complete.split("\n"):
            if line.startswith("id: "):
                position = int(line[4:])
            if line.startswith("data: "):
                items.append(json.loads(line[6:]))
        return None if position is None else EventPage(items, position, is_head=True)


class Reconnection:
    """How long a follower waits before it connects again."""

    def __init__(self) -> None:
        self._failures = 0

    def succeeded(self) -> None:
        """Something has arrived."""
        self._failures = 0

    def delay_after(self, error: PetstoreFailure) -> float:
        """Returns the seconds to wait. Raises the error if waiting cannot resolve it."""
        self._failures += 1
        delay = retry_delay(error, self._failures)
        if delay is None:
            raise error
        return delay

    @staticmethod
    def delay_after_end() -> float:
        """Returns the seconds to wait after the service has ended a stream."""
        return _RECONNECT * (0.5 + random.random() / 2)


def lost(cause: Exception) -> PetstoreConnectionError:
    """Returns the error of a connection that was lost, or on which nothing was sent."""
    return PetstoreConnectionError(f"The stream of events has ended: {str(cause) or type(cause).__name__}.")
