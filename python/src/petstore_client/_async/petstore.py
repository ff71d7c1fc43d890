"""The client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import httpx

from .._core.operation import Payload, json_payload, unknown_request_of
from ..clock import AsyncClock, AsyncSystemClock
from ..options import Deprecation, Wait, settings_of
from ..quota import Quota
from ..response import Response
from .resources import AsyncResources
from .transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..options import CreateOptions


class AsyncPetstore(AsyncResources):
    """A client of one service with one API key.

    Use one client for all calls with that key, because its calls share the known quota. Every call may raise `PetstoreError` if
    the service rejects the request, `PetstoreConnectionError`, `PetstoreTimeoutError`, or `PetstoreAnswerError` if the response
    is not from Petstore.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        pace: bool = False,
        timeout: float = 30,
        retry_attempts: int = 8,
        retry_seconds: float = 180,
        on_quota: Callable[[Quota], object] | None = None,
        on_wait: Callable[[Wait], object] | None = None,
        on_deprecation: Callable[[Deprecation], object] | None = None,
        http_client: httpx.AsyncClient | None = None,
        clock: AsyncClock | None = None,
    ) -> None:
        """Raises `ValueError` for an invalid option.

        - `base_url`: the address of the service, with or without `/v1`; by default the variable `PETSTORE_URL`.
        - `api_key`: an API key of the account; by default the variable `PETSTORE_KEY`. It is sent only in `Authorization`.
        - `pace`: spread requests evenly over the minute instead of sending them until the quota is used up.
        - `timeout`: the time limit of each attempt, in seconds. A file or a batch has one second more for each 16 KiB, and at
          most 300 more; a batch also one for each 10 items.
        - `retry_attempts`: the maximum number of attempts, the first included.
        - `retry_seconds`: no attempt starts after this time, which includes waits for the quota. With `pace` it counts from the
          first attempt.
        - `on_quota`: called with the quota after every response that reports it.
        - `on_wait`: called when a request starts to wait for the quota, for the end of a ban, or for a retry.
        - `on_deprecation`: called once for each operation in use that is deprecated.
        - `http_client`: sends the requests, for example through a proxy. The caller closes it.
        - `clock`: the source of time, for tests.
        """
        settings = settings_of(
            base_url,
            api_key,
            pace=pace,
            timeout=timeout,
            retry_attempts=retry_attempts,
            retry_seconds=retry_seconds,
            on_quota=on_quota,
            on_wait=on_wait,
            on_deprecation=on_deprecation,
        )
        self._owns_http = http_client is None
        self._http = httpx.AsyncClient() if http_client is None else http_client
        super().__init__(AsyncTransport(settings, self._http, clock or AsyncSystemClock()))

    @property
    def quota(self) -> Quota | None:
        """Both quota windows as the last response reported them; None before the first."""
        return self._transport.quota

    async def request(
        self,
        method: str,
        path: str,
        /,
        *,
        query: Mapping[str, object] | None = None,
        json: object = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        **options: Unpack[CreateOptions],
    ) -> Response:
        """Sends any request, with the quota, the retries and the errors of all calls: `request("GET", "/pets")`.

        For operations that this version does not know, and for the header fields of a response. `path` begins after `/v1`; escape
        its parameters. A body is `json`, or `content` with its `content-type` in `headers`.
        """
        payload = json_payload(json) if content is None else Payload(content, is_upload=True)
        settings = self._transport.settings
        request = unknown_request_of(settings, method.upper(), path, query or {}, options, payload)
        return await self._transport.send(request.with_headers(headers or {}))

    async def close(self) -> None:
        """Closes the connections, unless they are those of the caller's `http_client`."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncPetstore:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
