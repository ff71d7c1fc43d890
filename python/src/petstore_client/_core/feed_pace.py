"""How often a follower of the feed asks for more."""

from __future__ import annotations

from ..quota import Quota

_MIN_SECONDS = 5.0
_UNKNOWN_SECONDS = 60.0


def pause_seconds(quota: Quota | None) -> float:
    """Returns the interval of requests that use half of each quota; a minute if the quota is unknown."""
    if quota is None:
        return _UNKNOWN_SECONDS
    return max(_MIN_SECONDS, 2 * 60 / quota.minute.limit, 2 * 24 * 60 * 60 / quota.day.limit)
