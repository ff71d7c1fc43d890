"""What all groups of operations share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

from .._core.operation import Payload, Request, json_payload, request_of
from .._core.operations import OPERATIONS
from .._core.read_response import NOT_MODIFIED, etag_in, match_in, next_parameter, result_of, total_in
from ..response import Page, Response
from .transport import AsyncTransport


class AsyncResource:
    """A group of operations."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def _send(
        self,
        operation: str,
        path: tuple[object, ...],
        arguments: Mapping[str, Any],
        payload: Payload | None = None,
        extra_headers: Mapping[str, str] | None = None,
    ) -> Response:
        request = self._request(operation, path, arguments, payload)
        return await self._transport.send(request.with_headers(extra_headers or {}))

    def _request(
        self,
        operation: str,
        path: tuple[object, ...],
        arguments: Mapping[str, Any],
        payload: Payload | None = None,
    ) -> Request:
        settings = self._transport.settings
        return request_of(settings, operation, OPERATIONS[operation], path, arguments, payload or Payload())

    async def _call(
        self, operation: str, path: tuple[object, ...], arguments: Mapping[str, Any], body: object = None
    ) -> Any:
        return result_of(await self._send(operation, path, arguments, json_payload(body)))

    async def _page(self, operation: str, path: tuple[object, ...], query: Mapping[str, Any]) -> Page[Any]:
        return _page_of(await self._send(operation, path, query))

    async def _page_if_changed(
        self, operation: str, path: tuple[object, ...], query: Mapping[str, Any], etag: str | None
    ) -> Page[Any] | None:
        condition = {"if-none-match": etag} if etag else {}
        response = await self._send(operation, path, query, extra_headers=condition)
        return None if response.status == NOT_MODIFIED else _page_of(response)

    async def _items(
        self, operation: str, path: tuple[object, ...], query: Mapping[str, Any]
    ) -> AsyncIterator[Any]:
        """An item that exists all the time is yielded once, even if others are added meanwhile."""
        page = await self._page(operation, path, query)
        while True:
            for item in page.items:
                yield item
            if page.next is None:
                return
            page = await self._page(operation, path, {**query, "cursor": page.next})


def _page_of(response: Response) -> Page[Any]:
    return Page(
        items=result_of(response),
        next=next_parameter(response.headers, "cursor"),
        etag=etag_in(response.headers),
        total=total_in(response.headers),
        match=match_in(response.headers),
    )
