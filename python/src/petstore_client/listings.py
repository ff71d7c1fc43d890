"""Listings that follow the feed."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from .types import Event, Listing

_STATE = ("createdAt", "statusChangedAt", "updatedAt", "url", "etags")


def listing_after(before: Listing | None, event: Event) -> Listing | None:
    """Returns the listing of an animal after an event of that animal, as `listings.get` would have returned it.

    None if the animal was removed. `before` is the listing before the event; None if there is none yet. Use it to keep a copy
    of the listings without reading them again.
    """
    if "listing" in event:
        return event["listing"]
    if "pet" not in event:
        return before
    if event["type"] == "pet.deleted":
        return None
    if event["type"] == "pet.created":
        before = cast("Listing", {**(before or {}), "profile": {}, "photos": []})
    if before is None:
        return None
    return _with_state(before, event)


def _with_state(before: Listing, event: Event) -> Listing | None:
    """An event that an older version recorded has no state: then only the animal is replaced."""
    if "etags" not in event:
        return cast("Listing", {**before, "pet": event["pet"]}) if "etags" in before else None
    state = {name: event[name] for name in _STATE if name in event}  # type: ignore[literal-required]
    listing = {"pet": event["pet"], "profile": before["profile"], "photos": before["photos"], **state}
    return cast("Listing", listing)
