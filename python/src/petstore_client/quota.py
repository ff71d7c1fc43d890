"""The quota of an account, as responses report it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class QuotaWindow:
    """One window of the quota."""

    limit: int
    """Requests allowed in the window."""
    remaining: int
    """Requests left in it; never below 0."""
    seconds_to_reset: int
    """Seconds until it resets, rounded up and at least 1."""


@dataclass(frozen=True)
class Quota:
    """Both windows of the quota of an account."""

    minute: QuotaWindow
    day: QuotaWindow


def quota_of(headers: Mapping[str, str]) -> Quota | None:
    """Reads `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers).

    Returns None unless they report both windows: the response to an invalid key reports the quota of the client's address,
    which has no day.
    """
    minute = _window_of(headers, "minute")
    day = _window_of(headers, "day")
    return Quota(minute, day) if minute and day else None


def _window_of(headers: Mapping[str, str], name: str) -> QuotaWindow | None:
    policy = re.search(rf'"{name}";q=(\d+)', headers.get("ratelimit-policy", ""))
    state = re.search(rf'"{name}";r=(\d+);t=(\d+)', headers.get("ratelimit", ""))
    if policy is None or state is None:
        return None
    return QuotaWindow(int(policy[1]), int(state[1]), int(state[2]))
