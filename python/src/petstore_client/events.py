"""A page of the feed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .types import Event


@dataclass(frozen=True)
class EventPage:
    """A page of the feed."""

    items: list[Event]
    """Oldest first. A newer service may send types of events that this version of the client does not know."""
    next: int
    """The `after` of the next page: the id of the last event that the service examined. The account may not see that event."""
    is_head: bool
    """True if there are no more events for now."""
