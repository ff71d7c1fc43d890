"""The feed of changes."""

from __future__ import annotations

import math
import re
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Literal

from .._core.feed_pace import pause_seconds
from .._core.feed_stream import Reconnection, StreamText
from .._core.read_response import next_parameter, result_of
from ..errors import PetstoreAnswerError, PetstoreFailure
from ..events import EventPage
from ..options import Wait
from .resource import AsyncResource

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..options import CallOptions
    from ..types import Event

_ENDLESS = {"retry_attempts": math.inf, "retry_seconds": math.inf}


class AsyncFeed(AsyncResource):
    """The feed of changes. Use it to keep a copy of the catalogue up to date."""

    async def page(
        self,
        *,
        after: int | Literal["latest"] | None = None,
        limit: int | None = None,
        pet_id: int | None = None,
        **options: Unpack[CallOptions],
    ) -> EventPage:
        """Reads one page of the feed, oldest event first.

        `after` is the id of the last known event, or `latest` for the end of the feed; by default the oldest event that is kept
        comes first. `page(after="latest")` is empty, and its `next` is the id of the latest event.

        Raises `PetstoreError`: `events_expired` if the events after `after` are no longer kept. Read the catalogue again then.
        """
        return await self._read({"after": after, "limit": limit, "pet_id": pet_id, **options})

    async def follow(
        self,
        *,
        after: int | Literal["latest"] | None = None,
        limit: int = 100,
        pet_id: int | None = None,
        every_seconds: float | None = None,
    ) -> AsyncIterator[Event]:
        """Yields every event after an event, then new ones as they occur, each once and in order.

        It waits for the quota, for an unreachable service and for the next event: leave the loop to end it.
        `every_seconds` is the time between two requests at the end of the feed. By default it is the shortest interval that uses
        at most half of each quota, and at least 5: 173 on the plan Free, 5 on Business.

        Raises `PetstoreError`: `events_expired`, and every error that waiting cannot resolve, such as `invalid_api_key`.
        """
        async for page in self.pages(after=after, limit=limit, pet_id=pet_id, every_seconds=every_seconds):
            for event in page.items:
                yield event

    async def pages(
        self,
        *,
        after: int | Literal["latest"] | None = None,
        limit: int = 100,
        pet_id: int | None = None,
        every_seconds: float | None = None,
    ) -> AsyncIterator[EventPage]:
        """Yields the events of `follow` page by page, empty pages included.

        Use it to store the position (`next`), or to act once for each batch of events.
        """
        if every_seconds is not None and not every_seconds >= 0:
            raise ValueError(f"every_seconds must be a number of at least 0; got {every_seconds}")
        position = after
        # Requests since the last pause. Pages follow each other without one; the pause at the end grows with their number.
        requests = 0
        while True:
            page = await self._read({"after": position, "limit": limit, "pet_id": pet_id, **_ENDLESS})
            requests += 1
            # With `pet_id`, one request usually examines the rest of the feed, and events of other pets move `next`.
            is_head = page.is_head or (pet_id is not None and len(page.items) < limit)
            position = page.next
            yield EventPage(page.items, page.next, is_head)
            if is_head:
                interval = pause_seconds(self._transport.quota) * requests
                await self._transport.clock.alarm().wait(interval if every_seconds is None else every_seconds)
                requests = 0

    async def stream(
        self,
        *,
        after: int | Literal["latest"] | None = None,
        pet_id: int | None = None,
    ) -> AsyncIterator[Event]:
        """Yields the events of `follow` as they occur, over a connection that stays open: leave the loop to end it.

        A connection costs one request of the quota, and so does each page of 100 events that the service has to read. It connects
        again after the last event when the connection is lost, or when nothing was sent for 45 seconds. If a proxy collects
        responses, use `follow`.

        Raises `PetstoreError`: `events_expired`, and every error that waiting cannot resolve, such as `invalid_api_key`.
        """
        async for page in self.stream_pages(after=after, pet_id=pet_id):
            for event in page.items:
                yield event

    async def stream_pages(
        self,
        *,
        after: int | Literal["latest"] | None = None,
        pet_id: int | None = None,
    ) -> AsyncIterator[EventPage]:
        """Yields the events of `stream` that arrive together, each time with the position (`next`) to store."""
        position: int | None = None
        reconnection = Reconnection()
        first = self._request("listEvents", (), {"after": after, "pet_id": pet_id})
        while True:
            request = first if position is None else first.with_headers({"last-event-id": str(position)})
            text = StreamText()
            try:
                async for part in self._transport.stream(request):
                    page = text.page_of(part)
                    if page is not None:
                        reconnection.succeeded()
                        position = page.next
                        yield page
                delay = reconnection.delay_after_end()
            except PetstoreFailure as error:
                delay = reconnection.delay_after(error)
                self._transport.settings.on_wait(Wait(error, math.ceil(delay)))
            await self._transport.clock.alarm().wait(delay)

    async def _read(self, arguments: dict[str, Any]) -> EventPage:
        response = await self._send("listEvents", (), arguments)
        position = next_parameter(response.headers, "after")
        if position is None or not re.fullmatch(r"-?\d+", position):
            raise PetstoreAnswerError("The feed response has no next link.", response.status)
        items = result_of(response)
        after = arguments.get("after")
        return EventPage(items, int(position), is_head=after in (int(position), "latest"))
