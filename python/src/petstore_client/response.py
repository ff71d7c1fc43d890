"""A response, and the version of the object in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .errors import PetstoreAnswerError

Item = TypeVar("Item")


@dataclass(frozen=True)
class Response:
    """A response of the service to `request`."""

    status: int
    headers: Mapping[str, str]
    """The header fields; their names are not case-sensitive."""
    content: bytes

    def json(self) -> Any:
        """Returns the body as JSON. Raises `PetstoreAnswerError` if it is not JSON."""
        try:
            return json.loads(self.content)
        except ValueError as cause:
            message = f"The response with status {self.status} is not valid JSON."
            raise PetstoreAnswerError(message, self.status) from cause


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a list."""

    items: list[Item]
    next: str | None
    """The `cursor` of the next page, for the same filters; None on the last page."""
    etag: str | None
    """The version of the page, for `page_if_changed`."""
    total: int | None
    """The number of all items that match, if it was asked for with `total=True` and the service keeps it."""
    match: str | None = None
    """How an approximate search found the items: `id`, `reference`, or `similar` names; None if they have its words."""


class VersionedObject(dict[str, Any]):
    """A JSON object with its `ETag`."""

    __slots__ = ("etag",)

    etag: str


def etag_of(resource: Mapping[str, Any]) -> str:
    """Returns the `ETag` of an object that a call returned, for `if_match`.

    Raises `ValueError` for an item of a list or an event, and for a copy of the object: they have none.
    """
    if isinstance(resource, VersionedObject):
        return resource.etag
    raise ValueError("this object has no ETag: read it alone, such as with get")
